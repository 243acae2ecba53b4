"""P30: undo, suspension, close, rulings, amendments."""

import pytest

from cagli_oca.games import siena
from tests.siena.play import (
    CLOSE,
    DEAL,
    LANES,
    RESUME,
    SUSPEND,
    TEN,
    UNDO,
    WIDE,
    amend,
    choose,
    draw_three,
    facts,
    follow,
    is_refused,
    look,
    mossa_roll,
    offer,
    opened,
    pact,
    pawn,
    phase,
    play,
    race,
    red,
    refused,
    roll,
    ruling,
    steps,
    up_to,
)


def suspended_race(**pawns):
    return follow(race(**pawns), SUSPEND)


# ------------------------------------------------------------------ undo


def test_p30_undo_restores_the_state_before_wholly():
    before = race(aquila=(19, 1), bruco=(20, 1), chiocciola=(20, 2), order=("aquila", "bruco"))
    after = follow(before, roll(3), red(6), UNDO, UNDO)
    assert after.state == before.state


def test_p30_undo_goes_on_after_a_win_a_close_and_in_a_suspension():
    won = follow(race(aquila=(88, 1), mode="straordinario"), roll(3))
    assert phase(follow(won, UNDO)) == ("roll", "aquila")
    assert phase(follow(opened(), CLOSE, UNDO)) == ("choose", "anna")
    assert phase(follow(opened(), SUSPEND, UNDO)) == ("choose", "anna")
    assert refused(opened(), UNDO).rule == "P30"


def test_p30_a_deal_that_somebody_has_seen_can_be_undone():
    assert look(follow(up_to("deal"), DEAL, UNDO))["hand_sizes"] == {}


# ------------------------------------------------------------------ suspension and close


@pytest.mark.parametrize(
    "moment", ["choose", "tratta", "mossa_roll", "decide", "mossa_cards", "roll"]
)
def test_p30_play_can_be_suspended_at_any_moment_and_goes_on_where_it_was(moment):
    before = up_to(moment)
    evening = follow(before, SUSPEND)
    board = look(evening)
    assert (board["phase"], board["suspended_from"]) == ("suspended", moment)
    assert board["turn"] == look(before)["turn"]
    assert follow(evening, RESUME).state == before.state


def test_p30_while_suspended_only_resume_rulings_amendments_close_and_undo():
    evening = suspended_race(aquila=(5, 1))
    for action in (roll(3), pact("anna", "race+1", "aquila"), SUSPEND, choose("oca")):
        assert is_refused(evening, action, "P30", "suspended")
    for action in (RESUME, ruling("aquila", progress=6), amend(WIDE), CLOSE, UNDO):
        assert follow(evening, action)


def test_p30_only_what_is_suspended_is_resumed():
    assert is_refused(opened(), RESUME, "P30", "not_suspended")


def test_p30_offers_are_kept_in_a_suspension():
    evening = follow(up_to("decide"), offer("bruno", 2), SUSPEND)
    assert look(evening)["offers"] == {"bruno": 2}


def test_p30_a_close_ends_the_evening_and_everything_stays():
    evening = follow(race(aquila=(5, 1), bruco=(5, 2)), CLOSE)
    board = look(evening)
    assert (board["phase"], board["turn"], board["winners"]) == ("closed", None, [])
    assert board["order"] == ["aquila", "bruco"]
    assert pawn(evening, "aquila") == (5, 1)
    assert look(follow(up_to("decide"), offer("bruno", 2), CLOSE))["offers"] == {}


def test_p30_after_a_close_or_the_last_win_only_undo_is_accepted():
    won = follow(race(aquila=(88, 1), mode="straordinario"), roll(3))
    for over in (won, play(CLOSE)):
        for action in (CLOSE, SUSPEND, choose("oca"), amend(WIDE), ruling("aquila", progress=1)):
            assert is_refused(over, action, "P30", "over")
        assert siena.over(over.state)


def test_p30_draw_three_is_not_yet_after_a_win():
    evening = follow(race(aquila=(88, 1)), roll(3))
    assert phase(follow(evening, SUSPEND, RESUME, amend(WIDE))) == ("draw_three", None)
    assert phase(follow(evening, CLOSE)) == ("closed", None)
    assert look(follow(evening, CLOSE))["winners"] == ["aquila"]


