"""Evenings of Siena up to a moment, by lawful commands of a fixed chance."""

import random
from collections.abc import Callable
from typing import Any

from cagli_oca.games import siena
from cagli_oca.games.core import Evening
from cagli_oca.games.siena.state import State

PLAYERS = ["Anna", "Bruno", "Chiara", "Dario", "Elena", "Fabrizio"]


def header(number: int = 4, **changes: Any) -> dict[str, Any]:
    """An extraordinary Palio with real cards; *changes* are keys of the header."""
    players = PLAYERS[:number]
    return {
        "game": "siena",
        "edition": "2027",
        "title": "Palio",
        "mode": "straordinario",
        "players": players,
        "youngest": players[-1],
        "oldest": players[0],
        "cards": "real",
        **changes,
    }


def until(
    moment: Callable[[State], bool], number: int = 4, **changes: Any
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Header and actions of the first evening, by its seed, that comes to such a moment."""
    checked = siena.check_header(header(number, **changes))
    for seed in range(50):
        chance, evening = random.Random(seed), Evening.opened(siena, checked)
        actions: list[dict[str, Any]] = []
        while not siena.over(evening.state) and not moment(evening.state):
            command = siena.suggest(evening.state, chance)
            if command["do"] in ("suspend", "resume"):
                continue
            evening = evening.follow(evening.decide(siena.read(command)))
            actions.append(dict(command))
        if moment(evening.state):
            return dict(checked), actions
    raise AssertionError("no such moment in fifty evenings")


def phase(name: str) -> Callable[[State], bool]:
    """When a phase begins."""
    return lambda state: state.phase == name


def to_roll(state: State) -> bool:
    """Later in the race, with a jockey to roll."""
    return (
        state.phase == "roll"
        and state.round > 3
        and state.turn is not None
        and state.pawns[state.turn].has_jockey
    )
