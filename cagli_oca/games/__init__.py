"""The registry: the only list of games."""

from collections.abc import Mapping
from typing import Any

from cagli_oca.games import oca, siena
from cagli_oca.games.core import Game, Unreadable

GAMES: Mapping[str, Game] = {
    oca.slug: oca,
    siena.slug: siena,
}


def game_of(header: Mapping[str, Any]) -> Game:
    """The game that a header (not yet checked) names. Raises Unreadable."""
    slug = header.get("game") if isinstance(header, dict) else None
    if not isinstance(slug, str) or slug not in GAMES:
        raise Unreadable("unknown_game", key="game", choices=list(GAMES))
    return GAMES[slug]
