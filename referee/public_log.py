"""What anybody may download and check: the public log, the chain, and the secret of the draws.

Reads only. Nothing here names who recorded, and nothing that people typed (``core.FREE_TEXT``);
what the reveal still holds back is left out.
"""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from cagli_oca import wording
from cagli_oca.games.core import FREE_TEXT, RECORDED_BY, UNDO, without
from cagli_oca.games.evening_file import to_line
from referee import lot, selectors
from referee.models import Edition, LogRow, canonical

SECRET_AFTER = timedelta(minutes=15)
"""How long after the last action the secret is published: time to take back a wrong win."""

SEEN_DIGITS = 16
"""How much of a fingerprint is shown: nobody can make another log with the same 64 bits."""

LEFT_OUT = "–"
"""Stands in the evening file for a reason that a rule asks for."""


def rows(edition: Edition) -> list[LogRow]:
    """The rows that the public may see."""
    return list(selectors.log(edition).filter(seq__lte=selectors.public_head(edition)))


def over(edition: Edition) -> bool:
    """Whether the evening is over, as far as the public knows."""
    return edition.opened and edition.rules.over(selectors.public_evening(edition).state)


def open_to_all(edition: Edition) -> bool:
    """Whether the public log can be downloaded now: after the evening, or live by the setting."""
    return edition.opened and (edition.log_live or over(edition))


def secret_from(edition: Edition) -> datetime | None:
    """When the secret is or was published; None while the evening goes on, or without a secret."""
    if not edition.secret or not over(edition):
        return None
    return selectors.public_head_row(edition).recorded_at + SECRET_AFTER


def secret(edition: Edition) -> str:
    """The secret of the draws once it is published, else blank.

    Never while the evening goes on after an end that was taken back, though the public does not
    see that yet.
    """
    since = secret_from(edition)
    if since is None or not edition.rules.over(selectors.evening(edition).state):
        return ""
    since = max(since, selectors.head_row(edition).recorded_at + SECRET_AFTER)
    return edition.secret if since <= timezone.now() else ""


def told_until(edition: Edition) -> int:
    """The last row whose secrets (``Game.secret``) the public may know.

    Never more than what all that was recorded allows, though the public does not see that yet.
    """
    public, all_of_it = selectors.public_evening(edition), selectors.evening(edition)
    return min(edition.rules.told_until(e.past, e.state) for e in (public, all_of_it))


def draws(edition: Edition) -> list[lot.Draw]:
    """Every draw by the program, recomputed once the secret is published."""
    if not edition.opened:
        return []
    held = rows(edition)
    gone = selectors.taken_back(held)
    drawn = lot.draws(edition.rules, held, secret(edition))
    return [replace(draw, taken_back=draw.seq in gone) for draw in drawn]


def order_drawn(edition: Edition) -> bool | None:
    """Whether what stands before the opening is what the program draws; None: not to be told."""
    if not secret(edition) or not edition.numbers:
        return None
    return selectors.drawn_header(edition) == edition.header


def in_groups(seal: str, digits: int = SEEN_DIGITS) -> str:
    """The first digits of a fingerprint, as people read them out: ``3fa9 c21b 77e0 …``."""
    return " ".join(seal[at : at + 4] for at in range(0, min(digits, len(seal)), 4))


# ------------------------------------------------------------------------------- the three files


def chain_lines(edition: Edition) -> Iterator[str]:
    """The chain: each line is exactly what is hashed, so that the next one names its SHA-256.

    After the last row, the secrets of the game that are told by now (each with the salt of its
    hash), and, once it is published, the secret of the draws.
    """
    held = rows(edition)
    for row in held:
        yield canonical(row.public_part())
    told = told_until(edition)
    for row in held:
        if row.seq <= told and (hidden := row.hidden()):
            yield canonical({"of": row.seq, "hidden": hidden, "salt": row.hidden_salt})
    if published := secret(edition):
        yield canonical({"secret": published})


def evening_lines(edition: Edition) -> Iterator[str]:
    """The evening file without who recorded and without free text; it can be played again.

    But for actions with a secret that is not told yet.
    """
    rules, told_secrets = edition.rules, told_until(edition)
    for row in rows(edition):
        if row.seq == 0:
            yield to_line(rules.check_header(row.command))
            continue
        command = row.command if row.seq <= told_secrets else row.told_command
        told = without(command, FREE_TEXT | {RECORDED_BY})
        if "reason" in row.command:
            told["reason"] = LEFT_OUT
        yield to_line(rules.read({"at": row.recorded_at.isoformat(timespec="seconds"), **told}))


def sentence(edition: Edition, row: LogRow, by_seq: dict[int, LogRow]) -> str:
    """A row told without what people typed. *by_seq* to look up what an undo took back."""
    steps = json.loads(json.dumps(row.steps), object_hook=_without_free_text)
    told = wording.event_sentence(edition.game, steps)
    if row.name == UNDO and (taken := by_seq.get(row.steps[0]["seq"])):
        told += " " + sentence(edition, taken, by_seq)
    return told


def _without_free_text(found: dict[str, Any]) -> dict[str, Any]:
    return {key: LEFT_OUT if key in FREE_TEXT else value for key, value in found.items()}


def csv_text(edition: Edition) -> str:
    """One line an action, for a spreadsheet; times in the arena's zone, words in the language."""
    held = rows(edition)
    by_seq = {row.seq: row for row in held}
    taken_back = selectors.taken_back(held)
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(["seq", "at", "do", "taken_back_by", "sentence", "digest"])
    for row in held[1:]:
        at = timezone.localtime(row.recorded_at).isoformat(timespec="seconds")
        told = sentence(edition, row, by_seq)
        table.writerow([row.seq, at, row.name, taken_back.get(row.seq, ""), told, row.digest])
    return text.getvalue()
