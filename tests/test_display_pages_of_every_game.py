"""Every public page, at every stage of an evening of every game."""

import json
import random
import re

import pytest
from django.urls import reverse

from cagli_oca import wording
from cagli_oca.games import GAMES
from referee import selectors, services, setting_up
from tests.cast import AUTHOR, record
from tests.strategies import SAMPLES

pytestmark = pytest.mark.django_db

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

PAGES = ["phone", "projector", "overlay", "history", "rules", "readings", "speaker"]
OTHERS = ["board_json", "manifest", "service_worker", "speech"]

LOOKED_AT = 12
"""So many times during an evening."""


def look(client, language: str = "it", *more: str) -> None:
    """Each page answers, and some more of them."""
    for name in [*PAGES, *OTHERS, *more]:
        answer = client.get(reverse(f"display:{name}"), {"lang": language}, follow=True)
        assert answer.status_code == 200, name


def shown(client) -> dict:
    """The public picture."""
    return client.get(reverse("display:board_json")).json()


def drafted(game):
    """The sample edition of a game on the screens, not opened yet."""
    header = json.loads((SAMPLES / f"{game.slug}.json").read_text(encoding="utf-8"))
    edition = setting_up.edition_create(header=header)
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


def opened(edition):
    return setting_up.edition_open(
        edition_id=edition.pk, author=AUTHOR, command_id=services.new_command_id()
    )


def play(edition, chance: random.Random, actions: int) -> bool:
    """Some lawful commands; whether the evening goes on."""
    for _action in range(actions):
        state = selectors.evening(edition).state
        if edition.rules.over(state):
            return False
        record(edition, dict(edition.rules.suggest(state, chance)))
    return True


@every_game
def test_every_page_answers_at_every_stage(client_of, organiser, game):
    client = client_of(organiser)
    look(client)
    edition = drafted(game)
    look(client)
    edition = opened(edition)
    look(client, "en", "proof_now")
    chance = random.Random(11)
    while play(edition, chance, 300 // LOOKED_AT):
        look(client, chance.choice(["it", "en"]), "proof_now")
        assert shown(client)["winner"] is None
    look(client, "it", "proof_now")
    end = selectors.evening(edition)
    over = shown(client)
    assert over["stage"] == "over"
    assert over["winner"] == end.game.winner(end.state)


@every_game
def test_pages_are_the_game_s_that_is_on_the_screens(client, game):
    opened(drafted(game))
    for name in ("phone", "projector", "overlay"):
        page = client.get(reverse(f"display:{name}")).content.decode()
        assert f'data-game="{game.slug}"' in page
        scripts = re.findall(r'src="/static/display/([^"]+)"', page)
        assert scripts and all(s.startswith(f"{game.slug}/") or "/" not in s for s in scripts)


@every_game
@pytest.mark.parametrize("name", ["rules", "readings"])
def test_rules_and_readings_are_the_current_game_s_and_lead_to_the_others(client, game, name):
    opened(drafted(game))
    here = client.get(reverse(f"display:{name}"), {"lang": "en"}).content.decode()
    others = [slug for slug in GAMES if slug != game.slug]
    for slug in others:
        assert f'href="?game={slug}"' in here
        there = client.get(reverse(f"display:{name}"), {"lang": "en", "game": slug})
        page = there.content.decode()
        assert f'href="?game={game.slug}"' in page
        assert str(wording.of(game.slug).TITLE) in page
        assert page != here
        # Its links to the other page stay with the game.
        other = reverse("display:readings" if name == "rules" else "display:rules")
        main = page[page.index("<main") : page.index("</main>")]
        assert f'href="{other}?game={slug}#' in main
        assert f'href="{other}"' not in main and f'href="{other}#' not in main
    assert f'href="?game={game.slug}"' not in here


@every_game
def test_an_unknown_game_s_rules_are_the_current_one_s(client, game):
    opened(drafted(game))
    plain = client.get(reverse("display:rules"), {"lang": "en"}).content
    assert client.get(reverse("display:rules"), {"lang": "en", "game": "<b>"}).content == plain


def test_the_last_result_of_another_game_is_told_without_its_symbol(client):
    first, *others = GAMES.values()
    header = json.loads((SAMPLES / f"{others[0].slug}.json").read_text(encoding="utf-8"))
    edition = setting_up.edition_create(header={**header, "held_on": "2026-07-02"})
    opened(edition)
    chance = random.Random(5)
    while play(edition, chance, 1000):
        pass
    won = selectors.evening(edition)
    assert won.game.winner(won.state)
    drafted(first)
    picture = shown(client)
    assert picture["last_result"]["winner"] is None
    assert picture["last_result"]["sentence"]
    drafted(others[0])
    picture = shown(client)
    assert picture["last_result"]["winner"] == won.game.winner(won.state)
