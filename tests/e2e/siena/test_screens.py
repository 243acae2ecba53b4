"""Siena's screens, measured in the page and played."""

import pytest
from playwright.sync_api import Page, expect

from tests.cast import LONG
from tests.e2e.fed import USUAL_SIZE, Fed
from tests.e2e.sheets import ANNOUNCEMENT, SIZES, VIEWS, Projector, waiting
from tests.e2e.sheets import wrong as wrong_with
from tests.e2e.siena.moments import HEADER, REFEREED, evening, moments, put_on_the_screens, refereed

pytestmark = pytest.mark.e2e

STATE = "#now h2 b, .racer-name, .racer-gap"

NEEDED = {
    "gallery": ["#now-headline", ".portrait-name", ".portrait .emblem"],
    "mossa": ["#now-headline", ".racer-name", ".racer .emblem"],
    "race": ["#now-headline", ".racer-name", ".racer .emblem"],
    "between": ["#now-headline", ".standard svg"],
    "won": ["#now-headline", ".standard svg"],
    "final": ["#now-headline", ".racer-name"],
    "suspended": ["#now-headline"],
    "closed": ["#now-headline"],
}

TOLD = ("mossa", "race")
"""The pages that tell who owns whom and how many cards each holds."""

NAMES = """(least) => {
  const boxes = [...document.querySelectorAll("#board .pawn-name")].map((name) => ({
    slug: name.dataset.contrada, box: name.getBoundingClientRect(),
    size: parseFloat(getComputedStyle(name.querySelector("text")).fontSize),
  }));
  const board = document.querySelector("#board").getBoundingClientRect();
  const wrong = [];
  if (document.body.hasAttribute("data-whole")) return wrong;
  for (const [i, { slug, box, size }] of boxes.entries()) {
    if (size < least) wrong.push(`${slug} is small: ${size}`);
    if (box.left < board.left || box.right > board.right || box.top < board.top
      || box.bottom > board.bottom) wrong.push(`${slug} leaves the board`);
    for (const other of boxes.slice(0, i)) {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > 2 && high > box.height * 0.2) wrong.push(`${slug} hides ${other.slug}`);
    }
  }
  return wrong;
}"""
"""What is wrong with the pawns' names on the Piazza."""


STANDING = """(where) => Object.fromEntries(Object.entries(where).map(([slug, [row, lane]]) => {
  const pawn = document.querySelector(`#board .pawn[data-contrada="${slug}"]`);
  const space = pawn.closest("svg").querySelector(
    `.space[data-row="${row}"][data-lane="${lane}"]`).getBoundingClientRect();
  const medal = pawn.querySelector(".pawn-ring").getBoundingClientRect();
  const [x, y] = [medal.left + medal.width / 2, medal.top + medal.height / 2];
  const on = x > space.left && x < space.right && y > space.top && y < space.bottom;
  return [slug, { on, riderless: pawn.classList.contains("riderless") }];
}))"""
"""contrada -> whether its pawn stands on that space, and without a rider."""


@pytest.fixture(scope="module")
def siena(server, tmp_path_factory):
    """The server with an edition of Siena on its screens."""
    put_on_the_screens(server, tmp_path_factory.mktemp("siena"))
    return server


def wrong(page: Page, size: tuple[int, int], *, seats: bool = False) -> list[str]:
    """What is wrong; where there is room, the players and their cards must be seen, too."""
    needed = {p: [*all_of, *([".seats"] * seats)] for p, all_of in NEEDED.items() if p in TOLD}
    found = wrong_with(page, STATE, {**NEEDED, **needed})
    return found + page.evaluate(NAMES, min(size) / 30 - 0.1)


HARDEST = [(1024, 768), (1080, 1920)]

LOOKED_AT = SIZES if LONG else [*HARDEST, (1899, 1080)]
"""The others have the shape of one of these, and all goes by the shorter side."""

USUAL = ("choose", "decide", "race", "won")
"""What is looked at where there is room; all of it at every size takes a long run."""


def looks(size: tuple[int, int]):
    """(name, picture, settings) of all that is looked at."""
    hard = LONG or size in HARDEST
    all_of_it = moments(evening())
    for name, told in all_of_it.items():
        if hard or name in USUAL:
            yield name, told, {}
    for name, told in moments(evening(seed=3, mode="straordinario", six=True)).items():
        if LONG or name in ("decide", "late"):
            yield f"six, {name}", told, {"palette": "dark", "margin": 4}
    yield "draft", {**waiting(header=HEADER), "game": "siena"}, {}
    for told in refereed()[-len(REFEREED) :] if hard else ():
        yield f"refereed {told['seq']}", told, {}
    for name in ("race", "mossa_roll", "jockeys") if hard else ():
        yield f"{name}, announced", {**all_of_it[name], "announcement": ANNOUNCEMENT}, {}
        # Most views are the same whatever goes on.
        for view in VIEWS[1:] if LONG or name == "race" else ("challenge",):
            yield f"{name}, {view}", all_of_it[name], {"view": view}


def test_nothing_is_cut_off_or_covered_or_too_small_at_any_size(siena, screens):
    projector = Projector(screens.open("/board.json", *LOOKED_AT[0]), siena.url)
    found = {}
    for size in LOOKED_AT:
        projector.resize(*size)
        for name, told, settings in looks(size):
            projector.show(told, **{"margin": 0, **settings})
            if problems := wrong(projector.page, size, seats="," not in name):
                found[f"{size} {name}"] = problems
    assert found == {}


