"""Pictures that a projector may have to show, and a page that shows them one after the other.

The pictures are made by the game itself from a position and a few actions, without a database; what
people type is as long as it may be. A page gets them through a socket that the test holds.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from django.utils import translation
from playwright.sync_api import Page

from cagli_oca import wording
from cagli_oca.games import GAMES
from cagli_oca.games.core import PUBLIC, Evening
from tests.e2e.conftest import ROOT

GAME = GAMES["oca"]

SAMPLE: dict[str, Any] = {
    **json.loads((ROOT / "fixtures" / "samples" / "oca.json").read_text(encoding="utf-8")),
    "title": "Palio 2027",
}

SIZES = [(1024, 768), (1280, 720), (1899, 1080), (1920, 1080), (3840, 2160), (1080, 1920)]
VIEWS = ["board", "challenge", "standings", "log", "announcement", "crest", "test"]

STATE = "#now[data-quarter] h2 b, [data-square]:not(.square), .pennant b, .count, .trial-left"

NEEDED = {
    "throw": ["#now-headline", "#standings", ".place-square"],
    "challenge": [".challenge-trial", ".pennant"],
    "suspended": ["#now-headline", "#standings"],
    "closed": ["#now-headline", "#standings"],
    "won": ["#now-headline"],
    "final": ["#now-headline"],
    "duel": [".pennant"],
    "standings": [".place-square"],
}

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


def wrong(page: Page, state: str = STATE, needed: dict[str, list[str]] = NEEDED) -> list[str]:
    """What is wrong with a projector's page as it stands.

    Not while it is being fitted, which it may be anew at any moment (a note at its foot has gone):
    it is not to be seen then.
    """
    return page.evaluate(
        f"""async (what) => {{
          while ("fitting" in document.body.dataset) await new Promise((rest) => setTimeout(rest));
          return ({MEASURE.strip()})(what);
        }}""",
        {"state": state, "needed": needed},
    )


LONG_TITLE = (
    "Quarantesimo Palio Storico Giuoco dell'Oca della Città di Cagli, edizione straordinaria"
)
LONG_REASON = (
    "temporale con forte vento e grandine sopra l'arena, le attrezzature della prova sono state"
    " portate al coperto e la terra del campo va rifatta prima che si possa riprendere a giocare"
)
ANNOUNCEMENT = "Un quarto d'ora di ritardo: si aspetta il corteo storico in piazza Matteotti."
LONG_ANNOUNCEMENT = (
    "Si prega di spostare l'automobile grigia targata AB 123 CD parcheggiata davanti all'uscita"
    " dell'arena: il corteo dei quattro Quartieri deve passare entro dieci minuti. Grazie a tutti."
)

START = "throw 0 *agostino:0 andrea:0 angelo:0 francesco:0"
MARKS = (
    "*agostino:48:d2:k1:c3,9,21 andrea:38:d3:k2:c4,12 angelo:44:d1:k1:c6,17,24"
    " francesco:50:d2:k3:c9,18"
)
RING = "result 9 agostino:21 andrea:33 *angelo:24:b francesco:22 gioco-degli-anelli:from21:score3"

HEAD_OF_THE_LOG = "3fa9 c21b 77e0 12ab"

_editions = count(1000)


def picture(
    position: str = START,
    actions: Sequence[dict[str, Any]] = (),
    *,
    language: str = "it",
    header: dict[str, Any] = SAMPLE,
    **more: Any,
) -> dict[str, Any]:
    """The picture of an evening at *position* after *actions*; *more* overrides its fields."""
    with translation.override(language):
        evening = Evening.opened(GAME, GAME.check_header({**header, "position": position}))
        told, die = [], None
        for action in actions:
            evening = evening.follow(evening.decide(GAME.read(action)))
            event = evening.past[-1][1]
            steps = [{"step": step.name, "rules": [], **step.facts} for step in event.steps]
            steps = [{**step, "sentence": wording.step_sentence("oca", step)} for step in steps]
            die = next((step for step in steps if "value" in step), die)
            told.append(happening("", evening.head, event.name, steps=steps))
        board = GAME.scoreboard(evening.state, PUBLIC)
        stage = "play" if told or evening.state.game else "before"
        stage = {"won": "over", "closed": "over", "suspended": "suspended"}.get(
            board["phase"], stage
        )
        return {
            **waiting(header=header, stage=stage),
            "seq": evening.head,
            "now": wording.of("oca").now(board),
            "board": board,
            "setup": GAME.setup(evening.state),
            "winner": board["winner"],
            "last_die": die,
            "happenings": told[-5:],
            "chain": HEAD_OF_THE_LOG,
            **more,
        }


def waiting(
    *, header: dict[str, Any] = SAMPLE, stage: str = "draft", **more: Any
) -> dict[str, Any]:
    """The picture without a board: none, draft."""
    return {
        "edition": next(_editions),
        "epoch": 0,
        "seq": -1,
        "game": "oca",
        "title": header["title"],
        "event": "Palio",
        "held_on": "2027-08-08",
        "rehearsal": False,
        "sample": False,
        "stage": stage,
        "now": {"headline": "", "line": ""},
        "board": None,
        "setup": None,
        "winner": None,
        "last_die": None,
        "happenings": [],
        "last_result": None,
        "coming": None,
        "starts_at": "",
        "announcement": "",
        "trial": None,
        "figures": [],
        **more,
    }


def happening(sentence: str, seq: int, event: str = "throw", **more: Any) -> dict[str, Any]:
    return {
        "seq": seq,
        "at": f"2027-08-08T21:{seq % 60:02}:00+02:00",
        "event": event,
        "steps": [{"step": "told", "rules": [], "sentence": sentence}],
        "taken_back": False,
        "correction": None,
        "turn": None,
        **more,
    }


def throws(*values: int) -> list[dict[str, Any]]:
    return [{"do": "throw", "value": value} for value in values]


FIGURES = [
    {"label": label, "value": value, "quarter": quarter}
    for label, value, quarter in (
        ("Sfide", "27 di 30", None),
        ("Prove vinte e perse", "9 – 7", "agostino"),
        ("Prove vinte e perse", "8 – 7", "andrea"),
        ("Prove vinte e perse", "15 – 10", "angelo"),
        ("Prove vinte e perse", "8 – 6", "francesco"),
        ("Lanci del dado", "171", None),
        ("Voli con l'Oca", "18", None),
        ("Colpiti dalla Morte", "11", None),
        ("Presi dallo Spervengolo", "14", None),
        ("Primo in zona Palio", "S. Francesco", "francesco"),
        ("Attesa più lunga prima di muovere", "41 minuti", "agostino"),
        ("Più volte il sei", "3", "agostino"),
    )
]

TRIAL = {
    "counts": {"challenger": 14, "challenged": 12},
    "clock": {"side": "challenger", "ends": None, "left": 32},
}


def states(language: str = "it") -> dict[str, dict[str, Any]]:
    """Ordinary moments of an evening, by name."""

    def make(*arguments: Any, **more: Any) -> dict[str, Any]:
        return picture(*arguments, language=language, **more)

    soon = (datetime.now(UTC) + timedelta(hours=1, minutes=23, seconds=45)).isoformat()
    throw = "throw 6 agostino:21:b:c3,9,21 *andrea:26:c4,12 angelo:24:b:k1:c6,17,24 francesco:18:c9"
    challenge = "throw 8 agostino:21:b:c3,9 andrea:33:c4,12 angelo:24:b:c6,17 *francesco:22:c9,18"
    win = "throw 27 agostino:47:b:c3,9 andrea:51:b:c4,12,51 *angelo:52:b:c6,52 francesco:46:b:s:c9"
    opened = [*throws(6), {"do": "bonus"}]
    drawn = [*opened, {"do": "draw", "quarter": "angelo", "program": True}]
    last = {"title": "Palio 2026", "held_on": "2026-08-09", "winner": "andrea"}
    coming = {"title": "Palio 2027", "held_on": "2027-08-08"}
    return {
        "none": waiting(
            stage="none",
            title="",
            held_on="",
            last_result={**last, "sentence": "Ha vinto Sant'Andrea!"},
            coming=coming,
        ),
        "draft": waiting(),
        "before": make(starts_at=soon),
        "throw": make(throw, throws(3, 1, 4)),
        "needs": make(throw.replace("*andrea:26", "*andrea:51"), last_die=None),
        "draw": make(challenge, opened),
        "challenge": make(challenge, drawn),
        "trial": make(RING + ":angelo:whistled".replace("angelo", "andrea"), trial=TRIAL),
        "suspended": make(throw, [*throws(3, 1), {"do": "suspend", "reason": "Pioggia"}]),
        "won": make(win, throws(2), figures=FIGURES),
        "closed": make(
            throw, [*throws(3), {"do": "close", "reason": "Temporale"}], figures=FIGURES
        ),
    }


def crowded(language: str = "it") -> dict[str, dict[str, Any]]:
    """Moments with as much on the screen as there can be, by name."""

    def make(*arguments: Any, **more: Any) -> dict[str, Any]:
        return picture(*arguments, language=language, **more)

    notes = {"rehearsal": True, "sample": True}
    long = {**SAMPLE, "title": LONG_TITLE}
    others = "andrea:38:d3:k2:c4,12 {} francesco:50:d2:k3:c9,18"
    angelo = "agostino:48:d2:k1:c3,9,21 " + others.format("*angelo:44:d1:k1:c6,17,24")
    angelo_39 = "agostino:48:d2:k1:c3,9,21 " + others.format("*angelo:39:k1:c6,17,24")
    agostino_39 = "*agostino:39:k1:c3,9,21 " + others.format("angelo:44:d1:k1:c6,17,24")
    ring = f"result 29 {angelo_39} gioco-degli-anelli:from33:score6:francesco:bonus:whistled"
    course = f"whistle 30 {agostino_39} percorso-misto-femminile:from33:score6:angelo:bonus"
    team = f"whistle 30 {angelo_39} cordaro-femminile:from33:score6:select-team"
    told = [happening(f"{LONG_REASON.capitalize()}.", seq) for seq in range(1, 6)]
    correction = happening(
        "x",
        9,
        "ruling",
        correction={
            "sentence": "I giudici di gara hanno corretto: Sant'Angelo Maggiore 28 → 24,"
            " San Francesco 12 → 18, Sant'Agostino 30 → 31",
            "changes": [],
        },
    )
    ring_picture = make(ring, trial=TRIAL, announcement=ANNOUNCEMENT, **notes)
    return {
        "marks": make(f"throw 12 {MARKS}", throws(3), **notes),
        "told": make(f"throw 12 {MARKS}", happenings=told, header=long, **notes),
        "angelo": make(f"throw 12 {angelo}", throws(3)[:0], last_die=None, happenings=told),
        "announced": make(
            f"throw 12 {MARKS}", throws(3), announcement=LONG_ANNOUNCEMENT, header=long, **notes
        ),
        "corrected": make(f"throw 12 {angelo}", happenings=[told[0], correction]),
        "ring": ring_picture,
        "course": make(course, happenings=told, header=long, **notes),
        "team": make(team, happenings=told, **notes),
        "suspended": make(
            f"throw 12 {MARKS}", [{"do": "suspend", "reason": LONG_REASON}], header=long, **notes
        ),
        "suspended trial": make(
            ring,
            [{"do": "suspend", "reason": LONG_REASON}],
            trial=TRIAL,
            announcement=ANNOUNCEMENT,
            **notes,
        ),
        "before": make(
            announcement=LONG_ANNOUNCEMENT,
            header=long,
            starts_at=(datetime.now(UTC) + timedelta(days=30)).isoformat(),
            **notes,
        ),
        "closed": make(
            f"throw 12 {MARKS}",
            [{"do": "close", "reason": LONG_REASON}],
            figures=FIGURES,
            announcement=ANNOUNCEMENT,
            header=long,
            **notes,
        ),
        "won": make(
            "throw 27 agostino:47 andrea:51 *angelo:52 francesco:46",
            throws(2),
            figures=FIGURES,
            announcement=LONG_ANNOUNCEMENT,
            header=long,
            **notes,
        ),
        "draft": waiting(
            header=long,
            last_result={
                "title": LONG_TITLE,
                "held_on": "2026-08-09",
                "winner": "angelo",
                "sentence": "Ha vinto Sant'Angelo Maggiore!",
            },
            coming={"title": LONG_TITLE, "held_on": "2027-08-08"},
            announcement=LONG_ANNOUNCEMENT,
            **notes,
        ),
    }


USUAL: dict[str, Any] = {
    "view": "board",
    "palette": "light",
    "margin": 0,
    "scale": 1,
    "mirrored": False,
    "motion": "none",
    "lang": "it",
}
"""A screen's settings as the server sends them."""

