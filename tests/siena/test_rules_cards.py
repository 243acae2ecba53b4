"""P8-P11, P22: horses, jockeys, Pact cards."""

import pytest

from cagli_oca.games.siena.header import DEFAULT_DECK, DEFAULT_HORSES, DICE
from tests.siena.play import (
    DEAL,
    ENTER,
    HAND,
    HEADER,
    TEN,
    TRATTA,
    facts,
    follow,
    header_refused,
    is_refused,
    jockeys,
    look,
    opened,
    pact,
    pawn,
    phase,
    race,
    red,
    refused,
    roll,
    steps,
    up_to,
)

# ------------------------------------------------------------------ P8


def test_p08_five_bono_and_five_brenna_unless_the_edition_says_otherwise():
    assert list(DEFAULT_HORSES) == [f"h{n}" for n in range(1, 11)]
    assert list(DEFAULT_HORSES.values()) == ["bono"] * 5 + ["brenna"] * 5
    all_bono = dict.fromkeys(DEFAULT_HORSES, "bono")
    assert set(look(up_to("jockeys", horses=all_bono))["horses"].values()) == {"bono"}


def test_p08_bono_rolls_the_white_die_brenna_the_black_one():
    assert DICE == {"bono": (3, 4, 4, 5, 5, 6), "brenna": (3, 3, 4, 4, 5, 6)}


def test_p08_the_tratta_gives_each_running_contrada_one_horse():
    evening = follow(up_to("tratta"), TRATTA)
    assert look(evening)["horses"] == {c: "bono" if n < 5 else "brenna" for n, c in enumerate(TEN)}
    assert steps(evening) == ["horse_given"] * 10 + ["phase_begun"]


def test_p08_no_contrada_is_left_out_and_no_horse_given_twice():
    horses = dict(TRATTA["horses"])
    evening = up_to("tratta")
    twice = {**TRATTA, "horses": {**horses, "aquila": "h2"}}
    assert is_refused(evening, twice, "P8", "horse_twice")
    less = {**TRATTA, "horses": {c: horses[c] for c in TEN[1:]}}
    assert is_refused(evening, less, "P8", "tratta_incomplete")
    other = {**TRATTA, "horses": {**less["horses"], "torre": "h1"}}
    assert is_refused(evening, other, "P8", "tratta_incomplete")


def test_p08_a_header_names_ten_horses_or_none():
    assert header_refused(horses={"h1": "bono"}).code == "missing_key"
    assert header_refused(horses={**DEFAULT_HORSES, "h11": "bono"}).code == "unknown_key"
    assert header_refused(horses={**DEFAULT_HORSES, "h1": "mulo"}).code == "not_one_of"


# ------------------------------------------------------------------ P9


def test_p09_jockeys_are_free_names_and_may_be_left_out():
    evening = follow(up_to("jockeys"), jockeys(aquila="Zampillo", lupa="chiunque"))
    assert look(evening)["jockeys"] == {"aquila": "Zampillo", "lupa": "chiunque"}
    evening = follow(up_to("jockeys"), jockeys())
    assert (look(evening)["jockeys"], *phase(evening)) == ({}, "deal", None)


def test_p09_the_action_is_required_all_the_same():
    assert is_refused(up_to("jockeys"), DEAL, "P10", "not_now")


def test_p09_no_two_are_the_same_and_only_for_those_that_run():
    evening = up_to("jockeys")
    assert is_refused(evening, jockeys(aquila="Zampillo", lupa="Zampillo"), "P9", "jockey_twice")
    assert is_refused(evening, jockeys(torre="Zampillo"), "P9", "does_not_run")


# ------------------------------------------------------------------ P10


def test_p10_fifty_four_cards_unless_the_edition_says_otherwise():
    assert DEFAULT_DECK == {
        "mossa+1": 6,
        "mossa-1": 6,
        "race+1": 18,
        "race-1": 18,
        "race+2": 3,
        "race-2": 3,
    }
    assert sum(DEFAULT_DECK.values()) == 54


def test_p10_each_player_gets_nine_before_the_mossa():
    evening = follow(up_to("deal"), DEAL)
    assert look(evening)["hand_sizes"] == dict.fromkeys(HEADER["players"], 9)
    assert phase(evening) == ("mossa_order", None)


