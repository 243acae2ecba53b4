"""Screens paired from the console's page: what they show, keep, and do by themselves."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.cast import HEADER
from tests.e2e import console
from tests.e2e.fed import USUAL_SIZE
from tests.e2e.test_accessibility import findings
from tests.e2e.waiting import until

pytestmark = [pytest.mark.e2e, pytest.mark.own_server]

DISPLAY = "/display/?hurry=10"
"""Reports every half second; a picture may be behind for two, drawing may stall for three."""

TABLETS = [(1024, 768), (768, 1024)]
SOON = 30_000


@pytest.fixture
def edition(server, tmp_path):
    """An edition on the public screens."""
    number = server.open_edition(tmp_path, HEADER)
    server.put_on_the_screens(number)
    return number


def mark(page: Page) -> None:
    """So that a page loaded anew can be told."""
    page.evaluate("window.marked = true")


def is_marked(page: Page) -> bool:
    return page.evaluate("window.marked === true")


def wait_until_loaded_anew(page: Page) -> None:
    until(page, "window.marked !== true", timeout=SOON)


def test_the_page_without_any_screen_asks_and_logs_nothing(server, screens):
    keeper = screens.sign_in("/referee/")
    logged = []
    keeper.on("console", lambda message: logged.append(message.text))
    keeper.goto(server.url + "/display/screens/")
    with keeper.expect_response("**/screens/news/**"):
        pass
    expect(keeper.locator(".no-screens")).to_be_visible()
    keeper.click("#all-reload")
    expect(keeper.locator("#said-all")).not_to_be_empty()
    assert logged == []


def pair(keeper: Page, screen: Page, name: str) -> None:
    """As an organiser does: reads the code and types it."""
    expect(screen.locator("#pairing")).to_be_visible()
    code = screen.inner_text("#pairing b")
    assert re.fullmatch(r"[A-HJKMNP-Z2-9]{3} [A-HJKMNP-Z2-9]{3}", code)
    mark(screen)
    keeper.fill("#code", code.lower())
    keeper.fill("#name", name)
    keeper.click("#pair-button")
    wait_until_loaded_anew(screen)
    expect(screen.locator("#pairing")).to_be_hidden()
    expect(card(keeper, name).locator(".status")).to_have_attribute("data-state", "fine")


def card(keeper: Page, name: str):
    return keeper.locator(".screen", has=keeper.get_by_role("heading", name=name, exact=True))


def choose_view(keeper: Page, name: str, view: str) -> None:
    card(keeper, name).locator(f".pill:has([value={view}])").click()


def test_a_screen_paired_from_the_page_changes_its_view_without_loading_anew(screens, edition):
    keeper = screens.sign_in("/display/screens/")
    screen = screens.open(DISPLAY, *USUAL_SIZE)
    pair(keeper, screen, "Sotto le mura")
    mark(screen)
    choose_view(keeper, "Sotto le mura", "standings")
    card(keeper, "Sotto le mura").locator(".fit summary").click()
    card(keeper, "Sotto le mura").locator("[name=palette]").select_option("dark")
    card(keeper, "Sotto le mura").locator("[name=margin]").fill("5")
    card(keeper, "Sotto le mura").locator("[id^=show-]").click()
    expect(screen.locator("body")).to_have_attribute("data-view", "standings")
    expect(screen.locator("html")).to_have_attribute("data-palette", "dark")
    assert screen.evaluate("getComputedStyle(frame).getPropertyValue('--margin')") == "0.05"
    assert is_marked(screen)
    expect(card(keeper, "Sotto le mura").locator(".status")).to_contain_text(
        "{}×{}".format(*USUAL_SIZE)
    )
    expect(card(keeper, "Sotto le mura").locator(".fit")).to_have_attribute("open", "")
    # Another language has other words: that loads the page anew, once.
    card(keeper, "Sotto le mura").locator("[name=lang]").select_option("en")
    card(keeper, "Sotto le mura").locator("[id^=show-]").click()
    wait_until_loaded_anew(screen)
    expect(screen.locator("html")).to_have_attribute("lang", "en")
    mark(screen)
    screen.wait_for_timeout(1500)
    assert is_marked(screen)


def test_settings_survive_the_server_and_the_browser(server, screens, edition):
    keeper = screens.sign_in("/display/screens/")
    screen = screens.open(DISPLAY, *USUAL_SIZE)
    pair(keeper, screen, "Arco")
    choose_view(keeper, "Arco", "crest")
    card(keeper, "Arco").locator("[id^=show-]").click()
    expect(screen.locator("body")).to_have_attribute("data-view", "crest")
    mark(screen)
    server.stop()
    keeper.wait_for_selector("#trouble:not([hidden])", timeout=SOON)
    expect(keeper.locator("#trouble")).to_contain_text(re.compile("connession|connection"))
    # A screen that has stalled waits for the server before it loads anything.
    screen.evaluate("window.requestAnimationFrame = () => 0")
    screen.wait_for_timeout(5000)
    assert is_marked(screen)
    server.start()
    wait_until_loaded_anew(screen)
    keeper.wait_for_selector("#trouble", state="hidden", timeout=SOON)
    kept = screen.context.storage_state()
    screen.context.close()
    again = screens.open("/display/?hurry=10&view=board&palette=dark", 1280, 720, state=kept)
    expect(again.locator("body")).to_have_attribute("data-view", "crest")
    expect(again.locator("html")).to_have_attribute("data-palette", "light")
    expect(again.locator("#pairing")).to_be_hidden()


def test_one_screen_or_all_load_their_page_anew(screens, edition):
    keeper = screens.sign_in("/display/screens/")
    first, second = screens.open(DISPLAY, *USUAL_SIZE), screens.open(DISPLAY, *USUAL_SIZE)
    pair(keeper, first, "Uno")
    pair(keeper, second, "Due")
    mark(first)
    mark(second)
    card(keeper, "Uno").locator(".more summary").click()
    card(keeper, "Uno").locator("[id^=reload-]").click()
    wait_until_loaded_anew(first)
    assert is_marked(second)
    mark(first)
    keeper.click("#all-reload")
    wait_until_loaded_anew(first)
    wait_until_loaded_anew(second)
    keeper.select_option("#all-view", "announcement")
    keeper.click("#all-show")
    for screen in (first, second):
        expect(screen.locator("body")).to_have_attribute("data-view", "announcement")
    expect(card(keeper, "Due").locator("[value=announcement]")).to_be_checked()


def test_a_renamed_and_a_forgotten_screen(screens, edition):
    keeper = screens.sign_in("/display/screens/")
    screen = screens.open(DISPLAY, *USUAL_SIZE)
    pair(keeper, screen, "Tre")
    card(keeper, "Tre").locator(".more summary").click()
    card(keeper, "Tre").locator("[name=name]").fill("Quattro")
    card(keeper, "Tre").locator("[id^=rename-]").click()
    expect(card(keeper, "Quattro")).to_be_visible()
    card(keeper, "Quattro").locator("[id^=forget-]").click()
    expect(card(keeper, "Quattro")).to_have_count(0)
    expect(screen.locator("#pairing")).to_be_visible(timeout=SOON)


def test_a_preview_shows_before_and_changes_nothing(screens, edition):
    keeper = screens.sign_in("/display/screens/")
    screen = screens.open(DISPLAY, 1600, 900)
    pair(keeper, screen, "Cinque")
    reports = []
    keeper.on("request", lambda request: reports.append(request.url))
    choose_view(keeper, "Cinque", "test")
    frame = card(keeper, "Cinque").frame_locator(".preview iframe")
    expect(frame.locator("body")).to_have_attribute("data-view", "test")
    assert frame.locator("body").evaluate("[innerWidth, innerHeight]") == [1600, 900]
    expect(frame.locator("#pairing")).to_be_hidden()
    box = card(keeper, "Cinque").locator(".preview").bounding_box()
    assert box["width"] < 600 and abs(box["height"] / box["width"] - 900 / 1600) < 0.1
    # News come meanwhile; what was chosen and not shown yet stays.
    keeper.wait_for_timeout(7000)
    expect(card(keeper, "Cinque").locator("[value=test]")).to_be_checked()
    expect(card(keeper, "Cinque").locator(".unsaved")).to_be_visible()
    expect(frame.locator("body")).to_have_attribute("data-view", "test")
    assert not [url for url in reports if url.endswith("/report/")]
    expect(screen.locator("body")).to_have_attribute("data-view", "board")
    card(keeper, "Cinque").locator("[id^=show-]").click()
    expect(screen.locator("body")).to_have_attribute("data-view", "test")
    expect(card(keeper, "Cinque").locator(".preview")).to_be_hidden()


def test_two_tablets_see_each_others_changes(screens, edition):
    first = screens.sign_in("/display/screens/")
    second = screens.sign_in("/display/screens/")
    screen = screens.open(DISPLAY, *USUAL_SIZE)
    pair(first, screen, "Sei")
    expect(card(second, "Sei").locator(".settings")).to_be_visible()
    choose_view(first, "Sei", "log")
    card(first, "Sei").locator("[id^=show-]").click()
    expect(card(second, "Sei").locator("[value=log]")).to_be_checked()


def test_the_page_works_by_keyboard_alone(screens, edition):
    keeper = screens.sign_in("/display/screens/")
    screen = screens.open(DISPLAY, *USUAL_SIZE)
    pair(keeper, screen, "Sette")
    card(keeper, "Sette").locator("[value=board]").focus()
    keeper.keyboard.press("ArrowRight")
    keeper.keyboard.press("Tab")
    keeper.keyboard.press("Tab")
    expect(card(keeper, "Sette").locator("[id^=show-]")).to_be_focused()
    keeper.keyboard.press("Enter")
    expect(screen.locator("body")).to_have_attribute("data-view", "challenge")
    expect(card(keeper, "Sette").locator("[id^=show-]")).to_be_focused()


def test_fingers_reach_everything_and_nothing_scrolls_sideways(screens, edition):
    keeper = screens.sign_in("/display/screens/", *TABLETS[0])
    screen = screens.open(DISPLAY, *USUAL_SIZE)
    name = "Un nome lungo quanto se ne scrivono 1024"
    pair(keeper, screen, name)
    for summary in keeper.locator(".screen summary").all():
        summary.click()
    choose_view(keeper, name, "test")
    keeper.fill("#name", "x")
    keeper.fill("#code", "ABC")
    keeper.click("#pair-button")
    expect(keeper.locator("#said-pair")).not_to_be_empty()
    for width, height in TABLETS:
        keeper.set_viewport_size({"width": width, "height": height})
        assert keeper.evaluate(SMALL) == []
        assert keeper.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert findings(keeper) == []


SMALL = """() => [...document.querySelectorAll("main :is(button, summary, select, input, label)")]
  .filter((found) => !found.matches("label:not(.pill, .check)"))
  .filter((found) => !["hidden", "radio", "checkbox"].includes(found.type))
  .filter((found) => found.checkVisibility())
  .map((found) => [found.id || found.textContent.trim(), found.getBoundingClientRect()])
  .filter(([, box]) => box.height < 44 || box.width < 44 || box.right > innerWidth)
  .map(([name]) => name)"""


# ------------------------------------------------------------------------------ the watchdog


def test_a_screen_that_falls_behind_reloads_itself_and_says_so(server, screens, edition):
    keeper = screens.sign_in("/display/screens/")
    tablet = screens.sign_in(f"/referee/{edition}/")
    screen = screens.open("/", *USUAL_SIZE)  # for its context
    screen.add_init_script("window.WebSocket = class { close() {} }")
    screen.goto(server.url + DISPLAY)
    pair(keeper, screen, "Otto")
    mark(screen)
    console.record(tablet, {"do": "throw", "value": 2}, 1)
    wait_until_loaded_anew(screen)
    expect(screen.locator("body")).to_have_attribute("data-seq", "1")
    expect(card(keeper, "Otto").locator(".status-reloaded")).to_be_visible()


def test_a_screen_that_draws_no_more_reloads_itself(screens, edition):
    screen = screens.open(DISPLAY, *USUAL_SIZE)
    expect(screen.locator("#pairing")).to_be_visible()
    mark(screen)
    screen.evaluate("window.requestAnimationFrame = () => 0")
    wait_until_loaded_anew(screen)
    expect(screen.locator("#pairing")).to_be_visible()


def test_a_screen_that_reloading_does_not_help_is_not_reloaded_for_ever(server, screens, edition):
    loads = []
    screen = screens.open("/", *USUAL_SIZE)
    screen.add_init_script("setInterval(() => { document.body.dataset.seq = -5 }, 50)")
    screen.on("load", lambda page: loads.append(page.url))
    screen.goto(server.url + DISPLAY)
    while len(loads) < 2:
        screen.wait_for_timeout(100)
    screen.wait_for_timeout(6000)
    assert len(loads) == 2
