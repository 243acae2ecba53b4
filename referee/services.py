"""The only writer of the log. Each function is one transaction; news go out after its commit."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from cagli_oca.games.core import (
    FREE_TEXT,
    UNDO,
    Command,
    Evening,
    Event,
    Refused,
    Unreadable,
    event_to_json,
    without,
)
from referee import folding, lot, news, posts, replace, selectors
from referee.models import Edition, LogRow, canonical, new_salt


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


def must_be_main() -> None:
    """Raises Locked while this computer follows another: what it holds is the other's to change."""
    if selectors.is_following():
        raise Locked("following")


def must_record(edition: Edition) -> None:
    """Raises Locked where another computer is the one that records this edition."""
    elsewhere = selectors.recorded_elsewhere(edition)
    if elsewhere:
        raise Locked(elsewhere)


class RefusedAt(Exception):
    """The *number*-th of several commands (from 1) is refused; nothing of them is recorded."""

    def __init__(self, number: int, refusal: Refused) -> None:
        super().__init__(f"command {number}: {refusal}")
        self.number = number
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Author:
    """Who recorded it, and on which device; *everyday*: a post for ordinary play only.

    *plays*: of a player's phone, for whom it plays; nothing else is recorded from there.
    """

    by: str = ""
    device: str = ""
    everyday: bool = False
    plays: str | None = None


def new_command_id() -> str:
    """An id for a command that no tablet made."""
    return secrets.token_hex(16)


def row_append(
    edition: Edition,
    last: LogRow | folding.Fold | None,
    command_id: str,
    action: Mapping[str, Any],
    event: Event,
    author: Author,
    at: datetime | None = None,
) -> LogRow:
    """The row after *last*, the log's present end; None: row 0.

    The edition is locked, and whoever calls has seen that it is recorded here.
    """
    row = LogRow(
        edition=edition,
        seq=last.seq + 1 if last else 0,
        command_id=command_id,
        action=canonical(action),
        event=canonical(event_to_json(event)),
        by=author.by,
        device=author.device,
        recorded_at=at or timezone.now(),
        salt=new_salt(),
        previous=last.digest if last else "",
    )
    row.digest = row.content_digest()
    row.save()
    return row


FARTHEST_EPOCH = 1000
"""So much above ours an epoch may be that somebody claims to have seen: a slip must not use up the
numbers there are."""


def epoch_hear(*, edition_id: int, epoch: int) -> None:
    """Somebody has seen this edition at *epoch*: if it is above ours, nothing more is recorded.

    Takes no lock where there is nothing new: it is asked with every tap. Raises Unreadable.
    """
    edition = selectors.edition_get(edition_id)
    if edition is None or epoch <= max(edition.epoch, edition.highest_epoch):
        return
    if epoch > edition.epoch + FARTHEST_EPOCH:
        raise Unreadable("not_one_of", key="epoch", choices=[f"0–{edition.epoch + FARTHEST_EPOCH}"])
    Edition.objects.filter(pk=edition_id, highest_epoch__lt=epoch).update(highest_epoch=epoch)


def command_submit(
    *,
    edition_id: int,
    command: Mapping[str, Any],
    command_id: str,
    seen: int | None = None,
    after: str | None = None,
    epoch: int | None = None,
    author: Author,
) -> LogRow:
    """Records one command; when this returns, its row is on the disk.

    *seen* is the seq the command was built upon, or *after* the id of the sender's command before.
    *epoch*: the highest that the sender has seen of this edition; above ours, another computer has
    taken over, and nothing is recorded here from then on.
    A known *command_id* gets its first row again, whatever has happened since.
    Raises Stale, Refused, Unreadable, Locked, posts.NotYours; nothing is written then.
    """
    if epoch is not None:
        epoch_hear(edition_id=edition_id, epoch=epoch)
    try:
        return _command_submit(
            edition_id=edition_id,
            command=command,
            command_id=command_id,
            seen=seen,
            after=after,
            author=author,
        )
    except (Stale, Refused, posts.NotYours, IntegrityError):
        # Perhaps because it was recorded before, and only the answer was lost.
        known = selectors.row_of_command(command_id)
        if known is None:
            raise
        if known.edition_id != edition_id:
            raise Locked("command_id_used") from None
        return known


@transaction.atomic(durable=True)
def _command_submit(
    *,
    edition_id: int,
    command: Mapping[str, Any],
    command_id: str,
    seen: int | None,
    after: str | None,
    author: Author,
) -> LogRow:
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    # Whatever its id: "recorded" must not be said of a row that the evening lacks.
    must_record(edition)
    if not edition.opened:
        raise Locked("not_opened")

    fold = selectors.fold(edition)
    known_until = _built_upon(edition, seen, after)
    if known_until != fold.seq:
        meanwhile = list(selectors.log(edition, after=known_until))
        if not _free_of_order(edition, command, meanwhile):
            raise Stale(fold.seq, meanwhile)

    read, event = _decided(edition, fold.evening, command, author)
    row = row_append(edition, fold, command_id, read, event, author)
    transaction.on_commit(lambda: news.announce(edition_id, row.seq))
    return row


