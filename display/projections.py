"""From a state to the message for a screen. No database here: everything is handed in.

A *picture* is all that a screen needs, whole, so that connecting and reconnecting are the same.
Screens compare (edition, epoch, seq): newer is drawn, older is ignored.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypedDict

from django.utils.translation import gettext as _

from cagli_oca import wording
from cagli_oca.games.core import PUBLIC, TAKEN_BACK, Evening

LAST_HAPPENINGS = 5

CORRECTION = "correction"
"""The event's name of several rows that are told as one correction."""

LONGEST_CORRECTION = 3
"""How many wrong actions, and how many new ones, a correction names step by step."""

Steps = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A row of the log as far as a screen tells it."""

    seq: int
    at: datetime
    event: str
    steps: Sequence[Mapping[str, Any]]
    taken_back: bool
    turn: str | None
    """Whose turn it was before it."""
    moved: Sequence[Mapping[str, Any]] | None
    """What it moved, if it is a correction."""
    first: int | None = None
    """Of a correction of several rows: the first of them."""
    taken: Sequence[tuple[Mapping[str, Any], Steps]] = ()
    """Of a correction of several rows: the undo's step and the steps of what was wrong."""
    put: Sequence[Steps] = ()
    """Of a correction of several rows: the steps of each new action."""


class Correction(TypedDict):
    """What the referees have corrected, told honestly."""

    sentence: str
    changes: list[dict[str, Any]]


class Happening(TypedDict):
    """One recorded action as the public is told it; its sentence is its steps' (sentence_of).

    A correction of several rows is one happening: it begins with row ``first``.
    """

    seq: int
    first: int
    at: str
    event: str
    steps: list[dict[str, Any]]
    taken_back: bool
    turn: str | None
    correction: Correction | None


class Coming(TypedDict):
    """An evening announced: its title and its date (ISO)."""

    title: str
    held_on: str


class LastResult(TypedDict):
    """How the last real evening ended; no ``winner`` if it was another game than the one shown."""

    title: str
    held_on: str
    sentence: str
    winner: str | None


class Clock(TypedDict):
    """The clock of one side: ``ends`` (epoch ms) while it runs, ``left`` (s) while it stands."""

    side: str
    ends: int | None
    left: float


class Trial(TypedDict):
    """What the referee's tablet counts and clocks in the trial being played."""

    counts: dict[str, int] | None
    clock: Clock | None


class Head(TypedDict):
    """Which picture is the present one: what screens compare."""

    edition: int | None
    epoch: int
    seq: int


class Picture(TypedDict):
    """A whole picture. ``stage``: none, draft, before, play, suspended, over.

    ``chain``: the first digits of the log's head, which anybody may write down and compare later.
    ``held``: how many rows the public does not see yet (never told to the public).
    ``caught_up``: up to this seq nothing is performed: it was entered later, from a paper form.
    """

    edition: int | None
    epoch: int
    seq: int
    game: str | None
    title: str
    event: str
    held_on: str
    starts_at: str
    rehearsal: bool
    sample: bool
    announcement: str
    announcement_language: str
    chain: str
    held: int
    caught_up: int
    stage: str
    now: dict[str, str]
    board: dict[str, Any] | None
    setup: dict[str, Any] | None
    winner: str | None
    last_die: dict[str, Any] | None
    trial: Trial | None
    happenings: list[Happening]
    figures: list[dict[str, Any]]
    last_result: LastResult | None
    coming: Coming | None


@dataclass(frozen=True, slots=True)
class About:
    """What every picture of an edition tells, opened or not."""

    edition: int | None = None
    epoch: int = 0
    header: Mapping[str, Any] = field(default_factory=dict)
    starts_at: datetime | None = None
    sample: bool = False
    announcement: str = ""
    announcement_language: str = ""
    chain: str = ""
    held: int = 0
    caught_up: int = 0
    last_result: LastResult | None = None
    coming: Coming | None = None


def happening(slug: str, row: Recorded, others: Mapping[int, Recorded]) -> Happening:
    """One row told. *others* holds the rows that an undo may name, by seq."""
    if row.event == CORRECTION:
        return _correction(slug, row)
    steps = _told(slug, row.steps)
    for step in steps:
        if step["step"] == TAKEN_BACK and step["seq"] in others:
            taken = wording.event_sentence(slug, others[step["seq"]].steps)
            step["sentence"] = _taken_back(taken)
    correction: Correction | None = None
    if row.moved is not None:
        told = wording.correction_sentence(slug, row.moved, steps)
        correction = {"sentence": told, "changes": [dict(change) for change in row.moved]}
    return {
        "seq": row.seq,
        "first": row.first or row.seq,
        "at": row.at.isoformat(timespec="seconds"),
        "event": row.event,
        "steps": steps,
        "taken_back": row.taken_back,
        "turn": row.turn,
        "correction": correction,
    }


