"""Paired screens: what can be set, how a screen is paired, what it last said of itself.

A screen is known by a random token in a cookie; stored is its digest. Its pairing code is derived
from the token, so that nothing is stored for a stranger who opens ``/display/``: only the code that
an organiser types makes a row, and the screen that shows this code claims it with its next report.
"""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from display.models import Screen
from display.projections import Head

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of pairing codes: nothing that looks alike across a square."""

CODE_LENGTH = 6
CODE_LASTS = timedelta(minutes=5)
TOKEN_BYTES = 24
LONGEST_NAME = 40

CHOICES: dict[str, tuple[str, ...]] = {
    "view": ("board", "challenge", "standings", "log", "announcement", "crest", "test"),
    "palette": ("light", "dark"),
    "motion": ("full", "none"),
    "lang": tuple(dict(settings.LANGUAGES)),
}
NUMBERS: dict[str, tuple[float, float]] = {"margin": (0, 10), "scale": (0.7, 1.5)}
"""``margin``: per cent of each side that stay empty. ``scale``: of the texts."""

SWITCHES = ("mirrored", "sound")

DEFAULTS: dict[str, Any] = {
    "view": "board",
    "margin": 0,
    "scale": 1,
    "mirrored": False,
    "palette": "light",
    "motion": "full",
    "sound": False,
    "lang": settings.LANGUAGE_CODE,
}


class Unfit(Exception):
    """A setting, name or code that cannot be; its text says why, to people."""


# ------------------------------------------------------------------------------ settings


def checked(key: str, value: Any) -> Any:
    """The value of one setting, from text or as it is. Raises Unfit."""
    if key in CHOICES and value in CHOICES[key]:
        return value
    if key in SWITCHES and value in (True, False, "1", "0", "", "true", "false"):
        return value in (True, "1", "true")
    if key in NUMBERS:
        least, most = NUMBERS[key]
        try:
            number = round(float(value), 2)
        except (TypeError, ValueError):
            number = float("nan")
        if least <= number <= most:
            return int(number) if number == int(number) else number
        raise Unfit(
            _("“%(value)s” cannot be: %(key)s is a number from %(least)s to %(most)s.")
            % {"key": key, "value": value, "least": least, "most": most}
        )
    choices = CHOICES.get(key) or (("0", "1") if key in SWITCHES else ())
    if not choices:
        raise Unfit(_("There is no setting “%(key)s”.") % {"key": key})
    raise Unfit(
        _("“%(value)s” cannot be: %(key)s is one of %(choices)s.")
        % {"key": key, "value": value, "choices": ", ".join(choices)}
    )


def settings_of(screen: Screen) -> dict[str, Any]:
    """Every setting of a screen."""
    return {**DEFAULTS, **screen.chosen}


def settings_of_query(query: Mapping[str, str]) -> dict[str, Any]:
    """Every setting of a screen that is not paired: by its address. What is unfit is left out."""
    found = dict(DEFAULTS)
    for key in DEFAULTS.keys() & query.keys():
        try:
            found[key] = checked(key, query[key])
        except Unfit:
            continue
    return found


# ------------------------------------------------------------------------- token and code


def new_token() -> str:
    """What a screen's cookie holds."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def code_of(token: str) -> str:
    """The pairing code that the screen with this token shows."""
    number = int.from_bytes(salted_hmac("display.screens.code", token, algorithm="sha256").digest())
    code = ""
    for _place in range(CODE_LENGTH):
        number, place = divmod(number, len(ALPHABET))
        code += ALPHABET[place]
    return code


def in_groups(code: str) -> str:
    """As people read it."""
    return f"{code[:3]} {code[3:]}"


def code_typed(text: str) -> str:
    """A code as somebody typed it. Raises Unfit."""
    code = "".join(c for c in text.upper() if c not in " -.\t")
    if len(code) != CODE_LENGTH or not set(code) <= set(ALPHABET):
        raise Unfit(_("A code has six letters or digits; 0, O, 1, I and L are never among them."))
    return code


def name_typed(text: str) -> str:
    """A screen's name. Raises Unfit."""
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Unfit(_("A screen needs a name of up to %(most)s letters.") % {"most": LONGEST_NAME})
    return name


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


# ------------------------------------------------------------------------------ selectors


