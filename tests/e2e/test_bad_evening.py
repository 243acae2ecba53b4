"""The console used badly: double taps, two tablets, a cut network, a killed server."""

import json
import signal
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.cast import HEADER
from tests.e2e import console

pytestmark = [pytest.mark.e2e, pytest.mark.own_server]


@pytest.fixture
def edition(server, tmp_path):
    return server.open_edition(tmp_path, HEADER)


@pytest.fixture
def tablet(screens, edition):
    return screens.sign_in(f"/referee/{edition}/")


def actions(server, edition):
    return [line["do"] for line in server.evening(edition)[1:]]


def test_a_double_tap_records_once(server, tablet, edition):
    console.choose(tablet, {"do": "throw", "value": 1})
    tablet.locator("#record").dblclick(delay=5)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")
    tablet.wait_for_timeout(500)
    assert actions(server, edition) == ["throw"]


def test_without_network_the_tap_stays_pending_and_is_recorded_once_when_it_is_back(
    server, tablet, edition
):
    console.choose(tablet, {"do": "throw", "value": 1})
    tablet.context.set_offline(True)
    tablet.click("#record")
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "offline")
    expect(tablet.locator("#confirm-text")).to_contain_text("NON")
    expect(tablet.locator("#blind")).to_be_visible()
    tablet.context.set_offline(False)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")
    assert actions(server, edition) == ["throw"]


def test_an_answer_that_is_lost_on_the_way_is_asked_for_again_with_the_same_id(
    server, tablet, edition
):
    sent = []

    def lose_the_first_answer(route):
        sent.append(json.loads(route.request.post_data)["id"])
        response = route.fetch()
        if len(sent) == 1:
            route.abort()
        else:
            route.fulfill(response=response)

    tablet.route("**/command/", lose_the_first_answer)
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    assert len(sent) == 2 and len(set(sent)) == 1
    assert actions(server, edition) == ["throw"]


def test_a_database_locked_by_another_program_is_told_and_the_tap_recorded_afterwards(
    server, tablet, edition
):
    other = sqlite3.connect(
        Path(server.environment["DATA_DIR"]) / "db.sqlite3", isolation_level=None
    )
    other.execute("BEGIN IMMEDIATE")
    try:
        console.choose(tablet, {"do": "throw", "value": 1})
        tablet.click("#record")
        expect(tablet.locator("#confirm-text")).to_contain_text("occupat")
        expect(tablet.locator("#confirm")).to_have_attribute("data-state", "offline")
    finally:
        other.execute("ROLLBACK")
        other.close()
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")
    assert actions(server, edition) == ["throw"]


def test_a_page_loaded_anew_sends_what_was_pending(server, tablet, edition):
    tablet.route("**/command/", lambda route: route.abort())
    console.choose(tablet, {"do": "throw", "value": 1})
    tablet.click("#record")
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "offline")
    tablet.unroute("**/command/")
    tablet.on("dialog", lambda dialog: dialog.accept())
    tablet.reload()
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")
    assert actions(server, edition) == ["throw"]


def test_what_one_tablet_records_appears_on_the_other_at_once(screens, tablet, edition):
    other = screens.sign_in(f"/referee/{edition}/", 768, 1024)
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    expect(other.locator("#panel")).to_have_attribute("data-head", "1")
    assert console.squares(other)["andrea"] == 1


def test_an_entry_in_progress_is_not_wiped_and_is_told_to_be_stale(
    server, screens, tablet, edition
):
    other = screens.sign_in(f"/referee/{edition}/", 768, 1024)
    console.choose(other, {"do": "throw", "value": 6})
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    expect(other.locator("#banner")).to_contain_text("Sant'Andrea")
    expect(other.locator("#side")).to_have_attribute("data-head", "1")
    assert console.squares(other)["andrea"] == 1
    expect(other.locator("#confirm")).to_have_attribute("data-state", "chosen")
    other.click("#record")
    expect(other.locator("#confirm")).to_have_attribute("data-state", "stale")
    expect(other.locator("#confirm-text")).to_contain_text("organizzatore")
    expect(other.locator("#panel")).to_have_attribute("data-head", "1")
    assert actions(server, edition) == ["throw"]


def test_an_open_direction_dialog_survives_what_others_record(screens, tablet, edition):
    other = screens.sign_in(f"/referee/{edition}/")
    other.click("[data-opens=direction]")
    other.fill("[name=square]", "7")
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    expect(other.locator("#side")).to_have_attribute("data-head", "1")
    expect(other.locator("[name=square]")).to_have_value("7")
    other.click("[data-closes=direction]")
    expect(other.locator("#panel")).to_have_attribute("data-head", "1")


def test_the_back_button_after_recording_shows_the_present(server, tablet, edition):
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    tablet.goto(server.url + "/referee/")
    tablet.go_back()
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")


