"""``/proof/…``: what anybody can check, and the files to check it with."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cagli_oca import wording
from display.views import for_spectators
from referee import public_log, selectors

SCRIPT = settings.BASE_DIR / "docs" / "verify_draws.py"

FILES = {
    "chain.jsonl": ("application/jsonl", lambda edition: _lines(public_log.chain_lines(edition))),
    "evening.jsonl": (
        "application/jsonl",
        lambda edition: _lines(public_log.evening_lines(edition)),
    ),
    "evening.csv": ("text/csv", lambda edition: "\ufeff" + public_log.csv_text(edition)),
}
"""File -> its type, and what makes its text."""


def _lines(lines: Any) -> str:
    return "".join(f"{line}\n" for line in lines)


@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """The page of the edition on the screens, else of the last evening."""
    edition = selectors.edition_shown()
    if edition is None:
        raise Http404
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return redirect(reverse("display:proof", args=[edition.pk]) + query)


def _edition_or_404(pk: int) -> Any:
    edition = selectors.edition_get(pk)
    if edition is None:
        raise Http404
    return edition


@for_spectators
def page(request: HttpRequest, language: str, pk: int) -> HttpResponse:
    """The seal, the head of the chain, every draw by the program, and how to recompute it."""
    edition = _edition_or_404(pk)
    seal, *_numbers = edition.committed.removeprefix("sha256:").split(" ")
    words = wording.of(edition.game)
    draws = public_log.draws(edition)
    head = selectors.public_head_row(edition) if edition.opened else None
    context = {
        "edition": edition,
        "folder": f"display/{edition.game}",
        "proof": words.PROOF,
        "seal": seal,
        "numbers": {words.caller(who): number for who, number in edition.called.items()},
        "head": head,
        "draws": _told(edition, draws),
        "by_hand": _by_hand(edition, draws),
        "secret": public_log.secret(edition),
        "secret_from": public_log.secret_from(edition),
        "order_drawn": public_log.order_drawn(edition),
        "downloads": public_log.open_to_all(edition),
        "in_groups": {"seal": public_log.in_groups(seal, 64), "head": _grouped(head)},
    }
    return render(request, "display/proof.html", context)


def _grouped(head: Any) -> str:
    return public_log.in_groups(head.digest, 64) if head else ""


def _told(edition: Any, draws: list[Any]) -> list[dict[str, Any]]:
    """The draws as sentences, with what became of them."""
    return [
        {
            "seq": draw.seq,
            "at": draw.at,
            "sentence": wording.event_sentence(edition.game, draw.steps),
            "line": draw.line,
            "well": draw.line_fits and draw.fits is not False,
            "checked": draw.fits is not None,
            "carried_over": draw.carried_over,
            "taken_back": draw.taken_back,
        }
        for draw in draws
    ]


def _by_hand(edition: Any, draws: list[Any]) -> dict[str, Any] | None:
    """What the last draw is computed from; None while the secret is not published."""
    secret = public_log.secret(edition)
    if not secret or not draws or not draws[-1].line_fits:
        return None
    text = f"{edition.committed} {draws[-1].line} / 1"
    return {"seq": draws[-1].seq, "text": text, "bytes": _typed(text), "secret": secret}


def _typed(text: str) -> str:
    """The text as bytes that can be typed into a shell's double quotes, whatever its letters."""
    return "bytes.fromhex('" + text.encode().hex() + "')"


@for_spectators
def download(request: HttpRequest, language: str, pk: int, file: str) -> HttpResponse:
    """One of the three files, once the public log is open."""
    edition = _edition_or_404(pk)
    if file not in FILES:
        raise Http404
    if not public_log.open_to_all(edition):
        told = _("The public log can be downloaded after the evening.")
        return HttpResponse(told, status=404, content_type="text/plain; charset=utf-8")
    kind, text = FILES[file]
    response = HttpResponse(text(edition), content_type=f"{kind}; charset=utf-8")
    name = f"{edition.game}-{edition.pk}-{file}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """``docs/verify_draws.py`` itself."""
    text = SCRIPT.read_text(encoding="utf-8")
    response = HttpResponse(text, content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="verify_draws.py"'
    return response
