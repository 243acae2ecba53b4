"""What the public is told beside the log: the hour of the start, an announcement, the reveal, that
a paper form is being entered, and the counts and clock of the trial being played. Services like
those of ``services``; none of this is the record, and none of it changes what a rule decides.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from referee import news, selectors, services
from referee.models import Edition


def _tell(edition_id: int, **fields: Any) -> None:
    """Changes the edition and announces it after the commit."""
    services.must_be_main()
    with transaction.atomic():
        Edition.objects.filter(pk=edition_id).update(**fields)
        transaction.on_commit(lambda: news.announce(edition_id, None))


def start_set(*, edition_id: int, starts_at: datetime | None) -> None:
    """The hour of the start, which the screens count down to; None: not told."""
    _tell(edition_id, starts_at=starts_at)


def announcement_set(*, edition_id: int, texts: Mapping[str, str]) -> None:
    """A free text on screens and phones, by language; blank everywhere takes it down."""
    told = {language: text.strip() for language, text in texts.items() if text.strip()}
    _tell(edition_id, announcement=told)


@transaction.atomic
def reveal_change(*, edition_id: int, after: int | None) -> None:
    """The switch of the evening. None: live. Else the public waits for a release, at most so long.

    *after* in seconds. What is public already stays public.
    """
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    revealed = selectors.public_head(edition) if edition.opened else 0
    _tell(edition_id, reveal_after=after, revealed=revealed)


@transaction.atomic
def reveal_release(*, edition_id: int, seq: int) -> None:
    """Makes public everything up to row *seq*: what the person releasing it has seen.

    Also where the public waits because a paper form is being entered.
    """
    catch_up_end(edition_id=edition_id)
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    head = edition.rows.latest("seq").seq
    _tell(edition_id, revealed=max(edition.revealed, min(seq, head)))


def log_live_set(*, edition_id: int, live: bool) -> None:
    """Whether the public log can be downloaded during the evening, or only after it."""
    _tell(edition_id, log_live=live)


@transaction.atomic
def catch_up_begin(*, edition_id: int) -> None:
    """A paper form is about to be entered: the public waits with what it sees now."""
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    if edition.catching_up is None:
        _tell(edition_id, catching_up=edition.rows.latest("seq").seq)


@transaction.atomic
def catch_up_end(*, edition_id: int) -> None:
    """The public is shown the present, with one summary of what was entered since."""
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    if edition.catching_up is None:
        return
    last = edition.rows.latest("seq").seq
    entered = {"first": edition.catching_up + 1, "last": last}
    told = {"caught_up": entered} if last > edition.catching_up else {}
    _tell(edition_id, catching_up=None, **told)


def trial_show(*, edition_id: int, trial: Mapping[str, Any]) -> None:
    """What the referee's tablet counts and clocks now: ``{"whistle", "counts", "clock"}``."""
    _tell(edition_id, trial=dict(trial))
