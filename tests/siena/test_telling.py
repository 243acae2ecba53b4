"""What is told of a race: now, at stake, corrected, figures, minutes; what is offered."""

import json
import random

import pytest
from django.utils.translation import override

from cagli_oca import wording
from cagli_oca.games import siena
from cagli_oca.games.core import Refused
from cagli_oca.games.siena.header import MOSSA_CARDS
from cagli_oca.games.siena.rehearsal import JOCKEYS
from cagli_oca.wording import siena as words
from tests.siena.play import (
    ANNUL,
    CLOSE,
    SUSPEND,
    TEN,
    draw_three,
    follow,
    look,
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
from tests.strategies import filled_in

MOMENTS = {
    **{
        moment: lambda moment=moment: up_to(moment)
        for moment in (
            *("choose", "draw_ten", "tratta", "jockeys", "deal", "mossa_order", "mossa_roll"),
            *("decide", "mossa_cards", "roll"),
        )
    },
    "draw_contrada": lambda: up_to("draw_contrada", mode="straordinario"),
    "third roll": lambda: follow(up_to("decide"), *[ANNUL, *[mossa_roll(1)] * 10] * 2),
    "test": lambda: follow(
        race(aquila=(19, 1), bruco=(20, 1), chiocciola=(20, 2), turn="aquila"), roll(3)
    ),
    "draw_three": lambda: follow(race(aquila=(88, 1)), roll(3)),
    "won": lambda: follow(race(aquila=(88, 1), mode="straordinario"), roll(3)),
    "suspended": lambda: follow(up_to("roll"), SUSPEND),
    "closed": lambda: follow(opened(), CLOSE),
    "closed after the first race": lambda: follow(race(aquila=(88, 1)), roll(3), CLOSE),
    "nobody left": lambda: follow(race(aquila=(5, 1)), ruling("aquila", state="out")),
    "dealt cards, offers": lambda: follow(up_to("decide", cards="dealt"), offer("bruno", 2)),
    "dealt cards": lambda: up_to("roll", cards="dealt"),
    "the second race": lambda: follow(race(aquila=(88, 1)), roll(3), draw_three(*TEN[:3])),
}

every_moment = pytest.mark.parametrize("moment", MOMENTS)


@every_moment
def test_every_moment_has_a_headline_in_both_languages(moment):
    for language in ("it", "en"):
        with override(language):
            told = words.now(look(MOMENTS[moment]()))
        assert told["headline"]
        assert "%(" not in told["headline"] + told["line"]


@every_moment
def test_what_is_at_stake_is_told_and_can_be_applied(moment):
    evening = MOMENTS[moment]()
    prospects = siena.prospects(evening.state)
    for offered in prospects:
        siena.apply(evening.state, offered.event)
    with override("en"):
        told = words.stakes(prospects, look(evening))
    assert all(line.endswith(".") and "%(" not in line for line in told)
    playing = evening.state.suspended_from or evening.state.phase
    expected = playing in ("roll", "test", "decide") and not evening.state.nobody_left
    assert bool(told) == expected


@every_moment
def test_every_offer_agrees_with_the_decision_at_every_moment(moment):
    """Also the early ones, which a random evening is soon past."""
    evening = MOMENTS[moment]()
    for offered in siena.legal(evening.state):
        command = siena.read(filled_in(siena, evening.state, offered))
        if offered.possible:
            event = evening.decide(command)
            assert offered.needs or event == offered.event
            continue
        with pytest.raises(Refused) as caught:
            evening.decide(command)
        assert caught.value.args == offered.refusal.args


@every_moment
def test_every_action_is_offered_or_refused_at_every_moment(moment):
    offered = {offer.command["do"] for offer in MOMENTS[moment]().legal()}
    assert offered == set(words.ACTIONS)


@every_moment
def test_minutes_can_be_written_at_every_moment(moment):
    evening = MOMENTS[moment]()
    heads, rows = words.standings(look(evening))
    assert all(len(row) == len(heads) and all(row) for row in rows)
    assert all(label and text for label, text in words.set_up(siena.setup(evening.state)))


def test_a_pact_is_offered_for_each_player_lawful_target_and_kind_still_possible():
    evening = race(aquila=(5, 1), bruco=(5, 2), chiocciola=(9, 1))
    pacts = [o.command for o in evening.legal() if o.command["do"] == "pact" and o.possible]
    kinds = ("race+1", "race-1", "race+2", "race-2")
    assert pacts == [
        *(pact("anna", kind, "bruco") for kind in kinds),
        *(pact("bruno", kind, "aquila") for kind in kinds),
    ]
    evening = follow(evening, *[pact("anna", "race+2", "bruco")] * 3)
    assert not any(o.command.get("card") == "race+2" for o in evening.legal() if o.possible)
    mossa = [o.command for o in up_to("mossa_cards").legal() if o.command["do"] == "pact"]
    assert len(mossa) == 3 * 10 * len(MOSSA_CARDS)


def test_a_roll_is_offered_for_each_face_of_the_horses_dice():
    rolls = [o.command for o in race(aquila=(5, 1)).legal() if o.command["do"] == "roll"]
    assert rolls == [{"do": "roll", "value": value} for value in (3, 4, 5, 6)]


def test_a_tablet_can_choose_the_way_a_step_at_a_time():
    state = race(aquila=(5, 2), bruco=(6, 2), turn="aquila").state
    assert siena.next_steps(state, 3, []) == (1, 3)
    assert siena.next_steps(state, 3, [1]) == (1, 2)
    assert siena.next_steps(state, 3, [1, 1, 1]) == ()
    assert siena.next_steps(state, 3, [2]) == ()
    assert siena.ends(state, 3)[(8, 3)] == [1, 2, 3]


def test_what_a_roll_leads_to_is_told_by_its_faces():
    with override("en"):
        told = words.stakes(siena.prospects(race(aquila=(86, 1)).state), {})
        test = words.stakes(siena.prospects(MOMENTS["test"]().state), {})
    assert told == [
        "3: → lap 3, row 29 (2 to the finish).",
        "4: → lap 3, row 30 (1 to the finish).",
        "5, 6: it wins the Palio.",
    ]
    assert test == [
        "1, 2: it brakes.",
        "3, 4: the jockey falls, the horse runs on.",
        "5, 6: horse and jockey fall: out.",
    ]


def test_a_correction_names_the_pawns_it_moved():
    before = race(aquila=(5, 1), bruco=(4, 1))
    after = follow(before, ruling("aquila", progress=35, lane=2), ruling("bruco", state="out"))
    changes = siena.changes(before.state, after.state)
    assert changes == [
        {
            "contrada": "aquila",
            "from": {"progress": 5, "lane": 1, "state": "jockey"},
            "to": {"progress": 35, "lane": 2, "state": "jockey"},
        },
        {
            "contrada": "bruco",
            "from": {"progress": 4, "lane": 1, "state": "jockey"},
            "to": {"progress": 4, "lane": 1, "state": "out"},
        },
    ]
    with override("en"):
        assert words.corrected(changes) == (
            "Aquila lap 1, row 5, lane 1 → lap 2, row 5, lane 2;"
            " Bruco lap 1, row 4, with its jockey → lap 1, row 4, out"
        )


def test_figures_count_what_happened_and_name_the_winner():
    evening = race(aquila=(19, 1), bruco=(20, 1), chiocciola=(20, 2), civetta=(85, 1))
    evening = follow(
        evening,
        roll(3),  # Civetta
        roll(3),  # Bruco and Chiocciola move out of the way
        roll(3),
        roll(3),  # Aquila
        roll(6),  # Civetta wins
    )
    figures = {f["figure"]: f for f in siena.figures(evening.past, evening.state)}
    assert figures["race_won"]["contrada"] == "civetta"
    assert figures["rounds"]["number"] == 1
    assert json.loads(json.dumps(list(figures.values()))) == list(figures.values())


def test_falls_and_cards_are_counted():
    blocked = race(aquila=(19, 1), bruco=(20, 1), chiocciola=(20, 2), turn="aquila")
    evening = follow(blocked, pact("bruno", "race-1", "chiocciola"), roll(3), red(3))
    figures = {f["figure"]: f for f in siena.figures(evening.past, evening.state)}
    assert figures["jockeys_fallen"]["number"] == figures["cards"]["number"] == 1
    assert figures["most_cards_received"]["contrada"] == "chiocciola"
    assert figures["most_cards_played"]["player"] == "bruno"


def test_seventeen_jockeys_have_invented_names_no_two_the_same():
    assert len(set(JOCKEYS)) == 17
    assert words.JOCKEYS is JOCKEYS


def test_the_names_of_the_screens_are_json():
    assert json.dumps(wording.screen_words("siena"))
    assert set(words.CONTRADE) == set(words.FULL_CONTRADE)


def test_a_suggestion_is_possible_at_every_moment():
    for make in MOMENTS.values():
        evening = make()
        if siena.over(evening.state):
            continue
        for seed in range(20):
            evening.decide(siena.read(siena.suggest(evening.state, random.Random(seed))))


def test_the_entry_is_at_stake_for_the_rincorsa():
    with override("en"):
        told = words.stakes(siena.prospects(up_to("decide").state), {})
        third = words.stakes(siena.prospects(MOMENTS["third roll"]().state), {})
    assert len(told) == 2 and len(third) == 1
