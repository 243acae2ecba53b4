"""The projector's performances with a real server behind them."""

import signal

import pytest
from playwright.sync_api import expect

from tests.cast import HEADER, LONG
from tests.e2e import console
from tests.e2e.fed import PAWNS, USUAL_SIZE

pytestmark = [pytest.mark.e2e, pytest.mark.own_server]


def remember_scenes(page):
    page.evaluate(
        "window.scenes = [];"
        "document.addEventListener('scene', (event) => scenes.push(event.detail.step))"
    )


def test_what_a_referee_records_is_played_on_the_projector(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in("/referee/")
    tablet.locator(f"[data-edition='{edition}'] form button").first.click()
    tablet.goto(f"{server.url}/referee/{edition}/")
    projector = screens.open("/display/", *USUAL_SIZE)
    expect(projector.locator("body")).to_have_attribute("data-stage", "before")
    remember_scenes(projector)
    console.record(tablet, {"do": "throw", "value": 3}, 1)
    projector.wait_for_selector("body[data-performing='1']", state="attached")
    expect(projector.locator("body")).to_have_attribute("data-seq", "0")
    expect(projector.locator("body")).to_have_attribute("data-seq", "1")
    assert projector.evaluate("scenes") == ["thrown", "moved", "challenge_opened"]
    assert projector.evaluate(PAWNS)["andrea"] == 3


def test_a_server_that_was_away_brings_the_present(server, screens, tmp_path):
    projector = screens.open("/display/", *USUAL_SIZE)
    remember_scenes(projector)
    server.stop(signal.SIGKILL)
    printed = server.manage("rehearse", "--seed", "3", "--throws", "2", "--current")
    server.start()
    expect(projector.locator("#title")).to_contain_text("Prova 3")
    assert printed and projector.evaluate("scenes") == []
    expect(projector.locator("#scene")).to_be_hidden()


def test_a_whole_rehearsal_in_haste_ends_in_the_present(server, screens):
    projector = screens.open("/display/", *USUAL_SIZE)
    remember_scenes(projector)
    printed = server.manage(
        *(
            "rehearse",
            "--seed",
            "7",
            "--throws",
            "12" if LONG else "6",
            "--pace",
            "0.4",
            "--current",
        )
    )
    head = printed.splitlines()[-1].split(" ", 1)[0]
    expect(projector.locator("body")).to_have_attribute("data-seq", head, timeout=60_000)
    expect(projector.locator("body[data-performing]")).to_have_count(0, timeout=60_000)
    assert "thrown" in projector.evaluate("scenes")
