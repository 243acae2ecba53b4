"""The console and the set-up as they look and feel: sizes, reach, keyboard, what is said."""

import pytest
from playwright.sync_api import expect

from tests.cast import HEADER, LONG
from tests.e2e import console

pytestmark = [pytest.mark.e2e, pytest.mark.own_server]

TABLETS = [(1024, 768), (768, 1024)]

MEASURE = """() => {
  const small = [], hidden = [];
  for (const button of document.querySelectorAll(".primary .tap, .others .tap, .tools .tap")) {
    const box = button.getBoundingClientRect();
    const name = button.dataset.label || button.textContent.trim();
    if (box.width < 48 || box.height < 47.5) small.push([name, box.width, box.height]);
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (box.bottom > innerHeight || box.right > innerWidth || !button.contains(at))
      hidden.push([name, box.top, box.bottom]);
    const {scrollWidth, clientWidth, scrollHeight, clientHeight} = button;
    if (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
      small.push(["overflows", name]);
  }
  const boxes = [...document.querySelectorAll(".primary > *, .others .tap, .tools .tap")]
    .map((found) => [found.textContent.trim(), found.getBoundingClientRect()]);
  for (const [a, one] of boxes) for (const [b, two] of boxes)
    if (a < b && one.left < two.right - 1 && two.left < one.right - 1
      && one.top < two.bottom - 1 && two.top < one.bottom - 1) small.push(["overlap", a, b]);
  const panel = document.getElementById("panel");
  return {small, hidden, scrolls: panel.scrollHeight > panel.clientHeight + 1,
    page: document.documentElement.scrollHeight > innerHeight + 1
      || document.documentElement.scrollWidth > innerWidth};
}"""

WELL = {"small": [], "hidden": [], "scrolls": False, "page": False}

DISAGREEMENT = """
from referee import services, tablets
lost = {{"do": "throw", "value": 2}}
author = services.Author(by="nino", device="ab12")
tablets.disagreement_note(
    edition_id={0}, seq=1, command=lost, command_id="lost {0}", author=author
)
"""

EVENINGS = {
    "throw": [],
    "draw": [{"do": "throw", "value": 6}],
    "whistle": [{"do": "throw", "value": 6}, {"do": "draw", "quarter": "angelo"}],
    "result": [
        {"do": "throw", "value": 6},
        {"do": "bonus"},
        {"do": "draw", "quarter": "angelo"},
        {"do": "whistle"},
    ],
}


@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_nothing_important_is_small_or_behind_a_scroll(server, screens, tmp_path, language):
    header = {**HEADER, "order_of_play": ["gioco-degli-anelli"]}
    for phase, commands in EVENINGS.items():
        if phase not in ("throw", "result") and language != "it-IT" and not LONG:
            continue  # the Italian words are longer; these two have the most to say
        edition = server.open_edition(tmp_path, header, commands)
        tablet = screens.sign_in(f"/referee/{edition}/", language=language)
        assert tablet.get_attribute("#panel", "data-phase") == phase
        for width, height in TABLETS:
            tablet.set_viewport_size({"width": width, "height": height})
            assert tablet.evaluate(MEASURE) == WELL, (phase, width)
        tablet.context.close()


def test_a_notice_and_a_long_lamp_cover_nothing_of_the_panel(server, screens, tmp_path):
    taps = {
        "throw": {"do": "throw", "value": 6},
        "draw": {"do": "draw", "quarter": "angelo"},
        "whistle": {"do": "whistle"},
        "result": {"do": "result", "winner": "challenger"},
    }
    lamp = {"state": "bad", "parts": [{"name": "backup", "state": "bad", "text": "parola " * 30}]}
    for phase, commands in EVENINGS.items():
        header = {**HEADER, "order_of_play": ["ponte"]}
        commands = commands or [{"do": "throw", "value": 1}]
        edition = server.open_edition(tmp_path, header, commands)
        tablet = screens.sign_in(f"/referee/{edition}/")
        tablet.route("**/lamp/", lambda route: route.fulfill(json=lamp))
        server.manage("shell", "-c", DISAGREEMENT.format(edition))
        expect(tablet.locator("#disagreements")).to_be_visible()
        expect(tablet.locator("#lamp")).to_contain_text("parola")
        assert tablet.evaluate(MEASURE) == WELL, phase
        console.choose(tablet, taps[phase])
        assert tablet.evaluate(MEASURE) == WELL, phase
        assert tablet.locator(".topbar").bounding_box()["height"] < 60
        if phase != list(EVENINGS)[-1]:
            tablet.context.close()
    seen = tablet.locator("#disagreements button")
    box = seen.bounding_box()
    assert box["x"] + box["width"] < tablet.locator("#confirm").bounding_box()["width"]
    seen.click()
    expect(tablet.locator("#disagreements")).to_be_hidden()


