"""What the public learns and when: the reveal, announcements, the trial's counts, the overlay."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.cast import HEADER
from tests.e2e import console
from tests.e2e.fed import USUAL_SIZE

pytestmark = pytest.mark.e2e

PUBLIC = ("/", "/display/", "/display/overlay/")


@pytest.fixture
def tablet(server, screens, tmp_path):
    """The organiser's console of an edition that is on the public screens."""
    edition = server.open_edition(tmp_path, HEADER)
    server.put_on_the_screens(edition)
    page = screens.sign_in(f"/referee/{edition}/")
    page.edition = edition
    return page


def told(page: Page) -> list[dict[str, Any]]:
    """Everything that this page's sockets will have received, from its next load on."""
    heard: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: heard.append(json.loads(text))),
    )
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-seq", "0")
    return heard


def for_the_public(server, tablet: Page) -> None:
    tablet.goto(f"{server.url}/referee/{tablet.edition}/public/")


def back(server, tablet: Page) -> None:
    tablet.goto(f"{server.url}/referee/{tablet.edition}/")
    expect(tablet.locator("#lamp")).to_have_attribute("data-state", "live")


def test_with_the_screen_nothing_is_sent_before_the_release(server, screens, tablet):
    for_the_public(server, tablet)
    tablet.check("input[value=screen]")
    tablet.fill("#id_after", "600")
    tablet.get_by_role("button", name="Salva la scelta").click()
    back(server, tablet)
    public = [screens.open(path, *USUAL_SIZE) for path in PUBLIC]
    heard = [told(page) for page in public]
    speaker = screens.sign_in("/display/speaker/", 1280, 800)

    console.record(tablet, {"do": "throw", "value": 3}, 1)
    expect(tablet.locator("#held-count")).to_have_text("1")
    expect(speaker.locator(".just")).to_contain_text("lancia un 3")
    tablet.wait_for_timeout(1500)
    for page, frames in zip(public, heard, strict=True):
        expect(page.locator("body")).to_have_attribute("data-seq", "0")
        assert all(frame.get("seq", 0) == 0 for frame in frames)
        assert "lancia" not in json.dumps(frames)

    speaker.get_by_role("button", name="Libera").click()
    for page in public:
        expect(page.locator("body")).to_have_attribute("data-seq", "1")
    expect(tablet.locator("#held")).to_be_hidden()
    expect(speaker.locator(".held")).to_have_count(0)


def test_the_head_referee_releases_from_the_console(server, screens, tablet):
    for_the_public(server, tablet)
    tablet.check("input[value=screen]")
    tablet.get_by_role("button", name="Salva la scelta").click()
    back(server, tablet)
    phone = screens.open("/", 360, 740)
    console.record(tablet, {"do": "throw", "value": 2}, 1)
    expect(tablet.locator("#held")).to_be_visible()
    tablet.click("#release")
    expect(phone.locator("body")).to_have_attribute("data-seq", "1")
    expect(tablet.locator("#held")).to_be_hidden()


def test_an_announcement_reaches_every_public_screen_and_goes_again(server, screens, tablet):
    public = [screens.open(path, *USUAL_SIZE) for path in PUBLIC]
    english = screens.open("/", 360, 740, language="en-GB")
    for_the_public(server, tablet)
    tablet.get_by_role("button", name="Aspettiamo che passi la pioggia").click()
    for page in public:
        expect(page.locator("#announcement").get_by_text("la pioggia")).to_be_visible()
    expect(english.locator("#announcement").get_by_text("We wait for the rain")).to_be_visible()
    tablet.get_by_role("button", name="Toglilo").click()
    for page in public:
        expect(page.locator("#announcement").get_by_text("la pioggia")).to_be_hidden()


def test_counts_and_clock_of_the_ring_game_are_seen_while_it_is_played(
    server, screens, tmp_path, tablet
):
    header = {**HEADER, "order_of_play": ["gioco-degli-anelli"]}
    tablet.edition = server.open_edition(tmp_path, header)
    server.put_on_the_screens(tablet.edition)
    back(server, tablet)
    overlay = screens.open("/display/overlay/", 1920, 1080)
    # Its theatre is not to be waited for here (test_theatre.py is).
    projector = screens.open("/display/?motion=none", *USUAL_SIZE)
    for seq, command in enumerate(
        [{"do": "throw", "value": 3}, {"do": "draw", "quarter": "angelo"}, {"do": "whistle"}], 1
    ):
        console.record(tablet, command, seq)
    challenger = tablet.locator(".count[data-side=challenger]")
    challenger.locator(".clock").click()
    tablet.route("**/trial/", lambda route: route.abort())
    for _ in range(3):
        challenger.locator("[data-step='1']").click()
    tablet.unroute("**/trial/")  # the network is back: nobody has to tap for it
    side = overlay.locator("[data-side=challenger] [data-count]")
    expect(side).to_have_text("3")
    expect(overlay.locator("#clock")).to_have_text(re.compile("0:[0-3]"))
    expect(projector.locator("[data-count=challenger]")).to_have_text("3")
    console.record(tablet, {"do": "repeat", "reason": "x"}, 4)
    expect(overlay.locator("#clock")).to_be_hidden()
    expect(side).to_have_text("")


def test_the_overlay_is_transparent_and_shows_what_its_address_asks(server, screens, tablet):
    console.record(tablet, {"do": "throw", "value": 3}, 1)
    overlay = screens.open("/display/overlay/?show=challenge&palette=dark&scale=2", 1920, 1080)
    expect(overlay.locator("#challenge")).to_be_visible()
    expect(overlay.locator("#strip")).to_be_hidden()
    background = "(name) => getComputedStyle(document.querySelector(name)).backgroundColor"
    for element in ("html", "body"):
        assert overlay.evaluate(background, element) == "rgba(0, 0, 0, 0)"
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert overlay.evaluate(fits)
