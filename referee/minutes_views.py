"""On paper: the minutes of an evening, and the blank form for one without electricity."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from cagli_oca import wording
from referee import public_log, selectors
from referee.answers import edition_or_404, may_required, opened_or_404
from referee.minutes import minutes_of

SHEETS, LINES = 4, 16
"""Of the paper form: sheets of turns, and turns on each. A long evening copies one."""


@may_required("see")
@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """The minutes as a page to read or to print."""
    edition = opened_or_404(pk)
    minutes = minutes_of(edition)
    context = {
        "edition": edition,
        "minutes": minutes,
        "digest": public_log.in_groups(minutes.digest, 64),
        "seal": public_log.in_groups(minutes.seal, 64),
        "languages": settings.LANGUAGES,
    }
    return render(request, "referee/minutes.html", context)


@may_required("see")
@require_safe
def pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as a PDF; ``?lang=`` chooses the language."""
    # Slow to import, and few commands and requests need it.
    from referee.minutes_pdf import pdf_of

    edition = opened_or_404(pk)
    wanted = request.GET.get("lang", "")
    language = wanted if wanted in dict(settings.LANGUAGES) else translation.get_language()
    with translation.override(language):
        made = pdf_of(minutes_of(edition))
    response = HttpResponse(made, content_type="application/pdf")
    name = f"{edition.game}-{edition.pk}-minutes-{language}.pdf"
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


@may_required("see")
@require_safe
def paper(request: HttpRequest, pk: int) -> HttpResponse:
    """The blank paper form, with what is known of the edition printed on it."""
    edition = edition_or_404(pk)
    context = {
        "edition": edition,
        "setup": selectors.setup(edition),
        "words": wording.of(edition.game),
        "sheets": range(1, SHEETS + 1),
        "lines": range(LINES),
    }
    return render(request, f"referee/{edition.game}/paper.html", context)
