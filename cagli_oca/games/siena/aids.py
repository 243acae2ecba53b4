"""What the referees' pages show beyond the scoreboard and the offers; nobody's secrets."""

from typing import Any

from cagli_oca.games.siena import cards, race
from cagli_oca.games.siena.header import DICE, MOSSA_CARDS, RACE_CARDS
from cagli_oca.games.siena.rules import resolve
from cagli_oca.games.siena.state import State
from cagli_oca.games.siena.track import FINISH, lap_of, row_of


def aids(state: State) -> dict[str, Any]:
    """The order of the race, where each face leads, whom a card may meet, what a fall would be."""
    return {
        "ranking": ranking(state),
        "ways": _ways(state),
        "targets": _targets(state),
        "cards": _cards(state),
        "falls": _falls(state),
        "curve": _curve(state),
    }


def ranking(state: State) -> list[dict[str, Any]]:
    """P21: the pawns as they lie, the foremost first, those out last; *gap*: rows to the first."""
    order = sorted(
        state.pawns,
        key=lambda c: (
            not state.pawns[c].in_race,
            -state.pawns[c].progress,
            state.pawns[c].lane,
        ),
    )
    first = state.pawns[order[0]].progress if order else 0
    return [
        {
            "contrada": contrada,
            "progress": pawn.progress,
            "row": row_of(pawn.progress),
            "lap": lap_of(pawn.progress),
            "lane": pawn.lane,
            "gap": first - pawn.progress,
            "over": pawn.progress == FINISH,
            "state": pawn.state,
            "waiting": pawn.waiting,
        }
        for contrada in order
        for pawn in [state.pawns[contrada]]
    ]


def _ways(state: State) -> dict[str, Any]:
    """P24-P27, face -> its ways: the lanes of each row from which the end can still be reached.

    A way is a lane for each layer, each step to the same or a neighbouring one; a riderless
    horse's is its only one. *missing*: steps that no way allows (a test is due).
    """
    if state.phase != "roll" or state.nobody_left:
        return {}
    pawn = state.pawns[state.on_turn]
    told = {}
    for value in sorted(set(DICE[state.horses[state.on_turn]])):
        ways, movement = race.possible(state, value), race.movement_of(pawn, value)
        layers = [sorted(layer) for layer in ways.layers]
        if not pawn.has_jockey:
            layers = [[pawn.lane], *([lane] for lane in ways.first())]
        told[str(value)] = {
            "start": ways.start,
            "movement": movement,
            "layers": layers,
            "ends": [
                {"progress": progress, "lane": lane, "lanes": lanes}
                for (progress, lane), lanes in ways.ends().items()
                if lane in layers[-1]
            ],
            "missing": min(movement, FINISH - ways.start) - ways.length,
            "free": pawn.has_jockey,
        }
    return told


def _targets(state: State) -> dict[str, list[str]]:
    """P17, P22: upon whom each player with cards may play now."""
    if state.phase == "mossa_cards":
        found = {player: list(state.running) for player in state.setup.players}
    elif state.phase == "roll" and not state.nobody_left:
        found = {player: list(cards.beside(state, player)) for player in state.setup.players}
    else:
        found = {}
    return {p: targets for p, targets in found.items() if targets and state.hand_sizes[p]}


def _cards(state: State) -> dict[str, int]:
    """P10, P11: the kinds of the moment, with how many have not been played yet."""
    kinds = MOSSA_CARDS if state.phase == "mossa_cards" else RACE_CARDS
    return {kind: state.setup.deck[kind] - state.played.get(kind, 0) for kind in kinds}


def _falls(state: State) -> dict[str, str]:
    """P25, P28: what each face of the red die would mean: the name of its step."""
    if state.phase != "test":
        return {}
    told = {}
    for value in range(1, 7):
        told[str(value)] = resolve(state, {"do": "red", "value": value}).steps[0].name
    return told


def _curve(state: State) -> str | None:
    """P28: the curve in which the pawn on turn stands."""
    if state.turn not in state.pawns:
        return None
    return state.setup.track.curve(state.pawns[state.on_turn].progress)
