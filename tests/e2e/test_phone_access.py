"""Phones for everybody: screen reader, keyboard alone, large text, every size, on its side."""

import pytest
from playwright.sync_api import Page, expect

from tests.cast import LONG
from tests.e2e.phones import (
    BEFORE_A_TRIAL,
    SECTIONS,
    expect_seq,
    record,
    section_of,
    show,
    throw,
    visit,
)
from tests.e2e.test_accessibility import findings

pytestmark = pytest.mark.e2e


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


def anew(page: Page, size: tuple[int, int]) -> None:
    """The front page on a phone of this size."""
    address = page.url.split("#")[0]
    page.goto("about:blank")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address)


@pytest.mark.parametrize("how", ["text", "zoom"])
def test_at_200_percent_nothing_is_cut_and_nothing_scrolls_sideways(server, screens, tmp_path, how):
    actions = [throw(3), {"do": "draw", "quarter": "angelo"}]
    show(server, tmp_path, BEFORE_A_TRIAL, actions)
    page = visit(screens)
    for width, height in ((320, 568), (360, 740)):
        part = 2 if how == "zoom" else 1
        anew(page, (width // part, height // part))
        expect(page.locator("body")).to_have_attribute("data-section", "now")
        if how == "text":
            page.evaluate("document.documentElement.style.fontSize = '200%'")
        for name in SECTIONS:
            page.evaluate(f"location.hash = '{name}'")
            expect(page.locator(f"#{name}")).to_be_visible()
            page.wait_for_timeout(150)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            assert page.evaluate(CUT) == [], (width, name)


CUT = """() => [...document.querySelectorAll("h1, h2, h3, p, li, dd, dt, a, button")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, .watermark, #sheet, .skip"))
  .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).display !== "inline")
  .map((one) => [one.tagName, one.id, one.className, one.textContent.trim().slice(0, 30)])"""


LINKS = """() => [...document.querySelectorAll("#bar a")].map((link) => {
  const { right, bottom, width, height } = link.getBoundingClientRect();
  return [right, bottom, width, height];
})"""
"""The links of the bar: where they end, and how large they are."""


@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_every_size_fits_and_thumbs_reach_the_bar(server, screens, tmp_path, language):
    actions = [throw(3), {"do": "draw", "quarter": "angelo"}]
    show(server, tmp_path, BEFORE_A_TRIAL, actions)
    page = visit(screens, locale=language)
    sizes = ((320, 568), (360, 740), (390, 844), (740, 360), (768, 1024))
    # The Italian words are longer: in English the narrowest and the lowest will do for a short run.
    for size in sizes if LONG or language == "it-IT" else (sizes[0], sizes[3]):
        anew(page, size)
        expect(page.locator("body")).to_have_attribute("data-section", "now")
        for name in SECTIONS:
            page.click(f"#bar a[href='#{name}']")
            expect(page.locator(f"#{name}")).to_be_visible()
            page.wait_for_timeout(100)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            assert page.evaluate(CUT) == [], (size, name)
            boxes = page.evaluate(LINKS)
            assert len(boxes) == len(SECTIONS)
            for right, bottom, wide, high in boxes:
                assert wide >= 44 and high >= 44
                assert bottom <= size[1] + 1
                assert right <= size[0] + 1


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


@pytest.mark.parametrize("palette", ["light", "dark"] if LONG else ["dark"])
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
