"""The core against a second, naive reading of the rules that shares nothing with it."""

import json

import pytest

from cagli_oca.games import siena
from cagli_oca.games.core import PUBLIC, Evening, Refused
from tests import naive_siena_player as naive
from tests.cast import LONG

EVENINGS = 60 if LONG else 3
"""Of each kind; half of what is tried in them is spoilt."""


def as_json(value):
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("seed", range(EVENINGS))
@pytest.mark.parametrize("cards", ["real", "dealt"])
@pytest.mark.parametrize("mode", ["provenzano", "assunta", "straordinario"])
def test_both_readings_accept_the_same_actions_and_reach_the_same_states(mode, cards, seed):
    header, attempts = naive.random_attempts(seed, mode, cards)
    evening = Evening.opened(siena, siena.check_header(header))
    assert attempts  # an evening may be closed early
    for number, (action, refusal, shown) in enumerate(attempts):
        try:
            event = evening.decide(siena.read(action))
        except Refused as refused:
            assert refusal is not None, f"{number}: only the core refuses {action}: {refused}"
        else:
            assert refusal is None, f"{number}: only the naive reading refuses {action}: {refusal}"
            evening = evening.follow(event)
        board = siena.scoreboard(evening.state, PUBLIC)
        assert as_json(board) == shown, f"{number}: {action}"
