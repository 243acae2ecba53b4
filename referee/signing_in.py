"""Signing in with a password or a tablet's PIN, and what slows down whoever tries many.

django-axes counts the failures and closes the door for a while; under which name it counts is
decided here. A browser on which somebody has signed in before carries a signed cookie, and its
failures are counted for that account on that device alone. Everybody else shares one count an
account. So a spectator can close an account to strangers for some minutes, never to its own
tablets; and no address is looked at, because a whole arena has one.
"""

import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import check_password
from django.contrib.auth.views import LoginView
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from referee import devices
from referee.models import Device

KNOWN_COOKIE = "known"
KNOWN_SALT = "referee.known"
KNOWN_LASTS = 60 * 60 * 24 * 365
MOST_KNOWN = 20
"""Accounts that one browser is remembered for."""

LONGEST_COUNTED = 150
"""Letters of a name that somebody tried: no account's is longer, and axes stores no more."""

STRANGERS = threading.BoundedSemaphore(1)
"""Hashing a password costs a processor half a second: strangers get one turn at a time."""

STRANGERS_WAIT = 5.0
"""Seconds that one stranger waits for the others."""

STRANGERS_WAITING = threading.BoundedSemaphore(10)
"""More of them do not wait at all: each would hold a thread."""


class PinBackend(ModelBackend):
    """A paired tablet that was left alone: its PIN."""

    def authenticate(
        self, request: HttpRequest, device: Device | None = None, password: str = "", **_other: Any
    ) -> Any:
        if device is None or not devices.is_used(device):
            return None
        return device.user if check_password(password, device.pin) else None


# ------------------------------------------------------------------------------ counting


def known(request: HttpRequest) -> dict[str, Any]:
    """This browser's own word, and the accounts that signed in on it."""
    try:
        told = signing.loads(
            request.COOKIES.get(KNOWN_COOKIE, ""), salt=KNOWN_SALT, max_age=KNOWN_LASTS
        )
    except signing.BadSignature:
        return {"device": "", "accounts": []}
    return dict(told)


def is_known(request: HttpRequest, name: str) -> bool:
    """Whether this person has signed in on this browser before."""
    accounts = known(request)["accounts"]
    if not accounts or "\0" in name:
        return False  # no database of ours stores that character
    return get_user_model().objects.filter(username=name, pk__in=accounts).exists()


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """This browser is known for the person who has just signed in."""
    told = known(request)
    others = [pk for pk in told["accounts"] if pk != request.user.pk]
    word = told["device"] or secrets.token_hex(8)
    now = {"device": word, "accounts": [request.user.pk, *others][:MOST_KNOWN]}
    response.set_cookie(
        KNOWN_COOKIE,
        signing.dumps(now, salt=KNOWN_SALT),
        max_age=KNOWN_LASTS,
        path=reverse("referee:login"),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def counted_as(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """The name under which django-axes counts a failure."""
    asked = credentials or {}
    if asked.get("device") is not None:
        return pin_count(asked["device"])
    name = str(asked.get("username") or "")[:LONGEST_COUNTED]
    return f"{name}|{known(request)['device']}" if is_known(request, name) else name


def pin_count(device: Device) -> str:
    """The name under which a tablet's wrong PINs are counted."""
    return f"|{device.pk}"


def no_address(request: HttpRequest) -> str:
    """In place of the address: it is neither counted nor stored."""
    return "0.0.0.0"


def locked_out(
    request: HttpRequest, response: HttpResponse | None = None, credentials: Any = None
) -> HttpResponse:
    """Too many failures: the page says for how long, and what helps meanwhile."""
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    context = {"minutes": minutes, "tablet": request.locked}
    return render(request, "referee/locked_out.html", context, status=429)


# ------------------------------------------------------------------------------ the form


@contextmanager
def _turn() -> Iterator[bool]:
    """A stranger's turn; False if too many wait, or waiting took too long."""
    if not STRANGERS_WAITING.acquire(blocking=False):
        yield False
        return
    try:
        mine = STRANGERS.acquire(timeout=STRANGERS_WAIT)
        try:
            yield mine
        finally:
            if mine:
                STRANGERS.release()
    finally:
        STRANGERS_WAITING.release()


class SignIn(LoginView):
    """``/referee/sign-in/``. A tablet that waits for its PIN is sent to give it."""

    template_name = "referee/sign_in.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.locked:
            return redirect(f"{reverse('referee:lock')}?{request.GET.urlencode()}")
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_known(request, request.POST.get("username", "")):
            return self.tried(request, *args, **kwargs)
        with _turn() as mine:
            if mine:
                return self.tried(request, *args, **kwargs)
        told = _("Many are signing in just now. Try again in a moment.")
        return self.render_to_response(self.get_context_data(busy=told), status=429)

    def tried(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The answer; a wrong one takes a second, while which no stranger tries another."""
        response = super().post(request, *args, **kwargs)
        if request.user.is_authenticated:
            remember(request, response)
        else:
            time.sleep(settings.WRONG_PASSWORD_COSTS)
        return response
