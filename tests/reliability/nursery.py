"""Servers that start in a fraction of a second: a process that has loaded the program and forks.

One JSON object a line in, the new server's process number out. A child is ``manage.py serve``
without its preparations: the same Daphne with the same application. It can be told to kill itself
at a named moment of recording, and to live with a wrong clock.
"""

import asyncio
import importlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import django

MOMENTS = (
    "asked",
    "inserted",
    "committing",
    "committed",
    "announcing",
    "half_the_screens_told",
    "answering",
)
"""Where a server can be told to die while it records a command, in their order."""

DURABLE = MOMENTS[MOMENTS.index("committed") :]
"""Those after the commit: the command must be in the log, whatever its tablet heard."""


def die(*args: Any, **kwargs: Any) -> None:
    """As a kill -9 from outside: nothing is closed, nothing is flushed."""
    os.kill(os.getpid(), signal.SIGKILL)


def after(function: Callable[..., Any], then: Callable[..., None]) -> Callable[..., Any]:
    """*function*, and right after it *then*."""

    def both(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        then()
        return result

    return both


def die_at(moment: str) -> None:
    """Arranges for this process to die at the named moment of the next command."""
    from django.db.backends.base.base import BaseDatabaseWrapper

    from display.audience import Audience
    from display.hub import Hub
    from referee import news, services
    from referee.models import LogRow

    commit = BaseDatabaseWrapper._commit

    def the_next_commit(how: Callable[..., Any]) -> None:
        def arm() -> None:
            BaseDatabaseWrapper._commit = how

        LogRow.save = after(LogRow.save, arm)

    if moment == "asked":
        services.command_submit = die
    elif moment == "inserted":
        LogRow.save = after(LogRow.save, die)
    elif moment == "committing":
        the_next_commit(die)
    elif moment == "committed":
        the_next_commit(after(commit, die))
    elif moment == "announcing":
        news.announce = die
    elif moment == "half_the_screens_told":
        tell = Hub._tell

        async def to_half(self: Any, audience: Audience) -> None:
            if any(one.last is not audience.message for one in audience.crowd):
                half = set(list(audience.crowd)[: len(audience.crowd) // 2])
                await tell(self, Audience(crowd=half, message=audience.message))
                await asyncio.sleep(0.1)  # what was sent leaves this process
                die()

        Hub._tell = to_half
    else:
        assert moment == "answering", moment
        services.command_submit = after(services.command_submit, die)


def set_clock(seconds: float) -> None:
    """This process's clock is wrong by so much, for all that asks Django or ``time.time``."""
    from django.utils import timezone

    now, time_time = timezone.now, time.time
    timezone.now = lambda: now() + timedelta(seconds=seconds)
    time.time = lambda: time_time() + seconds


def child(order: dict[str, Any]) -> None:
    """A server, until it is killed."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    if order.get("clock"):
        set_clock(order["clock"])
    if order.get("die_at"):
        die_at(order["die_at"])
    from referee.management.commands.serve import run_daphne

    run_daphne("127.0.0.1", str(order["port"]))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")
    django.setup()
    for slow_to_import in ("cagli_oca.asgi", "display.views", "referee.views"):
        importlib.import_module(slow_to_import)
    # A fork keeps memory, not threads. The loop that Daphne has made is shared by all children:
    # that is right as long as the parent never runs it and the children live one after the other.
    assert threading.active_count() == 1
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            child(json.loads(line))
        print(pid, flush=True)


if __name__ == "__main__":
    main()
