"""What is left to chance: draws by the program, and random lawful commands for rehearsals."""

from collections.abc import Mapping, Sequence
from typing import Any

from cagli_oca.games.core import Chance, Command, Header, Past, pick
from cagli_oca.games.siena.header import (
    CARDS,
    CONTRADE,
    DICE,
    DRAWN_AGAIN,
    HAND,
    RUNNING,
)
from cagli_oca.games.siena.offers import next_steps, playable
from cagli_oca.games.siena.state import State

JOCKEYS = (
    *("Tuonofinto", "Sbadiglio", "Pelo Matto", "Cipollotto", "Saltafossi", "Mezzetto", "Trecuori"),
    *("Grillo Zoppo", "Battiscopa", "Fulmine Lento", "Zampillo", "Mangiavento", "Rosticcio"),
    *("Senzafreno", "Pannocchione", "Gambalesta", "Bellosguardo"),
)
"""P9: seventeen nicknames, invented; of no real person."""

DRAWS = {
    "draw_ten": "draw_ten",
    "draw_contrada": "draw_contrada",
    "tratta": "tratta",
    "deal": "deal",
    "mossa_order": "mossa_order",
    "decide": "enter",
    "draw_three": "draw_three",
}
"""Phase -> the command that is a draw in it."""


def draw_header(header: Header, chance: Chance) -> Header:
    """Nothing is drawn by lot before the opening: the header as it is."""
    return header


def draw(state: State, command: Mapping[str, Any], chance: Chance) -> Command:
    """P4, P5, P7, P8, P10, P12, P16: a command marked ``program``, completed by the program.

    One that is not marked, or for which it is not the moment, is given back as it is.
    """
    do = command.get("do")
    if command.get("program") is not True or DRAWS.get(state.phase) != do:
        return command
    if do == "deal":
        return {**command, "hands": _hands(state, chance)} if state.setup.dealt else command
    if do == "enter":
        return _draw_from_hands(state, command, chance)
    if do == "draw_ten":
        return {**command, "contrade": _shuffled(CONTRADE, chance)[:RUNNING]}
    if do == "draw_contrada":
        left = [contrada for contrada in state.running if contrada not in state.owners]
        return {**command, "contrada": pick(chance, left)}
    if do == "tratta":
        horses = _shuffled(tuple(state.setup.horses), chance)
        return {**command, "horses": dict(zip(state.running, horses, strict=True))}
    contrade = _shuffled(sorted(state.running), chance)
    return {**command, "contrade": contrade[: DRAWN_AGAIN if do == "draw_three" else RUNNING]}


def _shuffled(things: Sequence[str], chance: Chance) -> list[str]:
    mixed = list(things)
    chance.shuffle(mixed)
    return mixed


def _hands(state: State, chance: Chance) -> dict[str, list[str]]:
    """P10: nine cards to each, one after the other from a deck of any size."""
    left = dict(state.setup.deck)
    return {player: _take(left, HAND, chance) for player in state.setup.players}


def _take(left: dict[str, int], number: int, chance: Chance) -> list[str]:
    """*number* cards drawn from the kinds *left*, which become fewer."""
    taken = []
    for _ in range(number):
        ticket = chance.randrange(sum(left.values()))
        for kind in left:
            ticket -= left[kind]
            if ticket < 0:
                left[kind] -= 1
                taken.append(kind)
                break
    return taken


def _draw_from_hands(state: State, command: Mapping[str, Any], chance: Chance) -> Command:
    """P16: unseen, from the hand of each player whose offer is accepted."""
    accept = command.get("accept")
    if not state.setup.dealt or not isinstance(accept, list) or not accept:
        return command
    drawn = {}
    for player in state.setup.players:
        if player in accept and player in state.offers and player in state.hands:
            hand = state.hands[player]
            left = {kind: hand.count(kind) for kind in CARDS}
            drawn[player] = _take(left, state.offers[player], chance)
    return {**command, "drawn": drawn}


