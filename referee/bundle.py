"""What this computer holds, as JSON and back: for the computer that follows it, and for a backup.

Three kinds of things: *editions* with all their fields, *rows* of the log exactly as recorded, and
the *tables*: accounts, posts, and whatever else the apps below keep. What concerns one computer
alone (sessions, whom it follows) is not among them.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model

from referee.models import Edition, LogRow, digest_of

Content = dict[str, Any]
"""Field -> value, JSON."""

APPS = ("auth", "referee", "display")

NOT_TABLES = {
    # Brought across by themselves, checked.
    *("referee.edition", "referee.logrow"),
    # This computer's own.
    *("referee.asiderow", "referee.follower", "referee.following"),
    # Who is there now, and what is open now.
    *("referee.seat", "display.pulse"),
    # Django's own words, which every installation makes for itself; nobody here uses them.
    *("auth.permission", "auth.group_permissions", "auth.user_user_permissions"),
}

LOCAL_FIELDS = {
    "auth.user": ("last_login",),
    "referee.device": ("awake_until",),
    "display.screen": ("report", "heard_at", "behind_since"),
}
"""Fields that each computer keeps for itself: what it heard of a screen or a person lately."""


class Damaged(Exception):
    """What came is not what this program writes; its text says what is wrong."""


# ------------------------------------------------------------------------------ one thing


def content(thing: Model) -> Content:
    """Every field of one row of any table."""
    return {
        field.attname: _plain(field.value_from_object(thing))
        for field in thing._meta.concrete_fields
    }


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int | float | list | dict):
        return value
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    raise TypeError(f"a {type(value).__name__} has no place in a copy")


def thing(model: type[Model], told: Mapping[str, Any]) -> Model:
    """``content`` backwards; not saved. What is missing has its default. Raises Damaged."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    try:
        unknown = sorted(set(told) - set(fields))
        if unknown:
            raise Damaged(f"{model._meta.label_lower}: {unknown[0]}?")
        return model(**{name: fields[name].to_python(value) for name, value in told.items()})
    except (AttributeError, TypeError, ValueError, ValidationError) as error:
        raise Damaged(f"{model._meta.label_lower}: {error}") from None


def insert(made: Model) -> None:
    """Writes a new row exactly as it is: no time of making of its own."""
    made.save_base(raw=True, force_insert=True)


# ------------------------------------------------------------------------------ the tables


def table_models() -> list[type[Model]]:
    """The tables that are brought across whole, who is referred to first."""
    found = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in APPS and model._meta.label_lower not in NOT_TABLES
    ]
    ordered: list[type[Model]] = []

    def add(model: type[Model]) -> None:
        for field in model._meta.concrete_fields:
            other = field.related_model
            if other in found and other is not model and other not in ordered:
                add(other)
        if model not in ordered:
            ordered.append(model)

    for model in found:
        add(model)
    return ordered


def tables() -> dict[str, list[Content]]:
    """Table -> its rows, without what is local."""
    held = {}
    for model in table_models():
        label = model._meta.label_lower
        local = LOCAL_FIELDS.get(label, ())
        rows = [content(row) for row in model._default_manager.order_by("pk")]
        held[label] = [{k: v for k, v in row.items() if k not in local} for row in rows]
    return held


def tables_replace(told: Mapping[str, list[Content]]) -> None:
    """Puts these rows in the place of all that are here; inside the caller's transaction.

    Raises Damaged. References are checked by the database at the end of the transaction.
    """
    models = {model._meta.label_lower: model for model in table_models()}
    unknown = sorted(set(told) - set(models))
    if unknown:
        raise Damaged(f"{unknown[0]}?")
    made = {
        label: [thing(model, row) for row in told.get(label, [])] for label, model in models.items()
    }
    for label, model in models.items():
        local = LOCAL_FIELDS.get(label, ())
        kept = {row.pk: row for row in model._default_manager.all()} if local else {}
        for row in made[label]:
            for name in local if row.pk in kept else ():
                setattr(row, name, getattr(kept[row.pk], name))
    for model in reversed(models.values()):
        rows = model._default_manager.all()
        rows._raw_delete(rows.db)
    for rows in made.values():
        for row in rows:
            insert(row)


def numbers_follow() -> None:
    """The next number that the database gives is above those that came from elsewhere."""
    with connection.cursor() as cursor:
        every = [Edition, LogRow, *table_models()]
        for sql in connection.ops.sequence_reset_sql(no_style(), every):
            cursor.execute(sql)


# ------------------------------------------------------------------------------- the log


def row_content(row: LogRow) -> Content:
    """A row of the log without its numbers in this database."""
    return {k: v for k, v in content(row).items() if k not in ("id", "edition_id")}


def rows_made(
    edition: Edition, told: Iterable[Content], *, seq: int, previous: str
) -> list[LogRow]:
    """Rows that continue a log, each verified by the chain; not saved. Raises Damaged.

    *seq* and *previous*: of the first row to come, and the digest of the row before it.
    """
    made = []
    for one in told:
        row = thing(LogRow, {**_object(one), "edition_id": edition.pk})
        assert isinstance(row, LogRow)
        row.edition = edition  # whose game says what of the row is secret
        try:
            whole = row.digest == row.content_digest()
        except (AttributeError, KeyError, TypeError, ValueError):
            whole = False
        if row.seq != seq or row.previous != previous or not whole:
            raise Damaged(f"{edition.game} {edition.pk}, row {seq}: the chain does not hold")
        made.append(row)
        seq, previous = seq + 1, row.digest
    return made


def _object(value: Any) -> Content:
    if not isinstance(value, dict):
        raise Damaged("not an object")
    return value


def digest(held: Any) -> str:
    """Names a version of anything above."""
    return digest_of(held)
