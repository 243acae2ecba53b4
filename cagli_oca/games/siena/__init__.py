"""The Palio board game of Siena. This package fulfils ``cagli_oca.games.core.Game``."""

from typing import Any

from cagli_oca.games.core import Header
from cagli_oca.games.siena.aids import aids
from cagli_oca.games.siena.effects import apply
from cagli_oca.games.siena.hands import (
    any_order,
    callers,
    check_overtaken,
    own,
    players,
    secret,
    told_until,
    unseen,
)
from cagli_oca.games.siena.header import check_header
from cagli_oca.games.siena.offers import decide, ends, legal, next_steps, own_offers
from cagli_oca.games.siena.rehearsal import draw, draw_header, mixed_in, suggest
from cagli_oca.games.siena.rules import over, read
from cagli_oca.games.siena.scoreboard import position, scoreboard
from cagli_oca.games.siena.state import State, initial
from cagli_oca.games.siena.telling import (
    changes,
    check_again,
    corrections,
    figures,
    prospects,
    spelled_out,
)

__all__ = [
    "aids",
    "any_order",
    "apply",
    "callers",
    "changes",
    "check_again",
    "check_header",
    "check_overtaken",
    "corrections",
    "decide",
    "draw",
    "draw_header",
    "ends",
    "everyday",
    "figures",
    "initial",
    "legal",
    "mixed_in",
    "next_steps",
    "of_children",
    "over",
    "own",
    "own_offers",
    "players",
    "position",
    "prospects",
    "read",
    "scoreboard",
    "secret",
    "setup",
    "slug",
    "spelled_out",
    "starts_anywhere",
    "suggest",
    "told_until",
    "undo_rule",
    "unseen",
    "winner",
]

slug = "siena"
undo_rule = "P30"
starts_anywhere = False
everyday = (
    *("choose", "draw_ten", "draw_contrada", "tratta", "jockeys", "deal"),
    *("mossa_order", "mossa_roll", "offer", "annul", "enter", "pact", "start"),
    *("roll", "red", "draw_three"),
)


def of_children(header: Header) -> bool:
    """P1: the players' names are what the game is played with: they are shown."""
    return False


def winner(state: State) -> str | None:
    """P7, P29: the Contrada that won the last race of the evening."""
    return state.winners[-1] if state.phase == "won" else None


def setup(state: State) -> dict[str, Any]:
    """The edition's data in force: players, mode, horses, track, deck, options."""
    return state.setup.to_data()
