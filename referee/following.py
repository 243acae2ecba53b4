"""The spare computer's own side: it keeps its copy current, only shows, and can take over.

What comes is stored in one transaction an answer: every row verified by the chain first, so that
a copy is either the beginning of the other's log or refused. Rows that are here and not there are
set aside, never dropped. That this computer follows stands in the database (``Following``): a
restart goes on following, until somebody takes over.
"""

import contextlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils import timezone

from referee import bundle, mirror, news, selectors, services, wire
from referee.models import AsideRow, Edition, Following, LogRow

TELL_EVERY = 5.0
"""Seconds between two tries to tell the other computer that this one has taken over."""

FOLLOWS = "This computer follows another one and only shows; do it there, or take over first."
"""For who writes from the command line."""

Answer = Mapping[str, Any]


class Unfit(Exception):
    """This copy and the other computer do not fit together. *code*: a key of ``mirror.TROUBLE``."""

    def __init__(self, code: str, about: str = "") -> None:
        super().__init__(f"{code} {about}".strip())
        self.code = code
        self.about = about


# ------------------------------------------------------------------------- begin and go on


def following_begin(*, url: str, token: str) -> None:
    """From now on this computer follows the one at *url*; returns when it has all that is there.

    Raises NoAnswer, Unfit, Damaged; then it does not follow, and nothing was changed.
    """
    following = Following(url=address(url), key=wire.key_of(token))
    first = not Following.objects.exists()
    answer = _asked(following, {})
    with transaction.atomic():
        Following.objects.all().delete()
        following.save()
        store(following, answer, first=first)
    with contextlib.suppress(wire.NoAnswer):  # the thread goes on with it
        while catch_up():
            pass


def address(url: str) -> str:
    """The other computer's address for questions, from any address of it."""
    scheme, _colon, rest = (url if "://" in url else f"http://{url}").partition("://")
    return f"{scheme}://{rest.partition('/')[0]}{reverse('referee:mirror')}"


def catch_up(*, stop: Mapping[str, int] | None = None) -> bool:
    """Asks once and stores what comes; tells whether there is more. Nothing if not following.

    *stop*: edition -> epoch; the other computer records nothing more in these from then on.
    Raises NoAnswer, Unfit, Damaged.
    """
    following = Following.objects.filter(taken_over_at=None).first()
    if following is None:
        return False
    answer = _asked(following, {"stop": dict(stop)} if stop else {})
    store(following, answer)
    return bool(answer["more"])


def _asked(following: Following, more: dict[str, Any]) -> Answer:
    """The other computer's answer, also about a fork of the logs. Raises NoAnswer, Unfit."""
    asked = {"version": settings.VERSION, "heads": heads(), **digests(), **more}
    left = selectors.aside().filter(where=AsideRow.HERE)
    asked["aside"] = [
        {"edition": row.edition_id, "epoch": row.epoch, "row": row.content} for row in left
    ]
    answer = wire.ask(following.url, following.key, asked)
    if "unfit" in answer:
        raise Unfit(answer["unfit"])
    if answer["forks"]:
        asked["chains"] = {
            pk: digests_of(Edition.objects.get(pk=int(pk))) for pk in answer["forks"]
        }
        answer = {**wire.ask(following.url, following.key, asked), "chains": asked["chains"]}
    return answer


def heads() -> dict[str, tuple[int, str]]:
    """Edition -> seq and digest of its last row here."""
    found = {}
    for edition in Edition.objects.filter(opened=True):
        row = edition.rows.order_by("-seq").first()
        if row is not None:
            found[str(edition.pk)] = (row.seq, row.digest)
    return found


def digests_of(edition: Edition) -> list[str]:
    """What names each row of a log, in order."""
    return list(edition.rows.order_by("seq").values_list("digest", flat=True))


def digests() -> dict[str, str]:
    """What names the present editions and tables."""
    editions = [bundle.content(edition) for edition in Edition.objects.order_by("pk")]
    return {"editions": bundle.digest(editions), "tables": bundle.digest(bundle.tables())}


