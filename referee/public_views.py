"""What the public is told beside the log: start, announcement, reveal, the trial's counts."""

import time
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from cagli_oca.games import fields
from cagli_oca.games.core import Refused, Unreadable
from referee import console, posts, public, selectors
from referee.answers import (
    edition_or_404,
    json_of,
    may_required,
    not_your_post,
    opened_or_404,
    signed_in_json,
)
from referee.models import Edition

LONGEST_ANNOUNCEMENT = 200
LONGEST_WAIT = 600
USUAL_WAIT = 20
LONGEST_CLOCK = 3600


class AnnouncementForm(forms.Form):
    """One text a language; Italian alone is enough."""

    it = forms.CharField(label=gettext_lazy("Italian"), max_length=LONGEST_ANNOUNCEMENT)
    en = forms.CharField(
        label=gettext_lazy("English"), max_length=LONGEST_ANNOUNCEMENT, required=False
    )


class StartForm(forms.Form):
    """The hour of the start, in the arena's time; blank: not told."""

    starts_at = forms.DateTimeField(
        label=gettext_lazy("Day and hour"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


class RevealForm(forms.Form):
    """The switch of the evening."""

    mode = forms.ChoiceField(
        label=gettext_lazy("The public learns what was recorded"),
        choices=[
            ("live", gettext_lazy("live: at once")),
            ("screen", gettext_lazy("with the screen: when it is released")),
        ],
        widget=forms.RadioSelect,
    )
    after = forms.IntegerField(
        label=gettext_lazy("by itself after so many seconds"),
        min_value=3,
        max_value=LONGEST_WAIT,
    )


class LogForm(forms.Form):
    """When the public log can be downloaded."""

    when = forms.ChoiceField(
        label=gettext_lazy("Anybody can download the log"),
        choices=[
            ("after", gettext_lazy("after the evening")),
            ("live", gettext_lazy("at any time, as far as it is public")),
        ],
        widget=forms.RadioSelect,
    )


@may_required("announce")
@require_http_methods(["GET", "HEAD", "POST"])
def public_page(request: HttpRequest, pk: int) -> HttpResponse:
    """GET: the forms. POST: the one named by ``form``."""
    edition = edition_or_404(pk)
    shown = forms_of(edition)
    if request.method == "POST":
        name = request.POST.get("form", "")
        if name in READY or name == "no_announcement":
            public.announcement_set(edition_id=pk, texts=ready_texts(name))
            return _saved(request, pk)
        if name not in SAVE:
            raise PermissionDenied
        shown[name] = type(shown[name])(request.POST)
        if shown[name].is_valid():
            SAVE[name](pk, shown[name].cleaned_data)
            return _saved(request, pk)
    context = {
        "edition": edition,
        "forms": shown,
        "ready": {name: _(text) for name, text in READY.items()},
        "told": edition.announcement,
    }
    return render(request, "referee/public.html", context)


def forms_of(edition: Edition) -> dict[str, Any]:
    """The forms as the edition stands."""
    mode = "live" if edition.reveal_after is None else "screen"
    after = edition.reveal_after or USUAL_WAIT
    return {
        "announcement": AnnouncementForm(initial=edition.announcement),
        "start": StartForm(initial={"starts_at": edition.starts_at}),
        "reveal": RevealForm(initial={"mode": mode, "after": after}),
        "log": LogForm(initial={"when": "live" if edition.log_live else "after"}),
    }


def _saved(request: HttpRequest, pk: int) -> HttpResponse:
    messages.success(request, _("Saved; the screens show it now."))
    return redirect("referee:public", pk)


def _save_reveal(pk: int, told: dict[str, Any]) -> None:
    after = told["after"] if told["mode"] == "screen" else None
    public.reveal_change(edition_id=pk, after=after)


SAVE = {
    "announcement": lambda pk, told: public.announcement_set(edition_id=pk, texts=told),
    "start": lambda pk, told: public.start_set(edition_id=pk, starts_at=told["starts_at"]),
    "reveal": _save_reveal,
    "log": lambda pk, told: public.log_live_set(edition_id=pk, live=told["when"] == "live"),
}

READY = {
    "quarter_hour": translation.gettext_noop(
        "A quarter of an hour's delay. Thank you for waiting."
    ),
    "rain": translation.gettext_noop("We wait for the rain to pass. Please stay with us."),
    "soon": translation.gettext_noop("We are about to begin. Please take your seats."),
    "exit": translation.gettext_noop("The evening is over. Please leave calmly, by all gates."),
}
"""Announcements ready to send, in every language at once."""


def ready_texts(name: str) -> dict[str, str]:
    """A ready announcement in every language; nothing for an unknown name."""
    texts = {}
    for language, _name in settings.LANGUAGES if name in READY else ():
        with translation.override(language):
            texts[language] = _(READY[name])
    return texts


# ---------------------------------------------------------------- answers to scripts


@require_POST
@signed_in_json
def release(request: HttpRequest, pk: int) -> JsonResponse:
    """Makes public what was recorded up to ``seq``: what the person who releases it has seen."""
    edition = opened_or_404(pk)
    if not posts.may(request.user, "release"):
        return not_your_post()
    try:
        asked = fields.read_object("request", json_of(request), {"seq": fields.integer}, {})
    except Refused as refusal:
        return JsonResponse(console.refusal_json(edition.game, refusal), status=400)
    public.reveal_release(edition_id=pk, seq=max(0, asked["seq"]))
    edition.refresh_from_db()
    return JsonResponse({"status": "released", "public": selectors.public_head(edition)})


def _count(key: str, value: Any) -> int:
    if not 0 <= fields.integer(key, value) <= 999:
        raise Unreadable("not_one_of", key=key, choices=["0–999"])
    return int(value)


def _counts(key: str, value: Any) -> dict[str, int] | None:
    sides = {"challenger": _count, "challenged": _count}
    return None if value is None else fields.read_object(key, value, sides, {})


def _clock(key: str, value: Any) -> dict[str, Any] | None:
    if value is None:
        return None
    parts = {"side": fields.one_of(("challenger", "challenged")), "left": _left}
    clock = fields.read_object(key, value, {**parts, "running": fields.boolean}, {})
    ends = round((time.time() + clock["left"]) * 1000) if clock.pop("running") else None
    return {**clock, "ends": ends}


def _left(key: str, value: Any) -> float:
    [left, _zero] = fields.two_numbers(key, [value, 0])
    if not 0 <= left <= LONGEST_CLOCK:
        raise Unreadable("not_one_of", key=key, choices=[f"0–{LONGEST_CLOCK}"])
    return float(left)


TRIAL = {"row": fields.integer, "counts": _counts, "clock": _clock}


@require_POST
@signed_in_json
def trial(request: HttpRequest, pk: int) -> JsonResponse:
    """What the tablet counts and clocks now, for the screens. Told, not judged; never the record.

    ``row``: the seq of the whistle. The clock tells how many seconds are ``left``; when it ends is
    reckoned here, so that a tablet whose clock is wrong does no harm.
    """
    edition = opened_or_404(pk)
    if not posts.may(request.user, "record"):
        return not_your_post()
    try:
        asked = fields.read_object("request", json_of(request), TRIAL, {})
    except Refused as refusal:
        return JsonResponse(console.refusal_json(edition.game, refusal), status=400)
    public.trial_show(edition_id=pk, trial=asked)
    return JsonResponse({"status": "shown"})
