"""Pact cards: who may play which, and upon whom (P10, P11, P14, P17, P22)."""

from cagli_oca.games.core import Command, Refused
from cagli_oca.games.siena.course import Course
from cagli_oca.games.siena.header import CARDS, MOSSA_CARDS
from cagli_oca.games.siena.state import State
from cagli_oca.games.siena.track import row_of
from cagli_oca.games.siena.turns import check_known


def pact(course: Course, command: Command) -> None:
    """P17, P22: a Pact card is played upon a pawn, in favour or against."""
    state = course.state
    player, card, target = command["player"], command["card"], command["target"]
    _check_moment(state, card)
    check_known(state, player)
    if target not in state.running:
        raise Refused("P10", "does_not_run", contrada=target)
    check_has(state, player, card)
    if card in MOSSA_CARDS:
        before, rule = state.mossa_cards[target], "P17"
    else:
        _check_beside(state, player, target)
        before, rule = state.pawns[target].waiting, "P22"
    course.step(
        "card_played", rule, player=player, card=card, target=target, sum=before + CARDS[card]
    )


def _check_moment(state: State, card: str) -> None:
    """P14, P17, P22: Mossa cards between the entry and the start, race cards between moves."""
    if state.phase == "mossa_cards":
        if card not in MOSSA_CARDS:
            raise Refused("P22", "race_card_in_the_mossa")
    elif state.phase == "roll":
        if card in MOSSA_CARDS:
            raise Refused("P17", "mossa_card_in_the_race")
    elif state.phase == "test":
        raise Refused("P22", "card_in_a_test", contrada=state.turn)
    else:
        rule = "P14" if card in MOSSA_CARDS else "P22"
        raise Refused(rule, "not_now", do="pact", phase=state.phase)


def check_has(state: State, player: str, card: str) -> None:
    """P11: the hand where it is known, else what is left of the deck. Raises Refused."""
    if not state.hand_sizes[player]:
        raise Refused("P11", "no_cards_left", player=player)
    if player in state.hands:
        if card not in state.hands[player]:
            raise Refused("P11", "card_not_in_hand", player=player, card=card)
    elif state.played.get(card, 0) >= state.setup.deck[card]:
        raise Refused("P11", "deck_exhausted", card=card, number=state.setup.deck[card])


def _check_beside(state: State, player: str, target: str) -> None:
    """P22: beside a pawn of the player; both have jockeys."""
    if not state.pawns[target].has_jockey:
        raise Refused("P26", "target_without_jockey", contrada=target)
    if target not in beside(state, player):
        raise Refused("P22", "not_beside", player=player, contrada=target)


def beside(state: State, player: str) -> tuple[str, ...]:
    """P22: the pawns upon which *player* may play, in the order of the call.

    Beside is the same row of the ring, also a lap apart, in the neighbouring lane.
    """
    riding = {c: pawn for c, pawn in state.pawns.items() if pawn.has_jockey}
    own = {pawn.space for c, pawn in riding.items() if state.owners[c] == player}
    return tuple(
        contrada
        for contrada in state.running
        if contrada in riding
        and _neighbours(riding[contrada].progress, riding[contrada].lane) & own
    )


def _neighbours(progress: int, lane: int) -> set[tuple[int, int]]:
    row = row_of(progress)
    return {(row, lane - 1), (row, lane + 1)}
