"""The steps of an event: what the log keeps, the display animates and the sentences tell."""

import pytest
from django.utils.translation import override

from cagli_oca import wording
from cagli_oca.games.core import Step, step_to_json
from cagli_oca.games.oca.state import EFFECTS
from cagli_oca.wording import oca as words
from tests.oca.play import (
    BONUS,
    CLOSE,
    LOST,
    REPEAT,
    RESUME,
    SELECT_TEAM,
    SUSPEND,
    TIE,
    UNDO,
    WHISTLE,
    WON,
    amend,
    at,
    conduct,
    draw,
    last,
    play,
    ruling,
    throw,
    trial,
)

FLAG = draw("angelo")
GOOSE_ON_5_AND_10 = {"board": {"goose": [5, 10], "death": [], "spervengolo": []}}
NO_TRIAL_LEFT = {"position": at(andrea=1, game=30)}

PRODUCED_BY = {
    # the name of a step (and of its variant): keys of the header, the actions
    "thrown": ({}, [throw(1)]),
    "halved": ({"position": at(andrea="0:d3")}, [throw(5)]),
    "stayed": ({"position": at(andrea="0:d3")}, [throw(1)]),
    "moved.dice": ({}, [throw(1)]),
    "moved.goose": ({}, [throw(5)]),
    "moved.bonus": ({}, [throw(3), BONUS, *trial("angelo", WON)]),
    "moved.select_team": ({}, [throw(3), SELECT_TEAM, WHISTLE, WON]),
    "bounced": ({"position": at(andrea=53)}, [throw(6)]),
    "won": ({"position": at(andrea=53)}, [throw(1)]),
    "rested.free": ({}, [throw(1)]),
    "rested.backward": ({"position": at(andrea=53)}, [throw(6)]),
    "rested.goose_in_halved_throw": ({"position": at(andrea="3:d3")}, [throw(4)]),
    "rested.goose_after_doubling": (GOOSE_ON_5_AND_10, [throw(5)]),
    "rested.penalty_in_halved_throw": ({"position": at(andrea="43:d3")}, [throw(2)]),
    "rested.struck_before": ({"position": at(andrea="43:c44")}, [throw(1)]),
    "rested.cleared": ({"position": at(andrea="0:c3")}, [throw(3)]),
    "rested.trials_over": (NO_TRIAL_LEFT, [throw(2)]),
    "rested.specials_over": (
        {**NO_TRIAL_LEFT, "options": {"specials_after_last": "clear"}},
        [throw(4)],
    ),
    "rested.after_doubling": (
        {"options": {"after_doubling": "rest"}},
        [throw(3), BONUS, *trial("angelo", WON)],
    ),
    "goose": ({}, [throw(5)]),
    "struck_by_death": ({"position": at(andrea=43)}, [throw(1)]),
    "struck_by_spervengolo": ({"position": at(andrea=29)}, [throw(1)]),
    "challenge_opened": ({}, [throw(3)]),
    "flag_drawn": ({}, [throw(3), FLAG]),
    "bonus_declared": ({}, [throw(3), BONUS]),
    "select_team_declared": ({}, [throw(3), SELECT_TEAM]),
    "whistled": ({}, [throw(3), FLAG, WHISTLE]),
    "repeated": ({}, [throw(3), FLAG, WHISTLE, REPEAT]),
    "tied": ({}, [throw(3), *trial("angelo", TIE)]),
    "challenge_won": ({}, [throw(3), *trial("angelo", {**WON, "scores": [12, 9]})]),
    "challenge_lost": ({}, [throw(3), SELECT_TEAM, WHISTLE, LOST]),
    "square_cleared": ({}, [throw(3), *trial("angelo", WON)]),
    "sent_back.lost": ({}, [throw(3), *trial("angelo", LOST)]),
    "sent_back.lost_in_palio_zone": (
        {"position": at(andrea=47)},
        [throw(1), *trial("angelo", LOST)],
    ),
    "sent_back.challenged_in_palio_zone": (
        {"position": at(angelo=50)},
        [throw(3), *trial("angelo", WON)],
    ),
    "skipped": ({"position": at(agostino="0:k1")}, [throw(1)]),
    "turn_passed": ({}, [throw(1)]),
    "conduct": ({}, [conduct("angelo")]),
    "ruled": ({}, [ruling("angelo", square=9, bonus_used=True, cleared=[9, 3])]),
    "game_ruled": ({}, [ruling("angelo", game=3)]),
    "challenge_abandoned": ({}, [throw(3), ruling("andrea", turn="andrea")]),
    "turn_ruled": ({}, [ruling("angelo", turn="angelo")]),
    "amended": ({}, [amend(square_trials={"3": "ponte"}, order_of_play=["ponte"])]),
    "suspended": ({}, [SUSPEND]),
    "resumed": ({}, [SUSPEND, RESUME]),
    "closed": ({}, [CLOSE]),
}


def produced(name: str) -> Step:
    """The step of that name (and variant) in the event that PRODUCED_BY ends with."""
    header, actions = PRODUCED_BY[name]
    name, _, variant = name.partition(".")
    for step in last(play(*actions, **header)).steps:
        if step.name == name and variant in ("", step.facts.get("why"), step.facts.get("by")):
            return step
    raise AssertionError(f"no {name} {variant}")


def test_the_steps_of_a_throw_tell_the_whole_way_with_its_rules():
    """A 5 under Death, from 10, with six challenges opened before."""
    evening = play(throw(5), position=at(andrea="10:d3", game=6))
    assert [step_to_json(step) for step in last(evening).steps] == [
        {"step": "thrown", "rules": ["R4", "R6"], "quarter": "andrea", "value": 5},
        {
            "step": "halved",
            "rules": ["R6", "R14"],
            "quarter": "andrea",
            "value": 5,
            "score": 2,
            "left": 2,
        },
        {
            "step": "moved",
            "rules": ["R8"],
            "quarter": "andrea",
            "from": 10,
            "to": 12,
            "by": "dice",
        },
        {
            "step": "challenge_opened",
            "rules": ["R18", "R5"],
            "quarter": "andrea",
            "square": 12,
            "number": 7,
            "trial": "ponte",
            "origin": 10,
            "score": 2,
            "halved": True,
            "doubled": False,
        },
    ]


def test_the_same_throw_as_sentences():
    event = last(play(throw(5), position=at(andrea="10:d3", game=6)))
    with override("en"):
        told = wording.event_sentence("oca", map(step_to_json, event.steps))
    for part in ("Sant'Andrea", "5 → 2", "10 → 12", "Bridge"):
        assert part in told


def test_every_step_that_has_a_sentence_is_produced_here():
    assert set(PRODUCED_BY) == set(words.STEPS)


def test_every_step_that_was_ever_stored_has_an_effect_and_a_sentence():
    assert {name.partition(".")[0] for name in words.STEPS} == set(EFFECTS)


@pytest.mark.parametrize("name", PRODUCED_BY)
def test_every_step_names_its_rules_and_reads_as_a_sentence(name):
    step = produced(name)
    assert step.rules
    for language in ("it", "en"):
        with override(language):
            sentence = wording.step_sentence("oca", step_to_json(step))
        assert sentence.strip()
        assert "%(" not in sentence


def test_what_was_taken_back_reads_as_a_sentence():
    event = play(throw(1)).decide(UNDO)
    for language in ("it", "en"):
        with override(language):
            assert "1" in wording.event_sentence("oca", map(step_to_json, event.steps))
