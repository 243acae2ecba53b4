"""A phone's installed page (TLS, localhost): with a network, without, and what it leaves alone."""

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.phones import expect_seq, record, show, throw, visit
from tests.e2e.waiting import until

pytestmark = [pytest.mark.e2e, pytest.mark.own_server]


def test_an_installed_page_shows_the_last_picture_without_network_and_says_so(
    server, screens, tmp_path
):
    edition = show(server, tmp_path)
    host = f"http://localhost:{server.port}"
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
    record(server, edition, throw(1))
    expect_seq(page, 1)
    server.stop()
    page.reload()
    expect_seq(page, 1)
    expect(page.locator("#happenings")).to_contain_text("Sant'Andrea throws a 1.")
    expect(page.locator("#connection")).to_contain_text("No connection · picture of")
    page.goto(host + "/rules/")
    expect(page.locator("#R18")).to_be_visible()
    page.goto(host + "/#board")
    expect(page.locator("#sheet .pawn")).to_have_count(4)
    server.start()
    record(server, edition, throw(2))
    expect_seq(page, 2, 40)
    expect(page.locator("#connection")).to_be_hidden()


def test_with_a_network_the_service_worker_gives_no_stale_page(server, screens, tmp_path):
    edition = show(server, tmp_path)
    page = visit(screens, host=f"http://localhost:{server.port}", prepare=lambda page: None)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller")
    record(server, edition, throw(1))
    response = page.goto(f"http://localhost:{server.port}/")
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


def test_projector_and_console_are_none_of_the_service_workers_business(server, screens, tmp_path):
    show(server, tmp_path)
    host = f"http://localhost:{server.port}"
    page = visit(screens, host=host)
    until(page, "navigator.serviceWorker.controller")
    response = page.goto(host + "/display/")
    assert not response.from_service_worker
    response = page.goto(host + "/referee/")
    assert not response.from_service_worker
