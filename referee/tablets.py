"""The tablets at one edition: who is there, and where two of them entered the same differently.

Not the record: nothing here is in the log, and no rule depends on it.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cagli_oca import wording
from cagli_oca.games.core import Event, Refused, event_to_json
from referee import selectors, services
from referee.models import Disagreement, Edition, LogRow, Seat, canonical
from referee.services import Author

GONE_AFTER = timedelta(seconds=20)
"""A tablet says every five seconds that it is there."""


# ------------------------------------------------------------------------------- services


@transaction.atomic
def seat_note(*, edition_id: int, author: Author) -> None:
    """This person's tablet is at the console now."""
    seat = {"edition_id": edition_id, "by": author.by, "device": author.device}
    Seat.objects.update_or_create(**seat, defaults={"heard_at": timezone.now()})


@transaction.atomic
def disagreement_note(
    *, edition_id: int, seq: int, command: Mapping[str, Any], command_id: str, author: Author
) -> None:
    """What lost against row *seq* and says something else. The same id again changes nothing."""
    told = {
        "edition_id": edition_id,
        "seq": seq,
        "action": canonical(command),
        "by": author.by,
        "device": author.device,
        "entered_at": timezone.now(),
    }
    Disagreement.objects.get_or_create(command_id=command_id, defaults=told)


def disagreement_settle(*, edition_id: int, disagreement_id: int, author: Author) -> None:
    """The head referee has looked at it. Who did so first stays."""
    open_ones = Disagreement.objects.filter(edition=edition_id, settled_by="")
    open_ones.filter(pk=disagreement_id).update(settled_by=author.by)


# ------------------------------------------------------------------------------ selectors


def seats_of_others(edition: Edition, author: Author) -> list[Seat]:
    """Who else is at a console of this edition now."""
    heard = Seat.objects.filter(edition=edition, heard_at__gt=timezone.now() - GONE_AFTER)
    return list(heard.exclude(by=author.by, device=author.device))


def entry_compare(
    edition: Edition, meanwhile: Sequence[LogRow], command: Mapping[str, Any]
) -> bool | None:
    """Whether what a stale *command* had not seen says the same: its first row.

    None: it is about something else, was taken back since, or the command could never have been.
    What is given with a reason is a decision, not something that both have seen; and a correction
    takes back what it records again, which is no tablet's undo. Free text, and what only the row
    knows (a flag drawn by the program), is not compared. What does not depend on the order (two
    players' cards) differs from nothing.
    """
    if command.get("do") in edition.rules.any_order:
        counting = {seq for seq, _event, _before in selectors.evening(edition).past}
        same = any(row.seq in counting and services.says(row, command) for row in meanwhile)
        return True if same else None
    row = meanwhile[0] if meanwhile else None
    if row is None or row.seq == 0 or row.command["do"] != command.get("do"):
        return None
    if "reason" in command or "correction" in row.command:
        return None
    if services.says(row, command):
        return True
    return None if _would_have_been(edition, row.seq, command) is None else False


def _would_have_been(edition: Edition, seq: int, command: Mapping[str, Any]) -> Event | None:
    """What the command would have caused in place of row *seq*; None if it could not have been."""
    evening = selectors.evening(edition)
    before = next((state for past, _event, state in evening.past if past == seq), None)
    if before is None:
        return None
    try:
        return evening.game.decide(before, evening.game.read(command))
    except Refused:
        return None


def disagreements(edition: Edition) -> list[dict[str, Any]]:
    """What the head referee has not looked at yet, in sentences; rows taken back are past."""
    told = []
    for found in Disagreement.objects.filter(edition=edition, settled_by=""):
        lost = _would_have_been(edition, found.seq, found.command)
        row = selectors.log(edition).filter(seq=found.seq).first()
        if lost is None or row is None:
            continue
        facts = {
            "seq": found.seq,
            "winner": row.by or "–",
            "recorded": wording.event_sentence(edition.game, row.steps),
            "loser": found.by or "–",
            "other": wording.event_sentence(edition.game, event_to_json(lost)["steps"]),
        }
        text = _(
            "Two tablets differ about action %(seq)s. Recorded, by %(winner)s: %(recorded)s"
            " Not recorded, by %(loser)s: %(other)s"
        )
        told.append({"pk": found.pk, "text": text % facts})
    return told
