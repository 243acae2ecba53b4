"""What the page of the screens tells of each: its card, and how it is."""

import hashlib
import json
from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from display import screens
from display.models import Screen

VIEWS = {
    "board": _("Board"),
    "challenge": _("Close-up"),
    "standings": _("Standings"),
    "log": _("Story"),
    "announcement": _("Announcement"),
    "crest": _("Crest"),
    "test": _("Test page"),
}

SILENT_AFTER = 15
"""Seconds: three reports that did not come."""

BEHIND_AFTER = 10
"""Seconds: a report that was on its way when something was recorded is not behind."""

RELOADED = {
    "behind": _("It has reloaded itself at %(time)s: its picture had fallen behind."),
    "stalled": _("It has reloaded itself at %(time)s: it had stopped drawing."),
}


def as_texts(chosen: dict[str, Any]) -> dict[str, str]:
    """Settings as a form sends them and an address holds them."""
    texts = {True: "1", False: ""}
    return {k: texts[v] if isinstance(v, bool) else str(v) for k, v in chosen.items()}


def version(screen: Screen) -> str:
    """Changes with everything that a card lets one change."""
    seen = [screen.name, screen.chosen, screen.token_digest, screens.is_waiting(screen)]
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:12]


def card(screen: Screen, said: Any = "") -> dict[str, Any]:
    """What the template of a card and of its status needs."""
    chosen = screens.settings_of(screen)
    return {
        "pk": screen.pk,
        "screen": screen,
        "settings": chosen,
        "loaded": urlencode(as_texts(chosen)),
        "version": version(screen),
        "paired": screen.token_digest is not None,
        "code": screens.in_groups(screen.code) if screens.is_waiting(screen) else "",
        "code_until": screen.code_until,
        "said": said,
        **status(screen, chosen),
    }


def status(screen: Screen, chosen: dict[str, Any]) -> dict[str, Any]:
    """How it is: ``fine``, ``behind``, ``silent``; and what it said last."""
    now = timezone.now()
    told = screen.report
    heard = (now - screen.heard_at).total_seconds() if screen.heard_at else None
    behind = (now - screen.behind_since).total_seconds() if screen.behind_since else 0
    state = "fine"
    if behind > BEHIND_AFTER:
        state = "behind"
    if heard is None or heard > SILENT_AFTER:
        state = "silent"
    reloaded = told.get("reloaded")
    return {
        "state": state,
        "report": told,
        "heard": None if heard is None else int(heard),
        "behind": int(behind),
        "shown": VIEWS.get(told.get("view", "")),
        "asked": VIEWS[chosen["view"]] if told.get("view") != chosen["view"] else "",
        "reloaded": reloaded and _reloaded(reloaded, screen),
    }


def _reloaded(told: dict[str, Any], screen: Screen) -> str:
    at = timezone.localtime(screen.heard_at) - timedelta(seconds=told["ago"])
    return RELOADED[told["why"]] % {"time": at.strftime("%H:%M")}


def cards() -> list[dict[str, Any]]:
    """Every screen."""
    return [card(screen) for screen in screens.screen_list()]


def news(known: Iterable[str]) -> dict[str, list[Any]]:
    """What a page that has these cards (``PK:VERSION``) lacks."""
    had = dict(text.partition(":")[::2] for text in known)
    now = {str(told["pk"]): told for told in cards()}
    return {
        "gone": [pk for pk in had if pk not in now and pk.isdecimal()],
        "added": [told for pk, told in now.items() if pk not in had],
        "changed": [t for pk, t in now.items() if pk in had and had[pk] != t["version"]],
        "same": [told for pk, told in now.items() if pk in had],
    }
