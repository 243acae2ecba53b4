"""The pictures, each built once for all who ask for it at the same time.

The sockets have the hub; this is for pages, and for phones and tablets that poll. A picture is
kept as long as the fingerprint says that nothing has changed: a few cheap queries instead of a
picture.
"""

import hashlib
import json
import threading
from dataclasses import dataclass
from typing import Any

from display import pictures
from display.projections import Picture
from referee import selectors


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture, as the text that is sent, and its tag."""

    picture: Picture
    text: str
    tag: str
    fingerprint: Any
    superseded: bool
    """Another computer has taken over: the picture is old."""


_kept: dict[tuple[int | None, str], Kept] = {}
_building = threading.Lock()


def public(language: str) -> Kept:
    """The present public picture in one language."""
    return of(None, language)


def of(edition_id: int | None, language: str) -> Kept:
    """The picture of an edition that exists: kept, or built anew by one for all who ask."""
    fingerprint = selectors.fingerprint()
    with _building:
        kept = _kept.get((edition_id, language))
        if kept is not None and kept.fingerprint == fingerprint:
            return kept
        picture = pictures.picture(edition_id, language)
        text = json.dumps(picture, ensure_ascii=False, separators=(",", ":"))
        tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:20]}"'
        edition = selectors.edition_get(edition_id) if edition_id else selectors.edition_current()
        superseded = edition is not None and edition.superseded
        kept = _kept[edition_id, language] = Kept(picture, text, tag, fingerprint, superseded)
    return kept