def _told(slug: str, steps: Steps) -> list[dict[str, Any]]:
    return [{**step, "sentence": wording.step_sentence(slug, step)} for step in steps]


def _correction(slug: str, row: Recorded) -> Happening:
    """Several rows told as one: what was wrong, what is right, and whom it moved."""
    moved = [dict(change) for change in row.moved or ()]
    sentence = wording.replacement_sentence(slug, moved, [s for _u, s in row.taken], row.put)
    back = [
        {**undo, "sentence": _taken_back(wording.event_sentence(slug, steps))}
        for undo, steps in row.taken[:LONGEST_CORRECTION]
    ]
    new = [step for steps in row.put[:LONGEST_CORRECTION] for step in _told(slug, steps)]
    return {
        "seq": row.seq,
        "first": row.first or row.seq,
        "at": row.at.isoformat(timespec="seconds"),
        "event": row.event,
        "steps": [*back, *new],
        "taken_back": False,
        "turn": row.turn,
        "correction": {"sentence": sentence, "changes": moved},
    }


def _taken_back(sentence: str) -> str:
    return _("The referees take back: %(sentence)s") % {"sentence": sentence}


def happenings(slug: str, rows: Sequence[Recorded], *, since: int) -> list[Happening]:
    """Rows told, from seq *since* on (never row 0); the others only explain undos."""
    by_seq = {row.seq: row for row in rows}
    return [happening(slug, row, by_seq) for row in rows if row.seq >= max(1, since)]


def sentence_of(steps: Iterable[Mapping[str, Any]]) -> str:
    """What happened, as running text: not sent beside the steps, to keep pictures small."""
    return " ".join(step["sentence"] for step in steps if step["sentence"])


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
    about: About,
    *,
    evening: Evening,
    rows: Sequence[Recorded],
    trial: Mapping[str, Any],
    since: int | None = None,
) -> Picture:
    """The picture of an opened edition.

    *rows* are its last ones, with those that their undos name: told from seq *since* on (or as
    many as a picture holds); *trial* is what the referee's tablet told last.
    """
    if since is None:
        since = evening.head - LAST_HAPPENINGS + 1
    slug, state = evening.game.slug, evening.state
    board = evening.game.scoreboard(state, PUBLIC)
    stage = stage_of(evening)
    return {
        **_about(about),
        "seq": evening.head,
        "caught_up": min(about.caught_up, evening.head),
        "stage": stage,
        "now": wording.of(slug).now(board),
        "board": board,
        "setup": evening.game.setup(state),
        "winner": evening.game.winner(state),
        "last_die": last_die(evening),
        "trial": trial_of(evening, trial),
        "happenings": happenings(slug, rows, since=since),
        "figures": figures(evening) if stage == "over" else [],
    }


def figures(evening: Evening) -> list[dict[str, Any]]:
    """The evening in figures, in words."""
    told = evening.game.figures(evening.past, evening.state)
    return wording.figures(evening.game.slug, told)


def trial_of(evening: Evening, trial: Mapping[str, Any]) -> Trial | None:
    """Counts and clock, as long as they belong to the trial that is on (``row`` began it)."""
    if not trial or trial["row"] != phase_began(evening):
        return None
    return {"counts": trial["counts"], "clock": trial["clock"]}


def phase_began(evening: Evening) -> int:
    """seq of the row with which the present phase began; a suspension does not count."""
    phase = _phase(evening, evening.state)
    after = phase
    for seq, _event, before_row in reversed(evening.past):
        before = _phase(evening, before_row)
        if "suspended" not in (before, after) and before != phase:
            return seq
        after = before
    return 0


def _phase(evening: Evening, state: Any) -> str:
    return str(evening.game.scoreboard(state, PUBLIC)["phase"])


def waiting_picture(about: About) -> Picture:
    """The picture with a draft, or with no edition at all."""
    return {
        **_about(about),
        "seq": -1,
        "caught_up": 0,
        "stage": "none" if about.edition is None else "draft",
        "now": {"headline": "", "line": ""},
        "board": None,
        "setup": None,
        "winner": None,
        "last_die": None,
        "trial": None,
        "happenings": [],
        "figures": [],
    }


def _about(about: About) -> Any:
    header = about.header
    game = header.get("game")
    event = header.get("event", "palio")
    events = wording.of(game).EVENTS if game else {}
    return {
        "edition": about.edition,
        "epoch": about.epoch,
        "game": game,
        "title": header.get("title") or header.get("edition", ""),
        "event": str(events.get(event, event)) if game else "",
        "held_on": header.get("held_on", ""),
        "starts_at": about.starts_at.isoformat(timespec="seconds") if about.starts_at else "",
        "rehearsal": header.get("rehearsal", False),
        "sample": about.sample,
        "announcement": about.announcement,
        "announcement_language": about.announcement_language,
        "chain": about.chain,
        "held": about.held,
        "last_result": about.last_result,
        "coming": about.coming,
    }
