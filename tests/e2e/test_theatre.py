"""The projector plays what has just been recorded, and whatever happens shows the present."""

import signal

import pytest
from playwright.sync_api import expect

from tests.cast import HEADER, LONG
from tests.e2e import console
from tests.e2e.fed import Fed, pictures
from tests.oca.play import BONUS, UNDO, WHISTLE, at, draw, throw
from tests.oca.test_steps import PRODUCED_BY

pytestmark = pytest.mark.e2e

FAST = 12

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

PAWNS = """
Object.fromEntries([...document.querySelectorAll(".pawns .pawn")].map((pawn) => {
  const [x, y] = pawn.style.transform.match(/-?[\\d.]+/g).map(Number);
  const far = (square) => Math.hypot(square.dataset.x - x, square.dataset.y - y);
  const squares = [...document.querySelectorAll("#board [data-square]")];
  const near = squares.reduce((best, one) => (far(one) < far(best) ? one : best));
  return [pawn.dataset.quarter, Number(near.dataset.square)];
}))
"""
"""Quarter -> the square whose middle is nearest to its pawn."""


@pytest.fixture
def fed(browser, server):
    """Opens pages that are fed by hand; none may have complained in the end."""
    opened = []

    def open_page(*, width=1280, height=720, query="", **more):
        page = Fed(browser, f"{server.url}/display/{query}", width, height, **more)
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        page.context.close()
        assert page.errors == []


@pytest.fixture(scope="module")
def small(browser, server):
    """One small page for the many kinds of steps."""
    page = Fed(browser, f"{server.url}/display/", 1024, 768, pace=FAST)
    page.page.evaluate(f"() => {{ {WATCH_THE_WORDS} {WATCH_THE_MOVES} }}")
    yield page
    page.context.close()
    assert page.errors == []


def standing(picture):
    return {slug: quarter["square"] for slug, quarter in picture["board"]["quarters"].items()}


def nothing_is_left(page):
    """No layer, no node, no animation that never ends, no pawn out of sight."""
    expect(page.locator("#scene")).to_be_hidden()
    expect(page.locator("#scene > *")).to_have_count(0)
    expect(page.locator(".scene-over")).to_have_count(0)
    assert page.evaluate(
        "[...document.querySelectorAll('.pawn')].every((pawn) =>"
        " getComputedStyle(pawn).opacity === '1' && !pawn.classList.contains('hopping'))"
    )
    assert page.evaluate("getComputedStyle(document.querySelector('#centre')).opacity") == "1"


# ------------------------------------------------------------------ every kind of step


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
    screen.page.wait_for_timeout(300)
    screen.send(after)
    screen.playing()
    started = screen.page.evaluate("performance.now()")
    screen.drawn(after)
    took = screen.page.evaluate("performance.now()") - started
    assert 3000 < took < 9000  # a busy machine draws fewer frames


def test_the_flag_ceremony_keeps_the_secret_and_ends_on_the_recorded_flag(fed):
    *_, before, after = pictures(throw(3), draw("agostino"))
    screen = fed()
    screen.send(before)
    screen.page.wait_for_timeout(300)
    screen.send(after)
    flags = screen.page.locator(".s-flag")
    expect(flags).to_have_count(3)
    assert {flag.get_attribute("data-quarter") for flag in flags.all()} == {
        *("agostino", "angelo", "francesco"),
    }
    assert "Agostino" not in screen.page.locator(".scene-caption").text_content()
    assert "Agostino" not in screen.page.locator("[data-side=challenged]").text_content()
    expect(screen.page.locator(".s-flags")).to_have_attribute(
        "data-drawn", "agostino", timeout=15_000
    )
    expect(screen.page.locator(".scene-caption")).to_contain_text("Sant'Agostino")
    screen.drawn(after)
    expect(screen.page.locator("[data-side=challenged]")).to_have_attribute(
        "data-quarter", "agostino"
    )


