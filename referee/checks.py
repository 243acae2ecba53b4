"""Verifying the log: what ``manage.py check_log`` and the tests look for. Reads only."""

from collections.abc import Iterator
from dataclasses import dataclass

from cagli_oca.games.core import Evening, Refused, event_to_json, fold
from referee import lot, selectors
from referee.models import Edition, LogRow, canonical


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about one row. *wrong* is False where only today's rules differ."""

    seq: int
    text: str
    wrong: bool = True


def check_every_log() -> Iterator[tuple[Edition, list[Finding]]]:
    """Every opened edition with what was found about its log."""
    for edition in selectors.edition_list():
        if edition.opened:
            yield edition, check_log(edition)


def check_log(edition: Edition) -> list[Finding]:
    """The chain, the fold from zero against the live state, today's rules, and every draw."""
    rows = list(selectors.log(edition))
    if not rows:
        return [Finding(0, "the header's row is missing")]
    findings = list(_chain(rows))
    if findings:
        return findings
    try:
        return _fold(edition, rows)
    except Exception as error:  # whatever somebody wrote there: the other editions are checked too
        return [Finding(0, f"the log cannot be folded: {error!r}")]


def _fold(edition: Edition, rows: list[LogRow]) -> list[Finding]:
    findings = []
    if canonical(rows[0].command) != canonical(edition.header):
        findings.append(Finding(0, "the edition's header differs from row 0"))
    findings += _decided_today(edition, rows)
    findings += _drawn(edition, rows)
    folded = fold(edition.rules, rows[0].command, [(row.seq, row.resolved()) for row in rows[1:]])
    if folded != selectors.evening(edition).state:
        findings.append(Finding(rows[-1].seq, "the live state differs from the fold of the log"))
    return findings


def _chain(rows: list[LogRow]) -> Iterator[Finding]:
    """The first broken row; what follows it cannot be judged."""
    previous = ""
    for seq, row in enumerate(rows):
        if row.seq != seq:
            yield Finding(seq, f"the row is missing; the next one is {row.seq}")
            return
        if row.digest != row.content_digest():
            yield Finding(seq, "the row was touched: its content does not fit its digest")
            return
        if row.previous != previous:
            yield Finding(seq, "the chain is broken: it does not continue the row before")
            return
        previous = row.digest


def _drawn(edition: Edition, rows: list[LogRow]) -> Iterator[Finding]:
    """Draws by the program that are not what the secret and the dice give."""
    for draw in lot.draws(edition.rules, rows, edition.secret) if edition.secret else ():
        if not (draw.fits and draw.line_fits):
            yield Finding(draw.seq, "the draw is not what the secret and the dice give")


def _decided_today(edition: Edition, rows: list[LogRow]) -> Iterator[Finding]:
    """Where today's rules would decide a stored action otherwise. The stored event stands."""
    evening = Evening.opened(edition.rules, rows[0].command)
    for row in rows[1:]:
        try:
            event = evening.decide(edition.rules.read(row.command))
        except Refused as refusal:
            yield Finding(row.seq, f"today's rules would refuse it: {refusal}", wrong=False)
        else:
            if canonical(event_to_json(event)) != row.event:
                yield Finding(row.seq, "today's rules would decide it otherwise", wrong=False)
        evening = evening.follow(row.resolved())