# ------------------------------------------------------------------------------- storing


def store(following: Following, answer: Answer, *, first: bool = False) -> None:
    """Stores one answer, all of it or nothing. Raises Unfit, Damaged.

    *first*: this computer has never followed; a draft here that is not there is its own work.
    """
    with transaction.atomic():
        ours = Following.objects.select_for_update().filter(pk=following.pk, taken_over_at=None)
        if not ours.exists():
            return  # it was taken over while the answer was on its way
        _heard(following, changed=bool(answer["rows"]))
        if not (answer["rows"] or answer["commons"] or {"editions", "tables"} & answer.keys()):
            return
        for pk, shared in answer["commons"].items():
            edition = Edition.objects.get(pk=int(pk))
            if digests_of(edition) != answer["chains"][pk]:
                return  # it has changed since it was asked about: ask again
            _leave_fork(edition, shared)
        if "editions" in answer:
            told = [bundle.thing(Edition, one) for one in answer["editions"]]
            _check_fits(told, drafts=first)
            _store_editions(told)
        if "tables" in answer:
            bundle.tables_replace(answer["tables"])
        for pk, rows in answer["rows"].items():
            _store_rows(Edition.objects.get(pk=int(pk)), rows)
        # What is not here yet cannot be shown as opened.
        Edition.objects.filter(opened=True, rows=None).update(opened=False)
        transaction.on_commit(lambda: news.announce(None, None))


def _heard(following: Following, *, changed: bool) -> None:
    now = timezone.now()
    last = following.heard_at
    if changed or following.trouble or last is None or abs(now - last) >= mirror.NOTE_EVERY:
        Following.objects.filter(pk=following.pk).update(heard_at=now, trouble="")


def _leave_fork(edition: Edition, shared: int) -> None:
    """The other log goes on differently after *shared* rows: ours from there on leave the log."""
    if shared:
        leave(edition, shared)
    elif edition.rehearsal:
        _empty(edition)
    else:
        raise Unfit("other", edition.name)


def _check_fits(told: list[Edition], *, drafts: bool) -> None:
    """Raises Unfit where storing would lose an evening of ours (with *drafts*: or a draft), or
    would follow a computer that was taken over from.

    A sample's draft and a rehearsal are no loss. It is the same edition if it was made at the same
    moment under the same number.
    """
    theirs = {edition.pk: edition for edition in told}
    for ours in Edition.objects.all():
        their = theirs.get(ours.pk)
        if their is not None and their.epoch < ours.epoch:
            raise Unfit("older", ours.name)
        if ours.rehearsal or not (ours.opened or (drafts and not ours.sample)):
            continue
        same = their is not None and their.created_at == ours.created_at
        if not same or their.opened < ours.opened:
            raise Unfit("other", ours.name)


def _store_editions(told: list[Edition]) -> None:
    for gone in Edition.objects.exclude(pk__in=[edition.pk for edition in told]):
        _empty(gone)
        gone.delete()
    Edition.objects.update(current=False)
    for edition in told:
        if not edition.opened:
            _empty(edition)
        edition.save_base(raw=True)


def _empty(edition: Edition) -> None:
    rows = LogRow.objects.filter(edition=edition)
    rows._raw_delete(rows.db)


def leave(edition: Edition, shared: int) -> int:
    """Moves the rows after the first *shared* out of the log, kept aside; how many they were."""
    rows = list(selectors.log(edition, after=shared - 1))
    for row in rows:
        AsideRow.objects.get_or_create(
            digest=row.digest,
            defaults={
                "edition": edition,
                "epoch": edition.epoch,
                "command_id": row.command_id,
                "where": AsideRow.HERE,
                "content": bundle.row_content(row),
            },
        )
    leaving = LogRow.objects.filter(pk__in=[row.pk for row in rows])
    leaving._raw_delete(leaving.db)
    return len(rows)


