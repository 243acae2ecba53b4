"""The public pages. They show the current edition and write nothing."""

import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from cagli_oca import wording
from cagli_oca.games import GAMES
from display import pictures
from referee import selectors

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


@require_safe
def projector(request: HttpRequest) -> HttpResponse:
    """``/display/``: the projector, in Italian unless ``?lang=en`` says otherwise."""
    language = chosen_language(request, settings.LANGUAGE_CODE)
    with translation.override(language):
        return render(request, "display/projector.html", screen_context(language))


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
