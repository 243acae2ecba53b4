"""Spectators' phones in a real browser: sections, my Quarter, bad networks, no script."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.cast import HEADER
from tests.e2e.conftest import Screens, Server
from tests.e2e.test_accessibility import findings

pytestmark = pytest.mark.e2e

SECTIONS = ["now", "board", "story", "rules", "trials"]
BEFORE_A_TRIAL = {
    "position": "throw 6 *andrea:23 agostino:3 francesco:12 angelo:18",
    "order_of_play": ["ponte"] * 9,
}
"""Sant'Andrea is three squares before a trial square."""


def manage(server: Server, code: str) -> str:
    """Python in another process on the same database."""
    return server.manage("shell", "-v", "0", "-c", code)


def show(server: Server, tmp_path: Path, header: dict[str, Any] | None = None, actions=()) -> int:
    """An opened edition on the public screens."""
    path = tmp_path / "evening.jsonl"
    lines = [{**HEADER, **(header or {})}, *actions]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    told = manage(
        server,
        "from django.core.management import call_command;"
        "from referee import services; from referee.models import Edition;"
        f"call_command('import_evening', {str(path)!r});"
        "edition = Edition.objects.latest('pk').pk;"
        "services.edition_make_current(edition_id=edition); print('edition', edition)",
    )
    return int(told.split()[-1])


def record(server: Server, edition: int, *commands: dict[str, Any]) -> None:
    """What a tablet would record."""
    manage(
        server,
        "from tests.cast import record; from referee.models import Edition;"
        f"record(Edition.objects.get(pk={edition}), *{list(commands)!r})",
    )


def throw(value: int) -> dict[str, Any]:
    return {"do": "throw", "value": value}


def visit(
    screens: Screens,
    path: str = "/",
    size: tuple[int, int] = (360, 740),
    *,
    host: str = "",
    prepare: Callable[[Page], None] = lambda page: None,
    **context: Any,
) -> Page:
    """A phone of its own; *prepare* may do something to its page before it loads."""
    given = {"locale": "en-GB", "reduced_motion": "reduce", **context}
    opened = screens.browser.new_context(viewport={"width": size[0], "height": size[1]}, **given)
    page = opened.new_page()
    page.on("pageerror", lambda error: screens.problems.append(f"{path}: {error}"))
    prepare(page)
    page.goto((host or screens.server.url) + path)
    return page


def expect_seq(page: Page, seq: int, seconds: int = 10) -> None:
    expect(page.locator("body")).to_have_attribute("data-seq", str(seq), timeout=seconds * 1000)


def section_of(page: Page, name: str) -> None:
    """Exactly this section is shown (on a narrow phone)."""
    expect(page.locator("body")).to_have_attribute("data-section", name)
    for other in SECTIONS:
        shown = expect(page.locator(f"#{other}"))
        shown.to_be_visible() if other == name else shown.to_be_hidden()


# ------------------------------------------------------------------ sections


def test_sections_are_links_with_the_back_button_and_deep_links(server, screens, tmp_path):
    edition = show(server, tmp_path)
    record(server, edition, throw(1))
    page = visit(screens)
    section_of(page, "now")
    for name in SECTIONS[1:]:
        page.click(f"#bar a[href='#{name}']")
        section_of(page, name)
        expect(page.locator("#bar [aria-current]")).to_have_attribute("href", f"#{name}")
    page.go_back()
    section_of(page, "rules")
    page.reload()
    section_of(page, "rules")
    section_of(visit(screens, "/#trials"), "trials")
    section_of(visit(screens, "/#nonsense"), "now")


def test_a_section_is_found_again_where_it_was_left(server, screens, tmp_path):
    show(server, tmp_path)
    page = visit(screens, "/#trials")
    page.evaluate("scrollTo(0, 400)")
    page.click("#bar a[href='#rules']")
    section_of(page, "rules")
    assert page.evaluate("scrollY") == 0
    page.click("#bar a[href='#trials']")
    section_of(page, "trials")
    assert page.evaluate("scrollY") == 400


