"""Channels as in its tutorial, under Daphne: a group, and every consumer sends for itself."""

import asyncio
import sys

from daphne.server import Server, twisted_loop  # first: it chooses Twisted's reactor
from django.conf import settings

settings.configure(
    CHANNEL_LAYERS={"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}},
    SECRET_KEY="of no use here",
)

import django  # noqa: E402

django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.layers import get_channel_layer  # noqa: E402
from channels.routing import ProtocolTypeRouter  # noqa: E402

from bench.fanout import picture  # noqa: E402
from bench.fanout.servers import control  # noqa: E402

present = picture.text(picture.FIRST)
sending: set[asyncio.Task[None]] = set()


class Phone(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        await self.channel_layer.group_add("phones", self.channel_name)
        await self.accept()
        await self.send(text_data=present)

    async def picture(self, event: dict[str, str]) -> None:
        await self.send(text_data=event["text"])


def publish(seq: int) -> None:
    global present
    present = picture.text(seq)
    message = {"type": "picture", "text": present}
    task = twisted_loop.create_task(get_channel_layer().group_send("phones", message))
    sending.add(task)
    task.add_done_callback(sending.discard)


if __name__ == "__main__":
    control.listen(twisted_loop, publish)
    application = ProtocolTypeRouter({"websocket": Phone.as_asgi()})
    Server(
        application,
        endpoints=[f"tcp:port={sys.argv[1]}:interface=127.0.0.1"],
        websocket_connect_timeout=60,
        websocket_handshake_timeout=60,
        ping_interval=600,
        verbosity=0,
    ).run()
