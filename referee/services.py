"""The only writer. Each function is one transaction; news go out after its commit."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

from django.db import transaction
from django.utils import timezone

from cagli_oca.games import game_of
from cagli_oca.games.core import Command, Event, Refused, event_to_json
from cagli_oca.games.evening_file import Reader
from referee import news, selectors
from referee.models import Edition, LogRow, canonical, new_salt

CHANCE = secrets.SystemRandom()
"""The cryptographic source of every draw by the program."""


class Locked(Exception):
    """The edition is open (or not): this can no longer (or not yet) be done. *code* says what."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Stale(Exception):
    """The command was built upon an older state; *meanwhile* are the rows it had not seen."""

    def __init__(self, head: int, meanwhile: list[LogRow]) -> None:
        super().__init__(f"the log is at {head}")
        self.head = head
        self.meanwhile = meanwhile


class RefusedAt(Exception):
    """The *number*-th of several commands (from 1) is refused; nothing of them is recorded."""

    def __init__(self, number: int, refusal: Refused) -> None:
        super().__init__(f"command {number}: {refusal}")
        self.number = number
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Author:
    """Who recorded it, and on which device."""

    by: str = ""
    device: str = ""


def new_command_id() -> str:
    """An id for a command that no tablet made."""
    return secrets.token_hex(16)


# ---------------------------------------------------------------------------- the edition


@transaction.atomic
def edition_create(*, header: Mapping[str, Any], sample: bool = False) -> Edition:
    """A draft with this header, which may still be incomplete. Raises Unreadable for its game."""
    game = game_of(header)
    return Edition.objects.create(
        game=game.slug,
        header=dict(header),
        rehearsal=header.get("rehearsal", False) is True,
        sample=sample,
    )


@transaction.atomic
def edition_change(
    *, edition_id: int, header: Mapping[str, Any], sample: bool, version: str | None = None
) -> Edition:
    """R36: saves a draft's header, checked. Raises Refused, Unreadable, Locked once it is open.

    With the *version* that was edited, also Locked if somebody else has saved another since.
    """
    edition = _draft(edition_id)
    if version is not None and version != edition.version:
        raise Locked("changed")
    checked = edition.rules.check_header({**header, "game": edition.game})
    edition.header = dict(checked)
    edition.rehearsal = checked.get("rehearsal", False)
    edition.sample = sample
    edition.save()
    transaction.on_commit(lambda: news.announce(edition_id, None))
    return edition


@transaction.atomic
def edition_open(*, edition_id: int, author: Author, command_id: str) -> Edition:
    """R36: writes row 0 and locks the header. Raises Locked, Refused, Unreadable.

    With the id of a command that opened it before, nothing is done again.
    """
    known = selectors.row_of_command(command_id)
    if known:
        return known.edition
    edition = _draft(edition_id)
    header = edition.rules.check_header(edition.header)
    edition.header = dict(header)
    edition.opened = True
    edition.save()
    _append(edition, 0, "", command_id, header, Event("opened", ()), author)
    transaction.on_commit(lambda: news.announce(edition_id, 0))
    return edition


def _draft(edition_id: int) -> Edition:
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    if edition.opened:
        raise Locked("opened")
    return edition


@transaction.atomic
def edition_make_current(*, edition_id: int | None) -> None:
    """Chooses what the public screens show; None: nothing."""
    Edition.objects.filter(current=True).update(current=False)
    if edition_id is not None:
        Edition.objects.filter(pk=edition_id).update(current=True)
    transaction.on_commit(lambda: news.announce(edition_id, None))


@transaction.atomic
def edition_delete(*, edition_id: int) -> None:
    """Deletes a draft, or a rehearsal whole. Raises Locked for the log of a real evening."""
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    if edition.opened and not edition.rehearsal:
        raise Locked("real_evening")
    rows = LogRow.objects.filter(edition=edition)
    rows._raw_delete(rows.db)
    edition.delete()
    transaction.on_commit(lambda: news.announce(edition_id, None))


# ---------------------------------------------------------------------------- the log


