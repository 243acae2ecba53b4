"""Every way to be refused: its rule, its code, its sentence in both languages."""

import pytest
from django.utils.translation import override

from cagli_oca import wording
from cagli_oca.games import siena
from cagli_oca.games.core import Refused
from cagli_oca.wording import siena as words
from tests.siena.play import (
    ANNUL,
    CLOSE,
    ENTER,
    HAND,
    HEADER,
    RESUME,
    START,
    SUSPEND,
    TEN,
    TRATTA,
    UNDO,
    WIDE,
    amend,
    choose,
    draw_ten,
    draw_three,
    enter,
    follow,
    header_refused,
    jockeys,
    mossa_order,
    mossa_roll,
    offer,
    opened,
    pact,
    play,
    race,
    refused,
    roll,
    ruling,
    up_to,
)

TWICE_ANNULLED = [ANNUL, *[mossa_roll(2)] * 10] * 2
BLOCKED = {"aquila": (19, 1), "bruco": (20, 1), "chiocciola": (20, 2), "turn": "aquila"}
BESIDE = {"aquila": (5, 1), "bruco": (5, 2)}


def at(moment, *actions, **changes):
    return lambda: follow(up_to(moment, **changes), *actions)


def racing(*actions, **pawns):
    return lambda: follow(race(**pawns), *actions)


def dealt_offer():
    return follow(up_to("decide", cards="dealt"), offer("bruno", 1))


BY_THE_RULES = {
    # code: rule, the evening before, what is refused
    "over": ("P30", lambda: play(CLOSE), SUSPEND),
    "suspended": ("P30", lambda: play(SUSPEND), choose("oca")),
    "not_suspended": ("P30", opened, RESUME),
    "no_reason": ("P30", opened, {"do": "suspend", "reason": " "}),
    "not_now": ("P17", opened, START),
    "nobody_in_the_race": ("P30", racing(ruling("lupa", state="out"), lupa=(1, 1)), SUSPEND),
    "not_this_players_turn": ("P4", opened, choose("oca", player="bruno")),
    "not_its_turn": ("P21", racing(**BESIDE), roll(3, contrada="bruco")),
    "no_such_player": ("P1", at("mossa_cards"), pact("zoe", "mossa+1", "aquila")),
    "owned_already": ("P4", lambda: play(choose("oca")), choose("oca")),
    "so_many_different": ("P4", at("draw_ten"), draw_ten("oca")),
    "does_not_run": ("P9", at("jockeys"), jockeys(torre="Zampillo")),
    "did_not_run": (
        "P7",
        racing(roll(3), aquila=(88, 1)),
        draw_three("torre", "aquila", "bruco"),
    ),
    "tratta_incomplete": ("P8", at("tratta"), {"do": "tratta", "horses": {}}),
    "horse_twice": (
        "P8",
        at("tratta"),
        {"do": "tratta", "horses": {**TRATTA["horses"], "aquila": "h2"}},
    ),
    "jockey_twice": ("P9", at("jockeys"), jockeys(aquila="Zampillo", lupa="Zampillo")),
    "hands_needed": ("P11", at("deal", cards="dealt"), {"do": "deal"}),
    "hands_not_known": ("P11", at("deal"), {"do": "deal", "hands": {}}),
    "hands_of_all_players": ("P10", at("deal", cards="dealt"), {"do": "deal", "hands": {}}),
    "nine_cards": (
        "P10",
        at("deal", cards="dealt"),
        {"do": "deal", "hands": {"anna": HAND, "bruno": HAND, "carla": []}},
    ),
    "more_than_the_deck": (
        "P10",
        at("deal", cards="dealt"),
        {"do": "deal", "hands": {"anna": HAND, "bruno": HAND, "carla": ["race-2"] * 9}},
    ),
    "order_incomplete": ("P12", at("mossa_order"), mossa_order(*TEN[1:])),
    "not_a_red_face": ("P12", at("mossa_roll"), mossa_roll(7)),
    "must_enter": ("P13", at("decide", *TWICE_ANNULLED), ANNUL),
    "offer_at_the_third_roll": ("P15", at("decide", *TWICE_ANNULLED), offer("bruno", 1)),
    "offer_to_oneself": ("P15", at("decide"), offer("anna", 1)),
    "offer_size": ("P16", at("decide"), offer("bruno", 10)),
    "accepted_twice": ("P16", at("decide", offer("bruno", 1)), enter("bruno", "bruno")),
    "no_offer": ("P16", at("decide"), enter("bruno")),
    "drawn_needed": ("P16", dealt_offer, enter("bruno")),
    "drawn_not_known": ("P16", at("decide"), enter(drawn={})),
    "drawn_of_others": ("P16", dealt_offer, enter("bruno", drawn={})),
    "drawn_too_many_or_few": ("P16", dealt_offer, enter("bruno", drawn={"bruno": []})),
    "drawn_not_in_hand": ("P16", dealt_offer, enter("bruno", drawn={"bruno": ["race-2"]})),
    "no_cards_left": (
        "P11",
        racing(*[pact("anna", "race+1", "bruco")] * 9, **BESIDE),
        pact("anna", "race+1", "bruco"),
    ),
    "card_not_in_hand": ("P11", racing(cards="dealt", **BESIDE), pact("anna", "race-2", "bruco")),
    "deck_exhausted": (
        "P11",
        racing(*[pact("anna", "race+2", "bruco")] * 3, **BESIDE),
        pact("anna", "race+2", "bruco"),
    ),
    "race_card_in_the_mossa": ("P22", at("mossa_cards"), pact("anna", "race+1", "aquila")),
    "mossa_card_in_the_race": ("P17", racing(**BESIDE), pact("anna", "mossa+1", "bruco")),
    "card_in_a_test": ("P22", racing(roll(3), **BLOCKED), pact("bruno", "race+1", "chiocciola")),
    "target_without_jockey": (
        "P26",
        racing(aquila=(5, 1), bruco=(5, 2, "riderless")),
        pact("anna", "race+1", "bruco"),
    ),
    "not_beside": ("P22", racing(aquila=(5, 1), bruco=(6, 2)), pact("anna", "race+1", "bruco")),
    "not_a_horse_face": ("P23", racing(**BESIDE), roll(2)),
    "lanes_without_jockey": ("P26", racing(aquila=(5, 1, "riderless")), roll(3, 1, 1, 1)),
    "lanes_length": ("P25", racing(**BESIDE), roll(3, 1)),
    "lanes_unlawful": ("P24", racing(**BESIDE), roll(3, 1, 1, 3)),
    "ruling_outside_the_race": ("P30", opened, ruling("oca", progress=1)),
    "ruling_sets_nothing": ("P30", racing(**BESIDE), ruling("aquila")),
    "ruling_out_of_range": ("P30", racing(**BESIDE), ruling("aquila", progress=91)),
    "waiting_without_jockey": ("P30", racing(**BESIDE), ruling("aquila", state="out", waiting=1)),
    "no_such_space": ("P30", racing(**BESIDE), ruling("aquila", lane=6)),
    "space_taken": ("P30", racing(**BESIDE), ruling("aquila", lane=2)),
    "amend_in_a_test": ("P30", racing(roll(3), **BLOCKED), amend(WIDE)),
    "lane_vanishes": ("P30", racing(aquila=(8, 5)), amend([*[5] * 7, 4, *[5] * 22])),
    "nothing_to_undo": ("P30", opened, UNDO),
}

