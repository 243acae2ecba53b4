"""``make pictures``: console, projector and phone of both games, into docs/pictures/."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.e2e.conftest import ROOT, Screens, Server, launched

FOLDER = ROOT / "docs" / "pictures"

SAMPLE: dict[str, Any] = {
    **json.loads((ROOT / "fixtures" / "samples" / "oca.json").read_text(encoding="utf-8")),
    "title": "Palio 2027",
}

MOMENTS: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "throw": (
        "throw 6 agostino:21:b:c3,9,21 *andrea:26:c4,12 angelo:24:b:k1:c6,17,24 francesco:18:c9,18",
        [
            {"do": "throw", "value": 3},
            {"do": "throw", "value": 1},
            {"do": "throw", "value": 4},
        ],
    ),
    "challenge": (
        "throw 8 agostino:21:b:c3,9,21 andrea:33:c4,12 angelo:24:b:c6,17,24 *francesco:22:c9,18",
        [
            {"do": "throw", "value": 6},
            {"do": "bonus"},
            {"do": "draw", "quarter": "angelo", "program": True},
        ],
    ),
    "win": (
        "throw 27 agostino:47:b:c3,9 andrea:51:b:c4,12,51 *angelo:52:b:c6,52 francesco:46:b:s:c9",
        [{"do": "throw", "value": 2}],
    ),
}


TAPPED = {"throw": ["[data-do=throw] >> nth=4"], "siena-race": ["[data-face] button >> nth=-1"]}
"""What is tapped at the console, so that its effect can be read."""

SIENA = ("mossa_roll", "race", "won")
"""Moments of the second game (tests/e2e/siena/moments.py)."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")
    import django

    django.setup()
    from tests.e2e.siena import moments

    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        browser = launched(playwright)
        screens = Screens(browser, server)
        try:
            for moment, (position, actions) in MOMENTS.items():
                take(screens, Path(folder), moment, {**SAMPLE, "position": position}, actions)
            for moment in SIENA:
                actions = moments.up_to(moment)
                take(screens, Path(folder), f"siena-{moment}", moments.HEADER, actions)
        finally:
            browser.close()
            server.close()
    print(f"Written to {FOLDER.relative_to(ROOT)}/. Look at them.")


def take(
    screens: Screens,
    folder: Path,
    moment: str,
    header: dict[str, Any],
    actions: list[dict[str, Any]],
) -> None:
    """Console, projector and phone at one moment."""
    edition = screens.server.open_edition(folder, header, actions)
    tablet = screens.sign_in("/referee/")
    tablet.locator(f"[data-edition='{edition}'] form button").first.click()
    tablet.goto(f"{screens.server.url}/referee/{edition}/")
    for button in TAPPED.get(moment, ()):
        tablet.locator(button).first.click()
    pages = {
        "console": tablet,
        "projector": screens.open("/display/", 1920, 1080),
        "phone": screens.open("/", 390, 844),
    }
    for name, page in pages.items():
        page.wait_for_timeout(1500)
        page.screenshot(path=str(FOLDER / f"{name}-{moment}.png"))
        page.context.close()


if __name__ == "__main__":
    main()