def screen_list() -> QuerySet[Screen]:
    """Every screen that is paired or waited for."""
    return Screen.objects.filter(Q(token_digest__isnull=False) | Q(code_until__gt=timezone.now()))


def screen_get(screen_id: int) -> Screen | None:
    return screen_list().filter(pk=screen_id).first()


def screen_of(token: str) -> Screen | None:
    """The paired screen whose cookie holds this token."""
    return Screen.objects.filter(token_digest=_digest(token)).first() if token else None


def is_waiting(screen: Screen) -> bool:
    """Whether a browser is waited for that shows this screen's code."""
    return screen.code is not None and screen.code_until > timezone.now()


def is_behind(shown: Mapping[str, Any], head: Head) -> bool:
    """Whether a report tells of an older picture than the present one."""
    if shown.get("edition") != head["edition"]:
        return True
    return (shown.get("epoch", 0), shown.get("seq", -1)) < (head["epoch"], head["seq"])


# ------------------------------------------------------------------------------- services


@transaction.atomic
def screen_pair(*, code: str, name: str) -> Screen:
    """Waits five minutes for the screen that shows *code*. Raises Unfit.

    A name that exists already moves to that screen with its settings: how a computer is replaced.
    """
    code, name = code_typed(code), name_typed(name)
    now = timezone.now()
    Screen.objects.filter(token_digest=None, code_until__lte=now).delete()
    Screen.objects.filter(token_digest=None, code=code).exclude(name=name).delete()
    Screen.objects.filter(Q(code=code) | Q(code_until__lte=now)).update(code=None)
    screen, _created = Screen.objects.update_or_create(
        name=name, defaults={"code": code, "code_until": now + CODE_LASTS}
    )
    return screen


@transaction.atomic
def screen_change(
    *, screen_id: int, chosen: Mapping[str, Any] | None = None, name: str | None = None
) -> Screen:
    """New settings (only those given) or a new name. Raises Unfit, Screen.DoesNotExist."""
    screen = Screen.objects.select_for_update().get(pk=screen_id)
    for key, value in (chosen or {}).items():
        screen.chosen[key] = checked(key, value)
    if name is not None:
        screen.name = name_typed(name)
        if Screen.objects.filter(name=screen.name).exclude(pk=screen_id).exists():
            raise Unfit(_("There is a screen with this name already."))
    screen.save(update_fields=["chosen", "name"])
    return screen


@transaction.atomic
def screens_show(*, view: str) -> None:
    """One view on all screens. Raises Unfit."""
    for screen in Screen.objects.select_for_update():
        screen.chosen["view"] = checked("view", view)
        screen.save(update_fields=["chosen"])


def screen_reload(*, screen_id: int | None) -> None:
    """One screen, or with None all of them, load their page anew with their next report."""
    asked = Screen.objects.all() if screen_id is None else Screen.objects.filter(pk=screen_id)
    asked.update(reload=F("reload") + 1)


def screen_forget(*, screen_id: int) -> None:
    """The screen is a stranger again: it shows the public picture and its code."""
    Screen.objects.filter(pk=screen_id).delete()


def screen_report(*, token: str, report: Mapping[str, Any], head: Head) -> Screen | None:
    """What a screen says of itself. Claims the row that waits for its code; None: not paired.

    Nothing is written for who is not paired and not waited for.
    """
    screen = screen_of(token) or _claimed(token)
    if screen is None:
        return None
    now = timezone.now()
    told = {
        "report": dict(report),
        "heard_at": now,
        "behind_since": (screen.behind_since or now) if is_behind(report, head) else None,
    }
    # Not save(): it might have been forgotten this very moment.
    return screen if Screen.objects.filter(pk=screen.pk).update(**told) else None


def _claimed(token: str) -> Screen | None:
    """The row that waits for this token's code, now its own. The first to report has it."""
    now = timezone.now()
    waiting = Screen.objects.filter(code=code_of(token), code_until__gt=now)
    screen = waiting.first() if token else None
    if screen is None:
        return None
    claim = {"code": None, "code_until": None, "token_digest": _digest(token), "paired_at": now}
    claimed = waiting.filter(pk=screen.pk).update(**claim)
    return Screen.objects.get(pk=screen.pk) if claimed else None
