"""P1-P7: players, modes, Contrade, draws, the second race."""

import pytest

from cagli_oca.games.siena.header import CONTRADE, TERCI
from tests.siena.play import (
    HEADER,
    TEN,
    choose,
    draw_contrada,
    draw_ten,
    draw_three,
    follow,
    header_refused,
    is_refused,
    look,
    opened,
    phase,
    play,
    race,
    roll,
    up_to,
)

SIX = ["a", "b", "c", "d", "e", "f"]
EXTRAORDINARY = {"mode": "straordinario"}


# ------------------------------------------------------------------ P1


def test_p01_two_to_six_players_sit_in_a_circle():
    assert opened(players=["a", "b"], youngest="a", oldest="b").state.setup.players == ("a", "b")
    assert opened(players=SIX, youngest="a", oldest="b").state.setup.players == tuple(SIX)
    for players in (["a"], [*SIX, "g"]):
        refusal = header_refused(players=players, youngest="a", oldest="a")
        assert (refusal.rule, refusal.code) == ("P1", "players_out_of_range")


def test_p01_no_two_players_have_the_same_name():
    refusal = header_refused(players=["anna", "anna"], oldest="anna")
    assert (refusal.rule, refusal.code) == ("P1", "player_twice")


def test_p01_youngest_and_oldest_are_players_perhaps_the_same_one():
    assert opened(youngest="bruno", oldest="bruno").state.setup.oldest == "bruno"
    for role in ("youngest", "oldest"):
        refusal = header_refused(**{role: "nobody"})
        assert (refusal.rule, refusal.code) == ("P1", "role_of_nobody")


# ------------------------------------------------------------------ P2


def test_p02_provenzano_and_assunta_have_two_races_the_extraordinary_palio_one():
    for mode in ("provenzano", "assunta"):
        won = follow(race(mode=mode, oca=(88, 1), aquila=(88, 1)), roll(3))
        assert phase(won) == ("draw_three", None)
    won = follow(race(mode="straordinario", aquila=(88, 1)), roll(3))
    assert phase(won) == ("won", None)


def test_p02_there_is_no_other_mode():
    assert header_refused(mode="notturno").code == "not_one_of"


# ------------------------------------------------------------------ P3


def test_p03_seventeen_contrade_in_three_terci():
    assert len(CONTRADE) == 17
    assert {tercio: len(contrade) for tercio, contrade in TERCI.items()} == {
        "citta": 6,
        "san_martino": 5,
        "camollia": 6,
    }


def test_p03_historical_alliances_and_rivalries_have_no_effect():
    """Two Contrade of one player, rivals in Siena, choose and run like any others."""
    evening = play(choose("lupa"), choose("oca"), choose("torre"), choose("istrice"))
    owners = look(evening)["owners"]
    assert owners["lupa"] == owners["istrice"] == "anna"


# ------------------------------------------------------------------ P4


def test_p04_the_youngest_begins_to_choose_and_it_goes_clockwise():
    evening = opened(youngest="bruno")
    assert phase(evening) == ("choose", "bruno")
    for contrada, player in (("oca", "bruno"), ("lupa", "carla"), ("onda", "anna")):
        assert phase(evening) == ("choose", player)
        evening = follow(evening, choose(contrada, player=player))
        assert look(evening)["owners"][contrada] == player
    assert phase(evening) == ("choose", "bruno")


def test_p04_all_seventeen_are_chosen_then_ten_are_drawn():
    evening = up_to("draw_ten")
    assert len(look(evening)["owners"]) == 17
    assert phase(evening) == ("draw_ten", None)
    drawn = follow(evening, draw_ten(*reversed(TEN)))
    assert phase(drawn) == ("tratta", None)
    assert look(drawn)["running"] == sorted(TEN)


def test_p04_some_players_get_one_contrada_more():
    owners = list(look(up_to("draw_ten"))["owners"].values())
    assert [owners.count(player) for player in HEADER["players"]] == [6, 6, 5]


def test_p04_a_contrada_is_chosen_once_and_by_the_player_whose_turn_it_is():
    evening = play(choose("oca"))
    assert is_refused(evening, choose("oca"), "P4", "owned_already")
    assert is_refused(evening, choose("lupa", player="anna"), "P4", "not_this_players_turn")


@pytest.mark.parametrize("ten", [TEN[:9], (*TEN[:9], TEN[0]), (*TEN, "torre")])
def test_p04_ten_different_contrade_are_drawn(ten):
    assert is_refused(up_to("draw_ten"), draw_ten(*ten), "P4", "so_many_different")


