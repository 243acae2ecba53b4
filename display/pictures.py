"""Reading what the projections need. Only through ``referee.selectors``; nothing is written.

What the public sees ends at ``selectors.public_fold``: what the reveal holds back is not read here.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from cagli_oca import wording
from cagli_oca.games import GAMES
from cagli_oca.games.core import FREE_TEXT, PUBLIC, TAKEN_BACK, UNDO
from display import projections
from display.projections import About, Head, Picture, Recorded
from referee import folding, public_log, selectors
from referee.folding import Fold

HAPPENINGS_A_PAGE = 30

StepsOf = Callable[[str, list[dict[str, Any]]], list[dict[str, Any]]]
"""A game's slug and a row's steps -> the steps as they are told."""


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
        after = before_last(fold, projections.LAST_HAPPENINGS)
        rows = recorded(edition, fold, after=after, public=edition_id is None)
        trial = edition.trial and {**edition.trial}
        if trial:
            again = folding.recorded_again(edition, fold)
            trial["row"] = again.get(trial["row"], trial["row"])
        return projections.opened_picture(
            about, evening=fold.evening, rows=rows, since=after + 1, trial=trial
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
    other_days = {} if on else {"last_result": _last_result(edition), "coming": _coming()}
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
        chain=public_log.in_groups(fold.digest) if fold else "",
        held=max(0, held),
        caught_up=_caught_up(edition, fold),
        **other_days,
    )


def _caught_up(edition: Any, fold: Fold | None) -> int:
    """Up to which row a paper form was entered, as far as *fold* goes."""
    entered = edition.caught_up
    begun = fold is not None and entered and entered["first"] <= fold.evening.head
    return int(entered["last"]) if begun else 0


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
    if edition.catching_up is not None:
        return _("What was noted on paper is being entered; the board follows in a moment.")
    if not edition.caught_up:
        return ""
    public_head = selectors.public_head(edition)
    # Less than all where a second form has been entered that the reveal still holds back.
    if not edition.caught_up["first"] <= public_head <= edition.caught_up["last"]:
        return ""
    rows = selectors.log(edition, after=edition.caught_up["first"] - 1)
    counts = Counter(row.name for row in rows.filter(seq__lte=public_head))
    told = ", ".join(
        f"{wording.action_name(edition.game, name)} {count}" for name, count in counts.items()
    )
    return _("Entered from the paper form: %(what)s.") % {"what": told}


def before_last(fold: Fold, number: int, end: int | None = None) -> int:
    """The seq after which the last *number* things to be told begin, up to row *end*.

    A correction of several rows is told as one and is never torn.
    """
    first = {told.last: told.first for told in fold.replacements}
    seq = fold.evening.head if end is None else end
    for _told in range(number):
        seq = first.get(seq, seq) - 1
    return max(0, seq)


def recorded(
    edition: Any, fold: Fold, *, after: int, before: int | None = None, public: bool = True
) -> list[Recorded]:
    """What is told of the rows of *fold* from *after* to *before* (both not among them), in order.

    A correction of several rows is one. What it took back only to record it again stands where it
    was, as it is now. The rows that an undo among them names stand before them, whatever their seq.
    *public*: where children play, without what was typed, which may name one.
    """
    steps_of = _without_names if public and edition.rules.of_children(edition.header) else _as_told
    end = fold.evening.head if before is None else min(fold.evening.head, before - 1)
    again = folding.recorded_again(edition, fold)
    corrections = [told for told in fold.replacements if after < told.first and told.last <= end]
    own = {seq for told in corrections for seq in range(told.first, told.last + 1)}
    shown = list(selectors.log(edition, after=after).filter(seq__lte=end))
    rows = {row.seq: row for row in shown}
    named = {step["seq"] for row in shown for step in row.steps if step["step"] == TAKEN_BACK}
    missing = {*named, *(again[seq] for seq in rows if seq in again)} - rows.keys()
    rows |= {row.seq: row for row in selectors.log(edition).filter(seq__in=missing)}
    counts = {seq for seq, _event, _before in fold.evening.past}
    told = [
        _one(fold, rows[seq], rows.get(again.get(seq, seq), rows[seq]), counts, steps_of)
        for seq in {*named, *(row.seq for row in shown)} - own
    ]
    told += [_replacement(fold, replacement, rows, steps_of) for replacement in corrections]
    return sorted(told, key=lambda row: row.seq)


def _one(fold: Fold, row: Any, now: Any, counts: set[int], steps_of: StepsOf) -> Recorded:
    """One row; *now* is the row as which it counts now, mostly itself."""
    if now.seq not in counts:
        now = row
    return Recorded(
        seq=row.seq,
        at=timezone.localtime(row.recorded_at),
        event=row.name,
        steps=steps_of(fold.evening.game.slug, now.told_steps),
        taken_back=row.name != UNDO and row.seq > 0 and now.seq not in counts,
        turn=fold.turns.get(row.seq),
        moved=fold.corrections.get(now.seq) if now is row else None,
    )


def _replacement(
    fold: Fold, told: folding.Replacement, rows: dict[int, Any], steps_of: StepsOf
) -> Recorded:
    """A correction of several rows, as one."""
    again, slug = told.again or {}, fold.evening.game.slug
    undos = [
        rows[seq].steps[0] for seq in range(told.last, told.first - 1, -1) if seq not in told.put
    ]
    return Recorded(
        seq=told.last,
        first=told.first,
        at=timezone.localtime(rows[told.last].recorded_at),
        event=projections.CORRECTION,
        steps=(),
        taken_back=False,
        turn=fold.turns.get(told.first),
        moved=fold.corrections.get(told.last),
        taken=[
            (undo, steps_of(slug, rows[undo["seq"]].told_steps))
            for undo in undos
            if undo["seq"] not in again
        ],
        put=[steps_of(slug, rows[seq].told_steps) for seq in told.put if seq not in again.values()],
    )


def _as_told(slug: str, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return steps


def _without_names(slug: str, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Steps whose typed texts are replaced: only reasons that stood ready are told."""
    ready, instead = _ready_reasons(slug), _("a reason that the referees know")
    return [
        {
            key: instead if key in FREE_TEXT and value not in ready else value
            for key, value in step.items()
        }
        for step in steps
    ]


