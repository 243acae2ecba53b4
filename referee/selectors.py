"""The only reader of the log. Nothing here writes."""

import threading
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db.models import Max, QuerySet

from cagli_oca.games.core import PUBLIC, UNDO, Evening
from cagli_oca.games.evening_file import to_line
from referee.models import Edition, LogRow, canonical


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
    """The real edition with the latest date that is over (for the other 364 days)."""
    real = Edition.objects.filter(opened=True, rehearsal=False)
    for edition in sorted(real, key=lambda e: (e.header.get("held_on", ""), e.pk), reverse=True):
        if edition.rules.over(evening(edition).state):
            return edition
    return None


def edition_next(today: date) -> Edition | None:
    """The real edition not yet over with the nearest date from *today* on."""
    coming = [
        edition
        for edition in Edition.objects.filter(rehearsal=False)
        if edition.header.get("held_on", "") >= today.isoformat()
        and not (edition.opened and edition.rules.over(evening(edition).state))
    ]
    return min(coming, key=lambda e: e.header["held_on"], default=None)


def fingerprint() -> tuple[Any, ...]:
    """Changes whenever any picture may have: one cheap query, made once a second a process."""
    editions = Edition.objects.annotate(head=Max("rows__seq")).values_list(
        "pk", "current", "epoch", "head", "sample", "header"
    )
    return (
        date.today(),
        *((*row, canonical(header)) for *row, header in editions),
    )


def log(edition: Edition, *, after: int = -1) -> QuerySet[LogRow]:
    """The rows with a higher seq than *after*, in order."""
    return LogRow.objects.filter(edition=edition, seq__gt=after).order_by("seq")


def row_of_command(command_id: str) -> LogRow | None:
    """The row that this command id was recorded as."""
    return LogRow.objects.filter(command_id=command_id).first()


def head_row(edition: Edition) -> LogRow:
    """The last row. Raises LogRow.DoesNotExist for a draft."""
    return LogRow.objects.filter(edition=edition).latest("seq")


_folded: dict[int, tuple[str, Evening]] = {}
_folding = threading.Lock()


def evening(edition: Edition) -> Evening:
    """The fold of the log of an opened edition.

    Folded rows are kept in memory with the digest of the last one; what is kept is used only while
    the log still holds that very row, so that it can never differ from a fold from zero.
    """
    with _folding:
        digest, folded = _folded.get(edition.pk, ("", None))
        if folded is not None:
            rows = list(log(edition, after=folded.head - 1))
            if not rows or rows[0].digest != digest:
                folded = None
            else:
                rows = rows[1:]
        if folded is None:
            first, *rows = log(edition)
            digest, folded = first.digest, Evening.opened(edition.rules, first.command)
        for row in rows:
            digest, folded = row.digest, folded.follow(row.resolved())
        _folded[edition.pk] = (digest, folded)
        return folded


def data_in_force(edition: Edition) -> dict[str, Any]:
    """The header with what was amended since: what a copy starts from."""
    return {**edition.header, **setup(edition)} if edition.opened else edition.header


def setup(edition: Edition) -> dict[str, Any]:
    """The data that the rules go by now, every default filled in; of a draft too."""
    rules = edition.rules
    return rules.setup(evening(edition).state if edition.opened else rules.initial(edition.header))


def scoreboard(edition: Edition) -> dict[str, Any]:
    """Where an opened edition stands, as far as anybody may see it."""
    return edition.rules.scoreboard(evening(edition).state, PUBLIC)


def taken_back(rows: list[LogRow]) -> dict[int, int]:
    """seq of a row taken back -> seq of the undo that did it."""
    return {
        step["seq"]: row.seq for row in rows if row.command.get("do") == UNDO for step in row.steps
    }


def export_lines(edition: Edition) -> Iterator[str]:
    """The evening file, line by line, without newlines. Keys stand in the rules' own order."""
    rules = edition.rules
    for row in log(edition):
        if row.seq == 0:
            yield to_line(rules.check_header(row.command))
            continue
        about: dict[str, Any] = {"at": row.recorded_at.isoformat(timespec="seconds")}
        if row.by:
            about["by"] = row.by
        yield to_line(rules.read({**about, **row.command}))
