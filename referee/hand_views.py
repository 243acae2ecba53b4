"""A player's own page, and one player's secrets for the referee who plays for that player.

What is secret is in answers that are never kept (``no-store``), and in no socket.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cagli_oca import wording
from cagli_oca.games import fields
from cagli_oca.games.core import Refused
from referee import console, hands, selectors
from referee.answers import (
    View,
    author_of,
    json_of,
    may_json,
    not_your_post,
    opened_or_404,
    refused,
    signed_in_json,
)
from referee.models import Edition
from referee.people import Unfit

SHOWN_LOOKS = 3
"""Of those who looked at a hand, the latest."""


def players_phone(view: View) -> View:
    """For the phone that plays for a player of this evening."""

    @wraps(view)
    def checked(request: HttpRequest, pk: int) -> HttpResponse:
        if request.device is None or not request.device.plays:
            raise PermissionDenied
        return view(request, pk)

    return checked


def _asked_to_sign_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def checked(request: HttpRequest, pk: int) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, pk)

    return checked


@_asked_to_sign_in
@players_phone
@never_cache
@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """The player's page. The hand is fetched by its script, and again with all that happens."""
    edition = opened_or_404(pk)
    context = {
        "edition": edition,
        "player": request.device.plays,
        "head_template": f"referee/{edition.game}/hand_head.html",
        "symbols_template": f"{edition.game}/symbols.svg",
        "texts": texts(),
    }
    return render(request, "referee/hand.html", context)


@signed_in_json
@players_phone
@never_cache
@require_safe
def now(request: HttpRequest, pk: int) -> HttpResponse:
    """What this player sees and may do now, as a fragment."""
    edition = opened_or_404(pk)
    context = _seen_by(edition, request.device.plays)
    return render(request, f"referee/{edition.game}/hand_now.html", context)


def _seen_by(edition: Edition, player: str) -> dict[str, Any]:
    evening = selectors.evening(edition)
    rules, state = edition.rules, evening.state
    board, words = rules.scoreboard(state, player), wording.of(edition.game)
    offers: dict[str, list[dict[str, Any]]] = {}
    for offer in rules.own_offers(state, player):
        shown = console.Button(edition.game, offer)
        offers.setdefault(offer.command["do"], []).append(
            {
                "command": dict(shown.command),
                "needs": list(shown.needs),
                "possible": shown.possible,
                "refusal": f"{shown.refusal} ({shown.rule})" if shown.refusal else "",
            }
        )
    return {
        "edition": edition,
        "player": player,
        "head": evening.head,
        "board": board,
        "setup": rules.setup(state),
        "words": words,
        "now": words.now(board),
        "shown": words.hand(board, player),
        "offers": offers,
        "looks": hands.looks_at(edition, player)[:SHOWN_LOOKS],
    }


@may_json("record")
@never_cache
@require_POST
def held(request: HttpRequest, pk: int) -> JsonResponse:
    """One player's secrets, while a referee holds a button: noted, and told to the player."""
    edition = opened_or_404(pk)
    try:
        asked = fields.read_object("request", json_of(request), {"player": fields.text}, {})
        board = hands.look(edition=edition, player=asked["player"], author=author_of(request))
    except Unfit as unfit:
        return not_your_post(str(unfit))
    except Refused as refusal:
        return refused(edition, refusal)
    shown = wording.of(edition.game).hand(board, asked["player"])
    context = {"player": asked["player"], "shown": shown}
    html = render_to_string(f"referee/{edition.game}/held_cards.html", context, request)
    return JsonResponse({"status": "shown", "html": html})


def texts() -> dict[str, str]:
    """The words that the player's page says by its script."""
    return {
        "connected": _("connected"),
        "age_seconds": _("not connected · as of %s s ago"),
        "age_minutes": _("not connected · as of %s min ago"),
        "sending": _("Being sent…"),
        "not_sent": _("NOT sent: no connection. It is sent again while it still counts. (try %s)"),
        "wait": _("Wait: the last one is not sent yet."),
        "cut_off": _("This phone no longer plays: another one does, or it was cut off."),
        "choose_target": _("Now tap what is lit: the card is played at once."),
        "choose_card": _("First tap a card."),
        "put_back": _("Put back."),
    }
