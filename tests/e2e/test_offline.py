"""A tablet on bad Wi-Fi: entries made blind, polling, two tablets at once, the paper form."""

import json
import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.cast import HEADER, LONG
from tests.e2e import console

pytestmark = [pytest.mark.e2e, pytest.mark.own_server]

networks: dict[Page, Callable[[Route], None]] = {}

TRY_SOON = "setInterval(() => dispatchEvent(new Event('online')), 100)"
"""What the browser tells when the network is back: the sender does not wait for its next try."""

NO_SOCKETS = "window.WebSocket = class { constructor() { throw new Error('blocked'); } };"


NO_MORE_TRIALS = {
    **HEADER,
    "position": "throw 4 *andrea:0 agostino:0 francesco:0 angelo:0",
}
"""Throw after throw: no square triggers a trial any more (R5)."""


@pytest.fixture
def edition(server, tmp_path):
    return server.open_edition(tmp_path, HEADER)


@pytest.fixture
def tablet(screens, edition):
    tablet = screens.sign_in(f"/referee/{edition}/", language="en-GB")
    tablet.on("dialog", lambda dialog: dialog.accept())
    return tablet


def actions(server, edition):
    lines = server.evening(edition)[1:]
    return [line.get("value") or line.get("winner") or line["do"] for line in lines]


def lost(route):
    route.abort()


def arrives(route):
    route.continue_()


def cut(tablet, fate=lost):
    """What is entered does not get through; *fate* says how."""
    if tablet not in networks:
        networks[tablet] = fate
        tablet.route("**/command/", lambda route: networks[tablet](route))
    networks[tablet] = fate


def mend(tablet):
    """It gets through again. What is on its way already keeps its fate."""
    networks[tablet] = arrives
    tablet.evaluate(TRY_SOON)


def blind(tablet, **command):
    """Taps a raw button and records."""
    for found in tablet.locator("#blind [data-raw]").all():
        if json.loads(found.get_attribute("data-raw")) == command:
            found.click()
    tablet.click("#record")


def first_entry(tablet, command):
    """From the panel, as long as nobody knows that the network is gone."""
    console.choose(tablet, command)
    tablet.click("#record")
    expect(tablet.locator("#blind")).to_be_visible()


def test_ten_entries_wait_and_are_sent_in_order_when_the_network_is_back(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, NO_MORE_TRIALS)
    tablet = screens.sign_in(f"/referee/{edition}/", language="en-GB")
    cut(tablet)
    first_entry(tablet, {"do": "throw", "value": 1})
    expect(tablet.locator("#lamp")).to_have_attribute("data-state", "lost")
    values = [2, 1, 1, 1, 1, 1, 2, 1, 1]
    for value in values:
        blind(tablet, do="throw", value=value)
    expect(tablet.locator("#blind-count")).to_have_text("10")
    expect(tablet.locator("#confirm-text")).to_contain_text("Not sent: 10")
    expect(tablet.locator(".waiting li")).to_have_count(10)
    blind_throw = tablet.locator("#blind [data-raw]").first
    blind_throw.click()
    expect(tablet.locator("#banner")).to_contain_text("10")
    assert actions(server, edition) == []
    mend(tablet)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "10")
    expect(tablet.locator("#blind")).to_be_hidden()
    assert actions(server, edition) == [1, *values]


def test_entries_survive_a_reload_and_go_out_in_their_order(server, tablet, edition):
    cut(tablet)
    first_entry(tablet, {"do": "throw", "value": 6})
    blind(tablet, do="draw", quarter="angelo")
    blind(tablet, do="whistle")
    blind(tablet, do="result", winner="challenged")
    tablet.reload()
    expect(tablet.locator("#confirm-text")).to_contain_text("Not sent: 4")
    mend(tablet)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "4")
    assert actions(server, edition) == [6, "draw", "whistle", "challenged"]


def test_the_first_refusal_stops_the_rest_and_brings_them_back(server, tablet, edition):
    cut(tablet)
    first_entry(tablet, {"do": "throw", "value": 6})
    blind(tablet, do="throw", value=2)  # a challenge is open
    blind(tablet, do="throw", value=3)
    mend(tablet)
    told = tablet.locator("#confirm-text")
    expect(told).to_contain_text("R20")
    expect(tablet.locator(".came-back button")).to_have_count(2)
    assert actions(server, edition) == [6]
    tablet.reload()
    expect(tablet.locator("#returned")).to_contain_text("2")
    tablet.click("#returned-show")
    expect(told).to_contain_text("R20")
    tablet.locator(".came-back button").first.click()
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "refused")
    tablet.click("#returned-read")
    expect(tablet.locator("#returned")).to_be_hidden()
    tablet.reload()
    expect(tablet.locator("#returned")).to_be_hidden()


