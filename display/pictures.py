"""Reading what the projections need. Only through ``referee.selectors``; nothing is written."""

from typing import Any

from django.utils import timezone, translation

from cagli_oca import wording
from display import projections
from display.projections import Picture, Recorded
from display.screens import Head
from referee import selectors

HAPPENINGS_A_PAGE = 30


def picture(edition_id: int | None, language: str) -> Picture:
    """The whole picture of one edition (None: the current one) in one language."""
    with translation.override(language):
        edition = selectors.edition_get(edition_id) if edition_id else selectors.edition_current()
        shared: dict[str, Any] = {
            "edition": edition.pk if edition else None,
            "epoch": edition.epoch if edition else 0,
            "header": edition.header if edition else {},
            "sample": edition.sample if edition else False,
            "last_result": _last_result(),
            "coming": _coming(),
        }
        if edition is None or not edition.opened:
            return projections.waiting_picture(**shared)
        evening = selectors.evening(edition)
        rows = [row for row in recorded(edition) if row.seq <= evening.head]
        return projections.opened_picture(**shared, evening=evening, rows=rows)


def head() -> Head:
    """Where the public picture stands: what a screen that follows shows."""
    edition = selectors.edition_current()
    if edition is None:
        return {"edition": None, "epoch": 0, "seq": -1}
    seq = selectors.evening(edition).head if edition.opened else -1
    return {"edition": edition.pk, "epoch": edition.epoch, "seq": seq}


def recorded(edition: Any) -> list[Recorded]:
    """All rows of an edition, as far as screens tell them."""
    rows = list(selectors.log(edition))
    taken_back = selectors.taken_back(rows)
    return [
        Recorded(
            seq=row.seq,
            at=timezone.localtime(row.recorded_at),
            event=row.resolved().name,
            steps=row.steps,
            taken_back=row.seq in taken_back,
        )
        for row in rows
    ]


def history(edition: Any, before: int | None) -> tuple[list[projections.Happening], int | None]:
    """A page of the story, newest first, below seq *before*; and where the next page begins."""
    rows = recorded(edition)
    by_seq = {row.seq: row for row in rows}
    older = [row for row in rows if row.seq > 0 and (before is None or row.seq < before)]
    page = older[-HAPPENINGS_A_PAGE:]
    told = [projections.happening(edition.game, row, by_seq) for row in reversed(page)]
    return told, (page[0].seq if len(older) > len(page) else None)


def _last_result() -> projections.LastResult | None:
    edition = selectors.edition_last_over()
    if edition is None:
        return None
    board = selectors.scoreboard(edition)
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
