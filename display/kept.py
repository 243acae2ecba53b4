"""The public picture, built once for all who ask for it at the same time.

The sockets have the hub; this is for pages and for phones that poll. A picture is kept for a
second, and only while the log says that nothing has changed.
"""

import hashlib
import json
import time
from dataclasses import dataclass
from typing import Any

from display import pictures
from display.projections import Picture
from referee import selectors

KEPT_FOR = 1.0
"""Seconds. What changes with time alone (a result that is released by itself) is not older."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture, as the text that is sent, and its tag."""

    picture: Picture
    text: str
    tag: str
    built: float
    fingerprint: Any


_kept: dict[str, Kept] = {}


def public(language: str) -> Kept:
    """The present public picture in one language. One cheap query, or a picture built anew."""
    fingerprint, now = selectors.fingerprint(), time.monotonic()
    kept = _kept.get(language)
    if kept is None or kept.fingerprint != fingerprint or now - kept.built > KEPT_FOR:
        picture = pictures.picture(None, language)
        text = json.dumps(picture, ensure_ascii=False, separators=(",", ":"))
        tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:20]}"'
        kept = _kept[language] = Kept(picture, text, tag, now, fingerprint)
    return kept
