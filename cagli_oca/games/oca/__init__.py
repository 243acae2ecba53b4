"""The Goose Game of Cagli. This package fulfils ``cagli_oca.games.core.Game``."""

from collections.abc import Mapping
from typing import Any

from cagli_oca.games.core import Command, Event, Header, Offer, Past
from cagli_oca.games.oca import board
from cagli_oca.games.oca import state as _state
from cagli_oca.games.oca.rehearsal import draw, draw_header, mixed_in, suggest
from cagli_oca.games.oca.rules import decide, legal, over, read
from cagli_oca.games.oca.scoreboard import from_position, position, scoreboard
from cagli_oca.games.oca.state import State, apply
from cagli_oca.games.oca.telling import (
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
    "everyday",
    "figures",
    "initial",
    "legal",
    "mixed_in",
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

slug = "oca"
undo_rule = "R32"
everyday = ("throw", "draw", "select_team", "bonus", "whistle", "result", "repeat")
starts_anywhere = True

# Everything here happens before everybody's eyes, and in order.
secret: frozenset[str] = frozenset()
own: tuple[str, ...] = ()
any_order: tuple[str, ...] = ()


def check_header(header: Mapping[str, Any]) -> Header:
    """R36: the first row of the log, checked (R1-R5, keys, types, position)."""
    checked = board.check_keys(header)
    initial(checked)
    return checked


def aids(state: State) -> dict[str, Any]:
    """Scoreboard and offers say everything."""
    return {}


def callers(header: Header) -> tuple[str, ...]:
    """The captains of the four Quarters."""
    return board.QUARTERS


def told_until(past: Past, state: State) -> int:
    """There are no secrets to tell."""
    return 0


def players(state: State) -> tuple[str, ...]:
    """Nobody has secrets."""
    return ()


def unseen(state: State) -> State:
    """Everybody knows all of it."""
    return state


def own_offers(state: State, player: str) -> tuple[Offer, ...]:
    """Nobody enters anything for himself."""
    return ()


def check_overtaken(command: Command, since: Event) -> None:
    """Every command depends on the order: none is asked about."""


def of_children(header: Header) -> bool:
    """The Paliotto and the Palio dei Mezzani are the children's."""
    return header.get("event") in ("paliotto", "mezzani")


def initial(header: Header) -> State:
    """R1, R4: all on 0, or where the header's ``position`` says."""
    start = _state.initial(header)
    if "position" in header:
        return from_position(start, header["position"])
    return start


def winner(state: State) -> str | None:
    """R10: the Quarter exactly on the goal."""
    return state.winner


def setup(state: State) -> dict[str, Any]:
    """The edition's data in force: order, board, Order of Play, options, trials of squares."""
    return state.setup.to_data()