def test_now_shows_the_challenge_what_wins_it_and_the_last_die(server, screens, tmp_path):
    edition = show(server, tmp_path, BEFORE_A_TRIAL)
    page = visit(screens)
    expect(page.locator("#present")).to_be_visible()
    record(server, edition, throw(3), {"do": "bonus"}, {"do": "draw", "quarter": "angelo"})
    expect_seq(page, 3)
    card = page.locator("#challenge")
    for words in ("Challenge 7 of 9", "Bridge", "Sant'Andrea", "Sant'Angelo Maggiore"):
        expect(card).to_contain_text(words)
    expect(card).to_contain_text("Bonus declared", use_inner_text=True)
    expect(card).to_contain_text("three rounds one to one")
    expect(page.locator("#throw")).to_contain_text("Sant'Andrea: 3")
    # The card tells it all: no headline that tells it twice.
    expect(page.locator("#present")).to_be_hidden()
    expect(page.locator("#happenings li").first.locator("sup a")).to_have_attribute(
        "href", "/rules/#R21"
    )


def test_what_the_script_draws_is_what_the_server_writes(server, screens, tmp_path):
    """Without a script the page is the same as with one, in each moment."""
    moments = [
        (BEFORE_A_TRIAL, [throw(3), {"do": "draw", "quarter": "angelo"}]),
        (BEFORE_A_TRIAL, [throw(4), {"do": "undo"}]),
        (BEFORE_A_TRIAL, [throw(3), {"do": "suspend", "reason": "Rain"}]),
        ({"position": "throw 0 *andrea:53 agostino:9:b:c9 francesco:0:d2 angelo:0:k1"}, [throw(1)]),
        ({}, []),
    ]
    for header, actions in moments:
        show(server, tmp_path, header, actions)
        written, drawn = (
            visit(screens, java_script_enabled=False).locator("#now"),
            visit(screens).locator("#now"),
        )
        expect(drawn.page.locator("body")).to_have_attribute("data-section", "now")
        texts = [re.sub(r"\s+", " ", now.inner_text()) for now in (written, drawn)]
        assert texts[0] == texts[1], (header, actions)


def test_the_trials_tell_their_places_and_which_are_played(server, screens, tmp_path):
    order = ["osteria", "ponte", "osteria"]
    edition = show(server, tmp_path, {"order_of_play": order})
    record(server, edition, throw(3), {"do": "draw", "quarter": "angelo"}, {"do": "whistle"})
    page = visit(screens, "/#trials")
    tavern = page.locator("[data-trial=osteria]")
    expect(tavern.locator(".open")).to_have_text("1")
    expect(tavern.locator(".on-now")).to_be_visible()
    record(server, edition, {"do": "result", "winner": "challenger"})
    expect(tavern.locator("del")).to_have_text("1")
    expect(tavern.locator("span.place-no")).to_have_text("3")
    expect(tavern.locator(".on-now")).to_be_hidden()
    expect(page.locator("[data-trial=ponte]")).to_contain_text("Three men")


# ------------------------------------------------------------------ the board


def test_the_board_is_drawn_for_the_phone_and_zooms_to_a_quarter(server, screens, tmp_path):
    edition = show(server, tmp_path, BEFORE_A_TRIAL)
    page = visit(screens, "/#board")
    sheet = page.locator("#sheet")
    expect(page.locator("#sheet .pawn")).to_have_count(4)
    box = sheet.bounding_box()
    assert box["width"] > 320 and box["height"] > 300
    page.click("[data-zoom=andrea]")
    expect(page.locator("[data-zoom=andrea]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#zoomed")).to_contain_text("Sant'Andrea")
    for square in (23, 24):
        pawn = page.locator("#sheet .pawn[data-quarter=andrea]").bounding_box()
        middle = (pawn["x"] + pawn["width"] / 2, pawn["y"] + pawn["height"] / 2)
        assert box["x"] < middle[0] < box["x"] + box["width"], square
        assert box["y"] < middle[1] < box["y"] + box["height"], square
        if square == 23:
            record(server, edition, throw(1))
            expect_seq(page, 1)
    page.click("[data-zoom='']")
    expect(page.locator("#zoomed")).to_be_hidden()
    seen = page.evaluate(
        """() => [...document.querySelectorAll("#sheet .square")].every((square) => {
          const at = square.getBoundingClientRect();
          const box = document.getElementById("sheet").getBoundingClientRect();
          return at.left >= box.left - 2 && at.right <= box.right + 2
            && at.top >= box.top - 2 && at.bottom <= box.bottom + 2;
        })"""
    )
    assert seen


