"""P12-P17, P20: the Mossa, the rincorsa, offers, Mossa cards, the transfer to the track."""

from tests.siena.play import (
    ANNUL,
    ENTER,
    HAND,
    START,
    TEN,
    WIDE,
    enter,
    facts,
    follow,
    in_order_of_the_deck,
    is_refused,
    look,
    mossa_order,
    mossa_roll,
    offer,
    pact,
    phase,
    refused,
    steps,
    up_to,
)

CALLED = ("lupa", "aquila", *(c for c in TEN if c not in ("lupa", "aquila", "drago")), "drago")
"""An order of the call: Lupa first, Drago (bruno's) is the rincorsa."""


def called():
    return follow(up_to("mossa_order"), mossa_order(*CALLED))


def rolled(*values: int, **changes):
    """Everybody rolled, in the order of TEN: Nicchio (anna's) is the rincorsa."""
    rolls = [mossa_roll(value) for value in values or [3] * 10]
    return follow(up_to("mossa_roll", **changes), *rolls)


# ------------------------------------------------------------------ P12


def test_p12_the_ten_are_called_in_the_order_drawn():
    evening = called()
    assert look(evening)["running"] == list(CALLED)
    assert phase(evening) == ("mossa_roll", "lupa")


def test_p12_the_kth_called_takes_lane_k_and_the_red_die_is_its_row():
    evening = follow(called(), mossa_roll(6, contrada="lupa"), mossa_roll(2, player="anna"))
    assert look(evening)["mossa"] == {
        "lupa": {"lane": 1, "row": 6},
        "aquila": {"lane": 2, "row": 2},
    }


def test_p12_the_tenth_is_the_rincorsa():
    evening = follow(called(), *[mossa_roll(1)] * 10)
    assert phase(evening) == ("decide", "drago")
    assert facts(evening, "rincorsa_decides") == {
        "contrada": "drago",
        "player": "bruno",
        "final": False,
    }


def test_p12_each_of_the_ten_is_called_once():
    evening = up_to("mossa_order")
    for order in (TEN[:9], (*TEN[:9], TEN[0]), (*TEN[:9], "torre")):
        assert is_refused(evening, mossa_order(*order), "P12", "order_incomplete")


def test_p12_only_who_is_called_rolls_and_the_die_has_six_faces():
    assert is_refused(called(), mossa_roll(3, contrada="aquila"), "P12", "not_its_turn")
    assert is_refused(called(), mossa_roll(3, player="anna"), "P12", "not_this_players_turn")
    for value in (0, 7):
        assert is_refused(called(), mossa_roll(value), "P12", "not_a_red_face")


# ------------------------------------------------------------------ P13


def test_p13_annulled_all_ten_roll_again_in_the_same_order():
    evening = follow(rolled(), ANNUL)
    board = look(evening)
    assert (board["mossa"], board["annulled"]) == ({}, 1)
    assert board["running"] == list(TEN)
    assert phase(evening) == ("mossa_roll", "aquila")


def test_p13_at_most_twice_the_third_time_the_rincorsa_must_enter():
    again = [ANNUL, *[mossa_roll(2)] * 10]
    evening = follow(rolled(), *again, *again)
    assert look(evening)["annulled"] == 2
    assert facts(evening, "rincorsa_decides")["final"] is True
    assert phase(evening) == ("decide", "nicchio")
    assert is_refused(evening, ANNUL, "P13", "must_enter")
    assert is_refused(evening, enter("bruno"), "P16", "no_offer")
    assert phase(follow(evening, ENTER)) == ("mossa_cards", None)


def test_p13_only_the_rincorsas_owner_decides():
    evening = rolled()
    wrong = {**ANNUL, "player": "bruno"}
    assert is_refused(evening, wrong, "P13", "not_this_players_turn")
    assert is_refused(evening, {**ENTER, "contrada": "lupa"}, "P13", "not_its_turn")
    right = {**ENTER, "contrada": "nicchio", "player": "anna"}
    assert phase(follow(evening, right)) == ("mossa_cards", None)


def test_p13_nothing_is_decided_before_the_rincorsa_has_rolled():
    assert is_refused(called(), ANNUL, "P13", "not_now")
    assert is_refused(called(), ENTER, "P13", "not_now")


# ------------------------------------------------------------------ P14


def test_p14_no_mossa_card_before_the_entry():
    assert is_refused(rolled(), pact("anna", "mossa+1", "lupa"), "P14", "not_now")
    assert is_refused(called(), pact("anna", "mossa+1", "lupa"), "P14", "not_now")


