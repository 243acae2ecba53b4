"""A player's phone in a real browser: the hand, two taps, too late, no network, cut off."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Screens, Server
from tests.palio import HANDS, HEADER, moves, pact

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


def test_a_card_that_comes_after_its_targets_roll_is_too_late(
    screens: Screens, server: Server, tmp_path
):
    edition = server.open_edition(tmp_path, HEADER, moves("roll", until=neighbours))
    phone = joined(screens, edition, "anna")
    card(phone, "race+1").click()
    lit = phone.locator(".pawn.is-lit")
    expect(lit).not_to_have_count(0)


def neighbours(state) -> bool:
    """The pawn on turn can be played upon by anna."""
    from cagli_oca.games.siena.cards import beside

    return state.turn in beside(state, "anna")


def test_a_phone_that_is_cut_off_shows_no_hand(screens: Screens, edition: int):
    phone = joined(screens, edition, "anna")
    expect(card(phone, "mossa+1")).to_be_visible()
    joined(screens, edition, "anna")
    expect(phone.locator("#said")).to_have_attribute("data-state", "refused")
    expect(phone.locator("[data-card]")).to_have_count(0)


def test_cards_are_offered_to_the_rincorsa_and_withdrawn(
    screens: Screens, server: Server, tmp_path
):
    edition = server.open_edition(tmp_path, HEADER, moves("decide"))
    rincorsa = re.sub(r"\W", "", "")
    assert rincorsa == ""
    phone = joined(screens, edition, "anna")
    expect(phone.locator(".cards")).to_be_visible()


def test_nobody_elses_hand_is_in_the_page(screens: Screens, edition: int):
    phone = joined(screens, edition, "carla")
    shown = phone.locator("[data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert set(shown) == set(HANDS["carla"])
    assert pact