HELD_SOCKET = """
  window.WebSocket = class {
    constructor() { window.held = this; }
    close() {}
  };
"""


class Projector:
    """A projector's page that is told its pictures and its settings by the test."""

    def __init__(self, page: Page, url: str, language: str = "it", query: str = "") -> None:
        self.page = page
        page.add_init_script(HELD_SOCKET)
        page.goto(f"{url}/display/?motion=none&lang={language}{query}")
        page.evaluate("document.fonts.ready.then(() => null)")

        self.settings: dict[str, Any] = {}

    def resize(self, width: int, height: int) -> None:
        """Another screen; returns when the page has heard of it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(
            """async ([width, height]) => {
              const frame = () => new Promise(requestAnimationFrame);
              while (innerWidth !== width || innerHeight !== height) await frame();
              await frame();
              await frame();
            }""",
            [width, height],
        )

    def show(self, told: dict[str, Any], **settings: Any) -> None:
        """Shows a picture as a screen with these settings."""
        settings = {**USUAL, **settings}
        changed = settings if settings != self.settings else None
        self.settings = settings
        self.page.evaluate(
            """async ([picture, settings]) => {
              if (settings) dispatchEvent(new CustomEvent("settings", { detail: settings }));
              held.onmessage({ data: picture });
              do await new Promise((resolve) => setTimeout(resolve));
              while ("fitting" in document.body.dataset);
            }""",
            [json.dumps({**told, "edition": next(_editions)}), changed],
        )
