"""A whole evening on a real console, with a projector and a phone looking on."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cagli_oca.games import GAMES
from cagli_oca.games.core import PUBLIC, UNDO, Evening
from tests.cast import HEADER, LONG
from tests.e2e import console
from tests.e2e.fed import USUAL_SIZE

pytestmark = [pytest.mark.e2e, pytest.mark.own_server]

GAME = GAMES["oca"]
LEAST_ACTIONS = 40 if LONG else 25


def shown(page: Page) -> dict[str, Any]:
    """What a public screen says: the seq, and each Quarter's square."""
    return page.evaluate(
        """() => ({
          seq: Number(document.body.dataset.seq),
          squares: Object.fromEntries([...document.querySelectorAll("[data-quarter]")]
            .filter((found) => found.querySelector("[data-square]"))
            .map((found) => [found.dataset.quarter,
              Number(found.querySelector("[data-square]").textContent)])),
        })"""
    )


def test_an_evening_on_the_console_is_what_projector_and_phone_show(server, screens, tmp_path):
    header = {**HEADER, "order_of_play": ["ponte", "gioco-degli-anelli", "trampoli"] * 5}
    edition = server.open_edition(tmp_path, header)
    tablet = screens.sign_in(f"/referee/{edition}/")
    tablet.goto(server.url + "/referee/")
    tablet.locator(f"[data-edition='{edition}']").get_by_role("button", name="Mostra").click()
    tablet.goto(f"{server.url}/referee/{edition}/")
    # Without its theatre: so many actions in a row are not to be waited for (test_theatre.py is).
    projector = screens.open("/display/?motion=none", *USUAL_SIZE)
    phone = screens.open("/", 360, 740, language="en-GB")

    chance = random.Random(2026)
    evening = Evening.opened(GAME, GAME.check_header(header))
    while evening.head < LEAST_ACTIONS:
        undo = evening.past and chance.randrange(12) == 0
        command = {"do": UNDO} if undo else dict(GAME.suggest(evening.state, chance))
        if GAME.over(evening.state):
            command = {"do": UNDO}
        evening = evening.follow(evening.decide(GAME.read(command)))
        console.record(tablet, command, evening.head)

        board = GAME.scoreboard(evening.state, PUBLIC)
        squares = {slug: quarter["square"] for slug, quarter in board["quarters"].items()}
        assert console.squares(tablet) == squares
        for page in (projector, phone):
            expect(page.locator("body")).to_have_attribute("data-seq", str(evening.head))
            assert shown(page) == {"seq": evening.head, "squares": squares}

    lines = server.evening(edition)
    assert len(lines) == evening.head + 1
    folded = Evening.opened(GAME, GAME.check_header(lines[0]))
    for line in lines[1:]:
        folded = folded.follow(folded.decide(GAME.read(line)))
    assert folded.state == evening.state
    assert "ok" in server.manage("check_log")


def test_the_win_is_shown_everywhere_and_can_be_undone(server, screens, tmp_path):
    header = {**HEADER, "position": "throw 0 *andrea:53 agostino:0 francesco:0 angelo:0"}
    edition = server.open_edition(tmp_path, header)
    tablet = screens.sign_in("/referee/")
    tablet.locator(f"[data-edition='{edition}']").get_by_role("button", name="Mostra").click()
    tablet.goto(f"{server.url}/referee/{edition}/")
    projector = screens.open("/display/", *USUAL_SIZE)
    phone = screens.open("/", 360, 740)
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    for page in (projector, phone):
        # The projector plays the win first.
        expect(page.locator("body")).to_have_attribute("data-stage", "over")
        expect(page.get_by_role("heading", name="Ha vinto Sant'Andrea!").first).to_be_visible()
    console.record(tablet, {"do": "undo"}, 2)
    for page in (projector, phone):
        expect(page.locator("body")).to_have_attribute("data-stage", "before")


def test_a_rehearsal_in_another_process_is_seen_and_watermarked(server, screens):
    projector = screens.open("/display/", *USUAL_SIZE)
    phone = screens.open("/", 360, 740)
    server.manage("rehearse", "--seed", "4", "--throws", "3", "--current")
    for page in (projector, phone):
        expect(page.locator("body")).to_have_attribute("data-stage", "play")
        expect(page.get_by_text("PROVA GENERALE", exact=False).first).to_be_visible()
