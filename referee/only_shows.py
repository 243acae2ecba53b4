"""While this computer follows another one, nothing is changed here: every write is refused.

The services refuse too (``services.must_be_main``); this says it once for all pages and scripts,
also for what is no service's: accounts, tablets, screens.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from referee import selectors

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")

STILL_POSSIBLE = {
    *("referee:login", "referee:logout", "set_language"),
    *("referee:take_over", "referee:aside_noted", "referee:mirror"),
    *("referee:lock", "referee:lock_now", "referee:awake", "referee:here"),
    "display:report",  # what a screen says of itself; each computer keeps that for itself
    "referee:command",  # asks the same when the edition is locked, and once is enough for a tap
}


def only_shows(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware. Costs a query for each request that would write, and nothing for the others."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method in SAFE or _name(request) in STILL_POSSIBLE:
            return get_response(request)
        if not selectors.is_following():
            return get_response(request)
        if request.content_type == "application/json":
            message = _(
                "This computer only shows what another one records: enter it there, or take over"
                " first."
            )
            return JsonResponse({"status": "locked", "message": message}, status=409)
        return render(request, "referee/only_shows.html", status=409)

    return middleware


def _name(request: HttpRequest) -> str:
    try:
        return resolve(request.path_info).view_name
    except Resolver404:
        return ""
