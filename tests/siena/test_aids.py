"""What the referees' pages show beyond scoreboard and offers agrees with the rules themselves."""

import json
import random

import pytest

from cagli_oca.games import siena
from cagli_oca.games.core import Evening, Refused
from cagli_oca.games.siena.header import RACE_CARDS
from tests.siena.play import opened


def moments(seed: int, **changes):
    """Every state of a rehearsed evening."""
    chance, evening = random.Random(seed), opened(**changes)
    while not siena.over(evening.state):
        yield evening
        evening = evening.follow(evening.decide(siena.read(siena.suggest(evening.state, chance))))
    yield evening


def accepted(evening: Evening, command: dict) -> bool:
    try:
        evening.decide(siena.read(command))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("cards", ["real", "dealt"])
def test_they_are_json_and_tell_no_hand(cards):
    for evening in moments(1, cards=cards, mode="straordinario"):
        told = json.dumps(siena.aids(evening.state))
        assert told == json.dumps(siena.aids(siena.unseen(evening.state)))


def test_every_end_is_reached_by_its_lanes_and_no_other_end_is():
    seen = set()
    for evening in moments(2, mode="straordinario"):
        for face, ways in siena.aids(evening.state)["ways"].items():
            value, free = int(face), ways["free"]
            ends = siena.ends(evening.state, value)
            assert {(end["progress"], end["lane"]) for end in ways["ends"]} <= set(ends)
            assert (len(ways["ends"]) == len(ends)) or not free
            for end in ways["ends"]:
                command = {"do": "roll", "value": value}
                event = evening.decide({**command, "lanes": end["lanes"]} if free else command)
                moved = [step for step in event.steps if step.name == "moved"]
                reached = moved[-1].facts["path"][-1] if moved else None
                assert reached in (None, [end["progress"], end["lane"]])
            tested = {step.name for step in evening.decide({"do": "roll", "value": value}).steps}
            assert ("test_due" in tested) == bool(ways["missing"] and free)
            seen.add((free, bool(ways["missing"])))
    assert seen >= {(True, True), (True, False)}


def test_the_layers_hold_exactly_the_lanes_of_lawful_ways():
    """A way led through any lane of any layer is accepted."""
    for evening in list(moments(3, mode="straordinario"))[40::9]:
        for face, ways in siena.aids(evening.state)["ways"].items():
            if not ways["free"]:
                continue
            for step, layer in enumerate(ways["layers"][1:], start=1):
                for lane in layer:
                    lanes = through(ways["layers"], step, lane)
                    assert accepted(evening, {"do": "roll", "value": int(face), "lanes": lanes})


def through(layers: list[list[int]], step: int, lane: int) -> list[int]:
    """Some way through that lane, found backward and then forward."""
    way = [lane]
    for layer in reversed(layers[1:step]):
        way.insert(0, next(at for at in layer if abs(at - way[0]) <= 1))
    for layer in layers[step + 1 :]:
        way.append(next(at for at in layer if abs(at - way[-1]) <= 1))
    return way


def test_targets_are_those_on_whom_a_card_is_accepted():
    checked = 0
    for evening in list(moments(4, mode="straordinario"))[::5]:
        targets = siena.aids(evening.state)["targets"]
        if evening.state.phase != "roll" or not evening.state.turn:
            continue
        for player in evening.state.setup.players:
            for target in evening.state.running:
                pact = {"do": "pact", "player": player, "target": target}
                lawful = any(accepted(evening, {**pact, "card": card}) for card in RACE_CARDS)
                assert lawful == (target in targets.get(player, []))
                checked += lawful
    assert checked


def test_the_ranking_is_the_order_of_a_round_that_would_begin_now():
    for evening in moments(5, mode="straordinario"):
        state = evening.state
        ranked = [pawn["contrada"] for pawn in siena.aids(state)["ranking"]]
        assert sorted(ranked) == sorted(state.pawns)
        if evening.past and evening.past[-1][1].steps[-1].name == "round_began":
            racing = [c for c in ranked if state.pawns[c].in_race]
            assert racing == list(state.order)


@pytest.mark.parametrize("curves", ["narrow", "harsh"])
def test_each_face_of_the_red_die_means_what_it_then_does(curves):
    tested = 0
    for seed in range(6, 9):
        for evening in moments(seed, mode="straordinario", options={"curves": curves}):
            for face, fall in siena.aids(evening.state)["falls"].items():
                event = evening.decide({"do": "red", "value": int(face)})
                assert event.steps[0].name == fall
                tested += 1
    assert tested
