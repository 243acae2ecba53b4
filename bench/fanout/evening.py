"""Editions to tap in, a referee who is signed in, a paired screen. EDITIONS ACTIONS: a program.

It runs beside a server, on the same DATA_DIR, and prints one line of JSON: the cookies, and each
edition's number with so many lawful commands. The last edition is on the screens.
"""

import json
import os
import random
import sys
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from django.test import Client  # noqa: E402

from cagli_oca.games import GAMES  # noqa: E402
from cagli_oca.games.core import UNDO, Evening  # noqa: E402
from display import pictures, screens  # noqa: E402
from display.screens_views import COOKIE  # noqa: E402
from referee import people, services, setting_up  # noqa: E402
from referee.management.commands.rehearse import next_command, rehearsal_header  # noqa: E402

REFEREE = "bench"


def commands(header: dict[str, Any], actions: int, chance: random.Random) -> list[dict[str, Any]]:
    """After a win the referees take it back and go on."""
    game = GAMES["oca"]
    evening, found = Evening.opened(game, header), []
    while evening.head < actions:
        over = game.over(evening.state)
        command = {"do": UNDO} if over else next_command(evening, chance)
        found.append(dict(command))
        evening = evening.follow(evening.decide(game.read(command)))
    return found


def opened(seed: int, actions: int) -> dict[str, Any]:
    """An edition that is current from now on, and what will be tapped there."""
    chance = random.Random(seed)
    header = rehearsal_header("oca", seed, chance)
    author = services.Author(by=REFEREE, device=REFEREE)
    edition = setting_up.edition_create(header=header, sample=True)
    setting_up.edition_open(
        edition_id=edition.pk, author=author, command_id=services.new_command_id()
    )
    setting_up.edition_make_current(edition_id=edition.pk)
    return {"edition": edition.pk, "commands": commands(header, actions, chance)}


def signed_in() -> str:
    """The cookie of a referee's session."""
    people.password_reset(name=REFEREE, organiser=True)
    client = Client()
    client.force_login(get_user_model().objects.get(username=REFEREE))
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"


def paired() -> str:
    """The cookie of a projector."""
    token = screens.new_token()
    screens.screen_pair(code=screens.code_of(token), name=REFEREE)
    screens.screen_report(token=token, report={}, head=pictures.head())
    return f"{COOKIE}={token}"


def main(editions: int, actions: int) -> None:
    told = {
        "referee": signed_in(),
        "screen": paired(),
        "editions": [opened(seed, actions) for seed in range(editions)],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
