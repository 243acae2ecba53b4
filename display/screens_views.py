"""The projector's page with its pairing, its reports, and the page that keeps the screens."""

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from cagli_oca import wording
from cagli_oca.addresses import public_address
from cagli_oca.games import fields
from cagli_oca.games.core import Unreadable
from cagli_oca.games.evening_file import strict_json
from display import pictures, screens, screens_page
from display.models import Screen
from display.screens import Unfit
from display.views import screen_context
from referee import posts

View = Callable[..., HttpResponse]

COOKIE = "screen"
COOKIE_PATH = "/display/"
ONE_YEAR = 60 * 60 * 24 * 365
LONGEST_TOKEN = 64


# ---------------------------------------------------------------------------- the projector


def token_of(request: HttpRequest) -> str:
    """The token in this browser's cookie; empty if it has none of ours."""
    token = request.COOKIES.get(COOKIE, "")
    return token if token.isascii() and len(token) <= LONGEST_TOKEN else ""


@never_cache
@xframe_options_sameorigin
@require_safe
def projector(request: HttpRequest) -> HttpResponse:
    """``/display/``: a screen, as its settings say if it is paired, else as its address says.

    ``?preview`` shows any settings to who keeps the screens: it neither pairs nor reports.
    """
    preview = "preview" in request.GET
    token = "" if preview else token_of(request) or screens.new_token()
    screen = screens.screen_of(token)
    chosen = screens.settings_of(screen) if screen else screens.settings_of_query(request.GET)
    if preview:
        chosen["sound"] = False
    with translation.override(chosen["lang"]):
        context = {
            **screen_context(chosen["lang"]),
            "screen": {
                "paired": screen is not None,
                "preview": preview,
                "settings": chosen,
                "reload": screen.reload if screen else 0,
                "code": screens.in_groups(screens.code_of(token)) if token and not screen else "",
                "url": reverse("display:report"),
            },
        }
        response = render(request, "display/projector.html", context)
    if token:
        response.set_cookie(
            COOKIE,
            token,
            max_age=ONE_YEAR,
            path=COOKIE_PATH,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


def small(key: str, value: Any) -> int:
    """A whole number that no database minds."""
    return max(-1, min(fields.integer(key, value), 1_000_000_000))


def an_edition(key: str, value: Any) -> int | None:
    return None if value is None else small(key, value)


def finite(key: str, value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise Unreadable("not_a_finite_number", key=key)
    return max(0.0, min(float(value), 100.0))


def reloaded(key: str, value: Any) -> dict[str, Any]:
    """Why a screen has reloaded itself, and how many seconds ago."""
    why = fields.one_of(("behind", "stalled"))
    return fields.read_object(key, value, {"why": why, "ago": small}, {})


REPORT_KEYS: dict[str, fields.Check] = {
    "edition": an_edition,
    "epoch": small,
    "seq": small,
    "view": fields.one_of(screens.CHOICES["view"]),
    "width": small,
    "height": small,
    "dpr": finite,
    "performing": fields.boolean,
}
REPORT_OPTIONAL: dict[str, fields.Check] = {"reloaded": reloaded}


@require_POST
def report(request: HttpRequest) -> JsonResponse:
    """What a screen says of itself every few seconds; it is told its settings and the present.

    A stranger is told that it is not paired, and nothing is written.
    """
    try:
        if request.content_type != "application/json":
            raise Unreadable("not_json")  # a form has been read already, by the check of its token
        told = strict_json(request.body)
        told = fields.read_object("report", told, REPORT_KEYS, REPORT_OPTIONAL)
    except Unreadable as unreadable:
        message = wording.refusal_sentence(None, unreadable)
        return JsonResponse({"status": "unreadable", "message": message}, status=400)
    head = pictures.head()
    screen = screens.screen_report(token=token_of(request), report=told, head=head)
    return JsonResponse(
        {
            "paired": screen is not None,
            "settings": screens.settings_of(screen) if screen else None,
            "reload": screen.reload if screen else 0,
            "head": head,
        }
    )


# ----------------------------------------------------------------- the page of the screens


def keeper_required(view: View) -> View:
    """For who keeps the screens. A fragment's request gets a code, not the sign-in page."""

    @wraps(view)
    @never_cache
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if posts.may(request.user, "screens"):
            return view(request, *args, **kwargs)
        if request.user.is_authenticated:
            raise PermissionDenied
        if request.htmx:
            return HttpResponse(status=401)
        return redirect_to_login(request.get_full_path())

    return checked


@keeper_required
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """``/display/screens/``: every screen, its settings, a preview, and pairing."""
    context = {
        "cards": screens_page.cards(),
        "head": pictures.head(),
        "views": screens_page.VIEWS,
        "display_address": public_address(request) + "display/",
        "longest_name": screens.LONGEST_NAME,
    }
    return render(request, "display/screens.html", context)


@keeper_required
@require_safe
def news(request: HttpRequest) -> HttpResponse:
    """What changed on the page: ``?known=PK:VERSION`` for each card it has."""
    return _news(request, request.GET.getlist("known"))


@keeper_required
@require_POST
def pair(request: HttpRequest) -> HttpResponse:
    """Waits for the screen that shows the code typed."""
    code, name = request.POST.get("code", ""), request.POST.get("name", "")
    try:
        screen = screens.screen_pair(code=code, name=name)
    except Unfit as unfit:
        return _refused(request, unfit, "said-pair")
    said = _("Waiting for the screen that shows %(code)s.")
    return _done(request, said % {"code": screens.in_groups(screen.code)}, "said-pair")


@keeper_required
@require_POST
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """New settings or a new name. Only what differs from what its page was loaded with counts,
    so that two tablets do not take back each other's changes.
    """
    _screen_or_404(pk)
    posted = request.POST
    before = screens_page.as_texts(screens.settings_of_query(QueryDict(posted.get("loaded", ""))))
    keys = screens.DEFAULTS if "loaded" in posted else ()
    # A box that is not ticked is not sent.
    wanted = {k: posted.get(k, "") for k in keys if k in posted or k in screens.SWITCHES}
    chosen = {key: text for key, text in wanted.items() if text != before[key]}
    try:
        screen = screens.screen_change(screen_id=pk, chosen=chosen, name=posted.get("name"))
    except Unfit as unfit:
        return _refused(request, unfit, f"said-{pk}")
    if not request.htmx:
        return redirect("display:screens")
    card = screens_page.card(screen, said=_("Done: it shows within five seconds."))
    context = {"card": card, "head": pictures.head(), "views": screens_page.VIEWS}
    return render(request, "display/screens/card.html", context)


@keeper_required
@require_POST
def show_on_all(request: HttpRequest) -> HttpResponse:
    """One view on every screen."""
    try:
        screens.screens_show(view=request.POST.get("view", ""))
    except Unfit as unfit:
        return _refused(request, unfit, "said-all")
    return _done(request, _("Every screen shows it within five seconds."), "said-all")


@keeper_required
@require_POST
def reload(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """One screen, or all, load their page anew."""
    if pk is not None:
        _screen_or_404(pk)
    screens.screen_reload(screen_id=pk)
    said = (
        _("It loads its page anew within five seconds.")
        if pk
        else _("All load their page anew within five seconds.")
    )
    return _done(request, said, f"said-{pk or 'all'}")


@keeper_required
@require_POST
def forget(request: HttpRequest, pk: int) -> HttpResponse:
    """The screen is a stranger again; one that was waited for is waited for no longer."""
    screen = _screen_or_404(pk)
    screens.screen_forget(screen_id=pk)
    return _done(request, _("“%(name)s” was forgotten.") % {"name": screen.name}, "said-all")


def _screen_or_404(pk: int) -> Screen:
    screen = screens.screen_get(pk)
    if screen is None:
        raise Http404
    return screen


def _news(request: HttpRequest, known: list[str], said: str = "", place: str = "") -> HttpResponse:
    context = {
        **screens_page.news(known),
        "head": pictures.head(),
        "views": screens_page.VIEWS,
        "said": said,
        "place": place,
    }
    return render(request, "display/screens/news.html", context)


def _done(request: HttpRequest, said: str, place: str) -> HttpResponse:
    """The page's news and a word where the button was; without a script the page again."""
    if request.htmx:
        return _news(request, request.POST.getlist("known"), said, place)
    messages.success(request, said)
    return redirect("display:screens")


def _refused(request: HttpRequest, unfit: Unfit, place: str) -> HttpResponse:
    if request.htmx:
        response = HttpResponse(str(unfit), status=422, content_type="text/plain; charset=utf-8")
        response["HX-Retarget"], response["HX-Reswap"] = f"#{place}", "textContent"
        return response
    messages.error(request, str(unfit))
    return redirect("display:screens")
