"""What a phone needs to keep the page like an app: a manifest, and a service worker.

Both are written by the server, because only it knows the hashed names of the static files.
"""

import hashlib
import json
import re
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from cagli_oca import wording
from cagli_oca.games import GAMES
from display.views import for_spectators
from referee import selectors

ICONS = {
    "display/icons/icon-192.png": ("192x192", "any"),
    "display/icons/icon-512.png": ("512x512", "any"),
    "display/icons/icon-maskable-512.png": ("512x512", "maskable"),
}

ON_EVERY_PAGE = ["cagli_oca/tokens.css", "cagli_oca/icon.svg", "display/page.css"]


@for_spectators
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """``/manifest.webmanifest``: name, icons and colours for the phone's home screen."""
    edition = selectors.edition_current()
    words = wording.of(edition.game if edition else next(iter(GAMES)))
    return JsonResponse(
        {
            "name": str(words.TITLE),
            "short_name": str(words.SHORT_TITLE),
            "lang": language,
            "id": "/",
            "start_url": reverse("display:phone"),
            "scope": "/",
            "display": "standalone",
            "background_color": "#f7edd3",
            "theme_color": "#efe0bc",
            "icons": [
                {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for name, (sizes, purpose) in ICONS.items()
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
@gzip_page
def service_worker(request: HttpRequest) -> HttpResponse:
    """``/sw.js``: from the root, because that is as far as a service worker reaches.

    Its version is a digest of all that it keeps: another version of any file makes another worker.
    """
    edition = selectors.edition_current()
    shell = {"pages": pages(), "assets": assets(edition.game if edition else next(iter(GAMES)))}
    context: dict[str, Any] = {"shell": json.dumps(shell), "version": digest(shell)}
    response = render(request, "display/sw.js", context, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


def pages() -> list[str]:
    """The pages that can be read without a network, as they were when there was one."""
    return [reverse(f"display:{name}") for name in ("phone", "rules", "readings")]


def assets(game: str) -> list[str]:
    """The static files of those pages: what their heads name, and what every page has."""
    folder = f"display/{game}"
    heads = [
        render_to_string("display/phone/head.html"),
        render_to_string(f"{folder}/phone/head.html"),
    ]
    named = re.findall(r'href="([^"]+\.(?:css|js|svg|png|woff2))"', "".join(heads))
    return sorted({*named, *map(static, [*ON_EVERY_PAGE, f"{folder}/phone.js"])})


def digest(shell: Any) -> str:
    """Names a version of all that is kept."""
    told = json.dumps([settings.VERSION, shell])
    return hashlib.sha256(told.encode()).hexdigest()[:12]
