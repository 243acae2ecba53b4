"""The spare computer, seen from the one that records: who may follow, and what it is told.

A follower says which rows it has; it is told the rows that it lacks, and the editions and tables
where they differ from its own. The other side is ``following``. Both sides' lamp is ``status``.
"""

import itertools
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cagli_oca.games.core import Refused
from referee import bundle, selectors, services, wire
from referee.models import AsideRow, Edition, Follower, Following, LogRow

ROWS_AT_ONCE = 400
EVERY_ROW = 100_000

NOTE_EVERY = timedelta(seconds=5)
"""How often it is written down that the other one was heard, while nothing changes."""


# --------------------------------------------------------------------------- who may follow


def follower_add(*, name: str) -> str:
    """Lets one more computer follow; gives the token that it needs. It is not kept."""
    services.must_be_main()
    token = wire.new_token()
    Follower.objects.create(name=name, key=wire.key_of(token))
    return token


def follower_forget(*, follower_id: int) -> None:
    """That computer's token is void from now on."""
    Follower.objects.filter(pk=follower_id).delete()


def follower_of(name: str) -> Follower | None:
    """Who asks under this name of a key."""
    return next((f for f in Follower.objects.all() if wire.name_of(f.key) == name), None)


# ------------------------------------------------------------------------------ the answer


