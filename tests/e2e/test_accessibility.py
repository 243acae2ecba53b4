"""axe-core on every page: nothing serious or critical, in both palettes where there are two."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.cast import LONG
from tests.e2e.conftest import Server
from tests.e2e.pictures import MOMENTS, SAMPLE

pytestmark = [pytest.mark.e2e, pytest.mark.own_server]

SERIOUS = ("serious", "critical")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": False,  # it would write styles into the page, which the page's policy forbids
}


ALSO_DARK = {
    "throw": ["/display/overlay/?palette=dark"],
    "challenge": ["/display/?palette=dark"],
    "win": ["/?palette=dark", "/display/?palette=dark"],
}
"""What is looked at in the dark, too; every page at every moment takes a long run."""


def findings(page: Page) -> list[dict[str, Any]]:
    """What axe-core calls serious or critical, short enough to read in a failure."""
    page.wait_for_load_state("networkidle")
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        {"rule": one["id"], "where": [node["target"] for node in one["nodes"]][:5]}
        for one in found
        if one["impact"] in SERIOUS
    ]


def shown(server: Server, tmp_path: Any, moment: str) -> int:
    """An edition at this moment of an evening, on the public screens."""
    position, actions = MOMENTS[moment]
    edition = server.open_edition(tmp_path, {**SAMPLE, "position": position}, actions)
    server.put_on_the_screens(edition)
    return edition


LIGHT = [("/", 360, 740), ("/display/", 1920, 1080), ("/display/overlay/", 1920, 1080)]
DARK = [
    ("/?palette=dark", 360, 740),
    ("/display/?palette=dark", 1280, 720),
    ("/display/overlay/?palette=dark", 1920, 1080),
]


def look_at(page: Page, server: Server, public: list[tuple[str, int, int]]) -> None:
    """Public addresses, each at its size."""
    for path, width, height in public:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(server.url + path)
        assert findings(page) == [], path


@pytest.mark.parametrize("moment", list(MOMENTS))
def test_the_public_screens_at_each_moment(server, screens, tmp_path, moment):
    shown(server, tmp_path, moment)
    page = screens.open("/rules/", 360, 740)
    look_at(page, server, [*LIGHT, *(one for one in DARK if LONG or one[0] in ALSO_DARK[moment])])


@pytest.mark.parametrize("moment", list(MOMENTS))
def test_console_and_speaker_at_each_moment(server, screens, tmp_path, moment):
    edition = shown(server, tmp_path, moment)
    page = screens.sign_in(f"/referee/{edition}/")
    page.wait_for_selector("#lamp[data-state=live]")
    assert findings(page) == []
    changing = ["/display/speaker/", f"/referee/{edition}/log/"]
    alike = [f"/referee/{edition}/{name}/" for name in ("public", "minutes")]
    for path in [*changing, *[*alike, f"/proof/{edition}/"] * (moment == "win" or LONG)]:
        page.goto(server.url + path)
        assert findings(page) == [], path


def test_the_consoles_dialog_and_a_chosen_action(server, screens, tmp_path):
    edition = shown(server, tmp_path, "throw")
    page = screens.sign_in(f"/referee/{edition}/")
    page.wait_for_selector("#lamp[data-state=live]")
    page.locator("[data-do=throw]").nth(4).click()
    assert findings(page) == []
    page.click("[data-opens=direction]")
    assert findings(page) == []


def test_the_console_without_network_its_lamp_and_the_paper_form(server, screens, tmp_path):
    edition = shown(server, tmp_path, "throw")
    page = screens.sign_in(f"/referee/{edition}/")
    page.wait_for_selector("#lamp[data-state=live]")
    page.click(".lamp-box summary")
    page.wait_for_selector("#health li")
    assert findings(page) == []
    page.click(".lamp-box summary")
    page.route("**/command/", lambda route: route.abort())
    page.locator("[data-do=throw]").nth(4).click()
    page.click("#record")
    page.wait_for_selector("#blind:not([hidden])")
    page.locator("#blind [data-raw]").nth(1).click()
    page.click("#record")
    assert findings(page) == []
    form = screens.sign_in(f"/referee/{edition}/catch-up/")
    form.locator("[data-raw*=throw]").first.click()
    form.locator("[data-raw*=result]").first.click()
    form.wait_for_selector("#lines .refused")
    assert findings(form) == []


def test_set_up_and_the_lists(server, screens):
    page = screens.sign_in("/referee/")
    for path in ("/referee/", "/referee/1/setup/", "/referee/1/paper/", "/referee/backup/"):
        page.goto(server.url + path)
        assert findings(page) == [], path


@pytest.mark.parametrize(
    "path", ["/referee/sign-in/", "/rules/", "/readings/", "/history/", "/nowhere/", "/display/"]
)
def test_pages_that_anybody_may_open(screens, path):
    assert findings(screens.open(path, 390, 844)) == []