def test_ten_pawns_stand_on_their_spaces_and_riderless_horses_look_so(siena, screens):
    projector = Projector(screens.open("/board.json", *USUAL_SIZE), siena.url)
    page = projector.page
    page.emulate_media(reduced_motion="reduce")
    seen = set()
    for told in evening()[:: 5 if LONG else 12]:
        board = told["board"]
        if not board["pawns"] or board["phase"] in ("won", "draw_three"):
            continue
        projector.show(told)
        racing = {s: p for s, p in board["pawns"].items() if p["state"] != "out"}
        expect(page.locator("#board .pawn")).to_have_count(len(racing))
        where = {s: [(p["progress"] - 1) % 30 + 1, p["lane"]] for s, p in racing.items()}
        states = {p["state"] for p in racing.values()}
        riderless = {s: p["state"] == "riderless" for s, p in racing.items()}
        assert page.evaluate(STANDING, where) == {
            slug: {"on": True, "riderless": is_so} for slug, is_so in riderless.items()
        }, told["seq"]
        seen |= states
    assert seen == {"jockey", "riderless"}


def test_the_mossa_is_magnified_while_it_lasts(siena, screens):
    projector = Projector(screens.open("/board.json", *USUAL_SIZE), siena.url)
    some = moments(evening())
    for name in ("mossa_order", "mossa_roll", "decide", "mossa_cards"):
        projector.show(some[name])
        expect(projector.page.locator("#board .mossa")).to_be_visible()
    expect(projector.page.locator("#board .mossa .pawn")).to_have_count(10)
    projector.show(some["start"])
    expect(projector.page.locator("#board .mossa")).to_have_count(0)


def test_every_step_of_an_evening_is_played_without_an_error(siena, one_context):
    fed = Fed(one_context, f"{siena.url}/display/?hurry=0.001", *USUAL_SIZE, pace=60)
    pictures = evening(seed=5)
    wanted: dict[str, int] = {}
    for i, picture in enumerate(pictures[1:], 1):
        for step in picture["happenings"][-1]["steps"]:
            wanted.setdefault(step["step"], i)
    quiet = {"player_called", "phase_begun", "offers_dropped", "round_began", "turn_passed"}
    for i in sorted({at for step, at in wanted.items() if step not in quiet}):
        before, after = ({**pictures[k], "edition": 1000 + i} for k in (i - 1, i))
        fed.send(before)
        fed.drawn(before)
        fed.send(after)
        fed.drawn(after)
    assert set(wanted) - quiet <= set(fed.scenes())
    assert fed.errors == []
    fed.page.close()


def test_what_referees_do_is_told_and_an_edition_that_goes_takes_its_pawns_along(
    siena, one_context
):
    fed = Fed(one_context, f"{siena.url}/display/?hurry=0.001", *USUAL_SIZE, pace=60)
    pictures = refereed()[-len(REFEREED) - 1 :]
    for picture in pictures:
        fed.send(picture)
        fed.drawn(picture)
        pawns = len(picture["board"]["pawns"])
        expect(fed.page.locator("#board .pawn")).to_have_count(pawns)
    told = ["suspended", "resumed", "correction", "correction", "correction", "closed"]
    assert fed.scenes() == told
    row = fed.page.locator('#board .space.curve[data-row="23"]')
    expect(row).to_have_count(pictures[-1]["setup"]["track"]["lanes"][22])
    fed.send({**waiting(header=HEADER), "game": "siena"})
    expect(fed.page.locator("#board .pawn")).to_have_count(0)
    assert fed.errors == []
    fed.page.close()


def test_a_screen_without_motion_plays_nothing(siena, browser):
    context = browser.new_context(locale="it-IT", reduced_motion="reduce")
    fed = Fed(context, f"{siena.url}/display/?hurry=0.001", *USUAL_SIZE)
    for picture in evening()[30:60]:
        fed.send(picture)
    fed.drawn(evening()[59])
    assert fed.scenes() == []
    assert fed.errors == []
    context.close()


def test_pages_go_over_to_the_game_that_is_on_the_screens(siena, screens, tmp_path):
    pages = [screens.open(path, *USUAL_SIZE) for path in ("/", "/display/", "/display/overlay/")]
    for page in pages:
        expect(page.locator("body")).to_have_attribute("data-game", "siena")
    sample = {
        "game": "oca",
        "edition": "2026",
        "title": "Palio 2026",
        "order": ["andrea", "agostino", "francesco", "angelo"],
        "board": {"goose": [5, 23], "death": [44], "spervengolo": [30]},
        "order_of_play": ["ponte", "osteria"],
    }
    put_on_the_screens(siena, tmp_path, sample)
    for page in pages:
        expect(page.locator("body")).to_have_attribute("data-game", "oca")
    put_on_the_screens(siena, tmp_path)
    for page in pages:
        # At most once in ten seconds.
        expect(page.locator("body")).to_have_attribute("data-game", "siena", timeout=30_000)


def test_a_phone_shows_the_race_and_its_own_contrada_first(siena, screens):
    page = screens.open("/", 360, 740)
    assert page.evaluate("document.body.dataset.game") == "siena"
    page.click("#mine")
    page.click("#choose button[value=oca]")
    expect(page.locator("#head")).to_have_attribute("data-contrada", "oca")
    for section in ("board", "rules", "contrade"):
        if page.locator(f"#bar a[href='#{section}']").is_visible():
            page.click(f"#bar a[href='#{section}']")
            expect(page.locator(f"#{section}")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
