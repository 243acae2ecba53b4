"""The steps of an event: what the log keeps, the display animates and the sentences tell."""

import pytest
from django.utils.translation import override

from cagli_oca import wording
from cagli_oca.games.core import Step, step_to_json
from cagli_oca.games.siena import secret
from cagli_oca.games.siena.effects import EFFECTS
from cagli_oca.games.siena.header import CARDS
from cagli_oca.wording import siena as words
from tests.siena.play import (
    ANNUL,
    CLOSE,
    DEAL,
    ENTER,
    RESUME,
    START,
    SUSPEND,
    TEN,
    TRATTA,
    WIDE,
    amend,
    choose,
    draw_contrada,
    draw_ten,
    draw_three,
    enter,
    follow,
    jockeys,
    last,
    mossa_order,
    mossa_roll,
    offer,
    opened,
    pact,
    race,
    red,
    roll,
    ruling,
    up_to,
)


def blocked():
    """Aquila in a curve, both lanes of the row before it taken."""
    return race(
        aquila=(24, 1), bruco=(25, 1), chiocciola=(25, 2), drago=(5, 1), order=("aquila", "drago")
    )


def offered(**changes):
    return follow(up_to("decide", **changes), offer("bruno", 1), offer("carla", 2))


PRODUCED_BY = {
    # the name of a step (and of its variant): the evening before, the action
    "chosen": (opened, choose("oca")),
    "player_called": (opened, choose("oca")),
    "phase_begun": (lambda: up_to("tratta"), TRATTA),
    "ten_drawn": (lambda: up_to("draw_ten"), draw_ten(*TEN)),
    "contrada_drawn": (lambda: up_to("draw_contrada", mode="straordinario"), draw_contrada("lupa")),
    "horse_given": (lambda: up_to("tratta"), TRATTA),
    "jockey_chosen": (lambda: up_to("jockeys"), jockeys(lupa="Zampillo")),
    "dealt": (lambda: up_to("deal"), DEAL),
    "order_called": (lambda: up_to("mossa_order"), mossa_order(*TEN)),
    "mossa_rolled": (lambda: up_to("mossa_roll"), mossa_roll(4)),
    "rincorsa_decides": (lambda: follow(up_to("mossa_roll"), *[mossa_roll(1)] * 9), mossa_roll(4)),
    "offered": (lambda: up_to("decide"), offer("bruno", 2)),
    "offer_withdrawn": (offered, offer("bruno", 0)),
    "offers_dropped": (offered, ANNUL),
    "annulled": (lambda: up_to("decide"), ANNUL),
    "entered": (offered, enter("bruno")),
    "card_played": (lambda: up_to("mossa_cards"), pact("anna", "mossa+1", "lupa")),
    "placed": (lambda: up_to("mossa_cards"), START),
    "race_begun": (lambda: up_to("mossa_cards"), START),
    "round_began": (lambda: up_to("mossa_cards"), START),
    "turn_passed": (lambda: up_to("roll"), roll(3)),
    "rolled": (lambda: race(aquila=(5, 1, "jockey", -1)), roll(3)),
    "moved": (lambda: race(aquila=(5, 1), bruco=(6, 2), turn="aquila"), roll(3)),
    "stood_still.no_movement": (lambda: race(aquila=(5, 1, "jockey", -9)), roll(3)),
    "stood_still.blocked": (blocked, roll(3)),
    "last_lap": (lambda: race(aquila=(60, 1)), roll(3)),
    "test_due": (blocked, roll(3)),
    "braked": (lambda: follow(blocked(), roll(3)), red(1)),
    "jockey_fell": (lambda: follow(blocked(), roll(3)), red(3)),
    "both_fell": (lambda: follow(blocked(), roll(3)), red(5)),
    "race_won": (lambda: race(aquila=(88, 1)), roll(3)),
    "three_drawn": (lambda: follow(race(aquila=(88, 1)), roll(3)), draw_three(*TEN[:3])),
    "ruled": (lambda: race(aquila=(5, 1)), ruling("aquila", progress=7, state="riderless")),
    "nobody_left": (lambda: race(aquila=(5, 1)), ruling("aquila", state="out")),
    "amended": (opened, amend(WIDE)),
    "suspended": (opened, SUSPEND),
    "resumed": (lambda: follow(opened(), SUSPEND), RESUME),
    "closed": (opened, CLOSE),
}


def produced(name: str) -> Step:
    """The step of that name (and variant) in the event that PRODUCED_BY names."""
    before, action = PRODUCED_BY[name]
    name, _, variant = name.partition(".")
    for step in last(follow(before(), action)).steps:
        if step.name == name and variant in ("", step.facts.get("why")):
            return step
    raise AssertionError(f"no {name} {variant}")


