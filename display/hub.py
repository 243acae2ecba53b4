"""One hub a process: it hears news, builds each picture once, and hands it to all its sockets.

News can be missed (another process, a lost message), so the hub also looks at the log once a
second. It runs only while a socket is open.
"""

import asyncio
import contextlib
import json
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import connection

from display import health, pictures
from referee import selectors
from referee.news import GROUP

logger = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two looks at the log when no news come."""

BEAT_EVERY = 10.0
"""Seconds between two beats: how a screen tells a silent evening from a dead network."""

PULSE_EVERY = 5.0
"""Seconds between two notes of how many sockets there are and how far they are behind."""

BEAT = '{"beat":true}'

View = tuple[int | None, str]
"""What a socket shows: an edition (None: the current one) and a language."""

Send = Callable[[str], Awaitable[None]]


class Hub:
    """The open sockets of one event loop, by what they show."""

    def __init__(self) -> None:
        self._sockets: dict[View, set[Send]] = {}
        self._sent: dict[View, str] = {}
        self._fingerprint: Any = None
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._process = f"{socket.gethostname()[:40]}-{os.getpid()}-{id(self):x}"
        self._up_to_date = time.monotonic()

    async def join(self, view: View, send: Send) -> None:
        """Adds a socket and sends it the whole present picture."""
        self._sockets.setdefault(view, set()).add(send)
        if not any(not task.done() for task in self._tasks):
            self._up_to_date = time.monotonic()
            work = (self._listen(), self._look(), self._beat(), self._pulse())
            self._tasks = [asyncio.create_task(task) for task in work]
        try:
            if view not in self._sent:
                picture = await _picture(view)
                self._sent.setdefault(view, picture)
            await send(self._sent[view])
            # What another process wrote since the last look must not wait for the next one here:
            # the page that joins may show it already.
            self._wake.set()
        except BaseException:
            self.leave(view, send)
            raise

    def leave(self, view: View, send: Send) -> None:
        """Removes a socket; the last one stops the hub's tasks."""
        self._sockets.get(view, set()).discard(send)
        if not self._sockets.get(view):
            self._sockets.pop(view, None)
            self._sent.pop(view, None)
        if not self._sockets:
            for task in self._tasks:
                task.cancel()
            self._tasks = []

    async def _listen(self) -> None:
        """News wake the look; what they say is read from the log, not from them."""
        while True:
            layer, channel = get_channel_layer(), None
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while True:
                    await layer.receive(channel)
                    self._wake.set()
            except Exception as error:
                logger.warning("no news from the channel layer (%s); trying again", error)
                await asyncio.sleep(LOOK_EVERY)
            finally:
                if channel is not None:
                    with contextlib.suppress(Exception):
                        await layer.group_discard(GROUP, channel)

    async def _look(self) -> None:
        while True:
            try:
                await self._send_what_changed()
            except Exception:
                logger.exception("the pictures could not be built; trying again")
                self._fingerprint = None
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_EVERY)
            self._wake.clear()

    async def _send_what_changed(self) -> None:
        asked = time.monotonic()
        fingerprint = await database_sync_to_async(selectors.fingerprint)()
        if fingerprint == self._fingerprint:
            self._up_to_date = asked
            return
        for view in list(self._sockets):
            picture = await _picture(view)
            if view not in self._sockets or picture == self._sent.get(view):
                continue  # its last screen left meanwhile, or nothing new to be seen there
            self._sent[view] = picture
            await self._send_to_all(view, picture)
        self._fingerprint = fingerprint
        self._up_to_date = asked

    async def _pulse(self) -> None:
        """Other processes, too, must be able to say how the public's sockets are."""
        while True:
            try:
                public = sum(len(s) for (edition, _), s in self._sockets.items() if not edition)
                behind = time.monotonic() - self._up_to_date
                await _note_pulse(self._process, public, behind)
            except Exception as error:
                logger.warning("the pulse could not be noted (%s); trying again", error)
            await asyncio.sleep(PULSE_EVERY)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_EVERY)
            for view in list(self._sockets):
                await self._send_to_all(view, BEAT)

    async def _send_to_all(self, view: View, text: str) -> None:
        for send in list(self._sockets.get(view, ())):
            try:
                await send(text)
            except Exception:
                logger.debug("a socket was gone before its message", exc_info=True)


def _note(process: str, public: int, behind: float) -> None:
    try:
        health.pulse_note(process, public, behind)
    finally:
        connection.close()


# In a thread of its own, and its own connection: waiting to write keeps nobody from looking.
_note_pulse = sync_to_async(_note, thread_sensitive=False)


async def _picture(view: View) -> str:
    """The view's picture as the text of one message."""
    edition_id, language = view
    built = await database_sync_to_async(pictures.picture)(edition_id, language)
    return json.dumps(built, ensure_ascii=False, separators=(",", ":"))


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