TRACK = {"lanes": WIDE, "san_martino": [13, 15], "casato": [24, 26]}

BY_THE_HEADER_CHECK = {
    "players_out_of_range": ("P1", {"players": ["anna"]}),
    "player_twice": ("P1", {"players": ["anna", "anna"]}),
    "role_of_nobody": ("P1", {"oldest": "zoe"}),
    "cards_below_none": ("P10", {"deck": {"race+1": -1}}),
    "deck_too_small": ("P10", {"deck": {"race+1": 3}}),
    "track_length": ("P18", {"track": {**TRACK, "lanes": []}}),
    "lanes_out_of_range": ("P18", {"track": {**TRACK, "lanes": [*[5] * 9, 6, *[5] * 20]}}),
    "five_lanes_needed": ("P18", {"track": {**TRACK, "lanes": [4, *[5] * 29]}}),
    "lanes_jump": ("P18", {"track": {**TRACK, "lanes": [*[5] * 9, 3, *[5] * 20]}}),
    "bad_curve": ("P18", {"track": {**TRACK, "casato": [3, 2]}}),
}

MOSSA_CARD, RACE_CARD = pact("bruno", "mossa+1", "aquila"), pact("bruno", "race+1", "aquila")

OVERTAKEN = {
    # code: rule, the evening, what happens first, what its author had meant before
    "offer_too_late": ("P15", at("decide"), ANNUL, offer("bruno", 1)),
    "card_too_late_for_the_mossa": ("P17", at("mossa_cards"), START, MOSSA_CARD),
    "card_of_another_race": ("P22", at("mossa_cards"), START, RACE_CARD),
    "card_too_late": ("P22", racing(**BESIDE), roll(3), RACE_CARD),
}