def answer(*, follower: Follower, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the follower lacks. Raises ``bundle.Damaged`` for a question that is none.

    *asked*: ``heads`` (edition -> [seq, digest] of its last row), ``chains`` (edition -> all its
    digests, where the last answer named a fork), ``editions`` and ``tables`` (digests of what it
    has), ``stop`` (edition -> the epoch at which it has taken over), ``aside`` (rows that it set
    aside), ``version``.

    The rows are read before the editions: where the reveal was switched on between, what is told
    is the stricter one.
    """
    if not isinstance(asked, dict):
        raise bundle.Damaged("not an object")
    if asked.get("version") != settings.VERSION:
        return {"unfit": "version"}
    if asked.get("stop") and selectors.is_following():
        return {"unfit": "follows"}  # to stop is the main computer's to say
    try:
        for pk, epoch in asked.get("stop", {}).items():
            services.epoch_hear(edition_id=int(pk), epoch=int(epoch))
        for left in asked.get("aside", []):
            aside_add(where=AsideRow.THERE, **left)
        room = EVERY_ROW if asked.get("stop") else ROWS_AT_ONCE
        rows, forks, commons, more = _rows(asked.get("heads", {}), asked.get("chains", {}), room)
        editions = [_told_edition(edition) for edition in Edition.objects.order_by("pk")]
        held = bundle.tables()
        _heard(follower, {pk: int(seq) for pk, (seq, _digest) in asked.get("heads", {}).items()})
        differs = {
            "editions": bundle.digest(editions) != asked.get("editions"),
            "tables": bundle.digest(held) != asked.get("tables"),
        }
    except (AttributeError, KeyError, OverflowError, Refused, TypeError, ValueError) as error:
        raise bundle.Damaged(repr(error)) from None
    return {
        "rows": rows,
        "forks": forks,
        "commons": commons,
        "more": more,
        **({"editions": editions} if differs["editions"] else {}),
        **({"tables": held} if differs["tables"] else {}),
    }


def _told_edition(edition: Edition) -> bundle.Content:
    """Its fields. What the public may see is said outright: the follower's clock may be wrong."""
    told = bundle.content(edition)
    if edition.opened and edition.reveal_after is not None:
        told["revealed"] = selectors.public_head(edition)
    return told


def _rows(
    heads: Mapping[str, Any], chains: Mapping[str, Any], room: int
) -> tuple[dict[str, list[bundle.Content]], list[str], dict[str, int], bool]:
    """Edition -> the rows that are missing there; where the logs fork; and how much they share."""
    rows: dict[str, list[bundle.Content]] = {}
    forks, commons, more = [], {}, False
    for edition in Edition.objects.filter(opened=True).order_by("pk"):
        pk = str(edition.pk)
        if pk in chains:
            after = commons[pk] = common(edition, chains[pk])
            after -= 1
        else:
            after, digest = heads.get(pk, (-1, ""))
            if after >= 0 and not edition.rows.filter(seq=after, digest=digest).exists():
                forks.append(pk)
                continue
        missing, rest = _next_rows(edition, after, room)
        more = more or rest
        if missing:
            rows[pk] = [bundle.row_content(row) for row in missing]
        room = max(0, room - len(missing))
    return rows, forks, commons, more


def _next_rows(edition: Edition, after: int, room: int) -> tuple[list[LogRow], bool]:
    """Some *room* rows, and whether there are more: a correction is told whole or not at all, so
    that the follower's screens never show half of one.
    """
    log = selectors.log(edition, after=after).iterator()
    rows = list(itertools.islice(log, room))
    following = next(log, None)
    while rows and following is not None and _belong_together(rows[-1], following):
        rows.append(following)
        following = next(log, None)
    return rows, following is not None


def _belong_together(one: LogRow, other: LogRow) -> bool:
    text = one.command.get("correction")
    return bool(text) and text == other.command.get("correction")


def common(edition: Edition, chain: list[str]) -> int:
    """How many rows from the first on our log shares with this chain of digests."""
    shared = 0
    for ours, theirs in zip(edition.rows.values_list("digest", flat=True), chain, strict=False):
        if ours != theirs:
            break
        shared += 1
    return shared


def _heard(follower: Follower, heads: dict[str, int]) -> None:
    now = timezone.now()
    last = follower.heard_at
    if heads != follower.heads or last is None or abs(now - last) >= NOTE_EVERY:
        Follower.objects.filter(pk=follower.pk).update(heads=heads, heard_at=now)


# --------------------------------------------------------------------------- rows set aside


def aside_add(*, where: str, edition: int, epoch: int, row: bundle.Content) -> None:
    """Keeps a row that is in no log; once, however often it is told."""
    one = bundle.thing(LogRow, {**row, "edition_id": edition})
    assert isinstance(one, LogRow)
    if selectors.edition_get(edition):
        told = {"edition_id": edition, "epoch": epoch, "where": where, "content": row}
        told["command_id"] = one.command_id
        AsideRow.objects.get_or_create(digest=one.digest, defaults=told)


def aside_noted() -> None:
    """Somebody has read them all; they stay kept."""
    selectors.aside().update(noted_at=timezone.now())


# ---------------------------------------------------------------------------------- the lamp


def status() -> dict[str, Any]:
    """How the copy on another computer stands, on either of the two.

    ``state`` good, bad or off; ``since`` when it is bad (ISO, where that is known); ``text``.
    """
    following = Following.objects.first()
    follows = following is not None and following.taken_over_at is None
    if not follows and any(edition.superseded for edition in selectors.edition_list()):
        return _told("bad", _("Another computer has taken over: this one records nothing more."))
    count = selectors.aside().count()
    if count:
        text = ngettext(
            "%(count)d recorded action is not in the log: see “Second copy and second computer”.",
            "%(count)d recorded actions are not in the log: see “Second copy and second computer”.",
            count,
        )
        return _told("bad", text % {"count": count})
    if following is not None and follows:
        return _as_follower(following)
    if following is not None and following.told_at is None:
        return _told(
            "good", _("This computer has taken over. The other one has not heard of it yet.")
        )
    heard = [follower for follower in Follower.objects.all() if follower.heard_at]
    told = [_of(follower) for follower in heard]
    return next((t for t in told if t["state"] == "bad"), told[0] if told else _off())


def _off() -> dict[str, Any]:
    return _told("off", _("No second computer follows."))


def _told(state: str, text: str, since: datetime | None = None) -> dict[str, Any]:
    return {"state": state, "since": since and since.isoformat(), "text": text}


def _clock(at: datetime) -> str:
    return timezone.localtime(at).strftime("%H:%M:%S")


TROUBLE = {
    "older": gettext_lazy(
        "That computer has been taken over from, or an older copy was restored there."
    ),
    "other": gettext_lazy("That computer holds other evenings than this one."),
    "follows": gettext_lazy("That computer only follows another one."),
    "version": gettext_lazy("The two computers run different versions of the program."),
}


NO_ANSWER = {
    "Connection refused": gettext_lazy("the program does not run there"),
    "HTTP 403": gettext_lazy("it does not know this computer's token any more"),
    "timed out": gettext_lazy("the network does not lead there"),
    "No route to host": gettext_lazy("the network does not lead there"),
    "Network is unreachable": gettext_lazy("the network does not lead there"),
}
"""What the system says (``wire.NoAnswer``) in people's words; anything else is told as it is."""


def _as_follower(following: Following) -> dict[str, Any]:
    heard = following.heard_at
    if not selectors.is_silent(following) and not following.trouble:
        return _told("good", _("This computer follows another one and has all that is recorded."))
    text = _("This computer has followed no further than %(at)s.") % {
        "at": _clock(heard) if heard else "–"
    }
    why = {**TROUBLE, **NO_ANSWER}.get(following.trouble, following.trouble)
    return _told("bad", f"{text} ({why})" if why else text, heard)


def _of(follower: Follower) -> dict[str, Any]:
    """One follower's lamp: bad if it is silent, or asks and yet does not get on."""
    heard = follower.heard_at
    assert heard is not None
    if abs(timezone.now() - heard) > selectors.SILENT_AFTER:
        text = _("The second computer (%(name)s) has not been heard since %(at)s.")
        return _told("bad", text % {"name": follower.name, "at": _clock(heard)}, heard)
    missing = [
        rows.earliest("recorded_at").recorded_at
        for edition in Edition.objects.filter(opened=True)
        for rows in [selectors.log(edition, after=follower.heads.get(str(edition.pk), -1))]
        if rows.exists()
    ]
    if missing and abs(timezone.now() - min(missing)) > selectors.SILENT_AFTER:
        text = _("The second computer (%(name)s) lacks what was recorded since %(at)s.")
        return _told(
            "bad", text % {"name": follower.name, "at": _clock(min(missing))}, min(missing)
        )
    return _told("good", _("The second computer (%(name)s) has it all.") % {"name": follower.name})
