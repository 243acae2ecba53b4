"""A player's phone in a real browser: the hand, two taps, too late, no network, cut off."""

import pytest
from playwright.sync_api import Page, expect

from cagli_oca.games.siena.cards import beside
from tests.cast import LONG
from tests.e2e.conftest import ORGANISER, Screens, Server
from tests.e2e.test_accessibility import findings
from tests.palio import HANDS, HEADER, moves, pact
from tests.tablet import Tablet

pytestmark = pytest.mark.e2e

SMALL, USUAL = (360, 740), (390, 844)


@pytest.fixture
def edition(server: Server, tmp_path) -> int:
    """The rincorsa has entered: Mossa cards may be played."""
    return server.open_edition(tmp_path, HEADER, moves("mossa_cards"))


def joined(screens: Screens, edition: int, player: str, size=USUAL) -> Page:
    """The phone of a player who has just scanned the code that the head referee shows."""
    desk = screens.sign_in(f"/referee/{edition}/devices/")
    desk.click(f"#players [value={player}]")
    code = desk.inner_text(".secret-word").replace(" ", "")
    phone = screens.open(f"/referee/pair/{code}/", *size)
    phone.click("button.main")
    phone.wait_for_url(f"**/referee/{edition}/hand/")
    expect(phone.locator("#lamp")).to_have_attribute("data-state", "live")
    desk.context.close()
    return phone


def card(phone: Page, kind: str):
    return phone.locator(f'[data-card="{kind}"]')


def said(phone: Page, state: str):
    found = phone.locator("#said")
    expect(found).to_have_attribute("data-state", state)
    return found.inner_text()


def test_a_card_is_played_with_two_taps(screens: Screens, server: Server, edition: int):
    phone = joined(screens, edition, "anna")
    expect(card(phone, "mossa+1")).to_contain_text("×3")
    card(phone, "mossa+1").click()
    expect(phone.locator(".pawn.is-lit")).to_have_count(10)
    phone.locator("[data-target]").nth(4).click()
    expect(card(phone, "mossa+1")).to_contain_text("×2")
    assert said(phone, "recorded")
    last = server.evening(edition)[-1]
    assert (last["do"], last["player"], last["by"]) == ("pact", "anna", "anna")
    expect(phone.locator(".pawn.is-lit")).to_have_count(0)
    phone.locator("[data-target]").nth(4).click()
    assert len(server.evening(edition)) == len(moves("mossa_cards")) + 2


def test_a_card_that_may_not_be_played_says_why_with_its_rule(screens: Screens, edition: int):
    phone = joined(screens, edition, "anna", SMALL)
    card(phone, "race+2").click()
    assert "P22" in said(phone, "refused")
    expect(phone.locator(".pawn.is-lit")).to_have_count(0)


def test_a_hand_is_played_by_the_keyboard(screens: Screens, server: Server, edition: int):
    phone = joined(screens, edition, "bruno")
    card(phone, "mossa-1").focus()
    phone.keyboard.press("Enter")
    expect(card(phone, "mossa-1")).to_have_attribute("aria-pressed", "true")
    phone.keyboard.press("Escape")
    expect(card(phone, "mossa-1")).to_have_attribute("aria-pressed", "false")
    phone.keyboard.press("Enter")
    phone.locator("[data-target]").first.focus()
    phone.keyboard.press("Space")
    assert said(phone, "recorded")
    assert server.evening(edition)[-1]["card"] == "mossa-1"


def test_without_network_it_is_not_sent_and_then_sent_once(
    screens: Screens, server: Server, edition: int
):
    phone = joined(screens, edition, "anna")
    before = len(server.evening(edition))
    phone.context.set_offline(True)
    card(phone, "mossa+1").click()
    phone.locator("[data-target]").first.click()
    assert said(phone, "lost")
    card(phone, "mossa+1").click()
    phone.locator("[data-target]").first.click()
    phone.context.set_offline(False)
    expect(card(phone, "mossa+1")).to_contain_text("×2")
    assert len(server.evening(edition)) == before + 1


def may_play_upon_the_one_on_turn(state) -> bool:
    return state.turn in beside(state, "anna")


def test_a_card_that_comes_after_its_targets_roll_is_too_late(
    screens: Screens, server: Server, tmp_path
):
    played = moves("roll", until=may_play_upon_the_one_on_turn)
    edition = server.open_edition(tmp_path, HEADER, played)
    phone = joined(screens, edition, "anna")
    phone.context.set_offline(True)
    card(phone, "race+1").click()
    phone.locator(".pawn.is-lit.is-turn").click()
    assert said(phone, "lost")
    table = Tablet(server.url).sign_in(ORGANISER, server.password)
    assert table.tap(edition, {"do": "roll", "value": 4}, seen=len(played))[0] == 200
    phone.context.set_offline(False)
    assert "P22" in said(phone, "refused")
    expect(card(phone, "race+1")).to_contain_text("×2")
    assert server.evening(edition)[-1]["do"] == "roll"


