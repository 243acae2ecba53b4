"""R1-R5: the board, the order of throws, the Order of Play."""

import pytest

from tests.oca.play import (
    BONUS,
    HEADER,
    ORDER,
    WHISTLE,
    WON,
    at,
    challenge,
    draw,
    follow,
    header_refused,
    look,
    play,
    quarter,
    refused,
    square,
    steps,
    throw,
    trial,
)

NO_SPECIALS = {"goose": [], "death": [], "spervengolo": []}
LISTED = [3, 4, 6, 9, 12, 14, 16, 18, 21, 24, 26, 28, 32, 35, 37, 39, 42, 45, 46, *range(48, 54)]


# R1


def test_r01_all_four_quarters_start_on_0():
    assert {slug: square(play(), slug) for slug in ORDER} == dict.fromkeys(ORDER, 0)


def test_r01_square_54_is_the_goal():
    evening = play(throw(6), position=at(andrea=48))
    assert (look(evening)["phase"], look(evening)["winner"]) == ("won", "andrea")
    assert square(evening, "andrea") == 54


# R2


@pytest.mark.parametrize("number", range(1, 54))
def test_r02_the_list_of_the_rulebook_decides_which_squares_have_a_trial(number):
    evening = play(throw(1), position=at(andrea=number - 1), board=NO_SPECIALS)
    assert (look(evening)["phase"] == "draw") == (number in LISTED)
    assert square(evening, "andrea") == number


# R3


def test_r03_a_board_without_goose_death_and_spervengolo_is_accepted():
    evening = play(throw(5), board=NO_SPECIALS)
    assert steps(evening) == ["thrown", "moved", "rested", "turn_passed"]


def test_r03_goose_death_and_spervengolo_lie_where_the_edition_says():
    board = {"goose": [1], "death": [10], "spervengolo": [20]}
    evening = play(
        *(throw(1), throw(3), throw(4)),
        board=board,
        position=at(agostino=7, francesco=16),
    )
    assert square(evening, "andrea") == 2
    assert quarter(evening, "agostino")["death_rolls"] == 3
    assert quarter(evening, "francesco")["skips"] == 1


@pytest.mark.parametrize("special", ["goose", "death", "spervengolo"])
def test_r03_a_special_square_is_no_trial_square_even_if_it_is_listed(special):
    evening = play(throw(4), board={**NO_SPECIALS, special: [4]})
    assert look(evening)["challenge"] is None
    assert look(evening)["turn"] == "agostino"


@pytest.mark.parametrize("special", ["goose", "death", "spervengolo"])
@pytest.mark.parametrize("number", [-1, 0, 48, 54])
def test_r03_special_squares_lie_on_1_to_47(special, number):
    refusal = header_refused(board={**NO_SPECIALS, special: [number]})
    assert (refusal.rule, refusal.code) == ("R3", "special_off_board")


@pytest.mark.parametrize("number", [1, 47])
def test_r03_the_first_and_the_last_possible_square_are_accepted(number):
    play(board={**NO_SPECIALS, "death": [number]})


@pytest.mark.parametrize("board", [{"goose": [5, 5]}, {"goose": [5], "death": [5]}])
def test_r03_no_two_special_squares_are_the_same(board):
    refusal = header_refused(board={**NO_SPECIALS, **board})
    assert (refusal.rule, refusal.code) == ("R3", "special_twice")


# R4


def test_r04_the_turn_passes_in_the_order_that_was_drawn_one_throw_each():
    evening = play()
    turns = []
    for _ in range(5):
        turns.append(look(evening)["turn"])
        evening = follow(evening, throw(1))
    assert turns == ["andrea", "agostino", "francesco", "angelo", "andrea"]


@pytest.mark.parametrize("value", [-1, 0, 7, 12])
def test_r04_one_die_with_six_faces_is_thrown(value):
    refusal = refused(play(), throw(value))
    assert (refusal.rule, refusal.code) == ("R4", "not_a_die_face")


def test_r04_a_throw_may_name_its_quarter():
    assert square(play(throw(1, quarter="andrea")), "andrea") == 1


def test_r04_only_the_quarter_whose_turn_it_is_throws():
    refusal = refused(play(), throw(1, quarter="angelo"))
    assert (refusal.rule, refusal.code) == ("R4", "not_its_turn")


@pytest.mark.parametrize(
    "order", [[], ORDER[:3], [*ORDER, "andrea"], ["andrea", "andrea", "francesco", "angelo"]]
)
def test_r04_the_order_names_each_quarter_once(order):
    refusal = header_refused(order=list(order))
    assert (refusal.rule, refusal.code) == ("R4", "order_incomplete")


