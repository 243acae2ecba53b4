"""``python -m tests.e2e.icons``: the home screen's icons, from our own drawing of the saint.

Run once and whenever the drawing changes; the files are committed.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.conftest import ROOT, launched

FOLDER = ROOT / "display" / "static" / "display" / "icons"
SHARED = ROOT / "cagli_oca"

ICONS = {
    "icon-192.png": (192, 0.80),
    "icon-512.png": (512, 0.80),
    "icon-maskable-512.png": (512, 0.58),
}
"""File -> its size, and the drawing's share of it (a maskable icon may be cut to a circle)."""

PAGE = """<style>{tokens}
body {{ margin: 0; width: {size}px; height: {size}px; display: grid; place-items: center;
  background: #f7edd3; }}
body::before {{ content: ""; position: fixed; inset: {frame}px; border: {line}px solid #741b22;
  border-radius: {radius}; }}
.saint {{ width: {drawing}px; }}
</style>{symbols}<svg class="saint" viewBox="0 0 100 96"><use href="#sign-geronzio"/></svg>"""


def page(size: int, share: float) -> str:
    maskable = share < 0.7
    return PAGE.format(
        tokens=(SHARED / "static/cagli_oca/tokens.css").read_text(encoding="utf-8"),
        symbols=(SHARED / "templates/oca/symbols.svg").read_text(encoding="utf-8"),
        size=size,
        drawing=round(size * share),
        frame=round(size * (0.1 if maskable else 0.02)),
        line=max(2, round(size * 0.022)),
        radius="50%" if maskable else f"{round(size * 0.12)}px",
    )


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for name, (size, share) in ICONS.items():
            sheet = browser.new_page(viewport={"width": size, "height": size})
            sheet.set_content(page(size, share))
            sheet.screenshot(path=str(folder / name))
        browser.close()


if __name__ == "__main__":
    main()
