"""How each step changes the state. ``EFFECTS`` is the whole of ``apply``: one entry a step name.

A step carries results, not questions, so that an old log folds to what it meant when it was
recorded.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from cagli_oca.games import steps
from cagli_oca.games.core import Event
from cagli_oca.games.siena.header import HAND, MOSSA_CARDS
from cagli_oca.games.siena.state import Pawn, Place, State
from cagli_oca.games.siena.track import Track

Facts = Mapping[str, Any]
Effect = Callable[[State, Facts], State]


def _only_told(state: State, facts: Facts) -> State:
    return state


# ------------------------------------------------------------------ before the Mossa (P4-P10)


def _owned(state: State, facts: Facts) -> State:
    return replace(state, owners={**state.owners, facts["contrada"]: facts["player"]})


def _player_called(state: State, facts: Facts) -> State:
    return replace(state, turn=facts["player"])


def _phase_begun(state: State, facts: Facts) -> State:
    return replace(state, phase=facts["phase"], turn=facts.get("player"))


def _ten_drawn(state: State, facts: Facts) -> State:
    return replace(state, running=tuple(sorted(facts["contrade"])))


def _horse_given(state: State, facts: Facts) -> State:
    return replace(state, horses={**state.horses, facts["contrada"]: facts["kind"]})


def _jockey_chosen(state: State, facts: Facts) -> State:
    return replace(state, jockeys={**state.jockeys, facts["contrada"]: facts["name"]})


def _dealt(state: State, facts: Facts) -> State:
    """P6, P10. Without ``hands`` (real cards, or a public log) only their sizes are known."""
    hands = {player: tuple(hand) for player, hand in facts.get("hands", {}).items()}
    return replace(state, hand_sizes=dict.fromkeys(state.setup.players, HAND), hands=hands)


# ------------------------------------------------------------------ the Mossa (P12-P20)


def _order_called(state: State, facts: Facts) -> State:
    return replace(state, running=tuple(facts["contrade"]))


def _mossa_rolled(state: State, facts: Facts) -> State:
    place = Place(facts["lane"], facts["value"])
    return replace(state, mossa={**state.mossa, facts["contrada"]: place})


def _rincorsa_decides(state: State, facts: Facts) -> State:
    return replace(state, phase="decide", turn=facts["contrada"])


def _offered(state: State, facts: Facts) -> State:
    return replace(state, offers={**state.offers, facts["player"]: facts["cards"]})


def _offer_withdrawn(state: State, facts: Facts) -> State:
    left = {player: n for player, n in state.offers.items() if player != facts["player"]}
    return replace(state, offers=left)


def _offers_dropped(state: State, facts: Facts) -> State:
    return replace(state, offers={})


def _annulled(state: State, facts: Facts) -> State:
    return replace(state, annulled=facts["count"], mossa={}, phase="mossa_roll")


def _entered(state: State, facts: Facts) -> State:
    """P16: the cards of the accepted offers go to the rincorsa's owner."""
    sizes, hands = dict(state.hand_sizes), dict(state.hands)
    owner = facts["player"]
    for player, number in facts["counts"].items():
        sizes[player] -= number
        sizes[owner] += number
    for player, cards in facts.get("drawn", {}).items():
        if player in hands:
            hands[player] = _less(hands[player], cards)
            hands[owner] = (*hands[owner], *cards)
    return replace(
        state,
        phase="mossa_cards",
        turn=None,
        offers={},
        hand_sizes=sizes,
        hands=hands,
        mossa_cards=dict.fromkeys(state.running, 0),
    )


def _less(hand: tuple[str, ...], cards: list[str]) -> tuple[str, ...]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def _card_played(state: State, facts: Facts) -> State:
    """P17, P22: *sum* is what lies on the target now."""
    player, card, target = facts["player"], facts["card"], facts["target"]
    played = Counter(state.played)
    played[card] += 1
    state = replace(
        state,
        played=dict(played),
        hand_sizes={**state.hand_sizes, player: state.hand_sizes[player] - 1},
    )
    if player in state.hands:
        hand = _less(state.hands[player], [card])
        state = replace(state, hands={**state.hands, player: hand})
    if card in MOSSA_CARDS:
        return replace(state, mossa_cards={**state.mossa_cards, target: facts["sum"]})
    return state.with_pawn(target, waiting=facts["sum"])


def _placed(state: State, facts: Facts) -> State:
    pawn = Pawn(facts["progress"], facts["lane"])
    return replace(state, pawns={**state.pawns, facts["contrada"]: pawn})


