"""R20-R29: the challenge, from the landing to the passing of the turn."""

import random

import pytest

from cagli_oca.games import oca
from tests.oca.play import (
    BONUS,
    LOST,
    ORDER,
    REPEAT,
    SELECT_TEAM,
    TIE,
    WHISTLE,
    WON,
    at,
    challenge,
    conduct,
    draw,
    follow,
    look,
    play,
    quarter,
    refused,
    result,
    ruling,
    square,
    steps,
    throw,
    trial,
)

NO_SPECIALS = {"goose": [], "death": [], "spervengolo": []}
SELECT_TEAM_TRIALS = (
    *("cordaro-maschile", "cordaro-femminile"),
    *("giogo", "ponte", "ponte-femminile"),
)
OTHER_TRIALS = (
    *("osteria", "trampoli", "trampoli-a-giro", "gioco-degli-anelli", "sacco-di-frecce"),
    *("staffetta-maschile", "staffetta-femminile", "staffetta-mista"),
    *("percorso-misto-femminile", "boscaiolo", "cavalieri", "balestrieri", "arcieri"),
)


# R20


def test_r20_a_challenge_goes_from_the_landing_to_the_draw_the_whistle_and_the_result():
    evening = play()
    phases = []
    for action in (throw(3), draw("angelo"), WHISTLE, WON):
        evening = follow(evening, action)
        phases.append(look(evening)["phase"])
    assert phases == ["draw", "whistle", "result", "throw"]


def test_r20_the_select_team_takes_the_place_of_the_draw():
    evening = play(throw(3), SELECT_TEAM)
    assert look(evening)["phase"] == "whistle"
    assert challenge(evening)["opponent"] is None


def test_r20_while_a_challenge_is_open_the_turn_is_the_challengers():
    evening = play(throw(3), draw("angelo"), WHISTLE)
    assert (look(evening)["turn"], look(evening)["game"]) == ("andrea", 1)


@pytest.mark.parametrize("before", [(), (draw("angelo"),), (draw("angelo"), WHISTLE)])
def test_r20_the_next_throw_is_refused_until_the_challenge_is_decided(before):
    refusal = refused(play(throw(3), *before), throw(1))
    assert (refusal.rule, refusal.code) == ("R20", "throw_while_challenge_open")


@pytest.mark.parametrize(
    ("before", "action", "code"),
    [
        ((), draw("angelo"), "no_challenge"),
        ((), WHISTLE, "no_challenge"),
        ((), WON, "no_challenge"),
        ((throw(3),), WHISTLE, "whistle_before_draw"),
        ((throw(3),), WON, "result_before_draw"),
        ((throw(3), draw("angelo")), draw("francesco"), "already_drawn"),
        ((throw(3), draw("angelo")), WON, "result_before_whistle"),
        ((throw(3), draw("angelo"), WHISTLE), WHISTLE, "whistled_before"),
    ],
)
def test_r20_no_step_comes_before_its_time(before, action, code):
    refusal = refused(play(*before), action)
    assert (refusal.rule, refusal.code) == ("R20", code)


# R21


@pytest.mark.parametrize("opponent", ORDER[1:])
def test_r21_the_flag_of_any_of_the_three_others_can_be_drawn(opponent):
    assert challenge(play(throw(3), draw(opponent)))["opponent"] == opponent


def test_r21_never_the_challengers_own_flag():
    refusal = refused(play(throw(3)), draw("andrea"))
    assert (refusal.rule, refusal.code) == ("R21", "own_flag")


def test_r21_the_program_draws_each_of_the_three_others_with_equal_chance():
    state = play(throw(3)).state
    chance = random.Random(2026)
    asked = {"do": "draw", "program": True}
    drawn = [oca.draw(state, asked, chance)["quarter"] for _ in range(3000)]
    assert set(drawn) == set(ORDER[1:])
    assert all(900 < drawn.count(quarter) < 1100 for quarter in ORDER[1:])


def test_r21_a_flag_drawn_by_a_person_is_never_drawn_again_by_the_program():
    state, command = play(throw(3)).state, draw("francesco")
    assert oca.draw(state, command, random.Random(1)) == command


@pytest.mark.parametrize("more", [{}, {"program": True, "proof": {"salt": [1, {"a": "b"}]}}])
def test_r21_a_proof_is_told_not_judged(more):
    assert challenge(play(throw(3), draw("angelo", **more)))["opponent"] == "angelo"


