"""Evenings in a few words, so that the tests read like the rule book.

An evening starts where its position says (one line of text, see ``oca/scoreboard.py``); ``at``
writes such a line for a Quarter that is about to throw.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from cagli_oca.games import oca
from cagli_oca.games.core import PUBLIC, Command, Evening, Event, Header, Refused

ORDER = ("andrea", "agostino", "francesco", "angelo")

HEADER: Mapping[str, Any] = {
    "game": "oca",
    "edition": "2026",
    "order": list(ORDER),
    "board": {"goose": [5, 23], "death": [44], "spervengolo": [30]},
    "order_of_play": [
        *("ponte", "osteria", "trampoli", "cordaro-maschile", "boscaiolo", "arcieri"),
        *("ponte", "giogo", "staffetta-mista", "gioco-degli-anelli", "cordaro-femminile"),
        *["staffetta-maschile", "staffetta-femminile", "trampoli-a-giro", "sacco-di-frecce"] * 4,
        *("ponte-femminile", "cavalieri", "balestrieri"),
    ],
}
"""The worked turn of the rules page: Andrea, Agostino, Francesco, Angelo; 30 trials."""


def opened(header: Header = HEADER, **changes: Any) -> Evening:
    """The evening right after its opening; *changes* are keys of the header."""
    return Evening.opened(oca, oca.check_header({**header, **changes}))


def play(*actions: Command, **changes: Any) -> Evening:
    """The evening after *actions*; *changes* are keys of the header (``position=at(…)``)."""
    return follow(opened(**changes), *actions)


def follow(evening: Evening, *actions: Command) -> Evening:
    """The evening after *actions* more."""
    for action in actions:
        evening = evening.follow(evening.decide(oca.read(action)))
    return evening


def refused(evening: Evening, action: Command) -> Refused:
    """How the rules refuse *action*."""
    with pytest.raises(Refused) as caught:
        evening.decide(oca.read(action))
    return caught.value


def header_refused(**changes: Any) -> Refused:
    """How a header with these *changes* is refused."""
    with pytest.raises(Refused) as caught:
        opened(**changes)
    return caught.value


def at(turn: str = "andrea", game: int = 0, **standings: int | str) -> str:
    """The position in which *turn* is about to throw; who is not named stands on 0.

    ``at(andrea="40:b", angelo=50)``: Andrea, its bonus used, throws from 40; Angelo is on 50.
    """
    words = [
        f"{'*' if quarter == turn else ''}{quarter}:{standings.get(quarter, 0)}"
        for quarter in ORDER
    ]
    return " ".join(["throw", str(game), *words])


# What the referees say.


def throw(value: int, **more: Any) -> Command:
    return {"do": "throw", "value": value, **more}


def draw(quarter: str, **more: Any) -> Command:
    return {"do": "draw", "quarter": quarter, **more}


def result(winner: str, **more: Any) -> Command:
    return {"do": "result", "winner": winner, **more}


def ruling(quarter: str, **what: Any) -> Command:
    return {"do": "ruling", "quarter": quarter, "reason": "the referee's word", **what}


def conduct(quarter: str) -> Command:
    return {"do": "conduct", "quarter": quarter, "reason": "foul language"}


def amend(**what: Any) -> Command:
    return {"do": "amend", "reason": "typed wrong", **what}


BONUS: Command = {"do": "bonus"}
SELECT_TEAM: Command = {"do": "select_team"}
WHISTLE: Command = {"do": "whistle"}
WON = result("challenger")
LOST = result("challenged")
TIE = result("tie")
REPEAT: Command = {"do": "repeat", "reason": "stilts broken"}
SUSPEND: Command = {"do": "suspend", "reason": "rain"}
RESUME: Command = {"do": "resume"}
CLOSE: Command = {"do": "close", "reason": "thunderstorm"}
UNDO: Command = {"do": "undo"}


def trial(opponent: str, outcome: Command) -> tuple[Command, ...]:
    """An ordinary challenge from the draw to its end."""
    return draw(opponent), WHISTLE, outcome


# What the tests look at.


def look(evening: Evening) -> dict[str, Any]:
    """The public state, as ``replay --json`` prints it."""
    return oca.scoreboard(evening.state, PUBLIC)


def quarter(evening: Evening, slug: str) -> dict[str, Any]:
    return look(evening)["quarters"][slug]


def square(evening: Evening, slug: str) -> int:
    return quarter(evening, slug)["square"]


def challenge(evening: Evening) -> dict[str, Any]:
    """The open challenge."""
    found = look(evening)["challenge"]
    assert found is not None, "no challenge is open"
    return found


def last(evening: Evening) -> Event:
    """The latest event that still counts."""
    return evening.past[-1][1]


def steps(evening: Evening) -> list[str]:
    """The names of the latest event's steps."""
    return [step.name for step in last(evening).steps]


def facts(evening: Evening, name: str) -> Mapping[str, Any]:
    """The facts of the latest event's step of that *name*."""
    return next(step.facts for step in last(evening).steps if step.name == name)
