"""The story in pages: what happened, newest first, turn by turn."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, TypedDict

from display import pictures
from display.projections import Happening


class Turn(TypedDict):
    """What happened in a row while it was one side's turn; newest first."""

    turn: str | None
    happenings: list[Happening]


def page(edition: Any, before: int | None) -> tuple[list[Turn], int | None]:
    """The turns below seq *before*, and where the next page begins (None: there is none).

    A turn is not torn: the one that a page would cut is left to the next page, unless it fills
    the page alone.
    """
    happenings, older = pictures.history(edition, before)
    turns = by_turn(happenings)
    if older is not None and len(turns) > 1:
        turns.pop()
        older = turns[-1]["happenings"][-1]["first"]
    return turns, older


def by_turn(happenings: Iterable[Happening]) -> list[Turn]:
    """Happenings in order, those of one turn together."""
    grouped = groupby(happenings, key=lambda told: told.get("turn"))
    return [{"turn": turn, "happenings": list(told)} for turn, told in grouped]
