"""One hub a process: it hears news, builds each picture once, and hands it to all its sockets.

Referees and screens come first and get every picture; the crowd gets at most four a second, always
the latest. News can be missed (another process, a lost message), so the hub also looks at the log
once a second. It runs only while a socket is open.
"""

import asyncio
import contextlib
import json
import logging
import os
import resource
import socket
import time
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection

from display import health, pictures
from display.audience import Audience
from display.sockets import Message, Socket
from referee import access, selectors
from referee.news import GROUP

logger = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two looks at the log when no news come."""

FRESH = 0.1
"""Seconds for which a look is as good as a new one to who joins: thousands may join at once."""

BEAT_EVERY = 10.0
"""Seconds between two beats: how a screen tells a silent evening from a dead network."""

PULSE_EVERY = 5.0
"""Seconds between two notes of how many sockets there are and how far they are behind."""

BEAT = Message('{"beat":true}')

CROWD_EVERY = 0.25
"""Seconds between two pictures to the crowd: what comes faster is merged."""

AT_ONCE = 500
"""Sockets of the crowd that are served without a break: a tap waits no longer than these take."""

STUCK_FOR = 300.0
"""Seconds after which a socket that has not drained is closed."""

View = tuple[int | None, str]
"""What a socket shows: an edition (None: the current one) and a language."""

RESERVED = {"public": 60, "screen": 30, "signed_in": 0}
"""How many of the last places a kind of socket leaves to those after it."""

NOT_SIGNED_IN = 4401
"""Close code for an edition by its number without the right to see it, or no longer."""

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
        self._held: dict[Socket, access.Access] = {}
        self._audiences: dict[View, Audience] = {}
        self._fingerprint: Any = None
        self._wake = asyncio.Event()
        self._crowd_waits = asyncio.Event()
        self._behind = False
        self._behind_at: float | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._run: object | None = None
        """What the present tasks serve, from the first socket to the last."""
        self._process = f"{socket.gethostname()[:40]}-{os.getpid()}-{id(self):x}"
        self._up_to_date = time.monotonic()

    def has_place(self, kind: str) -> bool:
        """Whether one more socket of this kind (a key of ``RESERVED``) may be opened."""
        return self.taken < places() - RESERVED[kind]

    @property
    def taken(self) -> int:
        """Open sockets."""
        return sum(map(len, self._audiences.values()))

    def join(
        self, view: View, one: Socket, *, first: bool = True, right: access.Access | None = None
    ) -> None:
        """Adds a socket. It is given the whole present picture, after a look at the log if the
        last one is not fresh: the page that joins may show already what was recorded since.

        *first*: it is a referee's or a screen's. *right*: it stays only while this holds.
        """
        audience = self._audiences.setdefault(view, Audience())
        if right is not None:
            self._held[one] = right
        if self._run is None:
            self._begin()
        if audience.message is not None and time.monotonic() - self._up_to_date < FRESH:
            audience.admit(one, first=first)
        else:
            audience.joining[one] = first
            self._wake.set()

    def leave(self, view: View, one: Socket) -> None:
        """Removes a socket; the last one stops the hub's tasks."""
        one.let_go()
        self._held.pop(one, None)
        audience = self._audiences.get(view)
        if audience is not None:
            audience.drop(one)
            if not audience:
                del self._audiences[view]
        if not self._audiences:
            self._end()

    def _begin(self) -> None:
        self._up_to_date = time.monotonic()
        self._run = run = object()
        work = (self._listen, self._look, self._tell_the_crowd, self._beat, self._pulse)
        self._tasks = [asyncio.create_task(task(run)) for task in work]

    def _end(self) -> None:
        # A task that is just asking the database may not hear that it is cancelled: it asks, too,
        # whether its run is over.
        self._run = None
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

    async def _listen(self, run: object) -> None:
        """News wake the look; what they say is read from the log, not from them."""
        layer, channel = get_channel_layer(), None
        try:
            while run is self._run:
                try:
                    channel = channel or await layer.new_channel()
                    await layer.group_add(GROUP, channel)
                    while run is self._run:
                        await layer.receive(channel)
                        self._wake.set()
                except Exception as error:
                    logger.warning("no news from the channel layer (%s); trying again", error)
                    await asyncio.sleep(LOOK_EVERY)
        finally:
            if channel is not None:
                with contextlib.suppress(Exception):
                    await layer.group_discard(GROUP, channel)

    async def _look(self, run: object) -> None:
        while run is self._run:
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
        good = await database_sync_to_async(access.still_good)(set(held.values()))
        for one, right in held.items():
            if right not in good:
                with contextlib.suppress(Exception):
                    await one.close(NOT_SIGNED_IN)

    async def _send_what_changed(self) -> None:
        asked = time.monotonic()
        fingerprint = await database_sync_to_async(selectors.fingerprint)()
        changed = fingerprint != self._fingerprint
        for view, audience in sorted(
            self._audiences.items(), key=lambda item: not item[1].in_haste()
        ):
            if audience and (changed or audience.message is None):
                await self._bring_up_to_date(view, audience)
            for one, first in audience.joining.items():
                audience.admit(one, first=first)
            audience.joining.clear()
        self._fingerprint = fingerprint
        self._up_to_date = asked

    async def _bring_up_to_date(self, view: View, audience: Audience) -> None:
        text = await _picture(view)
        if audience.message is not None and audience.message.text == text:
            return
        audience.message = Message(text)
        for one in list(audience.first):
            audience.give(one)
        self._crowd_waits.set()

    async def _tell_the_crowd(self, run: object) -> None:
        """Hands on what is new, then rests: so what comes meanwhile is merged."""
        while run is self._run:
            await self._crowd_waits.wait()
            self._crowd_waits.clear()
            rested = asyncio.create_task(asyncio.sleep(CROWD_EVERY))
            for audience in list(self._audiences.values()):
                await self._tell(audience)
            await rested

    async def _tell(self, audience: Audience) -> None:
        for number, one in enumerate(list(audience.crowd), 1):
            audience.give(one)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _pulse(self, run: object) -> None:
        """Other processes, too, must be able to say how the public's sockets are."""
        while run is self._run:
            try:
                self._end_the_stuck()
                public = sum(len(a) for (edition, _), a in self._audiences.items() if not edition)
                behind = time.monotonic() - self._up_to_date
                await _note_pulse(self._process, public, behind)
            except Exception as error:
                logger.warning("the pulse could not be noted (%s); trying again", error)
            await asyncio.sleep(PULSE_EVERY)

    async def _beat(self, run: object) -> None:
        while run is self._run:
            await asyncio.sleep(BEAT_EVERY)
            if await self.is_behind():
                continue  # a copy that is old must not pass for the present
            for audience in list(self._audiences.values()):
                for one in audience:
                    one.nudge(BEAT)

    def _end_the_stuck(self) -> None:
        """Ends the connections of who has not taken what was sent for minutes."""
        now = time.monotonic()
        for audience in self._audiences.values():
            for one in audience:
                if one.stuck_since is not None and now - one.stuck_since > STUCK_FOR:
                    one.abort()


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
