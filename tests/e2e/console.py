"""A referee's hands on a real console page."""

from typing import Any

from playwright.sync_api import Page, expect

IN_DIRECTION = ("conduct", "suspend", "close")


def button(page: Page, command: dict[str, Any]) -> Any:
    """The button that means this command (without its reason)."""
    wanted = {key: value for key, value in command.items() if key != "reason"}
    found = page.locator(f"[data-do={command['do']}]")
    commands = found.evaluate_all("all => all.map((one) => JSON.parse(one.dataset.command))")
    assert wanted in commands, f"no button for {command}"
    return found.nth(commands.index(wanted))


def choose(page: Page, command: dict[str, Any]) -> None:
    """Taps what happened; its effect is shown, nothing is recorded yet."""
    if command["do"] in IN_DIRECTION:
        page.click("[data-opens=direction]")
    button(page, command).click()
    if "reason" in command:
        page.fill("#reason", command["reason"])


def record(page: Page, command: dict[str, Any], seq: int) -> None:
    """Taps and confirms, and waits until the page shows it recorded as *seq*."""
    choose(page, command)
    page.click("#record")
    expect(page.locator("#panel")).to_have_attribute("data-head", str(seq))
    expect(page.locator("#confirm")).to_have_attribute("data-state", "recorded")


def squares(page: Page) -> dict[str, int]:
    """What the console shows: Quarter -> square."""
    return page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".standing")].map((standing) =>
          [standing.dataset.quarter, Number(standing.querySelector("[data-square]").innerText)]))"""
    )
