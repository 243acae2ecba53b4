"""The page of the copies: second copy, second computer, backup and restore. And what a second
computer asks.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from cagli_oca import wording
from cagli_oca.games.core import UNDO
from cagli_oca.games.evening_file import BadLine
from referee import (
    backup,
    bundle,
    following,
    mirror,
    posts,
    restore,
    selectors,
    services,
    wire,
)
from referee.answers import LOCKED, form_of, may_required, organiser_required
from referee.models import AsideRow, Follower, Following, LogRow

GZIP = b"\x1f\x8b"

LONGEST_QUESTION = 2 << 20
"""Bytes: the digests of some thirty thousand rows."""


class RestoreForm(forms.Form):
    """What is uploaded, and what it may replace."""

    file = forms.FileField(label=gettext_lazy("A backup, or an evening file"))
    replace = forms.BooleanField(
        label=gettext_lazy(
            "If an evening here has other or more actions, the backup takes its place; what is here"
            " is set aside and listed, not lost."
        ),
        required=False,
    )
    people = forms.BooleanField(
        label=gettext_lazy(
            "People, tablets and screens as they are in the backup, instead of those here: sign in"
            " again afterwards."
        ),
        required=False,
    )


@login_required
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """How the copies stand, and what this person may do about it."""
    return _page(request)


def _page(request: HttpRequest, **more: Any) -> HttpResponse:
    may = {word: posts.may(request.user, word) for word in ("set_up", "take_over")}
    if not any(may.values()):
        raise PermissionDenied
    followed = Following.objects.first()
    context = {
        "may_set_up": may["set_up"],
        "may_take_over": may["take_over"],
        "copy": backup.status(),
        "second": mirror.status(),
        "followers": Follower.objects.all(),
        "followed": followed,
        "follows": followed is not None and followed.taken_over_at is None,
        "superseded": [e for e in selectors.edition_list() if e.superseded],
        "aside": aside_told(),
        "form": RestoreForm(),
        **more,
    }
    return render(request, "referee/backup.html", context)


def aside_told() -> list[dict[str, Any]]:
    """The rows that are in no log, as sentences, by edition."""
    told: dict[int, dict[str, Any]] = {}
    for row in selectors.aside():
        entry = told.setdefault(row.edition_id, {"edition": row.edition, "rows": []})
        entry["rows"].append(_told(row))
    return list(told.values())


def _told(aside: AsideRow) -> dict[str, Any]:
    row = bundle.thing(LogRow, {**aside.content, "edition_id": aside.edition_id})
    assert isinstance(row, LogRow)
    name = wording.action_name(aside.edition.game, row.command.get("do", ""))
    if row.name != UNDO:
        sentence = wording.event_sentence(aside.edition.game, row.steps)
    else:
        sentence = _("(took back action %(seq)s)") % {"seq": row.steps[0]["seq"]}
    return {"row": row, "name": name, "sentence": sentence, "there": aside.where == AsideRow.THERE}


# --------------------------------------------------------------------- backup and restore


@organiser_required
@require_safe
def backup_file(request: HttpRequest) -> StreamingHttpResponse:
    """Everything that this computer holds, in one file."""
    response = StreamingHttpResponse(restore.backup_chunks(), content_type="application/gzip")
    now = timezone.localtime().strftime("%Y-%m-%d-%H%M")
    response["Content-Disposition"] = f'attachment; filename="cagli-backup-{now}.gz"'
    response["Cache-Control"] = "no-store"
    return response


@organiser_required
@form_of("referee:backup")
def restore_file(request: HttpRequest) -> HttpResponse:
    """Restores what was uploaded: a whole backup, or one evening file."""
    form = RestoreForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form=form)
    stream = form.cleaned_data["file"]
    packed = stream.read(len(GZIP)) == GZIP
    stream.seek(0)
    try:
        if packed:
            replace, people = form.cleaned_data["replace"], form.cleaned_data["people"]
            for done in restore.backup_restore(stream=stream, replace=replace, people=people):
                messages.success(request, _sentence(done))
        else:
            _restore_evening(request, stream)
    except bundle.Damaged as damaged:
        text = _("Nothing was restored: this is no whole backup (%(why)s).")
        messages.error(request, text % {"why": damaged})
    except BadLine as bad:
        text = _("Nothing was restored. Line %(line)s: %(rule)s: %(why)s")
        why = wording.refusal_sentence(bad.game and bad.game.slug, bad.refusal)
        messages.error(request, text % {"line": bad.line, "rule": bad.refusal.rule, "why": why})
    except services.Locked as locked:
        messages.error(request, LOCKED[locked.code])
    return redirect("referee:backup")


def _restore_evening(request: HttpRequest, stream: Any) -> None:
    edition, torn = restore.evening_restore(stream=stream)
    text = _("“%(name)s” was restored from its evening file, as a new edition.")
    messages.success(request, text % {"name": edition.name})
    edition.refresh_from_db()
    if edition.current:
        text = _(
            "It is on the screens now, in place of the same evening that was here: open its console"
            " from the list of editions, or show the other one again."
        )
        messages.warning(request, text)
    if torn:
        text = _("Line %(line)s was cut in writing and is left out; all before it is kept.")
        messages.warning(request, text % {"line": torn})


def _sentence(done: restore.Restored) -> str:
    about = {"name": done.name, "count": done.count}
    match done.what:
        case "new":
            text = ngettext(
                "“%(name)s”: restored, %(count)d row.",
                "“%(name)s”: restored, %(count)d rows.",
                done.count,
            )
        case "more":
            text = ngettext(
                "“%(name)s”: %(count)d row that was missing here is restored.",
                "“%(name)s”: %(count)d rows that were missing here are restored.",
                done.count,
            )
        case "replaced":
            text = _("“%(name)s”: is now as in the backup; what was here is listed below.")
        case "kept":
            text = ngettext(
                "“%(name)s”: left as it is; it has %(count)d row here that the backup has not.",
                "“%(name)s”: left as it is; it has %(count)d rows here that the backup has not.",
                done.count,
            )
        case _:
            text = _("“%(name)s”: is here already, just the same.")
    return text % about


# ---------------------------------------------------------------------- the second computer


@organiser_required
@form_of("referee:backup")
def follower_new(request: HttpRequest) -> HttpResponse:
    """Makes a token, and shows it this once."""
    # PostgreSQL stores no NUL, and nobody can read the other letters that are not printed.
    typed = "".join(filter(str.isprintable, " ".join(request.POST.get("name", "").split())))
    name = typed[:40].strip() or _("second computer")
    token = mirror.follower_add(name=name)
    here = request.build_absolute_uri("/").rstrip("/")
    return _page(request, token=token, here=here)


@organiser_required
@form_of("referee:backup")
def follower_forget(request: HttpRequest, pk: int) -> HttpResponse:
    """That computer may follow no more."""
    mirror.follower_forget(follower_id=pk)
    messages.success(request, _("Forgotten: its token is void."))
    return redirect("referee:backup")


@may_required("take_over")
@form_of("referee:backup")
def take_over(request: HttpRequest) -> HttpResponse:
    """This computer records from now on."""
    try:
        done = following.take_over()
    except services.Locked:
        messages.error(request, _("This computer is the one that records already."))
        return redirect("referee:backup")
    messages.success(request, _("This computer records from now on."))
    if not done.stopped:
        text = _(
            "The other computer did not answer: what it recorded after %(at)s is not here. Switch"
            " it off, or keep the tablets away from it."
        )
        at = timezone.localtime(done.heard_at).strftime("%H:%M:%S") if done.heard_at else "–"
        messages.warning(request, text % {"at": at})
    return redirect("referee:backup")


@may_required("take_over")
@form_of("referee:backup")
def aside_noted(request: HttpRequest) -> HttpResponse:
    """Somebody has read what is in no log."""
    mirror.aside_noted()
    return redirect("referee:backup")


@csrf_exempt
@require_POST
def mirror_answer(request: HttpRequest) -> HttpResponse:
    """What a second computer asks; only who has a token's key can ask, or read the answer."""
    follower = mirror.follower_of(request.headers.get(wire.KEY_HEADER, ""))
    length = request.headers.get("Content-Length", "")
    if follower is None or not length.isdecimal() or int(length) > LONGEST_QUESTION:
        return HttpResponse(status=403)
    try:
        name, asked = wire.question(follower.key, request.body)
        told = mirror.answer(follower=follower, asked=asked)
    except wire.Sealed:
        return HttpResponse(status=403)
    except bundle.Damaged:
        return HttpResponse(status=400)
    sealed = wire.answer(follower.key, name, told)
    return HttpResponse(sealed, content_type="application/octet-stream")
