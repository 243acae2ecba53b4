"""Who may know what, the program's draws, and what several players say at once (P10, P11, P16)."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from cagli_oca.games import siena
from cagli_oca.games.core import PUBLIC
from cagli_oca.games.siena.header import CONTRADE, DEFAULT_DECK
from tests.siena.play import (
    ANNUL,
    CLOSE,
    ENTER,
    HEADER,
    RESUME,
    SUSPEND,
    TEN,
    UNDO,
    draw_three,
    enter,
    follow,
    look,
    mossa_roll,
    offer,
    opened,
    pact,
    race,
    roll,
    up_to,
)


def told(evening):
    return siena.told_until(evening.past, evening.state)


def by_program(evening, do, seed=1, **keys):
    command = siena.draw(evening.state, {"do": do, "program": True, **keys}, random.Random(seed))
    return siena.read(command)


DRAWN_IN = ["draw_ten", "tratta", "deal", "mossa_order"]


# ------------------------------------------------------------------ until when


def test_nothing_is_told_while_the_race_is_on():
    for moment in ("choose", "deal", "mossa_cards", "roll"):
        assert told(up_to(moment, cards="dealt")) == 0


def test_everything_is_told_when_the_race_is_over():
    won = follow(race(aquila=(88, 1), mode="straordinario", cards="dealt"), roll(3))
    assert told(won) == won.past[-1][0]
    assert told(opened()) == 0
    closed = follow(up_to("roll", cards="dealt"), CLOSE)
    assert told(closed) == closed.head


def test_the_first_race_is_told_while_the_second_is_on():
    before = follow(race(aquila=(88, 1)), roll(3))
    assert told(follow(before, SUSPEND)) == 2
    second = follow(before, draw_three(*TEN[:3]))
    assert told(second) == 2
    assert told(follow(second, SUSPEND, RESUME)) == 2


def test_an_undone_win_hides_again_what_it_had_told():
    assert told(follow(race(aquila=(88, 1)), roll(3), UNDO)) == 0


def test_the_players_are_audiences_in_their_seats():
    evening = up_to("roll", cards="dealt")
    assert siena.players(evening.state) == tuple(HEADER["players"])
    for player in siena.players(evening.state):
        public, own = look(evening), look(evening, player)
        assert own.pop("hand")
        assert own == public


def test_a_player_who_is_called_as_the_public_shows_it_no_hand():
    named = {"players": ["public", "anna"], "youngest": "anna", "oldest": "anna"}
    assert "hand" not in look(up_to("roll", cards="dealt", **named), PUBLIC)
    assert look(up_to("roll", cards="dealt", **named), "anna")["hand"]


def test_a_hand_is_empty_before_the_deal_and_after_the_race():
    assert look(up_to("deal", cards="dealt"), "anna")["hand"] == []
    after = follow(race(aquila=(88, 1), cards="dealt"), roll(3), draw_three(*TEN[:3]))
    assert look(after, "anna")["hand"] == []


def test_the_line_of_text_holds_no_hand():
    """It is the same whatever the hands are."""
    state = up_to("roll", cards="dealt").state
    other = replace(state, hands=dict.fromkeys(HEADER["players"], ("race-2",) * 9))
    assert siena.position(state) == siena.position(other)


def test_the_line_of_text_tells_everything_else_apart():
    lines = [siena.position(up_to(moment).state) for moment in ("choose", "draw_ten", "tratta")]
    beside = race(aquila=(5, 1), bruco=(5, 2))
    lines += [
        siena.position(evening.state)
        for evening in (
            up_to("jockeys"),
            follow(up_to("mossa_roll"), mossa_roll(1)),
            follow(up_to("mossa_roll"), mossa_roll(2)),
            up_to("decide"),
            follow(up_to("decide"), offer("bruno", 1)),
            follow(up_to("decide"), offer("bruno", 2)),
            follow(up_to("decide"), ANNUL),
            up_to("mossa_cards"),
            follow(up_to("mossa_cards"), pact("anna", "mossa+1", "lupa")),
            beside,
            follow(beside, pact("anna", "race+1", "bruco")),
            follow(beside, roll(3, 1, 1, 1)),
            follow(beside, roll(3, 1, 1, 2)),
            follow(beside, SUSPEND),
        )
    ]
    assert len(set(lines)) == len(lines)
    assert all("\n" not in line for line in lines)


# ------------------------------------------------------------------ draws


@pytest.mark.parametrize("moment", DRAWN_IN)
def test_the_program_draws_something_lawful_and_the_same_for_the_same_chance(moment):
    evening = up_to(moment, cards="dealt")
    command = by_program(evening, moment)
    assert command == by_program(evening, moment)
    assert command != by_program(evening, moment, seed=2)
    after = follow(evening, command)
    assert after.past[-1][1].name == moment
    assert all(s.facts.get("by_program", True) for s in after.past[-1][1].steps)


def test_the_program_draws_a_players_contrada_and_the_three_of_the_second_race():
    evening = up_to("draw_contrada", mode="straordinario")
    for seed in range(10):
        evening = follow(evening, by_program(evening, "draw_contrada", seed))
    assert set(look(evening)["owners"]) == set(TEN)
    won = follow(race(aquila=(88, 1)), roll(3))
    assert set(by_program(won, "draw_three")["contrade"]) < set(TEN)


def test_the_program_draws_unseen_from_the_hands_of_accepted_offers():
    evening = follow(up_to("decide", cards="dealt"), offer("bruno", 2), offer("carla", 9))
    command = by_program(evening, "enter", accept=["carla", "bruno"])
    assert {player: len(cards) for player, cards in command["drawn"].items()} == {
        "bruno": 2,
        "carla": 9,
    }
    sizes = look(follow(evening, command))["hand_sizes"]
    assert sizes == {"anna": 20, "bruno": 7, "carla": 0}
    assert "drawn" not in by_program(evening, "enter", accept=[])


def test_every_card_is_as_likely_to_be_dealt():
    evening = up_to("deal", cards="dealt")
    seen = Counter()
    for seed in range(2000):
        hands = by_program(evening, "deal", seed)["hands"]
        seen.update(card for hand in hands.values() for card in hand)
    for card, number in DEFAULT_DECK.items():
        assert seen[card] / 2000 == pytest.approx(number / 2, rel=0.05)


def test_every_contrada_is_as_likely_to_be_drawn():
    evening = up_to("draw_ten")
    seen = Counter()
    for seed in range(3000):
        seen.update(by_program(evening, "draw_ten", seed)["contrade"])
    assert set(seen) == set(CONTRADE)
    for number in seen.values():
        assert number / 3000 == pytest.approx(10 / 17, rel=0.06)


def test_a_deck_of_any_size_is_dealt():
    evening = up_to("deal", cards="dealt", deck={"race+1": 10**12, "race-2": 1})
    assert follow(evening, by_program(evening, "deal")).state.hand_sizes["anna"] == 9


def test_a_command_that_is_not_the_programs_or_not_for_now_is_given_back_as_it_is():
    chance = random.Random(1)
    for state, command in (
        (up_to("deal", cards="dealt").state, {"do": "deal"}),
        (up_to("deal").state, {"do": "deal", "program": True}),
        (opened().state, {"do": "tratta", "program": True}),
        (up_to("roll").state, {"do": "roll", "value": 3, "program": True}),
    ):
        assert siena.draw(state, command, chance) is command
    header = opened().state.setup.to_data()
    assert siena.draw_header(header, chance) is header


def mixed(evening):
    return siena.mixed_in(evening.past, evening.state)


def test_what_a_draw_is_mixed_with_holds_the_dice_and_differs_for_every_draw():
    evening = up_to("draw_contrada", mode="straordinario")
    lines = [mixed(up_to("draw_ten", mode="straordinario"))]
    while evening.state.phase != "tratta":
        lines.append(mixed(evening))
        evening = follow(evening, by_program(evening, "draw_contrada"))
    for moment in ("tratta", "deal", "mossa_order", "decide"):
        lines.append(mixed(up_to(moment, mode="straordinario")))
    again = follow(up_to("decide", mode="straordinario"), ANNUL, *[mossa_roll(6)] * 10)
    lines.append(mixed(again))
    assert len(set(lines)) == len(lines)
    assert lines[-1] == "enter race 1 owned 10 dice" + " 3" * 10 + " 6" * 10


def test_what_a_draw_is_mixed_with_is_the_same_again_after_undo():
    evening = up_to("tratta")
    drawn = follow(evening, by_program(evening, "tratta"), UNDO)
    assert mixed(drawn) == mixed(evening)


def test_the_two_races_are_mixed_with_different_lines():
    second = follow(race(aquila=(88, 1)), roll(3), draw_three(*TEN[:3]))
    assert mixed(second) == "tratta race 2 owned 17 dice 3"


def test_another_offer_is_another_draw():
    decide = up_to("decide", cards="dealt")
    lines = {mixed(follow(decide, offer("bruno", n))) for n in (1, 2, 3)}
    assert len(lines) == 3


# ------------------------------------------------------------------ players' own commands


def test_players_play_cards_and_make_offers_themselves_in_any_order():
    assert siena.own == siena.any_order == ("pact", "offer")
    assert siena.check_overtaken(offer("bruno", 1), follow(opened(), SUSPEND).past[-1][1]) is None


def test_each_player_calls_a_number():
    assert siena.callers(HEADER) == tuple(HEADER["players"])
    assert siena.callers({}) == ()
    assert siena.callers({"players": ["anna", 3, " ", "anna"]}) == ("anna",)


def test_two_cards_at_once_come_to_the_same_in_either_order():
    evening = race(aquila=(5, 1), bruco=(5, 2))
    one, other = pact("anna", "race+1", "bruco"), pact("bruno", "race-1", "aquila")
    assert follow(evening, one, other).state == follow(evening, other, one).state


def test_what_is_spelled_out_is_decided_the_same_again():
    evening = follow(up_to("decide", cards="dealt"), offer("bruno", 1))
    for before, command in (
        (opened(), {"do": "choose", "contrada": "oca"}),
        (up_to("mossa_roll"), mossa_roll(3)),
        (evening, ANNUL),
        (evening, enter("bruno", drawn={"bruno": ["race+2"]})),
        (race(aquila=(5, 1)), roll(3)),
        (race(aquila=(5, 1, "riderless")), roll(3)),
        (up_to("mossa_cards"), pact("anna", "mossa+1", "lupa")),
    ):
        event = before.decide(siena.read(command))
        spelled = siena.spelled_out(command, event)
        assert before.decide(siena.read(spelled)) == event
        siena.check_again(event, event)


def test_a_roll_is_spelled_out_with_its_contrada_and_the_way_it_took():
    evening = race(aquila=(5, 1))
    event = evening.decide(siena.read(roll(3)))
    assert siena.spelled_out(roll(3), event) == roll(3, 1, 1, 1, contrada="aquila")
    riderless = race(aquila=(5, 1, "riderless"))
    event = riderless.decide(siena.read(roll(3)))
    assert siena.spelled_out(roll(3), event) == roll(3, contrada="aquila")
    entered = up_to("decide").decide(siena.read(ENTER))
    assert siena.spelled_out(ENTER, entered)["contrada"] == "nicchio"
