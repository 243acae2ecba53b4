"""R30, R31, R35: conduct, rulings, amendments."""

import pytest

from cagli_oca.games import oca
from tests.oca.play import (
    BONUS,
    CLOSE,
    HEADER,
    ORDER,
    RESUME,
    SELECT_TEAM,
    SUSPEND,
    WHISTLE,
    WON,
    amend,
    at,
    challenge,
    conduct,
    draw,
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

OPEN = (throw(3), draw("angelo"), WHISTLE)
"""Andrea against Angelo on square 3, the trial is on."""


# R30


def test_r30_conduct_gives_a_quarter_one_more_pending_skip():
    evening = play(conduct("francesco"), conduct("francesco"))
    assert quarter(evening, "francesco")["skips"] == 2
    assert look(evening)["turn"] == "andrea"


def test_r30_conduct_of_the_quarter_about_to_throw_uses_its_turn_up_at_once():
    evening = play(conduct("andrea"))
    assert (look(evening)["turn"], quarter(evening, "andrea")["skips"]) == ("agostino", 0)
    assert steps(evening) == ["conduct", "skipped", "turn_passed"]


def test_r30_conduct_after_the_throw_waits_for_the_next_turn():
    for moment in (OPEN[:1], OPEN[:2], OPEN):
        evening = play(*moment, conduct("andrea"))
        assert (look(evening)["turn"], quarter(evening, "andrea")["skips"]) == ("andrea", 1)


def test_r30_conduct_adds_to_skips_that_wait_already():
    evening = play(ruling("andrea", skips=2, turn="andrea"), conduct("andrea"))
    assert (look(evening)["turn"], quarter(evening, "andrea")["skips"]) == ("agostino", 2)


def test_r30_conduct_has_a_reason():
    refusal = refused(play(), {"do": "conduct", "quarter": "andrea", "reason": "\t"})
    assert (refusal.rule, refusal.code) == ("R30", "no_reason")


def test_r30_no_conduct_while_suspended():
    assert refused(play(SUSPEND), conduct("andrea")).rule == "R33"


# R31


@pytest.mark.parametrize(
    ("what", "low", "high"), [("square", 0, 53), ("skips", 0, 9), ("death_rolls", 0, 3)]
)
def test_r31_a_ruling_sets_numbers_within_their_limits(what, low, high):
    for value in (low, high):
        assert quarter(play(ruling("angelo", **{what: value})), "angelo")[what] == value
    for value in (low - 1, high + 1):
        refusal = refused(play(), ruling("angelo", **{what: value}))
        assert (refusal.rule, refusal.code) == ("R31", "ruling_out_of_range")


@pytest.mark.parametrize("what", ["bonus_used", "select_team_used"])
@pytest.mark.parametrize("value", [True, False])
def test_r31_a_ruling_gives_back_or_takes_away_bonus_and_select_team(what, value):
    evening = play(ruling("angelo", **{what: value}), position=at(angelo="0:b:s"))
    assert quarter(evening, "angelo")[what] is value


def test_r31_a_ruling_sets_the_cleared_squares_as_a_list_from_1_to_53():
    evening = play(ruling("angelo", cleared=[53, 3, 3, 1]), position=at(angelo="0:c9"))
    assert quarter(evening, "angelo")["cleared"] == [1, 3, 53]
    assert quarter(follow(evening, ruling("angelo", cleared=[])), "angelo")["cleared"] == []
    for number in (0, 54):
        assert refused(play(), ruling("angelo", cleared=[number])).rule == "R31"


def test_r31_a_ruling_sets_the_number_of_challenges_opened():
    for game in (0, 30):
        assert look(play(ruling("andrea", game=game), position=at(game=5)))["game"] == game
    for game in (-1, 31):
        assert refused(play(), ruling("andrea", game=game)).rule == "R31"
    assert challenge(play(ruling("andrea", game=7), throw(3)))["trial"] == "giogo"


def test_r31_a_ruling_sets_several_things_at_once():
    evening = play(ruling("angelo", square=9, skips=1, bonus_used=True, game=4, turn="francesco"))
    angelo = quarter(evening, "angelo")
    assert (angelo["square"], angelo["skips"], angelo["bonus_used"]) == (9, 1, True)
    assert (look(evening)["game"], look(evening)["turn"]) == (4, "francesco")


def test_r31_a_ruling_always_has_a_reason():
    refusal = refused(play(), {**ruling("angelo", square=9), "reason": "  "})
    assert (refusal.rule, refusal.code) == ("R31", "no_reason")


def test_r31_a_ruling_that_sets_nothing_is_refused():
    refusal = refused(play(), ruling("angelo"))
    assert (refusal.rule, refusal.code) == ("R31", "ruling_sets_nothing")


@pytest.mark.parametrize("number", [3, 5, 30, 44, 48])
def test_r31_a_ruling_triggers_nothing_on_the_square(number):
    evening = play(ruling("andrea", square=number))
    assert quarter(evening, "andrea") == {**quarter(play(), "andrea"), "square": number}
    assert look(evening)["challenge"] is None
    assert look(evening)["turn"] == "andrea"


def test_r31_a_quarter_given_the_turn_throws_even_with_skips_pending():
    evening = play(ruling("angelo", turn="angelo"), position=at(angelo="0:k2"))
    assert (look(evening)["turn"], quarter(evening, "angelo")["skips"]) == ("angelo", 2)
    assert square(follow(evening, throw(1)), "angelo") == 1


def test_r31_skips_set_on_the_quarter_about_to_throw_wait_for_its_next_turn():
    evening = play(ruling("andrea", skips=1))
    assert look(evening)["turn"] == "andrea"
    evening = follow(evening, throw(1), throw(1), throw(1), throw(1))
    assert look(evening)["turn"] == "agostino"


def test_r31_naming_the_turn_abandons_an_open_challenge():
    evening = play(*OPEN, ruling("andrea", turn="agostino"))
    assert (look(evening)["challenge"], look(evening)["phase"]) == (None, "throw")
    assert (square(evening, "andrea"), quarter(evening, "andrea")["cleared"]) == (3, [])
    assert look(evening)["game"] == 1, "its number stays used"
    assert steps(evening) == ["challenge_abandoned", "turn_ruled"]


def test_r31_bonus_and_select_team_of_an_abandoned_challenge_stay_used_unless_ruled_otherwise():
    for declared, used in ((BONUS, "bonus_used"), (SELECT_TEAM, "select_team_used")):
        evening = play(throw(3), declared)
        kept = follow(evening, ruling("andrea", turn="andrea"))
        given_back = follow(evening, ruling("andrea", turn="andrea", game=0, **{used: False}))
        assert quarter(kept, "andrea")[used] is True
        assert quarter(given_back, "andrea")[used] is False
        assert look(given_back)["game"] == 0


def test_r31_the_challengers_square_and_the_game_wait_for_a_ruling_that_names_the_turn():
    evening = play(*OPEN)
    refusal = refused(evening, ruling("andrea", square=9))
    assert (refusal.rule, refusal.code) == ("R31", "ruling_square_while_challenge")
    refusal = refused(evening, ruling("angelo", game=0))
    assert (refusal.rule, refusal.code) == ("R31", "ruling_game_while_challenge")
    evening = follow(evening, ruling("andrea", square=9, game=0, turn="andrea"))
    assert (square(evening, "andrea"), look(evening)["game"]) == (9, 0)


def test_r31_the_square_of_another_quarter_can_be_set_while_a_challenge_is_open():
    evening = play(*OPEN, ruling("angelo", square=50), WON)
    assert square(evening, "angelo") == 47


def test_r31_what_is_ruled_about_bonus_select_team_or_death_leaves_the_challenge_in_hand():
    evening = play(throw(4), BONUS, draw("angelo"), WHISTLE)
    before = challenge(evening)
    evening = follow(
        evening, ruling("andrea", bonus_used=False, select_team_used=True, death_rolls=2)
    )
    assert challenge(evening) == before
    evening = follow(evening, WON)
    assert (square(evening, "andrea"), quarter(evening, "andrea")["bonus_used"]) == (8, False)


def test_r31_a_ruling_is_allowed_while_suspended():
    evening = play(*OPEN, SUSPEND, ruling("francesco", square=20))
    assert square(evening, "francesco") == 20
    assert challenge(evening)["opponent"] == "angelo"
    evening = follow(evening, ruling("francesco", turn="francesco"))
    assert (look(evening)["phase"], look(evening)["suspended_from"]) == ("suspended", "throw")
    assert (look(evening)["challenge"], look(evening)["turn"]) == (None, "francesco")
    assert look(follow(evening, RESUME))["phase"] == "throw"


def test_r31_no_ruling_after_a_win_or_close():
    for evening in (play(throw(1), position=at(andrea=53)), play(CLOSE)):
        assert refused(evening, ruling("andrea", square=0)).rule == "R34"


# R35


def test_r35_an_amended_board_counts_for_what_comes():
    board = {"goose": [1], "death": [3], "spervengolo": []}
    evening = play(amend(board=board), throw(1), throw(3), throw(5))
    assert [square(evening, slug) for slug in ORDER] == [2, 3, 5, 0]
    assert quarter(evening, "agostino")["death_rolls"] == 3


def test_r35_an_amended_order_of_play_counts_for_what_comes():
    evening = play(throw(3), amend(order_of_play=["osteria", "giogo"]))
    assert challenge(evening)["trial"] == "ponte", "the open challenge keeps its trial"
    evening = follow(evening, *trial("angelo", WON), throw(3))
    assert challenge(evening)["trial"] == "giogo"


def test_r35_amended_trials_of_squares_count_for_what_comes():
    evening = play(amend(square_trials={"3": "arcieri"}), throw(3))
    assert challenge(evening)["trial"] == "arcieri"


def test_r35_an_amendment_triggers_nothing():
    board = {"goose": [1], "death": [], "spervengolo": []}
    evening = play(throw(1))
    assert look(follow(evening, amend(board=board))) == look(evening)


def test_r35_an_amendment_is_the_editions_data_from_then_on():
    evening = play(amend(order_of_play=["giogo"], square_trials={"3": "ponte"}))
    data = oca.setup(evening.state)
    assert data["order_of_play"] == ["giogo"]
    assert data["square_trials"] == {"3": "ponte"}
    assert data["board"] == HEADER["board"]


def test_r35_the_order_of_play_stays_at_least_as_long_as_the_challenges_opened():
    evening = play(position=at(game=2))
    follow(evening, amend(order_of_play=["ponte", "ponte"]))
    refusal = refused(evening, amend(order_of_play=["ponte"]))
    assert (refusal.rule, refusal.code) == ("R35", "order_of_play_too_short")


def test_r35_an_amendment_passes_the_same_checks_as_a_header():
    board = {"goose": [], "death": [], "spervengolo": []}
    assert refused(play(), amend(board={**board, "goose": [48]})).rule == "R3"
    assert refused(play(), amend(board={**board, "goose": [5, 5]})).rule == "R3"
    assert refused(play(), amend(order_of_play=[])).rule == "R5"
    assert refused(play(), amend(square_trials={"5": "ponte"})).rule == "R5"
    evening = play(square_trials={"3": "ponte"})
    assert refused(evening, amend(board={**board, "goose": [3]})).rule == "R5"
    follow(evening, amend(board={**board, "goose": [3]}, square_trials={}))


def test_r35_an_amendment_changes_something_and_has_a_reason():
    refusal = refused(play(), amend())
    assert (refusal.rule, refusal.code) == ("R35", "amend_sets_nothing")
    refusal = refused(play(), {**amend(square_trials={}), "reason": ""})
    assert (refusal.rule, refusal.code) == ("R35", "no_reason")


@pytest.mark.parametrize("before", [(), OPEN[:1], OPEN[:2], OPEN, (SUSPEND,)])
def test_r35_an_amendment_is_accepted_in_every_phase_but_after_the_end(before):
    evening = play(*before)
    assert look(follow(evening, amend(square_trials={}))) == look(evening)
    assert refused(play(*before, CLOSE), amend(square_trials={})).rule == "R34"