def test_p10_a_deck_has_at_least_nine_cards_a_player():
    assert opened(deck={"race+1": 27})
    assert header_refused(deck={"race+1": 26}).code == "deck_too_small"
    assert header_refused(deck={"race+1": 99, "race-1": -1}).code == "cards_below_none"
    assert header_refused(deck={"race+3": 30}).code == "unknown_key"


def test_p10_the_number_of_cards_in_a_hand_is_public_the_cards_are_not():
    board = look(up_to("mossa_order", cards="dealt"))
    assert board["hand_sizes"] == dict.fromkeys(HEADER["players"], 9)
    assert "hand" not in board and "hands" not in board


def test_p10_a_played_card_is_out_and_nobody_draws_another():
    evening = race(aquila=(5, 1), bruco=(5, 2))
    evening = follow(evening, pact("anna", "race+1", "bruco"))
    assert look(evening)["hand_sizes"]["anna"] == 8
    assert look(evening)["played"] == {"race+1": 1}


def test_p10_any_card_is_played_on_any_lawful_target_in_favour_or_against():
    evening = race(aquila=(5, 1), bruco=(5, 2))
    assert pawn(follow(evening, pact("anna", "race-2", "bruco")), "bruco")[-1] == -2
    assert pawn(follow(evening, pact("anna", "race+2", "bruco")), "bruco")[-1] == 2


def test_p10_only_those_that_run_are_targets():
    mossa = pact("anna", "mossa+1", "torre")
    assert is_refused(up_to("mossa_cards"), mossa, "P10", "does_not_run")


# ------------------------------------------------------------------ P11


def dealt():
    return {"cards": "dealt"}


def test_p11_with_real_cards_no_hands_are_told():
    hands = dict.fromkeys(HEADER["players"], HAND)
    evening = up_to("deal")
    assert is_refused(evening, {"do": "deal", "hands": hands}, "P11", "hands_not_known")


def test_p11_with_real_cards_nobody_plays_more_of_a_kind_than_the_deck_has():
    evening = race(aquila=(5, 1), bruco=(5, 2), civetta=(5, 3))
    for _third in range(3):
        evening = follow(evening, pact("anna", "race+2", "bruco"))
    assert is_refused(evening, pact("bruno", "race+2", "civetta"), "P11", "deck_exhausted")


def test_p11_with_real_cards_nobody_plays_more_than_a_hand():
    evening = race(aquila=(5, 1), bruco=(5, 2))
    for _card in range(9):
        evening = follow(evening, pact("anna", "race+1", "bruco"))
    assert is_refused(evening, pact("anna", "race-1", "bruco"), "P11", "no_cards_left")


def test_p11_with_the_programs_cards_each_player_sees_the_own_hand_only():
    evening = up_to("mossa_order", **dealt())
    for player in HEADER["players"]:
        assert look(evening, player)["hand"] == HAND
    assert "hand" not in look(evening, "somebody")
    assert "hand" not in look(up_to("mossa_order"), "anna")


def test_p11_with_the_programs_cards_what_is_not_in_the_hand_is_refused():
    evening = race(cards="dealt", aquila=(5, 1), bruco=(5, 2))
    evening = follow(evening, pact("anna", "race+2", "bruco"))
    assert is_refused(evening, pact("anna", "race+2", "bruco"), "P11", "card_not_in_hand")
    assert is_refused(evening, pact("anna", "race-2", "bruco"), "P11", "card_not_in_hand")
    assert look(evening, "anna")["hand"] == HAND[:-1]


@pytest.mark.parametrize(
    ("hands", "rule", "code"),
    [
        (None, "P11", "hands_needed"),
        ({"anna": HAND, "bruno": HAND}, "P10", "hands_of_all_players"),
        ({"anna": HAND, "bruno": HAND, "carla": HAND[1:]}, "P10", "nine_cards"),
        ({"anna": HAND, "bruno": HAND, "carla": ["race+2"] * 9}, "P10", "more_than_the_deck"),
    ],
)
def test_p11_the_program_deals_nine_cards_of_the_deck_to_each(hands, rule, code):
    action = {"do": "deal", **({"hands": hands} if hands else {})}
    assert is_refused(up_to("deal", **dealt()), action, rule, code)


