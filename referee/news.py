"""The world is told "edition 7 is at seq 12"; who listens is not known here."""

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

GROUP = "news"


def announce(edition_id: int | None, seq: int | None) -> None:
    """Tells every process of a commit. Best effort: listeners also look at the log themselves."""
    message = {"type": "news", "edition": edition_id, "seq": seq}
    try:
        async_to_sync(get_channel_layer().group_send)(GROUP, message)
    except Exception:
        logger.exception("news could not be sent; screens will find them in the log")
