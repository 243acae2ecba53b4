"""Looking words up in templates."""

import json
from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def of(key: Any, names: Mapping[Any, Any]) -> Any:
    """``{{ slug|of:words.QUARTERS }}``: the name of a slug, or the slug itself.

    Also where a page has no such names (yet).
    """
    return names.get(key, key) if isinstance(names, Mapping) else key


@register.filter
def as_json(value: Any) -> str:
    """For a data attribute; Django escapes it."""
    return json.dumps(value)
