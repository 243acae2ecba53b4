"""Reading what the projections need. Only through ``referee.selectors``; nothing is written.

What the public sees ends at ``selectors.public_fold``: what the reveal holds back is not read here.
"""

from collections import Counter
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from cagli_oca import wording
from cagli_oca.games.core import PUBLIC, TAKEN_BACK, UNDO
from display import projections
from display.projections import About, Head, Picture, Recorded
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
    spoken, announcement = announced(edition, language)
    held = fold.evening.head - selectors.public_head(edition) if fold and signed_in else 0
    return About(
        edition=edition.pk,
        epoch=edition.epoch,
        header=edition.header,
        starts_at=timezone.localtime(edition.starts_at) if edition.starts_at else None,
        sample=edition.sample,
        announcement=announcement,
        announcement_language=spoken,
        held=max(0, held),
        caught_up=edition.caught_up.get("last", 0),
        **other_days,
    )


def announced(edition: Any, language: str) -> tuple[str, str]:
    """The announcement's language and text: in *language*, or as it was written.

    Where there is none, what there is to know of a paper form that is being entered, or just was.
    """
    texts = edition.announcement
    if not texts:
        return language, _from_paper(edition)
    spoken = language if language in texts else next(iter(texts), "")
    return spoken, texts.get(spoken, "")


def _from_paper(edition: Any) -> str:
    if not edition.opened:
        return ""
    public_head = selectors.public_head(edition)
    if edition.catching_up is not None:
        return _("What was noted on paper is being entered; the board follows in a moment.")
    if edition.caught_up.get("last") != public_head:
        return ""
    rows = selectors.log(edition, after=edition.caught_up["first"] - 1)
    counts = Counter(row.name for row in rows.filter(seq__lte=public_head))
    told = ", ".join(
        f"{wording.action_name(edition.game, name)} {count}" for name, count in counts.items()
    )
    return _("Entered from the paper form: %(what)s.") % {"what": told}


def recorded(edition: Any, fold: Fold, *, after: int, before: int | None = None) -> list[Recorded]:
    """The rows of *fold* from *after* to *before* (both not among them), in order.

    Those that an undo among them names stand before them, whatever their seq.
    """
    end = fold.evening.head if before is None else min(fold.evening.head, before - 1)
    rows = list(selectors.log(edition, after=after).filter(seq__lte=end))
    counts = {seq for seq, _event, _before in fold.evening.past}
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
            event=row.name,
            steps=row.steps,
            taken_back=row.name != UNDO and row.seq > 0 and row.seq not in counts,
            turn=fold.turns.get(row.seq),
            moved=fold.corrections.get(row.seq),
        )
        for row in [*selectors.log(edition).filter(seq__in=named), *rows]
    ]


def history(edition: Any, before: int | None) -> tuple[list[projections.Happening], int | None]:
    """A page of the public story, newest first, below seq *before*; and where the next begins."""
    fold = selectors.public_fold(edition)
    end = fold.evening.head if before is None else min(fold.evening.head, before - 1)
    first = max(1, end - HAPPENINGS_A_PAGE + 1)
    rows = recorded(edition, fold, after=first - 1, before=end + 1)
    told = projections.happenings(edition.game, rows, since=first)
    return told[::-1], (first if told and first > 1 else None)


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
