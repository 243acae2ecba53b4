"""Phones on bad networks: no TLS, no socket, no script, no network at all."""

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.phones import (
    BEFORE_A_TRIAL,
    expect_seq,
    record,
    section_of,
    show,
    throw,
    visit,
)
from tests.e2e.waiting import until

pytestmark = pytest.mark.e2e


# ------------------------------------------------------------------ other networks


def test_on_a_lan_address_all_works_but_what_needs_tls(server, screens, tmp_path):
    edition = show(server, tmp_path)
    page = visit(screens, host=f"http://arena.test:{server.port}")
    assert not page.evaluate("isSecureContext")
    record(server, edition, throw(1))
    expect_seq(page, 1)
    page.click("#mine")
    page.click("#choose [value=angelo]")
    expect(page.locator("#mine-line")).to_be_visible()
    page.click("#bar a[href='#board']")
    expect(page.locator("#sheet .pawn")).to_have_count(4)
    expect(page.locator("#share")).to_be_hidden()
    assert page.context.cookies() == []


def test_the_share_button_is_there_where_the_phone_can_share(server, screens, tmp_path):
    show(server, tmp_path)
    can = "navigator.share = (what) => { window.shared = what; return Promise.resolve(); }"
    page = visit(screens, "/#rules", prepare=lambda page: page.add_init_script(can))
    page.click("#share")
    assert page.evaluate("window.shared") == {"title": "Palio 2026", "url": server.url + "/"}


def test_the_language_is_changed_in_the_same_section(server, screens, tmp_path):
    show(server, tmp_path)
    page = visit(screens, "/#trials")
    page.click("[data-language]")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    section_of(page, "trials")
    page.goto(server.url + "/")
    expect(page.locator("html")).to_have_attribute("lang", "it")


def test_where_no_socket_gets_through_it_polls_and_says_nothing(server, screens, tmp_path):
    edition = show(server, tmp_path)
    answers: dict[str, list[int]] = {"refused": [], "silent": []}

    def prepare(page: Page, how: str) -> None:
        dead = (lambda socket: socket.close()) if how == "refused" else (lambda socket: None)
        page.route_web_socket(re.compile("/ws/"), dead)
        page.on(
            "response",
            lambda response: (
                answers[how].append(response.status) if "/board.json" in response.url else None
            ),
        )

    # Both wait side by side.
    pages = [visit(screens, prepare=partial(prepare, how=how)) for how in answers]
    for page in pages:
        until(page, "performance.now() > 8500")
        expect(page.locator("#connection")).to_be_hidden()
    record(server, edition, throw(1))
    for page in pages:
        expect_seq(page, 1)
    pages[0].wait_for_timeout(9000)
    for page, statuses in zip(pages, answers.values(), strict=True):
        expect(page.locator("#connection")).to_be_hidden()
        assert set(statuses) == {200, 304}
        assert statuses.count(200) == 2, "the first one, and the one with the throw"


def test_a_socket_that_comes_after_all_ends_the_polling(server, screens, tmp_path):
    edition = show(server, tmp_path)
    dead = {"dead": True}
    asked: list[str] = []
    heard: list[str] = []

    def prepare(page: Page) -> None:
        def route(socket):
            if dead["dead"]:
                socket.close()
                return

            def pass_on(message):
                socket.send(message)
                heard.append(message)

            socket.connect_to_server().on_message(pass_on)

        page.route_web_socket(re.compile("/ws/"), route)
        page.on("request", lambda r: asked.append(r.url) if "/board.json" in r.url else None)

    page = visit(screens, prepare=prepare)
    while not asked:
        page.wait_for_timeout(100)
    dead["dead"] = False
    while not heard:
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)
    before = len(asked)
    record(server, edition, throw(1))
    expect_seq(page, 1)
    page.wait_for_timeout(9000)
    assert len(asked) == before


def test_without_a_script_it_shows_all_and_comes_anew_by_itself(server, screens, tmp_path):
    edition = show(server, tmp_path, BEFORE_A_TRIAL)
    record(server, edition, throw(3), {"do": "draw", "quarter": "angelo"})
    page = visit(screens, java_script_enabled=False)
    expect(page.locator("#challenge")).to_be_visible()
    expect(page.locator("#challenge")).to_contain_text("three rounds one to one")
    expect(page.locator("#standings [data-quarter=andrea] .place")).to_contain_text("26")
    expect(page.locator("#happenings")).to_contain_text("Sant'Andrea throws a 3.")
    for name in ("rules", "trials"):
        expect(page.locator(f"#{name}")).to_be_visible()
    for name in ("#board", "#board-link", "#mine", "#share"):
        expect(page.locator(name)).to_be_hidden()
    page.locator("#story-pages a").click()
    expect(page.locator("h1")).to_contain_text("The whole story")
    page.goto(server.url + "/")
    record(server, edition, {"do": "whistle"})
    expect(page.locator("[data-phase=result]")).to_be_visible()
