"""How every server here is told what to do: lines on its standard input. It ends with its input.

``publish N``: everybody gets the picture N. Who joins gets the present one.
"""

import asyncio
import os
from collections.abc import Callable

COMMANDS = 0
"""The file descriptor."""


def listen(loop: asyncio.AbstractEventLoop, publish: Callable[[int], None]) -> None:
    """Calls *publish* in this loop at each command, from the loop's start on."""
    typed = b""

    def heard() -> None:
        nonlocal typed
        came = os.read(COMMANDS, 1 << 16)
        if not came:
            os._exit(0)
        *lines, typed = (typed + came).split(b"\n")
        for line in lines:
            publish(int(line.removeprefix(b"publish ")))

    os.set_blocking(COMMANDS, False)
    loop.add_reader(COMMANDS, heard)
