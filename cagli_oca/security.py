"""What every answer carries, and under which names this site answers.

The policy lets a page load from this site alone, and run no code that stands in a page. Framing
goes by Django's own decorators: denied, same origin, or (exempt) who ``OVERLAY_FRAMED_BY`` names.
"""

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

Answer = Callable[[HttpRequest], HttpResponse]

FRAMERS = {"DENY": "'none'", "SAMEORIGIN": "'self'"}

LOCAL_ENDINGS = (".localhost", ".local", ".lan", ".home.arpa", ".internal", ".test")
"""Names that no stranger can own on the internet."""


def policy(host: str, framers: str) -> str:
    """The Content-Security-Policy. Older Safari knows sockets only by their full address."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            f"connect-src 'self' ws://{host} wss://{host}",
            "manifest-src 'self'",
            "worker-src 'self'",
            "frame-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            f"frame-ancestors {framers}",
        )
    )


def headers(get_response: Answer) -> Answer:
    """Middleware: the policy, on every answer that has none. Outside XFrameOptionsMiddleware."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        framing = response.headers.get("X-Frame-Options", "")
        framers = FRAMERS.get(framing) or " ".join(settings.OVERLAY_FRAMED_BY) or "'none'"
        host = request.META.get("HTTP_HOST", "")
        known = host if is_plain(host) else "localhost"
        response.headers.setdefault("Content-Security-Policy", policy(known, framers))
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"
        )
        return response

    return answer


def is_plain(host: str) -> bool:
    """Whether a Host header can stand in a policy: nothing in it ends a word."""
    return bool(host) and all(c.isalnum() or c in ".-:[]_" for c in host) and host.isascii()


def hosts(get_response: Answer) -> Answer:
    """Middleware: where ``ALLOWED_HOSTS`` is not set, only names that mean this very network.

    Any address, for a LAN whose addresses change; any name without a dot or with a local ending;
    ``PUBLIC_URL``'s name. Not a name of the internet: its owner could let it point here and
    read this site from a page of theirs.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if settings.ANY_LOCAL_HOST and not is_local(request.get_host()):
            raise DisallowedHost(f"{request.get_host()!r}: set ALLOWED_HOSTS to allow this name")
        return get_response(request)

    return answer


def is_local(host: str) -> bool:
    """Whether this Host header names this network, or ``PUBLIC_URL``."""
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    name = name.lower().strip("[]").rstrip(".")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(LOCAL_ENDINGS) or name == settings.PUBLIC_NAME
    return True
