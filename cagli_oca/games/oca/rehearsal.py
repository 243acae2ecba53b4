"""What is left to chance: draws by the program, and random lawful commands for rehearsals."""

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from cagli_oca.games.core import Chance, Command, Header, Past, pick
from cagli_oca.games.oca.board import QUARTERS
from cagli_oca.games.oca.rules import legal
from cagli_oca.games.oca.state import State

LIKELY = {
    "throw": 300,
    "draw": 240,
    "select_team": 60,
    "bonus": 25,
    "whistle": 300,
    "result": 300,
    "repeat": 12,
    "conduct": 1,
    "suspend": 2,
    "resume": 300,
}
"""Weights of what happens in a rehearsal. Rulings, amendments and the close are left to people."""

REASONS = {
    "repeat": ("Trampolo rotto", "Falsa partenza"),
    "conduct": ("Condotta irriguardosa",),
    "suspend": ("Pioggia",),
}


def draw_header(header: Header, chance: Chance) -> Header:
    """R4: the header with the order of throws drawn anew."""
    order = list(QUARTERS)
    chance.shuffle(order)
    return {**header, "order": order}


def draw(state: State, command: Mapping[str, Any], chance: Chance) -> Command:
    """R21: the flag drawn by the program, each of the three others with equal chance.

    Only for a command marked ``program``, whatever Quarter it may name; another one, or one for
    which no challenge is open, is given back as it is.
    """
    challenge = state.challenge
    if command.get("do") != "draw" or command.get("program") is not True or challenge is None:
        return command
    others = [quarter for quarter in state.setup.order if quarter != challenge.challenger]
    return {**command, "quarter": pick(chance, others)}


def mixed_in(past: Past, state: State) -> str:
    """R21: the number of the challenge and the dice accepted so far: ``flag 3 dice 4 6 1``."""
    dice = [
        str(step.facts["value"])
        for _seq, event, _before in past
        for step in event.steps
        if step.name == "thrown"
    ]
    return " ".join(["flag", str(state.game), "dice", *dice])


def suggest(state: State, chance: Chance) -> Command:
    """A random lawful command: first what is done, by likelihood, then which of its forms."""
    forms: dict[str, list[Command]] = {}
    for offer in legal(state):
        do = offer.command["do"]
        if offer.possible and do in LIKELY:
            forms.setdefault(do, []).append(offer.command)
    ticket = chance.randrange(sum(LIKELY[do] for do in forms))
    reach = accumulate(LIKELY[do] for do in forms)
    do = next(do for do, end in zip(forms, reach, strict=True) if ticket < end)
    command = dict(pick(chance, forms[do]))
    if do in REASONS:
        command["reason"] = pick(chance, REASONS[do])
    return command