@pytest.mark.parametrize("do", ["suspend", "close"])
def test_p30_a_reason_is_not_blank(do):
    assert is_refused(opened(), {"do": do, "reason": " "}, "P30", "no_reason")


# ------------------------------------------------------------------ rulings


def test_p30_a_ruling_sets_progress_lane_state_and_waiting_cards():
    evening = race(aquila=(5, 1), bruco=(4, 1))
    evening = follow(evening, ruling("aquila", progress=12, lane=3, waiting=2))
    assert pawn(evening, "aquila") == (12, 3, "jockey", 2)
    assert steps(evening) == ["ruled"]
    assert facts(evening, "ruled")["before"] == {"progress": 5, "lane": 1, "waiting": 0}
    assert pawn(follow(evening, ruling("bruco", state="riderless")), "bruco")[2] == "riderless"


@pytest.mark.parametrize(("progress", "lane"), [(-9, 1), (90, 5)])
def test_p30_progress_is_ruled_from_9_behind_the_line_to_90(progress, lane):
    evening = follow(race(aquila=(5, 1)), ruling("aquila", progress=progress, lane=lane))
    assert pawn(evening, "aquila") == (progress, lane)


@pytest.mark.parametrize("progress", [-10, 91])
def test_p30_never_further(progress):
    evening = race(aquila=(5, 1))
    assert is_refused(evening, ruling("aquila", progress=progress), "P30", "ruling_out_of_range")


def test_p30_never_onto_a_space_that_is_taken_or_does_not_exist():
    evening = race(aquila=(5, 1), bruco=(36, 1), chiocciola=(3, 3, "out"))
    assert is_refused(evening, ruling("aquila", progress=6), "P30", "space_taken")
    for lane in (0, 6):
        assert is_refused(evening, ruling("aquila", lane=lane), "P30", "no_such_space")
    assert is_refused(evening, ruling("aquila", progress=20, lane=3), "P30", "no_such_space")
    assert pawn(follow(evening, ruling("aquila", progress=3, lane=3)), "aquila") == (3, 3)


def test_p30_one_that_is_out_is_brought_back_only_onto_a_free_space():
    evening = race(aquila=(5, 1), bruco=(5, 1, "out"))
    assert is_refused(evening, ruling("bruco", state="jockey"), "P30", "space_taken")
    back = follow(evening, ruling("bruco", state="jockey", lane=2))
    assert pawn(back, "bruco") == (5, 2)


def test_p30_it_triggers_nothing():
    """Ruled beside the finish or past another, nobody wins and the order stays."""
    evening = race(aquila=(5, 1), bruco=(4, 1))
    evening = follow(evening, ruling("bruco", progress=90))
    assert look(evening)["order"] == ["aquila", "bruco"]
    assert phase(evening) == ("roll", "aquila")


def test_p30_a_pawn_made_riderless_or_out_loses_its_waiting_cards():
    for state in ("riderless", "out"):
        evening = race(aquila=(5, 1), bruco=(4, 1, "jockey", 2))
        evening = follow(evening, ruling("bruco", state=state))
        assert look(evening)["pawns"]["bruco"]["waiting"] == 0
        both = ruling("bruco", state=state, waiting=1)
        assert is_refused(race(bruco=(4, 1)), both, "P30", "waiting_without_jockey")


def test_p30_if_it_was_its_turn_and_it_is_out_the_turn_passes():
    evening = follow(race(aquila=(5, 1), bruco=(4, 1)), ruling("aquila", state="out"))
    assert (phase(evening), steps(evening)) == (("roll", "bruco"), ["ruled", "turn_passed"])
    assert look(evening)["order"] == ["bruco"]


def test_p30_if_it_was_the_last_of_the_round_a_new_round_begins():
    evening = race(aquila=(5, 1), bruco=(4, 1), order=("bruco",))
    evening = follow(evening, ruling("bruco", state="out"))
    assert (phase(evening), look(evening)["round"]) == (("roll", "aquila"), 2)


def test_p30_one_that_was_still_to_move_is_left_out_of_the_order():
    evening = follow(race(aquila=(5, 1), bruco=(4, 1)), ruling("bruco", state="out"))
    assert look(evening)["order"] == ["aquila"]


