"""What a console's script asks for beside play: who else is there, and what they disagree about."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_POST

from cagli_oca.games import fields
from cagli_oca.games.core import Refused
from referee import console, posts, tablets
from referee.answers import author_of, json_of, may_json, opened_or_404


@require_POST
@may_json("see")
def here(request: HttpRequest, pk: int) -> JsonResponse:
    """This tablet is at the console. Answers with the others, and what there is to know.

    Disagreements are told to who may correct.
    """
    edition = opened_or_404(pk)
    author = author_of(request)
    tablets.seat_note(edition_id=pk, author=author)
    seats = tablets.seats_of_others(edition, author)
    namesakes = {seat.by for seat in seats} & {author.by}
    named = [seat.by for seat in seats]
    told = posts.may(request.user, "correct")
    return JsonResponse(
        {
            # A device only where a name alone would not tell who it is.
            "others": [
                {
                    "by": seat.by,
                    "device": seat.device
                    if seat.by in namesakes or named.count(seat.by) > 1
                    else "",
                }
                for seat in seats
            ],
            "disagreements": tablets.disagreements(edition) if told else [],
            "catching_up": edition.catching_up is not None,
        }
    )


@require_POST
@may_json("correct")
def settle(request: HttpRequest, pk: int) -> JsonResponse:
    """The head referee has looked at a disagreement."""
    edition = opened_or_404(pk)
    try:
        asked = fields.read_object("request", json_of(request), {"pk": fields.integer}, {})
    except Refused as refusal:
        return JsonResponse(console.refusal_json(edition.game, refusal), status=400)
    tablets.disagreement_settle(
        edition_id=pk, disagreement_id=asked["pk"], author=author_of(request)
    )
    return JsonResponse({"status": "settled"})
