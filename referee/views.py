"""The referees' pages: sign in, editions, console. Writes go through ``services`` alone."""

import secrets
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST, require_safe

from cagli_oca import wording
from cagli_oca.games import fields
from cagli_oca.games.core import Refused, Unreadable
from cagli_oca.games.evening_file import strict_json
from referee import console, posts, samples, selectors, services, tablets
from referee.models import Edition

View = Callable[..., HttpResponse]

DEVICE_COOKIE = "device"
LONGEST_ID = 64
ONE_YEAR = 60 * 60 * 24 * 365

LOCKED = {
    "opened": gettext_lazy("The edition has been opened; its data can only be amended now."),
    "not_opened": gettext_lazy("The edition has not been opened yet."),
    "real_evening": gettext_lazy("A real evening's log is never deleted."),
    "changed": gettext_lazy(
        "Somebody else has changed this set-up meanwhile: load the page again."
    ),
    "following": gettext_lazy(
        "This computer only shows what another one records: enter it there, or take over first."
    ),
    "superseded": gettext_lazy(
        "Not recorded: another computer has taken over this evening. Enter it there."
    ),
    "command_id_used": gettext_lazy("This id was used for another edition."),
}


def json_of(request: HttpRequest) -> Any:
    """The JSON value that a script sent. Raises Unreadable."""
    if request.content_type != "application/json":
        raise Unreadable("not_json")
    return strict_json(request.body)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from a page that is too old, or cookies switched off."""
    if request.headers.get("Content-Type") == "application/json":
        message = _("This page is too old.")
        return JsonResponse({"status": "csrf", "message": message}, status=403)
    return render(request, "referee/csrf.html", status=403)


def may_required(action: str) -> Callable[[View], View]:
    """For the posts that may do *action* (``posts.ACTIONS``)."""

    def decorate(view: View) -> View:
        @wraps(view)
        @login_required
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not posts.may(request.user, action):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return checked

    return decorate


organiser_required = may_required("set_up")


def not_your_post(message: str = "", allowed: Sequence[str] = ()) -> JsonResponse:
    """Signed in, but this is another post's to do."""
    message = message or _("Your post does not do that; ask the head referee.")
    answer = {"status": "refused", "rule": "", "message": message, "allowed": list(allowed)}
    return JsonResponse(answer, status=403)


def signed_in_json(view: View) -> View:
    """As ``login_required``, but answers a script with 401 instead of the sign-in page."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            message = (
                _("This tablet is locked: it opens with its PIN.")
                if request.locked
                else _("You are no longer signed in.")
            )
            return JsonResponse({"status": "signed_out", "message": message}, status=401)
        return view(request, *args, **kwargs)

    return checked


def may_json(action: str) -> Callable[[View], View]:
    """As ``may_required``, for a script: 401 signed out, 403 another post's."""

    def decorate(view: View) -> View:
        @wraps(view)
        @signed_in_json
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not posts.may(request.user, action):
                return not_your_post()
            return view(request, *args, **kwargs)

        return checked

    return decorate


def edition_or_404(pk: int) -> Edition:
    edition = selectors.edition_get(pk)
    if edition is None:
        raise Http404
    return edition


def opened_or_404(pk: int) -> Edition:
    edition = edition_or_404(pk)
    if not edition.opened:
        raise Http404
    return edition


def author_of(request: HttpRequest) -> services.Author:
    """Who records, and on which device (a cookie that only names the tablet)."""
    device = request.COOKIES.get(DEVICE_COOKIE, "")
    everyday = not posts.may(request.user, "direct")
    return services.Author(by=request.user.get_username(), device=device[:40], everyday=everyday)


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
    }
    return render(request, "referee/editions.html", context)


@organiser_required
@require_POST
def edition_new(request: HttpRequest) -> HttpResponse:
    """A draft, copied from an earlier edition or the sample."""
    copy_of = request.POST.get("copy_of", "")
    if copy_of in samples.slugs():
        edition = services.edition_create(header=samples.header(copy_of), sample=True)
    else:
        number = int(copy_of) if copy_of.isdecimal() and len(copy_of) < 10 else 0
        original = edition_or_404(number)
        left_out = ("rehearsal", "position", "commitment")
        header = {k: v for k, v in selectors.data_in_force(original).items() if k not in left_out}
        edition = services.edition_create(header=header, sample=original.sample)
    return redirect("referee:setup", edition.pk)


@organiser_required
@require_POST
def edition_current(request: HttpRequest, pk: int) -> HttpResponse:
    """Chooses what the public screens show; an empty ``current`` takes it off them."""
    edition = edition_or_404(pk)
    if request.POST.get("current") != "":
        services.edition_make_current(edition_id=edition.pk)
    elif edition.current:
        services.edition_make_current(edition_id=None)
    return redirect("referee:editions")