def test_what_happens_at_the_table_is_seen_on_the_phone(
    screens: Screens, server: Server, edition: int
):
    phone = joined(screens, edition, "anna")
    target = phone.locator("[data-target]").first
    kind = target.get_attribute("data-target")
    table = Tablet(server.url).sign_in(ORGANISER, server.password)
    table.tap(edition, pact("bruno", "mossa-1", kind), seen=len(moves("mossa_cards")))
    expect(target.locator(".waits")).to_have_text("−1")


def test_a_phone_that_is_cut_off_shows_no_hand(screens: Screens, edition: int):
    phone = joined(screens, edition, "anna")
    expect(card(phone, "mossa+1")).to_be_visible()
    joined(screens, edition, "anna")
    assert said(phone, "refused")
    expect(phone.locator("[data-card]")).to_have_count(0)


def test_cards_are_offered_to_the_rincorsa_and_withdrawn(
    screens: Screens, server: Server, tmp_path
):
    edition = server.open_edition(tmp_path, HEADER, moves("decide"))
    phone = joined(screens, edition, "bruno", SMALL)
    phone.click("[data-cards='3']")
    phone.click("[data-do=offer]")
    expect(phone.locator(".offered")).to_contain_text("3")
    assert server.evening(edition)[-1]["cards"] == 3
    phone.click("[data-do=withdraw]")
    expect(phone.locator(".offered")).to_have_count(0)
    assert server.evening(edition)[-1]["cards"] == 0


def test_nobody_elses_hand_is_in_the_page(screens: Screens, edition: int):
    phone = joined(screens, edition, "carla")
    expect(phone.locator("[data-card]").first).to_be_visible()
    shown = phone.locator("[data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert set(shown) == set(HANDS["carla"])


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_the_whole_hand_and_the_ten_fit_on_a_phone(screens: Screens, edition: int, size):
    phone = joined(screens, edition, "anna", size)
    expect(phone.locator("[data-card]").first).to_be_visible()
    across, down = phone.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert (across, down) <= size
    sides = phone.locator("[data-card], [data-target]").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).flatMap((r) => [r.width, r.height])"
    )
    assert min(sides) >= 44


# ------------------------------------------------------------------ a player without a phone

HELD = """async ({ url, player, script }) => {
  document.querySelector("main").insertAdjacentHTML("beforeend",
    `<div><button type="button" data-hold>…</button><div class="held"></div></div>`);
  const { dataset } = document.querySelector("[data-hold]");
  dataset.heldUrl = url;
  dataset.player = player;
  await import(script);
}"""


def holding(screens: Screens, edition: int) -> Page:
    """A referee's page with the part that shows a hand while its button is held."""
    desk = screens.sign_in(f"/referee/{edition}/devices/")
    asked = {
        "url": f"/referee/{edition}/hand/held/",
        "player": "anna",
        "script": "/static/referee/hold.js",
    }
    desk.evaluate(HELD, asked)
    return desk


def nothing_of_it_stays(desk: Page) -> None:
    expect(desk.locator(".held *")).to_have_count(0)
    assert desk.locator(".held").inner_html() == ""


def test_a_hand_is_shown_while_the_button_is_held_and_no_longer(screens: Screens, edition: int):
    desk = holding(screens, edition)
    desk.locator("[data-hold]").scroll_into_view_if_needed()
    desk.locator("[data-hold]").hover()
    desk.mouse.down()
    expect(desk.locator(".held-cards li")).to_have_count(5)
    desk.mouse.up()
    nothing_of_it_stays(desk)


def test_the_space_bar_holds_and_leaving_the_window_lets_go(screens: Screens, edition: int):
    desk = holding(screens, edition)
    desk.locator("[data-hold]").focus()
    desk.keyboard.down("Space")
    expect(desk.locator(".held-cards li")).to_have_count(5)
    desk.keyboard.up("Space")
    nothing_of_it_stays(desk)
    for leaving in ("blur", "pagehide"):
        desk.keyboard.down("Space")
        expect(desk.locator(".held-cards li")).to_have_count(5)
        desk.evaluate("(leaving) => dispatchEvent(new Event(leaving))", leaving)
        nothing_of_it_stays(desk)
        desk.keyboard.up("Space")


# ------------------------------------------------------------------ for everybody


PHASES = ["draw_ten", "decide", "mossa_cards", "roll"] if LONG else ["decide", "roll"]


@pytest.mark.parametrize("phase", PHASES)
def test_the_players_page_has_no_serious_finding(screens: Screens, server: Server, tmp_path, phase):
    edition = server.open_edition(tmp_path, HEADER, moves(phase))
    phone = joined(screens, edition, "bruno", SMALL)
    expect(phone.locator(".now")).to_be_visible()
    if phase == "mossa_cards":
        card(phone, "mossa+1").click()
    assert findings(phone) == []
