"""Every kind of step as the projector plays it: in words, in moves, to the right end."""

import pytest
from playwright.sync_api import expect

from tests.e2e.fed import FAST, PAWNS, Fed, nothing_is_left, pictures, standing
from tests.oca.play import UNDO, at, draw, throw
from tests.oca.test_steps import PRODUCED_BY

pytestmark = pytest.mark.e2e

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
    page = Fed(browser.new_context(locale="it-IT"), f"{server.url}/display/", 1024, 768, pace=FAST)
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


def test_the_die_ends_on_the_face_that_was_thrown(fed):
    before, after = pictures(throw(4))
    screen = fed()
    screen.send(before, after)
    table = screen.page.locator(".s-table[data-value='4']")
    expect(table).to_be_visible()
    front = screen.page.evaluate(
        "document.elementFromPoint(...['x', 'y'].map((side) => {"
        "  const box = document.querySelector('.s-die').getBoundingClientRect();"
        "  return side === 'x' ? box.x + box.width / 2 : box.y + box.height / 2;"
        "})) && getComputedStyle(document.querySelector('.s-die')).transform"
    )
    # A 4 looks forward when the cube is turned by a quarter around its upright axis.
    assert [round(float(n)) for n in front[9:-1].split(",")][:3] == [0, 0, -1]


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


def test_the_flag_ceremony_keeps_the_secret_and_ends_on_the_recorded_flag(fed):
    *_, before, after = pictures(throw(3), draw("agostino"))
    screen = fed()
    screen.send(before)
    screen.drawn(before)
    screen.send(after)
    flags = screen.page.locator(".s-flag")
    expect(flags).to_have_count(3)
    assert {flag.get_attribute("data-quarter") for flag in flags.all()} == {
        *("agostino", "angelo", "francesco"),
    }
    assert "Agostino" not in screen.page.locator(".scene-caption").text_content()
    assert "Agostino" not in screen.page.locator("[data-side=challenged]").text_content()
    expect(screen.page.locator(".s-flags")).to_have_attribute("data-drawn", "agostino")
    expect(screen.page.locator(".scene-caption")).to_contain_text("Sant'Agostino")
    screen.drawn(after)
    expect(screen.page.locator("[data-side=challenged]")).to_have_attribute(
        "data-quarter", "agostino"
    )


def test_a_win_ends_in_the_win_screen(fed):
    before, after = pictures(throw(1), position=at(andrea=53))
    screen = fed(pace=6)
    screen.send(before)
    screen.drawn(before)
    screen.send(after)
    expect(screen.page.locator(".s-win")).to_have_attribute("data-quarter", "andrea")
    screen.drawn(after)
    expect(screen.page.locator("body")).to_have_attribute("data-ending", "won")
    nothing_is_left(screen.page)


def test_a_correction_is_told_by_its_own_sentence_and_its_pawns_slide(fed):
    *_, before, after = pictures(throw(6), UNDO)
    screen = fed()
    screen.send(before)
    screen.drawn(before)
    screen.send(after)
    notice = screen.page.locator(".s-notice")
    expect(notice).to_contain_text("Sant'Andrea 6 → 0")
    screen.drawn(after)
    assert screen.scenes() == ["correction"]
    assert screen.page.evaluate(PAWNS)["andrea"] == 0
