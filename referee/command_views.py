"""One tap: its command is recorded, or looked at before it counts."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from cagli_oca import wording
from cagli_oca.games import fields
from cagli_oca.games.core import Refused
from referee import console, hands, posts, selectors, services, tablets
from referee.answers import (
    LOCKED,
    STALE,
    author_of,
    command_id,
    json_of,
    known_epoch,
    may_json,
    not_your_post,
    opened_or_404,
    refused,
    signed_in_json,
    stale_told,
    tapped,
)
from referee.models import Edition

REQUEST_KEYS: dict[str, fields.Check] = {"id": command_id, "command": tapped}


REQUEST_OPTIONAL: dict[str, fields.Check] = {
    "seen": fields.integer,
    "after": fields.words,
    "epoch": known_epoch,
}


NOT_RECORDED = (services.Stale, services.Locked, posts.NotYours, Refused)
"""Why a command may not be recorded though its edition is there."""


@require_POST
@signed_in_json
def command(request: HttpRequest, pk: int) -> JsonResponse:
    """Records one tap. 200 recorded, 400 unreadable, 409 stale, 422 refused by a rule."""
    if not (posts.may(request.user, "record") or posts.may(request.user, "play")):
        return not_your_post()
    asked: dict[str, Any] = {}
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
    except (Edition.DoesNotExist, *NOT_RECORDED) as why:
        edition = selectors.edition_get(pk)
        if edition is None:
            message = _("This edition is no longer there.")
            return JsonResponse({"status": "gone", "message": message}, status=404)
        return _not_recorded(edition, why, asked, author_of(request))
    return JsonResponse(
        {
            "status": "recorded",
            "seq": row.seq,
            "command": row.told_command,
            "steps": row.told_steps,
            "sentence": wording.event_sentence(row.edition.game, row.steps),
        }
    )


def _not_recorded(
    edition: Edition, why: Exception, asked: dict[str, Any], author: services.Author
) -> JsonResponse:
    """What the tablet is told; what others must know of it is noted."""
    match why:
        case services.Stale():
            told = _beside_the_winner(edition, why, asked, author)
            return JsonResponse({**stale_told(edition, why), **told}, status=409)
        case services.Locked():
            return JsonResponse({"status": "locked", "message": LOCKED[why.code]}, status=409)
        case posts.NotYours():
            return not_your_post(posts.ELSEWHERE[why.code], edition.rules.everyday)
        case Refused():
            if asked:
                hands.refusal_note(edition=edition, command=asked["command"], author=author)
            return refused(edition, why)
    raise why


@require_POST
@may_json("record")
def preview(request: HttpRequest, pk: int) -> JsonResponse:
    """What a command would do now, in sentences with their rules. Writes nothing.

    As far as everybody knows: whether a player holds a card is not looked at.
    """
    edition = opened_or_404(pk)
    try:
        asked = json_of(request)
        evening = selectors.evening(edition)
        unseen = replace(evening, state=edition.rules.unseen(evening.state))
        event = unseen.decide(edition.rules.read(asked))
    except Refused as refusal:
        return refused(edition, refusal)
    effect = console.effect_lines(edition.game, event)
    return JsonResponse({"status": "possible", "seen": evening.head, "effect": effect})


def _beside_the_winner(
    edition: Edition, stale: services.Stale, asked: dict[str, Any], author: services.Author
) -> dict[str, Any]:
    """Where another tablet entered the same moment first: whether it says the same.

    If not, the head referee is told.
    """
    same = tablets.entry_compare(edition, stale.meanwhile, asked["command"])
    if same is None:
        return {"same": None, "winner": None}
    if not same:
        tablets.disagreement_note(
            edition_id=edition.pk,
            seq=stale.meanwhile[0].seq,
            command=asked["command"],
            command_id=asked["id"],
            author=author,
        )
    told = stale_told(edition, stale)["meanwhile"]
    alike = [services.says(row, asked["command"]) for row in stale.meanwhile]
    winner = told[alike.index(True) if same else 0]
    return {"same": same, "winner": winner, "message": STALE[same]}
