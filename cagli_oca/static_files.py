"""Static files with hashed names, also inside our JavaScript's ``import`` lines; and how they are
answered before Django sees the request.
"""

from typing import Any

from django.conf import settings
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage as Storage

OURS = ("cagli_oca/*.js", "display/*.js", "referee/*.js")


class HashedStaticFilesStorage(Storage):
    """WhiteNoise's storage, with Django's rewriting of module imports for our own modules.

    Not ``support_js_module_import_aggregation``: that reads every package's files, and stops at an
    import that stands in a comment of one of them.
    """

    patterns = (
        *Storage.patterns,
        *((folder, Storage._js_module_import_aggregation_patterns[1]) for folder in OURS),
    )


HEADERS = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
]
"""A file is shown by a page of ours, or by nobody."""


def static_first(application: Any) -> Any:
    """ASGI: answers static files by itself, and leaves everything else to *application*.

    A first view asks for two dozen of them. Through Django's middleware each costs a thread's time.
    What came by plain HTTP where TLS is on is Django's to send on.
    """
    files = WhiteNoiseMiddleware(lambda _request: None).files

    async def answer(scope: dict[str, Any], receive: Any, send: Any) -> None:
        file = files.get(scope["path"]) if scope["method"] in ("GET", "HEAD") else None
        if file is None:
            await application(scope, receive, send)
            return
        asked = {
            "HTTP_" + name.decode("latin1").upper().replace("-", "_"): value.decode("latin1")
            for name, value in scope["headers"]
        }
        if settings.TLS and asked.get("HTTP_X_FORWARDED_PROTO") != "https":
            await application(scope, receive, send)
            return
        found = file.get_response(scope["method"], asked)
        body = b""
        if found.file is not None:
            with found.file:
                body = found.file.read()
        told = [(name.lower().encode(), value.encode("latin1")) for name, value in found.headers]
        start = {"status": int(found.status), "headers": [*told, *HEADERS]}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": body})

    return answer
