"""What a player's own page shows: the own cards by kind, and the ten as targets."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from cagli_oca.wording.siena.names import CARDS, CONTRADE, STATES
from cagli_oca.wording.siena.sentences import place

BROKEN = {
    "chiocciola": "Chioc\u00adciola",
    "leocorno": "Leo\u00adcorno",
    "valdimontone": "Valdi\u00admontone",
}
"""The longest names, with the place where a small phone may break them."""


def _cards(hand: Iterable[str]) -> list[dict[str, Any]]:
    """Each kind held, how many of it, and its drawing."""
    held = list(hand)
    return [
        {
            "kind": kind,
            "name": str(name),
            "number": held.count(kind),
            "sign": f"s-card-{kind.replace('-', '-minus-').replace('+', '-plus-')}",
        }
        for kind, name in CARDS.items()
        if kind in held
    ]


def hand(board: Mapping[str, Any], player: str) -> dict[str, Any]:
    """The page of *player*, from the scoreboard that this player sees."""
    return {
        "cards": _cards(board.get("hand", ())),
        "pawns": [_pawn(board, contrada, player) for contrada in board["running"]],
        "order": [(slug, CONTRADE[slug]) for slug in board["order"]] if _racing(board) else [],
        "rincorsa": CONTRADE.get(board["turn"], ""),
        "numbers": list(range(1, board["hand_sizes"].get(player, 0) + 1)),
        "offered": board["offers"].get(player, 0),
    }


def _racing(board: Mapping[str, Any]) -> bool:
    return "roll" in (board["phase"], board["suspended_from"]) or board["phase"] == "test"


def _pawn(board: Mapping[str, Any], contrada: str, player: str) -> dict[str, Any]:
    """One of the ten: whose, where, and what waits on it (in the Mossa: what lies on it)."""
    pawn, mossa = board["pawns"].get(contrada), board["mossa"].get(contrada)
    owner = board["owners"].get(contrada, "")
    told, state, waits = "", "", board["mossa_cards"].get(contrada, 0)
    if pawn:
        state, waits = pawn["state"], pawn["waiting"]
        told = str(STATES["out"]) if state == "out" else place(pawn["progress"])
    elif mossa:
        told = _("row %(row)s") % mossa
    return {
        "contrada": contrada,
        "name": BROKEN.get(contrada, CONTRADE[contrada]),
        "owner": _("yours") if owner == player else owner,
        "own": owner == player,
        "turn": contrada == board["turn"],
        "state": state,
        "riderless": str(STATES["riderless"]) if state == "riderless" else "",
        "place": told,
        "waits": f"{waits:+}".replace("-", "−") if waits else "",
        "good": waits > 0,
    }
