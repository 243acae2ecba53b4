"""Spectators' phones for the browser tests: what is shown to them, and who looks."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.cast import HEADER
from tests.e2e.conftest import Screens, Server

SECTIONS = ["now", "board", "story", "rules", "trials"]
BEFORE_A_TRIAL = {
    "position": "throw 6 *andrea:23 agostino:3 francesco:12 angelo:18",
    "order_of_play": ["ponte"] * 9,
}
"""Sant'Andrea is three squares before a trial square."""


def manage(server: Server, code: str) -> str:
    """Python in another process on the same database."""
    return server.manage("shell", "-v", "0", "-c", code)


def show(server: Server, tmp_path: Path, header: dict[str, Any] | None = None, actions=()) -> int:
    """An opened edition on the public screens."""
    path = tmp_path / "evening.jsonl"
    lines = [{**HEADER, **(header or {})}, *actions]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    told = manage(
        server,
        "from django.core.management import call_command;"
        "from referee import setting_up; from referee.models import Edition;"
        f"call_command('import_evening', {str(path)!r});"
        "edition = Edition.objects.latest('pk').pk;"
        "setting_up.edition_make_current(edition_id=edition); print('edition', edition)",
    )
    return int(told.split()[-1])


def record(server: Server, edition: int, *commands: dict[str, Any]) -> None:
    """What a tablet would record."""
    manage(
        server,
        "from tests.cast import record; from referee.models import Edition;"
        f"record(Edition.objects.get(pk={edition}), *{list(commands)!r})",
    )


def throw(value: int) -> dict[str, Any]:
    return {"do": "throw", "value": value}


def visit(
    screens: Screens,
    path: str = "/",
    size: tuple[int, int] = (360, 740),
    *,
    host: str = "",
    prepare: Callable[[Page], None] = lambda page: None,
    **context: Any,
) -> Page:
    """A phone of its own; *prepare* may do something to its page before it loads."""
    given = {"locale": "en-GB", "reduced_motion": "reduce", **context}
    opened = screens.browser.new_context(viewport={"width": size[0], "height": size[1]}, **given)
    page = opened.new_page()
    page.on("pageerror", lambda error: screens.problems.append(f"{path}: {error}"))
    prepare(page)
    page.goto((host or screens.server.url) + path)
    return page


def expect_seq(page: Page, seq: int, seconds: int = 30) -> None:
    expect(page.locator("body")).to_have_attribute("data-seq", str(seq), timeout=seconds * 1000)


def section_of(page: Page, name: str) -> None:
    """Exactly this section is shown (on a narrow phone)."""
    expect(page.locator("body")).to_have_attribute("data-section", name)
    for other in SECTIONS:
        shown = expect(page.locator(f"#{other}"))
        shown.to_be_visible() if other == name else shown.to_be_hidden()
