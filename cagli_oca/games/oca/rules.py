"""From a command to its event: reading, deciding, and what is legal now.

Where each rule lives: R1-R5 ``board.py``; R4-R19, R29 ``throw.py``; R20-R28 ``challenge.py``;
R30, R31, R33, R35 ``referees.py``; R34 here; R32 and R36 (undo, the header) ``games/core.py``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cagli_oca.games import fields
from cagli_oca.games.core import Command, Event, Offer, Refused, allowed
from cagli_oca.games.oca import board, challenge, referees, throw
from cagli_oca.games.oca.state import Course, State


@dataclass(frozen=True, slots=True)
class Action:
    """One word a referee can say: what does it, its keys, and whether it may be said in rain."""

    run: Callable[[Course, Command], None]
    rule: str
    required: Mapping[str, fields.Check]
    optional: Mapping[str, fields.Check]
    while_suspended: bool = False


_REASON: Mapping[str, fields.Check] = {"reason": fields.text}

ACTIONS: Mapping[str, Action] = {
    "throw": Action(throw.throw, "R4", {"value": fields.integer}, {"quarter": board.quarter}),
    "draw": Action(
        challenge.draw,
        "R21",
        {"quarter": board.quarter},
        {"program": fields.boolean, "proof": fields.any_object},
    ),
    "select_team": Action(challenge.select_team, "R23", {}, {}),
    "bonus": Action(challenge.bonus, "R22", {}, {}),
    "whistle": Action(challenge.whistle, "R20", {}, {}),
    "result": Action(
        challenge.result,
        "R20",
        {"winner": fields.one_of(("challenger", "challenged", "tie"))},
        {"scores": fields.two_numbers},
    ),
    "repeat": Action(challenge.repeat, "R24", _REASON, {}),
    "conduct": Action(referees.conduct, "R30", {"quarter": board.quarter, **_REASON}, {}),
    "ruling": Action(
        referees.ruling,
        "R31",
        {"quarter": board.quarter, **_REASON},
        {
            "square": fields.integer,
            "skips": fields.integer,
            "death_rolls": fields.integer,
            "bonus_used": fields.boolean,
            "select_team_used": fields.boolean,
            "cleared": fields.list_of(fields.integer),
            "game": fields.integer,
            "turn": board.quarter,
        },
        while_suspended=True,
    ),
    "amend": Action(
        referees.amend,
        "R35",
        _REASON,
        {
            "board": board.board,
            "order_of_play": board.order_of_play,
            "square_trials": board.square_trials,
        },
        while_suspended=True,
    ),
    "suspend": Action(referees.suspend, "R33", _REASON, {}),
    "resume": Action(referees.resume, "R33", {}, {}, while_suspended=True),
    "close": Action(referees.close, "R33", _REASON, {}, while_suspended=True),
}


def read(command: Mapping[str, Any]) -> Command:
    """A command with its keys and types checked, undo included. Raises Unreadable."""
    return fields.read_action(ACTIONS, command)


def decide(state: State, command: Command) -> Event:
    """The event of a command that ``read`` has passed. Raises Refused with what is possible."""
    try:
        return _decide(state, command)
    except Refused as refusal:
        refusal.allowed = allowed(legal(state))
        raise


def _decide(state: State, command: Command) -> Event:
    do = command["do"]
    action = ACTIONS[do]
    if over(state):
        raise Refused("R34", "over", phase=state.phase)
    if state.phase == "suspended" and not action.while_suspended:
        raise Refused("R33", "suspended", do=do)
    if "reason" in action.required and not command["reason"].strip():
        raise Refused(action.rule, "no_reason", do=do)
    course = Course(state)
    action.run(course, command)
    return Event(do, tuple(course.steps))


def over(state: State) -> bool:
    """R34: after a win or a close only undo is accepted."""
    return state.phase in ("won", "closed")


REASON_TO_COME = "…"
"""Stands for the reason while an offer is tried out."""


def legal(state: State) -> tuple[Offer, ...]:
    """Every command, with its effect now or the rule that forbids it."""
    offers = tuple(_offer(state, command, needs) for command, needs in _candidates(state))
    for offer in offers:
        if offer.refusal:
            offer.refusal.allowed = allowed(offers)
    return offers


def _candidates(state: State) -> list[tuple[dict[str, Any], tuple[str, ...]]]:
    quarters = state.setup.order
    reason = ("reason",)
    return [
        *(({"do": "throw", "value": value}, ()) for value in range(1, 7)),
        *(({"do": "draw", "quarter": quarter}, ()) for quarter in quarters),
        ({"do": "select_team"}, ()),
        ({"do": "bonus"}, ()),
        ({"do": "whistle"}, ()),
        *(({"do": "result", "winner": w}, ()) for w in ("challenger", "challenged", "tie")),
        ({"do": "repeat"}, reason),
        *(({"do": "conduct", "quarter": quarter}, reason) for quarter in quarters),
        ({"do": "ruling"}, ("quarter", "reason", "set")),
        ({"do": "amend"}, ("reason", "set")),
        ({"do": "suspend"}, reason),
        ({"do": "resume"}, ()),
        ({"do": "close"}, reason),
    ]


def _offer(state: State, command: dict[str, Any], needs: tuple[str, ...]) -> Offer:
    trial_run = dict(command)
    if "reason" in needs:
        trial_run["reason"] = REASON_TO_COME
    if command["do"] == "ruling":
        trial_run |= {"quarter": state.setup.order[0], "skips": 0}
    if command["do"] == "amend":
        trial_run |= {"order_of_play": list(state.setup.order_of_play)}
    try:
        event = _decide(state, trial_run)
    except Refused as refusal:
        return Offer(command, needs, refusal=refusal)
    return Offer(command, needs, event=None if "set" in needs else event)
