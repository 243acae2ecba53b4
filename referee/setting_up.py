"""Editions: drafts, the opening, what the public screens show, evening files that come in.

What is recorded once an edition is open is in ``services``.
"""

from collections.abc import Mapping
from typing import IO, Any

from django.contrib.auth import get_user_model
from django.db import transaction

from cagli_oca.games import game_of
from cagli_oca.games.core import Event
from cagli_oca.games.evening_file import Reader
from referee import lot, news, selectors
from referee.models import Edition, LogRow
from referee.services import Author, Locked, must_be_main, new_command_id, row_append


@transaction.atomic
def edition_create(
    *, header: Mapping[str, Any], sample: bool = False, secret: str | None = None
) -> Edition:
    """A draft with this header, which may still be incomplete. Raises Unreadable for its game.

    *secret*: of the program's draws; a new one by default. It is fixed from here on.
    """
    must_be_main()
    game = game_of(header)
    return Edition.objects.create(
        game=game.slug,
        header=dict(header),
        rehearsal=header.get("rehearsal", False) is True,
        sample=sample,
        secret=lot.new_secret() if secret is None else secret,
    )


@transaction.atomic
def edition_change(
    *,
    edition_id: int,
    header: Mapping[str, Any],
    sample: bool,
    version: str | None = None,
    numbers: Mapping[str, int] | None = None,
) -> Edition:
    """R36: saves a draft's header, checked. Raises Refused, Unreadable, Locked once it is open.

    With the *version* that was edited, also Locked if somebody else has saved another since.
    *numbers*: what was called out, where it is not to stay as it is.
    """
    edition = _draft(edition_id, version)
    checked = edition.rules.check_header({**header, "game": edition.game})
    edition.header = dict(checked)
    if numbers is not None:  # called by those whom this header names
        edition.numbers = _numbers(edition, numbers) if numbers else {}
    edition.rehearsal = checked.get("rehearsal", False)
    edition.sample = sample
    edition.save()
    transaction.on_commit(lambda: news.announce(edition_id, None))
    return edition


@transaction.atomic
def header_draw(
    *, edition_id: int, numbers: Mapping[str, int], version: str | None = None
) -> Edition:
    """Draws by lot what is drawn before the opening, with the numbers that were called out.

    The same numbers give the same again. Raises Unreadable, Locked as ``edition_change``.
    """
    edition = _draft(edition_id, version)
    edition.numbers = _numbers(edition, numbers)
    edition.header = selectors.drawn_header(edition)
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
    committed = {"commitment": edition.committed} if edition.secret else {}
    header = edition.rules.check_header({**edition.header, **committed})
    edition.header = dict(header)
    edition.opened = True
    edition.save()
    row_append(edition, None, command_id, header, Event("opened", ()), author)
    transaction.on_commit(lambda: news.announce(edition_id, 0))
    return edition


def _numbers(edition: Edition, numbers: Mapping[str, int]) -> dict[str, int]:
    return lot.checked_numbers(edition.rules.callers(edition.header), numbers)


def _draft(edition_id: int, version: str | None = None) -> Edition:
    must_be_main()
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    if edition.opened:
        raise Locked("opened")
    if version is not None and version != edition.version:
        raise Locked("changed")
    return edition


@transaction.atomic
def edition_make_current(*, edition_id: int | None) -> None:
    """Chooses what the public screens show; None: nothing."""
    must_be_main()
    Edition.objects.filter(current=True).update(current=False)
    if edition_id is not None:
        Edition.objects.filter(pk=edition_id).update(current=True)
    transaction.on_commit(lambda: news.announce(edition_id, None))


@transaction.atomic
def edition_delete(*, edition_id: int) -> None:
    """Deletes a draft, or a rehearsal whole. Raises Locked for the log of a real evening.

    With the accounts of its tablets: without a tablet they would be people.
    """
    must_be_main()
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    if edition.opened and not edition.rehearsal:
        raise Locked("real_evening")
    rows = LogRow.objects.filter(edition=edition)
    rows._raw_delete(rows.db)
    get_user_model().objects.filter(device__edition=edition).delete()
    edition.delete()
    transaction.on_commit(lambda: news.announce(edition_id, None))


# ------------------------------------------------------------------------- evening files


def evening_import(*, stream: IO[bytes]) -> Edition:
    """A new edition from an evening file, every action checked by the rules.

    All or nothing. Ids, devices and recording times are its own; the file's ``at`` and ``by`` stay
    with the actions. Raises ``BadLine`` with the line's number.
    """
    with transaction.atomic():
        return _imported(Reader(stream))


def evening_recover(*, stream: IO[bytes]) -> tuple[Edition, int | None]:
    """As ``evening_import``, but without a last line that was cut in writing; and its number."""
    with transaction.atomic():
        reader = Reader(stream, keep_torn=True)
        return _imported(reader), reader.torn


def _imported(reader: Reader) -> Edition:
    author = Author(device="import")
    edition = edition_create(header=reader.header, secret="")
    edition_open(edition_id=edition.pk, author=author, command_id=new_command_id())
    edition.refresh_from_db()
    head = selectors.head_row(edition)
    for line in reader:
        head = row_append(edition, head, new_command_id(), line.command, line.event, author)
    transaction.on_commit(lambda: news.announce(edition.pk, head.seq))
    return edition
