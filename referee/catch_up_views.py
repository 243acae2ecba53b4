"""The page on which a paper form is entered: lines tried as they are typed, recorded in one go."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from cagli_oca import wording
from cagli_oca.games import fields
from cagli_oca.games.core import PUBLIC, Refused, Unreadable
from referee import catch_up, console, hands, posts, public, selectors, services
from referee.answers import (
    LOCKED,
    LONGEST_ID,
    STALE,
    author_of,
    command_id,
    json_of,
    known_epoch,
    may_json,
    may_required,
    not_your_post,
    opened_or_404,
    tapped,
)
from referee.models import Edition


@may_required("record")
@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """The page: the raw buttons, and the lines so far."""
    edition = opened_or_404(pk)
    context = {
        "edition": edition,
        "setup": selectors.setup(edition),
        "words": wording.of(edition.game),
        "pad_template": f"referee/{edition.game}/blind.html",
        "texts": texts(),
        "most": catch_up.MOST,
    }
    return render(request, "referee/catch_up.html", context)


def texts() -> dict[str, str]:
    """The words that the page's script says."""
    return {
        "empty": _("Tap what the paper form says, line by line."),
        "record": _("Record all: %s"),
        "remove": _("remove"),
        "insert": _("insert below"),
        "begins": _("Now: %s"),
        "ends": _("Then: %s"),
        "offline": _("Not connected: nothing is recorded yet. The lines are kept on this tablet."),
        "recording": _("Being recorded…"),
        "look_again": _("Look at it again, then tap once more."),
        "not_reached": _("not tried: a line above is refused"),
        "full": _("That is enough for once: record these first."),
    }


def _lines(key: str, value: Any) -> list[dict[str, Any]]:
    if len(fields.list_of(tapped)(key, value)) > catch_up.MOST:
        raise Unreadable("too_long", key=key, longest=catch_up.MOST)
    return list(value)


def _headline(edition: Edition, evening: Any) -> str:
    board = evening.game.scoreboard(evening.state, PUBLIC)
    return str(wording.of(edition.game).now(board)["headline"])


@require_POST
@may_json("record")
def check(request: HttpRequest, pk: int) -> JsonResponse:
    """What the lines would do, up to the first that the rules refuse. Writes nothing."""
    edition = opened_or_404(pk)
    try:
        asked = fields.read_object("request", json_of(request), {"lines": _lines}, {})
    except Refused as refusal:
        return JsonResponse(console.refusal_json(edition.game, refusal), status=400)
    tried = catch_up.lines_try(edition, asked["lines"])
    return JsonResponse(
        {
            "status": "tried",
            "seen": tried.seen,
            "effects": [console.effect_lines(edition.game, event) for event in tried.events],
            "refused": tried.refusal and console.refusal_json(edition.game, tried.refusal),
            "now": _headline(edition, selectors.evening(edition)),
            "then": _headline(edition, tried.evening),
        }
    )


LONGEST_BATCH_ID = LONGEST_ID - len(f"-{catch_up.MOST}")


def _batch_id(key: str, value: Any) -> str:
    """A batch's id: each line has it, and its number behind it."""
    if len(command_id(key, value)) > LONGEST_BATCH_ID:
        raise Unreadable("too_long", key=key, longest=LONGEST_BATCH_ID)
    return str(value)


RECORD = {"id": _batch_id, "seen": fields.integer, "lines": _lines}


@require_POST
@may_json("record")
def record(request: HttpRequest, pk: int) -> JsonResponse:
    """Records all lines or none. Answers like a tap: recorded, stale or refused."""
    edition = opened_or_404(pk)
    try:
        asked = fields.read_object("request", json_of(request), RECORD, {"epoch": known_epoch})
        if not asked["lines"]:
            raise Unreadable("blank", key="lines")
        services.epoch_hear(edition_id=pk, epoch=asked.get("epoch", 0))
        rows = catch_up.lines_record(
            edition_id=pk,
            commands=asked["lines"],
            batch_id=asked["id"],
            seen=asked["seen"],
            author=author_of(request),
        )
    except services.Stale:
        return JsonResponse({"status": "stale", "message": STALE[None]}, status=409)
    except services.RefusedAt as refused:
        hands.tried_note(edition=edition, commands=asked["lines"], author=author_of(request))
        told = console.refusal_json(edition.game, refused.refusal)
        return JsonResponse({**told, "number": refused.number}, status=422)
    except posts.NotYours as other:
        return not_your_post(posts.ELSEWHERE[other.code], edition.rules.everyday)
    except services.Locked as locked:
        return JsonResponse({"status": "locked", "message": LOCKED[locked.code]}, status=409)
    except Refused as refusal:
        return JsonResponse(console.refusal_json(edition.game, refusal), status=400)
    told = ngettext("%(count)s line recorded.", "%(count)s lines recorded.", len(rows))
    message = told % {"count": len(rows)}
    return JsonResponse({"status": "recorded", "seq": rows[-1].seq, "message": message})


@may_required("record")
@require_POST
def hold(request: HttpRequest, pk: int) -> HttpResponse:
    """``on``: the screens wait while the form is entered; else they show the present."""
    edition = opened_or_404(pk)
    if request.POST.get("on"):
        public.catch_up_begin(edition_id=edition.pk)
        return redirect("referee:catch_up", pk)
    public.catch_up_end(edition_id=edition.pk)
    return redirect("referee:console", pk)
