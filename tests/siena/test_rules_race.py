"""P21, P23, P25, P26, P28, P29: rounds, the die, falls, the finish."""

import pytest

from tests.siena.play import (
    TEN,
    facts,
    follow,
    is_refused,
    look,
    mossa_roll,
    pact,
    pawn,
    phase,
    race,
    red,
    roll,
    steps,
    up_to,
)

# ------------------------------------------------------------------ P21


def test_p21_in_each_round_every_pawn_moves_once_the_foremost_first_then_the_lower_lane():
    evening = race(aquila=(5, 3), bruco=(8, 2), chiocciola=(5, 1), drago=(8, 1))
    moved = []
    for _turn in range(4):
        moved.append(phase(evening)[1])
        evening = follow(evening, roll(3))
    assert moved == ["drago", "bruco", "chiocciola", "aquila"]
    assert (look(evening)["round"], phase(evening)[1]) == (2, "drago")


def test_p21_the_first_round_begins_at_the_start():
    board = look(up_to("roll"))
    assert board["round"] == 1
    assert board["order"][0] == board["turn"] == "aquila"
    assert len(board["order"]) == 10


def test_p21_the_order_is_not_computed_again_within_the_round():
    """Bruco overtakes Aquila, which moves after it all the same, and first in the next round."""
    evening = race(aquila=(5, 1), bruco=(4, 2), chiocciola=(3, 3))
    evening = follow(evening, roll(3), roll(6))
    assert phase(evening) == ("roll", "chiocciola")
    assert look(evening)["order"] == ["chiocciola"]
    evening = follow(evening, roll(3))
    assert look(evening)["order"] == ["bruco", "aquila", "chiocciola"]


def test_p21_the_first_in_order_is_who_stands_further_also_behind_the_line():
    evening = race(aquila=(0, 1), bruco=(1, 5), chiocciola=(-3, 1))
    assert look(evening)["order"] == ["bruco", "aquila", "chiocciola"]


def test_p21_only_whose_turn_it_is_rolls():
    evening = race(aquila=(5, 1), bruco=(4, 2))
    assert is_refused(evening, roll(3, contrada="bruco"), "P21", "not_its_turn")
    assert is_refused(evening, roll(3, player="bruno"), "P21", "not_this_players_turn")
    right = roll(3, contrada="aquila", player="anna")
    assert phase(follow(evening, right)) == ("roll", "bruco")


# ------------------------------------------------------------------ P23


@pytest.mark.parametrize("value", [3, 4, 5, 6])
def test_p23_the_horses_die_moves_the_pawn(value):
    assert pawn(follow(race(aquila=(1, 1)), roll(value)), "aquila") == (1 + value, 1)


@pytest.mark.parametrize("value", [-1, 0, 1, 2, 7])
def test_p23_the_horses_dice_show_3_to_6(value):
    for contrada in ("aquila", "lupa"):
        assert is_refused(race(**{contrada: (1, 1)}), roll(value), "P23", "not_a_horse_face")


def test_p23_the_waiting_cards_count_and_are_used_up():
    evening = follow(race(aquila=(1, 1, "jockey", 2)), roll(4))
    assert pawn(evening, "aquila") == (7, 1)
    assert facts(evening, "rolled")["movement"] == 6


def test_p23_a_pawn_never_moves_backward():
    evening = follow(race(aquila=(9, 1, "jockey", -7)), roll(4))
    assert pawn(evening, "aquila") == (9, 1)
    assert facts(evening, "rolled")["movement"] == 0


# ------------------------------------------------------------------ P25


def blocked(*, at=19, **keys):
    """Aquila at the end of three lanes, both lanes of the next row taken."""
    pawns = {"bruco": (at + 1, 1), "chiocciola": (at + 1, 2)}
    return race(aquila=(at, 1), **pawns, order=("aquila", "bruco"), **keys)


def test_p25_who_cannot_complete_the_movement_goes_as_far_as_possible_and_risks_a_fall():
    evening = race(aquila=(17, 1), bruco=(20, 1), chiocciola=(20, 2), order=("aquila", "bruco"))
    evening = follow(evening, roll(5))
    assert pawn(evening, "aquila") == (19, 1)
    assert phase(evening) == ("test", "aquila")
    assert look(evening)["order"] == ["aquila", "bruco"]
    assert facts(evening, "test_due")["missing"] == 3


