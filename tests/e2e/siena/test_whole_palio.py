"""A whole extraordinary Palio: the Mossiere, three players' phones, projector and spectator."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cagli_oca.games import siena
from cagli_oca.games.core import PUBLIC, Evening
from cagli_oca.games.siena.header import DICE
from tests.cast import LONG
from tests.e2e.test_hand import joined
from tests.palio import HEADER, PLAYERS

pytestmark = pytest.mark.e2e

BY_HAND = 91 if LONG else 12
"""While everybody is behind this row, and again in the last one, each roll is tapped; else another
tablet records it, which the console follows. In the long run every one is tapped."""

LAST_ROW = 86


class Table:
    """The Mossiere at the console, and how far the log must be."""

    def __init__(self, console: Page) -> None:
        self.console, self.seq = console, 0
        self.panel = console.locator("#panel")

    def recorded(self) -> None:
        """One more row: the console shows it."""
        self.seq += 1
        expect(self.panel).to_have_attribute("data-head", str(self.seq))

    def record(self, *taps: str) -> None:
        """Taps what happened, and records it."""
        for tap in taps:
            self.console.locator(f"#panel {tap}").first.click()
        self.console.click("#record")
        self.recorded()
        expect(self.console.locator("#confirm")).to_have_attribute("data-state", "recorded")

    def record_elsewhere(self, command: dict[str, Any]) -> None:
        """Another tablet records it; this one follows."""
        page = self.console
        token = page.locator("meta[name=csrf-token]").get_attribute("content")
        url = page.locator("body").get_attribute("data-command-url")
        answer = page.context.request.post(
            re.sub("/referee/.*", url, page.url),
            data={"id": f"elsewhere-{self.seq}", "seen": self.seq, "command": command},
            headers={"X-CSRFToken": token, "Referer": page.url},
        )
        assert answer.ok, answer.text()
        self.recorded()

    @property
    def phase(self) -> str:
        return self.panel.get_attribute("data-phase")

    @property
    def turn(self) -> str:
        return self.panel.get_attribute("data-turn")

    @property
    def board(self) -> dict[str, Any]:
        return json.loads(self.panel.get_attribute("data-board"))


def offer_from(phone: Page, number: int) -> None:
    phone.click(f"[data-cards='{number}']")
    phone.click("[data-do=offer]")


def play_if_possible(phone: Page, table: Table) -> bool:
    """Two taps: the first card that can be played now, on the first pawn that is lit."""
    expect(phone.locator("[data-head]").first).to_have_attribute("data-head", str(table.seq))
    for card in phone.locator("[data-card]").all():
        card.click()
        lit = phone.locator(".pawn.is-lit")
        if lit.count():
            lit.first.click()
            table.recorded()
            return True
    return False


def open_all(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, HEADER)
    console = screens.sign_in("/referee/", 1280, 800)
    console.locator(f"[data-edition='{edition}']").get_by_role("button", name="Mostra").click()
    console.goto(f"{server.url}/referee/{edition}/")
    phones = {player: joined(screens, edition, player) for player in PLAYERS}
    projector = screens.open("/display/?motion=none", 1280, 720)
    spectator = screens.open("/", 360, 740, language="en-GB")
    return edition, Table(console), phones, (projector, spectator)


def test_a_whole_palio_on_console_phones_and_screens(server, screens, tmp_path):
    edition, table, phones, watching = open_all(server, screens, tmp_path)
    chance = random.Random(16)
    everywhere = (*watching, *phones.values())

    def seen() -> None:
        for page in watching:
            expect(page.locator("body")).to_have_attribute("data-seq", str(table.seq))

    # The draw, the Tratta card by card, the jockeys, the deal.
    table.record("[data-do=draw_ten].program")
    for _ in range(10):
        table.record("[data-do=draw_contrada].program")
    horses = table.console.locator("#panel [data-horse]")
    for nth in chance.sample(range(10), 10):
        horses.nth(nth).click()
    table.record()
    table.record("[data-fill]", "[data-compose=jockeys] [data-composed]")
    table.record("[data-do=deal]")
    for phone in phones.values():
        expect(phone.locator(".cards h3")).to_contain_text("9")
    seen()

    # The Mossa: called by hand, annulled once, then two offers, one of them accepted.
    for place in chance.sample(range(10), 10):
        table.console.locator("#panel [data-pick]").nth(place).click()
    table.record()
    for _ in range(10):
        table.record(f"[data-key='{chance.randrange(6) + 1}'] button")
    assert table.phase == "decide"
    table.record("[data-do=annul]")
    for _ in range(10):
        table.record(f"[data-key='{chance.randrange(6) + 1}'] button")
    rincorsa = table.board["owners"][table.turn]
    others = [player for player in PLAYERS if player != rincorsa]
    for player, number in zip(others, (2, 1), strict=True):
        expect(phones[player].locator("[data-do=offer]")).to_be_visible()
        offer_from(phones[player], number)
        table.recorded()
    table.record(f".offer-row label:has([name={others[0]}])", "[data-do=enter]")
    expect(phones[rincorsa].locator(".cards h3")).to_contain_text("11")
    expect(phones[others[0]].locator(".cards h3")).to_contain_text("7")
    expect(phones[others[1]].locator(".cards h3")).to_contain_text("9")
    assert any(play_if_possible(phone, table) for phone in phones.values())
    table.record("[data-do=start]")
    seen()

    # The race, to the line.
    rolls = 0
    while table.phase != "won":
        board = table.board
        rows = [pawn["progress"] for pawn in board["pawns"].values()]
        by_hand = max(rows) >= LAST_ROW or max(rows) < BY_HAND
        if table.phase == "test":
            table.record(f"[data-key='{chance.randrange(6) + 1}'] button")
            continue
        if rolls % 25 == 5:
            play_if_possible(phones[chance.choice(PLAYERS)], table)
        face = chance.choice(sorted(set(DICE[board["horses"][table.turn]]))[-2:])
        if not by_hand:
            table.record_elsewhere({"do": "roll", "value": face})
            rolls += 1
            continue
        table.console.locator(f"#panel [data-face='{face}'] button").click()
        ends = table.console.locator("#ends button")
        if rolls % 10 == 0 and ends.count():
            ends.last.click()
        table.record()
        rolls += 1
        if rolls % 5 == 0:
            seen()

    winner = table.board["winners"][0]
    name = table.console.locator("#panel .podium span").first.inner_text().splitlines()[0]
    for page in watching:
        expect(page.locator("body")).to_have_attribute("data-stage", "over")
        expect(page.get_by_role("heading", name=re.compile(name)).first).to_be_visible()
    for phone in phones.values():
        expect(phone.locator(".now h2")).to_contain_text(name)
    assert len(everywhere) == 5

    # What was recorded is what the rules say, with every card where it belongs.
    lines = server.evening(edition)
    assert len(lines) == table.seq + 1 and rolls > 100
    evening = Evening.opened(siena, siena.check_header(lines[0]))
    for line in lines[1:]:
        evening = evening.follow(evening.decide(siena.read(line)))
    board = siena.scoreboard(evening.state, PUBLIC)
    assert board["winners"] == [winner]
    held = [siena.scoreboard(evening.state, player)["hand"] for player in PLAYERS]
    assert sum(map(len, held)) + sum(board["played"].values()) == 9 * len(PLAYERS)
    assert "ok" in server.manage("check_log")