def test_a_killed_server_loses_nothing_and_everybody_finds_back(server, screens, tablet, edition):
    phone = screens.open("/", 360, 740)
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    server.stop(signal.SIGKILL)
    expect(tablet.locator("#lamp")).to_have_attribute("data-state", "lost")
    console.choose(tablet, {"do": "throw", "value": 2})
    tablet.click("#record")
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "offline")
    printed = server.start()
    assert "password" not in printed
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "2")
    expect(tablet.locator("#lamp")).to_have_attribute("data-state", "live")
    assert actions(server, edition) == ["throw", "throw"]
    assert "ok" in server.manage("check_log")
    expect(phone.locator("body")).to_have_attribute("data-stage", "draft")


def test_ctrl_c_stops_it_cleanly_and_all_data_are_there_again(server, tablet, edition):
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    assert server.stop() == 0
    server.start()
    assert actions(server, edition) == ["throw"]


def test_who_was_signed_out_keeps_the_entry_until_signed_in_again(server, tablet, edition):
    console.choose(tablet, {"do": "throw", "value": 1})
    cookies = tablet.context.cookies()
    tablet.context.clear_cookies(name="sessionid")
    tablet.click("#record")
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "offline")
    tablet.context.add_cookies(cookies)
    tablet.on("dialog", lambda dialog: dialog.accept())
    tablet.reload()
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")
    assert actions(server, edition) == ["throw"]


def test_everything_works_on_a_plain_http_address(server, screens, edition):
    host = f"http://arena.test:{server.port}"
    tablet = screens.sign_in(f"/referee/{edition}/", host=host)
    assert tablet.evaluate("window.isSecureContext") is False
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    phone = screens.open("/", 360, 740, host=host)
    expect(phone.locator("body")).to_have_attribute("data-stage", "draft")


def test_a_tap_while_the_draw_is_shown_chooses_nothing(tablet):
    console.record(tablet, {"do": "throw", "value": 3}, 1)
    tablet.click("[data-suspense]")
    tablet.click("#record")
    expect(tablet.locator(".flag.is-lit")).to_have_count(1)
    tablet.locator("[data-do=bonus]").first.click()
    expect(tablet.locator("#panel")).to_have_attribute("data-phase", "whistle")
    console.record(tablet, {"do": "whistle"}, 3)


def test_touching_an_impossible_button_on_an_old_panel_brings_the_new_one(screens, tablet, edition):
    other = screens.sign_in(f"/referee/{edition}/")
    console.choose(other, {"do": "throw", "value": 6})
    console.record(tablet, {"do": "throw", "value": 3}, 1)
    expect(other.locator("#banner")).to_be_visible()
    other.locator("[data-do=whistle]").first.click(force=True)
    expect(other.locator("#panel")).to_have_attribute("data-phase", "draw")


def test_a_dialog_is_not_wiped_by_a_fragment_already_on_its_way(screens, tablet, edition):
    other = screens.sign_in(f"/referee/{edition}/")
    expect(other.locator("#lamp")).to_have_attribute("data-state", "live")
    held = []
    other.route("**/panel/", lambda route: held.append(route))
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    expect(other.locator("#side")).to_have_attribute("data-head", "1")
    other.click("[data-opens=direction]")
    other.fill("[name=square]", "7")
    while not held:
        other.wait_for_timeout(50)
    held[0].continue_()
    other.unroute("**/panel/")
    other.wait_for_timeout(700)
    expect(other.locator("[name=square]")).to_have_value("7")
    other.click("[data-closes=direction]")
    expect(other.locator("#panel")).to_have_attribute("data-head", "1")


def test_an_entry_of_somebody_else_that_waits_on_this_tablet_is_told(tablet, edition):
    tablet.evaluate(f"localStorage.setItem('entry-{edition}-rosa-abc', '{{}}')")
    tablet.reload()
    expect(tablet.locator("#banner")).to_be_visible()
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "idle")


def test_the_panel_is_not_taken_away_from_under_a_finger(server, screens, tablet, edition):
    other = screens.sign_in(f"/referee/{edition}/")
    tablet.locator("[data-do=throw][data-label$='2']").hover()
    tablet.mouse.down()
    console.record(other, {"do": "throw", "value": 1}, 1)
    expect(tablet.locator("#side")).to_have_attribute("data-head", "1")
    tablet.wait_for_timeout(300)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "0")
    tablet.mouse.up()
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")


@pytest.mark.parametrize("path", ["", "correct/", "catch-up/"])
def test_no_tap_is_lost_before_a_slow_script_has_come(screens, edition, path):
    kept = []
    page = screens.sign_in("/referee/")
    page.route("**/awake.*.js", lambda route: kept.append(route))
    page.goto(f"{screens.server.url}/referee/{edition}/{path}", wait_until="commit")
    main = page.locator("main")
    expect(main).to_have_attribute("inert", "")
    while not kept:
        page.wait_for_timeout(50)
    page.wait_for_timeout(300)
    expect(main).to_have_attribute("inert", "")
    for route in kept:
        route.continue_()
    expect(main).not_to_have_attribute("inert", "")
