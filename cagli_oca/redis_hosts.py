"""Where Redis is, for the channel layer: pub/sub that outlives a Redis that is restarted, cut off
or silent for an hour.

The layer needs two connections a process, one that listens and one that publishes, so the pool's
limit is never near. What listens waits without a limit of its own (``socket_timeout`` is for
answers), so silence ends nothing. A connection that is closed is opened again by redis-py, with
its subscriptions. What redis-py 8.1 does not notice is told here.
"""

import socket
from typing import Any

from redis.asyncio.connection import (
    AbstractConnection,
    Connection,
    SSLConnection,
    UnixDomainSocketConnection,
    parse_url,
)

ANSWERS_WITHIN = 1.0
"""Seconds. A tap waits for its news to be published, but no longer: screens find it in the log."""

NOTICED_AFTER = 20_000
"""Milliseconds until what was sent to a host that is gone is given up."""


class TcpConnection(Connection):
    """A connection that knows when the system has given it up.

    ETIMEDOUT (the other host is gone without a word: its cable, its power) is Python's
    ``TimeoutError``. redis-py takes it for "nothing came in time" and reads again, at once and for
    ever: the process would stand still.
    """

    @property
    def is_connected(self) -> bool:
        lost = self._reader is not None and self._reader.exception() is not None
        return super().is_connected and not lost


class TlsConnection(TcpConnection, SSLConnection):
    """The same by TLS (``rediss://``)."""


OURS: dict[type[AbstractConnection], type[AbstractConnection]] = {
    Connection: TcpConnection,
    SSLConnection: TlsConnection,
}


def keepalive() -> dict[int, int]:
    """An idle connection is probed after half a minute, by the system; gone after 20 s more."""
    wanted = {
        "TCP_KEEPIDLE": 30,
        "TCP_KEEPINTVL": 5,
        "TCP_KEEPCNT": 4,
        "TCP_USER_TIMEOUT": NOTICED_AFTER,
    }
    return {getattr(socket, name): to for name, to in wanted.items() if hasattr(socket, name)}


def host(url: str) -> dict[str, Any]:
    """What channels-redis opens its connections with. What *url* itself says (``?…``) counts."""
    told: dict[str, Any] = dict(parse_url(url))
    kind = told.pop("connection_class", Connection)
    options: dict[str, Any] = {
        "connection_class": OURS.get(kind, kind),
        "socket_timeout": ANSWERS_WITHIN,
        "socket_connect_timeout": ANSWERS_WITHIN,
    }
    if kind is not UnixDomainSocketConnection:
        options |= {"socket_keepalive": True, "socket_keepalive_options": keepalive()}
    return options | told
