"""Every kind of step as the projector plays it: in words, in moves, to the right end."""

from typing import Any

import pytest
from playwright.sync_api import expect

from display.projections import Picture
from tests.cast import LONG
from tests.e2e.fed import FAST, PAWNS, Fed, nothing_is_left, pictures, standing
from tests.oca.play import UNDO, at, draw, throw
from tests.oca.test_steps import PRODUCED_BY

pytestmark = pytest.mark.e2e

SMALL = (1024, 768) if LONG else (640, 480)
"""Of one shape: all on the sheet goes by its shorter side, and fewer points are painted sooner."""

KINDS = {**PRODUCED_BY, "taken_back": ({}, [throw(6), UNDO])}

CORRECTED = {
    *("ruled", "game_ruled", "challenge_abandoned", "turn_ruled", "amended", "taken_back"),
}
"""Told together, by the correction's own sentence."""

WATCH_THE_WORDS = """
window.flaws = new Set();
const least = Math.min(innerWidth, innerHeight) / 30 - 0.5;
requestAnimationFrame(function look() {
  const caption = document.querySelector(".scene-caption:not([hidden])");
  if (caption && document.body.dataset.performing) {
    const size = parseFloat(getComputedStyle(caption).fontSize);
    const scene = document.querySelector("#scene");
    const said = `${document.body.dataset.scene}: ${caption.textContent}`;
    if (size < least) flaws.add(`${size} px, too small: ${said}`);
    if (caption.offsetTop + caption.offsetHeight > scene.clientHeight + 2
        || caption.offsetLeft < -2 || caption.scrollWidth > caption.clientWidth + 1
        || caption.offsetLeft + caption.offsetWidth > scene.clientWidth + 2) {
      flaws.add(`does not fit: ${said}`);
    }
  }
  requestAnimationFrame(look);
});
"""

WATCH_THE_MOVES = """
window.animated = new Set();
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, ...how) {
  for (const frame of [frames].flat()) for (const key in frame) animated.add(key);
  return animate.call(this, frames, ...how);
};
"""


@pytest.fixture(scope="module")
def small(browser, server):
    """One small page for the many kinds of steps."""
    page = Fed(browser.new_context(locale="it-IT"), f"{server.url}/display/", *SMALL, pace=FAST)
    page.page.evaluate(f"() => {{ {WATCH_THE_WORDS} {WATCH_THE_MOVES} }}")
    yield page
    page.page.context.close()
    assert page.errors == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_is_played_and_ends_on_the_right_square(small, kind):
    header, actions = KINDS[kind]
    *_, before, after = pictures(*actions, edition=100 + list(KINDS).index(kind), **header)
    small.send(before)
    small.drawn(before)
    small.page.evaluate("scenes.length = 0")
    small.send(after)
    small.drawn(after)
    told = after["happenings"][-1]
    names = [step["step"] for step in told["steps"]]
    if told["correction"]:
        names = ["correction", *(name for name in names if name not in CORRECTED)]
    assert small.scenes() == names
    assert small.page.evaluate(PAWNS) == standing(after)
    nothing_is_left(small.page)
    assert small.page.evaluate("[...flaws]") == []
    # What the compositor moves by itself.
    moved = set(small.page.evaluate("[...animated]"))
    assert moved <= {"transform", "opacity", "offset", "easing"}


def test_the_pawn_has_hopped_to_its_square_before_the_picture_is_drawn(fed):
    goose = {"board": {"goose": [5], "death": [], "spervengolo": []}}
    before, after = pictures(throw(5), **goose)
    screen = fed(pace=6)
    screen.send(before)
    screen.page.evaluate(
        "window.seen = [];"
        "document.addEventListener('scene', ({ detail }) => {"
        f"  seen.push([detail.step, ({PAWNS}).andrea]);"
        "});"
    )
    screen.send(after)
    screen.drawn(after)
    assert screen.page.evaluate("seen") == [
        ["thrown", 0],
        ["moved", 0],
        ["goose", 5],
        ["moved", 5],
        ["rested", 10],
        ["turn_passed", 10],
    ]


