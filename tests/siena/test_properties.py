"""What holds at every moment of any evening."""

import json
import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from cagli_oca.games import siena
from cagli_oca.games.core import PUBLIC, Evening, Refused, event_from_json, event_to_json
from cagli_oca.games.siena.header import CONTRADE, HORSES, RACE_CARDS
from cagli_oca.games.siena.rules import resolve
from cagli_oca.games.siena.track import FINISH, row_of
from tests.siena.play import WIDE

NAMES = ["anna", "bruno", "carla", "dino", "elsa", "fabio"]

few = settings(max_examples=15)
"""An example is a whole evening."""

WILD_DECK = {"mossa+1": 20, "mossa-1": 20, "race+2": 200, "race-2": 20}
"""Long movements, and pawns that start far ahead."""


@st.composite
def headers(draw):
    """Any mode, table, deck, horses, track."""
    players = NAMES[: draw(st.integers(2, 6))]
    header = {
        "game": "siena",
        "edition": "2027",
        "mode": draw(st.sampled_from(["provenzano", "assunta", "straordinario"])),
        "players": players,
        "youngest": draw(st.sampled_from(players)),
        "oldest": draw(st.sampled_from(players)),
        "cards": draw(st.sampled_from(["real", "dealt"])),
        "options": {"curves": draw(st.sampled_from(["narrow", "harsh"]))},
    }
    if draw(st.booleans()):
        header["deck"] = WILD_DECK
    if draw(st.booleans()):
        header["horses"] = {h: draw(st.sampled_from(["bono", "brenna"])) for h in HORSES}
    if draw(st.booleans()):
        narrow = [*[5] * 6, 4, 3, 2, *[1] * 16, 2, 3, 4, 5, 5]
        lanes = draw(st.sampled_from([WIDE, narrow]))
        header["track"] = {"lanes": lanes, "san_martino": [7, 9], "casato": [9, 12]}
    return siena.check_header(header)


def evening_of(header, seed, *, rulings=False):
    """The evening after each command, random but lawful; with *rulings* now and then any."""
    chance = random.Random(seed)
    evening = Evening.opened(siena, header)
    yield evening
    while not siena.over(evening.state):
        command = siena.suggest(evening.state, chance)
        if rulings and evening.state.phase == "roll" and chance.randrange(8) == 0:
            command = any_ruling(chance, evening.state)
        try:
            evening = evening.follow(evening.decide(siena.read(command)))
        except Refused:
            assert command["do"] == "ruling"
            continue
        yield evening


def any_ruling(chance, state):
    what = {
        "progress": chance.randrange(-9, 91),
        "lane": chance.randrange(5) + 1,
        "state": chance.choice(["jockey", "jockey", "riderless", "out"]),
        "waiting": chance.randrange(-2, 3),
    }
    keys = chance.sample(list(what), chance.randrange(4) + 1)
    contrada = chance.choice(state.running)
    set_ = {key: what[key] for key in keys}
    return {"do": "ruling", "contrada": contrada, "reason": "the Mossiere's word", **set_}


def check_spaces(state):
    racing = [pawn for pawn in state.pawns.values() if pawn.in_race]
    assert len({pawn.space for pawn in racing}) == len(racing)
    for pawn in racing:
        assert state.setup.track.has(pawn.progress, pawn.lane)
        assert pawn.progress <= FINISH
        assert pawn.has_jockey or not pawn.waiting


def check_cards(state):
    setup = state.setup
    if not state.hand_sizes:
        assert not state.played
        return
    assert sum(state.hand_sizes.values()) + sum(state.played.values()) == 9 * len(setup.players)
    assert all(number <= setup.deck[card] for card, number in state.played.items())
    if setup.dealt:
        held = Counter(card for hand in state.hands.values() for card in hand)
        aside = Counter(setup.deck) - held - Counter(state.played)
        assert held + Counter(state.played) + aside == +Counter(setup.deck)
        assert sum(aside.values()) == sum(setup.deck.values()) - 9 * len(setup.players)
        assert {p: len(hand) for p, hand in state.hands.items()} == state.hand_sizes


