"""Draws by the program that anybody can check afterwards.

Before the evening the program makes a *secret* and shows its fingerprint, the *commitment*: so the
secret can no longer be changed. Each draw is the fingerprint of the secret together with a line of
text that nobody knew when the secret was made: the numbers the captains called, and the dice
thrown so far. After the evening the secret is published.

One number of a draw, as anybody can compute it (``/ 2`` for the second number, and so on)::

    HMAC-SHA256(key: secret, text: "COMMITMENT LINE / 1"), read as a number, modulo the choices

The remainder of 256 bits is not perfectly even: of three choices one is likelier by less than
10^-76. ``docs/verify_draws.py`` is the same a second time, for people who trust no program of ours.
"""

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cagli_oca.games import fields
from cagli_oca.games.core import Evening, Game, Unreadable
from referee.models import LogRow

ORDER = "order"
"""The line of what is drawn before the opening: nothing is known yet but the captains' numbers."""

LARGEST = 999_999


def new_secret() -> str:
    """256 bits from the operating system, as text."""
    return secrets.token_hex(32)


def checked_numbers(callers: Iterable[str], numbers: Any) -> dict[str, int]:
    """One whole number from each who calls, in their order. Raises Unreadable."""

    def number(key: str, value: Any) -> int:
        if not 0 <= fields.integer(key, value) <= LARGEST:
            raise Unreadable("not_one_of", key=key, choices=[f"0–{LARGEST}"])
        return int(value)

    return fields.read_object("numbers", numbers, dict.fromkeys(callers, number), {})


class Chance:
    """A ``cagli_oca.games.core.Chance``: the same numbers for the same secret and line."""

    def __init__(self, secret: str, committed: str, line: str) -> None:
        self._secret = secret.encode()
        self._text = f"{committed} {line}"
        self.drawn = 0
        """How many numbers were drawn."""

    def randrange(self, stop: int) -> int:
        """A number from 0 to below *stop*."""
        self.drawn += 1
        text = f"{self._text} / {self.drawn}"
        fingerprint = hmac.digest(self._secret, text.encode(), "sha256")
        return int.from_bytes(fingerprint, "big") % stop

    def shuffle(self, x: list[Any]) -> None:
        """Puts *x* in an order drawn by lot: the last place first."""
        for last in range(len(x) - 1, 0, -1):
            drawn = self.randrange(last + 1)
            x[last], x[drawn] = x[drawn], x[last]


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw by the program, as the log tells it."""

    seq: int
    at: datetime
    steps: list[dict[str, Any]]
    line: str
    """What it was mixed with; blank where the log does not tell."""
    line_fits: bool
    """Whether the line is what the log says at that place."""
    carried_over: bool
    """Recorded again by a correction: the flag that had been drawn, with the line it had then."""
    fits: bool | None
    """Whether the secret gives just this; None while the secret is not known."""
    taken_back: bool = False


def draws(game: Game, rows: Iterable[LogRow], secret: str) -> list[Draw]:
    """Every draw by the program among *rows* (from row 0), recomputed if there is a *secret*."""
    found: list[Draw] = []
    drawn_before: set[tuple[str, str]] = set()
    evening: Evening | None = None
    committed = ""
    for row in rows:
        command = row.command
        if evening is None:
            evening, committed = Evening.opened(game, command), command.get("commitment", "")
            continue
        if command.get("program") is True:
            told = command.get("proof", {}).get("line")
            line = told if isinstance(told, str) else ""
            chance = Chance(secret, committed, line)
            again = game.draw(evening.state, command, chance)
            if not (chance.drawn or line):
                evening = evening.follow(row.resolved())
                continue  # nothing is left to chance there (nobody's cards are drawn)
            same = (line, row.event)
            due = line == game.mixed_in(evening.past, evening.state)
            draw = Draw(
                seq=row.seq,
                at=row.recorded_at,
                steps=row.steps,
                line=line,
                line_fits=bool(line) and (due or same in drawn_before),
                carried_over=not due and same in drawn_before,
                fits=(bool(line) and again == command) if secret else None,
            )
            found.append(draw)
            if draw.line_fits:
                drawn_before.add(same)
        evening = evening.follow(row.resolved())
    return found
