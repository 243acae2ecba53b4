"""The core counted: all dice, flags and outcomes to some depth, against numbers from elsewhere.

The numbers in ``fixtures/census`` come from ``naive_oca.py``, a second reading of the rules that
shares nothing with the core. The tests go less deep than the numbers, to stay quick; with the
environment variable ``CENSUS_STATES`` (how many states to look at, at most) they go on.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cagli_oca.games import oca
from cagli_oca.games.core import PUBLIC, Evening, Header
from tests import naive_census, naive_oca

STATES = int(os.environ.get("CENSUS_STATES", 5_000))
FOLDER = Path(__file__).parent.parent / "fixtures" / "census"
COUNTED = [path for path in sorted(FOLDER.glob("*.txt")) if not path.stem.startswith("siena-")]
every_start = pytest.mark.parametrize("path", COUNTED, ids=lambda path: path.stem)

PEOPLES_OWN = ("ruling", "amend")
"""Offers that are no part of the census: they have too many forms to count."""


def read(path: Path) -> tuple[Header, list, list[tuple[int, int]]]:
    """The header, the actions up to the start, and for each depth the sequences and states."""
    header, actions, numbers = None, [], []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "header":
            header = json.loads(rest)
        elif word == "action":
            actions.append(json.loads(rest))
        elif word == "depth":
            _, _, sequences, _, states = rest.split()
            numbers.append((int(sequences), int(states)))
    assert header and numbers
    return header, actions, numbers


def start(header: Header, actions: list) -> Evening:
    evening = Evening.opened(oca, oca.check_header(header))
    for action in actions:
        evening = evening.follow(evening.decide(oca.read(action)))
    return evening


def core_counts(state) -> Iterator[tuple[int, int]]:
    """For depth 1, 2, …: the sequences of lawful actions, and the states they reach."""
    level = {oca.position(state): (state, 1)}
    while True:
        following: dict = {}
        for here, ways in level.values():
            for offer in oca.legal(here):
                if offer.event is None or offer.command["do"] in PEOPLES_OWN:
                    continue
                there = oca.apply(here, offer.event)
                key = oca.position(there)
                _, ways_before = following.get(key, (there, 0))
                following[key] = (there, ways_before + ways)
        level = following
        yield sum(ways for _, ways in level.values()), len(level)


@every_start
def test_the_core_counts_what_was_counted_elsewhere(path):
    header, actions, numbers = read(path)
    looked_at = 1
    for number, found in zip(numbers, core_counts(start(header, actions).state), strict=False):
        assert found == number
        looked_at += found[1]
        if looked_at > STATES:
            return


@every_start
def test_the_start_of_a_census_is_the_same_on_both_sides(path):
    header, actions, _ = read(path)
    naive, refused = naive_oca.replay([header, *actions])
    assert refused is None
    assert naive_oca.public(naive) == oca.scoreboard(start(header, actions).state, PUBLIC)


@every_start
def test_the_naive_reading_reproduces_its_own_numbers(path):
    header, actions, numbers = read(path)
    naive, _ = naive_oca.replay([header, *actions])
    counted = [(s, n) for _, s, n in naive_census.count(header, naive, 3)]
    assert counted == numbers[:3]
