"""What holds on every evening, whatever the dice, the flags and the referees do."""

import random

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from cagli_oca.games import oca
from cagli_oca.games.core import Evening
from cagli_oca.games.evening_file import Reader
from cagli_oca.games.oca.board import LAST_BEFORE_GOAL
from tests.oca.anything import answer, any_header, next_command
from tests.oca.play import look

seeds = st.integers(0, 9999)
few = settings(max_examples=30)


def wild_evening(seed: int, commands: int = 150):
    """An evening of any edition after each accepted command; rulings and amendments included."""
    chance = random.Random(seed)
    evening = Evening.opened(oca, any_header(chance))
    for _ in range(commands):
        answered = answer(evening, next_command(evening, chance))
        if answered:
            evening = answered
            yield evening


@few
@given(seeds)
def test_no_sequence_of_actions_leaves_the_board(seed):
    for evening in wild_evening(seed):
        state = look(evening)
        for slug, quarter in state["quarters"].items():
            at_goal = state["winner"] == slug
            assert quarter["square"] == 54 if at_goal else 0 <= quarter["square"] <= 53
            assert all(1 <= square <= LAST_BEFORE_GOAL for square in quarter["cleared"])
            assert 0 <= quarter["death_rolls"] <= 3
            assert quarter["skips"] >= 0


@few
@given(seeds)
def test_at_most_one_bonus_and_one_select_team_per_quarter_unless_a_ruling_gave_it_back(seed):
    *_, evening = wild_evening(seed)
    used = set()
    for _, event, _ in evening.past:
        for step in event.steps:
            what, quarter = step.name.removesuffix("_declared"), step.facts.get("quarter")
            if what in ("bonus", "select_team"):
                assert (what, quarter) not in used
                used.add((what, quarter))
            elif step.name == "ruled":
                for what in ("bonus", "select_team"):
                    ruled = step.facts["set"].get(f"{what}_used")
                    if ruled is not None:
                        (used.add if ruled else used.discard)((what, quarter))


@few
@given(seeds)
def test_the_evening_ends_only_by_exactly_54_with_the_dice_or_by_a_close(seed):
    for evening in wild_evening(seed):
        if not evening.game.over(evening.state):
            continue
        _, event, before = evening.past[-1]
        if look(evening)["phase"] == "closed":
            assert event.name == "close"
            continue
        assert event.name == "throw"
        *_, moved, won = event.steps
        assert (moved.facts["to"], moved.facts["by"], won.name) == (54, "dice", "won")
        assert before.turn == look(evening)["winner"]


@few
@given(seeds)
def test_phase_challenge_and_turn_always_fit_together(seed):
    for evening in wild_evening(seed):
        state = look(evening)
        playing = state["suspended_from"] or state["phase"]
        assert (state["challenge"] is not None) == (playing in ("draw", "whistle", "result"))
        assert (state["turn"] is None) == (playing in ("won", "closed"))
        assert (state["suspended_from"] is not None) == (state["phase"] == "suspended")
        if state["challenge"]:
            assert state["challenge"]["challenger"] == state["turn"]
            assert state["challenge"]["number"] == state["game"]
            square = state["quarters"][state["turn"]]["square"]
            assert state["challenge"]["square"] == square


@few
@given(seeds)
def test_every_state_even_after_rulings_and_amendments_can_be_written_as_a_position(seed):
    for evening in wild_evening(seed):
        header = {
            "game": "oca",
            "edition": "2026",
            **oca.setup(evening.state),
            "position": oca.position(evening.state),
        }
        assert oca.initial(oca.check_header(header)) == evening.state


def test_rehearsals_of_many_seeds_end_with_a_winner_within_a_human_evening():
    for seed in range(20):
        evening = Evening.opened(oca, any_header(random.Random(seed)))
        chance, actions = random.Random(seed), 0
        while not oca.over(evening.state):
            evening = answer(evening, oca.suggest(evening.state, chance))
            actions += 1
            assert actions < 3000
        assert look(evening)["phase"] == "won"


@pytest.mark.parametrize("throws", [None, 12])
def test_a_rehearsal_is_the_same_bytes_from_the_same_seed_and_replays_to_its_end(throws, tmp_path):
    more = [] if throws is None else ["--throws", str(throws)]
    files = [tmp_path / "once.jsonl", tmp_path / "again.jsonl", tmp_path / "other.jsonl"]
    for file, seed in zip(files, (7, 7, 8), strict=True):
        call_command("rehearse", "--seed", str(seed), "--to", str(file), *more, verbosity=0)
    once, again, other = (file.read_bytes() for file in files)
    assert once == again != other

    with open(files[0], "rb") as stream:
        reader = Reader(stream)
        lines = list(reader)
    assert reader.header["rehearsal"] is True
    if throws is None:
        assert look(reader.evening)["phase"] == "won"
    else:
        assert sum(line.command["do"] == "throw" for line in lines) == throws
