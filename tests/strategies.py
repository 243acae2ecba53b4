"""Random evenings of any game, for the tests that hold for every game."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from cagli_oca.games import GAMES
from cagli_oca.games.core import UNDO, Command, Evening, Event, Game, Header, Offer, State
from cagli_oca.games.siena.header import CONTRADE

SAMPLES = Path(__file__).parent.parent / "fixtures" / "samples"

UNDO_ONE_IN = 15
"""Far more often than on a real evening."""


@dataclass(frozen=True)
class Played:
    """An evening as it was played: its header, every event in order, undo included."""

    game: Game
    header: Header
    events: tuple[Event, ...]
    evening: Evening

    @property
    def state(self) -> State:
        return self.evening.state

    def then(self, command: Command) -> "Played":
        """One command later."""
        event = self.evening.decide(self.game.read(command))
        return Played(self.game, self.header, (*self.events, event), self.evening.follow(event))


def opened(game: Game) -> Played:
    """The sample edition of *game*, just opened."""
    sample = json.loads((SAMPLES / f"{game.slug}.json").read_text(encoding="utf-8"))
    header = game.check_header(sample)
    return Played(game, header, (), Evening.opened(game, header))


def rehearsal(game: Game, chance: random.Random) -> Iterator[Played]:
    """An evening by random lawful commands, seen after each of them, until it is over."""
    played = opened(game)
    yield played
    while not game.over(played.state):
        if played.evening.past and chance.randrange(UNDO_ONE_IN) == 0:
            played = played.then({"do": UNDO})
        else:
            played = played.then(game.suggest(played.state, chance))
        yield played


@st.composite
def evenings(draw: st.DrawFn, game: Game, longest: int = 200) -> Played:
    """Some moment of a random evening."""
    length = draw(st.integers(0, longest))
    played = opened(game)
    for number, later in enumerate(rehearsal(game, random.Random(draw(st.integers(0, 9999))))):
        played = later
        if number == length:
            break
    return played


def filled_in(game: Game, state: State, offer: Offer) -> Command:
    """The command of *offer* with something lawful for each of its needs."""
    if not offer.needs:
        return offer.command
    filling = FILLINGS[game.slug](state)
    return {**offer.command, **filling[offer.command["do"]]}


def _oca_filling(state: State) -> dict[str, Command]:
    reason = {"reason": "because"}
    order_of_play = GAMES["oca"].setup(state)["order_of_play"]
    return {
        **dict.fromkeys(("repeat", "conduct", "suspend", "close"), reason),
        "ruling": {**reason, "quarter": "andrea", "skips": 2},
        "amend": {**reason, "order_of_play": order_of_play},
    }


def _siena_filling(state: State) -> dict[str, Command]:
    reason = {"reason": "because"}
    setup = GAMES["siena"].setup(state)
    running = list(state.running or CONTRADE)
    dealt = {"do": "deal", "program": True}
    deal = GAMES["siena"].draw(replace(state, phase="deal"), dealt, random.Random(1))
    accept = list(state.offers)[:1]
    enter: dict[str, Any] = {"accept": accept}
    if accept and state.hands:
        enter["drawn"] = {p: list(state.hands[p][: state.offers[p]]) for p in accept}
    ten = {"contrade": running[:10]}
    return {
        **dict.fromkeys(("suspend", "close"), reason),
        **dict.fromkeys(("draw_ten", "mossa_order"), ten),
        "draw_three": {"contrade": running[:3]},
        "tratta": {"horses": dict(zip(running[:10], setup["horses"], strict=True))},
        "jockeys": {"jockeys": {running[0]: "Lampo"} if state.running else {}},
        "deal": {"hands": deal.get("hands")},
        "offer": {"cards": 1},
        "enter": enter,
        "ruling": {**reason, "contrada": running[0], "waiting": 0},
        "amend": {**reason, "track": setup["track"]},
    }


FILLINGS = {"oca": _oca_filling, "siena": _siena_filling}
"""For each game: what a person might type into the forms of its offers."""
