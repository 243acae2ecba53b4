"""Who is asking, beyond the password: a tablet that is locked, cut off, or of another evening.

``DeviceMiddleware`` for requests; ``access_of`` and ``still_good`` for sockets, which stay open.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, get_user_model
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from referee import devices, posts
from referee.models import Device

DEVICE_KEY = "device"
"""The session's key: the number of the tablet that it is on."""

LOCK = "referee:lock"

PLAYERS_PAGES = (
    *("referee:hand", "referee:hand_now", "referee:command"),
    *("referee:pair", "referee:pair_typed", "referee:login", "referee:logout"),
)
"""All that a player's phone opens of the referees' addresses."""

BY_ITSELF = ("referee:here",)
"""What a page sends though nobody touches it: that keeps no tablet open."""


class DeviceMiddleware:
    """Sets ``request.device`` (a paired tablet in use) and ``request.locked`` (one that waits for
    its PIN: who asks is nobody until then). A tablet has no way into another evening.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.device = request.locked = None
        # Not for spectators: reading a session makes a page private to its visitor.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and DEVICE_KEY in request.session:
            self.judge(request)
        return self.get_response(request)

    def judge(self, request: HttpRequest) -> None:
        device = devices.device_get(request.session[DEVICE_KEY])
        if device is None or device.user != request.user:
            request.session.flush()
            request.user = AnonymousUser()
        elif not devices.is_awake(device):
            request.locked, request.user = device, AnonymousUser()
        else:
            request.device = device

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if request.device is None:
            return
        if request.method == "POST" and request.resolver_match.view_name not in BY_ITSELF:
            devices.device_touched(request.device)
        if request.resolver_match.namespace != "referee":
            return
        if kwargs.get("pk", request.device.edition_id) != request.device.edition_id:
            raise PermissionDenied
        if request.device.plays and request.resolver_match.view_name not in PLAYERS_PAGES:
            raise PermissionDenied


def may_see(request: HttpRequest, edition_id: int | None) -> bool:
    """Whether all that was recorded in this edition may be shown here."""
    device = request.device
    own = device is None or edition_id in (None, device.edition_id)
    return own and posts.may(request.user, "see")


# ------------------------------------------------------------------------------ sockets


@dataclass(frozen=True, slots=True)
class Access:
    """Why a socket was let in: it is closed when this no longer holds."""

    session_key: str
    user_id: int
    session_hash: str
    device_id: int | None


def access_of(user: Any, session: Any, edition_id: int | None) -> Access | None:
    """The right of a socket to all that was recorded in this edition; None if it has none.

    Of what is recorded it is sent nobody's secrets, so that players may follow, too.
    """
    if not posts.may(user, "follow"):
        return None
    device_id = session.get(DEVICE_KEY)
    if device_id is not None:
        device = devices.device_get(device_id)
        if device is None or device.edition_id != edition_id or not devices.is_awake(device):
            return None
    return Access(session.session_key, user.pk, session.get(HASH_SESSION_KEY, ""), device_id)


def still_good(held: Iterable[Access]) -> set[Access]:
    """Those that still hold: three queries, however many sockets."""
    held = set(held)
    now = timezone.now()
    keys = {access.session_key for access in held}
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
    alive = set(sessions.values_list("session_key", flat=True))
    with_a_post = Q(is_staff=True) | Q(groups__name__in=posts.ACTIONS["follow"])
    people = get_user_model().objects.filter(with_a_post)
    users = people.in_bulk({access.user_id for access in held})
    awake = set(
        Device.objects.filter(
            pk__in={access.device_id for access in held}, awake_until__gt=now
        ).values_list("pk", flat=True)
    )
    return {
        access
        for access in held
        if access.session_key in alive
        and access.user_id in users
        and users[access.user_id].is_active
        and constant_time_compare(
            access.session_hash, users[access.user_id].get_session_auth_hash()
        )
        and (access.device_id is None or access.device_id in awake)
    }
