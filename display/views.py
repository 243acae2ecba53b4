"""The public pages. They show the current edition and write nothing."""

import hashlib
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from cagli_oca import wording
from cagli_oca.games import GAMES
from display import health as health_of
from display import kept, story
from display.speaker import speech as speech_of
from referee import access, posts, selectors

AGE = {
    "seconds": gettext_lazy("No connection · picture of %s s ago"),
    "minutes": gettext_lazy("No connection · picture of %s min ago"),
}
"""How live.js tells how old a picture is."""

A_YEAR = 60 * 60 * 24 * 365

FOR_CROWDS = "public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1"
"""For a proxy or a CDN: ask once a second, whoever asks you; the others need not wait for that.

A browser shows nothing old: ``must-revalidate`` forbids what the last word would allow it. nginx
does not look at the one and goes by the other; who goes by both lets the others wait.
"""

PRIVATE = "private, no-cache"

CLOCK_HOLDS = 2
"""Seconds. The page tells the server's time: what is older is not confirmed as unchanged."""


def screen_context(language: str) -> dict[str, Any]:
    """What a live page starts with: the present picture and its game's words."""
    picture = kept.public(language).picture
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


def for_spectators(view: Callable[..., HttpResponse]) -> Any:
    """A page for spectators: small on the wire, in the language they chose or their browser's.

    ``?lang=`` is a choice and remembered (not in what a script fetches); else no cookie is set.
    Compressing is safe here: these pages carry no secret and nothing that a visitor sent.
    """

    @require_safe
    @gzip_page
    @wraps(view)
    def page(request: HttpRequest, **which: Any) -> HttpResponse:
        default = translation.get_language() or settings.LANGUAGE_CODE
        language = chosen_language(request, default)
        with translation.override(language):
            response = view(request, language, **which)
        patch_vary_headers(response, ["Cookie"])
        if request.GET.get("lang") == language and "part" not in request.GET:
            response.headers["Cache-Control"] = PRIVATE
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                language,
                max_age=A_YEAR,
                samesite="Lax",
                secure=request.is_secure(),
            )
        return response

    return page


@for_spectators
def phone(request: HttpRequest, language: str) -> HttpResponse:
    """``/``: spectators' phones."""
    tag = page_tag(request, kept.public(language))
    response = get_conditional_response(request, etag=tag)
    if response is None:
        page = kept.page(tag, language, lambda: _phone_page(request, language))
        response = HttpResponse(page)
    response["ETag"] = tag
    response["Cache-Control"] = caching(request)
    return response


def page_tag(request: HttpRequest, shown: kept.Kept) -> str:
    """Names what ``/`` shows: the picture, for this address, in these seconds."""
    seconds = int(time.time()) // CLOCK_HOLDS
    named = f"{shown.tag} {request.GET.urlencode()} {settings.VERSION} {seconds}"
    return f'"{hashlib.sha256(named.encode()).hexdigest()[:20]}"'


def caching(request: HttpRequest) -> str:
    """Who may keep a public answer: everybody, unless it was somebody signed in who asked."""
    return PRIVATE if settings.SESSION_COOKIE_NAME in request.COOKIES else FOR_CROWDS


def _phone_page(request: HttpRequest, language: str) -> bytes:
    context = screen_context(language)
    picture, words = context["picture"], wording.of(context["game"])
    context |= {
        "wording": words,
        "board": picture["board"] or {},
        "setup": picture["setup"] or {},
        "ranking": words.ranking(picture["board"]) if picture["board"] else [],
    }
    return render_to_string("display/phone.html", context, request).encode()


@require_safe
def overlay(request: HttpRequest) -> HttpResponse:
    """``/display/overlay/``: transparent, for a streaming program.

    ``?position=bottom|top``, ``?scale=0.5`` to ``3``, ``?show=standings,winner,…`` (all: the game's
    page knows its parts),
    ``?palette=light|dark``, ``?lang=``. What is misspelt falls back to the usual.
    """
    language = chosen_language(request, settings.LANGUAGE_CODE)
    asked = [part for part in request.GET.get("show", "").split(",") if part.isalpha()]
    try:
        scale = min(max(float(request.GET.get("scale", "1")), 0.5), 3.0)
    except ValueError:
        scale = 1.0
    chosen = {
        "position": "top" if request.GET.get("position") == "top" else "bottom",
        "palette": "dark" if request.GET.get("palette") == "dark" else "light",
        "scale": f"{scale if scale == scale else 1.0:.2f}",
        "show": ",".join(asked),
    }
    with translation.override(language):
        context = {**screen_context(language), "overlay": chosen}
        response = render(request, "display/overlay.html", context)
    response.xframe_options_exempt = bool(settings.OVERLAY_FRAMED_BY)
    return response