def test_the_steps_of_a_roll_tell_the_whole_way_with_its_rules():
    evening = race(aquila=(18, 2, "jockey", 1), bruco=(20, 1), civetta=(5, 1), turn="aquila")
    assert [step_to_json(step) for step in last(follow(evening, roll(3))).steps] == [
        {
            "step": "rolled",
            "rules": ["P23"],
            "contrada": "aquila",
            "player": "anna",
            "horse": "bono",
            "value": 3,
            "cards": 1,
            "movement": 4,
            "jockey": True,
        },
        {
            "step": "moved",
            "rules": ["P24"],
            "contrada": "aquila",
            "from": {"progress": 18, "lane": 2},
            "path": [[19, 2], [20, 2], [21, 2], [22, 2]],
            "to": 22,
            "lane": 2,
            "overtaken": ["bruco"],
            "lap": 1,
        },
        {"step": "turn_passed", "rules": ["P21"], "contrada": "civetta", "player": "anna"},
    ]


def test_the_same_roll_as_sentences():
    evening = race(aquila=(18, 2, "jockey", -1), bruco=(20, 1), civetta=(5, 1), turn="aquila")
    event = last(follow(evening, roll(4)))
    with override("en"):
        told = wording.event_sentence("siena", map(step_to_json, event.steps))
    for part in ("Aquila", "rolls a 4", "−1", "that makes 3", "row 21", "past Bruco", "anna"):
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
            sentence = wording.step_sentence("siena", step_to_json(step))
        assert sentence.strip()
        assert "%(" not in sentence


def sentences(evening):
    with override("en"):
        return wording.event_sentence("siena", map(step_to_json, last(evening).steps))


def test_a_fall_in_a_curve_is_told_as_such():
    """P28."""
    for value in (1, 3, 5):
        assert "at Casato" in sentences(follow(blocked(), roll(3), red(value)))


def test_a_riderless_win_is_told_as_such():
    assert "riderless" in sentences(follow(race(aquila=(88, 1, "riderless")), roll(3)))


def test_every_phase_that_begins_has_a_sentence():
    for phase in ("draw_ten", "tratta", "jockeys", "deal", "mossa_order", "mossa_roll"):
        step = {"step": "phase_begun", "rules": ["P4"], "phase": phase}
        assert wording.step_sentence("siena", step)
    begun = {"step": "phase_begun", "rules": ["P5"], "phase": "draw_contrada", "player": "anna"}
    assert "anna" in wording.step_sentence("siena", begun)


def cards_in(value):
    """The cards of hands within a JSON value that everybody may see."""
    if isinstance(value, dict):
        return [c for key, held in value.items() if key not in secret for c in cards_in(held)]
    if isinstance(value, list):
        return [card for held in value for card in cards_in(held)]
    return [value] if value in CARDS else []


def test_cards_of_hands_stand_only_under_the_secret_keys():
    """P11: all that a deal and an entry tell publicly is how many."""
    dealt = up_to("mossa_order", cards="dealt")
    entered = follow(
        offered(cards="dealt"),
        enter("bruno", "carla", drawn={"bruno": ["race+2"], "carla": ["race-1", "race+2"]}),
    )
    for evening in (dealt, entered):
        for step in last(evening).steps:
            assert cards_in(step_to_json(step)) == []
    deal = next(step for step in last(dealt).steps if step.name == "dealt")
    assert cards_in(list(deal.facts["hands"].values()))
    names = [step.name for step in last(entered).steps]
    assert names == ["entered"]
    assert cards_in(list(last(entered).steps[0].facts["drawn"].values()))


def test_without_its_secrets_a_log_folds_to_the_same_public_state():
    """The public log leaves the secret keys out: sizes still follow."""
    evening = follow(offered(cards="dealt"), enter("bruno", drawn={"bruno": ["race+2"]}))
    public = opened(cards="dealt")
    for _seq, event, _before in evening.past:
        steps = tuple(
            Step(s.name, s.rules, {k: v for k, v in s.facts.items() if k not in secret})
            for s in event.steps
        )
        public = public.follow(type(event)(event.name, steps))
    assert public.game.scoreboard(public.state, "public") == evening.game.scoreboard(
        evening.state, "public"
    )


def test_nobody_offered_nothing_is_told_of_offers():
    assert [step.name for step in last(follow(up_to("decide"), ENTER)).steps] == ["entered"]
