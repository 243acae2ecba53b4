"""One hub a process: it hears news, builds each picture once, and hands it to all its sockets.

News can be missed (another process, a lost message), so the hub also looks at the log once a
second. It runs only while a socket is open.
"""

import asyncio
import contextlib
import json
import logging
import os
import resource
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection

from display import health, pictures
from referee import access, selectors
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

RESERVED = {"public": 60, "screen": 30, "signed_in": 0}
"""How many of the last places a kind of socket leaves to those after it."""

FILES_FOR_THE_REST = 200
"""Open files that are not sockets here: database, requests, log."""


def places() -> int:
    """How many sockets this process holds at most: as set, and as the system lets it."""
    files, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return settings.MAX_SOCKETS
    return min(settings.MAX_SOCKETS, files - FILES_FOR_THE_REST)


class Hub:
    """The open sockets of one event loop, by what they show."""

    def __init__(self) -> None:
        self.taken = 0
        self._held: dict[Send, tuple[access.Access, Callable[[], Awaitable[None]]]] = {}
        self._sockets: dict[View, set[Send]] = {}
        self._sent: dict[View, str] = {}
        self._fingerprint: Any = None
        self._wake = asyncio.Event()
        self._behind = False
        self._behind_at: float | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._process = f"{socket.gethostname()[:40]}-{os.getpid()}-{id(self):x}"
        self._up_to_date = time.monotonic()

    def has_place(self, kind: str) -> bool:
        """Whether one more socket of this kind (a key of ``RESERVED``) may be opened."""
        return self.taken < places() - RESERVED[kind]

    def hold(
        self, send: Send, right: access.Access, put_out: Callable[[], Awaitable[None]]
    ) -> None:
        """This socket stays only while its right holds."""
        self._held[send] = (right, put_out)

    async def join(self, view: View, send: Send) -> None:
        """Adds a socket and sends it the whole present picture."""
        self.taken += 1
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
        self._held.pop(send, None)
        if send in self._sockets.get(view, ()):
            self.taken -= 1
            self._sockets[view].discard(send)
        if not self._sockets.get(view):
            self._sockets.pop(view, None)
            self._sent.pop(view, None)
        if not self._sockets:
            for task in self._tasks:
                task.cancel()
            self._tasks = []

    async def is_behind(self) -> bool:
        """Whether this computer's picture is known to be old; looked up once a second for all."""
        now = asyncio.get_running_loop().time()
        if self._behind_at is None or now - self._behind_at >= LOOK_EVERY:
            self._behind_at = now
            self._behind = await _is_behind()
        return self._behind

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
                await self._put_out()
                await self._send_what_changed()
            except Exception:
                logger.exception("the pictures could not be built; trying again")
                self._fingerprint = None
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_EVERY)
            self._wake.clear()

    async def _put_out(self) -> None:
        """Closes the sockets of who was cut off, locked or signed out meanwhile."""
        held = dict(self._held)
        if not held:
            return
        rights = {right for right, _put_out in held.values()}
        good = await database_sync_to_async(access.still_good)(rights)
        for right, put_out in held.values():
            if right not in good:
                with contextlib.suppress(Exception):
                    await put_out()

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
            if await self.is_behind():
                continue  # a copy that is old must not pass for the present
            for view in list(self._sockets):
                await self._send_to_all(view, BEAT)

    async def _send_to_all(self, view: View, text: str) -> None:
        for send in list(self._sockets.get(view, ())):
            try:
                await send(text)
            except Exception:
                logger.debug("a socket was gone before its message", exc_info=True)


async def _is_behind() -> bool:
    """Whether this computer's copy is known to be old. The beat outlives a database in trouble."""
    try:
        return await database_sync_to_async(selectors.is_behind)()
    except Exception:
        logger.warning("it cannot be seen whether the copy is old", exc_info=True)
        return False


def _note(process: str, public: int, behind: float) -> None:
    try:
        health.pulse_note(process, public, behind)
    finally:
        connection.close()


# In a thread of its own, and its own connection: waiting to write keeps nobody from looking.
_note_pulse = sync_to_async(_note, thread_sensitive=False)


def text_of(view: View) -> str:
    """The view's picture as the text of one message: what its sockets are handed."""
    edition_id, language = view
    built = pictures.picture(edition_id, language)
    return json.dumps(built, ensure_ascii=False, separators=(",", ":"))


async def _picture(view: View) -> str:
    return await database_sync_to_async(text_of)(view)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