def test_p30_one_brought_back_moves_from_the_next_round_on():
    evening = race(aquila=(5, 1), bruco=(4, 1), chiocciola=(9, 1, "out"))
    evening = follow(evening, ruling("chiocciola", state="jockey"))
    assert look(evening)["order"] == ["aquila", "bruco"]
    evening = follow(evening, roll(3, 2, 2, 2), roll(3))
    assert look(evening)["order"] == ["chiocciola", "aquila", "bruco"]


def test_p30_if_nobody_is_left_only_rulings_close_and_undo_remain():
    evening = follow(race(aquila=(5, 1)), ruling("aquila", state="out"))
    assert (phase(evening), look(evening)["order"]) == (("roll", None), [])
    assert steps(evening) == ["ruled", "nobody_left"]
    for action in (roll(3), SUSPEND, amend(WIDE), pact("anna", "race+1", "aquila")):
        assert is_refused(evening, action, "P30", "nobody_in_the_race")
    assert set(refused(evening, SUSPEND).allowed) == {"ruling", "close"}
    assert phase(follow(evening, CLOSE)) == ("closed", None)
    assert phase(follow(evening, UNDO)) == ("roll", "aquila")


def test_p30_somebody_brought_back_then_begins_a_new_round():
    evening = follow(race(aquila=(5, 1)), ruling("aquila", state="out"))
    evening = follow(evening, ruling("bruco", state="riderless", progress=7, lane=1))
    assert (phase(evening), look(evening)["round"]) == (("roll", "bruco"), 2)


def test_p30_a_ruling_is_made_in_the_race_also_while_it_is_suspended():
    evening = suspended_race(aquila=(5, 1), bruco=(4, 1))
    evening = follow(evening, ruling("aquila", state="out"))
    assert (look(evening)["phase"], look(evening)["turn"]) == ("suspended", "bruco")
    for moment in ("tratta", "mossa_roll", "decide", "mossa_cards"):
        action = ruling("aquila", progress=1)
        assert is_refused(up_to(moment), action, "P30", "ruling_outside_the_race")


def test_p30_a_ruling_sets_something_for_a_pawn_of_this_race_with_a_reason():
    evening = race(aquila=(5, 1))
    assert is_refused(evening, ruling("aquila"), "P30", "ruling_sets_nothing")
    assert is_refused(evening, ruling("torre", progress=1), "P30", "does_not_run")
    assert is_refused(evening, {**ruling("aquila", lane=2), "reason": ""}, "P30", "no_reason")


# ------------------------------------------------------------------ amendments


def test_p30_an_amendment_changes_the_track_for_what_comes():
    evening = follow(race(aquila=(19, 3)), amend(WIDE, casato=[1, 2]))
    assert siena.setup(evening.state)["track"] == {
        "lanes": WIDE,
        "san_martino": [13, 15],
        "casato": [1, 2],
    }
    assert pawn(follow(evening, roll(3)), "aquila") == (22, 3)


def test_p30_never_so_that_a_lane_vanishes_under_a_pawn():
    evening = follow(race(aquila=(19, 3), bruco=(20, 2, "out")), amend(WIDE))
    narrower = [*LANES[:17], 3, 2, *LANES[19:]]
    assert is_refused(evening, amend(narrower), "P30", "lane_vanishes")
    assert follow(race(aquila=(5, 3), bruco=(19, 3, "out")), amend(narrower))


def test_p30_never_in_a_test():
    blocked = {"bruco": (20, 1), "chiocciola": (20, 2)}
    evening = follow(race(aquila=(19, 1), **blocked, turn="aquila"), roll(3))
    assert is_refused(evening, amend(WIDE), "P30", "amend_in_a_test")
    assert is_refused(follow(evening, SUSPEND), amend(WIDE), "P30", "amend_in_a_test")


def test_p30_an_amended_track_is_checked_as_a_headers():
    assert refused(opened(), amend([5] * 29)).rule == "P18"
    assert is_refused(opened(), {**amend(WIDE), "reason": " "}, "P30", "no_reason")


def test_p30_the_second_race_runs_on_the_amended_track():
    evening = follow(race(aquila=(88, 1)), roll(3), amend(WIDE), draw_three(*TEN[:3]))
    assert siena.setup(evening.state)["track"]["lanes"] == WIDE


def test_p30_everything_can_be_amended_before_the_mossa_too():
    assert phase(follow(up_to("mossa_roll"), amend(WIDE), mossa_roll(3))) == (
        "mossa_roll",
        "bruco",
    )