def test_p14_once_entered_there_is_no_way_back():
    assert is_refused(follow(rolled(), ENTER), ANNUL, "P13", "not_now")


# ------------------------------------------------------------------ P15


def test_p15_every_other_player_may_offer_cards_before_the_decision():
    evening = follow(rolled(), offer("bruno", 2), offer("carla", 9))
    assert look(evening)["offers"] == {"bruno": 2, "carla": 9}


def test_p15_the_rincorsas_owner_does_not_offer():
    assert is_refused(rolled(), offer("anna", 1), "P15", "offer_to_oneself")


def test_p15_nobody_offers_at_the_third_roll_or_at_another_moment():
    again = [ANNUL, *[mossa_roll(2)] * 10]
    third = follow(rolled(), *again, *again)
    assert is_refused(third, offer("bruno", 1), "P15", "offer_at_the_third_roll")
    assert is_refused(called(), offer("bruno", 1), "P15", "not_now")
    assert refused(rolled(), offer("zoe", 1)).rule == "P1"


# ------------------------------------------------------------------ P16


def test_p16_accepted_offers_go_to_the_rincorsas_owner():
    evening = follow(rolled(), offer("bruno", 2), offer("carla", 3), enter("carla"))
    assert look(evening)["hand_sizes"] == {"anna": 12, "bruno": 9, "carla": 6}
    assert look(evening)["offers"] == {}


def test_p16_the_cards_drawn_unseen_are_used_as_any_other_card():
    evening = rolled(cards="dealt")
    drawn = {"bruno": ["race+2", "mossa+1"]}
    evening = follow(evening, offer("bruno", 2), enter("bruno", drawn=drawn))
    assert look(evening, "bruno")["hand"] == [c for c in HAND if c not in ("race+2", "mossa+1")]
    assert look(evening, "anna")["hand"] == in_order_of_the_deck([*HAND, "race+2", "mossa+1"])
    evening = follow(evening, *[pact("anna", "mossa+1", "lupa")] * 2)
    assert look(evening)["mossa_cards"]["lupa"] == 2


def test_p16_an_offer_is_replaced_by_a_later_one_and_withdrawn_by_none():
    evening = follow(rolled(), offer("bruno", 2), offer("bruno", 5))
    assert look(evening)["offers"] == {"bruno": 5}
    assert look(follow(evening, offer("bruno", 0)))["offers"] == {}


def test_p16_an_offer_is_at_most_the_whole_hand():
    for number in (-1, 10):
        assert is_refused(rolled(), offer("bruno", number), "P16", "offer_size")


def test_p16_refused_and_annulled_offers_cost_nothing_and_are_dropped():
    evening = follow(rolled(), offer("bruno", 2))
    for action in (ANNUL, ENTER):
        after = follow(evening, action)
        assert look(after)["hand_sizes"]["bruno"] == 9
        assert look(after)["offers"] == {}
        assert facts(after, "offers_dropped") == {"players": ["bruno"]}


def test_p16_only_offers_that_were_made_are_accepted_each_once():
    evening = follow(rolled(), offer("bruno", 2))
    assert is_refused(evening, enter("carla"), "P16", "no_offer")
    assert is_refused(evening, enter("bruno", "bruno"), "P16", "accepted_twice")


def test_p16_what_is_drawn_is_named_exactly_where_the_program_dealt():
    real = follow(rolled(), offer("bruno", 1))
    drawn = {"bruno": ["race+2"]}
    assert is_refused(real, enter("bruno", drawn=drawn), "P16", "drawn_not_known")
    dealt = follow(rolled(cards="dealt"), offer("bruno", 1))
    assert is_refused(dealt, enter("bruno"), "P16", "drawn_needed")
    assert is_refused(dealt, enter(drawn={}), "P16", "drawn_not_known")
    assert is_refused(dealt, enter("bruno", drawn={}), "P16", "drawn_of_others")
    two = enter("bruno", drawn={"bruno": ["race+2", "race+1"]})
    assert is_refused(dealt, two, "P16", "drawn_too_many_or_few")
    other = enter("bruno", drawn={"bruno": ["race-2"]})
    assert is_refused(dealt, other, "P16", "drawn_not_in_hand")


# ------------------------------------------------------------------ P17


