"""The public pages. They show the current edition and write nothing."""

import time
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from cagli_oca import wording
from cagli_oca.games import GAMES
from display import pictures
from display.speaker import speech as speech_of
from referee import posts, selectors

AGE = {
    "seconds": gettext_lazy("No connection · picture of %s s ago"),
    "minutes": gettext_lazy("No connection · picture of %s min ago"),
}
"""How live.js tells how old a picture is."""


def screen_context(language: str) -> dict[str, Any]:
    """What a live page starts with: the present picture and its game's words."""
    picture = pictures.picture(None, language)
    game = picture["game"] or next(iter(GAMES))
    return {
        "picture": picture,
        "game": game,
        "words": {
            **wording.screen_words(game),
            "age": {unit: str(words) for unit, words in AGE.items()},
        },
        "server_time": round(time.time() * 1000),
        "folder": f"display/{game}",
        "board_template": f"display/{game}/board.html",
    }


def chosen_language(request: HttpRequest, default: str) -> str:
    """``?lang=`` if it names one of ours, else *default*."""
    wanted = request.GET.get("lang", "")
    return wanted if wanted in dict(settings.LANGUAGES) else default


@require_safe
def phone(request: HttpRequest) -> HttpResponse:
    """``/``: spectators' phones, in the language they chose or their browser's."""
    language = chosen_language(request, translation.get_language() or settings.LANGUAGE_CODE)
    with translation.override(language):
        return render(request, "display/phone.html", screen_context(language))


OVERLAY_PARTS = ("standings", "challenge", "winner", "announcement")


@require_safe
def overlay(request: HttpRequest) -> HttpResponse:
    """``/display/overlay/``: transparent, for a streaming program.

    ``?position=bottom|top``, ``?scale=0.5`` to ``3``, ``?show=standings,challenge,…`` (all),
    ``?palette=light|dark``, ``?lang=``. What is misspelt falls back to the usual.
    """
    language = chosen_language(request, settings.LANGUAGE_CODE)
    asked = request.GET.get("show", "").split(",")
    shown = [part for part in OVERLAY_PARTS if part in asked] or OVERLAY_PARTS
    try:
        scale = min(max(float(request.GET.get("scale", "1")), 0.5), 3.0)
    except ValueError:
        scale = 1.0
    chosen = {
        "position": "top" if request.GET.get("position") == "top" else "bottom",
        "palette": "dark" if request.GET.get("palette") == "dark" else "light",
        "scale": f"{scale if scale == scale else 1.0:.2f}",
        "show": ",".join(shown),
    }
    with translation.override(language):
        context = {**screen_context(language), "overlay": chosen}
        return render(request, "display/overlay.html", context)


@login_required
@require_safe
def speaker(request: HttpRequest) -> HttpResponse:
    """``/display/speaker/``: what to read aloud, for who is signed in."""
    lamp = {"live": _("connected"), **{unit: str(words) for unit, words in AGE.items()}}
    return render(request, "display/speaker.html", {**_speech(request), "lamp": lamp})


@login_required
@require_safe
def speech(request: HttpRequest) -> HttpResponse:
    """The same as a fragment; the whole page anew if another edition is on the screens by now."""
    context = _speech(request)
    response = render(request, "display/speech.html", context)
    shown = str(context["edition"].pk) if context["edition"] else ""
    return response if request.GET.get("edition", "") == shown else HttpResponseClientRefresh()


def _speech(request: HttpRequest) -> dict[str, Any]:
    edition = selectors.edition_current()
    context: dict[str, Any] = {
        "edition": edition,
        "may_release": posts.may(request.user, "release"),
    }
    if edition and edition.opened:
        context["speech"] = speech_of(edition)
        context["words"] = wording.of(edition.game)
        context["standings_template"] = f"display/{edition.game}/speaker_standings.html"
    return context


@require_safe
def board_json(request: HttpRequest) -> JsonResponse:
    """The same picture that the socket sends."""
    return JsonResponse(pictures.picture(None, chosen_language(request, settings.LANGUAGE_CODE)))


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """A page of the story of the current edition, below ``?before=SEQ``.

    A fragment for htmx; a whole page for who opens the address without it.
    """
    edition = selectors.edition_current()
    before = request.GET.get("before", "")
    language = chosen_language(request, translation.get_language() or settings.LANGUAGE_CODE)
    with translation.override(language):
        happenings, older = (
            pictures.history(
                edition, int(before) if before.isdecimal() and len(before) < 10 else None
            )
            if edition and edition.opened
            else ([], None)
        )
        context = {"happenings": happenings, "older": older, "language": language}
        template = "history" if request.htmx else "history_page"
        response = render(request, f"display/{template}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules in short, of the current edition's game."""
    return _about_the_game(request, "rules")


@require_safe
def readings(request: HttpRequest) -> HttpResponse:
    """Where the rulebook is silent or allows two readings: the one chosen, and why."""
    return _about_the_game(request, "readings")


def _about_the_game(request: HttpRequest, page: str) -> HttpResponse:
    edition = selectors.edition_current()
    game = edition.game if edition else next(iter(GAMES))
    setup = selectors.setup(edition, public=True) if edition else None
    context = {"game": game, "setup": setup, "words": wording.of(game)}
    return render(request, f"display/{game}/{page}.html", context)
