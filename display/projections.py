"""From a state to the message for a screen. No database here: everything is handed in.

A *picture* is all that a screen needs, whole, so that connecting and reconnecting are the same.
Screens compare (edition, epoch, seq): newer is drawn, older is ignored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from django.utils.translation import gettext as _

from cagli_oca import wording
from cagli_oca.games.core import PUBLIC, TAKEN_BACK, Evening

LAST_HAPPENINGS = 5


@dataclass(frozen=True, slots=True)
class Recorded:
    """A row of the log as far as a screen tells it."""

    seq: int
    at: datetime
    event: str
    steps: Sequence[Mapping[str, Any]]
    taken_back: bool


class Happening(TypedDict):
    """One recorded action as the public is told it."""

    seq: int
    at: str
    event: str
    sentence: str
    steps: list[dict[str, Any]]
    taken_back: bool


class Coming(TypedDict):
    """An evening announced: its title and its date (ISO)."""

    title: str
    held_on: str


class LastResult(TypedDict):
    """How the last real evening ended."""

    title: str
    held_on: str
    sentence: str
    winner: str | None


class Picture(TypedDict):
    """The whole public picture. ``stage``: none, draft, before, play, suspended, over."""

    edition: int | None
    epoch: int
    seq: int
    game: str | None
    title: str
    event: str
    held_on: str
    rehearsal: bool
    sample: bool
    stage: str
    now: dict[str, str]
    board: dict[str, Any] | None
    setup: dict[str, Any] | None
    last_die: dict[str, Any] | None
    happenings: list[Happening]
    last_result: LastResult | None
    coming: Coming | None


def happening(slug: str, row: Recorded, others: Mapping[int, Recorded]) -> Happening:
    """One row told. *others* holds the rows that an undo may name, by seq."""
    steps = [{**step, "sentence": wording.step_sentence(slug, step)} for step in row.steps]
    sentence = " ".join(filter(None, (step["sentence"] for step in steps)))
    for step in row.steps:
        if step["step"] == TAKEN_BACK and step["seq"] in others:
            taken = wording.event_sentence(slug, others[step["seq"]].steps)
            sentence = _("The referees take back: %(sentence)s") % {"sentence": taken}
    return {
        "seq": row.seq,
        "at": row.at.isoformat(timespec="seconds"),
        "event": row.event,
        "sentence": sentence,
        "steps": steps,
        "taken_back": row.taken_back,
    }


def last_die(evening: Evening) -> dict[str, Any] | None:
    """The last throw that still counts: the newest step that tells a die's ``value``."""
    for _seq, event, _before in reversed(evening.past):
        for step in event.steps:
            if "value" in step.facts:
                return {"step": step.name, **step.facts}
    return None


def stage_of(evening: Evening) -> str:
    """Where an opened evening is, in the words that every game shares."""
    if evening.game.over(evening.state):
        return "over"
    if evening.game.scoreboard(evening.state, PUBLIC)["phase"] == "suspended":
        return "suspended"
    return "play" if evening.past else "before"


def opened_picture(
    *,
    edition: int,
    epoch: int,
    header: Mapping[str, Any],
    sample: bool,
    evening: Evening,
    rows: Sequence[Recorded],
    last_result: LastResult | None,
    coming: Coming | None,
) -> Picture:
    """The picture of an opened edition; *rows* are all its rows, for the last happenings."""
    slug, state = evening.game.slug, evening.state
    board = evening.game.scoreboard(state, PUBLIC)
    by_seq = {row.seq: row for row in rows}
    return {
        **_about(edition, epoch, header, sample),
        "seq": evening.head,
        "stage": stage_of(evening),
        "now": wording.of(slug).now(board),
        "board": board,
        "setup": evening.game.setup(state),
        "last_die": last_die(evening),
        "happenings": [
            happening(slug, row, by_seq) for row in rows[-LAST_HAPPENINGS:] if row.seq > 0
        ],
        "last_result": last_result,
        "coming": coming,
    }


def waiting_picture(
    *,
    edition: int | None,
    epoch: int,
    header: Mapping[str, Any],
    sample: bool,
    last_result: LastResult | None,
    coming: Coming | None,
) -> Picture:
    """The picture with a draft, or with no edition at all (*edition* None, *header* empty)."""
    return {
        **_about(edition, epoch, header, sample),
        "seq": -1,
        "stage": "none" if edition is None else "draft",
        "now": {"headline": "", "line": ""},
        "board": None,
        "setup": None,
        "last_die": None,
        "happenings": [],
        "last_result": last_result,
        "coming": coming,
    }


def _about(edition: int | None, epoch: int, header: Mapping[str, Any], sample: bool) -> Any:
    game = header.get("game")
    event = header.get("event", "palio")
    events = wording.of(game).EVENTS if game else {}
    return {
        "edition": edition,
        "epoch": epoch,
        "game": game,
        "title": header.get("title") or header.get("edition", ""),
        "event": str(events.get(event, event)) if game else "",
        "held_on": header.get("held_on", ""),
        "rehearsal": header.get("rehearsal", False),
        "sample": sample,
    }
