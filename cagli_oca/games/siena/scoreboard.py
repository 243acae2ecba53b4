"""What leaves the core: the state as JSON (``replay --json``), and as one line of text.

The line, its fields separated by blanks, knows players by their seats (1 to 6) and no hands::

    PHASE raceN SEAT:CARDS[:offerN] ×players CONTRADA[:MARK…]… [annulledN] [roundN] [MORE…]

A ``*`` stands before whose turn it is. Marks of a Contrada: ``runs``, ``of2`` its owner's seat,
``bono`` or ``brenna``, ``call3/5`` its lane and row in the Mossa, ``+1`` the Mossa cards on it,
``at12/2`` progress and lane, ``riderless``, ``out``, ``waits-1`` the cards that wait. MORE:
``order:…`` of the round, ``played:race+1×2``, ``won:oca``. For example::

    roll race1 1:9 2:8 oca:runs:of1:bono:call1/6:at6/1 … round1 order:lupa,oca
"""

from typing import Any

from cagli_oca.games.core import PUBLIC
from cagli_oca.games.siena.header import CARDS, CONTRADE
from cagli_oca.games.siena.state import State


def scoreboard(state: State, audience: str) -> dict[str, Any]:
    """The state as docs/rules.md means it; for a player whose hand the program knows, with it."""
    board = {
        "phase": state.phase,
        "suspended_from": state.suspended_from,
        "race": state.race,
        "turn": state.turn,
        "annulled": state.annulled,
        "owners": dict(state.owners),
        "running": list(state.running),
        "horses": dict(state.horses),
        "jockeys": dict(state.jockeys),
        "hand_sizes": dict(state.hand_sizes),
        "played": dict(state.played),
        "offers": dict(state.offers),
        "mossa": {c: {"lane": place.lane, "row": place.row} for c, place in state.mossa.items()},
        "mossa_cards": dict(state.mossa_cards),
        "round": state.round,
        "order": list(state.order),
        "pawns": {
            contrada: {
                "progress": pawn.progress,
                "lane": pawn.lane,
                "state": pawn.state,
                "waiting": pawn.waiting,
            }
            for contrada, pawn in state.pawns.items()
        },
        "winners": list(state.winners),
    }
    if state.setup.dealt and audience != PUBLIC and audience in state.setup.players:
        board["hand"] = sorted(state.hands.get(audience, ()), key=list(CARDS).index)
    return board


def position(state: State) -> str:
    """The state (less the edition's data, the hands and the jockeys' names) as one line."""
    phase = f"suspended-from-{state.suspended_from}" if state.suspended_from else state.phase
    words = [phase, f"race{state.race}"]
    for seat, player in enumerate(state.setup.players, 1):
        turn = "*" if player == state.turn and state.playing in ("choose", "draw_contrada") else ""
        words.append(f"{turn}{seat}:{state.hand_sizes.get(player, 0)}")
        if player in state.offers:
            words[-1] += f":offer{state.offers[player]}"
    others = [contrada for contrada in CONTRADE if contrada not in state.running]
    words += [_contrada(state, contrada) for contrada in (*state.running, *others)]
    words += [f"annulled{state.annulled}"] * bool(state.annulled)
    words += [f"round{state.round}"] * bool(state.round)
    words += [f"order:{','.join(state.order)}"] * bool(state.order)
    if state.played:
        played = (f"{card}×{state.played[card]}" for card in CARDS if card in state.played)
        words.append(f"played:{','.join(played)}")
    words += [f"won:{','.join(state.winners)}"] * bool(state.winners)
    return " ".join(words)


def _contrada(state: State, contrada: str) -> str:
    on_turn = contrada == state.turn and state.playing not in ("choose", "draw_contrada")
    marks = [("*" if on_turn else "") + contrada]
    marks += ["runs"] * (contrada in state.running)
    if contrada in state.owners:
        marks.append(f"of{state.setup.players.index(state.owners[contrada]) + 1}")
    if contrada in state.horses:
        marks.append(state.horses[contrada])
    if contrada in state.mossa:
        place = state.mossa[contrada]
        marks.append(f"call{place.lane}/{place.row}")
    if state.mossa_cards.get(contrada):
        marks.append(f"{state.mossa_cards[contrada]:+}")
    if contrada in state.pawns:
        pawn = state.pawns[contrada]
        marks.append(f"at{pawn.progress}/{pawn.lane}")
        marks += [pawn.state] * (not pawn.has_jockey)
        marks += [f"waits{pawn.waiting:+}"] * bool(pawn.waiting)
    return ":".join(marks)
