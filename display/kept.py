"""The pictures and the crowd's page, each made once for all who ask for it at the same time.

The sockets have the hub; this is for pages, and for phones and tablets that poll. A picture is
kept as long as the fingerprint says that nothing has changed: a few cheap queries instead of a
picture.
"""

import hashlib
import json
import threading
from collections.abc import Callable
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

MOST_PAGES = 20
_pages: dict[tuple[str, str], bytes] = {}
_drawing = threading.Lock()


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


def page(tag: str, language: str, draw: Callable[[], bytes]) -> bytes:
    """What this tag names, drawn by one for all who ask for it: others wait instead of drawing.

    A doorful of phones that come at once cost one page.
    """
    with _drawing:
        drawn = _pages.get((tag, language))
        if drawn is None:
            drawn = draw()
            if len(_pages) >= MOST_PAGES:
                _pages.clear()
            _pages[tag, language] = drawn
    return drawn
