"""The screens' socket. It only tells; it never writes, and it accepts nothing."""

from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from display import screens
from display.hub import NOT_SIGNED_IN, View, hub
from display.screens_views import COOKIE
from display.sockets import Socket, socket_of
from referee import access

SPOKE = 4400
"""Close code for a screen that sent something: public sockets accept nothing."""

BEHIND = 4503
"""Close code of a computer whose picture is old: it lost the one it follows, or was taken over."""


class PictureConsumer(AsyncWebsocketConsumer):
    """``/ws/?lang=it``: the current edition, for everybody. ``&edition=7``: for who is signed in.

    ``/display/ws/`` is the same for screens: paired ones have places kept for them.
    The whole picture comes on connect and after each change.
    """

    # The hub listens for all its sockets: a screen needs no channel of its own, and can be had
    # while the channel layer's server is away.
    channel_layer_alias = "none"

    view: View | None = None
    socket: Socket | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without Channels' look after old database connections: a thread's time for each socket.

        What asks the database here looks after it itself (``database_sync_to_async``).
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        language = query.get("lang", [""])[0]
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        number = query.get("edition", [""])[0]
        wanted = int(number) if number.isdecimal() and len(number) < 10 else None
        right = await database_sync_to_async(self.right_to)(wanted) if number else None
        kind = await self.kind(right)
        if not hub().has_place(kind):
            await self.close()  # before accepting: a refused handshake holds nothing
            return
        await self.accept()
        if number and right is None:
            await self.close(NOT_SIGNED_IN)
            return
        if await hub().is_behind():
            await self.close(BEHIND)
            return
        self.view = (wanted, language)
        self.socket = socket_of(self.scope, self.send_picture, self.close)
        first = kind != "public" or self.scope["path"].startswith("/display/")
        hub().join(self.view, self.socket, first=first, right=right)

    def right_to(self, edition_id: int | None) -> access.Access | None:
        """Why this socket may see all that was recorded in an edition; None if it may not."""
        if not self.scope["user"].is_authenticated or edition_id is None:
            return None
        return access.access_of(self.scope["user"], self.scope["session"], edition_id)

    async def kind(self, right: access.Access | None) -> str:
        """Whose places this socket may take."""
        if right is not None:
            return "signed_in"
        token = self.scope["cookies"].get(COOKIE, "")
        paired = token and await database_sync_to_async(screens.screen_of)(token)
        return "screen" if paired else "public"

    async def send_picture(self, text: str) -> None:
        """One picture out."""
        await self.send(text_data=text)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(SPOKE)

    async def disconnect(self, code: int) -> None:
        if self.view is not None and self.socket is not None:
            hub().leave(self.view, self.socket)
