"""``make screenshots``: contact sheets of the projector, into docs/pictures/. Look at them.

One sheet of every view at every size in both palettes, and for each game one of every state of an
evening. Chromium takes the pictures, and Chromium lays them out.
"""

import base64
import os
import tempfile
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.conftest import ROOT, Server, launched

FOLDER = ROOT / "docs" / "pictures"
CELL = 270
"""Height of a picture on a contact sheet, in pixels."""

STYLE = f"""
  body {{ margin: 12px; width: 1500px; background: #cfc6b2; font: 12px serif; }}
  h2 {{ margin: 8px 0 4px; }} section {{ display: flex; flex-wrap: wrap; gap: 8px; }}
  figure {{ margin: 0; }} img {{ display: block; height: {CELL}px; }}
"""

Shot = tuple[str, bytes]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")
    # Playwright runs a loop of its own in this thread; no database is asked here.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    import django

    django.setup()
    from tests.e2e import sheets
    from tests.e2e.siena.moments import put_on_the_screens

    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        browser = launched(playwright)
        try:
            by_size: dict[tuple[int, int], list[Shot]] = {}
            for size in sheets.SIZES:
                by_size[size] = list(views(browser, server, size))
            for palette in ("light", "dark"):
                print_sheet(
                    browser,
                    f"contact-sheet-{palette}",
                    {
                        f"{width} × {height}": [s for s in shots if s[0].endswith(palette)]
                        for (width, height), shots in by_size.items()
                    },
                )
            print_sheet(browser, "contact-sheet-states", states(browser, server))
            put_on_the_screens(server, Path(folder))
            print_sheet(browser, "contact-sheet-siena", moments_of_siena(browser, server))
        finally:
            browser.close()
            server.close()
    print(f"Written to {FOLDER.relative_to(ROOT)}/contact-sheet-*.jpeg. Look at them.")


def views(browser: Browser, server: Server, size: tuple[int, int]) -> Iterable[Shot]:
    """Every view, in both palettes."""
    from tests.e2e import sheets

    states = sheets.states()
    told = states["trial"] | {"happenings": states["throw"]["happenings"]}
    for palette in ("light", "dark"):
        with page(browser, server, size) as projector:
            for view in sheets.VIEWS:
                text = sheets.ANNOUNCEMENT if view == "announcement" else ""
                shown = told | {"announcement": text}
                yield f"{view} {palette}", shot(projector, shown, view=view, palette=palette)


def states(browser: Browser, server: Server) -> dict[str, list[Shot]]:
    """Every state on three screens; and the crowded ones on the smallest, with margin."""
    from tests.e2e import sheets

    rows: dict[str, list[Shot]] = {}
    for size, palette in (((1920, 1080), "light"), ((1080, 1920), "light"), ((1280, 720), "dark")):
        with page(browser, server, size) as projector:
            rows[f"{size[0]} × {size[1]}"] = [
                (name, shot(projector, told, palette=palette))
                for name, told in sheets.states().items()
            ]
    with page(browser, server, (1024, 768)) as projector:
        rows["1024 × 768, margin 5 %, crowded"] = [
            (name, shot(projector, told, margin=5)) for name, told in sheets.crowded().items()
        ]
    return rows


def moments_of_siena(browser: Browser, server: Server) -> dict[str, list[Shot]]:
    """The second game: each moment on three screens, with six players on the smallest."""
    from tests.e2e.siena.moments import evening, moments

    four, six = moments(evening()), moments(evening(seed=3, mode="straordinario", six=True))
    rows: dict[str, list[Shot]] = {}
    for size, palette, told in (
        ((1920, 1080), "light", four),
        ((1080, 1920), "light", four),
        ((1024, 768), "dark", six),
    ):
        with page(browser, server, size) as projector:
            rows[f"{size[0]} × {size[1]}"] = [
                (name, shot(projector, picture, palette=palette)) for name, picture in told.items()
            ]
    return rows


class page:
    """A projector on a page of its own, for a ``with``."""

    def __init__(self, browser: Browser, server: Server, size: tuple[int, int]) -> None:
        self.page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        self.server = server

    def __enter__(self) -> Any:
        from tests.e2e.sheets import Projector

        return Projector(self.page, self.server.url, query="&hurry=0.001")

    def __exit__(self, *_: object) -> None:
        self.page.close()


def shot(projector: Any, told: dict[str, Any], **settings: Any) -> bytes:
    projector.show(told, **settings)
    projector.page.wait_for_timeout(100)
    return projector.page.screenshot(type="jpeg", quality=80)


def print_sheet(browser: Browser, name: str, rows: dict[str, list[Shot]]) -> None:
    """Lays pictures out in rows, in the browser, and takes one picture of all of them."""
    figures = {
        row: "".join(
            f'<figure><img src="data:image/jpeg;base64,{base64.b64encode(taken).decode()}">'
            f"<figcaption>{escape(caption)}</figcaption></figure>"
            for caption, taken in shots
        )
        for row, shots in rows.items()
    }
    body = "".join(
        f"<h2>{escape(row)}</h2><section>{found}</section>" for row, found in figures.items()
    )
    sheet = browser.new_page(viewport={"width": 1524, "height": 400})
    sheet.set_content(f"<style>{STYLE}</style>{body}")
    sheet.screenshot(path=str(FOLDER / f"{name}.jpeg"), type="jpeg", quality=72, full_page=True)
    sheet.close()


if __name__ == "__main__":
    main()
