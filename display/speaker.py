"""What the speaker reads aloud: all that was recorded, released or not, for signed-in eyes."""

from typing import Any, TypedDict

from django.utils.translation import get_language

from cagli_oca import wording
from cagli_oca.games.core import PUBLIC
from display import pictures, projections
from referee import selectors

LAST = 3


class Speech(TypedDict):
    """The speaker's page: all in sentences of the active language."""

    just: list[projections.Happening]
    now: dict[str, str]
    stakes: list[str]
    figures: list[dict[str, Any]]
    board: dict[str, Any]
    ranking: list[str]
    head: int
    held: int
    announcement: tuple[str, str]
    """Its language and text; both empty if there is none."""


def speech(edition: Any) -> Speech:
    """What just happened (newest first), what comes, what is at stake, and the figures so far."""
    fold = selectors.fold(edition)
    evening = fold.evening
    board = evening.game.scoreboard(evening.state, PUBLIC)
    after = pictures.before_last(fold, LAST)
    rows = pictures.recorded(edition, fold, after=after)
    told = projections.happenings(edition.game, rows, since=after + 1)
    prospects = evening.game.prospects(evening.state)
    return {
        "just": told[::-1],
        "now": wording.of(edition.game).now(board),
        "stakes": wording.of(edition.game).stakes(prospects, board),
        "figures": projections.figures(evening),
        "board": board,
        "ranking": wording.of(edition.game).ranking(board),
        "head": evening.head,
        "announcement": pictures.announced(edition, get_language() or ""),
        "held": max(0, evening.head - selectors.public_head(edition)),
    }
