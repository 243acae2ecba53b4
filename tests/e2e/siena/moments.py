"""Moments of an evening of Siena, by name: pictures made by the game itself, without a database.

The evening plays itself by random lawful commands from a seed; what the dice of the race are to
show at certain moments is put in.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cagli_oca.games import siena
from cagli_oca.games.core import Command, Evening
from display.projections import Picture
from tests.e2e.conftest import Server
from tests.e2e.fed import played

PLAYERS = ["Anna", "Bruno", "Chiara", "Dario"]
SIX = ["Anna Maria", "Bruno", "Chiara", "Dario", "Elisabetta", "Francesca"]

HEADER: dict[str, Any] = {
    "game": "siena",
    "edition": "2027",
    "title": "Palio di Provenzano",
    "mode": "provenzano",
    "players": PLAYERS,
    "youngest": "Dario",
    "oldest": "Anna",
    "cards": "dealt",
}


def commands(header: Mapping[str, Any], seed: int) -> list[Command]:
    """A whole evening of lawful commands."""
    chance = random.Random(seed)
    evening = Evening.opened(siena, header)
    found: list[Command] = []
    while not siena.over(evening.state):
        command = _one(evening, chance)
        evening = evening.follow(evening.decide(siena.read(command)))
        found.append(command)
    return found


def _one(evening: Evening, chance: random.Random) -> Command:
    """The game's suggestion, but for what a rehearsal seldom does at the table."""
    while True:
        command = siena.suggest(evening.state, chance)
        if command["do"] not in ("suspend", "close", "amend", "ruling", "undo"):
            return command


REASON = "Una pedina era caduta dal tavolo"

REFEREED: list[Command] = [
    {"do": "suspend", "reason": "Pausa"},
    {"do": "resume"},
    {"do": "ruling", "contrada": "", "reason": REASON, "progress": 44, "lane": 1},
    {"do": "ruling", "contrada": "", "reason": REASON, "state": "riderless"},
    {"do": "amend", "reason": "Un altro tabellone", "track": {}},
    {"do": "close", "reason": "È tardi"},
]
"""What referees do besides, from the first roll on."""


@cache
def refereed(seed: int = 7) -> list[Picture]:
    """An evening up to the race, and then nothing but the referees."""
    header = siena.check_header(HEADER)
    actions: list[Command] = []
    state = siena.initial(header)
    for command in commands(header, seed):
        if state.phase == "roll":
            break
        state = siena.apply(state, siena.decide(state, siena.read(command)))
        actions.append(command)
    track = state.setup.track.to_data()
    given = {"contrada": state.order[0], "track": {**track, "casato": [23, 26]}}
    return played(
        siena,
        header,
        actions
        + [{key: given.get(key, value) for key, value in action.items()} for action in REFEREED],
    )


@cache
def evening(
    seed: int = 7, lang: str = "it", mode: str = "provenzano", six: bool = False
) -> list[Picture]:
    """The pictures of a whole evening."""
    changes: dict[str, Any] = {"mode": mode}
    if six:
        changes |= {"players": SIX, "youngest": SIX[3], "oldest": SIX[0]}
    header = siena.check_header({**HEADER, **changes})
    return played(siena, header, commands(header, seed), lang=lang)


def moments(pictures: list[Picture]) -> dict[str, Picture]:
    """Some of an evening's pictures: the last of each phase of the first race, and more."""
    first = {picture["seq"]: picture for picture in pictures if picture["board"]["race"] == 1}
    by_phase: dict[str, list[Picture]] = {}
    for picture in first.values():
        by_phase.setdefault(picture["board"]["phase"], []).append(picture)
    race = by_phase["roll"]
    found = {
        phase: some[len(some) // 2 if phase in ("choose", "mossa_roll") else -1]
        for phase, some in by_phase.items()
        if phase != "roll"
    }
    found |= {"start": race[0], "race": race[len(race) // 2], "late": race[-1]}
    found["won"] = pictures[-1]
    return {"before": pictures[0], **found}


def up_to(moment: str, seed: int = 7) -> list[Command]:
    """What was recorded of an evening when this moment came."""
    return commands(siena.check_header(HEADER), seed)[: moments(evening(seed))[moment]["seq"]]


def put_on_the_screens(
    server: Server,
    folder: Path,
    header: Mapping[str, Any] = HEADER,
    actions: Iterable[Command] = (),
) -> int:
    """An opened edition that the public pages show, after *actions*."""
    edition = server.open_edition(folder, dict(header), list(actions))
    server.put_on_the_screens(edition)
    return edition


def steps(pictures: list[Picture]) -> Iterator[str]:
    """The steps of an evening, in order."""
    for picture in pictures[1:]:
        yield from (step["step"] for step in picture["happenings"][-1]["steps"])
