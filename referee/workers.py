"""What runs beside the requests: one thread a task, and one process at a time for each task.

A thread wakes at news of this process, and once a second to find what another process wrote. The
lock is a file in DATA_DIR, which all processes of one computer share: the operating system lets go
of it however a process ends.
"""

import fcntl
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import close_old_connections

from referee import backup, following, news

logger = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two looks when no news come."""


def start() -> None:
    """Starts the threads; called once in a server's process."""
    _start("backup", backup.look)
    _start("following", following.look)


def _start(name: str, look: Callable[[], None]) -> None:
    heard = news.event()

    def run() -> None:
        failed = False
        while True:
            heard.clear()
            try:
                with alone(name) as mine:
                    if mine:
                        look()
                failed = False
            except Exception:
                if not failed:  # told once, not once a second
                    logger.exception("%s: trying again", name)
                failed = True
            close_old_connections()
            heard.wait(LOOK_EVERY)

    threading.Thread(target=run, name=name, daemon=True).start()


@contextmanager
def alone(name: str) -> Iterator[bool]:
    """Whether no other process is at this task now; never waits."""
    with open(settings.DATA_DIR / f"{name}.lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
