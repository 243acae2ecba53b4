"""A tablet in a real browser: paired by the code, left alone, opened by its PIN, cut off."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.cast import HEADER
from tests.e2e.conftest import Screens, Server

pytestmark = pytest.mark.e2e

PIN = "4711"
LANDSCAPE = (1280, 800)


@pytest.fixture
def edition(server: Server, tmp_path) -> int:
    return server.open_edition(tmp_path, HEADER)


def code_for(desk: Page, edition: int, name: str) -> str:
    """The head referee asks for one; the code on the page."""
    desk.goto(desk.url.split("/referee/")[0] + f"/referee/{edition}/devices/")
    desk.fill("#name", name)
    desk.click("button.main")
    return desk.inner_text(".secret-word").replace(" ", "")


def paired(screens: Screens, edition: int, name: str) -> tuple[Page, Page]:
    """The head referee's page, and a tablet that has just scanned its code."""
    desk = screens.sign_in("/referee/")
    code = code_for(desk, edition, name)
    tablet = screens.open(f"/referee/pair/{code}/", *LANDSCAPE)
    tablet.clock.install()
    tablet.fill("#pin", PIN)
    tablet.fill("#again", PIN)
    tablet.click("button.main")
    tablet.wait_for_url(f"**/referee/{edition}/")
    expect(tablet.locator("#lamp")).to_have_attribute("data-state", "live")
    return desk, tablet


def throw(tablet: Page, value: int) -> None:
    tablet.locator("[data-do=throw]").nth(value - 1).click()
    tablet.click("#record")


def opened_with_pin(tablet: Page) -> None:
    tablet.wait_for_url("**/referee/lock/**")
    tablet.fill("#pin", PIN)
    tablet.click("button.main")


def test_a_tablet_scans_the_code_records_locks_itself_and_goes_on_with_its_pin(
    screens, server, edition
):
    desk, tablet = paired(screens, edition, "Ugo")
    expect(desk.locator("#pairing")).to_have_text(re.compile("Ugo"))
    expect(desk.locator("#pairing svg")).to_have_count(0)
    throw(tablet, 1)
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "recorded")
    tablet.clock.fast_forward("21:00")
    opened_with_pin(tablet)
    tablet.wait_for_url(f"**/referee/{edition}/")
    throw(tablet, 2)
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "recorded")
    assert [row["by"] for row in server.evening(edition)[1:]] == ["Ugo", "Ugo"]


def test_an_entry_that_could_not_be_sent_outlives_the_lock(screens, server, edition):
    _desk, tablet = paired(screens, edition, "Pia")
    tablet.route("**/command/", lambda route: route.abort())
    throw(tablet, 3)
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "offline")
    tablet.clock.fast_forward("21:00")
    tablet.wait_for_url("**/referee/lock/**")
    tablet.unroute("**/command/")
    opened_with_pin(tablet)
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "recorded")
    assert [row.get("value") for row in server.evening(edition)[1:]] == [3]


def test_a_tablet_that_is_cut_off_records_nothing_more_and_keeps_what_was_entered(
    screens, server, edition
):
    desk, tablet = paired(screens, edition, "Elsa")
    card = desk.locator("[data-device]", has_text="Elsa")
    card.locator(".danger").click()
    expect(tablet.locator("#lamp")).to_have_attribute("data-state", "lost")
    throw(tablet, 4)
    expect(tablet.locator("#confirm-text a")).to_be_visible()
    assert server.evening(edition)[1:] == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (800, 1280), (360, 740)])
def test_the_new_pages_fit_and_every_target_is_large_enough(screens, edition, width, height):
    desk = screens.sign_in("/referee/people/", width, height)
    pages = ["/referee/people/", f"/referee/{edition}/devices/", "/referee/"]
    for path in pages:
        desk.goto(screens.server.url + path)
        fits(desk)
    code_for(desk, edition, f"Tablet {width}")
    fits(desk)
    fits(screens.open("/referee/pair/ABCD/", width, height))


def fits(page: Page) -> None:
    """No scrolling sideways, nothing to touch smaller than 44 px."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    small = page.evaluate(
        """[...document.querySelectorAll("button, select, input:not([type=hidden]), a.button")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
        .map((one) => one.outerHTML)"""
    )
    assert small == [], page.url


@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_an_account_is_closed_by_a_second_tap_and_its_buttons_stand_in_one_line(
    screens, server, language
):
    server.manage("person", "nino", "--post", "recorder")
    page = screens.sign_in("/referee/people/", 800, 1280, language=language)
    person = page.locator(".person", has=page.get_by_role("heading", name="nino", exact=True))
    page.evaluate("document.fonts.ready.then(() => null)")
    boxes = [part.bounding_box() for part in person.locator("select, .button:visible").all()]
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert len(middles) == 4 and max(middles) - min(middles) < 2
    person.locator("summary").click()
    expect(person).not_to_have_class(re.compile("is-closed"))
    person.locator("[name=active]").click()
    expect(person).to_have_class(re.compile("is-closed"))
