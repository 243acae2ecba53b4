"""The sample editions shipped with the program: ``fixtures/samples/GAME.json``, one a game."""

import json
from typing import Any

from django.conf import settings

from referee import selectors, setting_up

FOLDER = settings.BASE_DIR / "fixtures" / "samples"


def slugs() -> list[str]:
    """The games that have a sample."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def header(slug: str) -> dict[str, Any]:
    """The sample's header of one game."""
    return json.loads((FOLDER / f"{slug}.json").read_text(encoding="utf-8"))


def load() -> bool:
    """On an empty database: each game's sample as a draft, the first one current.

    Tells whether it did; a database with any edition is left as it is.
    """
    if selectors.edition_list().exists():
        return False
    first = None
    for slug in slugs():
        edition = setting_up.edition_create(header=header(slug), sample=True)
        first = first or edition
    if first:
        setting_up.edition_make_current(edition_id=first.pk)
    return True
