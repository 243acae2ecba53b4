"""The screens' socket. It only tells; it never writes, and it accepts nothing."""

from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from display.hub import View, hub

SPOKE = 4400
"""Close code for a screen that sent something: public sockets accept nothing."""

NOT_SIGNED_IN = 4401
"""Close code for asking for an edition by its number without being signed in."""

BEHIND = 4503
"""Close code of a computer whose picture is old: it lost the one it follows, or was taken over."""


class PictureConsumer(AsyncWebsocketConsumer):
    """``/ws/?lang=it``: the current edition, for everybody. ``&edition=7``: for who is signed in.

    The whole picture comes on connect and after each change.
    """

    # The hub listens for all its sockets: a screen needs no channel of its own, and can be had
    # while the channel layer's server is away.
    channel_layer_alias = "none"

    view: View | None = None

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        language = query.get("lang", [""])[0]
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        number = query.get("edition", [""])[0]
        await self.accept()
        if number and not self.scope["user"].is_authenticated:
            await self.close(NOT_SIGNED_IN)
            return
        if await hub().is_behind():
            await self.close(BEHIND)
            return
        wanted = int(number) if number.isdecimal() and len(number) < 10 else None
        self.view = (wanted, language)
        await hub().join(self.view, self.send_picture)

    async def send_picture(self, text: str) -> None:
        """One picture out."""
        await self.send(text_data=text)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(SPOKE)

    async def disconnect(self, code: int) -> None:
        if self.view is not None:
            hub().leave(self.view, self.send_picture)
