"""A small Palio of Siena with dealt cards, and phones that play in it."""

import json
import random
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import reverse

from cagli_oca.games import siena
from referee import devices, selectors, services
from referee.models import Edition
from tests.cast import AUTHOR, opened

PLAYERS = ["anna", "bruno", "carla"]

HEADER: dict[str, Any] = {
    "game": "siena",
    "edition": "2026",
    "title": "Palio di prova",
    "mode": "straordinario",
    "players": PLAYERS,
    "youngest": "anna",
    "oldest": "bruno",
    "cards": "dealt",
}


def hand(**counts: int) -> list[str]:
    """Nine cards: Mossa +1 and −1 are m and M, race +1, −1, +2, −2 are r, s, R, S."""
    kinds = {
        "m": "mossa+1",
        "M": "mossa-1",
        "r": "race+1",
        "s": "race-1",
        "R": "race+2",
        "S": "race-2",
    }
    held = [kind for key, kind in kinds.items() for _ in range(counts.get(key, 0))]
    assert len(held) == 9
    return held


HANDS = {
    "anna": hand(m=3, M=1, r=2, s=1, R=2),
    "bruno": hand(m=1, M=2, r=3, s=3),
    "carla": hand(m=2, M=2, r=2, s=2, S=1),
}


def state(edition: Edition) -> Any:
    return selectors.evening(edition).state


def moves(
    phase: str,
    *,
    header: dict[str, Any] | None = None,
    seed: int = 7,
    hands: dict[str, list[str]] | None = None,
    until: Callable[[Any], bool] = lambda state: True,
) -> list[dict[str, Any]]:
    """What is played by chance, with these hands, up to the first such moment of this phase.

    Nobody plays a card or offers any, and every die is the same whatever the hands are.
    """
    chance, played = random.Random(seed), []
    now = siena.initial(siena.check_header({**HEADER, **(header or {})}))
    while now.phase != phase or not until(now):
        command = siena.suggest(siena.unseen(now), chance)
        if command["do"] in ("offer", "annul"):
            command = {"do": "enter", "accept": []}
        elif command["do"] in ("suspend", "pact"):
            continue
        if command["do"] == "deal" and "hands" in command:
            command = {"do": "deal", "hands": hands or HANDS}
        now = siena.apply(now, siena.decide(now, siena.read(command)))
        played.append(command)
    return played


def phone(edition: Edition, player: str) -> Client:
    """The phone of a player, signed in by its code."""
    _device, code = devices.phone_pair(edition_id=edition.pk, player=player)
    client = Client(headers={"accept-language": "en"})
    assert client.post(reverse("referee:pair", args=[code])).status_code == 302
    return client


def tap(client: Client, edition: Edition, command: dict[str, Any], **told: Any) -> Any:
    """One entry on a phone or tablet, built upon the present state."""
    body = {"id": services.new_command_id(), "command": command, **told}
    if "after" not in body:
        body.setdefault("seen", selectors.head_row(edition).seq)
    url = reverse("referee:command", args=[edition.pk])
    return client.post(url, json.dumps(body), content_type="application/json")


def pact(player: str, card: str, target: str) -> dict[str, Any]:
    return {"do": "pact", "player": player, "card": card, "target": target}


def palio(phase: str = "", header: dict[str, Any] | None = None, **how: Any) -> Edition:
    """An edition just opened, or played to the first moment of a phase (``moves``)."""
    edition = opened({**HEADER, **(header or {})})
    if phase:
        commands = moves(phase, header=header, **how)
        ids = [services.new_command_id() for _ in commands]
        with transaction.atomic():
            services.commands_append(edition=edition, commands=commands, ids=ids, author=AUTHOR)
    return edition
