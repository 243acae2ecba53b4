"""What only Siena's screens say: words that a script puts together, and each Tercio's Contrade."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from cagli_oca.games.siena.header import TERCI as TERCI_OF
from cagli_oca.wording.siena import names

_SAYS = {
    "lap": gettext_lazy("lap %(lap)s"),
    "last_lap": gettext_lazy("last lap"),
    "behind_line": gettext_lazy("at the ropes"),
    "place": gettext_lazy("%(place)s. in the race"),
    "offers": gettext_lazy("offers %(number)s"),
    "rincorsa": gettext_lazy("rincorsa"),
    "palazzo": gettext_lazy("Palazzo Pubblico"),
    "out": gettext_lazy("out"),
    "annulled": gettext_lazy("Annulled!"),
    "valid": gettext_lazy("Valid!"),
}

SCREEN_WORDS: Mapping[str, Mapping[str, Any]] = {
    **names.SCREEN_WORDS,
    "says": _SAYS,
    "tercio_of": {slug: tercio for tercio, slugs in TERCI_OF.items() for slug in slugs},
}
"""The names that the screens' script looks up (see ``wording.screen_words``)."""


def ranking(board: Mapping[str, Any]) -> list[str]:
    """The ten in the order of the race (P21), those that are out last; before it, of the call."""
    pawns = board["pawns"]
    if not pawns:
        return list(board["running"])
    out = {slug: pawn["state"] == "out" for slug, pawn in pawns.items()}
    return sorted(pawns, key=lambda c: (out[c], -pawns[c]["progress"], pawns[c]["lane"]))


__all__ = ["SCREEN_WORDS", "TERCI_OF", "ranking"]
