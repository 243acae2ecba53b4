"""Every page of the referees works for an edition of every game, whenever it is looked at."""

import html
import json
import random
import re

import pytest
from django.urls import reverse

from cagli_oca import wording
from cagli_oca.games import GAMES
from cagli_oca.games.core import UNDO
from referee import samples, selectors, services, setting_up
from referee.management.commands.rehearse import next_command
from tests.cast import AUTHOR, record

every_game = pytest.mark.parametrize("game", GAMES)

OF_A_DRAFT = ("setup", "paper", "public", "devices")
OF_AN_OPENED = (
    *("console", "panel", "side", "log", "correct", "catch_up", "minutes"),
    *("paper", "public", "devices", "amend", "file"),
)


def draft(game: str, **changes):
    return setting_up.edition_create(header={**samples.header(game), **changes}, sample=True)


def opened(game: str):
    edition = draft(game)
    return setting_up.edition_open(
        edition_id=edition.pk, author=AUTHOR, command_id=services.new_command_id()
    )


def played(edition, chance: random.Random, number: int) -> None:
    for _ in range(number):
        evening = selectors.evening(edition)
        if evening.game.over(evening.state):
            return
        record(edition, next_command(evening, chance))


@every_game
@pytest.mark.parametrize("language", ["it", "en"])
def test_each_page_of_a_draft_answers(client_of, organiser, game, language):
    edition = draft(game)
    client = client_of(organiser)
    for page in OF_A_DRAFT:
        answer = client.get(
            reverse(f"referee:{page}", args=[edition.pk]), HTTP_ACCEPT_LANGUAGE=language
        )
        assert answer.status_code == 200, page


@every_game
def test_each_page_of_an_evening_answers_at_any_moment(client_of, organiser, game):
    edition, chance = opened(game), random.Random(7)
    client = client_of(organiser)
    while True:
        for page in OF_AN_OPENED:
            answer = client.get(reverse(f"referee:{page}", args=[edition.pk]))
            assert answer.status_code == 200, (page, selectors.evening(edition).head)
            if not answer.streaming and "html" in answer["Content-Type"]:
                assert "{{" not in answer.content.decode(), page
        evening = selectors.evening(edition)
        if evening.game.over(evening.state):
            break
        played(edition, chance, 37)
    pdf = client.get(reverse("referee:minutes_pdf", args=[edition.pk]))
    assert pdf.status_code == 200


@every_game
def test_any_earlier_action_can_be_asked_about(client_of, organiser, game):
    edition = opened(game)
    played(edition, random.Random(3), 60)
    client = client_of(organiser)
    url = reverse("referee:correct_preview", args=[edition.pk])
    counting = [seq for seq, event, _before in selectors.evening(edition).past]
    for seq in counting:
        asked = json.dumps({"changes": [], "at": seq})
        told = client.post(url, asked, content_type="application/json").json()
        assert (told["status"], bool(told["html"].strip())) == ("asked", True), seq


@every_game
def test_every_offer_that_the_panel_draws_is_a_command_the_game_reads(client_of, organiser, game):
    """A command in a button is complete but for a reason; a composed one begins empty."""
    edition, chance = opened(game), random.Random(5)
    client = client_of(organiser)
    for _ in range(12):
        panel = client.get(reverse("referee:panel", args=[edition.pk])).content.decode()
        for command in commands_of(panel):
            assert command["do"] in {UNDO, *wording.of(game).ACTIONS}
        played(edition, chance, 15)


def commands_of(panel: str) -> list[dict]:
    raw = re.findall(r"data-command=(?:\"([^\"]+)\"|'([^']+)')", panel)
    return [json.loads(html.unescape(one or other)) for one, other in raw]


@every_game
def test_an_edition_of_it_is_created_from_the_list_and_saved(client_of, organiser, game):
    client = client_of(organiser)
    page = client.get(reverse("referee:editions")).content.decode()
    assert html.escape(str(wording.of(game).TITLE)) in page
    answer = client.post(reverse("referee:edition_new"), {"copy_of": game})
    edition = selectors.edition_list().get()
    assert (edition.game, answer.url) == (game, reverse("referee:setup", args=[edition.pk]))
    body = {"header": edition.header, "sample": False, "version": edition.version, "numbers": {}}
    saved = client.post(answer.url, json.dumps(body), content_type="application/json")
    assert saved.json()["status"] == "saved"


def test_numbers_are_called_by_the_players_that_are_saved_with_them(client_of, organiser):
    edition = draft("siena")
    header = {**edition.header, "players": ["Ugo", "Zita"], "youngest": "Ugo", "oldest": "Zita"}
    body = {"header": header, "version": edition.version, "numbers": {"Ugo": 3, "Zita": 4}}
    url = reverse("referee:setup", args=[edition.pk])
    saved = client_of(organiser).post(url, json.dumps(body), content_type="application/json")
    assert saved.json()["status"] == "saved"
    edition.refresh_from_db()
    assert edition.numbers == {"Ugo": 3, "Zita": 4}
