"""The Palio's core counted, against the numbers of the naive reading (see ``test_census.py``)."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cagli_oca.games import siena
from cagli_oca.games.core import PUBLIC, Evening, Refused, State
from cagli_oca.games.siena.rules import resolve
from tests import naive_siena_census

TRIED = int(os.environ.get("CENSUS_STATES", 500))
FOLDER = Path(__file__).parent.parent.parent / "fixtures" / "census"
every_start = pytest.mark.parametrize(
    "path", sorted(FOLDER.glob("siena-*.txt")), ids=lambda path: path.stem
)


def read(path: Path) -> tuple[Evening, dict[str, Any], list[tuple[int, int]]]:
    """The evening at the start, what is tried at every node, and the numbers of each depth."""
    lines = [line.partition(" ") for line in path.read_text(encoding="utf-8").splitlines()]
    found = {word: json.loads(rest) for word, _, rest in lines if word in ("header", "alphabet")}
    evening = Evening.opened(siena, siena.check_header(found["header"]))
    for word, _, rest in lines:
        if word == "action":
            evening = evening.follow(evening.decide(siena.read(json.loads(rest))))
    numbers = [rest.split() for word, _, rest in lines if word == "depth"]
    return evening, found["alphabet"], [(int(n[2]), int(n[4])) for n in numbers]


def look(state: State) -> str:
    """All that two states may differ in: what is public, the hands, and the track."""
    boards = [siena.scoreboard(state, who) for who in (PUBLIC, *siena.players(state))]
    return json.dumps([*boards, siena.setup(state)["track"]], sort_keys=True)


def following(header: Any, state: State, alphabet: dict[str, Any]) -> Iterator[State]:
    """The states that lawful actions lead to; half of what is tried is not lawful."""
    board = siena.scoreboard(state, PUBLIC)
    for action in naive_siena_census.candidates(header, board, **alphabet):
        try:
            event = resolve(
                state, siena.read(action)
            )  # as decide, without what is possible instead
        except Refused:
            continue
        yield siena.apply(state, event)


@every_start
def test_the_core_counts_what_was_counted_elsewhere(path):
    evening, alphabet, numbers = read(path)
    header = json.loads(path.read_text(encoding="utf-8").split("header ", 1)[1].splitlines()[0])
    level, looked_at = {look(evening.state): (evening.state, 1)}, 0
    for depth, number in enumerate(numbers, start=1):
        if depth > 1 and looked_at + len(level) > TRIED:
            return
        looked_at += len(level)
        reached: dict[str, tuple[State, int]] = {}
        for state, ways in level.values():
            for there in following(header, state, alphabet):
                key = look(there)
                reached[key] = (there, reached.get(key, (there, 0))[1] + ways)
        assert (sum(ways for _, ways in reached.values()), len(reached)) == number, depth
        level = reached
