"""Reading what the projections need. Only through ``referee.selectors``; nothing is written.

What the public sees ends at ``selectors.public_fold``: what the reveal holds back is not read here.
"""

from typing import Any

from django.utils import timezone, translation

from cagli_oca import wording
from cagli_oca.games.core import PUBLIC, TAKEN_BACK
from display import projections
from display.projections import About, Picture, Recorded
from display.screens import Head
from referee import selectors
from referee.selectors import Fold

HAPPENINGS_A_PAGE = 30


def picture(edition_id: int | None, language: str) -> Picture:
    """The whole picture in one language.

    None: the current edition, as the public may see it. A number: all that was recorded there, for
    who is signed in.
    """
    with translation.override(language):
        edition = selectors.edition_get(edition_id) if edition_id else selectors.edition_current()
        fold = None
        if edition and edition.opened:
            fold = selectors.fold(edition) if edition_id else selectors.public_fold(edition)
        about = _about(edition, language, fold, signed_in=edition_id is not None)
        if edition is None or fold is None:
            return projections.waiting_picture(about)
        head = fold.evening.head
        rows = recorded(edition, fold, after=head - projections.LAST_HAPPENINGS)
        return projections.opened_picture(
            about, evening=fold.evening, rows=rows, trial=edition.trial
        )


def head() -> Head:
    """Where the public picture stands: what a screen that follows shows."""
    edition = selectors.edition_current()
    if edition is None:
        return {"edition": None, "epoch": 0, "seq": -1}
    seq = selectors.public_head(edition) if edition.opened else -1
    return {"edition": edition.pk, "epoch": edition.epoch, "seq": seq}


def _about(edition: Any, language: str, fold: Fold | None, *, signed_in: bool) -> About:
    # While an evening is on, other days are nobody's concern (and a picture is small).
    on = fold is not None and projections.stage_of(fold.evening) != "over"
    other_days = {} if on else {"last_result": _last_result(), "coming": _coming()}
    if edition is None:
        return About(**other_days)
    held = fold.evening.head - selectors.public_head(edition) if fold and signed_in else 0
    return About(
        edition=edition.pk,
        epoch=edition.epoch,
        header=edition.header,
        starts_at=timezone.localtime(edition.starts_at) if edition.starts_at else None,
        sample=edition.sample,
        announcement=edition.announcement.get(language)
        or next(iter(edition.announcement.values()), ""),
        held=max(0, held),
        **other_days,
    )


def recorded(edition: Any, fold: Fold, *, after: int) -> list[Recorded]:
    """The rows of *fold* with a higher seq than *after*, in order.

    Those that an undo among them names stand before them, whatever their seq.
    """
    rows = [row for row in selectors.log(edition, after=after) if row.seq <= fold.evening.head]
    taken_back = selectors.taken_back(rows)
    known = {row.seq for row in rows}
    named = [
        step["seq"]
        for row in rows
        for step in row.steps
        if step["step"] == TAKEN_BACK and step["seq"] not in known
    ]
    return [
        Recorded(
            seq=row.seq,
            at=timezone.localtime(row.recorded_at),
            event=row.resolved().name,
            steps=row.steps,
            taken_back=row.seq in taken_back,
            turn=fold.turns.get(row.seq),
            moved=fold.corrections.get(row.seq),
        )
        for row in [*selectors.log(edition).filter(seq__in=named), *rows]
    ]


def history(edition: Any, before: int | None) -> tuple[list[projections.Happening], int | None]:
    """A page of the public story, newest first, below seq *before*; and where the next begins."""
    fold = selectors.public_fold(edition)
    rows = recorded(edition, fold, after=-1)
    by_seq = {row.seq: row for row in rows}
    older = [row for row in rows if row.seq > 0 and (before is None or row.seq < before)]
    page = older[-HAPPENINGS_A_PAGE:]
    told = [projections.happening(edition.game, row, by_seq) for row in reversed(page)]
    return told, (page[0].seq if len(older) > len(page) else None)


def _last_result() -> projections.LastResult | None:
    edition = selectors.edition_last_over()
    if edition is None:
        return None
    evening = selectors.public_evening(edition)
    board = evening.game.scoreboard(evening.state, PUBLIC)
    return {
        "title": edition.name,
        "held_on": edition.header.get("held_on", ""),
        "sentence": wording.of(edition.game).now(board)["headline"],
        "winner": board.get("winner"),
    }


def _coming() -> projections.Coming | None:
    edition = selectors.edition_next(timezone.localdate())
    if edition is None:
        return None
    return {"title": edition.name, "held_on": edition.header["held_on"]}
