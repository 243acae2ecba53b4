"""What the projector's theatre costs its browser, in Chromium with software rendering at 1920x1080.

1. Every kind of step is played in real time: is the main thread ever busy over 100 ms on end?
2. The page stays open through 2,000 happenings: does its memory grow?

Run by ``make bench``; prints tables for docs/performance.md. Alone: ``show_bench.py play`` or
``stay``; ``HAPPENINGS=200`` makes the second one short.
"""

import json
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")

import django  # noqa: E402

django.setup()

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from cagli_oca.games import oca  # noqa: E402
from cagli_oca.games.core import UNDO, Evening  # noqa: E402
from referee.management.commands.rehearse import next_command, rehearsal_header  # noqa: E402
from tests.e2e.conftest import Server, launched  # noqa: E402
from tests.e2e.fed import Fed, pictures  # noqa: E402
from tests.oca.play import UNDO as TAKE_BACK  # noqa: E402
from tests.oca.play import throw  # noqa: E402
from tests.oca.test_steps import PRODUCED_BY  # noqa: E402

HAPPENINGS = int(os.environ.get("HAPPENINGS", "2000"))
LOOKS = sorted({HAPPENINGS // 10, HAPPENINGS // 2, HAPPENINGS})
WIDTH, HEIGHT = 1920, 1080
FASTER = 400

# What the browser does is read from its trace: a task's length by the clock, and the processor time
# it had, which is the same on a busy machine. The task that draws the next picture (a new data-seq)
# is told apart: then nothing moves.
WATCH = """
window.frames = 0;
new MutationObserver(() => performance.mark("drawn"))
  .observe(document.body, { attributeFilter: ["data-seq"] });
requestAnimationFrame(function count() {
  frames += 1;
  requestAnimationFrame(count);
});
"""
TRACED = ["toplevel", "blink.user_timing"]
Task = tuple[str, float, float]
""""playing" or "drawing", its length and its processor time in ms."""


def tasks_of(trace: bytes) -> list[Task]:
    """The tasks of the page's main thread."""
    events = json.loads(trace)["traceEvents"]
    drawn = [event for event in events if event["name"] == "drawn"]
    thread = (drawn[0]["pid"], drawn[0]["tid"])
    found: list[Task] = []
    for event in events:
        if (event["pid"], event["tid"]) != thread or "dur" not in event:
            continue
        if event["name"] == "ThreadControllerImpl::RunTask":
            begin, end = event["ts"], event["ts"] + event["dur"]
            drew = any(begin <= mark["ts"] <= end for mark in drawn)
            kind = "drawing" if drew else "playing"
            found.append((kind, event["dur"] / 1000, event.get("tdur", 0) / 1000))
    return found


KINDS = {"playing": "while scenes move", "drawing": "drawing the next picture"}


def kinds() -> dict[str, tuple[dict[str, Any], list[dict[str, Any]]]]:
    """One happening for each kind of step, and an undo."""
    return {**PRODUCED_BY, "taken_back": ({}, [throw(6), TAKE_BACK])}


def play_all(browser: Browser, url: str) -> None:
    fed = Fed(browser.new_context(locale="it-IT"), f"{url}/display/", WIDTH, HEIGHT)
    fed.page.evaluate(WATCH)
    tasks: list[Task] = []
    played = frames = 0
    seconds = 0.0
    for number, (name, (header, actions)) in enumerate(kinds().items()):
        *_, before, after = pictures(*actions, edition=1000 + number, **header)
        fed.send(before)
        fed.drawn(before)
        fed.page.wait_for_timeout(600)
        browser.start_tracing(page=fed.page, categories=TRACED)
        started = fed.page.evaluate("frames = 0; performance.now()")
        fed.send(after)
        fed.drawn(after)
        seconds += (fed.page.evaluate("performance.now()") - started) / 1000
        frames += fed.page.evaluate("frames")
        fed.page.wait_for_timeout(400)
        told = tasks_of(browser.stop_tracing())
        tasks += told
        played += len(fed.page.evaluate("scenes.splice(0)"))
        if os.environ.get("VERBOSE"):
            longest = {kind: max(t[1:] for t in told if t[0] == kind) for kind in KINDS}
            print(name, longest, file=sys.stderr)
    assert not fed.errors, fed.errors
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(f"{played} scenes in {seconds:.0f} s at 1920×1080, software rendering:")
    print(f"{frames / seconds:.0f} frames a second; load of a processor: {load:.1f}\n")
    print("| task of the main thread | longest | over 100 ms | processor time | over 100 ms |")
    print("|---|---|---|---|---|")
    for kind, what in KINDS.items():
        walls, times = zip(*((wall, time) for k, wall, time in tasks if k == kind), strict=True)
        print(
            f"| {what} | {max(walls):.0f} ms | {sum(wall > 100 for wall in walls)} of {len(walls)}"
            f" | {max(times):.0f} ms | {sum(time > 100 for time in times)} |"
        )
    fed.page.context.close()


def long_evening() -> list[dict[str, Any]]:
    """Random lawful actions; after a win the referees undo and go on."""
    chance = random.Random(54)
    header = rehearsal_header("oca", 54, chance)
    evening, actions = Evening.opened(oca, oca.check_header(header)), []
    while evening.head < HAPPENINGS:
        command = {"do": UNDO} if oca.over(evening.state) else next_command(evening, chance)
        actions.append(command)
        evening = evening.follow(evening.decide(oca.read(command)))
    return pictures(*actions, **header)


def stay_open(browser: Browser, url: str) -> None:
    evening = long_evening()
    fed = Fed(browser.new_context(locale="it-IT"), f"{url}/display/", WIDTH, HEIGHT, pace=FASTER)
    inspector = fed.page.context.new_cdp_session(fed.page)
    print("\n| after happenings | JS heap | DOM nodes | event listeners |")
    print("|---|---|---|---|")
    fed.send(evening[0])
    for number, picture in enumerate(evening[1:], start=1):
        fed.send(picture)
        if number % 5 < 3:  # the others are caught up with
            fed.drawn(picture)
        if number in LOOKS:
            fed.drawn(picture)
            fed.page.wait_for_timeout(1500)
            for _ in range(3):
                inspector.send("HeapProfiler.collectGarbage")
            heap = inspector.send("Runtime.getHeapUsage")["usedSize"] / 2**20
            dom = inspector.send("Memory.getDOMCounters")
            print(f"| {number} | {heap:.2f} MiB | {dom['nodes']} | {dom['jsEventListeners']} |")
    print(f"\n{len(fed.scenes())} scenes were played on the way.")
    assert not fed.errors, fed.errors
    fed.page.context.close()


PARTS = {"play": play_all, "stay": stay_open}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        browser = launched(playwright)
        try:
            for part in sys.argv[1:] or PARTS:
                PARTS[part](browser, server.url)
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main()
