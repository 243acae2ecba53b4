"""What may be done now, with its effect or the rule that forbids it; where a pawn may go."""

from collections.abc import Iterator, Sequence
from typing import Any

from cagli_oca.games.core import Command, Event, Offer, Refused, allowed
from cagli_oca.games.siena import cards, race
from cagli_oca.games.siena.hands import unseen
from cagli_oca.games.siena.header import (
    CARDS,
    CONTRADE,
    DRAWN_AGAIN,
    HAND,
    HORSES,
    MOSSA_CARDS,
    RACE_CARDS,
    RUNNING,
)
from cagli_oca.games.siena.rules import resolve
from cagli_oca.games.siena.state import State

Candidate = tuple[dict[str, Any], tuple[str, ...]]

REASON_TO_COME = "…"
"""Stands for the reason while an offer is tried out."""


def decide(state: State, command: Command) -> Event:
    """The event of a command that ``read`` has passed.

    Raises Refused with what is possible, as far as everybody knows: it tells of no hand.
    """
    try:
        return resolve(state, command)
    except Refused as refusal:
        refusal.allowed = allowed(legal(unseen(state)))
        raise


def legal(state: State) -> tuple[Offer, ...]:
    """Every command, with its effect now or the rule that forbids it.

    With the program's cards it names the hands: whoever shows it to somebody leaves out the pacts
    of the others (P11).
    """
    offers = tuple(_offer(state, command, needs) for command, needs in _candidates(state))
    possible = allowed(offers)
    for offer in offers:
        if offer.refusal:
            offer.refusal.allowed = possible
    return offers


def own_offers(state: State, player: str) -> tuple[Offer, ...]:
    """P15, P17, P22: each kind of the own cards upon each pawn, and offers to the rincorsa."""
    held = [kind for kind in CARDS if kind in state.hands.get(player, ())]
    pacts = [
        {"do": "pact", "player": player, "card": kind, "target": target}
        for kind in held
        for target in state.running
    ]
    offer: dict[str, Any] = {"do": "offer", "player": player}
    withdrawn = [{**offer, "cards": 0}] * (player in state.offers)
    offers = [_offer(state, command, ()) for command in [*pacts, *withdrawn]]
    return (*offers, _offer(state, offer, ("cards",)))


def _candidates(state: State) -> Iterator[Candidate]:
    reason = ("reason",)
    players, contrade = state.setup.players, state.running or CONTRADE
    yield from (({"do": "choose", "contrada": contrada}, ()) for contrada in CONTRADE)
    yield {"do": "draw_ten"}, ("contrade",)
    yield from (({"do": "draw_contrada", "contrada": contrada}, ()) for contrada in contrade)
    yield {"do": "tratta"}, ("horses",)
    yield {"do": "jockeys"}, ("jockeys",)
    yield {"do": "deal"}, ("hands",) if state.setup.dealt else ()
    yield {"do": "mossa_order"}, ("contrade",)
    yield from (({"do": "mossa_roll", "value": value}, ()) for value in range(1, 7))
    yield from (({"do": "offer", "player": player}, ("cards",)) for player in players)
    yield {"do": "annul"}, ()
    yield {"do": "enter", "accept": []}, ()
    if state.offers:
        yield {"do": "enter"}, ("accept", "drawn") if state.setup.dealt else ("accept",)
    yield from _pacts(state)
    yield {"do": "start"}, ()
    yield from (({"do": "roll", "value": value}, ()) for value in range(3, 7))
    yield from (({"do": "red", "value": value}, ()) for value in range(1, 7))
    yield {"do": "draw_three"}, ("contrade",)
    yield {"do": "ruling"}, ("contrada", "reason", "set")
    yield {"do": "amend"}, ("reason", "track")
    yield {"do": "suspend"}, reason
    yield {"do": "resume"}, ()
    yield {"do": "close"}, reason


def _pacts(state: State) -> Iterator[Candidate]:
    """P11, P17, P22: for each player the lawful targets and the kinds still possible.

    Where there is none, one that says why.
    """
    found = False
    for player in state.setup.players:
        for target, kind in playable(state, player):
            found = True
            yield {"do": "pact", "player": player, "card": kind, "target": target}, ()
    if not found:
        target = state.running[0] if state.running else CONTRADE[0]
        kind = MOSSA_CARDS[0] if state.phase == "mossa_cards" else RACE_CARDS[0]
        yield {"do": "pact", "player": state.setup.players[0], "card": kind, "target": target}, ()


def playable(state: State, player: str) -> list[tuple[str, str]]:
    """P11, P17, P22: what *player* may play now: (target, kind of card)."""
    targets: tuple[str, ...]
    kinds: tuple[str, ...]
    if state.phase == "mossa_cards":
        targets, kinds = state.running, MOSSA_CARDS
    elif state.phase == "roll" and not state.nobody_left:
        targets, kinds = cards.beside(state, player), RACE_CARDS
    else:
        return []
    held = [kind for kind in kinds if _has(state, player, kind)] if targets else []
    return [(target, kind) for target in targets for kind in held]


def _has(state: State, player: str, kind: str) -> bool:
    try:
        cards.check_has(state, player, kind)
    except Refused:
        return False
    return True


def _offer(state: State, command: dict[str, Any], needs: tuple[str, ...]) -> Offer:
    depends = bool(set(needs) - {"reason"})
    try:
        event = resolve(state, {**command, **_filled_in(state, command["do"], needs)})
    except Refused as refusal:
        return Offer(command, needs, refusal=refusal)
    return Offer(command, needs, event=None if depends else event)


def _filled_in(state: State, do: str, needs: Sequence[str]) -> dict[str, Any]:
    """Something lawful for what an offer still needs, if the moment is right for it at all."""
    if do == "ruling":
        contrada = state.running[0] if state.running else CONTRADE[0]
        pawn = state.pawns.get(contrada)
        return {
            "contrada": contrada,
            "reason": REASON_TO_COME,
            "state": pawn.state if pawn else "jockey",
        }
    number = DRAWN_AGAIN if do == "draw_three" else RUNNING
    fillings = {
        "reason": REASON_TO_COME,
        "contrade": list(state.running or CONTRADE)[:number],
        "horses": dict(zip(state.running, HORSES, strict=False)),
        "jockeys": {},
        "hands": _some_hands(state) if "hands" in needs else {},
        "cards": 1,
        "accept": [],
        "track": state.setup.track.to_data() if "track" in needs else {},
    }
    return {need: fillings[need] for need in needs if need in fillings}


def _some_hands(state: State) -> dict[str, list[str]]:
    """Any hands that the deck allows."""
    hands: dict[str, list[str]] = {player: [] for player in state.setup.players}
    left = dict(state.setup.deck)
    for hand in hands.values():
        for kind in left:
            taken = min(left[kind], HAND - len(hand))
            hand += [kind] * taken
            left[kind] -= taken
    return hands


def ends(state: State, value: int) -> dict[tuple[int, int], list[int]]:
    """P24, P25: where the pawn on turn may end if it rolls *value*, each with a way there.

    (progress, lane) -> the lanes of the first such way, in the order of P27. Asked in phase roll.
    """
    return race.possible(state, value).ends()


def next_steps(state: State, value: int, lanes: Sequence[int]) -> tuple[int, ...]:
    """The lawful next lanes of that movement after the steps in *lanes*; none at its end."""
    return race.possible(state, value).next_lanes(lanes)
