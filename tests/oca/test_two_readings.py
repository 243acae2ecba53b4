"""The core against a second, naive reading of the rules that shares nothing with it."""

import random

import pytest

from cagli_oca.games import oca
from cagli_oca.games.core import Evening
from tests import naive_oca
from tests.oca.anything import answer, any_header, next_command
from tests.oca.play import look

EVENINGS = 40
COMMANDS = 250


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_both_readings_accept_the_same_commands_and_reach_the_same_states(seed):
    chance = random.Random(seed)
    header = any_header(chance)
    core = Evening.opened(oca, header)
    naive, naive_past = naive_oca.start(header), []
    for number in range(COMMANDS):
        command = next_command(core, chance)
        answered = answer(core, command)
        if command.get("do") == "undo" and naive_oca.well_formed(command):
            naive_next = naive_past.pop() if naive_past else None
        else:
            naive_next = naive_oca.play(header, naive, command)
            naive_past += [naive] if naive_next else []
        assert (answered is None) == (naive_next is None), f"{number}: {command}"
        if answered is None:
            continue
        core, naive = answered, naive_next
        assert look(core) == naive_oca.public(naive), f"{number}: {command}"
