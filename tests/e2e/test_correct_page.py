"""The head referee replaces an earlier entry, and opens an evening in the middle, in Chromium."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.cast import HEADER, throw
from tests.e2e.console import record, squares
from tests.e2e.test_accessibility import findings

pytestmark = pytest.mark.e2e

CHALLENGE = [
    throw(3),
    {"do": "draw", "quarter": "angelo"},
    {"do": "whistle"},
    {"do": "result", "winner": "challenged"},
]
TABLETS = [(1280, 800), (800, 1280)]


def die(page, value):
    return page.locator(f".pick [data-label$='{value}'][data-do=throw]")


def corrected(page):
    """Choosing a ready reason and recording."""
    page.locator("[data-reason]").first.click()
    page.click("#record")
    expect(page.locator("#said")).to_have_attribute("data-state", "recorded")


@pytest.mark.parametrize(("width", "height"), TABLETS)
def test_a_wrong_die_is_replaced_and_every_screen_follows(screens, server, tmp_path, width, height):
    edition = server.open_edition(tmp_path, HEADER, [throw(1), throw(2), throw(1), throw(1)])
    page = screens.sign_in(f"/referee/{edition}/", width, height)
    page.click("[data-opens=direction]")
    page.click("#direction a[href$='/correct/']")
    page.click("[data-choose='1']")
    die(page, 2).click()
    expect(page.locator(".verdict.good")).to_be_visible()
    differing = page.locator(".compare tr.differs")
    expect(differing).to_have_count(1)
    expect(differing).to_have_attribute("data-quarter", "andrea")
    expect(page.locator("#calm")).to_be_visible()
    assert len(server.evening(edition)) == 5

    # Nothing wider than the tablet, nothing smaller than a finger, and what counts in sight.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in page.locator(".tap:visible").all():
        assert button.bounding_box()["height"] >= 44
    for seen in ("#record", ".verdict", ".compare"):
        box = page.locator(seen).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, seen

    page.click("#record")
    expect(page.locator("#reason")).to_be_focused()
    corrected(page)
    rows = server.evening(edition)[5:]
    assert [row["do"] for row in rows] == ["undo"] * 4 + ["throw"] * 4
    assert len({row["correction"] for row in rows}) == 1
    page.click("#said a")
    expect(page.locator("#panel")).to_have_attribute("data-head", "12")
    assert squares(page)["andrea"] == 2
    expect(page.locator(".last li").first).to_contain_text("Correzione")
    record(page, throw(6), 13)


def test_what_no_longer_fits_is_named_and_made_to_fit(screens, server, tmp_path):
    actions = [*CHALLENGE, throw(1), throw(2), throw(2)]
    edition = server.open_edition(tmp_path, HEADER, actions)
    page = screens.sign_in(f"/referee/{edition}/correct/", 1280, 800)
    page.click("[data-choose='1']")
    die(page, 2).click()
    expect(page.locator(".verdict.warn .rule")).to_have_text("R20")
    expect(page.locator("#record")).to_contain_text("6")
    page.click("[data-leave-out]")
    expect(page.locator(".verdict.warn")).to_contain_text("3")
    expect(page.locator(".compare tr[data-quarter=agostino]")).not_to_have_class("differs")
    page.click("#back-one")
    expect(page.locator(".verdict.warn .rule")).to_have_text("R20")
    page.click("#back-one")
    # The bonus had been forgotten: it is put before the whistle, and all else stays.
    page.click("[data-again]")
    page.click("[data-choose='3']")
    page.check("input[value=before]")
    page.locator(".pick [data-do=bonus]").click()
    expect(page.locator(".verdict.good")).to_be_visible()
    corrected(page)
    assert [row["do"] for row in server.evening(edition)[8:]] == [
        *["undo"] * 5,
        *["bonus", "whistle", "result"],
        *["throw"] * 3,
    ]


def test_from_the_list_of_all_actions_a_number_leads_straight_to_its_entry(
    screens, server, tmp_path
):
    edition = server.open_edition(tmp_path, HEADER, [throw(1), throw(2)])
    page = screens.sign_in(f"/referee/{edition}/log/", 1280, 800)
    page.click("a[href$='/correct/#2']")
    expect(page.locator(".recorded-as")).to_contain_text("Sant'Agostino")


def test_an_impossible_choice_says_why_with_its_rule(screens, server, tmp_path):
    edition = server.open_edition(tmp_path, HEADER, [*CHALLENGE[:3]])
    page = screens.sign_in(f"/referee/{edition}/correct/", 1280, 800)
    page.click("[data-choose='2']")
    expect(page.locator(".pick [data-do=draw]")).to_have_count(3)
    page.click("[data-again]")
    page.click("[data-choose='3']")
    page.click(".rarer summary")
    page.locator(".rarer [data-do=suspend]").click()
    page.click("[data-with-reason]")
    assert page.locator("[data-own-reason]").get_attribute("placeholder")
    page.fill("[data-own-reason]", "Pioggia")
    page.click("[data-with-reason]")
    expect(page.locator(".changes ins")).to_contain_text("Pioggia")


def test_a_lost_answer_and_a_reload_record_it_once(screens, server, tmp_path):
    edition = server.open_edition(tmp_path, HEADER, [throw(1), throw(2)])
    page = screens.sign_in(f"/referee/{edition}/correct/", 1280, 800)
    page.click("[data-choose='1']")
    die(page, 2).click()
    page.locator("[data-reason]").first.click()

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/correct/record/", lose)
    page.click("#record")
    expect(page.locator("#said")).to_have_attribute("data-state", "offline")
    page.unroute("**/correct/record/")
    page.reload()
    expect(page.locator("#said")).to_have_attribute("data-state", "recorded")
    assert len(server.evening(edition)) == 1 + 2 + 4


def test_what_was_recorded_meanwhile_is_shown_before_it_can_count(screens, server, tmp_path):
    edition = server.open_edition(tmp_path, HEADER, [throw(1), throw(2)])
    page = screens.sign_in(f"/referee/{edition}/correct/", 1280, 800)
    other = screens.sign_in(f"/referee/{edition}/", 1280, 800)
    page.click("[data-choose='1']")
    die(page, 2).click()
    expect(page.locator(".outcome")).to_be_visible()
    record(other, throw(1), 3)
    page.locator("[data-reason]").first.click()
    page.click("#record")
    expect(page.locator("#said")).to_contain_text("San Francesco")
    expect(page.locator(".count")).to_contain_text("3")
    page.click("#record")
    expect(page.locator("#said")).to_have_attribute("data-state", "recorded")
    assert len(server.evening(edition)) == 1 + 3 + 6


def test_the_projector_performs_one_correction_and_shows_the_present(screens, server, tmp_path):
    edition = server.open_edition(tmp_path, HEADER, [throw(1), throw(2), throw(1)])
    page = screens.sign_in("/referee/", 1280, 800)
    page.click(f"[data-edition='{edition}'] form[action$='current/'] button")
    projector = screens.open("/display/", 1920, 1080)
    projector.evaluate("document.documentElement.dataset.pace = 20")
    projector.evaluate(
        "window.scenes = []; addEventListener('scene', (e) => scenes.push(e.detail.step), true)"
    )
    phone = screens.open("/", 360, 740)
    expect(projector.locator("body")).to_have_attribute("data-seq", "3")
    page.goto(f"{server.url}/referee/{edition}/correct/")
    page.click("[data-choose='1']")
    die(page, 2).click()
    corrected(page)
    expect(projector.locator("body")).to_have_attribute("data-seq", "9")
    assert projector.evaluate("window.scenes") == ["correction"]
    expect(phone.locator("#happenings .corrected").first).to_contain_text("1 → 2")
    expect(phone.locator("#happenings li[data-seq='9']")).to_be_visible()


def test_an_evening_starts_in_the_middle_by_form_and_by_line(screens, server):
    page = screens.sign_in("/referee/", 1280, 800)
    page.click("form[action$='new/'] button.main")
    page.click("#position-box summary")
    page.check("#position-on")
    first = page.locator("#order li").first.get_attribute("data-quarter")
    page.select_option("#position-phase", "draw")
    page.click(".save-bar .button:not(.main)")
    expect(page.locator("#said")).to_contain_text("(R2)")
    page.fill(f"tr[data-quarter={first}] [data-mark=square]", "12")
    page.fill(f"tr[data-quarter={first}] [data-mark=cleared]", "9, 3")
    page.check(f"tr[data-quarter={first}] [data-mark=bonus]")
    page.fill("#position-game", "2")
    line = page.input_value("#position")
    assert line.startswith(f"draw 2 *{first}:12:b:c3,9 ")
    trial = json.loads(page.locator("#header").inner_text())["order_of_play"][1]
    assert line.endswith(f"{trial}:from0:score1")

    # The line fills the form in.
    page.fill("#position", line.replace(":12:b", ":16").replace("score1", "score4"))
    assert page.input_value(f"tr[data-quarter={first}] [data-mark=square]") == "16"
    assert page.input_value("#position-score") == "4"
    page.fill("#position", "nonsense")
    expect(page.locator("#position-said")).to_be_visible()
    page.fill("#position", line)
    page.click("#open-first")
    page.click("#open-now")
    page.wait_for_url("**/referee/*/")
    expect(page.locator("#panel")).to_have_attribute("data-phase", "draw")
    assert squares(page)[first] == 12
    page.goto(page.url + "log/")
    page.click("summary")
    expect(page.locator("#position")).to_have_text(line)


def test_a_start_in_the_middle_that_was_ticked_before_the_script_came_is_filled_in(screens, server):
    page = screens.sign_in("/referee/", 1280, 800)
    held = []
    page.route("**/setup-position*.js", lambda route: held.append(route))
    page.click("form[action$='new/'] button.main", no_wait_after=True)
    page.click("#position-box summary")
    page.check("#position-on")
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.locator("#position")).to_have_value(re.compile(r"^throw 0 .*\*\w+:0"))


def test_each_step_can_be_used_by_everybody(screens, server, tmp_path):
    edition = server.open_edition(tmp_path, HEADER, [*CHALLENGE, throw(1)])
    page = screens.sign_in(f"/referee/{edition}/correct/", 1280, 800)
    assert findings(page) == []
    page.click("[data-choose='1']")
    expect(page.locator(".editor")).to_be_visible()
    page.click(".rarer summary")
    assert findings(page) == []
    die(page, 2).click()
    expect(page.locator(".outcome")).to_be_visible()
    page.click(".fit summary")
    assert findings(page) == []
