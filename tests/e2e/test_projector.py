"""The projector, measured in the page: nothing cut off, nothing covered, all large enough."""

import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.cast import LONG
from tests.e2e import sheets
from tests.e2e.sheets import SIZES, VIEWS, Projector
from tests.e2e.sheets import wrong as wrong_with
from tests.e2e.waiting import until

pytestmark = pytest.mark.e2e

WIDE = (1899, 1080)
"""Looked at in English, too, so the ordinary moments of a wide sheet need no second look."""

HARDEST = [(1024, 768), (1080, 1920), WIDE]
SAME_SHAPE = [(1280, 720), (1920, 1080), (3840, 2160)]
"""As 1899x1080, for all on the sheet goes by its shorter side. English is tried on 1280x720."""


def looks(size: tuple[int, int]):
    """(name, picture, settings) of all that a size is looked at with."""
    states, crowded = sheets.states(), sheets.crowded()
    if LONG or size != WIDE:
        for name, told in states.items():
            yield name, told, {"margin": 0}
    for view in VIEWS[1:]:
        for name in ("throw", "trial", "draft"):
            yield name, states[name], {"view": view, "margin": 0}
    # The less room there is, the harder it gets: all of it at every size takes a long run.
    if size not in HARDEST and not LONG:
        return
    for name, told in crowded.items():
        yield f"crowded {name}", told, {"margin": 5}
    for view in VIEWS[1:]:
        for name in ("announced", "course"):
            yield f"crowded {name}", crowded[name], {"view": view, "margin": 5}


