"""Evenings in a few words, so that the tests read like the rule book.

``up_to`` plays an evening to the beginning of a phase; ``race`` sets pawns on the track at once.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from cagli_oca.games import siena
from cagli_oca.games.core import PUBLIC, Command, Evening, Event, Header, Refused
from cagli_oca.games.siena.header import CARDS, CONTRADE
from cagli_oca.games.siena.state import Pawn, State

HEADER: Mapping[str, Any] = {
    "game": "siena",
    "edition": "2027",
    "mode": "provenzano",
    "players": ["anna", "bruno", "carla"],
    "youngest": "anna",
    "oldest": "carla",
    "cards": "real",
}

TEN = CONTRADE[:10]
"""Aquila, Bruco, Chiocciola, Civetta, Drago, Giraffa, Istrice, Leocorno, Lupa, Nicchio: chosen in
turn by anna, bruno and carla. Nicchio, the tenth, is anna's; the first five get a Bono."""

HAND = ["mossa+1", "mossa-1", "race+1", "race+1", "race+1", "race-1", "race-1", "race-1", "race+2"]


def opened(**changes: Any) -> Evening:
    """The evening right after its opening; *changes* are keys of the header."""
    return Evening.opened(siena, siena.check_header({**HEADER, **changes}))


def follow(evening: Evening, *actions: Command) -> Evening:
    """The evening after *actions* more."""
    for action in actions:
        evening = evening.follow(evening.decide(siena.read(action)))
    return evening


def play(*actions: Command, **changes: Any) -> Evening:
    """The evening after *actions*; *changes* are keys of the header."""
    return follow(opened(**changes), *actions)


def up_to(phase: str, **changes: Any) -> Evening:
    """The evening at the beginning of *phase* in the first race, every choice the usual one."""
    evening = opened(**changes)
    while evening.state.phase != phase:
        evening = follow(evening, _usual(evening.state))
    return evening


def _usual(state: State) -> Command:
    phase = state.phase
    if phase in ("choose", "draw_contrada"):
        left = state.running if phase == "draw_contrada" else CONTRADE
        return {"do": phase, "contrada": next(c for c in left if c not in state.owners)}
    if phase == "tratta":
        return TRATTA
    if phase == "deal":
        hands = dict.fromkeys(state.setup.players, HAND)
        return {"do": "deal", "hands": hands} if state.setup.dealt else {"do": "deal"}
    return {
        "draw_ten": draw_ten(*TEN),
        "jockeys": jockeys(),
        "mossa_order": mossa_order(*TEN),
        "mossa_roll": mossa_roll(3),
        "decide": ENTER,
        "mossa_cards": START,
    }[phase]


def race(turn: str = "", *, round: int = 1, order: tuple[str, ...] = (), **pawns: Any) -> Evening:
    """A race with these *pawns*: ``oca=(12, 2)``, or with state and waiting cards too.

    Who is not named is out. The order is that of the rules, from *turn* on, unless given.
    Keys of the header go in as ``options=…``, ``cards=…``, ``mode=…``, ``track=…``.
    """
    keys = {key: pawns.pop(key) for key in ("options", "cards", "mode", "track") if key in pawns}
    state = up_to("mossa_cards", **keys).state
    placed = {
        contrada: Pawn(*pawns[contrada]) if contrada in pawns else Pawn(-9, 1, "out")
        for contrada in TEN
    }
    racing = [contrada for contrada in TEN if placed[contrada].in_race]
    by_rule = sorted(racing, key=lambda c: (-placed[c].progress, placed[c].lane))
    order = order or tuple(by_rule[by_rule.index(turn) :] if turn else by_rule)
    state = replace(
        state,
        phase="roll",
        round=round,
        pawns=placed,
        order=order,
        turn=order[0] if order else None,
    )
    return Evening(siena, state)


def refused(evening: Evening, action: Command) -> Refused:
    """How the rules refuse *action*."""
    with pytest.raises(Refused) as caught:
        evening.decide(siena.read(action))
    return caught.value


def header_refused(**changes: Any) -> Refused:
    """How a header with these *changes* is refused."""
    with pytest.raises(Refused) as caught:
        opened(**changes)
    return caught.value


