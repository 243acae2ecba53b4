"""The world is told "edition 7 is at seq 12"; who listens is not known here."""

import asyncio
import logging
import threading
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

GROUP = "news"

SENT_WITHIN = 1.5
"""Seconds. Older news are not worth sending, however many others wait for the same server."""

_loop: asyncio.AbstractEventLoop | None = None

_waiting: list[threading.Event] = []


def event() -> threading.Event:
    """Is set at each announcement made in this process: for threads beside the requests."""
    waiting = threading.Event()
    _waiting.append(waiting)
    return waiting


def send_by(loop: asyncio.AbstractEventLoop) -> None:
    """From now on this running loop, a server's, sends the news: no tap waits for them."""
    global _loop
    _loop = loop


def announce(edition_id: int | None, seq: int | None) -> None:
    """Tells every process of a commit. Best effort: listeners also look at the log themselves."""
    for waiting in _waiting:
        waiting.set()
    message = {"type": "news", "edition": edition_id, "seq": seq}
    if _loop is None:
        async_to_sync(_send)(message)
    else:
        asyncio.run_coroutine_threadsafe(_send(message), _loop)


async def _send(message: dict[str, Any]) -> None:
    try:
        async with asyncio.timeout(SENT_WITHIN):
            await get_channel_layer().group_send(GROUP, message)
    except TimeoutError:
        logger.warning("news could not be sent in time; screens will find them in the log")
    except Exception:
        logger.exception("news could not be sent; screens will find them in the log")
