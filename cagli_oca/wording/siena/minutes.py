"""What the minutes tell of a Palio: the set-up, and where everybody ended."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from cagli_oca.games.siena.track import FINISH
from cagli_oca.wording.siena.names import CARDS, CONTRADE, CURVES, HORSES, MODES, STATES
from cagli_oca.wording.siena.sentences import place


def caller(player: str) -> str:
    """Who calls out a number before the opening: a player, told by its name."""
    return player


def signature(player: str) -> str:
    """As whom a caller signs the minutes."""
    return player


def set_up(setup: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The edition's data in force, as label and text."""
    track, kinds = setup["track"], list(setup["horses"].values())
    horses = ", ".join(f"{kinds.count(kind)} {name}" for kind, name in HORSES.items())
    deck = ", ".join(f"{CARDS[card]} × {number}" for card, number in setup["deck"].items())
    harsh = setup["options"]["curves"] == "harsh"
    return [
        (_("Mode"), str(MODES[setup["mode"]])),
        (_("Players"), ", ".join(setup["players"])),
        (_("Youngest"), setup["youngest"]),
        (_("Oldest, the Mossiere"), setup["oldest"]),
        (_("Horses"), horses),
        (_("Pact cards"), deck),
        (_("Whose cards"), _("the program's") if setup["cards"] == "dealt" else _("real")),
        (_("Lanes by row"), " ".join(map(str, track["lanes"]))),
        *((str(name), "{}–{}".format(*track[curve])) for curve, name in CURVES.items()),
        (_("Falls in the curves"), _("more likely") if harsh else _("as elsewhere")),
    ]


def standings(board: Mapping[str, Any]) -> tuple[list[str], list[list[str]]]:
    """Where everybody stands: the heads of a table, and its rows, the foremost first."""
    heads = [
        _("Contrada"), _("Player"), _("Horse"), _("Place"), _("Lane"), _("State"), _("Jockey"),
    ]  # fmt: skip
    pawns = board["pawns"]
    slugs = sorted(board["running"] or board["owners"], key=lambda slug: _rank(pawns.get(slug)))
    return heads, [_row(board, slug) for slug in slugs]


def _rank(pawn: Mapping[str, Any] | None) -> tuple[int, int]:
    return (-pawn["progress"], pawn["lane"]) if pawn else (0, 0)


def _row(board: Mapping[str, Any], slug: str) -> list[str]:
    pawn, horse = board["pawns"].get(slug), board["horses"].get(slug)
    state = "–"
    if pawn:
        state = _("winner") if pawn["progress"] == FINISH else str(STATES[pawn["state"]])
    return [
        CONTRADE[slug],
        board["owners"].get(slug, "–"),
        str(HORSES[horse]) if horse else "–",
        place(pawn["progress"]) if pawn else "–",
        str(pawn["lane"]) if pawn else "–",
        state,
        board["jockeys"].get(slug, "–"),
    ]
