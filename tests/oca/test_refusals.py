"""Every way to be refused: its rule, its code, its sentence in both languages."""

import inspect

import pytest
from django.utils.translation import override

from cagli_oca import wording
from cagli_oca.games import oca
from cagli_oca.games.core import Refused
from cagli_oca.games.oca import scoreboard as standing
from cagli_oca.wording import oca as words
from tests.oca.play import (
    BONUS,
    CLOSE,
    REPEAT,
    RESUME,
    SELECT_TEAM,
    SUSPEND,
    UNDO,
    WHISTLE,
    WON,
    amend,
    at,
    draw,
    header_refused,
    opened,
    play,
    refused,
    ruling,
    throw,
)

FLAG = draw("angelo")
NO_SPECIALS = {"goose": [], "death": [], "spervengolo": []}

HALVED = {"position": at(andrea="3:d1")}
"""Andrea's next throw is halved: a 2 leads to 4."""

DOUBLED = {"position": at(andrea=20)}
"""A 3 leads over the Goose on 23 to 26."""

BY_THE_RULES = {
    # code: rule, keys of the header, what happened before, what is refused
    "over": ("R34", {}, [CLOSE], throw(1)),
    "suspended": ("R33", {}, [SUSPEND], throw(1)),
    "not_suspended": ("R33", {}, [], RESUME),
    "no_reason": ("R33", {}, [], {"do": "suspend", "reason": " "}),
    "throw_while_challenge_open": ("R20", {}, [throw(3)], throw(1)),
    "not_its_turn": ("R4", {}, [], throw(1, quarter="angelo")),
    "not_a_die_face": ("R4", {}, [], throw(7)),
    "no_challenge": ("R20", {}, [], WHISTLE),
    "already_drawn": ("R20", {}, [throw(3), FLAG], FLAG),
    "draw_after_select_team": ("R23", {}, [throw(3), SELECT_TEAM], FLAG),
    "own_flag": ("R21", {}, [throw(3)], draw("andrea")),
    "select_team_declared_before": ("R23", {}, [throw(3), SELECT_TEAM], SELECT_TEAM),
    "select_team_after_draw": ("R23", {}, [throw(3), FLAG], SELECT_TEAM),
    "select_team_trial": ("R23", {"position": at(game=1)}, [throw(3)], SELECT_TEAM),
    "select_team_square": ("R23", {"position": at(andrea=41)}, [throw(1)], SELECT_TEAM),
    "select_team_halved": ("R14", HALVED, [throw(2)], SELECT_TEAM),
    "select_team_doubled": ("R13", DOUBLED, [throw(3)], SELECT_TEAM),
    "select_team_with_bonus": ("R23", {}, [throw(3), BONUS], SELECT_TEAM),
    "select_team_used": ("R23", {"position": at(andrea="0:s")}, [throw(3)], SELECT_TEAM),
    "bonus_declared_before": ("R22", {}, [throw(3), BONUS], BONUS),
    "bonus_after_whistle": ("R22", {}, [throw(3), FLAG, WHISTLE], BONUS),
    "bonus_square": ("R22", {"position": at(andrea=41)}, [throw(1)], BONUS),
    "bonus_halved": ("R14", HALVED, [throw(2)], BONUS),
    "bonus_doubled": ("R13", DOUBLED, [throw(3)], BONUS),
    "bonus_with_select_team": ("R22", {}, [throw(3), SELECT_TEAM], BONUS),
    "bonus_used": ("R22", {"position": at(andrea="0:b")}, [throw(3)], BONUS),
    "whistle_before_draw": ("R20", {}, [throw(3)], WHISTLE),
    "whistled_before": ("R20", {}, [throw(3), FLAG, WHISTLE], WHISTLE),
    "repeat_before_whistle": ("R24", {}, [throw(3), FLAG], REPEAT),
    "result_before_draw": ("R20", {}, [throw(3)], WON),
    "result_before_whistle": ("R20", {}, [throw(3), FLAG], WON),
    "ruling_sets_nothing": ("R31", {}, [], ruling("angelo")),
    "ruling_out_of_range": ("R31", {}, [], ruling("angelo", square=54)),
    "ruling_game_while_challenge": ("R31", {}, [throw(3)], ruling("angelo", game=0)),
    "ruling_square_while_challenge": ("R31", {}, [throw(3)], ruling("andrea", square=0)),
    "amend_sets_nothing": ("R35", {}, [], amend()),
    "order_of_play_too_short": (
        "R35",
        {"position": at(game=2)},
        [],
        amend(order_of_play=["ponte"]),
    ),
    "nothing_to_undo": ("R32", {}, [], UNDO),
}

BY_THE_HEADER_CHECK = {
    "order_incomplete": ("R4", {"order": ["andrea"]}),
    "order_of_play_empty": ("R5", {"order_of_play": []}),
    "special_off_board": ("R3", {"board": {**NO_SPECIALS, "goose": [48]}}),
    "special_twice": ("R3", {"board": {**NO_SPECIALS, "goose": [5, 5]}}),
    "not_a_trial_square": ("R5", {"square_trials": {"5": "ponte"}}),
}


def test_every_refusal_that_has_a_sentence_is_provoked_here():
    provoked = {*BY_THE_RULES, *BY_THE_HEADER_CHECK, "anothers_challenge"}
    assert provoked == {*words.REFUSALS, "nothing_to_undo"}


def test_a_result_played_again_in_anothers_challenge_is_refused():
    then, now = (
        play(*before, throw(3), FLAG, WHISTLE, WON).past[-1][1] for before in ([], [throw(1)])
    )
    with pytest.raises(Refused) as refusal:
        oca.check_again(then, now)
    assert (refusal.value.rule, refusal.value.code) == ("R20", "anothers_challenge")
    check_sentence(refusal.value)


def test_every_impossible_position_that_has_a_sentence_is_found_by_the_core():
    source = inspect.getsource(inspect.getmodule(standing))
    for problem in words.POSITION_PROBLEMS:
        assert f'ValueError("{problem}")' in source
    refusal = header_refused(position=at(andrea=12, game=99))
    check_sentence(refusal)
    assert refusal.facts["detail"] in words.POSITION_PROBLEMS


@pytest.mark.parametrize("code", BY_THE_RULES)
def test_the_rules_refuse_with_their_number_and_a_sentence(code):
    rule, header, before, action = BY_THE_RULES[code]
    evening = play(*before, **header)
    refusal = refused(evening, action)
    assert (refusal.rule, refusal.code) == (rule, code)
    check_sentence(refusal)


@pytest.mark.parametrize("code", BY_THE_HEADER_CHECK)
def test_a_header_is_refused_with_the_rules_number_and_a_sentence(code):
    rule, changes = BY_THE_HEADER_CHECK[code]
    refusal = header_refused(**changes)
    assert (refusal.rule, refusal.code) == (rule, code)
    check_sentence(refusal)


@pytest.mark.parametrize("code", BY_THE_RULES)
def test_a_refusal_tells_what_is_possible_instead(code):
    _, header, before, action = BY_THE_RULES[code]
    evening = play(*before, **header)
    possible = {offer.command["do"] for offer in evening.legal() if offer.possible}
    assert set(refused(evening, action).allowed) == possible


def test_a_refusal_changes_nothing():
    evening = opened()
    refused(evening, WHISTLE)
    assert evening == opened()


def check_sentence(refusal: Refused) -> None:
    for language in ("it", "en"):
        with override(language):
            sentence = wording.refusal_sentence("oca", refusal)
        assert sentence.strip()
        assert "%(" not in sentence