@organiser_required
@require_POST
def edition_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Deletes a draft, or a rehearsal whole."""
    edition = edition_or_404(pk)
    try:
        services.edition_delete(edition_id=edition.pk)
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


# ---------------------------------------------------------------- answers to the console's script


def command_id(key: str, value: Any) -> str:
    """A tablet's id of a command: words that fit into the log. Raises Unreadable."""
    if len(fields.words(key, value)) > LONGEST_ID:
        raise Unreadable("too_long", key=key, longest=LONGEST_ID)
    return str(value)


def tapped(key: str, value: Any) -> dict[str, Any]:
    """A command from a tablet: who and when are the log's to say. Raises Unreadable."""
    for about in ("at", "by", "proof"):
        if about in fields.any_object(key, value):
            raise Unreadable("unknown_key", key=about, keys=["do", "note"])
    return dict(value)


REQUEST_KEYS: dict[str, fields.Check] = {"id": command_id, "command": tapped}


def known_epoch(key: str, value: Any) -> int:
    """The highest epoch that a tablet has seen. Raises Unreadable."""
    if fields.integer(key, value) < 0:
        raise Unreadable("not_one_of", key=key, choices=["0–"])
    return int(value)


REQUEST_OPTIONAL: dict[str, fields.Check] = {
    "seen": fields.integer,
    "after": fields.words,
    "epoch": known_epoch,
}


@require_POST
@signed_in_json
def command(request: HttpRequest, pk: int) -> JsonResponse:
    """Records one tap. 200 recorded, 400 unreadable, 409 stale, 422 refused by a rule."""
    edition = selectors.edition_get(pk)
    if edition is None:
        message = _("This edition is no longer there.")
        return JsonResponse({"status": "gone", "message": message}, status=404)
    if not posts.may(request.user, "record"):
        return not_your_post()
    try:
        asked = fields.read_object("request", json_of(request), REQUEST_KEYS, REQUEST_OPTIONAL)
        row = services.command_submit(
            edition_id=pk,
            command=asked["command"],
            command_id=asked["id"],
            seen=asked.get("seen"),
            after=asked.get("after"),
            epoch=asked.get("epoch"),
            author=author_of(request),
        )
    except services.Stale as stale:
        return JsonResponse(_stale(edition, stale, asked, author_of(request)), status=409)
    except services.Locked as locked:
        return JsonResponse({"status": "locked", "message": LOCKED[locked.code]}, status=409)
    except posts.NotYours as other:
        return not_your_post(posts.ELSEWHERE[other.code], edition.rules.everyday)
    except Refused as refusal:
        return _refused(edition, refusal)
    return JsonResponse(
        {
            "status": "recorded",
            "seq": row.seq,
            "command": row.command,
            "steps": row.steps,
            "sentence": wording.event_sentence(edition.game, row.steps),
        }
    )


@require_POST
@may_json("record")
def preview(request: HttpRequest, pk: int) -> JsonResponse:
    """What a command would do now, in sentences with their rules. Writes nothing."""
    edition = opened_or_404(pk)
    try:
        asked = json_of(request)
        evening = selectors.evening(edition)
        event = evening.decide(edition.rules.read(asked))
    except Refused as refusal:
        return _refused(edition, refusal)
    effect = console.effect_lines(edition.game, event)
    return JsonResponse({"status": "possible", "seen": evening.head, "effect": effect})


def _refused(edition: Edition, refusal: Refused) -> JsonResponse:
    status = 400 if refusal.rule == "FILE" else 422
    return JsonResponse(console.refusal_json(edition.game, refusal), status=status)


STALE = {
    None: gettext_lazy("Not recorded: something else was recorded meanwhile."),
    True: gettext_lazy("Another tablet has recorded the same already: nothing is to be done."),
    False: gettext_lazy(
        "Not recorded: another tablet was first, and differs. The head referee is told."
    ),
}
"""By whether what won says the same as what lost; None: it is about something else."""


def _stale(
    edition: Edition, stale: services.Stale, asked: dict[str, Any], author: services.Author
) -> dict[str, Any]:
    rows = list(selectors.log(edition))
    told = [
        {"seq": row.seq, "by": row.by, "sentence": row.sentence}
        for row in console.told_rows(edition, stale.meanwhile, rows)
    ]
    same = tablets.entry_compare(edition, stale.meanwhile, asked["command"])
    if same is False:
        tablets.disagreement_note(
            edition_id=edition.pk,
            seq=stale.meanwhile[0].seq,
            command=asked["command"],
            command_id=asked["id"],
            author=author,
        )
    return {
        "status": "stale",
        "head": stale.head,
        "message": STALE[same],
        "meanwhile": told,
        "same": same,
        "winner": None if same is None else told[0],
    }
