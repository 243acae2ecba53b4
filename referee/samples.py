"""The sample editions shipped with the program: ``fixtures/samples/GAME.json``, one a game."""

import json
from typing import Any

from django.conf import settings

from referee import selectors, services


def header(slug: str) -> dict[str, Any]:
    """The sample's header of one game."""
    path = settings.BASE_DIR / "fixtures" / "samples" / f"{slug}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def load() -> bool:
    """On an empty database: each game's sample as a draft, the first one current.

    Tells whether it did; a database with any edition is left as it is.
    """
    if selectors.edition_list().exists():
        return False
    first = None
    for path in sorted((settings.BASE_DIR / "fixtures" / "samples").glob("*.json")):
        edition = services.edition_create(header=header(path.stem), sample=True)
        first = first or edition
    if first:
        services.edition_make_current(edition_id=first.pk)
    return True