@transaction.atomic(durable=True)
def correction_submit(
    *,
    edition_id: int,
    changes: Iterable[replace.Change],
    reason: str,
    falls_away: int = 0,
    command_id: str,
    seen: int,
    author: Author,
) -> LogRow:
    """Replaces earlier actions (``replace.plan``): n undos and m actions, all or nothing.

    All rows carry one ``correction`` (id and reason) and one time, so that they become public
    together; the last one has the *command_id*. *falls_away*: how many later actions the author
    knows will no longer count. Raises Stale, Refused, Locked; nothing is written then.
    """
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    must_record(edition)
    known = selectors.row_of_command(command_id)
    if known:
        if known.edition_id != edition_id or "correction" not in known.command:
            raise Locked("command_id_used")
        return known
    if not edition.opened:
        raise Locked("not_opened")
    fold = selectors.fold(edition)
    if seen != fold.seq:
        raise Stale(fold.seq, list(selectors.log(edition, after=seen)))

    last: LogRow | folding.Fold = fold
    evening = fold.evening
    planned = replace.plan(edition, evening, changes)
    replace.check(planned, edition.rules.undo_rule, reason, falls_away)
    commands = replace.commands(planned, replace.correction_text(command_id, reason))
    ids = [*(new_command_id() for _ in commands[1:]), command_id]
    at = timezone.now()
    for own_id, command in zip(ids, commands, strict=True):
        read = edition.rules.read(command)
        event = evening.decide(read)
        last = row = row_append(edition, last, own_id, read, event, author, at)
        evening = evening.follow(event)
    transaction.on_commit(lambda: news.announce(edition_id, row.seq))
    return row


def commands_append(
    *, edition: Edition, commands: Sequence[Mapping[str, Any]], ids: Sequence[str], author: Author
) -> list[LogRow]:
    """Several commands, each decided upon the one before. Inside a transaction of the caller's.

    *edition* is locked. Raises RefusedAt with the number (from 1) of the first that is refused,
    posts.NotYours, Locked.
    """
    must_record(edition)
    fold = selectors.fold(edition)
    last: LogRow | folding.Fold = fold
    evening = fold.evening
    rows: list[LogRow] = []
    for number, (command, command_id) in enumerate(zip(commands, ids, strict=True), start=1):
        try:
            read, event = _decided(edition, evening, command, author)
        except Refused as refusal:
            raise RefusedAt(number, refusal) from None
        last = row = row_append(edition, last, command_id, read, event, author)
        evening = evening.follow(event)
        rows.append(row)
    return rows


def _free_of_order(
    edition: Edition, command: Mapping[str, Any], meanwhile: Sequence[LogRow]
) -> bool:
    """Whether a command counts though its author had not seen these rows. Raises Refused if not.

    Not after an undo: what its author saw may no longer have happened. Nor if one of them says the
    same: two tablets have entered one thing.
    """
    rules = edition.rules
    if not isinstance(command, dict) or command.get("do") not in rules.any_order:
        return False
    if any(row.seq == 0 or row.name == UNDO or says(row, command) for row in meanwhile):
        return False
    for row in meanwhile:
        rules.check_overtaken(rules.read(command), row.resolved())
    return True


def says(row: LogRow, command: Mapping[str, Any]) -> bool:
    """Whether a row records what this command says, apart from what people typed.

    What only the row knows (a flag drawn by the program) is not compared.
    """
    claimed, recorded = without(dict(command), FREE_TEXT), row.command
    return all(key in recorded and recorded[key] == claimed[key] for key in claimed)


def _built_upon(edition: Edition, seen: int | None, after: str | None) -> int:
    """The seq that a stale command knew of."""
    if after is not None:
        row = selectors.row_of_command(after)
        return row.seq if row and row.edition_id == edition.pk else -1
    return seen if seen is not None else -1


def _decided(
    edition: Edition, evening: Evening, command: Mapping[str, Any], author: Author
) -> tuple[Command, Event]:
    """The command as it is to be recorded, and what it causes. Raises Refused, posts.NotYours."""
    read = _read(edition, evening, command)
    if author.plays is not None:
        posts.own_check(evening, read, author.plays)
    elif author.everyday:
        posts.everyday_check(edition, evening, read["do"], author.by)
    return read, evening.decide(read)


def _read(edition: Edition, evening: Evening, command: Mapping[str, Any]) -> Command:
    """The command checked; what the program is to draw is drawn here, once, inside the commit."""
    if isinstance(command, dict) and command.get("program") is True:
        # Whatever the command may claim was drawn, and how: the program draws now.
        asked = {key: value for key, value in command.items() if key != "proof"}
        if not edition.secret:
            # An evening imported without its secret: as fair, but nobody can check it.
            command = edition.rules.draw(evening.state, asked, secrets.SystemRandom())
        else:
            line = edition.rules.mixed_in(evening.past, evening.state)
            chance = lot.Chance(edition.secret, edition.header["commitment"], line)
            command = edition.rules.draw(evening.state, asked, chance)
            if chance.drawn:
                command = {**command, "proof": {"line": line}}
    return edition.rules.read(command)