# R22


@pytest.mark.parametrize(
    "actions", [(BONUS, draw("angelo"), WHISTLE), (draw("angelo"), BONUS, WHISTLE)]
)
def test_r22_the_bonus_is_declared_before_or_after_the_draw(actions):
    evening = play(throw(3), *actions)
    assert challenge(evening)["bonus"] is True
    assert quarter(evening, "andrea")["bonus_used"] is True


def test_r22_no_bonus_after_the_whistle():
    refusal = refused(play(throw(3), draw("angelo"), WHISTLE), BONUS)
    assert (refusal.rule, refusal.code) == ("R22", "bonus_after_whistle")


def test_r22_no_bonus_without_a_square_that_triggered_a_trial():
    refusal = refused(play(), BONUS)
    assert (refusal.rule, refusal.code) == ("R22", "no_challenge")


def test_r22_the_bonus_only_below_square_40():
    assert challenge(play(throw(1), BONUS, position=at(andrea=38)))["square"] == 39
    refusal = refused(play(throw(1), position=at(andrea=41)), BONUS)
    assert (refusal.rule, refusal.code) == ("R22", "bonus_square")


def test_r22_the_bonus_is_used_up_by_being_declared_even_if_the_trial_is_lost():
    evening = play(throw(3), BONUS, *trial("angelo", LOST))
    assert square(evening, "andrea") == 0
    assert quarter(evening, "andrea")["bonus_used"] is True


def test_r22_the_bonus_once_per_edition_and_quarter():
    refusal = refused(play(throw(3), position=at(andrea="0:b")), BONUS)
    assert (refusal.rule, refusal.code) == ("R22", "bonus_used")
    assert challenge(play(throw(3), BONUS, position=at(angelo="0:b")))["bonus"] is True


def test_r22_the_bonus_is_not_declared_twice():
    refusal = refused(play(throw(3), BONUS), BONUS)
    assert (refusal.rule, refusal.code) == ("R22", "bonus_declared_before")


def test_r22_no_bonus_with_the_select_team():
    refusal = refused(play(throw(3), SELECT_TEAM), BONUS)
    assert (refusal.rule, refusal.code) == ("R22", "bonus_with_select_team")


# R23


@pytest.mark.parametrize("slug", SELECT_TEAM_TRIALS)
def test_r23_the_select_team_plays_tug_of_war_yoke_and_bridge(slug):
    evening = play(throw(3), SELECT_TEAM, order_of_play=[slug])
    assert challenge(evening)["select_team"] is True


@pytest.mark.parametrize("slug", OTHER_TRIALS)
def test_r23_the_select_team_plays_no_other_trial(slug):
    refusal = refused(play(throw(3), order_of_play=[slug]), SELECT_TEAM)
    assert (refusal.rule, refusal.code) == ("R23", "select_team_trial")


def test_r23_the_trial_tied_to_a_square_decides_for_the_select_team_too():
    evening = play(throw(3), SELECT_TEAM, order_of_play=["osteria"], square_trials={"3": "giogo"})
    assert challenge(evening)["trial"] == "giogo"


def test_r23_the_select_team_is_declared_instead_of_the_draw():
    refusal = refused(play(throw(3), draw("angelo")), SELECT_TEAM)
    assert (refusal.rule, refusal.code) == ("R23", "select_team_after_draw")
    refusal = refused(play(throw(3), SELECT_TEAM), draw("angelo"))
    assert (refusal.rule, refusal.code) == ("R23", "draw_after_select_team")


def test_r23_no_select_team_past_square_40():
    assert challenge(play(throw(1), SELECT_TEAM, position=at(andrea=38)))["square"] == 39
    refusal = refused(play(throw(1), position=at(andrea=41)), SELECT_TEAM)
    assert (refusal.rule, refusal.code) == ("R23", "select_team_square")


def test_r23_no_select_team_without_a_challenge():
    refusal = refused(play(), SELECT_TEAM)
    assert (refusal.rule, refusal.code) == ("R23", "no_challenge")


def test_r23_no_select_team_with_the_bonus():
    refusal = refused(play(throw(3), BONUS), SELECT_TEAM)
    assert (refusal.rule, refusal.code) == ("R23", "select_team_with_bonus")


def test_r23_the_select_team_once_per_edition_and_quarter():
    refusal = refused(play(throw(3), position=at(andrea="0:s")), SELECT_TEAM)
    assert (refusal.rule, refusal.code) == ("R23", "select_team_used")


