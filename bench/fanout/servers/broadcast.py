"""The ``websockets`` library and its ``broadcast()``."""

import asyncio
import sys

from websockets.asyncio.server import ServerConnection, broadcast, serve

from bench.fanout import picture
from bench.fanout.servers import control

connections: set[ServerConnection] = set()
present = picture.text(picture.FIRST)


def publish(seq: int) -> None:
    global present
    present = picture.text(seq)
    broadcast(connections, present)


async def phone(connection: ServerConnection) -> None:
    connections.add(connection)
    try:
        await connection.send(present)
        await connection.wait_closed()
    finally:
        connections.discard(connection)


async def main(port: int) -> None:
    control.listen(asyncio.get_running_loop(), publish)
    options = {"compression": None, "ping_interval": None, "open_timeout": 60, "backlog": 4096}
    async with serve(phone, "127.0.0.1", port, **options) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