WATCH_THE_DIE = """() => {
  new MutationObserver((_all, watching) => {
    const table = document.querySelector(".s-table[data-value]");
    if (!table) return;
    watching.disconnect();
    const die = table.querySelector(".s-die");
    const { x, y, width, height } = die.getBoundingClientRect();
    window.ended = {
      value: table.dataset.value,
      seen: Boolean(document.elementFromPoint(x + width / 2, y + height / 2)),
      turned: getComputedStyle(die).transform,
    };
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-value"] });
}"""
"""The die as it lies when it has just come to rest."""


def test_the_die_ends_on_the_face_that_was_thrown(fed):
    before, after = pictures(throw(4))
    screen = fed()
    screen.page.evaluate(WATCH_THE_DIE)
    screen.send(before, after)
    screen.drawn(after)
    ended = screen.page.evaluate("window.ended")
    assert ended["value"] == "4" and ended["seen"]
    # A 4 looks forward when the cube is turned by a quarter around its upright axis.
    turned = ended["turned"].removeprefix("matrix3d(").rstrip(")")
    assert [round(float(n)) for n in turned.split(",")][:3] == [0, 0, -1]


def test_an_ordinary_throw_takes_about_four_seconds(fed):
    before, after = pictures(throw(1))
    screen = fed()
    screen.send(before)
    screen.drawn(before)
    screen.send(after)
    screen.playing()
    started = screen.page.evaluate("performance.now()")
    screen.drawn(after)
    took = screen.page.evaluate("performance.now()") - started
    assert 3000 < took < 30_000  # about: a busy machine has fewer frames to end in


WATCH_THE_STAGE = """() => {
  window.seen = [];
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  const data = (selector, name) => document.querySelector(selector)?.dataset[name] ?? "";
  new MutationObserver(() => {
    const now = {
      flags: [...document.querySelectorAll(".s-flag")].map((flag) => flag.dataset.quarter).sort(),
      drawn: data(".s-flags", "drawn"),
      caption: text(".scene-caption"),
      challenged: text("[data-side=challenged]"),
      win: data(".s-win", "quarter"),
      notice: text(".s-notice"),
    };
    if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
"""All that a spectator could have seen, moment by moment: nothing is missed on a slow machine."""


def seen(screen: Fed, before: Picture, after: Picture) -> list[dict[str, Any]]:
    """Every moment on the stage between the two pictures."""
    screen.send(before)
    screen.drawn(before)
    screen.page.evaluate(WATCH_THE_STAGE)
    screen.send(after)
    screen.drawn(after)
    return screen.page.evaluate("window.seen")


def test_the_flag_ceremony_keeps_the_secret_and_ends_on_the_recorded_flag(fed):
    *_, before, after = pictures(throw(3), draw("agostino"))
    screen = fed()
    ceremony = [moment for moment in seen(screen, before, after) if moment["flags"]]
    secret = [moment for moment in ceremony if not moment["drawn"]]
    assert secret and secret == ceremony[: len(secret)]
    assert secret[-1]["flags"] == ["agostino", "angelo", "francesco"]
    for moment in secret:
        assert "Agostino" not in moment["caption"] + moment["challenged"]
    told = [moment for moment in ceremony if moment["drawn"] == "agostino"]
    assert any("Sant'Agostino" in moment["caption"] for moment in told)
    expect(screen.page.locator("[data-side=challenged]")).to_have_attribute(
        "data-quarter", "agostino"
    )


def test_a_win_ends_in_the_win_screen(fed):
    before, after = pictures(throw(1), position=at(andrea=53))
    screen = fed(pace=6)
    assert {moment["win"] for moment in seen(screen, before, after)} == {"", "andrea"}
    expect(screen.page.locator("body")).to_have_attribute("data-ending", "won")
    nothing_is_left(screen.page)


def test_a_correction_is_told_by_its_own_sentence_and_its_pawns_slide(fed):
    *_, before, after = pictures(throw(6), UNDO)
    screen = fed()
    notices = " ".join(moment["notice"] for moment in seen(screen, before, after))
    assert "Sant'Andrea 6 → 0" in notices.replace("\u00a0", " ")
    assert screen.scenes() == ["correction"]
    assert screen.page.evaluate(PAWNS)["andrea"] == 0