def _append(
    edition: Edition,
    seq: int,
    previous: str,
    command_id: str,
    action: Mapping[str, Any],
    event: Event,
    author: Author,
) -> LogRow:
    row = LogRow(
        edition=edition,
        seq=seq,
        command_id=command_id,
        action=canonical(action),
        event=canonical(event_to_json(event)),
        by=author.by,
        device=author.device,
        recorded_at=timezone.now(),
        salt=new_salt(),
        previous=previous,
    )
    row.digest = row.content_digest()
    row.save()
    return row


@transaction.atomic(durable=True)
def command_submit(
    *,
    edition_id: int,
    command: Mapping[str, Any],
    command_id: str,
    seen: int | None = None,
    after: str | None = None,
    author: Author,
) -> LogRow:
    """Records one command; when this returns, its row is on the disk.

    *seen* is the seq the command was built upon, or *after* the id of the sender's command before.
    A known *command_id* gets its first row again, whatever has happened since.
    Raises Stale, Refused, Unreadable, Locked; nothing is written then.
    """
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    known = selectors.row_of_command(command_id)
    if known:
        if known.edition_id != edition_id:
            raise Locked("command_id_used")
        return known
    if not edition.opened:
        raise Locked("not_opened")

    head = selectors.head_row(edition)
    if (after != head.command_id) if after is not None else (seen != head.seq):
        raise Stale(head.seq, list(selectors.log(edition, after=_built_upon(edition, seen, after))))

    evening = selectors.evening(edition)
    read = _read(edition, evening.state, command)
    event = evening.decide(read)
    row = _append(edition, head.seq + 1, head.digest, command_id, read, event, author)
    transaction.on_commit(lambda: news.announce(edition_id, row.seq))
    return row


def commands_append(
    *, edition: Edition, commands: Sequence[Mapping[str, Any]], ids: Sequence[str], author: Author
) -> list[LogRow]:
    """Several commands, each decided upon the one before. Inside a transaction of the caller's.

    *edition* is locked. Raises RefusedAt with the number (from 1) of the first that is refused.
    """
    head, evening = selectors.head_row(edition), selectors.evening(edition)
    rows: list[LogRow] = []
    for number, (command, command_id) in enumerate(zip(commands, ids, strict=True), start=1):
        try:
            read = _read(edition, evening.state, command)
            event = evening.decide(read)
        except Refused as refusal:
            raise RefusedAt(number, refusal) from None
        head = _append(edition, head.seq + 1, head.digest, command_id, read, event, author)
        evening = evening.follow(event)
        rows.append(head)
    return rows


def _built_upon(edition: Edition, seen: int | None, after: str | None) -> int:
    """The seq that a stale command knew of."""
    if after is not None:
        row = selectors.row_of_command(after)
        return row.seq if row and row.edition_id == edition.pk else -1
    return seen if seen is not None else -1


def _read(edition: Edition, state: Any, command: Mapping[str, Any]) -> Command:
    """The command checked; what the program is to draw is drawn here, once, inside the commit."""
    if isinstance(command, dict) and command.get("program") is True:
        # Whatever the command may claim was drawn: the program draws now.
        command = edition.rules.draw(state, command, CHANCE)
    return edition.rules.read(command)


def evening_import(*, stream: IO[bytes]) -> Edition:
    """A new edition from an evening file, every action checked by the rules.

    All or nothing. Ids, devices and recording times are its own; the file's ``at`` and ``by`` stay
    with the actions. Raises ``BadLine`` with the line's number.
    """
    author = Author(device="import")
    with transaction.atomic():
        reader = Reader(stream)
        edition = edition_create(header=reader.header)
        edition_open(edition_id=edition.pk, author=author, command_id=new_command_id())
        edition.refresh_from_db()
        head = selectors.head_row(edition)
        for line in reader:
            head = _append(
                edition,
                head.seq + 1,
                head.digest,
                new_command_id(),
                line.command,
                line.event,
                author,
            )
        transaction.on_commit(lambda: news.announce(edition.pk, head.seq))
        return edition