def test_p04_nothing_is_drawn_before_all_are_chosen():
    assert is_refused(opened(), draw_ten(*TEN), "P4", "not_now")


# ------------------------------------------------------------------ P5


def test_p05_in_an_extraordinary_palio_ten_are_drawn_first_then_each_player_draws_in_turn():
    evening = opened(**EXTRAORDINARY, youngest="carla")
    assert phase(evening) == ("draw_ten", None)
    evening = follow(evening, draw_ten(*TEN))
    for number, contrada in enumerate(reversed(TEN)):
        player = ("carla", "anna", "bruno")[number % 3]
        assert phase(evening) == ("draw_contrada", player)
        evening = follow(evening, draw_contrada(contrada, player=player))
        assert look(evening)["owners"][contrada] == player
    assert phase(evening) == ("tratta", None)


def test_p05_only_one_of_the_ten_that_is_left_is_drawn_by_the_player_in_turn():
    evening = play(draw_ten(*TEN), draw_contrada("aquila"), **EXTRAORDINARY)
    assert is_refused(evening, draw_contrada("aquila"), "P5", "owned_already")
    assert is_refused(evening, draw_contrada("torre"), "P5", "does_not_run")
    wrong = draw_contrada("bruco", player="anna")
    assert is_refused(evening, wrong, "P5", "not_this_players_turn")


def test_p05_nobody_chooses_in_an_extraordinary_palio_and_nobody_draws_in_the_others():
    evening = play(draw_ten(*TEN), **EXTRAORDINARY)
    assert is_refused(evening, choose("aquila"), "P4", "not_now")
    assert is_refused(opened(), draw_contrada("aquila"), "P5", "not_now")
    assert is_refused(opened(**EXTRAORDINARY), draw_ten("oca"), "P5", "so_many_different")


# ------------------------------------------------------------------ P6


def test_p06_a_player_with_no_contrada_running_still_gets_cards():
    evening = opened(players=SIX, youngest="a", oldest="b")
    while evening.state.phase == "choose":
        left = [c for c in CONTRADE if c not in evening.state.owners]
        evening = follow(evening, choose(left[0]))
    of_a = [c for c, owner in evening.state.owners.items() if owner == "a"]
    others = [c for c in CONTRADE if c not in of_a]
    evening = follow(
        evening,
        draw_ten(*others[:10]),
        {"do": "tratta", "horses": {c: f"h{n}" for n, c in enumerate(others[:10], 1)}},
        {"do": "jockeys", "jockeys": {}},
        {"do": "deal"},
    )
    assert look(evening)["hand_sizes"] == dict.fromkeys(SIX, 9)


# ------------------------------------------------------------------ P7


def first_race_won():
    return follow(race(aquila=(88, 1), bruco=(20, 1)), roll(3))


def test_p07_the_seven_that_did_not_run_and_three_of_the_ten_run_the_second_race():
    evening = follow(first_race_won(), draw_three("nicchio", "aquila", "drago"))
    board = look(evening)
    assert board["running"] == sorted([*CONTRADE[10:], "nicchio", "aquila", "drago"])
    assert (board["race"], *phase(evening)) == (2, "tratta", None)


def test_p07_owners_and_winner_stay_horses_jockeys_cards_and_mossa_are_new():
    before = first_race_won()
    board = look(follow(before, draw_three(*TEN[:3])))
    assert board["owners"] == look(before)["owners"]
    assert board["winners"] == ["aquila"]
    for key in ("horses", "jockeys", "hand_sizes", "played", "offers", "mossa", "mossa_cards"):
        assert board[key] == {}
    assert (board["pawns"], board["order"], board["round"], board["annulled"]) == ({}, [], 0, 0)


def test_p07_three_different_ones_of_the_ten_that_ran_are_drawn():
    evening = first_race_won()
    assert is_refused(evening, draw_three("aquila", "bruco"), "P7", "so_many_different")
    assert is_refused(evening, draw_three("aquila", "aquila", "drago"), "P7", "so_many_different")
    assert is_refused(evening, draw_three("aquila", "bruco", "torre"), "P7", "did_not_run")
    assert is_refused(opened(), draw_three(*TEN[:3]), "P7", "not_now")


def test_p07_everything_of_the_first_race_stays_until_the_three_are_drawn():
    board = look(first_race_won())
    assert board["pawns"]["aquila"]["progress"] == 91
    assert board["order"] == ["aquila", "bruco"]
    assert board["turn"] is None