def test_on_a_shorter_window_the_panel_scrolls_and_nothing_overlaps(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, {**HEADER, "order_of_play": ["gioco-degli-anelli"]})
    tablet = screens.sign_in(f"/referee/{edition}/")

    def well() -> None:
        for width, height in ((1024, 600), (1024, 690), (768, 900)):
            tablet.set_viewport_size({"width": width, "height": height})
            assert tablet.evaluate(MEASURE)["small"] == [], (width, height)

    for seq, command in enumerate(EVENINGS["result"], start=1):
        well()
        console.record(tablet, command, seq)
    well()
    console.choose(tablet, {"do": "repeat", "reason": "rotto"})
    well()


def test_the_effect_is_shown_before_it_counts_with_its_rules(server, screens, tmp_path):
    position = "throw 6 *andrea:10:d2 agostino:3 francesco:0 angelo:0"
    edition = server.open_edition(
        tmp_path, {**HEADER, "order_of_play": ["ponte"] * 9, "position": position}
    )
    tablet = screens.sign_in(f"/referee/{edition}/", language="en-GB")
    console.choose(tablet, {"do": "throw", "value": 5})
    told = tablet.locator(".effect").inner_text()
    for part in ("Death halves it: 5 → 2", "R6 R14", "10 → 12", "Challenge 7", "Bridge", "R18"):
        assert part in told
    assert tablet.get_attribute("#panel", "data-head") == "0"
    tablet.click("#cancel")
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "idle")


def test_what_is_impossible_is_visible_and_says_why_when_touched(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in(f"/referee/{edition}/", language="en-GB")
    tablet.locator("[data-do=bonus]").first.click(force=True)
    told = tablet.locator("#confirm-text")
    expect(told).to_contain_text("R22")
    expect(told).to_contain_text("No challenge is open")
    expect(told).to_contain_text("Possible now: throw")


def test_a_speakers_console_does_not_ask_for_a_tap(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER, EVENINGS["whistle"])
    printed = server.manage("person", "gino", "--post", "speaker")
    page = screens.open(f"/referee/{edition}/", 1024, 768, language="en-GB")
    page.fill("#id_username", "gino")
    page.fill("#id_password", printed.split()[-1])
    page.click("button.main")
    expect(page.locator("#confirm-text")).to_have_text(
        "You see everything here; recording is another post's."
    )
    looks = "(found) => getComputedStyle(found).backgroundColor"
    shown = {button.evaluate(looks) for button in page.locator(".primary .tap").all()}
    assert len(shown) == 1, "the whistle, too, looks impossible"


def test_undo_shows_what_it_takes_back_and_asks(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in(f"/referee/{edition}/", language="en-GB")
    console.record(tablet, {"do": "throw", "value": 1}, 1)
    console.record(tablet, {"do": "throw", "value": 2}, 2)
    for seq, told in ((3, "Sant'Agostino throws a 2"), (4, "Sant'Andrea throws a 1")):
        console.choose(tablet, {"do": "undo"})
        expect(tablet.locator(".effect")).to_contain_text(told)
        tablet.click("#record")
        expect(tablet.locator("#panel")).to_have_attribute("data-head", str(seq))
    assert set(console.squares(tablet).values()) == {0}


def test_a_ruling_from_the_form_is_previewed_and_recorded_with_its_reason(
    server, screens, tmp_path
):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in(f"/referee/{edition}/", language="en-GB")
    tablet.click("[data-opens=direction]")
    tablet.check("[name=quarter][value=angelo]")
    tablet.fill("[name=square]", "54")
    tablet.click(".ruling button")
    expect(tablet.locator(".form-error")).to_contain_text("R31")
    tablet.fill("[name=square]", "17")
    tablet.click(".ruling button")
    expect(tablet.locator(".effect")).to_contain_text("0 → 17")
    tablet.click("#record")
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "0")
    tablet.locator(".chip").first.click()
    tablet.click("#record")
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")
    line = server.evening(edition)[-1]
    assert (line["do"], line["quarter"], line["square"]) == ("ruling", "angelo", 17)
    assert line["reason"]
    assert "skips" not in line


def test_the_ring_games_counts_go_into_the_result_and_its_clock_runs(server, screens, tmp_path):
    header = {**HEADER, "order_of_play": ["gioco-degli-anelli"]}
    edition = server.open_edition(tmp_path, header, EVENINGS["result"])
    tablet = screens.sign_in(f"/referee/{edition}/")
    more = tablet.locator("[data-side=challenger] [data-step='1']")
    for _ in range(7):
        more.click()
    tablet.locator("[data-side=challenged] [data-step='1']").click()
    tablet.locator("[data-side=challenger] .clock").click()
    expect(tablet.locator("[data-side=challenger] .clock")).to_contain_text("4")
    console.choose(tablet, {"do": "result", "winner": "challenger"})
    more.click()
    tablet.click("#record")
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "5")
    assert server.evening(edition)[-1]["scores"] == [8, 1]