def test_what_another_recorded_meanwhile_brings_them_back_and_they_can_be_entered_anew(
    server, screens, tablet, edition
):
    other = screens.sign_in(f"/referee/{edition}/")
    cut(tablet)
    first_entry(tablet, {"do": "throw", "value": 1})
    blind(tablet, do="throw", value=2)
    console.record(other, {"do": "throw", "value": 1}, 1)
    mend(tablet)
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "same")
    expect(tablet.locator("#confirm-text")).to_contain_text("the same")
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")
    tablet.locator(".came-back button").nth(1).click()
    expect(tablet.locator(".effect")).to_contain_text("0 → 2")
    tablet.click("#record")
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "2")
    expect(tablet.locator("#returned-count")).to_have_text("1")
    assert actions(server, edition) == [1, 2]


def test_what_came_back_unread_is_not_pushed_out_by_what_comes_back_next(tablet):
    count = tablet.locator("#returned-count")
    cut(tablet)
    first_entry(tablet, {"do": "throw", "value": 6})
    blind(tablet, do="throw", value=2)
    mend(tablet)
    expect(count).to_have_text("1")
    expect(tablet.locator("#panel")).to_have_attribute("data-phase", "draw")
    cut(tablet)
    first_entry(tablet, {"do": "draw", "quarter": "angelo"})
    blind(tablet, do="throw", value=3)
    mend(tablet)
    expect(count).to_have_text("2")
    tablet.click("#returned-show")
    expect(tablet.locator(".came-back button")).to_have_text(
        ["Throw 2 · enter anew", "Throw 3 · enter anew"]
    )


def test_the_last_one_is_taken_out_and_what_may_be_recorded_is_taken_back(server, tablet, edition):
    def lose_the_answer(route):
        route.fetch()
        route.abort()

    cut(tablet, lose_the_answer)
    first_entry(tablet, {"do": "throw", "value": 1})
    blind(tablet, do="throw", value=2)
    tablet.click("#take-out")
    expect(tablet.locator("#blind-count")).to_have_text("1")
    tablet.click("#take-out")
    expect(tablet.locator("#blind-count")).to_have_text("2")
    blind(tablet, do="throw", value=3)
    mend(tablet)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "3")
    assert actions(server, edition) == [1, "undo", 3]


@pytest.mark.parametrize("seed", range(10) if LONG else [54])
def test_a_network_that_loses_and_doubles_messages_counts_each_once_in_order(
    server, screens, tmp_path, seed
):
    edition = server.open_edition(tmp_path, NO_MORE_TRIALS)
    tablet = screens.sign_in(f"/referee/{edition}/", language="en-GB")
    chance = random.Random(seed)
    held = []

    def bad_network(route):
        fate = chance.choice(["lost", "answer lost", "twice", "through"])
        if fate == "lost":
            return route.abort()
        if fate == "twice":
            route.fetch()
        if held and chance.random() < 0.5:  # an old message arrives late
            tablet.context.request.post(**held[0])
        response = route.fetch()
        if not held:
            headers = {**route.request.headers, "referer": server.url}
            held.append(
                {"url": route.request.url, "data": route.request.post_data, "headers": headers}
            )
        if fate == "answer lost":
            return route.abort()
        return route.fulfill(response=response)

    cut(tablet)
    first_entry(tablet, {"do": "throw", "value": 1})
    values = [2, 1, 1, 1, 1, 1]
    for value in values:
        blind(tablet, do="throw", value=value)
    tablet.evaluate(TRY_SOON)
    cut(tablet, bad_network)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "7", timeout=60_000)
    assert held
    assert actions(server, edition) == [1, *values]


def test_an_entry_begun_blind_is_looked_at_anew_when_the_network_is_back(server, tablet, edition):
    cut(tablet)
    first_entry(tablet, {"do": "throw", "value": 1})
    tablet.locator("#blind [data-raw]").nth(1).click()
    mend(tablet)
    expect(tablet.locator(".effect")).to_contain_text("0 → 2")
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "chosen")
    tablet.click("#record")
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "2")
    assert actions(server, edition) == [1, 2]


def test_a_server_in_trouble_is_quoted_and_asked_again(server, tablet, edition):
    told = json.dumps({"status": "trouble", "message": "The disk is full."})
    cut(tablet, lambda route: route.fulfill(status=503, body=told))
    first_entry(tablet, {"do": "throw", "value": 1})
    expect(tablet.locator("#confirm-text")).to_contain_text("The disk is full.")
    mend(tablet)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")


def test_a_tablet_tells_the_highest_epoch_that_it_has_seen(server, tablet, edition):
    told = []

    def note(route):
        told.append(json.loads(route.request.post_data).get("epoch"))
        route.continue_()

    cut(tablet, note)
    expect(tablet.locator("#lamp")).to_have_attribute("data-state", "live")
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    raise_it = "from referee.models import Edition; Edition.objects.filter(pk=%s).update(epoch=3)"
    server.manage("shell", "-c", raise_it % edition)
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "idle")
    tablet.reload()
    console.record(tablet, {"do": "throw", "value": 2}, 2)
    assert told == [1, 3]


def test_without_sockets_the_console_goes_on_by_polling(server, screens, tablet, edition):
    other = screens.sign_in(f"/referee/{edition}/")
    tablet.add_init_script(NO_SOCKETS)
    tablet.reload()
    expect(tablet.locator("#lamp")).to_have_attribute("data-state", "live")
    console.record(other, {"do": "throw", "value": 1}, 1)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")
    console.record(tablet, {"do": "throw", "value": 2}, 2)