# R5


def test_r05_the_nth_challenge_of_the_evening_plays_the_nth_trial():
    evening = play(throw(3))
    assert (challenge(evening)["number"], challenge(evening)["trial"]) == (1, "ponte")
    evening = follow(evening, *trial("angelo", WON), throw(4))
    assert (challenge(evening)["number"], challenge(evening)["trial"]) == (2, "osteria")
    evening = play(throw(4), position=at(game=6))
    assert (challenge(evening)["number"], challenge(evening)["trial"]) == (7, "ponte")


def test_r05_after_the_last_challenge_no_square_triggers_a_trial():
    evening = play(throw(3), order_of_play=["ponte"])
    evening = follow(evening, *trial("angelo", WON), throw(4))
    assert steps(evening) == ["thrown", "moved", "rested", "turn_passed"]
    assert look(evening)["game"] == 1


def test_r05_after_the_last_challenge_even_the_palio_zone_is_free():
    evening = play(throw(3), position=at(andrea=47, game=30))
    assert (look(evening)["phase"], square(evening, "andrea")) == ("throw", 50)


def test_r05_the_cleared_lists_stay_as_they_are_after_the_last_challenge():
    evening = play(throw(3), order_of_play=["ponte"])
    evening = follow(evening, *trial("angelo", WON), throw(4))
    assert quarter(evening, "andrea")["cleared"] == [3]
    assert quarter(evening, "agostino")["cleared"] == []


def test_r05_the_order_of_play_has_at_least_one_trial():
    refusal = header_refused(order_of_play=[])
    assert (refusal.rule, refusal.code) == ("R5", "order_of_play_empty")


@pytest.mark.parametrize("options", [{}, {"specials_after_last": "stay"}])
def test_r05_specials_after_last_stay_is_the_default_goose_death_and_spervengolo_go_on(options):
    evening = play(
        *(throw(5), throw(4), throw(4)),
        options=options,
        position=at(agostino=40, francesco=26, game=30),
    )
    assert square(evening, "andrea") == 10
    assert quarter(evening, "agostino")["death_rolls"] == 3
    assert quarter(evening, "francesco")["skips"] == 1


def test_r05_specials_after_last_clear_goose_death_and_spervengolo_do_nothing_either():
    evening = play(
        *(throw(5), throw(4), throw(4)),
        options={"specials_after_last": "clear"},
        position=at(agostino=40, francesco=26, game=30),
    )
    assert square(evening, "andrea") == 5
    assert quarter(evening, "agostino") == {**quarter(play(), "agostino"), "square": 44}
    assert quarter(evening, "francesco") == {**quarter(play(), "francesco"), "square": 30}


@pytest.mark.parametrize(("options", "rolls"), [("stay", 3), ("clear", 0)])
def test_r05_specials_are_cleared_once_the_last_challenge_is_opened(options, rolls):
    evening = play(
        throw(5),
        options={"specials_after_last": options},
        board={"goose": [5], "death": [6], "spervengolo": []},
        position=at(game=29),
    )
    assert square(evening, "andrea") == 10, "one challenge is left: the Goose flies"
    evening = follow(evening, throw(3), BONUS, *trial("angelo", WON))
    assert square(evening, "agostino") == 6
    assert quarter(evening, "agostino")["death_rolls"] == rolls


def test_r05_a_trial_tied_to_a_square_is_played_there_and_uses_up_a_place_in_the_list():
    evening = play(throw(3), square_trials={"3": "boscaiolo"})
    assert (challenge(evening)["number"], challenge(evening)["trial"]) == (1, "boscaiolo")
    evening = follow(evening, *trial("angelo", WON), throw(4))
    assert (challenge(evening)["number"], challenge(evening)["trial"]) == (2, "osteria")


@pytest.mark.parametrize("number", ["5", "7", "44", "54"])
def test_r05_a_trial_can_be_tied_only_to_a_trial_square_of_this_board(number):
    refusal = header_refused(square_trials={number: "ponte"})
    assert (refusal.rule, refusal.code) == ("R5", "not_a_trial_square")


def test_r05_a_trial_can_be_tied_to_a_square_of_the_palio_zone():
    evening = play(throw(1), position=at(andrea=52), square_trials={"53": "cavalieri"})
    assert challenge(evening)["trial"] == "cavalieri"


def test_r05_the_worked_turn_begins_with_the_bridge():
    assert HEADER["order_of_play"][0] == "ponte"
    evening = play(throw(3), draw("angelo"), WHISTLE)
    assert challenge(evening)["trial"] == "ponte"
