"""Catching up from the paper form: many actions at once, without theatre.

Everything is checked by the rules before anything is recorded, and recorded all or not at all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from cagli_oca.games.core import Evening, Event, Refused
from referee import news, selectors, services
from referee.models import Edition, LogRow

MOST = 200
"""Lines at once. Who has more records these first."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Lines played on the present state without recording anything."""

    seen: int
    """The seq that they were played upon."""
    events: list[Event]
    """Of the lines that the rules accept, in order, up to the first that they refuse."""
    refusal: Refused | None
    """Why the line after these is refused; None: all are accepted."""
    evening: Evening
    """Where the accepted ones lead."""


def lines_try(edition: Edition, commands: Sequence[Mapping[str, Any]]) -> Tried:
    """What these commands, one after the other, would do now. Costs a decision a line.

    As far as everybody knows: whether a player holds a card is not looked at.
    """
    evening = selectors.evening(edition)
    evening = replace(evening, state=edition.rules.unseen(evening.state))
    seen, events = evening.head, []
    for command in commands:
        try:
            event = evening.decide(edition.rules.read(command))
        except Refused as refusal:
            return Tried(seen, events, refusal, evening)
        events.append(event)
        evening = evening.follow(event)
    return Tried(seen, events, None, evening)


@transaction.atomic(durable=True)
def lines_record(
    *,
    edition_id: int,
    commands: Sequence[Mapping[str, Any]],
    batch_id: str,
    seen: int,
    author: services.Author,
) -> list[LogRow]:
    """Records all of them, built upon row *seen*; the screens show the present with one summary.

    A known *batch_id* gets its rows again. Raises Stale, RefusedAt, Locked: nothing is written.
    """
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    # Before the look for the ids: "recorded" must not be said of rows that the evening lacks.
    services.must_record(edition)
    ids = [f"{batch_id}-{number}" for number in range(1, len(commands) + 1)]
    known = list(LogRow.objects.filter(command_id__in=ids).order_by("seq"))
    if known:
        if len(known) < len(ids) or any(row.edition_id != edition_id for row in known):
            raise services.Locked("command_id_used")
        return known
    if not edition.opened:
        raise services.Locked("not_opened")
    head = selectors.head_row(edition).seq
    if head != seen:
        raise services.Stale(head, list(selectors.log(edition, after=seen)))
    rows = services.commands_append(edition=edition, commands=commands, ids=ids, author=author)
    first = edition.caught_up["first"] if edition.caught_up.get("last") == head else head + 1
    edition.caught_up = {"first": first, "last": rows[-1].seq}
    edition.save(update_fields=["caught_up"])
    transaction.on_commit(lambda: news.announce(edition_id, rows[-1].seq))
    return rows