def _store_rows(edition: Edition, told: list[bundle.Content]) -> None:
    """Adds rows, verified by the chain. Those that came meanwhile by another question are left."""
    ours = digests_of(edition)
    new = [row for row in told if ours[row["seq"] : row["seq"] + 1] != [row["digest"]]]
    previous = ours[-1] if ours else ""
    LogRow.objects.bulk_create(bundle.rows_made(edition, new, seq=len(ours), previous=previous))


# --------------------------------------------------------------------------- taking over


@dataclass(frozen=True, slots=True)
class TakenOver:
    """How it went: whether the other computer has stopped, and when it was last heard if not."""

    stopped: bool
    heard_at: datetime | None
    trouble: str = ""


def take_over() -> TakenOver:
    """This computer records from now on, at a higher epoch. Raises Locked if it does already.

    The other one is asked to stop and for its last rows first; if it does not answer, what it
    recorded since it was last heard is not here, and it is told as soon as it can be reached.
    """
    following = Following.objects.filter(taken_over_at=None).first()
    if following is None:
        if not any(edition.superseded for edition in selectors.edition_list()):
            raise services.Locked("is_main")
        _take_back()
        return TakenOver(stopped=False, heard_at=None)
    try:
        while catch_up():
            pass
        stop = next_epochs()
        while catch_up(stop=stop):
            pass
        stopped, trouble = True, ""
    except (wire.NoAnswer, Unfit, bundle.Damaged) as error:
        stopped, trouble = False, str(error)
    with transaction.atomic():
        following = Following.objects.select_for_update().get(pk=following.pk)
        now = timezone.now()
        for pk, epoch in next_epochs().items():
            Edition.objects.filter(pk=int(pk)).update(epoch=epoch)
        following.taken_over_at = now
        following.told_at = now if stopped else None
        following.trouble = ""
        following.save()
        bundle.numbers_follow()
        transaction.on_commit(lambda: news.announce(None, None))
    return TakenOver(stopped, following.heard_at, trouble)


def _take_back() -> None:
    """Records again what another computer had taken over, at a higher epoch than that one's."""
    with transaction.atomic():
        for edition in Edition.objects.select_for_update():
            if edition.superseded:
                Edition.objects.filter(pk=edition.pk).update(epoch=edition.highest_epoch + 1)
        transaction.on_commit(lambda: news.announce(None, None))


def next_epochs() -> dict[str, int]:
    """Edition -> the epoch at which this computer would go on."""
    return {str(e.pk): max(e.epoch, e.highest_epoch) + 1 for e in Edition.objects.all()}


def tell() -> None:
    """Tells the other computer that it has been taken over from; its rows that we lack come back.

    Raises NoAnswer, Unfit, Damaged.
    """
    following = Following.objects.filter(taken_over_at__isnull=False, told_at=None).first()
    if following is None:
        return
    ours = {str(e.pk): e.epoch for e in Edition.objects.all()}
    answer = _asked(following, {"stop": ours})
    epochs = {str(one["id"]): one["epoch"] for one in answer.get("editions", [])}
    with transaction.atomic():
        for pk, rows in answer["rows"].items():
            for row in rows:
                mirror.aside_add(
                    where=AsideRow.THERE, edition=int(pk), epoch=epochs.get(pk, 0), row=row
                )
        Following.objects.filter(pk=following.pk).update(told_at=timezone.now())
        transaction.on_commit(lambda: news.announce(None, None))


# ------------------------------------------------------------------------------- the thread


_told_at = 0.0


def look() -> None:
    """What the thread does once a second (``workers``): follows, or tells."""
    global _told_at
    following = Following.objects.first()
    if following is None or following.told_at is not None:
        return
    if following.taken_over_at is not None:
        if time.monotonic() - _told_at < TELL_EVERY:
            return
        _told_at = time.monotonic()
    try:
        if following.taken_over_at is not None:
            tell()
        else:
            while catch_up():
                pass
        return
    except Unfit as unfit:
        trouble = unfit.code
    except (wire.NoAnswer, bundle.Damaged, DatabaseError) as error:
        trouble = str(error)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        trouble = repr(error)  # an answer of another shape
    if trouble != following.trouble:
        Following.objects.filter(pk=following.pk).update(trouble=trouble[:500])
