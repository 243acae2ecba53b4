"""The fold of an evening's log: its state, and what only the way there tells."""

import threading
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from django.db.models import QuerySet

from cagli_oca.games import fields
from cagli_oca.games.core import PUBLIC, UNDO, Command, Evening, Event, Game, State, without
from referee.models import Edition, LogRow, canonical


def log(edition: Edition, *, after: int = -1) -> QuerySet[LogRow]:
    """The rows with a higher seq than *after*, in order."""
    return edition.rows.filter(seq__gt=after).order_by("seq")


@dataclass(slots=True)
class Replacement:
    """Rows recorded at once as one correction (the same text in ``correction``, in a row)."""

    text: str
    first: int
    last: int
    before: State
    taken: list[int] = field(default_factory=list)
    """The rows that it took back, the latest first."""
    put: list[int] = field(default_factory=list)
    """Its own actions."""
    again: dict[int, int] | None = None
    """Found when it is asked for, see ``recorded_again``."""


@dataclass(slots=True)
class Fold:
    """The fold of a log so far, and what only its way there tells."""

    digest: str
    """Of the last row folded."""
    evening: Evening
    turns: dict[int, str | None] = field(default_factory=dict)
    """seq -> whose turn it was before that row."""
    corrections: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    """seq of an undo, ruling, amendment, or of a replacement's row -> what was moved by then."""
    replacements: list[Replacement] = field(default_factory=list)
    """Corrections of several rows, in order."""

    @property
    def seq(self) -> int:
        """Of the last row folded."""
        return self.evening.head

    def followed(self, digest: str, event: Event, correction: str = "") -> "Fold":
        """One row more. What was gathered is carried on: nothing in it ever changes."""
        before, game = self.evening, self.evening.game
        after = before.follow(event)
        self.turns[after.head] = game.scoreboard(before.state, PUBLIC)["turn"]
        replacement = self._replacement(correction)
        if replacement:
            replacement.last, replacement.again = after.head, None
            if event.name == UNDO:
                replacement.taken.append(event.steps[0].facts["seq"])
            else:
                replacement.put.append(after.head)
            self.corrections[after.head] = game.changes(replacement.before, after.state)
        elif event.name == UNDO or event.name in game.corrections:
            self.corrections[after.head] = game.changes(before.state, after.state)
        return Fold(digest, after, self.turns, self.corrections, self.replacements)

    def _replacement(self, text: str) -> Replacement | None:
        """The correction that the next row belongs to, by its text; None for an ordinary row."""
        if not text:
            return None
        head, last = self.evening.head, self.replacements[-1] if self.replacements else None
        if last is None or (last.text, last.last) != (text, head):
            last = Replacement(text, head + 1, head + 1, self.evening.state)
            self.replacements.append(last)
        return last


_folds: dict[tuple[int, bool], Fold] = {}
_folding = threading.Lock()


def fold(edition: Edition, until: int | None = None) -> Fold:
    """The fold of an opened edition's log, up to row *until* if given.

    Folded rows are kept in memory with the digest of the last one; what is kept is used only while
    the log still holds that very row, so that it can never differ from a fold from zero.
    """
    key = (edition.pk, until is not None)
    with _folding:
        kept = _folds.get(key)
        if kept is not None:
            rows = list(_up_to(until, log(edition, after=kept.evening.head - 1)))
            kept, rows = (kept, rows[1:]) if rows and rows[0].digest == kept.digest else (None, [])
        if kept is None:
            first, *rows = _up_to(until, log(edition))
            kept = Fold(first.digest, Evening.opened(edition.rules, first.command))
        for row in rows:
            kept = kept.followed(row.digest, row.resolved(), row.command.get("correction", ""))
        _folds[key] = kept
        return kept


def recorded_again(edition: Edition, fold: Fold) -> dict[int, int]:
    """seq of an action that a correction took back -> seq as which it was recorded again.

    A replacement plays later actions again: they say the same, in the same order. Costs a query
    for each correction of several rows, once.
    """
    again: dict[int, int] = {}
    for replacement in fold.replacements:
        if replacement.last > fold.evening.head:
            break  # a later fold, which shares this list, is at it in another thread
        if replacement.again is None:
            replacement.again = _again(edition, replacement)
        again |= replacement.again
    for seq in sorted(again, reverse=True):
        again[seq] = again.get(again[seq], again[seq])
    return again


def _again(edition: Edition, replacement: Replacement) -> dict[int, int]:
    taken, put = replacement.taken[::-1], replacement.put
    said = {
        row.seq: canonical(essence(edition.rules, row.command, row.resolved()))
        for row in log(edition).filter(seq__in=[*taken, *put])
    }
    alike = SequenceMatcher(None, [said[s] for s in taken], [said[s] for s in put], autojunk=False)
    return {
        taken[block.a + place]: put[block.b + place]
        for block in alike.get_matching_blocks()
        for place in range(block.size)
    }


def essence(game: Game, command: Command, event: Event) -> Command:
    """What an action says, without when, by whom and with which remark."""
    return without(dict(game.spelled_out(command, event)), frozenset(fields.ABOUT_AN_ACTION))


def _up_to(until: int | None, rows: QuerySet[LogRow]) -> QuerySet[LogRow]:
    return rows if until is None else rows.filter(seq__lte=until)