def test_p17_after_the_entry_all_players_play_mossa_cards_on_any_pawn_and_they_add_up():
    evening = follow(
        rolled(),
        ENTER,
        pact("anna", "mossa+1", "aquila"),
        pact("carla", "mossa+1", "aquila"),
        pact("bruno", "mossa-1", "lupa"),
        pact("anna", "mossa-1", "lupa"),
        pact("anna", "mossa-1", "aquila"),
    )
    sums = look(evening)["mossa_cards"]
    assert (sums["aquila"], sums["lupa"]) == (1, -2)
    assert list(sums) == list(TEN)


def test_p17_the_race_starts_when_the_mossiere_says_so():
    evening = follow(rolled(), ENTER, START)
    assert phase(evening)[0] == "roll"
    assert steps(evening) == ["race_begun", *["placed"] * 10, "round_began"]
    assert is_refused(rolled(), START, "P17", "not_now")


def test_p17_unplayed_mossa_cards_are_dead_but_count_in_the_hand():
    evening = follow(rolled(), ENTER, START)
    assert is_refused(evening, pact("anna", "mossa+1", "lupa"), "P17", "mossa_card_in_the_race")
    assert look(evening)["hand_sizes"]["anna"] == 9


# ------------------------------------------------------------------ P20


def started(values, *cards, **changes):
    evening = follow(rolled(*values, **changes), ENTER, *cards, START)
    return {c: (p["progress"], p["lane"]) for c, p in look(evening)["pawns"].items()}


def test_p20_the_row_of_the_mossa_is_the_progress_and_two_mossa_lanes_make_one():
    pawns = started([6, 1, 2, 3, 4, 5, 6, 1, 2, 3])
    assert [pawns[contrada] for contrada in TEN] == [
        *((6, 1), (1, 1)),
        *((2, 2), (3, 2)),
        *((4, 3), (5, 3)),
        *((6, 4), (1, 4)),
        *((2, 5), (3, 5)),
    ]


def test_p20_mossa_cards_count_and_a_6_with_1_more_is_7():
    plus, minus = pact("anna", "mossa+1", "aquila"), pact("anna", "mossa-1", "nicchio")
    pawns = started([6, 1, *[3] * 7, 5], plus, minus)
    assert (pawns["aquila"], pawns["nicchio"]) == ((7, 1), (4, 5))


def test_p20_nobody_is_placed_for_less_than_1():
    pawns = started([1, 6, *[3] * 8], *[pact("anna", "mossa-1", "aquila")] * 3)
    assert pawns["aquila"] == (1, 1)


def test_p20_of_two_on_one_space_the_lower_mossa_lane_stays_the_other_goes_straight_behind():
    pawns = started([4, 4, *[2, 3] * 4])
    assert (pawns["aquila"], pawns["bruco"]) == ((4, 1), (3, 1))


def test_p20_if_need_be_behind_the_line():
    pawns = started([1, 1, *[2, 3] * 4])
    assert (pawns["aquila"], pawns["bruco"]) == ((1, 1), (0, 1))


def test_p20_the_foremost_is_placed_first():
    """Bruco with a 5 is placed before Aquila with a 4; neither moves the other."""
    pawns = started([4, 5, *[2, 3] * 4])
    assert (pawns["aquila"], pawns["bruco"]) == ((4, 1), (5, 1))


def test_p20_where_the_lane_does_not_exist_it_is_the_first_space_straight_behind_that_does():
    """Row 9 has no fifth lane: a 6 with three cards is placed on row 8, the next one behind it."""
    cards = [*[pact("anna", "mossa+1", "lupa")] * 3, *[pact("bruno", "mossa+1", "nicchio")] * 2]
    pawns = started([*[3, 4] * 4, 6, 6], *cards)
    assert (pawns["lupa"], pawns["nicchio"]) == ((8, 5), (7, 5))
    evening = follow(rolled(*[3, 4] * 4, 6, 6), ENTER, *cards, START)
    placed = [step.facts for step in evening.past[-1][1].steps if step.name == "placed"]
    assert placed[0] == {"contrada": "lupa", "progress": 8, "lane": 5, "behind": 1}


def test_p20_on_a_track_with_five_lanes_everywhere_it_stays_on_row_9():
    track = {"lanes": WIDE, "san_martino": [13, 15], "casato": [24, 26]}
    cards = [pact("anna", "mossa+1", "lupa")] * 3
    assert started([*[3, 4] * 4, 6, 6], *cards, track=track)["lupa"] == (9, 5)
