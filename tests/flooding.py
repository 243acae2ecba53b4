"""``python -m tests.flooding SERVER PORT``: gives many messages to all its sockets, beats between.

SERVER is ``fast`` (Daphne with the short way out), ``plain`` (without) or ``uvicorn``. A POST to
``/give/COUNT`` gives so many numbered messages; the answer is the last one's number.
"""

import asyncio
import http.client
import itertools
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")

import django

django.setup()

from display.hub import BEAT  # noqa: E402
from display.sockets import Message, Socket, socket_of  # noqa: E402
from tests.ports import free_port, wait_until_it_answers  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent

SIZE = 4400
ALIKE = random.Random(0).randbytes(SIZE // 4).decode("latin-1")
sockets: set[Socket] = set()
numbers = itertools.count(1)


def numbered(number: int) -> Message:
    """As large as a picture, its number in front; a quarter is as in all others, the rest is noise
    that cannot be deflated.
    """
    noise = random.Random(number).randbytes(SIZE).decode("latin-1")
    return Message(f"{number} {ALIKE}{noise}"[:SIZE])


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await stay(scope, receive, send)
        return
    count = int(scope["path"].rpartition("/")[2])
    for number in itertools.islice(numbers, count):
        message = numbered(number)
        for one in list(sockets):
            one.give(message)
            one.nudge(BEAT)
        await asyncio.sleep(0)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(number).encode()})


async def stay(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """One socket, until it hangs up."""

    async def send_text(text: str) -> None:
        await send({"type": "websocket.send", "text": text})

    async def close(code: int) -> None:
        await send({"type": "websocket.close", "code": code})

    await receive()
    await send({"type": "websocket.accept"})
    one = socket_of(scope, send_text, close)
    sockets.add(one)
    one.give(numbered(0))
    while (await receive())["type"] != "websocket.disconnect":
        pass
    sockets.discard(one)
    one.let_go()


class Flood:
    """This program in a process of its own."""

    def __init__(self, kind, data):
        self.port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.flooding", kind, str(self.port)],
            env={**os.environ, "DATA_DIR": str(data)},
            cwd=ROOT,
        )
        wait_until_it_answers(self.port)

    def give(self, count):
        """The number of the last one."""
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        asked.request("POST", f"/give/{count}")
        told = int(asked.getresponse().read())
        asked.close()
        return told

    def memory(self):
        """Bytes that the process has in memory."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def close(self):
        self.process.terminate()
        self.process.wait(30)


def main(kind: str, port: int) -> None:
    if kind == "uvicorn":
        import uvicorn

        uvicorn.run(application, host="127.0.0.1", port=port, log_level="error", lifespan="off")
    else:
        from cagli_oca import fast_daphne

        fast_daphne.Server(application, host="127.0.0.1", port=port, fast=kind == "fast").run()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
