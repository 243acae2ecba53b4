"""A projector page fed by hand: every picture of an evening, made without a database or a log.

The page comes from a real server; its socket is ours. So each kind of step is a few milliseconds
away, and a network can be cut and mended.
"""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.utils import translation
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from cagli_oca.games import oca
from cagli_oca.games.core import Command, Evening, Game, Header, step_to_json
from display import projections
from display.projections import About, Picture, Recorded
from referee.folding import Fold
from tests.cast import LONG
from tests.e2e.waiting import until
from tests.oca.play import HEADER

NINE = datetime(2027, 8, 8, 21, 0, tzinfo=UTC)

FAST = 12
"""So many times faster than on the evening."""

USUAL_SIZE = (1280, 720) if LONG else (640, 360)
"""Of one shape: all on the sheet goes by its shorter side, and fewer points are painted sooner."""

PAWNS = """
Object.fromEntries([...document.querySelectorAll(".pawns .pawn")].map((pawn) => {
  const [x, y] = pawn.style.transform.match(/-?[\\d.]+/g).map(Number);
  const far = (square) => Math.hypot(square.dataset.x - x, square.dataset.y - y);
  const squares = [...document.querySelectorAll("#board [data-square]")];
  const near = squares.reduce((best, one) => (far(one) < far(best) ? one : best));
  return [pawn.dataset.quarter, Number(near.dataset.square)];
}))
"""
"""Quarter -> the square whose middle is nearest to its pawn."""


def pictures(*actions: Command, edition: int = 900, **changes: Any) -> list[Picture]:
    """The picture at the start and after each action; *changes* are keys of the header."""
    header = oca.check_header({**HEADER, "title": "Palio 2027", **changes})
    return played(oca, header, actions, edition=edition)


def played(
    game: Game, header: Header, actions: Iterable[Command], *, edition: int = 900, lang: str = "it"
) -> list[Picture]:
    """The same of any game; *header* is checked. *actions* are asked for one at a time."""
    about = About(edition=edition, epoch=1, header=header, chain="3fa9 c21b 77e0 12ab")
    fold = Fold("", Evening.opened(game, header))
    rows: list[Recorded] = []
    made = [_picture(about, fold, rows, lang)]
    for action in actions:
        event = fold.evening.decide(game.read(action))
        fold = fold.followed("", event)
        seq = fold.evening.head
        rows.append(
            Recorded(
                seq=seq,
                at=NINE,
                event=event.name,
                steps=[step_to_json(step) for step in event.steps],
                taken_back=False,
                turn=fold.turns.get(seq),
                moved=fold.corrections.get(seq),
            )
        )
        made.append(_picture(about, fold, rows, lang))
    return made


def _picture(about: About, fold: Fold, rows: list[Recorded], lang: str) -> Picture:
    with translation.override(lang):
        return projections.opened_picture(about, evening=fold.evening, rows=rows, trial={})


class Fed:
    """A page whose socket is fed by the test."""

    def __init__(
        self,
        context: BrowserContext,
        url: str,
        width: int,
        height: int,
        *,
        pace: float = 1,
    ) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.errors: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda said: self.errors.append(said.text) if said.type == "error" else None,
        )
        self.page.route_web_socket("**/ws/**", lambda socket: self.sockets.append(socket))
        self.page.add_init_script(
            "addEventListener('DOMContentLoaded', () => {"
            f"  document.documentElement.dataset.pace = {pace};"
            "});"
            "window.scenes = [];"
            "document.addEventListener('scene', (event) => scenes.push(event.detail.step));"
        )
        self.page.goto(url)
        until(self.page, "document.body.dataset.seq !== undefined")
        while not self.sockets:
            self.page.wait_for_timeout(20)

    def send(self, *given: Picture) -> None:
        """Pictures through the newest socket."""
        for picture in given:
            self.sockets[-1].send(json.dumps(picture))

    def cut(self) -> None:
        """The network is gone; the page will look for a new socket."""
        self.sockets[-1].close(code=1012)

    def reconnected(self) -> None:
        """Waits for the page's next socket after a cut."""
        known = len(self.sockets)
        while len(self.sockets) == known:
            self.page.wait_for_timeout(50)

    def drawn(self, picture: Picture) -> None:
        """Waits until that picture is drawn and nothing is performed any more."""
        self.page.wait_for_selector(
            f"body[data-seq='{picture['seq']}']:not([data-performing]):not([data-fitting])",
            state="attached",
        )

    def hang(self) -> None:
        """From now on no performance ends by itself."""
        self.page.evaluate(
            """() => {
              const animate = Element.prototype.animate;
              Element.prototype.animate = function (...how) {
                const animation = animate.apply(this, how);
                animation.pause();
                return animation;
              };
              for (const animation of document.getAnimations()) animation.pause();
            }"""
        )

    def playing(self, scene: str = "") -> None:
        """Waits until a performance is on, or that scene of it."""
        wanted = f"[data-scene='{scene}']" if scene else "[data-performing]"
        self.page.wait_for_selector(f"body{wanted}", state="attached")

    def scenes(self) -> list[str]:
        """The scenes played so far, in order."""
        return self.page.evaluate("window.scenes")


def standing(picture):
    return {slug: quarter["square"] for slug, quarter in picture["board"]["quarters"].items()}


def nothing_is_left(page):
    """No layer, no node, no animation that never ends, no pawn out of sight."""
    expect(page.locator("#scene")).to_be_hidden()
    expect(page.locator("#scene > *")).to_have_count(0)
    expect(page.locator(".scene-over")).to_have_count(0)
    assert page.evaluate(
        "[...document.querySelectorAll('.pawn')].every((pawn) =>"
        " getComputedStyle(pawn).opacity === '1' && !pawn.classList.contains('hopping'))"
    )
    assert page.evaluate("getComputedStyle(document.querySelector('#centre')).opacity") == "1"