@require_safe
def speaker(request: HttpRequest) -> HttpResponse:
    """``/display/speaker/``: what to read aloud, for who is signed in."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    lamp = {
        "live": _("connected"),
        "signed_out": _("You are no longer signed in."),
        "no_answer": _("No answer. Try again."),
        **{unit: str(words) for unit, words in AGE.items()},
    }
    return render(request, "display/speaker.html", {**_speech(request), "lamp": lamp})


@require_safe
def speech(request: HttpRequest) -> HttpResponse:
    """The same as a fragment; the whole page anew if another edition is on the screens by now."""
    if not request.user.is_authenticated:
        return HttpResponse(status=401)  # no sign-in page into the middle of this one
    context = _speech(request)
    response = render(request, "display/speech.html", context)
    shown = str(context["edition"].pk) if context["edition"] else ""
    return response if request.GET.get("edition", "") == shown else HttpResponseClientRefresh()


def _speech(request: HttpRequest) -> dict[str, Any]:
    edition = selectors.edition_current()
    if not access.may_see(request, edition and edition.pk):
        raise PermissionDenied
    game = edition.game if edition else next(iter(GAMES))
    context: dict[str, Any] = {
        "edition": edition,
        "folder": f"display/{game}",
        "may_release": posts.may(request.user, "release"),
    }
    if edition and edition.opened:
        context["speech"] = speech_of(edition)
        context["words"] = wording.of(game)
        context["standings_template"] = f"display/{game}/speaker_standings.html"
    return context


@require_safe
@gzip_page
def board_json(request: HttpRequest) -> HttpResponseBase:
    """The same picture that the socket sends, for who can have no socket; 304 if known already.

    503 from a computer whose picture is old: it lost the one it follows, or was taken over from.
    """
    shown = kept.public(chosen_language(request, settings.LANGUAGE_CODE))
    if shown.superseded or selectors.has_lost_the_other():
        return HttpResponse(status=503)
    return _picture_response(request, shown, caching(request))


@require_safe
def edition_picture(request: HttpRequest, pk: int) -> HttpResponseBase:
    """All that was recorded of an edition, for a console that can have no socket."""
    if not request.user.is_authenticated:
        return HttpResponse(status=401)
    if access.access_of(request.user, request.session, pk) is None:
        return HttpResponse(status=403)
    if selectors.edition_get(pk) is None:
        return HttpResponse(status=404)
    shown = kept.of(pk, chosen_language(request, settings.LANGUAGE_CODE))
    return _picture_response(request, shown, PRIVATE)


def _picture_response(request: HttpRequest, shown: kept.Kept, cached: str) -> HttpResponseBase:
    response = HttpResponse(shown.text, content_type="application/json")
    response["ETag"] = shown.tag
    response["Cache-Control"] = cached
    return get_conditional_response(request, etag=shown.tag, response=response) or response


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """``/health/``: how everything is, for a monitor. 503 as soon as anything is bad.

    States and numbers only; sentences are for who is signed in (``lamp``).
    """
    told = health_of.report()
    for part in told["parts"]:
        del part["text"]
    return JsonResponse(told, status=503 if told["state"] == "bad" else 200)


@never_cache
@require_safe
def lamp(request: HttpRequest, pk: int) -> JsonResponse:
    """The same for the lamp of an edition's console, in sentences. Always 200: it was answered."""
    if not request.user.is_authenticated:
        return JsonResponse({"status": "signed_out"}, status=401)
    if not access.may_see(request, pk):
        return JsonResponse({"status": "refused"}, status=403)
    return JsonResponse(health_of.report(pk))


@for_spectators
def history(request: HttpRequest, language: str) -> HttpResponse:
    """A page of the story of the current edition, below ``?before=SEQ``.

    A whole page; with ``?part`` the fragment that the phones' page takes in.
    """
    edition = selectors.edition_current()
    before = request.GET.get("before", "")
    below = int(before) if before.isdecimal() and len(before) < 10 else None
    turns, older = story.page(edition, below) if edition and edition.opened else ([], None)
    game = edition.game if edition else next(iter(GAMES))
    context = {
        "turns": turns,
        "older": older,
        "below": below,
        "language": language,
        "folder": f"display/{game}",
        "words": wording.of(game),
    }
    template = "history" if "part" in request.GET else "history_page"
    return render(request, f"display/{template}.html", context)


@for_spectators
def rules(request: HttpRequest, language: str) -> HttpResponse:
    """The rules in short, of the current edition's game or of ``?game=``."""
    return _about_the_game(request, "rules")


@for_spectators
def readings(request: HttpRequest, language: str) -> HttpResponse:
    """Where the rulebook is silent or allows two readings: the one chosen, and why."""
    return _about_the_game(request, "readings")


def _about_the_game(request: HttpRequest, page: str) -> HttpResponse:
    edition = selectors.edition_current()
    current = edition.game if edition else next(iter(GAMES))
    asked = request.GET.get("game", "")
    game = asked if asked in GAMES else current
    setup = selectors.setup(edition, public=True) if edition and game == current else None
    query = "" if game == current else f"?game={game}"
    context = {
        "game": game,
        "setup": setup,
        "words": wording.of(game),
        "folder": f"display/{game}",
        "rules": reverse("display:rules") + query,
        "readings": reverse("display:readings") + query,
        "others": {slug: wording.of(slug).TITLE for slug in GAMES if slug != game},
    }
    return render(request, f"display/{game}/{page}.html", context)
