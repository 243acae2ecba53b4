"""What runs beside the requests: one thread a task, and one process at a time for each task.

A thread looks once a second; the second copy's also at news of this process. The lock is a file in
DATA_DIR, which all processes of one computer share: the operating system lets go of it however a
process ends. Computers that share a database share a lock there too, for what is done once for all
of them; the second copy is each computer's own.
"""

import contextlib
import fcntl
import logging
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from django.conf import settings
from django.db import Error, close_old_connections, connection

from referee import backup, following, news

logger = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two looks when no news come."""


def start() -> None:
    """Starts the threads; called once in a server's process."""
    if settings.BACKUP_DIR is not None:
        _start("backup", backup.look, alone, wake=news.event())
    _start("following", following.look, alone_everywhere, wake=threading.Event())


def _start(
    name: str,
    look: Callable[[], None],
    by_itself: Callable[[str], AbstractContextManager[bool]],
    *,
    wake: threading.Event,
) -> None:
    def run() -> None:
        failed = False
        while True:
            wake.clear()
            try:
                with by_itself(name) as mine:
                    if mine:
                        look()
                failed = False
            except Exception:
                if not failed:  # told once, not once a second
                    logger.exception("%s: trying again", name)
                failed = True
            close_old_connections()
            wake.wait(LOOK_EVERY)

    threading.Thread(target=run, name=name, daemon=True).start()


@contextmanager
def alone(name: str, *, wait: bool = False) -> Iterator[bool]:
    """Whether no other process of this computer is at this task now; waits only if told to."""
    with open(settings.DATA_DIR / f"{name}.lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            yield False
        else:
            yield True


@contextmanager
def alone_everywhere(name: str, *, wait: bool = False) -> Iterator[bool]:
    """The same among all computers that share a PostgreSQL database.

    PostgreSQL lets go of the lock by itself when the connection ends, however it does.
    """
    with alone(name, wait=wait) as here:
        if not here or connection.vendor != "postgresql":
            yield here
            return
        mine = _locked("pg_try_advisory_lock", name)
        while wait and not mine:
            time.sleep(LOOK_EVERY / 5)
            mine = _locked("pg_try_advisory_lock", name)
        try:
            yield mine
        finally:
            if mine:
                with contextlib.suppress(Error):  # the connection is gone, and the lock with it
                    _locked("pg_advisory_unlock", name)


def _locked(function: str, name: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [zlib.crc32(f"cagli-oca {name}".encode())])
        return bool(cursor.fetchone()[0])
