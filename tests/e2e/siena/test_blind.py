"""The Mossiere's tablet without network: what is tapped blind arrives, in its order."""

import pytest
from playwright.sync_api import expect

from cagli_oca.games import siena
from cagli_oca.games.core import Refused
from tests.e2e.siena.evenings import to_roll, until
from tests.e2e.test_offline import cut, mend

pytestmark = pytest.mark.e2e


def after(state, command):
    return siena.apply(state, siena.decide(state, siena.read(command)))


def roll_of(state):
    """A face after which somebody else rolls."""
    for face in (3, 4, 5, 6):
        try:
            if after(state, {"do": "roll", "value": face}).phase == "roll":
                return {"do": "roll", "value": face}
        except Refused:  # this horse's die has no such face
            continue
    return None


def card_of(state):
    """A race card that may be played now."""
    for player, lawful in siena.aids(state)["targets"].items():
        for target in lawful:
            command = {"do": "pact", "player": player, "card": "race+1", "target": target}
            try:
                after(state, command)
                return command
            except Refused:
                continue
    return None


def three(state):
    """A roll, a card and a roll that follow each other here; or nothing."""
    if not to_roll(state) or not (first := roll_of(state)):
        return []
    state = after(state, first)
    if not (card := card_of(state)):
        return []
    second = roll_of(after(state, card))
    return [first, card, second] if second else []


def test_a_roll_a_card_and_a_roll_made_blind_are_sent_in_their_order(server, screens, tmp_path):
    header, actions = until(three)
    state = siena.initial(siena.check_header(header))
    for action in actions:
        state = after(state, action)
    first, card, second = three(state)
    edition = server.open_edition(tmp_path, header, actions)
    tablet = screens.sign_in(f"/referee/{edition}/", 1280, 800, language="en-GB")
    cut(tablet)
    tablet.click(f"#panel [data-face='{first['value']}'] button")
    tablet.click("#record")
    expect(tablet.locator("#blind")).to_be_visible()
    tablet.click("#blind .raw-more:has(.pact) > summary")
    tablet.click(f"#blind .pact label:has([name=player][value='{card['player']}'])")
    tablet.click(f"#blind .pact label:has([value='{card['card']}'])")
    tablet.click(f"#blind .pact label[data-contrada={card['target']}]")
    composed = tablet.locator("#blind .pact [data-composed]")
    if composed.is_visible():
        composed.click()
    tablet.click("#record")
    expect(tablet.locator("#blind-count")).to_have_text("2")
    tablet.click(f"#blind .raw-dice:first-of-type [data-key='{second['value']}']")
    tablet.click("#record")
    expect(tablet.locator("#blind-count")).to_have_text("3")
    assert len(server.evening(edition)) == 1 + len(actions)
    mend(tablet)
    expect(tablet.locator("#panel")).to_have_attribute("data-head", str(len(actions) + 3))
    expect(tablet.locator("#blind")).to_be_hidden()
    recorded = server.evening(edition)[-3:]
    for one, sent in zip(recorded, (first, card, second), strict=True):
        assert one.items() >= sent.items()
