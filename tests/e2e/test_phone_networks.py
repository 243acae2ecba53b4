"""Phones on bad networks: no TLS, no socket, no script, no network at all."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
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


@pytest.mark.parametrize("how", ["refused", "silent"])
def test_where_no_socket_gets_through_it_polls_and_says_nothing(server, screens, tmp_path, how):
    edition = show(server, tmp_path)
    answers: list[int] = []

    def prepare(page: Page) -> None:
        dead = (lambda socket: socket.close()) if how == "refused" else (lambda socket: None)
        page.route_web_socket(re.compile("/ws/"), dead)
        page.on(
            "response",
            lambda response: (
                answers.append(response.status) if "/board.json" in response.url else None
            ),
        )

    page = visit(screens, prepare=prepare)
    until(page, "performance.now() > 8500")
    expect(page.locator("#connection")).to_be_hidden()
    record(server, edition, throw(1))
    expect_seq(page, 1, 15)
    page.wait_for_timeout(9000)
    expect(page.locator("#connection")).to_be_hidden()
    assert set(answers) == {200, 304}
    assert answers.count(200) == 2, "the first one, and the one with the throw"


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
    until(page, "performance.now() > 8000")
    assert asked
    dead["dead"] = False
    while not heard:
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)
    before = len(asked)
    record(server, edition, throw(1))
    expect_seq(page, 1, 5)
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
    expect(page.locator("[data-phase=result]")).to_be_visible(timeout=25_000)


# ------------------------------------------------------------------ installed (TLS, localhost)


@pytest.fixture
def own_server(tmp_path_factory):
    """A server that can be stopped: the network of an installed page."""
    running = Server(tmp_path_factory.mktemp("own") / "data")
    running.start()
    yield running
    running.close()


def test_an_installed_page_shows_the_last_picture_without_network_and_says_so(
    own_server, screens, tmp_path
):
    edition = show(own_server, tmp_path)
    host = f"http://localhost:{own_server.port}"
    page = visit(screens, host=host)
    assert page.evaluate("isSecureContext")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller")
    manifest = json.loads(
        page.evaluate(
            "fetch(document.querySelector('[rel=manifest]').href).then((one) => one.text())"
        )
    )
    assert manifest["icons"]
    # What happened after the page was loaded is in no stored page, only in the last picture.
    record(own_server, edition, throw(1))
    expect_seq(page, 1)
    own_server.stop()
    page.reload()
    expect_seq(page, 1)
    expect(page.locator("#happenings")).to_contain_text("Sant'Andrea throws a 1.")
    expect(page.locator("#connection")).to_contain_text("No connection · picture of")
    page.goto(host + "/rules/")
    expect(page.locator("#R18")).to_be_visible()
    page.goto(host + "/#board")
    expect(page.locator("#sheet .pawn")).to_have_count(4)
    own_server.start()
    record(own_server, edition, throw(2))
    expect_seq(page, 2, 40)
    expect(page.locator("#connection")).to_be_hidden()


def test_with_a_network_the_service_worker_gives_no_stale_page(own_server, screens, tmp_path):
    edition = show(own_server, tmp_path)
    page = visit(screens, host=f"http://localhost:{own_server.port}", prepare=lambda page: None)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller")
    record(own_server, edition, throw(1))
    response = page.goto(f"http://localhost:{own_server.port}/")
    assert 'data-seq="1"' in response.text()
    assert page.get_attribute("body", "data-kept") is None
    stores = page.evaluate("caches.keys()")
    assert len(stores) == 1
    # Another version takes the place of this one, whole.
    page.evaluate("caches.open('spectators-old').then(() => true)")
    page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          await registration.unregister();
        }"""
    )
    page.reload()
    until(page, "navigator.serviceWorker.controller")
    until(page, "caches.keys().then((names) => names.length === 1)")
    assert page.evaluate("caches.keys()") == stores


def test_projector_and_console_are_none_of_the_service_workers_business(
    own_server, screens, tmp_path
):
    show(own_server, tmp_path)
    host = f"http://localhost:{own_server.port}"
    page = visit(screens, host=host)
    until(page, "navigator.serviceWorker.controller")
    response = page.goto(host + "/display/")
    assert not response.from_service_worker
    response = page.goto(host + "/referee/")
    assert not response.from_service_worker
