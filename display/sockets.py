"""One open socket, as the hub sees it: at most one picture waits for it, the latest.

A server may offer a short way out (``cagli_oca/fast_daphne.py``): frames that are ready, written to
the connection at once. Every other ASGI server gets ordinary messages, one at a time.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Any

from cagli_oca.outlet import OUTLET, Outlet
from display import frames

logger = logging.getLogger(__name__)


MOST_LAST = 20
"""So many different last messages are told apart by one that follows them."""


class Message:
    """A text for many sockets, and the frames of it, each built once and when first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._after: dict[str, bytes] = {}

    @cached_property
    def plain(self) -> bytes:
        """The whole WebSocket frame."""
        return frames.plain(self.text.encode())

    @cached_property
    def compressed(self) -> bytes:
        """The same for who has negotiated compression, whatever came before."""
        return frames.compressed(self.text.encode())

    def after(self, last: str) -> bytes:
        """The same for whose last compressed message was *last*; mostly a tenth of the size."""
        frame = self._after.get(last)
        if frame is None:
            if len(self._after) >= MOST_LAST:
                return self.compressed
            frame = frames.compressed(self.text.encode(), last.encode())
            self._after[last] = frame
        return frame


STUCK = 4408
"""Close code for who has taken nothing for minutes."""


class Socket:
    """What both ways have in common. *close* ends it politely, with a code."""

    __slots__ = ("close", "last", "stuck_since")

    def __init__(self, close: Callable[[int], Awaitable[None]]) -> None:
        self.close = close
        self.last: Message | None = None
        """The picture given last."""
        self.stuck_since: float | None = None
        """Since when something given has not gone out (monotonic seconds)."""

    def give(self, message: Message) -> None:
        """Sends it now, or as soon as what is on its way has gone out, unless a later one comes."""
        raise NotImplementedError

    def nudge(self, message: Message) -> None:
        """Sends it if nothing is on its way: a beat that nobody waits for."""
        if self.stuck_since is None:
            self.give(message)

    def abort(self) -> None:
        """Ends it without waiting for the client."""
        raise NotImplementedError

    def let_go(self) -> None:
        """Nothing more will be given."""


class FastSocket(Socket):
    """Over a server's short way out."""

    __slots__ = ("_compressed", "_compresses", "_outlet", "_waiting")

    def __init__(self, outlet: Outlet, close: Callable[[int], Awaitable[None]]) -> None:
        super().__init__(close)
        self._outlet, self._compresses = outlet, outlet.compresses
        self._waiting: Message | None = None
        self._compressed: str | None = None
        """The last text that went out compressed: what the next one may refer to."""
        outlet.drained = self._drained

    def give(self, message: Message) -> None:
        if self.stuck_since is not None:
            self._waiting = message
            return
        if not self._compresses:
            frame = message.plain
        elif self._compressed is None:
            frame = message.compressed
        else:
            frame = message.after(self._compressed)
        self._compressed = message.text
        if not self._outlet.write(frame):
            self.stuck_since = time.monotonic()

    def nudge(self, message: Message) -> None:
        # Never compressed: pictures refer to pictures.
        if self.stuck_since is None and not self._outlet.write(message.plain):
            self.stuck_since = time.monotonic()

    def _drained(self) -> None:
        self.stuck_since = None
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self.give(waiting)

    def abort(self) -> None:
        self._outlet.abort()

    def let_go(self) -> None:
        self._waiting = None
        self._outlet.drained = _nothing


def _nothing() -> None:
    pass


class PlainSocket(Socket):
    """Over ASGI's own ``send``, which waits until the client has taken what came before."""

    __slots__ = ("_send", "_task", "_waiting")

    def __init__(
        self, send: Callable[[str], Awaitable[None]], close: Callable[[int], Awaitable[None]]
    ) -> None:
        super().__init__(close)
        self._send = send
        self._waiting: Message | None = None
        self._task: asyncio.Task[None] | None = None

    def give(self, message: Message) -> None:
        self._waiting = message
        if self._task is None:
            self.stuck_since = time.monotonic()
            self._task = asyncio.create_task(self._send_what_waits())

    async def _send_what_waits(self) -> None:
        try:
            while self._waiting is not None:
                message, self._waiting = self._waiting, None
                self.stuck_since = time.monotonic()
                await self._send(message.text)
        except Exception:
            logger.debug("a socket was gone before its message", exc_info=True)
        finally:
            self._task = self.stuck_since = None

    def abort(self) -> None:
        self.let_go()
        self._task = asyncio.create_task(self._hang_up())

    async def _hang_up(self) -> None:
        with contextlib.suppress(Exception):  # it may be gone already
            await self.close(STUCK)

    def let_go(self) -> None:
        self._waiting = None
        if self._task is not None:
            self._task.cancel()


def socket_of(scope: dict[str, Any], send: Any, close: Any) -> Socket:
    """By the short way if the server offers one. *send* and *close* are the consumer's."""
    outlet = scope.get("extensions", {}).get(OUTLET)
    return PlainSocket(send, close) if outlet is None else FastSocket(outlet, close)
