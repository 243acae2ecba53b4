"""The referees' pages: sign in, editions, console. Writes go through ``services`` alone."""

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from cagli_oca import wording
from referee import console, posts, samples, selectors, services, setting_up
from referee.answers import (
    DEVICE_COOKIE,
    LOCKED,
    edition_or_404,
    form_of,
    may_json,
    may_required,
    opened_or_404,
    organiser_required,
)
from referee.models import Edition

ONE_YEAR = 60 * 60 * 24 * 365


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from a page that is too old, or cookies switched off."""
    if request.headers.get("Content-Type") == "application/json":
        message = _("This page is too old.")
        return JsonResponse({"status": "csrf", "message": message}, status=403)
    return render(request, "referee/csrf.html", status=403)


@login_required
@require_safe
def editions(request: HttpRequest) -> HttpResponse:
    """Every edition, and what can be done with each."""
    rows = []
    for edition in selectors.edition_list():
        if request.device is not None and edition.pk != request.device.edition_id:
            continue
        words = wording.of(edition.game)
        event = edition.header.get("event", "palio")
        rows.append(
            {
                "edition": edition,
                "event": words.EVENTS.get(event, event),
                "held_on": parse_date(edition.header.get("held_on", "")),
                "now": words.now(selectors.scoreboard(edition)) if edition.opened else None,
            }
        )
    context = {
        "rows": rows,
        "samples": {s: wording.of(s).TITLE for s in samples.slugs()},
        "may_see": posts.may(request.user, "see"),
        "may_screens": posts.may(request.user, "screens"),
        "may_people": posts.may(request.user, "people"),
        "may_devices": posts.may(request.user, "devices"),
        "may_copies": posts.may(request.user, "take_over"),
        "may_announce": posts.may(request.user, "announce"),
        "may_release": posts.may(request.user, "release"),
    }
    return render(request, "referee/editions.html", context)


@organiser_required
@form_of("referee:editions")
def edition_new(request: HttpRequest) -> HttpResponse:
    """A draft, copied from an earlier edition or the sample."""
    copy_of = request.POST.get("copy_of", "")
    if copy_of in samples.slugs():
        edition = setting_up.edition_create(header=samples.header(copy_of), sample=True)
    else:
        number = int(copy_of) if copy_of.isdecimal() and len(copy_of) < 10 else 0
        original = edition_or_404(number)
        left_out = ("rehearsal", "position", "commitment")
        header = {k: v for k, v in selectors.data_in_force(original).items() if k not in left_out}
        edition = setting_up.edition_create(header=header, sample=original.sample)
    return redirect("referee:setup", edition.pk)


@organiser_required
@form_of("referee:editions")
def edition_current(request: HttpRequest, pk: int) -> HttpResponse:
    """Chooses what the public screens show; an empty ``current`` takes it off them."""
    edition = edition_or_404(pk)
    if request.POST.get("current") != "":
        setting_up.edition_make_current(edition_id=edition.pk)
    elif edition.current:
        setting_up.edition_make_current(edition_id=None)
    return redirect("referee:editions")


@organiser_required
@form_of("referee:editions")
def edition_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Deletes a draft, or a rehearsal whole."""
    edition = edition_or_404(pk)
    try:
        setting_up.edition_delete(edition_id=edition.pk)
    except services.Locked as locked:
        messages.error(request, LOCKED[locked.code])
    else:
        messages.success(request, _("“%(name)s” was deleted.") % {"name": edition.name})
    return redirect("referee:editions")


@organiser_required
@require_GET
def edition_file(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """The evening file, to keep."""
    edition = opened_or_404(pk)
    lines = (line + "\n" for line in list(selectors.export_lines(edition)))
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    name = f"{edition.game}-{edition.pk}.jsonl"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def evening_held(edition: Edition) -> int:
    """How many rows the reveal holds back."""
    return selectors.head_row(edition).seq - selectors.public_head(edition)


@may_required("see")
@require_safe
def console_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The console of an opened edition; a draft leads to its set-up."""
    edition = edition_or_404(pk)
    if not edition.opened:
        return redirect("referee:setup", pk)
    words = wording.of(edition.game)
    context = {
        **console.panel(edition, request.user),
        **console.side(edition),
        "scripts_template": f"referee/{edition.game}/scripts.html",
        "panel_template": f"referee/{edition.game}/panel.html",
        "side_template": f"referee/{edition.game}/side.html",
        "blind_template": f"referee/{edition.game}/blind.html",
        "ready_reasons": {do: [str(r) for r in rs] for do, rs in words.READY_REASONS.items()},
        "texts": console.texts(),
        "held": evening_held(edition),
        "may_release": posts.may(request.user, "release"),
        "may_announce": posts.may(request.user, "announce"),
        "may_screens": posts.may(request.user, "screens"),
        "may_devices": posts.may(request.user, "devices"),
    }
    response = render(request, "referee/console.html", context)
    if DEVICE_COOKIE not in request.COOKIES:
        device = secrets.token_hex(2)
        response.set_cookie(
            DEVICE_COOKIE,
            device,
            max_age=ONE_YEAR,
            samesite="Lax",
            httponly=True,
            secure=request.is_secure(),
        )
    return response


@may_json("see")
@require_safe
def panel(request: HttpRequest, pk: int) -> HttpResponse:
    """The panel as a fragment."""
    edition = opened_or_404(pk)
    return render(
        request, f"referee/{edition.game}/panel.html", console.panel(edition, request.user)
    )


@may_json("see")
@require_safe
def side(request: HttpRequest, pk: int) -> HttpResponse:
    """The standings and last actions as a fragment."""
    edition = opened_or_404(pk)
    return render(request, f"referee/{edition.game}/side.html", console.side(edition))


@may_required("see")
@require_safe
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """Every row with time, author and device, newest first."""
    edition = opened_or_404(pk)
    rows = list(selectors.log(edition))
    told = console.told_rows(edition, reversed(rows), rows)
    may_correct = posts.may(request.user, "correct")
    context = {
        "edition": edition,
        "rows": told,
        "may_correct": may_correct,
        "position": edition.rules.position(selectors.evening(edition).state),
    }
    return render(request, "referee/log.html", context)
