"""Spectators' phones in a real browser: sections, the board, my Quarter, the story."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.phones import (
    BEFORE_A_TRIAL,
    SECTIONS,
    expect_seq,
    manage,
    record,
    section_of,
    show,
    throw,
    visit,
)

pytestmark = pytest.mark.e2e


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
        for _ in range(300):  # a picture kept from before may come first, for a moment
            texts = [re.sub(r"\s+", " ", now.inner_text()) for now in (written, drawn)]
            if texts[0] == texts[1]:
                break
            drawn.page.wait_for_timeout(100)
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
