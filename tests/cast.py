"""The fixed cast, and a small evening to play."""

import os
from typing import Any

from cagli_oca.games.core import Event
from referee import services, setting_up
from referee.models import Edition, LogRow

LONG = bool(os.environ.get("LONG"))
"""``make test-long``: the same tests, ten times as often and more."""

PASSWORD = "oca-bianca-54"

HEADER: dict[str, Any] = {
    "game": "oca",
    "edition": "2026",
    "title": "Palio 2026",
    "held_on": "2026-08-09",
    "order": ["andrea", "agostino", "francesco", "angelo"],
    "board": {"goose": [5, 23], "death": [44], "spervengolo": [30]},
    "order_of_play": ["ponte", "gioco-degli-anelli", "trampoli", "osteria"],
}

AUTHOR = services.Author(by="rosa", device="ab12")


def opened(header: dict[str, Any] | None = None) -> Edition:
    """An edition just opened."""
    edition = setting_up.edition_create(header=header or HEADER)
    return setting_up.edition_open(
        edition_id=edition.pk, author=AUTHOR, command_id=services.new_command_id()
    )


def record(edition: Edition, *commands: dict[str, Any]) -> LogRow | None:
    """Commands recorded one after the other; the last row."""
    row = None
    for command in commands:
        seen = edition.rows.latest("seq").seq
        row = services.command_submit(
            edition_id=edition.pk,
            command=command,
            command_id=services.new_command_id(),
            seen=seen,
            author=AUTHOR,
        )
    return row


def throw(value: int) -> dict[str, Any]:
    return {"do": "throw", "value": value}


def step_names(event: Event) -> list[str]:
    return [step.name for step in event.steps]