def is_refused(evening: Evening, action: Command, rule: str, code: str) -> bool:
    refusal = refused(evening, action)
    assert (refusal.rule, refusal.code) == (rule, code)
    return True


# What is said.


def choose(contrada: str, **more: Any) -> Command:
    return {"do": "choose", "contrada": contrada, **more}


def draw_ten(*contrade: str, **more: Any) -> Command:
    return {"do": "draw_ten", "contrade": list(contrade), **more}


def draw_contrada(contrada: str, **more: Any) -> Command:
    return {"do": "draw_contrada", "contrada": contrada, **more}


def draw_three(*contrade: str) -> Command:
    return {"do": "draw_three", "contrade": list(contrade)}


TRATTA: Command = {"do": "tratta", "horses": {c: f"h{n}" for n, c in enumerate(TEN, 1)}}


def jockeys(**names: str) -> Command:
    return {"do": "jockeys", "jockeys": names}


def mossa_order(*contrade: str, **more: Any) -> Command:
    return {"do": "mossa_order", "contrade": list(contrade), **more}


def mossa_roll(value: int, **more: Any) -> Command:
    return {"do": "mossa_roll", "value": value, **more}


def offer(player: str, cards: int) -> Command:
    return {"do": "offer", "player": player, "cards": cards}


def enter(*accept: str, **more: Any) -> Command:
    return {"do": "enter", "accept": list(accept), **more}


def pact(player: str, card: str, target: str) -> Command:
    return {"do": "pact", "player": player, "card": card, "target": target}


def roll(value: int, *lanes: int, **more: Any) -> Command:
    return {"do": "roll", "value": value, **({"lanes": list(lanes)} if lanes else {}), **more}


def red(value: int, **more: Any) -> Command:
    return {"do": "red", "value": value, **more}


def ruling(contrada: str, **what: Any) -> Command:
    return {"do": "ruling", "contrada": contrada, "reason": "a pawn was knocked over", **what}


def amend(lanes: list[int], **curves: Any) -> Command:
    track = {"lanes": lanes, "san_martino": [13, 15], "casato": [24, 26], **curves}
    return {"do": "amend", "reason": "another board", "track": track}


DEAL: Command = {"do": "deal"}
ANNUL: Command = {"do": "annul"}
ENTER: Command = {"do": "enter", "accept": []}
START: Command = {"do": "start"}
SUSPEND: Command = {"do": "suspend", "reason": "a pause"}
RESUME: Command = {"do": "resume"}
CLOSE: Command = {"do": "close", "reason": "it is late"}
UNDO: Command = {"do": "undo"}

LANES = [5] * 8 + [4] * 4 + [3] * 7 + [2] * 7 + [3, 4, 5, 5]
WIDE = [5] * 30

# What the tests look at.


def look(evening: Evening, audience: str = PUBLIC) -> dict[str, Any]:
    """The state, as ``replay --json`` prints it."""
    return siena.scoreboard(evening.state, audience)


def pawn(evening: Evening, contrada: str) -> tuple[Any, ...]:
    """Progress and lane, and what else is not as usual."""
    found = look(evening)["pawns"][contrada]
    told = (found["progress"], found["lane"])
    if found["state"] != "jockey" or found["waiting"]:
        told += (found["state"],)
    if found["waiting"]:
        told += (found["waiting"],)
    return told


def phase(evening: Evening) -> tuple[str, str | None]:
    board = look(evening)
    return board["phase"], board["turn"]


def last(evening: Evening) -> Event:
    """The latest event that still counts."""
    return evening.past[-1][1]


def steps(evening: Evening) -> list[str]:
    """The names of the latest event's steps."""
    return [step.name for step in last(evening).steps]


def facts(evening: Evening, name: str) -> Mapping[str, Any]:
    """The facts of the latest event's first step of that *name*."""
    return next(step.facts for step in last(evening).steps if step.name == name)


def in_order_of_the_deck(cards: list[str]) -> list[str]:
    return sorted(cards, key=list(CARDS).index)


def header(**changes: Any) -> Header:
    return siena.check_header({**HEADER, **changes})
