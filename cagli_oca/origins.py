"""Sockets for pages of this site only."""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from cagli_oca.security import is_local

USUAL_PORTS = {"http": "80", "https": "443"}


def header(scope: dict[str, Any], name: bytes) -> str | None:
    """A header's value as text; None if it was not sent."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[-1].decode("latin1").strip() if found else None


def is_same(origin: str, host: str) -> bool:
    """Whether a page of this origin asks for the host it came from (or that of ``PUBLIC_URL``)."""
    if settings.PUBLIC_URL and origin.lower() == settings.PUBLIC_URL.lower():
        return True
    try:
        came = urlsplit(origin)
    except ValueError:
        return False
    usual = USUAL_PORTS.get(came.scheme)
    if usual is None or not came.netloc:
        return False
    return came.netloc.lower().removesuffix(f":{usual}") == host.lower().removesuffix(f":{usual}")


def allowed(scope: dict[str, Any]) -> bool:
    """No origin is no browser, so nobody's cookies are misused. ``null`` is a stranger's frame."""
    origin, host = header(scope, b"origin"), header(scope, b"host") or ""
    if settings.ANY_LOCAL_HOST and not is_local(host):
        return False
    return origin is None or is_same(origin, host)


def same_origin(application: Any) -> Any:
    """ASGI: refuses sockets that a page of another site opens."""

    async def answer(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        inner = application if allowed(scope) else WebsocketDenier.as_asgi()
        return await inner(scope, receive, send)

    return answer