def test_a_win_ends_in_the_win_screen(fed):
    before, after = pictures(throw(1), position=at(andrea=53))
    screen = fed(pace=6)
    screen.send(before)
    screen.page.wait_for_timeout(300)
    screen.send(after)
    expect(screen.page.locator(".s-win")).to_have_attribute("data-quarter", "andrea")
    screen.drawn(after)
    expect(screen.page.locator("body")).to_have_attribute("data-ending", "won")
    nothing_is_left(screen.page)


def test_a_correction_is_told_by_its_own_sentence_and_its_pawns_slide(fed):
    *_, before, after = pictures(throw(6), UNDO)
    screen = fed()
    screen.send(before)
    screen.page.wait_for_timeout(300)
    screen.send(after)
    notice = screen.page.locator(".s-notice")
    expect(notice).to_contain_text("Sant'Andrea 6 → 0")
    screen.drawn(after)
    assert screen.scenes() == ["correction"]
    assert screen.page.evaluate(PAWNS)["andrea"] == 0


# ------------------------------------------------------------------ the present comes first


def test_a_screen_that_joins_late_shows_the_present(fed):
    *_, now = pictures(throw(1), throw(1), throw(2))
    screen = fed()
    screen.send(now)
    screen.drawn(now)
    assert screen.scenes() == []
    assert screen.page.evaluate(PAWNS) == standing(now)


def test_two_happenings_are_played_one_after_the_other(fed):
    start, first, second = pictures(throw(1), throw(1))
    screen = fed(pace=FAST)
    screen.send(start, first, second)
    screen.drawn(second)
    assert screen.scenes() == ["thrown", "moved", "rested", "turn_passed"] * 2


def test_a_picture_with_several_new_happenings_plays_them_all(fed):
    """As when the referees release what the reveal held back."""
    start, _, _, third = pictures(throw(3), BONUS, draw("angelo"))
    screen = fed(pace=FAST)
    screen.send(start, third)
    screen.drawn(third)
    assert screen.scenes() == [
        "thrown",
        "moved",
        "challenge_opened",
        "bonus_declared",
        "flag_drawn",
    ]


def test_when_three_are_waiting_it_catches_up_with_the_present(fed):
    start, *others = pictures(throw(1), throw(1), throw(1), throw(1))
    screen = fed()
    screen.send(start)
    screen.page.wait_for_timeout(300)
    screen.send(*others[:3])
    screen.page.wait_for_timeout(300)
    expect(screen.page.locator("body")).to_have_attribute("data-performing", "1")
    screen.hang()
    screen.send(others[3])
    screen.drawn(others[3])
    assert screen.scenes() == ["thrown"]
    assert screen.page.evaluate(PAWNS) == standing(others[3])
    nothing_is_left(screen.page)


def test_more_news_than_a_picture_holds_are_not_played(fed):
    evening = pictures(*[throw(1)] * 6)
    screen = fed()
    screen.send(evening[0], evening[6])
    screen.drawn(evening[6])
    assert screen.scenes() == []


def test_a_screen_that_was_offline_shows_the_present_after_coming_back(fed):
    start, missed, first = pictures(throw(1), throw(1))
    screen = fed(pace=FAST)
    screen.send(start)
    screen.drawn(start)
    screen.cut()
    screen.reconnected()
    screen.send(missed)
    screen.drawn(missed)
    assert screen.scenes() == []
    screen.send(first)
    screen.drawn(first)
    assert screen.scenes() == ["thrown", "moved", "rested", "turn_passed"]


def test_a_blink_of_the_network_interrupts_no_performance(fed):
    start, first = pictures(throw(1))
    screen = fed()
    screen.send(start)
    screen.page.wait_for_timeout(300)
    screen.send(first)
    screen.playing("thrown")
    screen.cut()
    screen.reconnected()
    screen.send(first)
    screen.drawn(first)
    assert screen.scenes() == ["thrown", "moved", "rested", "turn_passed"]


def test_another_evening_is_drawn_at_once(fed):
    start, first = pictures(throw(1))
    other, now = pictures(throw(2), edition=901)
    screen = fed()
    screen.send(start, first)
    screen.playing()
    screen.hang()
    screen.send(now)
    screen.drawn(now)
    assert screen.page.evaluate("document.body.dataset.edition") == "901"
    nothing_is_left(screen.page)