# ------------------------------------------------------------------ P22


def test_p22_a_race_card_waits_on_a_pawn_beside_an_own_one():
    evening = race(aquila=(5, 1), bruco=(5, 2), chiocciola=(6, 2), drago=(5, 3))
    evening = follow(evening, pact("anna", "race+1", "bruco"))
    assert pawn(evening, "bruco") == (5, 2, "jockey", 1)
    for target in ("chiocciola", "drago"):
        assert is_refused(evening, pact("anna", "race+1", target), "P22", "not_beside")


def test_p22_beside_is_the_same_row_of_the_ring_also_a_lap_apart():
    evening = race(aquila=(65, 1), bruco=(5, 2))
    assert pawn(follow(evening, pact("bruno", "race-1", "aquila")), "aquila")[-1] == -1
    evening = race(aquila=(0, 1), bruco=(30, 2))
    assert pawn(follow(evening, pact("anna", "race-1", "bruco")), "bruco")[-1] == -1


def test_p22_own_pawns_are_targets_only_when_another_own_pawn_stands_beside():
    evening = race(aquila=(5, 1), civetta=(5, 2), drago=(9, 1))
    assert pawn(follow(evening, pact("anna", "race+1", "civetta")), "civetta")[-1] == 1
    assert is_refused(evening, pact("bruno", "race+1", "drago"), "P22", "not_beside")


def test_p22_both_must_have_their_jockeys():
    evening = race(aquila=(5, 1), bruco=(5, 2, "riderless"), chiocciola=(1, 1))
    assert is_refused(evening, pact("anna", "race+1", "bruco"), "P26", "target_without_jockey")
    assert is_refused(evening, pact("bruno", "race+1", "aquila"), "P22", "not_beside")


def test_p22_a_pawn_that_is_out_neither_plays_nor_receives():
    evening = race(aquila=(5, 1), bruco=(5, 2, "out"))
    assert is_refused(evening, pact("bruno", "race+1", "aquila"), "P22", "not_beside")
    assert is_refused(evening, pact("anna", "race+1", "bruco"), "P26", "target_without_jockey")


def test_p22_cards_add_up_and_wait_for_the_next_roll_even_if_the_two_part():
    evening = race(aquila=(5, 1), bruco=(5, 2))
    evening = follow(evening, pact("anna", "race+1", "bruco"), pact("anna", "race+2", "bruco"))
    evening = follow(evening, roll(3, 1, 1, 1))
    assert pawn(evening, "bruco") == (5, 2, "jockey", 3)
    evening = follow(evening, roll(4))
    assert facts(evening, "rolled") == {
        "contrada": "bruco",
        "player": "bruno",
        "horse": "bono",
        "value": 4,
        "cards": 3,
        "movement": 7,
        "jockey": True,
    }
    assert pawn(evening, "bruco")[0] == 12


def test_p22_a_card_is_played_between_moves_never_in_a_test():
    evening = race(aquila=(20, 2), bruco=(21, 2), chiocciola=(21, 1), drago=(20, 1), turn="aquila")
    evening = follow(evening, roll(3))
    assert phase(evening) == ("test", "aquila")
    assert is_refused(evening, pact("anna", "race+1", "drago"), "P22", "card_in_a_test")
    assert phase(follow(evening, red(1), pact("anna", "race+1", "drago"))) == (
        "roll",
        "chiocciola",
    )


def test_p22_race_cards_are_not_for_the_mossa():
    evening = up_to("mossa_cards")
    assert is_refused(evening, pact("anna", "race+1", "aquila"), "P22", "race_card_in_the_mossa")


def test_p22_only_players_play():
    assert refused(race(aquila=(5, 1)), pact("zoe", "race+1", "aquila")).rule == "P1"


def test_p22_no_card_changes_hands_between_players_otherwise():
    evening = follow(up_to("decide", cards="dealt"), ENTER)
    assert all(look(evening, player)["hand"] == HAND for player in HEADER["players"])
