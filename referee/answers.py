"""What the referees' views share: who may, what was asked, and how a refusal is answered."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from cagli_oca.games import fields
from cagli_oca.games.core import Refused, Unreadable
from cagli_oca.games.evening_file import strict_json
from referee import console, posts, selectors, services
from referee.models import Edition

View = Callable[..., HttpResponse]

DEVICE_COOKIE = "device"
LONGEST_ID = 64

LOCKED = {
    "opened": gettext_lazy("The edition has been opened; its data can only be amended now."),
    "not_opened": gettext_lazy("The edition has not been opened yet."),
    "real_evening": gettext_lazy("A real evening's log is never deleted."),
    "changed": gettext_lazy(
        "Somebody else has changed this set-up meanwhile: load the page again."
    ),
    **console.ELSEWHERE,
    "command_id_used": gettext_lazy("This id was used for another edition."),
}


def json_of(request: HttpRequest) -> Any:
    """The JSON value that a script sent. Raises Unreadable."""
    if request.content_type != "application/json":
        raise Unreadable("not_json")
    return strict_json(request.body)


def may_required(action: str) -> Callable[[View], View]:
    """For the posts that may do *action* (``posts.ACTIONS``)."""

    def decorate(view: View) -> View:
        @wraps(view)
        @login_required
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not posts.may(request.user, action):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return checked

    return decorate


organiser_required = may_required("set_up")


def form_of(page: str, *kept: str) -> Callable[[View], View]:
    """For the address that a form is sent to.

    Who only opens it (another language, a sign-in in between) is led to *page*, the form's own,
    with the arguments named in *kept*.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def posted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method in ("GET", "HEAD"):
                return redirect(page, *(kwargs[key] for key in kept))
            return require_POST(view)(request, *args, **kwargs)

        return posted

    return decorate


def not_your_post(message: str = "", allowed: Sequence[str] = ()) -> JsonResponse:
    """Signed in, but this is another post's to do."""
    message = message or _("Your post does not do that; ask the head referee.")
    answer = {"status": "refused", "rule": "", "message": message, "allowed": list(allowed)}
    return JsonResponse(answer, status=403)


def signed_in_json(view: View) -> View:
    """As ``login_required``, but answers a script with 401 instead of the sign-in page."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            message = (
                _("This tablet is locked: it opens with its PIN.")
                if request.locked
                else _("You are no longer signed in.")
            )
            return JsonResponse({"status": "signed_out", "message": message}, status=401)
        return view(request, *args, **kwargs)

    return checked


def may_json(action: str) -> Callable[[View], View]:
    """As ``may_required``, for a script: 401 signed out, 403 another post's."""

    def decorate(view: View) -> View:
        @wraps(view)
        @signed_in_json
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not posts.may(request.user, action):
                return not_your_post()
            return view(request, *args, **kwargs)

        return checked

    return decorate


def edition_or_404(pk: int) -> Edition:
    edition = selectors.edition_get(pk)
    if edition is None:
        raise Http404
    return edition


def opened_or_404(pk: int) -> Edition:
    edition = edition_or_404(pk)
    if not edition.opened:
        raise Http404
    return edition


def author_of(request: HttpRequest) -> services.Author:
    """Who records, and on which device (a cookie that only names the tablet)."""
    device = "".join(filter(str.isprintable, request.COOKIES.get(DEVICE_COOKIE, "")))
    plays = None
    if posts.post_of(request.user) == posts.PLAYER:
        plays = request.device.plays if request.device else ""
    return services.Author(
        by=request.user.get_username(),
        device=device[:40],
        everyday=not posts.may(request.user, "direct"),
        plays=plays,
    )


def command_id(key: str, value: Any) -> str:
    """A tablet's id of a command: words that fit into the log. Raises Unreadable."""
    if len(fields.words(key, value)) > LONGEST_ID:
        raise Unreadable("too_long", key=key, longest=LONGEST_ID)
    return str(value)


def known_epoch(key: str, value: Any) -> int:
    """The highest epoch that a tablet has seen. Raises Unreadable."""
    if fields.integer(key, value) < 0:
        raise Unreadable("not_one_of", key=key, choices=["0–"])
    return int(value)


def tapped(key: str, value: Any) -> dict[str, Any]:
    """A command from a tablet: who, when and of which correction are the log's to say.

    Raises Unreadable.
    """
    for about in ("at", "by", "correction", "proof"):
        if about in fields.any_object(key, value):
            raise Unreadable("unknown_key", key=about, keys=["do", "note"])
    return dict(value)


def refused(edition: Edition, refusal: Refused) -> JsonResponse:
    """422 with the rule and what would be allowed; 400 for what cannot be read."""
    status = 400 if refusal.rule == "FILE" else 422
    return JsonResponse(console.refusal_json(edition.game, refusal), status=status)


STALE = {
    None: gettext_lazy("Not recorded: something else was recorded meanwhile."),
    True: gettext_lazy("Another tablet has recorded the same already: nothing is to be done."),
    False: gettext_lazy(
        "Not recorded: another tablet was first, and differs. The head referee is told."
    ),
}
"""By whether what won says the same as what lost; None: it is about something else."""


def stale_told(edition: Edition, stale: services.Stale) -> dict[str, Any]:
    """What was recorded meanwhile, for who built upon an older state."""
    told = console.told_rows(edition, stale.meanwhile, list(selectors.log(edition)))
    return {
        "status": "stale",
        "head": stale.head,
        "message": STALE[None],
        "meanwhile": [{"seq": row.seq, "by": row.by, "sentence": row.sentence} for row in told],
    }