def test_p25_the_owner_chooses_among_the_longest_ways():
    evening = race(aquila=(17, 2), bruco=(20, 1), chiocciola=(20, 2), turn="aquila")
    assert pawn(follow(evening, roll(3, 3, 3)), "aquila") == (19, 3)
    assert is_refused(evening, roll(3, 2), "P25", "lanes_length")
    assert is_refused(evening, roll(3, 2, 2, 2), "P25", "lanes_length")


def test_p25_no_free_step_is_told_as_no_lanes():
    evening = follow(blocked(), {"do": "roll", "value": 3, "lanes": []})
    assert pawn(evening, "aquila") == (19, 1)
    assert facts(evening, "stood_still")["why"] == "blocked"
    assert phase(evening) == ("test", "aquila")


@pytest.mark.parametrize(
    ("value", "name", "state"),
    [
        (1, "braked", "jockey"),
        (2, "braked", "jockey"),
        (3, "jockey_fell", "riderless"),
        (4, "jockey_fell", "riderless"),
        (5, "both_fell", "out"),
        (6, "both_fell", "out"),
    ],
)
def test_p25_one_or_two_brakes_three_or_four_loses_the_jockey_five_or_six_is_out(
    value, name, state
):
    evening = follow(blocked(), roll(3), red(value, contrada="aquila", player="anna"))
    assert steps(evening) == [name, "turn_passed"]
    assert look(evening)["pawns"]["aquila"] == {
        "progress": 19,
        "lane": 1,
        "state": state,
        "waiting": 0,
    }
    assert phase(evening) == ("roll", "bruco")
    assert look(evening)["order"] == ["bruco"]


def test_p25_the_space_of_one_that_is_out_is_free():
    evening = follow(race(aquila=(20, 1, "out"), bruco=(20, 2), chiocciola=(17, 1)), roll(3))
    assert pawn(follow(evening, roll(3)), "chiocciola") == (20, 1)


def test_p25_who_is_out_is_not_in_the_next_round():
    evening = follow(blocked(), roll(3), red(6), roll(3))
    assert look(evening)["order"] == ["bruco", "chiocciola"]


def test_p25_the_red_die_is_rolled_by_its_owner_has_six_faces_and_waits_for_a_test():
    evening = follow(blocked(), roll(3))
    assert is_refused(evening, red(3, contrada="bruco"), "P25", "not_its_turn")
    assert is_refused(evening, red(3, player="bruno"), "P25", "not_this_players_turn")
    for value in (0, 7):
        assert is_refused(evening, red(value), "P25", "not_a_red_face")
    assert is_refused(evening, roll(3), "P23", "not_now")
    assert is_refused(blocked(), red(3), "P25", "not_now")


def test_p25_a_movement_cut_at_the_finish_but_blocked_before_it_is_a_risk_too():
    taken = {c: (1, lane) for lane, c in enumerate(TEN[1:6], 1)}
    evening = follow(race(aquila=(90, 1), **taken), roll(3))
    assert (pawn(evening, "aquila"), phase(evening)) == ((90, 1), ("test", "aquila"))


# ------------------------------------------------------------------ P26


def test_p26_a_riderless_horse_moves_on_with_its_own_die_on_the_programs_way():
    evening = race(aquila=(1, 2, "riderless"), bruco=(2, 2), turn="aquila")
    evening = follow(evening, roll(4))
    assert facts(evening, "moved")["path"] == [[2, 1], [3, 1], [4, 1], [5, 1]]


def test_p26_nobody_chooses_its_way():
    for lanes in ([2, 2, 2], []):
        action = {"do": "roll", "value": 3, "lanes": lanes}
        evening = race(aquila=(1, 2, "riderless"))
        assert is_refused(evening, action, "P26", "lanes_without_jockey")