def test_r23_the_select_team_is_not_declared_twice():
    refusal = refused(play(throw(3), SELECT_TEAM), SELECT_TEAM)
    assert (refusal.rule, refusal.code) == ("R23", "select_team_declared_before")


@pytest.mark.parametrize(("outcome", "reached"), [(WON, 6), (LOST, 0), (TIE, 0)])
def test_r23_win_or_lose_the_select_team_leaves_the_other_three_where_they_are(outcome, reached):
    evening = play(
        *(throw(3), SELECT_TEAM, WHISTLE, outcome),
        position=at(agostino=48, francesco=50, angelo=53),
        options={"after_doubling": "rest"},
    )
    assert [square(evening, slug) for slug in ORDER] == [reached, 48, 50, 53]
    assert quarter(evening, "andrea")["select_team_used"] is True


# R24


def test_r24_a_repeat_leads_back_to_before_the_whistle_with_the_same_opponent():
    evening = play(throw(3), draw("angelo"), WHISTLE, REPEAT)
    assert look(evening)["phase"] == "whistle"
    assert (challenge(evening)["opponent"], challenge(evening)["number"]) == ("angelo", 1)
    assert square(follow(evening, WHISTLE, WON), "andrea") == 3


def test_r24_a_trial_can_be_repeated_again_and_again():
    evening = play(throw(3), draw("angelo"), *[WHISTLE, REPEAT] * 3)
    assert look(evening)["phase"] == "whistle"


def test_r24_only_a_trial_that_has_begun_is_repeated():
    for before in ((throw(3),), (throw(3), draw("angelo"))):
        refusal = refused(play(*before), REPEAT)
        assert (refusal.rule, refusal.code) == ("R24", "repeat_before_whistle")
    assert refused(play(), REPEAT).code == "no_challenge"


def test_r24_a_repeat_has_a_reason():
    refusal = refused(play(throw(3), draw("angelo"), WHISTLE), {"do": "repeat", "reason": " "})
    assert (refusal.rule, refusal.code) == ("R24", "no_reason")


def test_r24_the_bonus_window_stays_shut_once_the_first_whistle_has_gone():
    evening = play(throw(3), draw("angelo"), WHISTLE, REPEAT)
    assert challenge(evening)["whistled"] is True
    refusal = refused(evening, BONUS)
    assert (refusal.rule, refusal.code) == ("R22", "bonus_after_whistle")


def test_r24_a_bonus_declared_before_the_first_whistle_goes_on_counting():
    evening = play(throw(4), BONUS, draw("angelo"), WHISTLE, REPEAT, WHISTLE, WON)
    assert square(evening, "andrea") == 8


# R25


def test_r25_a_tie_is_won_by_the_challenged_side():
    tied, lost = (play(throw(3), *trial("angelo", outcome)) for outcome in (TIE, LOST))
    assert look(tied) == look(lost)
    assert steps(tied) == ["tied", *steps(lost)]


def test_r25_a_tie_against_the_select_team_is_lost_too():
    evening = play(throw(3), SELECT_TEAM, WHISTLE, TIE)
    assert square(evening, "andrea") == 0


@pytest.mark.parametrize("scores", [[12, 9], [0, 20], [1.5, -2]])
def test_r25_counts_are_told_not_judged(scores):
    evening = play(throw(3), draw("angelo"), WHISTLE, result("challenger", scores=scores))
    assert square(evening, "andrea") == 3


# R26


def test_r26_a_challenger_that_wins_keeps_the_square_cleared_for_it():
    evening = play(throw(3), *trial("angelo", WON))
    assert (square(evening, "andrea"), quarter(evening, "andrea")["cleared"]) == (3, [3])


@pytest.mark.parametrize("doubling", [(BONUS, draw("angelo")), (SELECT_TEAM,)])
def test_r26_with_bonus_or_select_team_the_pawn_moves_on_by_the_score_again(doubling):
    evening = play(throw(4), *doubling, WHISTLE, WON)
    assert square(evening, "andrea") == 8
    assert look(evening)["turn"] == "agostino"


SECOND_CHALLENGE = (throw(3), BONUS, *trial("angelo", WON))
"""Andrea throws 3 from 0, wins with the bonus on 3, goes on to 6."""