# ------------------------------------------------------------------ the race (P21-P29)


def _race_begun(state: State, facts: Facts) -> State:
    return replace(state, phase="roll")


def _round_began(state: State, facts: Facts) -> State:
    order = tuple(facts["order"])
    return replace(state, round=facts["round"], order=order, turn=order[0])


def _turn_passed(state: State, facts: Facts) -> State:
    """Also in the Mossa, where nobody stands in the order of a round."""
    contrada = facts["contrada"]
    order = state.order
    if contrada in order:
        order = order[order.index(contrada) :]
    return replace(state, turn=contrada, order=order)


def _rolled(state: State, facts: Facts) -> State:
    return state.with_pawn(facts["contrada"], waiting=0)


def _moved(state: State, facts: Facts) -> State:
    progress, lane = facts["path"][-1]
    return state.with_pawn(facts["contrada"], progress=progress, lane=lane)


def _test_due(state: State, facts: Facts) -> State:
    return replace(state, phase="test")


def _braked(state: State, facts: Facts) -> State:
    return replace(state, phase="roll")


def _jockey_fell(state: State, facts: Facts) -> State:
    return replace(state.with_pawn(facts["contrada"], state="riderless", waiting=0), phase="roll")


def _both_fell(state: State, facts: Facts) -> State:
    return replace(state.with_pawn(facts["contrada"], state="out", waiting=0), phase="roll")


def _race_won(state: State, facts: Facts) -> State:
    winners = (*state.winners, facts["contrada"])
    phase = "won" if facts["last"] else "draw_three"
    return replace(state, phase=phase, turn=None, winners=winners)


def _three_drawn(state: State, facts: Facts) -> State:
    """P7: another race; what belonged to the first is gone."""
    return State(
        state.setup,
        phase="tratta",
        race=facts["race"],
        owners=state.owners,
        running=tuple(facts["running"]),
        winners=state.winners,
    )


# ------------------------------------------------------------------ the referee (P30)


def _ruled(state: State, facts: Facts) -> State:
    contrada = facts["contrada"]
    state = state.with_pawn(contrada, **facts["set"])
    if state.pawns[contrada].in_race:
        return state
    return replace(state, order=tuple(c for c in state.order if c != contrada))


def _nobody_left(state: State, facts: Facts) -> State:
    return replace(state, turn=None)


def _amended(state: State, facts: Facts) -> State:
    track = Track.from_data(facts["set"]["track"])
    return replace(state, setup=replace(state.setup, track=track))


def _suspended(state: State, facts: Facts) -> State:
    return replace(state, phase="suspended", suspended_from=state.phase)


def _resumed(state: State, facts: Facts) -> State:
    return replace(state, phase=facts["phase"], suspended_from=None)


def _closed(state: State, facts: Facts) -> State:
    return replace(state, phase="closed", suspended_from=None, turn=None, offers={})


EFFECTS: Mapping[str, Effect] = {
    # before the Mossa
    "chosen": _owned,
    "player_called": _player_called,
    "phase_begun": _phase_begun,
    "ten_drawn": _ten_drawn,
    "contrada_drawn": _owned,
    "horse_given": _horse_given,
    "jockey_chosen": _jockey_chosen,
    "dealt": _dealt,
    # the Mossa
    "order_called": _order_called,
    "mossa_rolled": _mossa_rolled,
    "rincorsa_decides": _rincorsa_decides,
    "offered": _offered,
    "offer_withdrawn": _offer_withdrawn,
    "offers_dropped": _offers_dropped,
    "annulled": _annulled,
    "entered": _entered,
    "card_played": _card_played,
    "placed": _placed,
    # the race
    "race_begun": _race_begun,
    "round_began": _round_began,
    "turn_passed": _turn_passed,
    "rolled": _rolled,
    "moved": _moved,
    "stood_still": _only_told,
    "last_lap": _only_told,
    "test_due": _test_due,
    "braked": _braked,
    "jockey_fell": _jockey_fell,
    "both_fell": _both_fell,
    "race_won": _race_won,
    "three_drawn": _three_drawn,
    # the referee
    "ruled": _ruled,
    "nobody_left": _nobody_left,
    "amended": _amended,
    "suspended": _suspended,
    "resumed": _resumed,
    "closed": _closed,
}
"""Every step name this game has ever stored (frozen words), with its effect."""


def apply(state: State, event: Event) -> State:
    """The state after a stored event."""
    return steps.applied(EFFECTS, state, event.steps)
