"""Checks of JSON from outside: exact keys, exact types, nothing coerced (the FILE errors)."""

import math
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from typing import Any, Protocol

from cagli_oca.games.core import UNDO, Unreadable

Check = Callable[[str, Any], Any]
"""Takes the key and the value; gives the value back (normalised) or raises Unreadable."""


def integer(key: str, value: Any) -> int:
    """A whole number; ``4.0`` and ``true`` are none."""
    if type(value) is not int:
        raise Unreadable("not_an_integer", key=key)
    return value


def boolean(key: str, value: Any) -> bool:
    if type(value) is not bool:
        raise Unreadable("not_a_boolean", key=key)
    return value


def text(key: str, value: Any) -> str:
    """Any text that can be written to a file: no NUL, no half of a surrogate pair."""
    if type(value) is not str:
        raise Unreadable("not_a_text", key=key)
    if "\0" in value or any("\ud800" <= c <= "\udfff" for c in value):
        raise Unreadable("not_writable", key=key)
    return value


def words(key: str, value: Any) -> str:
    """A text that is not blank."""
    if not text(key, value).strip():
        raise Unreadable("blank", key=key)
    return str(value)


def one_of(choices: Collection[str]) -> Check:
    """One of a fixed set of words."""

    def check(key: str, value: Any) -> str:
        if type(value) is not str or value not in choices:
            raise Unreadable("not_one_of", key=key, choices=list(choices))
        return value

    return check


def list_of(item: Check) -> Check:
    """A list whose every item passes *item*."""

    def check(key: str, value: Any) -> list[Any]:
        if type(value) is not list:
            raise Unreadable("not_a_list", key=key)
        return [item(key, v) for v in value]

    return check


def any_object(key: str, value: Any) -> dict[str, Any]:
    """Any JSON object; told, not judged."""
    if type(value) is not dict:
        raise Unreadable("not_an_object", key=key)
    every_text_writable(key, value)
    return value


DEEPEST = 50
"""How many levels an object that is told, not judged, may be nested."""


def every_text_writable(key: str, value: Any, depth: int = 0) -> None:
    """Raises Unreadable if anything inside *value* could not be stored, or lies too deep."""
    if depth > DEEPEST:
        raise Unreadable("too_deep")
    if isinstance(value, str):
        text(key, value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise Unreadable("not_a_finite_number", key=key)
    elif isinstance(value, list):
        for item in value:
            every_text_writable(key, item, depth + 1)
    elif isinstance(value, dict):
        for k, v in value.items():
            text(key, k)
            every_text_writable(key, v, depth + 1)


def two_numbers(key: str, value: Any) -> list[int | float]:
    """Two finite numbers."""
    if type(value) is not list or len(value) != 2:
        raise Unreadable("not_two_numbers", key=key)
    for number in value:
        if type(number) is int:
            continue
        if type(number) is not float or not math.isfinite(number):
            raise Unreadable("not_a_finite_number", key=key)
    return value


def iso_time(key: str, value: Any) -> str:
    """An ISO 8601 time, kept as it was written."""
    try:
        datetime.fromisoformat(text(key, value))
    except ValueError:
        raise Unreadable("not_a_time", key=key) from None
    return str(value)


def iso_date(key: str, value: Any) -> str:
    """An ISO 8601 date (2026-08-09)."""
    try:
        if date.fromisoformat(text(key, value)).isoformat() != value:
            raise ValueError
    except ValueError:
        raise Unreadable("not_a_date", key=key) from None
    return str(value)


ABOUT_AN_ACTION: Mapping[str, Check] = {
    "at": iso_time,
    "by": text,
    "note": text,
    "correction": text,
}
"""What any action of any game may carry."""


def read_object(
    key: str,
    value: Any,
    required: Mapping[str, Check],
    optional: Mapping[str, Check],
) -> dict[str, Any]:
    """*value* with exactly these keys, each checked, in the order of the two tables.

    Raises Unreadable for no object, an unknown key, a missing key or a wrong type.
    """
    if not isinstance(value, dict):
        raise Unreadable("not_an_object", key=key)
    for found in value:
        if found not in required and found not in optional:
            raise Unreadable("unknown_key", key=str(found), keys=[*required, *optional])
    for wanted in required:
        if wanted not in value:
            raise Unreadable("missing_key", key=wanted)
    checks = {**required, **optional}
    return {name: check(name, value[name]) for name, check in checks.items() if name in value}


class Keys(Protocol):
    """What an action of a game says of its keys."""

    @property
    def required(self) -> Mapping[str, Check]: ...
    @property
    def optional(self) -> Mapping[str, Check]: ...


def read_action(actions: Mapping[str, Keys], command: Mapping[str, Any]) -> dict[str, Any]:
    """A command of a game with these *actions*, its keys and types checked; undo is always one.

    Raises Unreadable.
    """
    if not isinstance(command, dict) or "do" not in command:
        raise Unreadable("no_action", key="do", choices=[*actions, UNDO])
    do = one_of((*actions, UNDO))("do", command["do"])
    action = actions.get(do)
    required = {"do": text, **(action.required if action else {})}
    optional = {**(action.optional if action else {}), **ABOUT_AN_ACTION}
    return read_object("do", command, required, optional)
