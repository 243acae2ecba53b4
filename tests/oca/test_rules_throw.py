"""R6-R19: the throw, the way of the pawn, the squares."""

import pytest

from tests.oca.play import (
    BONUS,
    LOST,
    SELECT_TEAM,
    TIE,
    WHISTLE,
    WON,
    amend,
    at,
    challenge,
    facts,
    follow,
    look,
    play,
    quarter,
    refused,
    ruling,
    square,
    steps,
    throw,
    trial,
)

# R6, R7, R8


@pytest.mark.parametrize("value", [1, 2])
def test_r06_the_score_is_the_die(value):
    assert square(play(throw(value)), "andrea") == value


@pytest.mark.parametrize(("value", "score"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_r06_under_death_the_score_is_half_the_die_rounded_down(value, score):
    evening = play(throw(value), position=at(andrea="10:d3"))
    assert square(evening, "andrea") == 10 + score


@pytest.mark.parametrize("value", range(1, 7))
def test_r06_a_halved_throw_uses_up_one_of_the_death_throws(value):
    evening = play(throw(value), position=at(andrea="10:d3"))
    assert quarter(evening, "andrea")["death_rolls"] == 2


def test_r06_without_death_throws_left_the_throw_is_whole_again():
    evening = play(throw(2), position=at(andrea="10:d1"))
    evening = follow(evening, throw(1), throw(1), throw(1), throw(2))
    assert square(evening, "andrea") == 10 + 1 + 2


def test_r07_score_0_the_pawn_stays_nothing_triggers_the_turn_ends():
    evening = play(throw(1), position=at(andrea="9:d2"))
    assert square(evening, "andrea") == 9
    assert look(evening)["challenge"] is None
    assert look(evening)["turn"] == "agostino"
    assert steps(evening) == ["thrown", "halved", "stayed", "turn_passed"]


def test_r08_the_pawn_moves_forward_by_the_score():
    assert square(play(throw(2), position=at(andrea=20)), "andrea") == 22


# R9, R10


@pytest.mark.parametrize(
    ("start", "value", "reached"), [(53, 2, 53), (53, 6, 49), (50, 6, 52), (49, 6, 53)]
)
def test_r09_past_54_it_bounces_and_nothing_triggers(start, value, reached):
    evening = play(throw(value), position=at(andrea=start))
    assert square(evening, "andrea") == reached
    assert look(evening)["challenge"] is None
    assert look(evening)["turn"] == "agostino"


def test_r10_exactly_54_wins_the_palio_and_the_edition_is_over():
    evening = play(throw(4), position=at(andrea=50))
    assert look(evening)["phase"] == "won"
    assert look(evening)["winner"] == "andrea"
    assert look(evening)["turn"] is None


def test_r10_a_halved_throw_can_win_too():
    evening = play(throw(3), position=at(andrea="53:d1"))
    assert look(evening)["winner"] == "andrea"


def test_r10_no_goose_can_reach_54():
    board = {"goose": [47], "death": [], "spervengolo": []}
    evening = play(throw(6), position=at(andrea=41), board=board)
    assert (square(evening, "andrea"), look(evening)["phase"]) == (53, "draw")


# R11, R12, R13


def test_r11_on_a_free_square_the_turn_ends():
    evening = play(throw(1))
    assert steps(evening) == ["thrown", "moved", "rested", "turn_passed"]
    assert look(evening)["turn"] == "agostino"


def test_r12_the_goose_moves_the_pawn_on_by_the_same_score():
    assert square(play(throw(5)), "andrea") == 10


def test_r12_the_square_reached_from_a_goose_counts_as_landed_on():
    evening = play(throw(3), position=at(andrea=20))
    assert (challenge(evening)["square"], challenge(evening)["doubled"]) == (26, True)


def test_r12_from_a_goose_on_to_death_or_spervengolo():
    board = {"goose": [5], "death": [10], "spervengolo": [9]}
    evening = play(throw(5), throw(4), board=board, position=at(agostino=1))
    assert quarter(evening, "andrea")["death_rolls"] == 3
    assert quarter(evening, "agostino")["skips"] == 1


def test_r13_a_second_goose_in_one_throw_does_nothing():
    board = {"goose": [5, 10], "death": [], "spervengolo": []}
    evening = play(throw(5), board=board)
    assert square(evening, "andrea") == 10
    assert look(evening)["turn"] == "agostino"


def test_r13_a_goose_after_a_won_bonus_does_nothing():
    board = {"goose": [8], "death": [], "spervengolo": []}
    evening = play(throw(4), BONUS, *trial("angelo", WON), board=board)
    assert square(evening, "andrea") == 8
    assert look(evening)["turn"] == "agostino"


def test_r13_no_bonus_after_a_goose():
    evening = play(throw(3), position=at(andrea=20))
    refusal = refused(evening, BONUS)
    assert (refusal.rule, refusal.code) == ("R13", "bonus_doubled")


def test_r13_no_select_team_after_a_goose():
    evening = play(throw(3), position=at(andrea=20))
    refusal = refused(evening, SELECT_TEAM)
    assert (refusal.rule, refusal.code) == ("R13", "select_team_doubled")


@pytest.mark.parametrize("first", [(BONUS, *trial("angelo", WON)), (SELECT_TEAM, WHISTLE, WON)])
def test_r13_neither_bonus_nor_select_team_in_the_second_challenge_of_a_throw(first):
    evening = play(throw(3), *first, order_of_play=["ponte", "giogo"])
    assert challenge(evening)["square"] == 6
    assert refused(evening, BONUS).rule == "R13"
    assert refused(evening, SELECT_TEAM).rule == "R13"


def test_r13_the_next_throw_can_be_doubled_again():
    evening = play(throw(5), throw(1), throw(1), throw(1), throw(2), BONUS)
    assert challenge(evening)["bonus"] is True


# R14


def test_r14_after_death_the_next_three_throws_are_halved():
    evening = play(throw(4), position=at(andrea=40))
    assert quarter(evening, "andrea")["death_rolls"] == 3
    evening = follow(evening, throw(1), throw(1), throw(1), throw(1))
    assert quarter(evening, "andrea")["death_rolls"] == 2
    assert square(evening, "andrea") == 44


def test_r14_the_throw_that_lands_on_death_is_not_halved_itself():
    assert square(play(throw(6), position=at(andrea=38)), "andrea") == 44


def test_r14_no_goose_in_a_halved_throw():
    evening = play(throw(4), position=at(andrea="3:d1"))
    assert square(evening, "andrea") == 5
    assert look(evening)["turn"] == "agostino"


def test_r14_no_bonus_in_a_halved_throw():
    evening = play(throw(2), position=at(andrea="3:d1"))
    refusal = refused(evening, BONUS)
    assert (refusal.rule, refusal.code) == ("R14", "bonus_halved")


def test_r14_no_select_team_in_a_halved_throw():
    evening = play(throw(2), position=at(andrea="3:d1"))
    refusal = refused(evening, SELECT_TEAM)
    assert (refusal.rule, refusal.code) == ("R14", "select_team_halved")


def test_r14_a_halved_throw_that_lands_on_a_trial_square_opens_a_challenge():
    evening = play(throw(4), position=at(andrea="10:d3"))
    assert challenge(evening)["square"] == 12
    assert (challenge(evening)["score"], challenge(evening)["halved"]) == (2, True)


# R15


def test_r15_spervengolo_the_quarter_stays_still_for_its_next_turn():
    evening = play(throw(2), position=at(andrea=28))
    assert quarter(evening, "andrea")["skips"] == 1
    evening = follow(evening, throw(1), throw(1), throw(1))
    assert look(evening)["turn"] == "agostino"
    assert quarter(evening, "andrea")["skips"] == 0


def test_r15_a_skipped_turn_is_told():
    evening = play(throw(1), position=at("angelo", andrea="30:k1"))
    assert steps(evening)[-2:] == ["skipped", "turn_passed"]
    assert facts(evening, "skipped") == {"quarter": "andrea", "skips": 0}


def test_r15_several_quarters_can_be_skipped_in_a_row():
    evening = play(throw(1), position=at(agostino="1:k1", francesco="1:k2"))
    assert look(evening)["turn"] == "angelo"
    assert quarter(evening, "agostino")["skips"] == 0
    assert quarter(evening, "francesco")["skips"] == 1


def test_r15_when_all_four_have_skips_they_are_used_up_turn_by_turn():
    evening = play(
        throw(1),
        position=at(andrea="0:k1", agostino="1:k1", francesco="1:k1", angelo="1:k2"),
    )
    assert look(evening)["turn"] == "agostino"
    assert [quarter(evening, q)["skips"] for q in ("andrea", "angelo")] == [0, 1]


# R16


@pytest.mark.parametrize("start", ["42:d2", "28:d2"])
def test_r16_a_halved_throw_on_death_or_spervengolo_starts_nothing(start):
    evening = play(throw(4), position=at(andrea=start))
    andrea = quarter(evening, "andrea")
    assert (andrea["death_rolls"], andrea["skips"]) == (1, 0)


@pytest.mark.parametrize("start", [42, 28])
def test_r16_a_landing_in_a_halved_throw_does_not_count_as_the_strike(start):
    evening = play(throw(4), position=at(andrea=f"{start}:d1"))
    assert quarter(evening, "andrea")["cleared"] == []
    evening = follow(evening, ruling("andrea", square=start, turn="andrea"), throw(2))
    assert quarter(evening, "andrea")["cleared"] == [start + 2]


@pytest.mark.parametrize("number", [44, 30])
def test_r16_having_struck_the_square_is_in_the_cleared_list_of_that_quarter_only(number):
    evening = play(throw(2), position=at(andrea=number - 2))
    assert quarter(evening, "andrea")["cleared"] == [number]
    assert quarter(evening, "agostino")["cleared"] == []


@pytest.mark.parametrize("number", [44, 30])
def test_r16_each_death_or_spervengolo_square_strikes_the_same_quarter_once(number):
    evening = play(throw(2), position=at(andrea=f"{number - 2}:c{number}"))
    andrea = quarter(evening, "andrea")
    assert (andrea["death_rolls"], andrea["skips"], andrea["square"]) == (0, 0, number)


def test_r16_another_death_square_strikes_again():
    board = {"goose": [], "death": [10, 20], "spervengolo": []}
    evening = play(throw(2), position=at(andrea="18:c10"), board=board)
    assert quarter(evening, "andrea")["death_rolls"] == 3


def test_r16_a_spervengolo_adds_one_skip_to_those_pending():
    evening = play(ruling("andrea", skips=2, turn="andrea"), throw(2), position=at(andrea=28))
    assert quarter(evening, "andrea")["skips"] == 3


# R17


def test_r17_going_back_after_a_lost_trial_triggers_nothing():
    evening = play(throw(3), *trial("angelo", LOST), position=at(andrea=9))
    assert (square(evening, "andrea"), look(evening)["turn"]) == (9, "agostino")
    assert quarter(evening, "andrea")["cleared"] == [12]


def test_r17_a_bounce_triggers_nothing():
    evening = play(throw(6), position=at(andrea=49))
    assert (square(evening, "andrea"), look(evening)["phase"]) == (53, "throw")


@pytest.mark.parametrize("special", ["goose", "death", "spervengolo"])
def test_r17_being_sent_to_47_triggers_nothing_even_from_a_throw_that_began_below(special):
    board = {"goose": [], "death": [], "spervengolo": [], special: [47]}
    evening = play(throw(6), *trial("angelo", LOST), position=at(andrea=43), board=board)
    andrea = quarter(evening, "andrea")
    assert andrea == {**quarter(play(), "andrea"), "square": 47}
    assert look(evening)["turn"] == "agostino"


# R18


@pytest.mark.parametrize("outcome", [WON, LOST, TIE])
def test_r18_once_its_challenge_is_decided_won_or_lost_the_square_is_cleared(outcome):
    evening = play(throw(3), *trial("angelo", outcome))
    assert quarter(evening, "andrea")["cleared"] == [3]


def test_r18_a_cleared_square_triggers_nothing_for_this_quarter():
    evening = play(throw(3), position=at(andrea="0:c3"))
    assert (square(evening, "andrea"), look(evening)["phase"]) == (3, "throw")


@pytest.mark.parametrize("options", [{}, {"square_once": "quarter"}])
def test_r18_square_once_quarter_is_the_default_another_quarter_has_its_own_first_time(options):
    evening = play(throw(3), *trial("angelo", WON), throw(3), options=options)
    assert challenge(evening)["challenger"] == "agostino"
    assert challenge(evening)["square"] == 3


def test_r18_square_once_board_a_decided_square_triggers_for_nobody():
    evening = play(throw(3), *trial("angelo", LOST), throw(3), options={"square_once": "board"})
    assert (square(evening, "agostino"), look(evening)["phase"]) == (3, "throw")
    assert quarter(evening, "andrea")["cleared"] == [3]
    assert quarter(evening, "agostino")["cleared"] == []


def test_r18_an_abandoned_challenge_clears_nothing():
    evening = play(throw(3), ruling("andrea", square=0, turn="andrea"))
    assert quarter(evening, "andrea")["cleared"] == []
    evening = follow(evening, throw(3))
    assert challenge(evening)["square"] == 3


def test_r18_a_square_that_lost_its_goose_has_its_trial_again():
    evening = play(
        amend(board={"goose": [], "death": [], "spervengolo": []}),
        throw(3),
        board={"goose": [3], "death": [], "spervengolo": []},
    )
    assert challenge(evening)["square"] == 3


# R19


@pytest.mark.parametrize("number", range(48, 54))
def test_r19_in_the_palio_zone_only_winning_its_own_challenge_clears_the_square(number):
    start = at(andrea=number - 1 if number > 48 else 46)
    by = 1 if number > 48 else 2
    won = play(throw(by), *trial("angelo", WON), position=start)
    lost = play(throw(by), *trial("angelo", LOST), position=start)
    assert quarter(won, "andrea")["cleared"] == [number]
    assert quarter(lost, "andrea")["cleared"] == []


def test_r19_after_a_loss_the_same_square_triggers_again():
    evening = play(throw(3), *trial("angelo", LOST), position=at(andrea=46))
    evening = follow(evening, throw(1), throw(1), throw(1), throw(2))
    assert challenge(evening)["square"] == 49


def test_r19_after_a_win_it_triggers_no_more():
    evening = play(throw(2), position=at(andrea="47:c49"))
    assert (square(evening, "andrea"), look(evening)["phase"]) == (49, "throw")


@pytest.mark.parametrize("once", ["quarter", "board"])
def test_r19_a_win_in_the_palio_zone_clears_only_for_this_quarter(once):
    evening = play(
        throw(2), position=at(andrea=47, agostino="49:c49"), options={"square_once": once}
    )
    assert challenge(evening)["square"] == 49


def test_r19_winning_as_the_challenged_side_clears_nothing():
    evening = play(throw(3), *trial("angelo", LOST), position=at(andrea=9, angelo=49))
    assert quarter(evening, "angelo")["cleared"] == []