def test_every_refusal_that_has_a_sentence_is_provoked_here():
    provoked = {*BY_THE_RULES, *BY_THE_HEADER_CHECK, *OVERTAKEN}
    assert provoked == {*words.REFUSALS, "nothing_to_undo"}


@pytest.mark.parametrize("code", BY_THE_RULES)
def test_the_rules_refuse_with_their_number_and_a_sentence(code):
    rule, before, action = BY_THE_RULES[code]
    refusal = refused(before(), action)
    assert (refusal.rule, refusal.code) == (rule, code)
    check_sentence(refusal)


@pytest.mark.parametrize("code", BY_THE_HEADER_CHECK)
def test_a_header_is_refused_with_the_rules_number_and_a_sentence(code):
    rule, changes = BY_THE_HEADER_CHECK[code]
    refusal = header_refused(**changes)
    assert (refusal.rule, refusal.code) == (rule, code)
    check_sentence(refusal)


@pytest.mark.parametrize("code", OVERTAKEN)
def test_what_comes_too_late_is_refused_with_its_rule_and_a_sentence(code):
    rule, before, first, meant = OVERTAKEN[code]
    since = follow(before(), first).past[-1][1]
    with pytest.raises(Refused) as refusal:
        siena.check_overtaken(siena.read(meant), since)
    assert (refusal.value.rule, refusal.value.code) == (rule, code)
    check_sentence(refusal.value)


def test_an_offer_is_too_late_after_the_entry_and_after_the_third_roll():
    entered = follow(up_to("decide"), ENTER).past[-1][1]
    third = follow(up_to("decide"), *TWICE_ANNULLED).past[-1][1]
    for since in (entered, third):
        with pytest.raises(Refused):
            siena.check_overtaken(offer("bruno", 1), since)


def test_what_does_not_touch_a_card_or_an_offer_does_not_make_it_late():
    another = follow(race(**BESIDE), roll(3)).past[-1][1]
    siena.check_overtaken(pact("anna", "race+1", "bruco"), another)
    siena.check_overtaken(MOSSA_CARD, follow(up_to("mossa_cards"), MOSSA_CARD).past[-1][1])
    siena.check_overtaken(offer("bruno", 1), follow(up_to("decide"), offer("carla", 2)).past[-1][1])
    first = follow(up_to("mossa_roll"), *[mossa_roll(1)] * 10).past[-1][1]
    siena.check_overtaken(offer("bruno", 1), first)


@pytest.mark.parametrize("code", BY_THE_RULES)
def test_a_refusal_tells_what_is_possible_instead(code):
    _, before, action = BY_THE_RULES[code]
    evening = before()
    possible = {offer.command["do"] for offer in evening.legal() if offer.possible}
    assert set(refused(evening, action).allowed) == possible


def test_a_refusal_changes_nothing():
    evening = opened()
    refused(evening, START)
    assert evening == opened()


@pytest.mark.parametrize(
    "action",
    [
        {"do": "roll", "value": "4"},
        {"do": "roll", "value": True},
        {"do": "roll", "value": 4.0},
        {"do": "roll"},
        {"do": "roll", "value": 4, "lane": 1},
        {"do": "choose", "contrada": "Oca"},
        {"do": "pact", "player": "anna", "card": "race+3", "target": "oca"},
        {"do": "tratta", "horses": {"oca": "h11"}},
        {"do": "tratta", "horses": {"elefante": "h1"}},
        {"do": "enter"},
        {"do": "enter", "accept": "anna"},
        {"do": "deal", "hands": {"anna": "race+1"}},
        {"do": "deal", "hands": [HAND]},
        {"do": "ruling", "contrada": "oca", "reason": "x", "state": "asleep"},
        {"do": "amend", "reason": "x", "track": {"lanes": WIDE}},
        {"do": "amend", "reason": "x"},
        {"do": "throw", "value": 4},
        {"do": "red", "value": 4, "program": True},
    ],
)
def test_wrong_keys_and_types_are_refused_under_FILE(action):
    with pytest.raises(Refused) as refusal:
        siena.read(action)
    assert refusal.value.rule == "FILE"
    check_sentence(refusal.value)


def test_a_header_with_a_position_or_without_saying_whose_cards_is_refused():
    assert header_refused(position="roll").code == "unknown_key"
    header = {key: value for key, value in HEADER.items() if key != "cards"}
    with pytest.raises(Refused) as refusal:
        siena.check_header(header)
    assert refusal.value.code == "missing_key"


def check_sentence(refusal: Refused) -> None:
    for language in ("it", "en"):
        with override(language):
            sentence = wording.refusal_sentence("siena", refusal)
        assert sentence.strip()
        assert "%(" not in sentence
