"""The limit of what asyncio can do: one frame, built once, written to every connection."""

import asyncio
import sys

from bench.fanout import frames, picture
from bench.fanout.servers import control


class Everybody:
    """The open connections, and the frame they were given last."""

    def __init__(self) -> None:
        self.transports: set[asyncio.Transport] = set()
        self.publish(picture.FIRST)

    def publish(self, seq: int) -> None:
        self.frame = frames.from_server(picture.text(seq).encode())
        for transport in self.transports:
            transport.write(self.frame)


class Connection(asyncio.Protocol):
    def __init__(self, everybody: Everybody) -> None:
        self.everybody, self.asked = everybody, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if self.transport in self.everybody.transports:
            return
        self.asked += data
        if self.asked.endswith(b"\r\n\r\n"):
            self.transport.write(frames.agreed(self.asked) + self.everybody.frame)
            self.everybody.transports.add(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.everybody.transports.discard(self.transport)


async def main(port: int) -> None:
    everybody, loop = Everybody(), asyncio.get_running_loop()
    control.listen(loop, everybody.publish)
    server = await loop.create_server(
        lambda: Connection(everybody), "127.0.0.1", port, backlog=4096
    )
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
