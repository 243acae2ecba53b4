"""R32-R34: undo, suspension and close, the end."""

import pytest

from tests.oca.play import (
    BONUS,
    CLOSE,
    LOST,
    REPEAT,
    RESUME,
    SELECT_TEAM,
    SUSPEND,
    UNDO,
    WHISTLE,
    WON,
    amend,
    at,
    conduct,
    draw,
    follow,
    look,
    play,
    refused,
    ruling,
    throw,
)

OPEN = (throw(3), draw("angelo"), WHISTLE)
"""Andrea against Angelo on square 3, the trial is on."""


# R32


@pytest.mark.parametrize(
    "actions",
    [
        (throw(1),),
        (throw(5),),
        OPEN,
        (*OPEN, REPEAT),
        (*OPEN, WON),
        (throw(3), BONUS),
        (throw(3), SELECT_TEAM),
        (conduct("andrea"),),
        (ruling("angelo", square=9, cleared=[3], turn="angelo"),),
        (amend(order_of_play=["ponte"]),),
        (*OPEN, SUSPEND),
        (*OPEN, SUSPEND, RESUME),
        (*OPEN, CLOSE),
    ],
)
def test_r32_undo_restores_the_state_before_it_wholly_again_and_again(actions):
    evening = play(*actions)
    for number in range(len(actions) - 1, -1, -1):
        evening = follow(evening, UNDO)
        assert evening.state == play(*actions[:number]).state


def test_r32_undo_after_a_win():
    evening = play(throw(1), UNDO, position=at(andrea=53))
    assert (look(evening)["phase"], look(evening)["winner"]) == ("throw", None)


def test_r32_undo_while_suspended():
    assert look(play(throw(3), SUSPEND, UNDO))["phase"] == "draw"


def test_r32_undo_takes_back_the_latest_action_that_still_counts():
    evening = play(throw(1), throw(2), UNDO, throw(6), UNDO, UNDO)
    assert evening.state == play().state
    event = play(throw(1), throw(2), UNDO).decide(UNDO)
    assert event.steps[0].facts == {"seq": 1}


# R33


@pytest.mark.parametrize("before", [(), OPEN[:1], OPEN[:2], OPEN])
def test_r33_a_suspension_keeps_everything_until_it_is_resumed(before):
    evening = play(*before)
    suspended = look(follow(evening, SUSPEND))
    assert suspended["phase"] == "suspended"
    assert suspended["suspended_from"] == look(evening)["phase"]
    assert suspended["challenge"] == look(evening)["challenge"]
    assert suspended["turn"] == look(evening)["turn"]
    assert follow(evening, SUSPEND, RESUME).state == evening.state


@pytest.mark.parametrize(
    "action", [throw(1), draw("angelo"), SELECT_TEAM, BONUS, WHISTLE, WON, REPEAT, SUSPEND]
)
def test_r33_while_suspended_play_stands_still(action):
    refusal = refused(play(throw(3), SUSPEND), action)
    assert (refusal.rule, refusal.code) == ("R33", "suspended")


@pytest.mark.parametrize(
    "action", [RESUME, ruling("angelo", skips=1), amend(square_trials={}), CLOSE, UNDO]
)
def test_r33_while_suspended_resume_rulings_amendments_close_and_undo_are_accepted(action):
    follow(play(throw(3), SUSPEND), action)


def test_r33_only_what_is_suspended_is_resumed():
    refusal = refused(play(), RESUME)
    assert (refusal.rule, refusal.code) == ("R33", "not_suspended")


@pytest.mark.parametrize("do", ["suspend", "close"])
def test_r33_suspension_and_close_have_a_reason(do):
    refusal = refused(play(), {"do": do, "reason": ""})
    assert (refusal.rule, refusal.code) == ("R33", "no_reason")


@pytest.mark.parametrize("before", [(), OPEN, (*OPEN, SUSPEND)])
def test_r33_close_ends_the_edition_without_a_winner_and_drops_an_open_challenge(before):
    closed = look(play(*before, CLOSE))
    assert (closed["phase"], closed["suspended_from"]) == ("closed", None)
    assert (closed["winner"], closed["turn"], closed["challenge"]) == (None, None, None)


# R34


@pytest.mark.parametrize(
    "action",
    [
        *(throw(1), draw("angelo"), SELECT_TEAM, BONUS, WHISTLE, WON, LOST, REPEAT, RESUME),
        *(conduct("andrea"), ruling("andrea", square=1), amend(square_trials={})),
        *(SUSPEND, CLOSE),
    ],
)
def test_r34_after_a_win_or_a_close_only_undo_is_accepted(action):
    for over in (play(throw(1), position=at(andrea=53)), play(CLOSE)):
        refusal = refused(over, action)
        assert (refusal.rule, refusal.code) == ("R34", "over")
        follow(over, UNDO)
