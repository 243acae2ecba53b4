"""The only reader of the log. Nothing here writes."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from cagli_oca.games.core import PUBLIC, UNDO, Evening
from cagli_oca.games.evening_file import to_line
from referee import lot
from referee.folding import Fold, fold, log
from referee.models import AsideRow, Edition, Following, LogRow, canonical

SILENT_AFTER = timedelta(seconds=15)
"""Since when another computer that was not heard is told to be away."""


class NotFound(Exception):
    """No edition, or more than one, answers to this word."""


def edition_list() -> QuerySet[Edition]:
    """Every edition, the newest first."""
    return Edition.objects.all()


def edition_get(edition_id: int) -> Edition | None:
    """An edition by its number in the database."""
    return Edition.objects.filter(pk=edition_id).first()


def edition_current() -> Edition | None:
    """The edition that the public screens show, if one was chosen."""
    return Edition.objects.filter(current=True).first()


def edition_find(word: str) -> Edition:
    """An edition by its number in the database or by its header's ``edition``. Raises NotFound."""
    found = [e for e in Edition.objects.all() if e.header.get("edition") == word]
    if not found and word.isdecimal():
        found = list(Edition.objects.filter(pk=int(word)))
    if len(found) != 1:
        known = ", ".join(f"{e.pk} ({e.header.get('edition')})" for e in edition_list())
        raise NotFound(f"{len(found)} editions answer to {word!r}; known: {known or 'none'}")
    return found[0]


def edition_last_over() -> Edition | None:
    """The real edition with the latest date that is publicly over (for the other 364 days)."""
    real = Edition.objects.filter(opened=True, rehearsal=False)
    for edition in sorted(real, key=lambda e: (e.header.get("held_on", ""), e.pk), reverse=True):
        if edition.rules.over(public_evening(edition).state):
            return edition
    return None


def edition_shown() -> Edition | None:
    """The edition on the screens, else the one that was over last."""
    return edition_current() or edition_last_over()


def edition_next(today: date) -> Edition | None:
    """The real edition not yet over with the nearest date from *today* on."""
    coming = [
        edition
        for edition in Edition.objects.filter(rehearsal=False)
        if edition.header.get("held_on", "") >= today.isoformat()
        and not (edition.opened and edition.rules.over(public_evening(edition).state))
    ]
    return min(coming, key=lambda e: e.header["held_on"], default=None)


def fingerprint() -> tuple[Any, ...]:
    """Changes whenever any picture may have: cheap queries, made once a second a process."""
    editions = Edition.objects.annotate(head=Max("rows__seq")).values_list(
        "pk", "current", "epoch", "highest_epoch", "head", "sample", "starts_at", "revealed",
        "catching_up",
        "reveal_after", "header", "announcement", "trial", "caught_up",
    )  # fmt: skip
    return (
        timezone.localdate(),
        *(
            (pk, *row, after, after is not None and _due(pk, after), *map(canonical, texts))
            for pk, *row, after, header, announcement, trial, caught_up in editions
            for texts in [(header, announcement, trial, caught_up)]
        ),
    )


def is_following() -> bool:
    """Whether this computer only shows what another one records."""
    return Following.objects.filter(taken_over_at=None).exists()


def recorded_elsewhere(edition: Edition) -> str:
    """Why another computer is the one that records this edition: ``following`` or
    ``superseded``; empty if this one does.
    """
    if is_following():
        return "following"
    return "superseded" if edition.superseded else ""


def is_silent(following: Following) -> bool:
    """Whether the computer that this one follows has not been heard lately."""
    heard = following.heard_at
    return heard is None or abs(timezone.now() - heard) > SILENT_AFTER


def has_lost_the_other() -> bool:
    """Whether this computer follows another one and has not heard of it lately."""
    following = Following.objects.filter(taken_over_at=None).first()
    return following is not None and is_silent(following)


def is_behind() -> bool:
    """Whether what this computer shows is old, and must not pass for the present.

    It has lost the one that it follows, or another one has taken over what is on the screens.
    """
    taken_over = Edition.objects.filter(current=True, highest_epoch__gt=F("epoch"))
    return has_lost_the_other() or taken_over.exists()


def aside() -> QuerySet[AsideRow]:
    """The rows that nobody has noted yet, and whose command was not recorded elsewhere in a log."""
    recorded = LogRow.objects.filter(command_id=OuterRef("command_id"))
    rows = AsideRow.objects.filter(~Exists(recorded), noted_at=None)
    return rows.select_related("edition")