def test_p26_it_takes_no_fall_test():
    evening = race(aquila=(19, 1, "riderless"), bruco=(20, 1), chiocciola=(20, 2), turn="aquila")
    evening = follow(evening, roll(3))
    assert phase(evening)[0] == "roll"
    assert pawn(evening, "aquila") == (19, 1, "riderless")


def test_p26_it_receives_no_cards():
    evening = race(aquila=(1, 1, "riderless"), bruco=(1, 2))
    assert is_refused(evening, pact("bruno", "race+1", "aquila"), "P26", "target_without_jockey")


def test_p26_it_can_win_for_its_contrada():
    evening = follow(race(aquila=(88, 1, "riderless")), roll(3))
    assert facts(evening, "race_won")["jockey"] is False
    assert look(evening)["winners"] == ["aquila"]


# ------------------------------------------------------------------ P28


def test_p28_narrow_is_the_default_falls_are_as_elsewhere():
    evening = follow(blocked(at=13, track=NARROW_CURVE), roll(3), red(2))
    assert steps(evening)[0] == "braked"


NARROW_CURVE = {
    "lanes": [*[5] * 8, 4, 4, 4, 3, *[2] * 13, 3, 4, 4, 4, 5],
    "san_martino": [13, 15],
    "casato": [24, 26],
}


@pytest.mark.parametrize(
    ("value", "name"),
    [(1, "braked"), (2, "jockey_fell"), (4, "jockey_fell"), (5, "both_fell"), (6, "both_fell")],
)
@pytest.mark.parametrize(("at", "curve"), [(13, "san_martino"), (24, "casato")])
def test_p28_harsh_in_a_curve_only_a_1_brakes(value, name, at, curve):
    harsh = {"options": {"curves": "harsh"}, "track": NARROW_CURVE}
    evening = follow(blocked(at=at, **harsh), roll(3))
    assert facts(evening, "test_due")["curve"] == curve
    evening = follow(evening, red(value))
    assert facts(evening, name)["curve"] == curve


def test_p28_harsh_outside_the_curves_is_as_usual():
    evening = follow(blocked(options={"curves": "harsh"}), roll(3), red(2))
    assert steps(evening)[0] == "braked"
    assert facts(evening, "braked")["curve"] is None


# ------------------------------------------------------------------ P29


def test_p29_the_first_over_the_line_on_the_third_lap_wins_at_once():
    evening = follow(race(aquila=(88, 1), bruco=(87, 2), mode="straordinario"), roll(5))
    board = look(evening)
    assert (board["phase"], board["turn"], board["winners"]) == ("won", None, ["aquila"])
    assert board["pawns"]["aquila"]["progress"] == 91
    assert board["order"] == ["aquila", "bruco"]


def test_p29_the_line_of_the_first_two_laps_wins_nothing():
    evening = follow(race(aquila=(28, 1), bruco=(58, 3)), roll(6), roll(6))
    assert look(evening)["winners"] == []


def test_p29_the_step_over_the_line_needs_a_free_space():
    """Row 1 is taken before Aquila but for the third lane, which it can reach."""
    taken = {"bruco": (1, 1), "chiocciola": (31, 2)}
    evening = race(aquila=(90, 2), **taken)
    assert is_refused(evening, roll(3, 2), "P24", "lanes_unlawful")
    evening = follow(evening, roll(3, 3))
    assert (pawn(evening, "aquila"), look(evening)["winners"]) == ((91, 3), ["aquila"])


def test_p29_no_round_and_no_turn_comes_after_a_win():
    evening = follow(race(aquila=(88, 1), bruco=(87, 2)), roll(3))
    assert steps(evening) == ["rolled", "moved", "race_won"]
    assert is_refused(evening, roll(3), "P23", "not_now")


def test_p29_the_last_lap_is_told_once():
    evening = follow(race(aquila=(59, 1), bruco=(58, 3)), roll(4))
    assert facts(evening, "last_lap") == {"contrada": "aquila"}
    assert "last_lap" not in steps(follow(evening, roll(4)))


def test_p29_nobody_rolls_in_the_mossa_once_the_race_is_on():
    assert is_refused(race(aquila=(5, 1)), mossa_roll(3), "P12", "not_now")
