"""Looking words up in templates."""

import json
from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.timezone import template_localtime

from cagli_oca import dates, wording
from cagli_oca.games import GAMES

register = template.Library()


@register.filter
def of(key: Any, names: Mapping[Any, Any]) -> Any:
    """``{{ slug|of:words.QUARTERS }}``: the name of a slug, or the slug itself.

    Also where a page has no such names (yet).
    """
    return names.get(key, key) if isinstance(names, Mapping) else key


@register.filter
def in_words(day: Any, pattern: str = "l j F Y") -> str:
    """``{{ day|in_words }}``, ``{{ at|in_words:"j F" }}``; a moment by the evening's clock."""
    return dates.in_words(template_localtime(day), pattern)


@register.filter
def at(things: Mapping[Any, Any], key: Any) -> Any:
    """``{{ owners|at:slug }}``: what stands under a key, nothing if nothing does."""
    return things.get(key, "")


@register.filter
def game_title(edition: Any) -> str:
    """What is played: the title of an edition's game; without one, of all there are."""
    slugs = [edition.game] if edition else GAMES
    return " · ".join(str(wording.of(slug).TITLE) for slug in slugs)


@register.filter
def as_json(value: Any) -> str:
    """For a data attribute; Django escapes it."""
    return json.dumps(value)