@pytest.mark.parametrize("options", [{}, {"after_doubling": "resolve"}])
def test_r26_after_doubling_resolve_is_the_default_a_second_challenge_may_follow(options):
    evening = play(*SECOND_CHALLENGE, options=options)
    second = challenge(evening)
    assert (second["number"], second["square"], second["origin"]) == (2, 6, 0)
    assert (second["score"], second["doubled"], second["bonus"]) == (3, True, False)


def test_r26_after_doubling_resolve_the_square_reached_can_be_death():
    board = {**NO_SPECIALS, "death": [6]}
    evening = play(*SECOND_CHALLENGE, board=board)
    assert quarter(evening, "andrea")["death_rolls"] == 3


def test_r26_after_doubling_keep_a_lost_second_challenge_leads_back_to_the_square_just_won():
    evening = play(*SECOND_CHALLENGE, options={"after_doubling": "keep"})
    assert challenge(evening)["origin"] == 3
    evening = follow(evening, *trial("angelo", LOST))
    assert (square(evening, "andrea"), quarter(evening, "andrea")["cleared"]) == (3, [3, 6])


def test_r26_after_doubling_keep_changes_nothing_for_a_goose():
    evening = play(
        *(throw(3), *trial("angelo", LOST)),
        options={"after_doubling": "keep"},
        position=at(andrea=20),
    )
    assert square(evening, "andrea") == 20


def test_r26_after_doubling_rest_nothing_triggers_on_the_square_reached():
    evening = play(*SECOND_CHALLENGE, options={"after_doubling": "rest"})
    assert (square(evening, "andrea"), look(evening)["phase"]) == (6, "throw")
    assert quarter(evening, "andrea")["cleared"] == [3]


def test_r26_a_doubling_can_lead_past_square_40():
    evening = play(throw(6), SELECT_TEAM, WHISTLE, WON, position=at(andrea=33))
    assert challenge(evening)["square"] == 45


# R27


def test_r27_a_challenger_that_loses_goes_back_to_the_square_from_which_it_threw():
    evening = play(throw(2), *trial("angelo", LOST), position=at(andrea=10))
    assert square(evening, "andrea") == 10


def test_r27_after_a_goose_too():
    evening = play(throw(3), *trial("angelo", LOST), position=at(andrea=20))
    assert square(evening, "andrea") == 20


@pytest.mark.parametrize(("start", "value"), [(43, 6), (47, 3), (50, 3)])
def test_r27_a_challenge_lost_on_48_to_53_leads_to_47(start, value):
    evening = play(throw(value), *trial("angelo", LOST), position=at(andrea=start))
    assert square(evening, "andrea") == 47


def test_r27_after_a_second_challenge_in_one_throw_back_to_where_the_dice_were_thrown():
    evening = play(*SECOND_CHALLENGE, *trial("angelo", LOST))
    assert (square(evening, "andrea"), quarter(evening, "andrea")["cleared"]) == (0, [3, 6])


# R28


@pytest.mark.parametrize("stands", [0, 13, 47])
def test_r28_a_challenged_quarter_that_loses_stays(stands):
    evening = play(throw(3), *trial("angelo", WON), position=at(angelo=stands))
    assert square(evening, "angelo") == stands
    assert "sent_back" not in steps(evening)


@pytest.mark.parametrize("stands", range(48, 54))
def test_r28_unless_it_stands_on_48_to_53_then_it_goes_to_47(stands):
    evening = play(throw(3), *trial("angelo", WON), position=at(angelo=stands))
    assert square(evening, "angelo") == 47


def test_r28_a_challenged_quarter_that_wins_stays():
    evening = play(throw(3), *trial("angelo", LOST), position=at(angelo=50))
    assert square(evening, "angelo") == 50


# R29


@pytest.mark.parametrize("outcome", [WON, LOST, TIE])
def test_r29_then_the_turn_passes(outcome):
    assert look(play(throw(3), *trial("angelo", outcome)))["turn"] == "agostino"


def test_r29_then_the_turn_passes_over_a_quarter_with_a_skip():
    evening = play(throw(3), conduct("agostino"), *trial("angelo", WON))
    assert look(evening)["turn"] == "francesco"
    assert quarter(evening, "agostino")["skips"] == 0


def test_r29_after_an_abandoned_challenge_the_ruling_says_whose_turn_it_is():
    evening = play(throw(3), ruling("andrea", turn="francesco"))
    assert (look(evening)["phase"], look(evening)["turn"]) == ("throw", "francesco")
