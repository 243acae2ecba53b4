"""Set-up of an edition before its opening, and amending it afterwards (R35, R36)."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from cagli_oca import wording
from cagli_oca.games import fields
from cagli_oca.games.core import Refused, Unreadable
from referee import console, public_log, selectors, services, setting_up
from referee.answers import (
    LOCKED,
    author_of,
    edition_or_404,
    json_of,
    may_required,
    opened_or_404,
    organiser_required,
)
from referee.models import Edition


@organiser_required
def setup(request: HttpRequest, pk: int) -> HttpResponse:
    """GET: the set-up page of a draft. POST (JSON): saves its header, checked."""
    edition = edition_or_404(pk)
    if request.method == "POST":
        return _save(request, edition)
    if edition.opened:
        return redirect("referee:console", pk)
    return _setup_page(request, edition, edition.header, amending=False)


@may_required("direct")
@require_safe
def amend(request: HttpRequest, pk: int) -> HttpResponse:
    """R35: the same page for an opened edition; what changes becomes a command with a reason."""
    edition = opened_or_404(pk)
    return _setup_page(request, edition, selectors.data_in_force(edition), amending=True)


def _setup_page(
    request: HttpRequest, edition: Edition, header: dict[str, Any], *, amending: bool
) -> HttpResponse:
    context = {
        "edition": edition,
        "header": header,
        "setup": _defaults(edition),
        "amending": amending,
        "head": selectors.evening(edition).head if amending else None,
        "words": wording.of(edition.game),
        "screen_words": wording.screen_words(edition.game),
        "callers": callers(edition),
        "seal": public_log.in_groups(edition.committed.removeprefix("sha256:")),
        "texts": texts(),
    }
    return render(request, f"referee/{edition.game}/setup.html", context)


def _defaults(edition: Edition) -> dict[str, Any]:
    """The data that the rules would go by, every default filled in; {} while they cannot yet."""
    try:
        edition.rules.check_header(edition.header)
    except Refused:
        return {}
    return selectors.setup(edition)


def callers(edition: Edition) -> list[dict[str, Any]]:
    """Who calls out a number before the opening, and which one was called."""
    caller = wording.of(edition.game).caller
    called = edition.numbers
    return [
        {"slug": who, "name": caller(who), "number": called.get(who, "")}
        for who in edition.rules.callers(edition.header)
    ]


def texts() -> dict[str, str]:
    """The words that the set-up's script says."""
    return {
        "drawn": _("Drawn from the numbers, and saved."),
        "numbers_missing": _("First the number that each calls: whole, up to 999999."),
        "saving": _("Saving…"),
        "offline": _("Not connected: nothing was saved. Try again."),
        "retrying": _("Not connected: NOT yet recorded. Sent again until it is. (try %s)"),
        "look_again": _("Look at it again, then tap once more."),
        "up": _("up"),
        "down": _("down"),
        "remove": _("remove"),
    }


def _save(request: HttpRequest, edition: Edition) -> JsonResponse:
    try:
        asked = json_of(request)
        if not isinstance(asked, dict) or not isinstance(asked.get("header"), dict):
            raise Unreadable("not_an_object", key="header")
        edition = setting_up.edition_change(
            edition_id=edition.pk,
            header=asked["header"],
            sample=asked.get("sample") is True,
            version=asked.get("version"),
            numbers=asked.get("numbers"),
        )
        if asked.get("open"):
            setting_up.edition_open(
                edition_id=edition.pk,
                author=author_of(request),
                command_id=services.new_command_id(),
            )
    except Refused as refusal:
        return JsonResponse(console.refusal_json(edition.game, refusal), status=422)
    except services.Locked as locked:
        told = {"status": "locked", "message": LOCKED[locked.code]}
        if locked.code == "opened":
            told["next"] = reverse("referee:console", args=[edition.pk])
        return JsonResponse(told, status=409)
    return JsonResponse(
        {
            "status": "saved",
            "message": _("Saved."),
            "version": edition.version,
            "next": reverse("referee:console", args=[edition.pk]),
        }
    )


@organiser_required
@require_POST
def draw_header(request: HttpRequest, pk: int) -> JsonResponse:
    """Draws by lot what is drawn before the opening, from the numbers called out; and saves it."""
    edition = edition_or_404(pk)
    try:
        asked = fields.read_object(
            "request", json_of(request), {"numbers": fields.any_object}, {"version": fields.text}
        )
        edition = setting_up.header_draw(
            edition_id=pk, numbers=asked["numbers"], version=asked.get("version")
        )
    except Refused as refusal:
        return JsonResponse(console.refusal_json(edition.game, refusal), status=422)
    except services.Locked as locked:
        return JsonResponse({"status": "locked", "message": LOCKED[locked.code]}, status=409)
    return JsonResponse({"status": "drawn", "header": edition.header, "version": edition.version})
