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
from tests.e2e.fed import USUAL_SIZE
from tests.e2e.test_hand import joined
from tests.palio import HEADER, PLAYERS

pytestmark = [pytest.mark.e2e, pytest.mark.own_server]

BY_HAND = 91 if LONG else 6
"""While everybody is behind this row, and again in the last one, each roll is tapped; what lies
between is entered from a paper form in two goes. In the long run every one is tapped."""

SOME = 10 if LONG else 3
"""Of ten draws, and of ten rolls in the Mossa that is annulled: so many are tapped."""

PAPER = (48, 88)
"""The rows up to which the two goes lead."""


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

    def record_from_paper(self, lines: list[dict[str, Any]]) -> None:
        """Another tablet records them in one go; this one follows."""
        if not lines:
            return
        page = self.console
        token = page.locator("meta[name=csrf-token]").get_attribute("content")
        answer = page.context.request.post(
            page.url.rstrip("/") + "/catch-up/record/",
            data={"id": f"paper-{self.seq}", "seen": self.seq, "lines": lines},
            headers={"X-CSRFToken": token, "Referer": page.url},
        )
        assert answer.ok, answer.text()
        self.seq += len(lines)
        expect(self.panel).to_have_attribute("data-head", str(self.seq))

    @property
    def phase(self) -> str:
        return self.panel.get_attribute("data-phase")

    @property
    def turn(self) -> str:
        return self.panel.get_attribute("data-turn")

    @property
    def board(self) -> dict[str, Any]:
        return json.loads(self.panel.get_attribute("data-board"))


def folded(lines: list[dict[str, Any]]) -> Evening:
    """The evening of an evening file."""
    evening = Evening.opened(siena, siena.check_header(lines[0]))
    for line in lines[1:]:
        evening = evening.follow(evening.decide(siena.read(line)))
    return evening


def rolled_up_to(row: int, evening: Evening, chance: random.Random) -> list[dict[str, Any]]:
    """Rolls, and the red die where it is due, until the first pawn is on this row and no jockey's
    fall is open."""
    lines: list[dict[str, Any]] = []
    while True:
        state = evening.state
        furthest = max(pawn.progress for pawn in state.pawns.values())
        if state.phase == "test":
            command = {"do": "red", "value": chance.randrange(6) + 1}
        elif furthest < row:
            command = {
                "do": "roll",
                "value": face_of(state.horses[state.turn], chance),
            }
        else:
            return lines
        evening = evening.follow(evening.decide(siena.read(command)))
        lines.append(command)


def face_of(horse: str, chance: random.Random) -> int:
    """One of the two best faces of its die: a race that does not last."""
    return chance.choice(sorted(set(DICE[horse]))[-2:])


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
    projector = screens.open("/display/?motion=none", *USUAL_SIZE)
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
    for _ in range(SOME):
        table.record("[data-do=draw_contrada].program")
    state = folded(server.evening(edition)).state
    left = [contrada for contrada in state.running if contrada not in state.owners]
    table.record_from_paper([{"do": "draw_contrada", "contrada": one} for one in left])
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
    for _ in range(SOME):
        table.record(f"[data-key='{chance.randrange(6) + 1}'] button")
    rolls = [chance.randrange(6) + 1 for _ in range(10 - SOME)]
    table.record_from_paper([{"do": "mossa_roll", "value": value} for value in rolls])
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
    paper = [] if LONG else list(PAPER)
    while table.phase != "won":
        board = table.board
        if table.phase == "test":
            table.record(f"[data-key='{chance.randrange(6) + 1}'] button")
            continue
        if rolls % 25 == 5:
            play_if_possible(phones[chance.choice(PLAYERS)], table)
        if paper and max(pawn["progress"] for pawn in board["pawns"].values()) >= BY_HAND:
            evening = folded(server.evening(edition))
            table.record_from_paper(rolled_up_to(paper.pop(0), evening, chance))
            seen()
            assert any(play_if_possible(phone, table) for phone in phones.values())
            continue
        face = face_of(board["horses"][table.turn], chance)
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
    assert len(lines) == table.seq + 1
    assert sum(line.get("do") == "roll" for line in lines) > 100
    evening = folded(lines)
    board = siena.scoreboard(evening.state, PUBLIC)
    assert board["winners"] == [winner]
    held = [siena.scoreboard(evening.state, player)["hand"] for player in PLAYERS]
    assert sum(map(len, held)) + sum(board["played"].values()) == 9 * len(PLAYERS)
    assert "ok" in server.manage("check_log")
