"""From a command to its event: reading and deciding.

Where each rule lives: P1-P3, P8, P18, P28 ``header.py``; P4-P11 ``opening.py``; P12-P17, P20
``mossa.py``; P10, P11, P17, P22 ``cards.py``; P19, P24-P27 ``track.py``; P21, P23-P29 ``race.py``;
P30 ``referees.py``; undo and the header's row ``games/core.py``. What may be done: ``offers.py``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cagli_oca.games import fields
from cagli_oca.games.core import Command, Event, Refused
from cagli_oca.games.siena import cards, header, mossa, opening, race, referees
from cagli_oca.games.siena.course import Course
from cagli_oca.games.siena.state import State


@dataclass(frozen=True, slots=True)
class Action:
    """One word somebody can say: what does it, its rule and keys, and when it may be said."""

    run: Callable[[Course, Command], None]
    rule: str
    required: Mapping[str, fields.Check]
    optional: Mapping[str, fields.Check]
    while_suspended: bool = False
    while_nobody_is_left: bool = False


_REASON: Mapping[str, fields.Check] = {"reason": fields.text}
_PLAYER: Mapping[str, fields.Check] = {"player": fields.text}
_WHOSE: Mapping[str, fields.Check] = {"contrada": header.contrada, **_PLAYER}
_DRAWN: Mapping[str, fields.Check] = {"program": fields.boolean, "proof": fields.any_object}
_TEN: Mapping[str, fields.Check] = {"contrade": header.contrade}
_VALUE: Mapping[str, fields.Check] = {"value": fields.integer}

_horses = header.mapping(fields.one_of(header.HORSES), names=header.contrada)
_jockeys = header.mapping(fields.text, names=header.contrada)
_hands = header.mapping(header.cards)

ACTIONS: Mapping[str, Action] = {
    "choose": Action(opening.choose, "P4", {"contrada": header.contrada}, _PLAYER),
    "draw_ten": Action(opening.draw_ten, "P4", _TEN, _DRAWN),
    "draw_contrada": Action(
        opening.draw_contrada, "P5", {"contrada": header.contrada}, {**_PLAYER, **_DRAWN}
    ),
    "tratta": Action(opening.tratta, "P8", {"horses": _horses}, _DRAWN),
    "jockeys": Action(opening.jockeys, "P9", {"jockeys": _jockeys}, {}),
    "deal": Action(opening.deal, "P10", {}, {"hands": _hands, **_DRAWN}),
    "mossa_order": Action(mossa.mossa_order, "P12", _TEN, _DRAWN),
    "mossa_roll": Action(mossa.mossa_roll, "P12", _VALUE, _WHOSE),
    "offer": Action(mossa.offer, "P15", {**_PLAYER, "cards": fields.integer}, {}),
    "annul": Action(mossa.annul, "P13", {}, _WHOSE),
    "enter": Action(
        mossa.enter,
        "P13",
        {"accept": fields.list_of(fields.text)},
        {"drawn": _hands, **_WHOSE, **_DRAWN},
    ),
    "pact": Action(
        cards.pact, "P22", {**_PLAYER, "card": header.card, "target": header.contrada}, {}
    ),
    "start": Action(mossa.start, "P17", {}, {}),
    "roll": Action(race.roll, "P23", _VALUE, {"lanes": fields.list_of(fields.integer), **_WHOSE}),
    "red": Action(race.red, "P25", _VALUE, _WHOSE),
    "draw_three": Action(opening.draw_three, "P7", _TEN, _DRAWN),
    "ruling": Action(
        referees.ruling,
        "P30",
        {"contrada": header.contrada, **_REASON},
        {
            "progress": fields.integer,
            "lane": fields.integer,
            "state": fields.one_of(("jockey", "riderless", "out")),
            "waiting": fields.integer,
        },
        while_suspended=True,
        while_nobody_is_left=True,
    ),
    "amend": Action(
        referees.amend, "P30", {**_REASON, "track": header.track}, {}, while_suspended=True
    ),
    "suspend": Action(referees.suspend, "P30", _REASON, {}),
    "resume": Action(referees.resume, "P30", {}, {}, while_suspended=True),
    "close": Action(
        referees.close, "P30", _REASON, {}, while_suspended=True, while_nobody_is_left=True
    ),
}


def read(command: Mapping[str, Any]) -> Command:
    """A command with its keys and types checked, undo included. Raises Unreadable."""
    return fields.read_action(ACTIONS, command)


def resolve(state: State, command: Command) -> Event:
    """The event of a command that ``read`` has passed. Raises Refused, less what is possible."""
    do = command["do"]
    action = ACTIONS[do]
    if over(state):
        raise Refused("P30", "over", phase=state.phase)
    if state.phase == "suspended" and not action.while_suspended:
        raise Refused("P30", "suspended", do=do)
    if state.nobody_left and not action.while_nobody_is_left:
        raise Refused("P30", "nobody_in_the_race", do=do)
    if "reason" in action.required and not command["reason"].strip():
        raise Refused(action.rule, "no_reason", do=do)
    course = Course(state)
    action.run(course, command)
    return Event(do, tuple(course.steps))


def over(state: State) -> bool:
    """P30: after the last win or a close only undo is accepted."""
    return state.phase in ("won", "closed")