def mixed_in(past: Past, state: State) -> str:
    """The draw, the race, how many Contrade are owned, the dice: ``tratta race 2 owned 17 dice 4``.

    Of an entry also the offers: another offer is another draw.
    """
    dice = [
        str(step.facts["value"])
        for _seq, event, _before in past
        for step in event.steps
        if step.name in ROLLED
    ]
    words = [DRAWS.get(state.playing, state.playing), "race", str(state.race)]
    words += ["owned", str(len(state.owners))]
    if state.offers:
        words += ["offers", *(str(state.offers.get(p, 0)) for p in state.setup.players)]
    return " ".join([*words, "dice", *dice])


ROLLED = ("mossa_rolled", "rolled", "braked", "jockey_fell", "both_fell")
"""The steps that hold a die."""


def suggest(state: State, chance: Chance) -> Command:
    """A random lawful command, as ordinary play would bring it."""
    if state.phase == "suspended":
        return {"do": "close", "reason": "Pioggia"} if state.nobody_left else {"do": "resume"}
    if state.nobody_left:
        return {"do": "close", "reason": "Nessuno in corsa"}
    if chance.randrange(400) == 0:
        return {"do": "suspend", "reason": "Pioggia"}
    if state.phase == "choose":
        left = [contrada for contrada in CONTRADE if contrada not in state.owners]
        return {"do": "choose", "contrada": pick(chance, left)}
    if state.phase == "jockeys":
        names = _shuffled(JOCKEYS, chance)
        return {"do": "jockeys", "jockeys": dict(zip(state.running, names, strict=False))}
    if state.phase in ("mossa_roll", "test"):
        do = "mossa_roll" if state.phase == "mossa_roll" else "red"
        return {"do": do, "value": chance.randrange(6) + 1}
    if state.phase == "decide":
        return _decision(state, chance)
    if state.phase in ("mossa_cards", "roll") and (card := _card(state, chance)):
        return card
    if state.phase == "mossa_cards":
        return {"do": "start"}
    if state.phase == "roll":
        return _roll(state, chance)
    return _drawn(state, {"do": DRAWS[state.phase]}, chance)


def _drawn(state: State, command: Command, chance: Chance) -> Command:
    """A draw as people make it, with real cards or flags."""
    return {
        key: held
        for key, held in draw(state, {**command, "program": True}, chance).items()
        if key != "program"
    }


def _decision(state: State, chance: Chance) -> Command:
    """P13, P15: some offer cards; the rincorsa annuls, or enters and accepts some."""
    others = [p for p in state.setup.players if p != state.owners[state.on_turn]]
    able = [player for player in others if state.hand_sizes[player]]
    if not state.final_entry:
        if able and chance.randrange(3) == 0:
            player = pick(chance, able)
            number = chance.randrange(min(state.hand_sizes[player], 3) + 1)
            return {"do": "offer", "player": player, "cards": number}
        if chance.randrange(4) == 0:
            return {"do": "annul"}
    accept = [player for player in state.offers if chance.randrange(3)]
    return _drawn(state, {"do": "enter", "accept": accept}, chance)


def _card(state: State, chance: Chance) -> Command | None:
    """P17, P22: now and then somebody plays a card."""
    player = pick(chance, state.setup.players)
    if chance.randrange(3):
        return None
    choices = playable(state, player)
    if not choices:
        return None
    target, kind = pick(chance, choices)
    return {"do": "pact", "player": player, "card": kind, "target": target}


def _roll(state: State, chance: Chance) -> Command:
    """P23, P24: the horse's own die; the owner often chooses the way."""
    value = pick(chance, DICE[state.horses[state.on_turn]])
    command: dict[str, Any] = {"do": "roll", "value": value}
    if state.pawns[state.on_turn].has_jockey and chance.randrange(2):
        lanes: list[int] = []
        while choices := next_steps(state, value, lanes):
            lanes.append(pick(chance, choices))
        command["lanes"] = lanes
    return command