def row_of_command(command_id: str) -> LogRow | None:
    """The row that this command id was recorded as."""
    return LogRow.objects.filter(command_id=command_id).first()


def head_row(edition: Edition) -> LogRow:
    """The last row. Raises LogRow.DoesNotExist for a draft."""
    return edition.rows.latest("seq")


def evening(edition: Edition) -> Evening:
    """The evening as referees see it: all that was recorded."""
    return fold(edition).evening


# ------------------------------------------------------------------ what the public may see


def public_head(edition: Edition) -> int:
    """The last row that the public may see: all but those that the reveal still holds back.

    While a paper form is entered it is no later than the last row before that.
    """
    edition.refresh_from_db(fields=["reveal_after", "revealed", "catching_up"])
    head = head_row(edition).seq
    if edition.catching_up is not None:
        head = min(head, edition.catching_up)
    if edition.reveal_after is None:
        return head
    public = min(head, max(edition.revealed, _due(edition.pk, edition.reveal_after)))
    return public if public == head else _whole(edition, public)


def _whole(edition: Edition, public: int) -> int:
    """*public*, or the row before a correction that it would tear apart."""
    rows = log(edition).filter(seq__lte=public + 1).order_by("-seq").iterator()
    text = next(rows).command.get("correction")
    return next(row.seq for row in rows if not text or row.command.get("correction") != text)


def public_head_row(edition: Edition) -> LogRow:
    """The row that the public sees last."""
    return edition.rows.get(seq=public_head(edition))


def _due(pk: int, reveal_after: int) -> int:
    """The last row that is public by its age.

    A row from the future (the clock was set back) must not wait for that future. A computer that
    follows another is told what is public: its own clock says nothing about the other's rows.
    """
    if is_following():
        return 0
    now = timezone.now()
    old_enough = Q(recorded_at__gt=now) | Q(recorded_at__lte=now - timedelta(seconds=reveal_after))
    rows = LogRow.objects.filter(old_enough, edition=pk)
    return rows.aggregate(last=Max("seq"))["last"] or 0


def public_fold(edition: Edition) -> Fold:
    """The fold as far as the public may see it."""
    head = public_head(edition)
    everything = edition.reveal_after is None and edition.catching_up is None
    return fold(edition, None if everything else head)


def public_evening(edition: Edition) -> Evening:
    """The evening as the public may see it."""
    return public_fold(edition).evening


def data_in_force(edition: Edition) -> dict[str, Any]:
    """The header with what was amended since: what a copy starts from."""
    return {**edition.header, **setup(edition)} if edition.opened else edition.header


def setup(edition: Edition, *, public: bool = False) -> dict[str, Any]:
    """The data that the rules go by now, every default filled in; of a draft too."""
    rules = edition.rules
    if not edition.opened:
        return rules.setup(rules.initial(edition.header))
    return rules.setup((public_evening if public else evening)(edition).state)


def drawn_header(edition: Edition) -> dict[str, Any]:
    """The header with what the program draws before the opening, from the numbers called."""
    chance = lot.Chance(edition.secret, edition.committed, lot.ORDER)
    return dict(edition.rules.draw_header(edition.header, chance))


def scoreboard(edition: Edition) -> dict[str, Any]:
    """Where an opened edition stands: all that was recorded, nobody's secrets."""
    return edition.rules.scoreboard(evening(edition).state, PUBLIC)


def taken_back(rows: list[LogRow]) -> dict[int, int]:
    """seq of a row taken back -> seq of the undo that did it."""
    return {
        step["seq"]: row.seq for row in rows if row.command.get("do") == UNDO for step in row.steps
    }


def export_lines(edition: Edition) -> Iterator[str]:
    """The evening file, line by line, without newlines. Keys stand in the rules' own order."""
    return (export_line(edition, row) for row in log(edition))


def export_line(edition: Edition, row: LogRow) -> str:
    """One row as its line of the evening file."""
    if row.seq == 0:
        return to_line(edition.rules.check_header(row.command))
    about: dict[str, Any] = {"at": row.recorded_at.isoformat(timespec="seconds")}
    if row.by:
        about["by"] = row.by
    return to_line(edition.rules.read({**about, **row.command}))