@pytest.mark.parametrize(
    "size",
    [size for size in SIZES if LONG or size not in SAME_SHAPE],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_nothing_is_cut_off_or_covered_or_too_small(server, screens, size):
    projector = Projector(screens.open("/board.json", *size), server.url)
    wrong = {}
    for name, told, settings in looks(size):
        projector.show(told, **settings)
        if found := wrong_with(projector.page):
            wrong[f"{name} {settings}"] = found
    assert wrong == {}


def test_so_it_is_in_english_larger_and_mirrored(server, screens):
    projector = Projector(screens.open("/board.json", 1280, 720), server.url, "en")
    wrong = {}
    states, crowded = sheets.states("en"), sheets.crowded("en")
    larger = {"scale": 1.3, "mirrored": True}
    for name, told in {**states, **crowded}.items():
        # The fuller a sheet, the less becomes of larger letters: the ordinary ones take a long run.
        for settings in ({}, larger) if LONG or name in crowded else ({},):
            projector.show(told, **settings)
            if found := wrong_with(projector.page):
                wrong[f"{name} {settings}"] = found
    assert wrong == {}


def test_settings_are_live(server, screens):
    projector = Projector(screens.open("/board.json", 1280, 720), server.url)
    page, states = projector.page, sheets.states()
    frame = page.locator("#frame")
    for view, shown in {
        "board": "Tocca a",
        "challenge": "Tocca a",
        "standings": "25",
        "log": "Sant'Agostino lancia un 4.",
    }.items():
        projector.show(states["throw"], view=view)
        expect(page.locator("body")).to_have_attribute("data-view", view)
        expect(page.locator("#page").get_by_text(shown).first).to_be_visible()
    projector.show(states["throw"], palette="dark", mirrored=True, margin=5)
    expect(page.locator("html")).to_have_attribute("data-palette", "dark")
    assert page.evaluate("document.body.dataset.seq") == "3"
    box = frame.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (64, 36, 1152, 648)
    assert frame.evaluate("(frame) => new DOMMatrix(getComputedStyle(frame).transform).a") == -1


def test_larger_letters_where_there_is_room(server, screens):
    projector = Projector(screens.open("/board.json", 1920, 1080), server.url)
    size = "parseFloat(getComputedStyle(document.querySelector('#happenings li')).fontSize)"
    projector.show(sheets.states()["throw"])
    usual = projector.page.evaluate(size)
    projector.show(sheets.states()["throw"], scale=1.3)
    assert projector.page.evaluate(size) > usual


def test_an_announcement_is_seen_in_every_view_and_hides_no_state(server, screens):
    projector = Projector(screens.open("/board.json", 1280, 720), server.url)
    told = sheets.states()["throw"] | {"announcement": sheets.ANNOUNCEMENT}
    for view in VIEWS:
        projector.show(told, view=view)
        expect(projector.page.get_by_text(sheets.ANNOUNCEMENT)).to_be_visible()
    projector.show(told)
    expect(projector.page.locator("#now-headline")).to_be_visible()
    expect(projector.page.locator("#standings")).to_be_visible()


def test_the_clock_of_a_trial_runs_on_the_server_s_time(server, screens):
    page = screens.open("/board.json", 1280, 720)
    # This screen's own clock is an hour late.
    page.add_init_script("const real = Date.now; Date.now = () => real() - 3600000;")
    projector = Projector(page, server.url)
    clock = {"side": "challenged", "ends": (time.time() + 290) * 1000, "left": 290}
    projector.show(sheets.states()["trial"] | {"trial": {"counts": None, "clock": clock}})
    expect(page.locator(".trial-left")).to_have_text(re.compile("4:[0-5][0-9]"))
    expect(page.locator(".trial-side")).to_have_text("S. Andrea")
    clock = {"side": "challenged", "ends": None, "left": 12.4}
    projector.show(sheets.states()["trial"] | {"trial": {"counts": None, "clock": clock}})
    expect(page.locator(".trial-left")).to_have_text("0:13")


def test_the_countdown_ends_in_words(server, screens):
    projector = Projector(screens.open("/board.json", 1280, 720), server.url)
    soon = (datetime.now(UTC) + timedelta(minutes=5)).isoformat()
    projector.show(sheets.states()["before"] | {"starts_at": soon})
    left = projector.page.locator(".countdown-left")
    expect(left).to_be_visible()
    projector.page.evaluate("const real = Date.now; Date.now = () => real() + 300000; null")
    expect(left).to_be_hidden()
    expect(projector.page.locator("[data-soon]")).to_be_visible()


def test_a_corrected_happening_says_so(server, screens):
    projector = Projector(screens.open("/board.json", 1280, 720), server.url)
    projector.show(sheets.crowded()["corrected"])
    expect(projector.page.locator("#happenings li").first).to_contain_text("hanno corretto")


def test_the_cursor_rests_and_f_fills_the_screen(server, screens):
    projector = Projector(screens.open("/board.json", 1280, 720), server.url)
    page = projector.page
    page.mouse.move(300, 300)
    page.mouse.move(310, 300)
    expect(page.locator("#full-screen")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).cursor") != "none"
    page.keyboard.press("f")
    until(page, "document.fullscreenElement !== null")
    page.keyboard.press("f")
    until(page, "document.fullscreenElement === null")
    expect(page.locator("body.idle")).to_have_count(1)
    assert page.evaluate("getComputedStyle(document.body).cursor") == "none"


def test_a_win_is_shown_alone_and_by_turns_with_the_final_board(server, screens):
    page = screens.open("/board.json", 1280, 720)
    page.clock.install()
    projector = Projector(page, server.url)
    projector.show(sheets.states()["won"])
    board = page.locator("#board svg")
    for with_board in (False, True, False):
        expect(page.get_by_role("heading", name=re.compile("Ha vinto"))).to_be_visible()
        expect(board).to_be_visible() if with_board else expect(board).to_be_hidden()
        expect(page.locator(".figures")).to_be_visible(visible=with_board)
        expect(page.get_by_text(sheets.HEAD_OF_THE_LOG)).to_be_visible()
        assert wrong_with(page) == []
        page.clock.fast_forward(20_500 if with_board else 30_500)
