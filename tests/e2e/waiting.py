"""Waiting for a page. Playwright's ``wait_for_function`` needs eval, which our pages forbid."""

import time

from playwright.sync_api import Error, Page

LOOK_EVERY = 50


def until(page: Page, expression: str, timeout: float = 30_000) -> None:
    """Returns once the expression is true in the page. Raises TimeoutError."""
    deadline = time.monotonic() + timeout / 1000
    while not _is_true(page, expression):
        if time.monotonic() > deadline:
            raise TimeoutError(f"never true: {expression}")
        page.wait_for_timeout(LOOK_EVERY)


def _is_true(page: Page, expression: str) -> bool:
    try:
        return page.evaluate(f"async () => Boolean(await ({expression}))")
    except Error:  # the page was just being loaded anew
        return False