@cache
def _ready_reasons(slug: str) -> frozenset[str]:
    """The reasons that stand ready on the console, in every language."""
    found: set[str] = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for reasons in wording.of(slug).READY_REASONS.values():
                found.update(map(str, reasons))
    return frozenset(found)


def history(edition: Any, before: int | None) -> tuple[list[projections.Happening], int | None]:
    """A page of the public story, newest first, below seq *before*; and where the next begins."""
    fold = selectors.public_fold(edition)
    end = fold.evening.head if before is None else min(fold.evening.head, before - 1)
    after = before_last(fold, HAPPENINGS_A_PAGE, end)
    rows = recorded(edition, fold, after=after, before=end + 1)
    told = projections.happenings(edition.game, rows, since=after + 1)
    return told[::-1], (after + 1 if told and after > 0 else None)


def _last_result(shown: Any) -> projections.LastResult | None:
    """How the last evening ended, for a page that shows the edition *shown* (or none)."""
    edition = selectors.edition_last_over()
    if edition is None:
        return None
    evening = selectors.public_evening(edition)
    board = evening.game.scoreboard(evening.state, PUBLIC)
    game = shown.game if shown else next(iter(GAMES))
    return {
        "title": edition.name,
        "held_on": edition.header.get("held_on", ""),
        "sentence": wording.of(edition.game).now(board)["headline"],
        "winner": evening.game.winner(evening.state) if game == edition.game else None,
    }


def _coming() -> projections.Coming | None:
    edition = selectors.edition_next(timezone.localdate())
    if edition is None:
        return None
    return {"title": edition.name, "held_on": edition.header["held_on"]}
