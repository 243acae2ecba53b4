"""Replacing earlier actions: what would follow, tried by the rules. Reads only, records nothing.

A *change* names a recorded action and says what should stand in its place: any number of commands
(none: it did not happen), and whether the action itself still stands after them (something was
missing before it). Every later action is then played again by the rules, exactly as it was
recorded. The first that no longer fits stops that: it and all after it fall away, unless a change
says what happened there instead. ``services.correction_submit`` records what is planned here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cagli_oca.games import fields
from cagli_oca.games.core import (
    UNDO,
    Command,
    Evening,
    Event,
    Refused,
    State,
    Unreadable,
)
from referee import folding, selectors
from referee.models import Edition, LogRow

LONGEST_REASON = 200
MOST_COMMANDS = 100
"""In one correction; far more than a person taps."""


@dataclass(frozen=True, slots=True)
class Change:
    """What should have been recorded instead of row *seq*, or before it (*keep*)."""

    seq: int
    commands: tuple[Command, ...] = ()
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One action as the evening would have it; *row* is the one that it was, None: it is new.

    *seq* is the row at whose place it stands.
    """

    seq: int
    row: LogRow | None
    at: str
    command: Command
    event: Event


@dataclass(frozen=True, slots=True)
class Misfit:
    """Where the replay stopped: at row *seq*, by its own command or (*new*) by a change's."""

    seq: int
    new: bool
    refusal: Refused


@dataclass(frozen=True, slots=True)
class Plan:
    """What a correction would record, and what comes of it."""

    taken_back: tuple[int, ...]
    """Every row from the first change on, the latest first."""
    lines: tuple[Line, ...]
    """What is recorded instead, in order."""
    fallen: tuple[tuple[LogRow, Event], ...]
    """Rows that no longer count and that no change names: from the misfit on."""
    misfit: Misfit | None
    before: State
    after: State
    left_out: tuple[int, ...] = ()
    """Rows that did not fit, where the replay went on without them."""
    standing: Mapping[int, State] = field(default_factory=dict)
    """seq -> the state in which that row's own command comes up (as far as the replay came)."""
    same: bool = True
    """Whether the evening would be told exactly as it is."""


def read_changes(edition: Edition, key: str, value: Any) -> list[Change]:
    """The changes that a script sent, their commands checked. Raises Unreadable."""
    changes = [
        Change(
            seq=found["row"],
            commands=tuple(_read_new(edition, command) for command in found["commands"]),
            keep=found.get("keep", False),
        )
        for item in fields.list_of(fields.any_object)(key, value)
        for found in [
            fields.read_object(
                key,
                item,
                {"row": fields.integer, "commands": fields.list_of(fields.any_object)},
                {"keep": fields.boolean},
            )
        ]
    ]
    if len({change.seq for change in changes}) != len(changes):
        raise Unreadable("duplicate_key", key="row")
    if sum(1 + len(change.commands) for change in changes) > MOST_COMMANDS:
        raise Unreadable("too_long", key=key, longest=MOST_COMMANDS)
    return changes


def _read_new(edition: Edition, command: Mapping[str, Any]) -> Command:
    """A command put into the past: what was seen there, never a draw made only now."""
    for about in ("at", "by", "correction", "program", "proof"):
        if about in command:
            raise Unreadable("unknown_key", key=about, keys=["do", "note"])
    read = edition.rules.read(command)
    if read["do"] == UNDO:
        raise Unreadable("unknown_key", key=UNDO, keys=["do"])
    return read


def plan(
    edition: Edition, evening: Evening, changes: Iterable[Change], *, go_on: bool = False
) -> Plan:
    """What follows from these changes. Raises Refused for a row that does not count.

    *go_on*: as if every recorded action that no longer fits were left out.
    Costs a decision for each action since the first change.
    """
    by_seq = {change.seq: change for change in changes}
    game, past = evening.game, evening.past
    counting = {seq: place for place, (seq, _event, _before) in enumerate(past)}
    for seq in by_seq:
        if seq not in counting:
            raise Refused(game.undo_rule, "correction_of_nothing", seq=seq)
    if not by_seq:
        return Plan((), (), (), None, evening.state, evening.state)

    redone = past[min(counting[seq] for seq in by_seq) :]
    rows = {row.seq: row for row in selectors.log(edition, after=redone[0][0] - 1)}
    state = redone[0][2]
    lines: list[Line] = []
    standing: dict[int, State] = {}
    misfit, stopped = None, len(redone)
    left_out: list[int] = []
    for place, (seq, event, _before) in enumerate(redone):
        row, change = rows[seq], by_seq.get(seq, Change(seq, keep=True))
        asked: list[tuple[LogRow | None, Command]] = [(None, new) for new in change.commands]
        if change.keep:
            asked.append((row, game.spelled_out(row.command, event)))
        old = None
        try:
            for old, command in asked:
                standing[seq] = state
                line = Line(
                    seq, old, _seconds(row), command, game.decide(state, game.read(command))
                )
                if old is not None:
                    game.check_again(event, line.event)
                lines.append(line)
                state = game.apply(state, line.event)
        except Refused as refusal:
            if go_on and old is not None:
                left_out.append(seq)
                continue
            misfit, stopped = Misfit(seq, old is None, refusal), place
            break
        if not change.keep:
            standing[seq] = state
    return Plan(
        taken_back=tuple(seq for seq, _event, _before in reversed(redone)),
        lines=tuple(lines),
        fallen=tuple((rows[seq], event) for seq, event, _before in redone[stopped:]),
        misfit=misfit,
        left_out=tuple(left_out),
        before=evening.state,
        after=state,
        standing=standing,
        same=[folding.essence(game, line.command, line.event) for line in lines]
        == [folding.essence(game, rows[seq].command, event) for seq, event, _before in redone],
    )


def _seconds(row: LogRow) -> str:
    """When a row was recorded, as the evening file tells it."""
    return row.recorded_at.isoformat(timespec="seconds")


def check(planned: Plan, rule: str, reason: str, falls_away: int) -> None:
    """Raises Refused for what must not be recorded: nothing changed, or more lost than was told.

    *falls_away* is how many actions the sender was told would fall away.
    """
    if not reason.strip():
        raise Refused(rule, "correction_without_reason")
    if planned.misfit and (planned.misfit.new or not falls_away):
        raise planned.misfit.refusal
    if len(planned.fallen) != falls_away:
        raise Refused(rule, "correction_drops_more", number=len(planned.fallen))
    if planned.same:
        raise Refused(rule, "correction_changes_nothing")


def commands(planned: Plan, correction: str) -> list[Command]:
    """What is recorded, in order: the undos, then the actions; all with the same *correction*.

    An action that is recorded again keeps its time and its author.
    """
    undos: list[Command] = [{"do": UNDO, "correction": correction}] * len(planned.taken_back)
    return [*undos, *(_recorded(line, correction) for line in planned.lines)]


def _recorded(line: Line, correction: str) -> Command:
    about: dict[str, Any] = {"at": line.at}
    if line.row is not None and line.row.by:
        about["by"] = line.row.by
    return {**about, **line.command, "correction": correction}


SEPARATOR = " · "


def correction_text(command_id: str, reason: str) -> str:
    """What ties the rows of one correction together: its id, and the reason that a person gave."""
    return f"{command_id}{SEPARATOR}{reason.strip()}"


def reason_of(correction: str) -> str:
    """The reason in a correction's text (a file from elsewhere may have any text there)."""
    return correction.partition(SEPARATOR)[2] or correction