def check_turn(state):
    board = siena.scoreboard(state, PUBLIC)
    racing = {c for c, pawn in state.pawns.items() if pawn.in_race}
    if state.playing in ("roll", "test"):
        assert set(state.order) <= racing
        assert (state.order[0] if state.order else None) == state.turn
        assert bool(racing) == (state.turn is not None)
    whose = {
        **dict.fromkeys(("choose", "draw_contrada"), state.setup.players),
        **dict.fromkeys(("mossa_roll", "decide", "roll", "test"), state.running),
    }
    assert state.turn is None or state.turn in whose[state.playing]
    assert (board["offers"] == {}) or state.playing == "decide"


@few
@given(header=headers(), seed=st.integers(0, 9999), rulings=st.booleans())
def test_no_two_pawns_share_a_space_and_cards_are_conserved(header, seed, rulings):
    for evening in evening_of(header, seed, rulings=rulings):
        check_spaces(evening.state)
        check_cards(evening.state)
        check_turn(evening.state)


@few
@given(header=headers(), seed=st.integers(0, 9999))
def test_progress_never_falls_and_nobody_goes_further_than_the_movement(header, seed):
    for evening in evening_of(header, seed):
        if not evening.past:
            continue
        _seq, event, before = evening.past[-1]
        if event.name in ("start", "draw_three"):
            continue
        rolled = [step.facts for step in event.steps if step.name == "rolled"]
        for contrada, pawn in evening.state.pawns.items():
            gone = pawn.progress - before.pawns[contrada].progress
            moved = rolled and rolled[0]["contrada"] == contrada
            assert 0 <= gone <= (rolled[0]["movement"] if moved else 0)


@few
@given(header=headers(), seed=st.integers(0, 9999))
def test_every_step_of_a_way_is_one_row_on_and_at_most_one_lane_aside_into_a_free_space(
    header, seed
):
    for evening in evening_of(header, seed):
        if not evening.past:
            continue
        _seq, event, before = evening.past[-1]
        for step in event.steps:
            if step.name != "moved":
                continue
            contrada = step.facts["contrada"]
            pawn = before.pawns[contrada]
            at = [pawn.progress, pawn.lane]
            for progress, lane in step.facts["path"]:
                assert progress == at[0] + 1 and abs(lane - at[1]) <= 1
                assert before.setup.track.has(progress, lane)
                assert (row_of(progress), lane) not in before.taken(besides=contrada)
                at = [progress, lane]


@few
@given(header=headers(), seed=st.integers(0, 9999))
def test_events_survive_json_and_the_winners_are_as_many_as_the_races(header, seed):
    *_, evening = evening_of(header, seed)
    state = siena.initial(header)
    for _seq, event, _before in evening.past:
        stored = json.loads(json.dumps(event_to_json(event)))
        assert event_from_json(stored) == event
        state = siena.apply(state, event_from_json(stored))
    assert state == evening.state
    assert len(state.winners) == (1 if header["mode"] == "straordinario" else 2)
    for contrada in state.winners:
        assert contrada in CONTRADE


@few
@given(header=headers(), seed=st.integers(0, 9999))
def test_what_a_player_may_play_is_just_what_is_accepted(header, seed):
    """For every player, target and kind, not only for what is offered."""
    chance = random.Random(seed)
    for evening in evening_of(header, seed):
        if evening.state.phase != "roll" or chance.randrange(100):
            continue
        possible = [
            offer.command
            for offer in siena.legal(evening.state)
            if offer.possible and offer.command["do"] == "pact"
        ]
        for player in header["players"]:
            for kind in RACE_CARDS:
                for target in evening.state.running:
                    command = {"do": "pact", "player": player, "card": kind, "target": target}
                    try:
                        resolve(evening.state, command)
                    except Refused:
                        assert command not in possible
                    else:
                        assert command in possible