# ------------------------------------------------------------------ my Quarter


def test_my_quarter_is_chosen_dresses_the_page_and_is_kept(server, screens, tmp_path):
    edition = show(server, tmp_path, BEFORE_A_TRIAL)
    record(server, edition, throw(2), throw(2))
    page = visit(screens)
    expect(page.locator("#mine-line")).to_be_hidden()
    page.click("#mine")
    page.click("#choose [value=francesco]")
    line = page.locator("#mine-line")
    expect(line).to_contain_text("San Francesco")
    for words in ("square 12", "third in the order", "throws now"):
        expect(line).to_contain_text(words, use_inner_text=True)
    expect(line).not_to_contain_text("throws next", use_inner_text=True)
    expect(page.locator("#head")).to_have_attribute("data-quarter", "francesco")
    expect(page.locator("#mine use")).to_have_attribute("href", "#q-francesco")
    page.reload()
    expect(line).to_contain_text("San Francesco")
    page.click("#mine")
    page.click("#choose [value=none]")
    expect(line).to_be_hidden()


def test_my_quarters_news_come_first_and_are_not_lost(server, screens, tmp_path):
    edition = show(server, tmp_path)
    record(server, edition, throw(1), throw(2))
    page = visit(
        screens,
        prepare=lambda page: page.add_init_script("localStorage.setItem('my-quarter','andrea')"),
    )
    first = page.locator("#happenings li").first
    expect(first).to_contain_text("Sant'Andrea throws a 1")
    expect(first).to_have_class(re.compile("own"))
    expect(page.locator("#mine-line")).not_to_contain_text("throws", use_inner_text=True)
    record(server, edition, throw(2))
    expect_seq(page, 3)
    expect(first).to_contain_text("Sant'Andrea throws a 1")
    expect(page.locator("#happenings li").nth(1)).to_contain_text("San Francesco throws a 2")


def test_without_storage_my_quarter_lasts_as_long_as_the_page(server, screens, tmp_path):
    show(server, tmp_path)
    refuse = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no') }})"
    page = visit(screens, prepare=lambda page: page.add_init_script(refuse))
    page.click("#mine")
    page.click("#choose [value=angelo]")
    expect(page.locator("#mine-line")).to_contain_text("Sant'Angelo Maggiore")


# ------------------------------------------------------------------ the story


def test_the_story_comes_in_pages_by_turn_and_who_reads_on_is_left_in_peace(server, screens):
    server.manage("rehearse", "--seed", "5", "--throws", "30", "--current")
    page = visit(screens, "/#story")
    expect(page.locator("#story h3").first).to_be_visible()

    def seqs() -> list[int]:
        return [int(one.get_attribute("data-seq")) for one in page.locator("#story li").all()]

    first = seqs()
    page.click("[data-older]")
    expect(page.locator("#story li").nth(len(first))).to_be_attached()
    expect(page.locator("[data-older]")).to_have_count(1)
    more = seqs()
    assert more == sorted(set(more), reverse=True) and len(more) > len(first)
    head = int(page.get_attribute("body", "data-seq"))
    manage(
        server,
        "from tests.cast import record; from referee.models import Edition;"
        "record(Edition.objects.get(current=True), {'do': 'undo'})",
    )
    expect_seq(page, head + 1)
    expect(page.locator("#story-fresh")).to_be_visible()
    assert seqs() == more
    page.click("#story-fresh a")
    expect(page.locator("#story li").first).to_have_attribute("data-seq", str(head + 1))
    expect(page.locator("#story li").first).to_contain_text("The referees have corrected")
    expect(page.locator(f"#story li[data-seq='{head}'] del")).to_be_visible()


