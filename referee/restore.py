"""Backup and restore by hand: everything that this computer holds in one file, and back.

The file is gzipped JSON lines: what made it, the tables, each edition followed by its rows, and a
last line that says that nothing is missing. It holds password hashes and, before the evening is
over, the secret of the draws: whoever has it must be trusted with both.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DatabaseError, transaction
from django.utils import timezone

from cagli_oca.games import GAMES
from cagli_oca.games.core import Unreadable
from cagli_oca.games.evening_file import strict_json
from referee import bundle, checks, following, news, selectors, services, setting_up
from referee.bundle import Damaged
from referee.models import Edition, LogRow

FORMAT = 1
LONGEST_LINE = 4 << 20
LARGEST = 512 << 20
"""Bytes, unpacked: what is larger is no backup of ours."""


# ----------------------------------------------------------------------------------- backup


def backup_chunks() -> Iterator[bytes]:
    """The file, piece by piece."""
    packer = zlib.compressobj(wbits=31)
    for line in _lines():
        yield packer.compress(json.dumps(line, ensure_ascii=False).encode() + b"\n")
    yield packer.flush()


def _lines() -> Iterator[dict[str, Any]]:
    made = timezone.now().isoformat(timespec="seconds")
    yield {"backup": FORMAT, "version": settings.VERSION, "made_at": made}
    count = 1
    for table, rows in bundle.tables().items():
        for row in rows:
            count += 1
            yield {"table": table, "row": row}
    for edition in Edition.objects.order_by("pk"):
        # The rows first: an edition must not be told as opened without them.
        rows = [bundle.row_content(row) for row in selectors.log(edition)]
        yield {"edition": bundle.content(edition) | {"opened": bool(rows)}}
        for row in rows:
            yield {"log": row}
        count += 1 + len(rows)
    yield {"end": count}


# ---------------------------------------------------------------------------------- reading


@dataclass(slots=True)
class Held:
    """An edition of the file and its rows."""

    edition: bundle.Content
    rows: list[bundle.Content] = field(default_factory=list)


@dataclass(slots=True)
class Backup:
    """A whole file, read but not yet judged."""

    tables: dict[str, list[bundle.Content]] = field(default_factory=dict)
    editions: list[Held] = field(default_factory=list)


def read(stream: IO[bytes]) -> Backup:
    """Reads a backup in bounded memory. Raises Damaged, naming the line."""
    found, count, size = Backup(), 0, 0
    try:
        with gzip.open(stream) as lines:
            while raw := lines.readline(LONGEST_LINE + 1):
                count, size = count + 1, size + len(raw)
                if len(raw) > LONGEST_LINE or size > LARGEST:
                    raise Damaged(f"line {count}: too long")
                line = strict_json(raw)
                if count == 1 and (not isinstance(line, dict) or line.get("backup") != FORMAT):
                    raise Damaged("line 1: this is no backup of this program")
                if count > 1 and _take(found, line, count):
                    return found
    except (OSError, EOFError, zlib.error) as error:
        raise Damaged(f"line {count + 1}: {error}") from None
    except Unreadable:
        raise Damaged(f"line {count}: it cannot be read") from None
    raise Damaged(f"line {count + 1}: the end is missing")


def _take(found: Backup, line: Any, number: int) -> bool:
    """Adds one line; True for the last one, which tells how many there were before it."""
    match line:
        case {"table": str(table), "row": dict(row)}:
            found.tables.setdefault(table, []).append(row)
        case {"edition": dict(edition)}:
            found.editions.append(Held(edition))
        case {"log": dict(row)} if found.editions:
            found.editions[-1].rows.append(row)
        case {"end": int(count)} if count == number - 1:
            return True
        case _:
            raise Damaged(f"line {number}: it cannot be read")
    return False


# --------------------------------------------------------------------------------- restoring


@dataclass(frozen=True, slots=True)
class Restored:
    """What became of one edition. *what*: new, same, more, replaced, kept."""

    name: str
    what: str
    count: int = 0
    """How many rows were added; how many more or other ones are here, where they were kept."""


def backup_restore(*, stream: IO[bytes], replace: bool, people: bool) -> list[Restored]:
    """Restores a backup, all or nothing. Raises Damaged, Locked.

    An evening that is here and is the beginning of the backup's gets the rows that it lacks. One
    that has more or other rows is left alone; with *replace* they are set aside and the backup's
    take their place. Wherever rows come in, the epoch grows above both, so that screens that have
    seen more follow; not where another computer has taken over: taking over here comes first.
    With *people* accounts, posts, devices and screens are the backup's too.
    """
    services.must_be_main()
    backup = read(stream)
    try:
        with transaction.atomic():
            numbers: dict[int, int] = {}
            done = [_restore(held, replace, numbers) for held in backup.editions]
            if people:
                bundle.tables_replace(_renumbered(backup.tables, numbers))
                if not get_user_model().objects.filter(is_staff=True, is_active=True).exists():
                    raise Damaged("there is no organiser in it")
            bundle.numbers_follow()
            transaction.on_commit(lambda: news.announce(None, None))
    except (DatabaseError, OverflowError, TypeError, ValueError) as error:
        raise Damaged(str(error)) from None
    return done


def _restore(held: Held, replace: bool, numbers: dict[int, int]) -> Restored:
    """One edition; notes under which number it is here, if another."""
    told = bundle.thing(Edition, held.edition)
    assert isinstance(told, Edition)
    if told.game not in GAMES or not isinstance(told.header, dict):
        raise Damaged("an edition of an unknown game")
    rows = bundle.rows_made(told, held.rows, seq=0, previous="")
    ours = _ours(told, rows)
    if ours is None:
        restored = _new(told, rows, numbers)
        _check(told)
        return restored
    numbers[told.pk] = ours.pk
    there, here = [row.digest for row in rows], ours.rows.count()
    shared = _shared(ours, there)
    if shared == len(there) == here:
        return Restored(ours.name, "same")
    if shared < here and not replace:
        return Restored(ours.name, "kept", here - shared)
    services.must_record(ours)
    if shared < here:
        following.leave(ours, shared)
    for row in rows[shared:]:
        row.edition = ours
    LogRow.objects.bulk_create(rows[shared:])
    _check(ours)
    epoch = max(ours.epoch, ours.highest_epoch, told.epoch, told.highest_epoch) + 1
    Edition.objects.filter(pk=ours.pk).update(epoch=epoch)
    return Restored(ours.name, "replaced" if shared < here else "more", len(rows) - shared)


def _check(edition: Edition) -> None:
    """The chain holds already; that the rules can read what it ties together is looked at here."""
    wrong = [f for f in checks.check_log(edition) if f.wrong] if edition.opened else []
    if wrong:
        raise Damaged(f"{edition.name}, row {wrong[0].seq}: {wrong[0].text}")


def _ours(told: Edition, rows: list[LogRow]) -> Edition | None:
    """The edition here that is the same one: opened by the same row, or a draft with its data."""
    if rows:
        opened = LogRow.objects.filter(seq=0, digest=rows[0].digest).first()
        return opened and opened.edition
    drafts = Edition.objects.filter(opened=False, game=told.game)
    return next((draft for draft in drafts if draft.header == told.header), None)


def _shared(edition: Edition, there: list[str]) -> int:
    """How many rows from the first on both logs share."""
    here = edition.rows.order_by("seq").values_list("digest", flat=True)
    pairs = list(zip(here, there, strict=False))
    return next((n for n, (one, other) in enumerate(pairs) if one != other), len(pairs))


def _new(edition: Edition, rows: list[LogRow], numbers: dict[int, int]) -> Restored:
    """An edition that is not here: under its own number if that is free."""
    number, shown = edition.pk, edition.current
    if number is None or Edition.objects.filter(pk=number).exists():
        edition.pk = None
    edition.current = False
    edition.epoch = max(edition.epoch, edition.highest_epoch) + 1
    edition.opened = bool(rows)
    bundle.insert(edition)
    numbers[number] = edition.pk
    for row in rows:
        row.edition = edition
    LogRow.objects.bulk_create(rows)
    here = selectors.edition_current()
    if shown and (here is None or not here.opened):
        setting_up.edition_make_current(edition_id=edition.pk)
    return Restored(edition.name, "new", len(rows))


def _renumbered(
    tables: dict[str, list[bundle.Content]], numbers: dict[int, int]
) -> dict[str, list[bundle.Content]]:
    """The tables, where they refer to an edition by its number here."""
    renumbered = dict(tables)
    for model in bundle.table_models():
        label = model._meta.label_lower
        for referring in model._meta.concrete_fields:
            if referring.related_model is Edition:
                name = referring.attname
                renumbered[label] = [
                    {**row, name: numbers.get(row.get(name), row.get(name))}
                    for row in renumbered.get(label, [])
                ]
    return renumbered


def evening_restore(*, stream: IO[bytes]) -> tuple[Edition, int | None]:
    """A new edition from an evening file, without a last line that was cut (and its number).

    Where the same evening is here already, the new one gets a higher epoch, and its place on the
    screens. Raises BadLine, Locked.
    """
    with transaction.atomic():
        edition, torn = setting_up.evening_recover(stream=stream)
        same = [
            other
            for other in Edition.objects.filter(opened=True, game=edition.game)
            if other.pk != edition.pk and other.header == edition.header
        ]
        if same:
            epoch = max(max(other.epoch, other.highest_epoch) for other in same) + 1
            Edition.objects.filter(pk=edition.pk).update(epoch=epoch)
        if any(other.current for other in same):
            setting_up.edition_make_current(edition_id=edition.pk)
    return edition, torn
