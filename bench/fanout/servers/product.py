"""This product: ``manage.py serve``'s own command, in this process.

``SEQ_FILE`` in the environment: its pictures are the bench's, with the seq that stands in this
file; one process writes it and tells the others as it tells of any commit. Merging is off then.
Without it nothing is replaced.
"""

import asyncio
import os
from pathlib import Path

from daphne.server import twisted_loop  # first: it chooses Twisted's reactor

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")

import django  # noqa: E402

django.setup()

from asgiref.sync import sync_to_async  # noqa: E402
from django.core.management import call_command  # noqa: E402

from bench.fanout import picture  # noqa: E402
from bench.fanout.servers import control  # noqa: E402
from display import hub  # noqa: E402
from referee import news, selectors  # noqa: E402

announcing: set[asyncio.Task[None]] = set()


def publish(seq: int) -> None:
    """As after a commit: in a thread beside the loop."""
    if shared is not None:
        shared.set(seq)
    announce = sync_to_async(news.announce, thread_sensitive=False)
    task = twisted_loop.create_task(announce(None, seq))
    announcing.add(task)
    task.add_done_callback(announcing.discard)


def replace(seq: picture.SharedSeq) -> None:
    """The bench's pictures instead of the log's, every one of them to everybody."""
    hub.text_of = lambda view: picture.text(seq.get())
    selectors.fingerprint = seq.get
    if hasattr(hub, "CROWD_EVERY"):
        hub.CROWD_EVERY = 0.0


if __name__ == "__main__":
    shared = None
    if "SEQ_FILE" in os.environ:
        shared = picture.SharedSeq(Path(os.environ["SEQ_FILE"]))
        replace(shared)
    control.listen(twisted_loop, publish)
    call_command("serve")