# ------------------------------------------------------------------ readers, keyboard, large text

HEARD = """() => {
  window.heard = [];
  const region = document.getElementById("announce");
  new MutationObserver(() => window.heard.push(region.textContent))
    .observe(region, {childList: true, characterData: true, subtree: true});
}"""


def test_a_new_happening_is_announced_politely_and_once(server, screens, tmp_path):
    edition = show(server, tmp_path)
    page = visit(screens)
    expect(page.locator("#announce")).to_have_attribute("role", "status")
    page.evaluate(HEARD)
    record(server, edition, throw(1))
    expect_seq(page, 1)
    page.click("#bar a[href='#rules']")
    page.context.set_offline(True)
    page.wait_for_timeout(300)
    page.context.set_offline(False)
    page.wait_for_timeout(1500)
    heard = page.evaluate("window.heard")
    assert len(heard) == 1 and heard[0].startswith("Sant'Andrea throws a 1.")


def test_the_keyboard_alone_reaches_and_does_all(server, screens, tmp_path):
    edition = show(server, tmp_path)
    record(server, edition, throw(1))
    page = visit(screens)
    expect(page.locator("#mine")).to_be_visible()

    def focused() -> str:
        return page.evaluate(
            """() => { const one = document.activeElement;
              return one.id ? "#" + one.id : one.getAttribute("href") ?? one.dataset.zoom
                ?? one.value ?? one.tagName; }"""
        )

    def tab_to(wanted: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if focused() == wanted:
                return
        raise AssertionError(wanted)

    page.keyboard.press("Tab")
    assert focused() == "#main"
    tab_to("#mine")
    page.keyboard.press("Enter")
    expect(page.locator("#choose")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#choose")).to_be_hidden()
    assert focused() == "#mine"
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#mine-line")).to_contain_text("San Francesco")
    for name in SECTIONS[1:]:
        page.evaluate("document.activeElement.blur()")
        page.goto(page.url.split("#")[0] + "#now")
        tab_to(f"#{name}")
        page.keyboard.press("Enter")
        section_of(page, name)
        assert focused() == f"#{name}"
        if name == "board":
            tab_to("andrea")
            page.keyboard.press("Space")
            expect(page.locator("#zoomed")).to_be_visible()
        if name == "story":
            tab_to("/rules/#R4")
        page.goto(page.url.split("#")[0])


@pytest.mark.parametrize("how", ["text", "zoom"])
def test_at_200_percent_nothing_is_cut_and_nothing_scrolls_sideways(server, screens, tmp_path, how):
    actions = [throw(3), {"do": "draw", "quarter": "angelo"}]
    show(server, tmp_path, BEFORE_A_TRIAL, actions)
    for width, height in ((320, 568), (360, 740)):
        part = 2 if how == "zoom" else 1
        page = visit(screens, "/", (width // part, height // part))
        expect(page.locator("body")).to_have_attribute("data-section", "now")
        if how == "text":
            page.evaluate("document.documentElement.style.fontSize = '200%'")
        for name in SECTIONS:
            page.evaluate(f"location.hash = '{name}'")
            expect(page.locator(f"#{name}")).to_be_visible()
            page.wait_for_timeout(150)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            assert page.evaluate(CUT) == [], (width, name)
        page.context.close()


CUT = """() => [...document.querySelectorAll("h1, h2, h3, p, li, dd, dt, a, button")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, .watermark, #sheet, .skip"))
  .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).display !== "inline")
  .map((one) => [one.tagName, one.id, one.className, one.textContent.trim().slice(0, 30)])"""


@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_every_size_fits_and_thumbs_reach_the_bar(server, screens, tmp_path, language):
    actions = [throw(3), {"do": "draw", "quarter": "angelo"}]
    show(server, tmp_path, BEFORE_A_TRIAL, actions)
    for size in ((320, 568), (360, 740), (390, 844), (740, 360), (768, 1024)):
        page = visit(screens, "/", size, locale=language)
        expect(page.locator("body")).to_have_attribute("data-section", "now")
        for name in SECTIONS:
            page.click(f"#bar a[href='#{name}']")
            expect(page.locator(f"#{name}")).to_be_visible()
            page.wait_for_timeout(100)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            assert page.evaluate(CUT) == [], (size, name)
            for link in page.locator("#bar a").all():
                box = link.bounding_box()
                assert box["width"] >= 44 and box["height"] >= 44
                assert box["y"] + box["height"] <= size[1] + 1
                assert box["x"] + box["width"] <= size[0] + 1
        page.context.close()


def test_lying_on_its_side_now_stays_beside_what_is_read(server, screens, tmp_path):
    edition = show(server, tmp_path)
    record(server, edition, throw(1))
    page = visit(screens, "/", (740, 360))
    expect(page.locator("#board")).to_be_visible()
    page.click("#bar a[href='#rules']")
    now, rules = (page.locator(f"#{name}").bounding_box() for name in ("now", "rules"))
    assert now["x"] + now["width"] <= rules["x"]
    assert abs(now["y"] - rules["y"]) < 5
    assert page.locator("#bar").bounding_box()["x"] > rules["x"]


@pytest.mark.parametrize("palette", ["light", "dark"])
def test_axe_finds_nothing_serious_in_any_section_whosever_the_phone_is(
    server, screens, tmp_path, palette
):
    actions = [throw(3), {"do": "bonus"}, {"do": "draw", "quarter": "angelo"}]
    show(server, tmp_path, BEFORE_A_TRIAL, actions)
    page = visit(screens, color_scheme=palette)
    for name, mine in zip(
        SECTIONS, ["andrea", "agostino", "angelo", "francesco", "none"], strict=True
    ):
        page.click(f"#bar a[href='#{name}']")
        page.click("#mine")
        page.click(f"#choose [value={mine}]")
        if name == "board":
            page.click("[data-zoom=andrea]")
        if name == "story":
            page.wait_for_selector("#story h3")
        assert findings(page) == [], name


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
    page.wait_for_function("performance.now() > 8500")
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

    def prepare(page: Page) -> None:
        def route(socket):
            if dead["dead"]:
                socket.close()
            else:
                socket.connect_to_server()

        page.route_web_socket(re.compile("/ws/"), route)
        page.on("request", lambda r: asked.append(r.url) if "/board.json" in r.url else None)

    page = visit(screens, prepare=prepare)
    page.wait_for_function("performance.now() > 8000")
    assert asked
    dead["dead"] = False
    page.wait_for_timeout(25000)
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
    if running.process.poll() is None:
        running.stop()


def test_an_installed_page_shows_the_last_picture_without_network_and_says_so(
    own_server, screens, tmp_path
):
    edition = show(own_server, tmp_path)
    host = f"http://localhost:{own_server.port}"
    page = visit(screens, host=host)
    assert page.evaluate("isSecureContext")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller")
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
    page.wait_for_function("navigator.serviceWorker.controller")
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
    page.wait_for_function("navigator.serviceWorker.controller")
    page.wait_for_function("caches.keys().then((names) => names.length === 1)")
    assert page.evaluate("caches.keys()") == stores


def test_projector_and_console_are_none_of_the_service_workers_business(
    own_server, screens, tmp_path
):
    show(own_server, tmp_path)
    host = f"http://localhost:{own_server.port}"
    page = visit(screens, host=host)
    page.wait_for_function("navigator.serviceWorker.controller")
    response = page.goto(host + "/display/")
    assert not response.from_service_worker
    response = page.goto(host + "/referee/")
    assert not response.from_service_worker
