"""The projector plays what has just been recorded, and whatever happens shows the present."""

import pytest
from playwright.sync_api import expect

from tests.cast import LONG
from tests.e2e.fed import FAST, PAWNS, nothing_is_left, pictures, standing
from tests.oca.play import BONUS, WHISTLE, draw, throw

pytestmark = pytest.mark.e2e


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
    screen.drawn(start)
    screen.hang()
    screen.send(*others[:3])
    screen.playing("thrown")
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
    screen.drawn(start)
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
    screen.drawn(before)
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
