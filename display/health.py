"""How everything is: for a monitor (``/health/``) and for the lamp on each console.

Each part is ``good``, ``warn`` (look at it when you can), ``bad`` (look at it now) or ``off``; the
whole is as the worst of them. Nothing here raises: what cannot be asked is bad.
"""

import os
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypedDict

from django.conf import settings
from django.db import Error
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from display import screens, screens_page
from display.models import Pulse
from referee import backup, mirror, selectors

ORDER = ("off", "good", "warn", "bad")

FRESH = timedelta(seconds=16)
"""A process notes its pulse every five seconds."""

BEHIND_AFTER = 5
"""Seconds. A hub looks once a second; a little later is no news."""

LITTLE_SPACE = 1_000_000_000
NO_SPACE = 100_000_000
"""Bytes. An evening takes a few hundred thousand."""


class Part(TypedDict, total=False):
    """One thing that may be well or not; beside these keys, its numbers."""

    name: str
    state: str
    text: str


class Report(TypedDict):
    """The whole."""

    version: str
    state: str
    parts: list[Any]


def report(edition_id: int | None = None) -> Report:
    """Every part; of an edition's console, or (None) of what is on the screens, publicly."""
    parts = [
        _safely("recorded", lambda: _recorded(edition_id)),
        _safely("screens", lambda: _screens(edition_id)),
        _safely("phones", _phones),
        _safely("disk", _disk),
        _safely("backup", lambda: _own_words(backup.status(), edition_id)),
        _safely("mirror", lambda: _own_words(mirror.status(), edition_id)),
    ]
    state = max((part["state"] for part in parts), key=ORDER.index)
    return {"version": settings.VERSION, "state": state, "parts": parts}


def _safely(name: str, ask: Callable[[], Any]) -> Any:
    try:
        return {"name": name, **ask()}
    except (Error, OSError) as error:
        text = _("%(part)s: it cannot be asked (%(error)s)")
        facts = {"part": NAMES[name](), "error": type(error).__name__}
        return {"name": name, "state": "bad", "text": text % facts}


NAMES: dict[str, Callable[[], str]] = {
    "recorded": lambda: _("The log"),
    "screens": lambda: _("Screens"),
    "phones": lambda: _("Phones"),
    "disk": lambda: _("Disk"),
    "backup": lambda: _("Second copy"),
    "mirror": lambda: _("Mirror"),
}


def seconds_since(moment: datetime) -> int:
    """How long ago, by the clock; 0 for what lies ahead because the clock was set back."""
    return max(0, round((timezone.now() - moment).total_seconds()))


def ago(seconds: int) -> str:
    """A length of time as people say it: seconds, minutes, hours."""
    if seconds < 90:
        return _("%(count)s s") % {"count": seconds}
    if seconds < 90 * 60:
        return _("%(count)s min") % {"count": round(seconds / 60)}
    return _("%(count)s h") % {"count": round(seconds / 3600)}


def _recorded(edition_id: int | None) -> Any:
    """When the last row was recorded. What the reveal holds back is not told publicly."""
    edition = selectors.edition_get(edition_id) if edition_id else selectors.edition_current()
    if edition is None or not edition.opened:
        return {"state": "off", "seconds_ago": None, "text": _("Nothing is recorded yet.")}
    rows = selectors.log(edition)
    if edition_id is None:
        rows = rows.filter(seq__lte=selectors.public_head(edition))
    row = rows.latest("seq")
    passed = seconds_since(row.recorded_at)
    text = _("Recorded %(ago)s ago (no. %(seq)s)") % {"ago": ago(passed), "seq": row.seq}
    return {"state": "good", "seconds_ago": passed, "text": text}


def _screens(edition_id: int | None) -> Any:
    """The paired screens: how many show the present, and whether they show this edition at all."""
    current = selectors.edition_current()
    if edition_id is not None and (current is None or current.pk != edition_id):
        text = _("This edition is not on the screens.")
        return {"state": "off", "present": 0, "paired": 0, "text": text}
    if edition_id is not None and current is not None and current.catching_up is not None:
        text = _("The screens wait: a paper form is being entered.")
        return {"state": "warn", "present": 0, "paired": 0, "text": text}
    paired = [screen for screen in screens.screen_list() if screen.token_digest]
    states = [screens_page.status(s, screens.settings_of(s))["state"] for s in paired]
    present = states.count("fine")
    told = {"present": present, "paired": len(paired)}
    if not paired:
        return {"state": "off", **told, "text": _("No screen is paired.")}
    state = "bad" if "behind" in states else "good" if present == len(paired) else "warn"
    text = _("Screens at the present: %(present)s of %(paired)s") % told
    return {"state": state, **told, "text": text}


def _phones() -> Any:
    """The public's sockets of all processes (phones, and screens too), and how far behind."""
    now = timezone.now()
    pulses = Pulse.objects.filter(heard_at__gt=now - FRESH, heard_at__lt=now + FRESH, public__gt=0)
    count = sum(pulse.public for pulse in pulses)
    behind = max((pulse.behind for pulse in pulses), default=0)
    told = {"sockets": count, "behind_seconds": behind if behind > BEHIND_AFTER else 0}
    if behind > BEHIND_AFTER:
        text = _("The phones are %(ago)s behind.") % {"ago": ago(behind)}
        return {"state": "bad", **told, "text": text}
    text = ngettext("%(count)s public page connected", "%(count)s public pages connected", count)
    return {"state": "good", **told, "text": text % {"count": count}}


def pulse_note(process: str, public: int, behind: float) -> None:
    """A process tells how its hub is. Those that told nothing for long are forgotten."""
    now = timezone.now()
    told = {"public": public, "behind": round(behind), "heard_at": now}
    Pulse.objects.update_or_create(process=process, defaults=told)
    Pulse.objects.filter(heard_at__lt=now - 100 * FRESH).delete()


def _disk() -> Any:
    """Where the database lies: whether it can be written, and how much is free."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    if os.statvfs(settings.DATA_DIR).f_flag & os.ST_RDONLY or not os.access(
        settings.DATA_DIR, os.W_OK
    ):
        text = _("The disk cannot be written: nothing can be recorded.")
        return {"state": "bad", "free_bytes": free, "text": text}
    state = "bad" if free < NO_SPACE else "warn" if free < LITTLE_SPACE else "good"
    text = _("Free on the disk: %(size)s GB") % {"size": f"{free / 1e9:.1f}"}
    return {"state": state, "free_bytes": free, "text": text}


def _own_words(told: Any, edition_id: int | None) -> Any:
    """The second copy and the mirror speak for themselves; where they are is nobody's business.

    Since when they lag may be the moment of a row that the reveal holds back: not told publicly.
    """
    words = {key: told[key] for key in ("state", "since", "text")}
    if edition_id is None and told["since"]:
        current = selectors.edition_current()
        if current is not None and current.reveal_after is not None:
            words["since"] = None
    return words