def test_a_repeat_starts_the_counts_anew_and_a_reload_does_not(server, screens, tmp_path):
    header = {**HEADER, "order_of_play": ["gioco-degli-anelli"]}
    edition = server.open_edition(tmp_path, header, EVENINGS["result"])
    tablet = screens.sign_in(f"/referee/{edition}/")
    count = tablet.locator("[data-side=challenger] .count-value")
    tablet.click("[data-side=challenger] [data-step='1']")
    tablet.reload()
    expect(count).to_have_text("1")
    console.record(tablet, {"do": "repeat", "reason": "cerchio rotto"}, 5)
    console.record(tablet, {"do": "whistle"}, 6)
    expect(count).to_have_text("0")
    console.record(tablet, {"do": "result", "winner": "tie"}, 7)
    assert "scores" not in server.evening(edition)[-1]


def test_the_program_draws_with_suspense_and_shows_the_recorded_flag(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in(f"/referee/{edition}/")
    console.record(tablet, {"do": "throw", "value": 6}, 1)
    tablet.click("[data-suspense]")
    tablet.click("#record")
    expect(tablet.locator(".flag.is-lit")).to_have_count(1)
    expect(tablet.locator("#panel")).to_have_attribute("data-phase", "whistle")
    line = server.evening(edition)[-1]
    assert line["program"] is True and line["quarter"] != "andrea"


def test_the_whole_main_path_works_by_keyboard(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in(f"/referee/{edition}/")
    tablet.locator("[data-do=throw]").nth(2).focus()
    tablet.keyboard.press("Enter")
    expect(tablet.locator("#confirm")).to_have_attribute("data-state", "chosen")
    tablet.locator("#record").focus()
    tablet.keyboard.press("Space")
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")


def a_draft(screens, width=1024, height=768, language="it-IT"):
    """The set-up page of a new copy of the sample."""
    tablet = screens.sign_in("/referee/", width, height, language=language)
    tablet.select_option("#copy_of", "oca")
    tablet.locator("form:has(#copy_of) button").click()
    tablet.wait_for_url("**/setup/")
    return tablet


def test_set_up_on_the_picture_of_the_board_and_open(server, screens):
    tablet = a_draft(screens)
    tablet.fill("#title", "Palio di prova")
    tablet.click("#order-again")
    for slug in ("angelo", "andrea", "francesco", "agostino"):
        tablet.click(f"#order-choices [data-quarter={slug}]")
    tablet.check("[name=brush][value=death]")
    tablet.locator(".square[data-square='20']").click()
    tablet.fill("#list-goose", "7, 8")
    tablet.check("[name=brush][value=trial]")
    tablet.select_option("#square-trial", "giogo")
    tablet.locator(".square[data-square='26']").click()
    first = tablet.locator("#order-of-play li").first.locator("span").inner_text()
    tablet.locator("#order-of-play li").first.locator("button").nth(1).click()
    assert tablet.locator("#order-of-play li").nth(1).locator("span").inner_text() == first
    tablet.check("[name=square_once][value=board]")
    tablet.check("#not-sample")
    tablet.click("#open-first")
    tablet.click("#open-now")
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "0")
    header = server.evening(int(tablet.get_attribute("body", "data-edition")))[0]
    assert header["title"] == "Palio di prova"
    assert header["order"] == ["angelo", "andrea", "francesco", "agostino"]
    assert header["board"]["goose"] == [7, 8]
    assert 20 in header["board"]["death"]
    assert header["square_trials"] == {"26": "giogo"}
    assert header["options"]["square_once"] == "board"


def test_the_order_of_play_is_sorted_by_dragging(server, screens):
    tablet = a_draft(screens, 1024, 3000)
    names = [line.inner_text() for line in tablet.locator("#order-of-play li span").all()]
    tablet.locator("#order-of-play li").nth(0).locator("span").drag_to(
        tablet.locator("#order-of-play li").nth(4).locator("span")
    )
    now = [line.inner_text() for line in tablet.locator("#order-of-play li span").all()]
    assert now == [*names[1:5], names[0], *names[5:]]


def test_the_order_of_play_is_sorted_by_a_finger_on_the_handle(server, browser, screens):
    tablet = a_draft(screens, 1024, 3000)
    names = [line.inner_text() for line in tablet.locator("#order-of-play li span").all()]
    boxes = [tablet.locator("#order-of-play .handle").nth(n).bounding_box() for n in (0, 4)]
    points = [{"x": box["x"] + 20, "y": box["y"] + 20} for box in boxes]
    touch = tablet.context.new_cdp_session(tablet)
    for kind, point in (("touchStart", points[0]), ("touchMove", points[1])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    now = [line.inner_text() for line in tablet.locator("#order-of-play li span").all()]
    assert now == [*names[1:5], names[0], *names[5:]]


def test_typed_lists_take_squares_only_and_what_is_wrong_is_not_saved(server, screens):
    tablet = a_draft(screens, language="en-GB")
    tablet.fill("#list-goose", "5, eleven")
    tablet.locator(".save-bar .button").first.click()
    expect(tablet.locator("#said")).to_contain_text("Look at it again")
    tablet.fill("#list-goose", "5, 11")
    tablet.locator(".save-bar .button").first.click()
    expect(tablet.locator("#said")).to_have_text("Saved.")
    tablet.fill("#title", "Another name")
    expect(tablet.locator("#said")).to_have_text("")


def test_a_header_that_breaks_a_rule_is_not_saved_and_says_which(server, screens):
    tablet = a_draft(screens, language="en-GB")
    tablet.fill("#list-death", "5")
    tablet.locator(".save-bar .button").first.click()
    expect(tablet.locator("#said")).to_contain_text("R3")


def test_an_amendment_is_recorded_with_its_reason(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in(f"/referee/{edition}/amend/")
    tablet.fill("#list-goose", "9")
    tablet.fill("#reason", "scritta male")
    tablet.locator(".save-bar button").click()
    tablet.wait_for_url(f"**/referee/{edition}/")
    line = server.evening(edition)[-1]
    assert (line["do"], line["board"]["goose"]) == ("amend", [9])
    assert "order_of_play" not in line


def test_an_amendment_overtaken_by_another_tablet_keeps_its_edits(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in(f"/referee/{edition}/amend/", language="en-GB")
    other = screens.sign_in(f"/referee/{edition}/")
    tablet.fill("#list-goose", "9")
    tablet.fill("#reason", "typed wrong")
    console.record(other, {"do": "throw", "value": 1}, 1)
    tablet.locator(".save-bar button").click()
    expect(tablet.locator("#said")).to_contain_text("Sant'Andrea throws a 1")
    tablet.locator(".save-bar button").click()
    tablet.wait_for_url(f"**/referee/{edition}/")
    assert server.evening(edition)[-1]["board"]["goose"] == [9]


def test_a_pending_amendment_is_shown_and_sent_by_the_console(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in(f"/referee/{edition}/amend/", language="en-GB")
    tablet.fill("#list-goose", "9")
    tablet.fill("#reason", "typed wrong")
    tablet.route("**/command/", lambda route: route.abort())
    tablet.locator(".save-bar button").click()
    expect(tablet.locator("#said")).to_contain_text("NOT yet recorded")
    tablet.on("dialog", lambda dialog: dialog.accept())
    tablet.goto(f"{server.url}/referee/{edition}/")
    expect(tablet.locator("#confirm-text")).to_contain_text("Amend")
    tablet.unroute("**/command/")
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")


def test_a_note_can_be_written_and_is_shown(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in(f"/referee/{edition}/")
    console.choose(tablet, {"do": "throw", "value": 1})
    tablet.click(".note summary")
    tablet.fill("#note", "dado caduto due volte")
    box = tablet.locator("#record").bounding_box()
    assert box["y"] + box["height"] <= 768
    tablet.click("#record")
    expect(tablet.locator(".last")).to_contain_text("dado caduto due volte")
    assert server.evening(edition)[-1]["note"] == "dado caduto due volte"


def test_a_fragment_that_was_lost_is_fetched_again(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    tablet = screens.sign_in(f"/referee/{edition}/")
    expect(tablet.locator("#lamp")).to_have_attribute("data-state", "live")
    tablet.route("**/panel/", lambda route: route.abort(), times=2)
    console.choose(tablet, {"do": "throw", "value": 1})
    tablet.click("#record")
    expect(tablet.locator("#panel")).to_have_attribute("data-head", "1")