@pytest.mark.parametrize(
    "calm",
    [{"reduced_motion": "reduce"}, {"query": "?motion=none"}, {"query": "?view=standings"}],
    ids=["media-query", "setting", "view"],
)
def test_a_calm_screen_plays_nothing(fed, calm):
    evening = pictures(throw(3), draw("angelo"), WHISTLE)
    screen = fed(**calm)
    for picture in evening:
        screen.send(picture)
        screen.drawn(picture)
    assert screen.scenes() == []


def test_the_counts_of_a_trial_are_drawn_at_once_and_interrupt_nothing(fed):
    *_, before, on = pictures(throw(3), draw("angelo"), WHISTLE)
    screen = fed(pace=FAST)
    screen.send(before, on)
    counted = {**on, "trial": {"counts": {"challenger": 4, "challenged": 2}, "clock": None}}
    screen.send(counted)
    screen.drawn(on)
    count = screen.page.locator("[data-count=challenger]")
    expect(count).to_have_text("4")
    counted["trial"]["counts"]["challenger"] = 5
    screen.send(counted)
    expect(count).to_have_text("5")
    assert screen.scenes() == ["whistled"]


# ------------------------------------------------------------------ whatever goes wrong


@pytest.mark.parametrize("seconds", [0.4, 1.5, 3.0] if LONG else [1.5])
@pytest.mark.parametrize("how", ["hidden", "resized", "other evening"])
def test_an_interrupted_ceremony_ends_on_the_recorded_flag(fed, how, seconds):
    *_, before, after = pictures(throw(3), draw("francesco"))
    screen = fed()
    screen.send(before)
    screen.page.wait_for_timeout(300)
    screen.send(after)
    screen.playing("flag_drawn")
    screen.page.wait_for_timeout(seconds * 1000)
    screen.hang()
    if how == "hidden":
        screen.page.evaluate(
            "Object.defineProperty(document, 'hidden', { value: true });"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
    elif how == "resized":
        screen.page.set_viewport_size({"width": 1024, "height": 768})
    else:
        screen.send({**after, "edition": 950})
    screen.drawn(after)
    expect(screen.page.locator("[data-side=challenged]")).to_have_attribute(
        "data-quarter", "francesco"
    )
    nothing_is_left(screen.page)


def test_an_interrupted_goose_leaves_the_pawn_in_sight_on_its_square(fed):
    goose = {"board": {"goose": [5], "death": [], "spervengolo": []}}
    before, after = pictures(throw(5), **goose)
    screen = fed(pace=2)
    screen.send(before, after)
    screen.page.wait_for_selector(".s-flight")
    screen.hang()
    screen.page.set_viewport_size({"width": 1024, "height": 768})
    screen.drawn(after)
    nothing_is_left(screen.page)
    assert screen.page.evaluate(PAWNS) == standing(after)


def test_a_scene_that_fails_never_stops_the_show(fed):
    start, first, second = pictures(throw(1), throw(1))
    screen = fed(pace=FAST)
    screen.send(start)
    screen.drawn(start)
    screen.page.evaluate(
        "window.animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...how) {"
        "  if (this.matches('.s-banner')) throw new Error('no paint left');"
        "  return animate.apply(this, how);"
        "}; 0"
    )
    screen.send(first)
    screen.drawn(first)
    assert "no paint left" in screen.errors.pop()
    nothing_is_left(screen.page)
    screen.page.evaluate("Element.prototype.animate = animate; 0")
    screen.send(second)
    screen.drawn(second)
    assert screen.scenes()[-1] == "turn_passed"


def test_a_performance_that_hangs_is_given_up(fed):
    screen = fed()
    drawn = screen.page.evaluate(
        r"""async () => {
          const source = performance.getEntriesByType("resource")
            .map(({ name }) => name).find((name) => /display\/theatre.*\.js$/.test(name));
          const { theatre } = await import(source);
          const drawn = [];
          const stage = theatre({
            draw: (picture) => drawn.push(picture.seq),
            perform: () => new Promise(() => {}),
            clear() {},
            quiet: () => false,
            limit: 50,
          });
          const picture = (seq) => ({ edition: 1, epoch: 1, seq, happenings: [{ seq }] });
          stage.take(picture(1));
          stage.take(picture(2));
          await new Promise((resolve) => setTimeout(resolve, 400));
          return drawn;
        }"""
    )
    assert drawn == [1, 2]
    assert "too long" in screen.errors.pop()


def test_sounds_are_made_when_set_and_silence_is_no_error(fed):
    before, after = pictures(throw(1))
    screen = fed(query="?sound=1", pace=FAST)
    screen.send(before, after)
    screen.drawn(after)
    assert screen.scenes()[0] == "thrown"
    screen.page.mouse.click(5, 5)
    voices = screen.page.evaluate(
        r"""async () => {
          const source = performance.getEntriesByType("resource")
            .map(({ name }) => name).find((name) => /display\/sounds.*\.js$/.test(name));
          const { sound } = await import(source);
          let voices = 0;
          for (const kind of ["Oscillator", "BufferSource"]) {
            const create = AudioContext.prototype[`create${kind}`];
            AudioContext.prototype[`create${kind}`] = function () {
              voices += 1;
              return create.call(this);
            };
          }
          sound("hop");
          await new Promise((resolve) => setTimeout(resolve, 500));
          const made = {};
          for (const name of [
            "rattle", "hop", "stamp", "goose", "whistle", "bell", "drum", "fanfare",
          ]) {
            voices = 0;
            sound(name);
            made[name] = voices;
          }
          return made;
        }"""
    )
    assert all(voices.values()), voices


# ------------------------------------------------------------------ with the real server


def remember_scenes(page):
    page.evaluate(
        "window.scenes = [];"
        "document.addEventListener('scene', (event) => scenes.push(event.detail.step))"
    )


def test_what_a_referee_records_is_played_on_the_projector(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in("/referee/")
    tablet.locator(f"[data-edition='{edition}'] form button").first.click()
    tablet.goto(f"{server.url}/referee/{edition}/")
    projector = screens.open("/display/", 1280, 720)
    expect(projector.locator("body")).to_have_attribute("data-stage", "before")
    remember_scenes(projector)
    console.record(tablet, {"do": "throw", "value": 3}, 1)
    projector.wait_for_selector("body[data-performing='1']", state="attached")
    expect(projector.locator("body")).to_have_attribute("data-seq", "0")
    expect(projector.locator("body")).to_have_attribute("data-seq", "1", timeout=20_000)
    assert projector.evaluate("scenes") == ["thrown", "moved", "challenge_opened"]
    assert projector.evaluate(PAWNS)["andrea"] == 3


def test_a_server_that_was_away_brings_the_present(server, screens, tmp_path):
    projector = screens.open("/display/", 1280, 720)
    remember_scenes(projector)
    server.stop(signal.SIGKILL)
    printed = server.manage("rehearse", "--seed", "3", "--throws", "2", "--current")
    server.start()
    expect(projector.locator("#title")).to_contain_text("Prova 3", timeout=30_000)
    assert printed and projector.evaluate("scenes") == []
    expect(projector.locator("#scene")).to_be_hidden()


def test_a_whole_rehearsal_in_haste_ends_in_the_present(server, screens):
    projector = screens.open("/display/", 1280, 720)
    remember_scenes(projector)
    printed = server.manage(
        *(
            "rehearse",
            "--seed",
            "7",
            "--throws",
            "12" if LONG else "6",
            "--pace",
            "0.4",
            "--current",
        )
    )
    head = printed.splitlines()[-1].split(" ", 1)[0]
    expect(projector.locator("body")).to_have_attribute("data-seq", head, timeout=60_000)
    expect(projector.locator("body[data-performing]")).to_have_count(0, timeout=60_000)
    assert "thrown" in projector.evaluate("scenes")
