"""What can be checked, in a browser: captains' numbers, a draw, the head on phones, the script."""

import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import ROOT, Screens, Server

pytestmark = [pytest.mark.e2e, pytest.mark.own_server]

NUMBERS = {"agostino": "412", "andrea": "7", "angelo": "90210", "francesco": "33"}


def order_on(page: Any) -> list[str]:
    return page.locator("#order li").evaluate_all("all => all.map(one => one.dataset.quarter)")


def test_an_evening_drawn_and_checked(server: Server, screens: Screens, tmp_path: Any) -> None:
    tablet = screens.sign_in("/referee/1/setup/", 1280, 800)
    seal = tablet.locator(".seal b").inner_text()

    # A number is missing: nothing is drawn, the first field has the focus.
    tablet.fill("[data-caller=andrea]", "7")
    tablet.click("#order-draw")
    expect(tablet.locator("#said.error")).not_to_be_empty()

    for slug, number in NUMBERS.items():
        tablet.fill(f"[data-caller={slug}]", number)
    with tablet.expect_response("**/setup/draw/") as answered:
        tablet.click("#order-draw")
    drawn = answered.value.json()["header"]["order"]
    expect(tablet.locator("#said")).not_to_have_class("error")
    assert order_on(tablet) == drawn

    # It was saved with the numbers, and the same numbers draw the same again.
    tablet.reload()
    assert order_on(tablet) == drawn
    assert tablet.input_value("[data-caller=angelo]") == "90210"
    tablet.click("#order-draw")
    expect(tablet.locator("#said")).not_to_be_empty()
    assert order_on(tablet) == drawn

    tablet.click("#open-first")
    tablet.click("#open-now")
    tablet.wait_for_url("**/referee/1/")
    phone = screens.open("/", 360, 740)
    head = phone.locator("#chain b")
    before = head.inner_text()

    # A throw to a trial square; the program draws; the phone's head moves on by itself.
    for selector in ("[data-do=throw] >> nth=2", "[data-do=draw][data-suspense]"):
        tablet.locator(selector).click()
        tablet.click("#record")
        expect(head).not_to_have_text(before)
        before = head.inner_text()

    page = screens.open("/proof/", 360, 740)
    assert page.url.endswith("/proof/1/")
    told = page.locator("main").inner_text()
    assert seal in told and before in told and "flag 1 dice 3" in told

    phone.goto(f"{server.url}/proof/1/")
    tablet.goto(f"{server.url}/referee/1/public/")
    tablet.check("input[name=when][value=live]")
    tablet.click("button[value=log]")
    phone.reload()
    with phone.expect_download() as download:
        phone.click("a[href$='chain.jsonl']")
    path = tmp_path / "chain.jsonl"
    download.value.save_as(path)
    command = [sys.executable, "-I", str(ROOT / "docs" / "verify_draws.py"), str(path), before]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "that of row 2." in ran.stdout