def test_different_entries_of_the_same_throw_stand_side_by_side_and_the_head_is_told(
    screens, tablet, edition
):
    other = screens.sign_in(f"/referee/{edition}/", language="en-GB")
    console.choose(tablet, {"do": "throw", "value": 6})
    console.record(other, {"do": "throw", "value": 1}, 1)
    expect(tablet.locator("#banner")).to_be_visible()
    tablet.click("#record")
    expect(tablet.locator(".beside .own")).to_contain_text("Throw 6")
    expect(tablet.locator(".beside .winner")).to_contain_text("0 → 1")
    expect(other.locator("#disagreements")).to_contain_text("0 → 6")
    expect(other.locator("#others")).to_contain_text("tablet")
    other.click("#disagreements button")
    expect(other.locator("#disagreements")).to_be_hidden()


def test_the_language_is_switched_on_the_console_and_nothing_that_waits_is_lost(
    server, tablet, edition
):
    tablet.click("#language button")
    expect(tablet.locator("html")).to_have_attribute("lang", "it")
    cut(tablet)
    first_entry(tablet, {"do": "throw", "value": 1})
    tablet.click("#language button")
    expect(tablet.locator("html")).to_have_attribute("lang", "en")
    mend(tablet)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")


def test_without_network_no_link_leads_away_from_the_console(tablet, edition):
    cut(tablet)
    first_entry(tablet, {"do": "throw", "value": 1})
    tablet.context.set_offline(True)
    tablet.click(".topbar a.tool >> nth=0")
    expect(tablet.locator("#banner")).to_contain_text("No network")
    tablet.click("#language button")
    expect(tablet.locator("#blind")).to_be_visible()
    assert tablet.url.endswith(f"/referee/{edition}/")


def test_the_lamp_opens_and_tells_of_every_part(tablet):
    expect(tablet.locator("#lamp")).to_have_attribute("data-health", "good")
    tablet.click(".lamp-box summary")
    expect(tablet.locator("#health")).to_contain_text("Free on the disk")
    expect(tablet.locator("#health")).to_contain_text("This edition is not on the screens")
    tablet.route("**/lamp/", lambda route: route.fulfill(json=BAD))
    tablet.reload()
    expect(tablet.locator("#lamp")).to_contain_text("since 21:14")
    expect(tablet.locator("#lamp")).to_have_attribute("data-health", "bad")


BAD = {
    "version": "x",
    "state": "bad",
    "parts": [{"name": "backup", "state": "bad", "text": "Second copy: not written since 21:14"}],
}


def test_the_paper_form_is_entered_in_one_go(server, screens, edition):
    form = screens.sign_in(f"/referee/{edition}/catch-up/", language="en-GB")
    for key in "16":
        form.keyboard.press(key)
    form.locator("[data-raw*=whistle]").click()
    expect(form.locator("#lines .refused")).to_contain_text("R20")
    expect(form.locator("#record")).to_be_disabled()
    form.keyboard.press("Backspace")
    form.reload()
    expect(form.locator("#lines > li")).to_have_count(2)
    form.locator("#lines .tools button").nth(0).click()
    form.keyboard.press("2")
    expect(form.locator("#lines > li").nth(2)).to_contain_text("San Francesco")
    form.click("[name=on]")
    expect(form.locator(".hold")).to_contain_text("wait")
    tablet = screens.sign_in(f"/referee/{edition}/")
    expect(tablet.locator("#catching-up")).to_be_visible()
    lost = []

    def lose_the_first_answer(route):
        response = route.fetch()
        if lost:
            return route.fulfill(response=response)
        lost.append(response)
        return route.abort()

    form.route("**/record/", lose_the_first_answer)
    form.click("#record")
    expect(form.locator("#said")).to_contain_text("3 lines recorded")
    form.click(".hold button")
    expect(form.locator("#panel")).to_have_attribute("data-head", "3")
    assert actions(server, edition) == [1, 2, 6]


def test_what_was_entered_from_paper_is_not_performed(tablet):
    performed = tablet.evaluate(
        """async () => {
          const { news } = await import("/static/display/theatre.js");
          const before = { edition: 1, epoch: 1, seq: 4 };
          const happenings = [{ seq: 4 }, { seq: 5 }, { seq: 6 }];
          const told = (caught_up) => news({ ...before, seq: 6, happenings, caught_up }, before);
          return [told(0)?.length, told(4)?.length, told(5), told(6)];
        }"""
    )
    assert performed == [2, 2, None, None]


def test_a_die_on_the_form_has_one_frame(server, tablet, edition):
    tablet.goto(f"{server.url}/referee/{edition}/catch-up/")
    frame = "getComputedStyle(document.querySelector('#die-1 .die-face')).stroke"
    assert tablet.evaluate(frame) == "none"


def test_a_link_to_the_form_stands_in_the_direction(tablet):
    tablet.click("[data-opens=direction]")
    tablet.locator("#direction a", has_text="on paper").click()
    expect(tablet.locator("#begins")).to_contain_text("Sant'Andrea")
