"""What the minutes tell of the Goose Game: the set-up, and where everybody ended."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from cagli_oca.games.oca.board import SPECIALS as SPECIAL_SLUGS
from cagli_oca.wording.oca.names import QUARTERS, SPECIALS, TRIALS


def caller(slug: str) -> str:
    """Who calls out a number before the opening: the captain of a Quarter, told by its name."""
    return QUARTERS[slug]


def signature(slug: str) -> str:
    """As whom a caller signs the minutes."""
    return _("The captain of %(name)s") % {"name": QUARTERS[slug]}


def set_up(setup: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The edition's data in force, as label and text."""
    told = [(_("Order of throws"), ", ".join(QUARTERS[slug] for slug in setup["order"]))]
    for slug in SPECIAL_SLUGS:
        squares = ", ".join(map(str, setup["board"][slug])) or "–"
        told.append((str(SPECIALS[slug]), squares))
    trials = enumerate(setup["order_of_play"], 1)
    told.append((_("Order of Play"), ", ".join(f"{n} {TRIALS[slug]}" for n, slug in trials)))
    if setup["square_trials"]:
        own = setup["square_trials"].items()
        told.append((_("Trials of squares"), ", ".join(f"{n} {TRIALS[slug]}" for n, slug in own)))
    return told


def standings(board: Mapping[str, Any]) -> tuple[list[str], list[list[str]]]:
    """Where everybody stands: the heads of a table, and its rows."""
    heads = [
        _("Quarter"), _("Square"), _("Bonus"), _("Select team"), _("Halved throws left"),
        _("Turns to stay still"), _("Cleared squares"),
    ]  # fmt: skip
    rows = [
        [
            QUARTERS[slug],
            str(quarter["square"]),
            _("used") if quarter["bonus_used"] else "–",
            _("used") if quarter["select_team_used"] else "–",
            str(quarter["death_rolls"] or "–"),
            str(quarter["skips"] or "–"),
            ", ".join(map(str, quarter["cleared"])) or "–",
        ]
        for slug, quarter in board["quarters"].items()
    ]
    return heads, rows
