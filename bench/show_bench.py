"""What the projector's theatre costs its browser, in Chromium with software rendering at 1920x1080.

1. Every kind of step is played in real time: is the main thread ever blocked over 100 ms?
2. The page stays open through 2,000 happenings: does its memory grow?

Run by ``make bench``; prints a table for docs/performance.md. ``HAPPENINGS=200`` makes it short.
"""

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
from tests.e2e.conftest import CHROMIUM_ARGUMENTS, Server  # noqa: E402
from tests.e2e.fed import Fed, pictures  # noqa: E402
from tests.oca.play import UNDO as TAKE_BACK  # noqa: E402
from tests.oca.play import throw  # noqa: E402
from tests.oca.test_steps import PRODUCED_BY  # noqa: E402

HAPPENINGS = int(os.environ.get("HAPPENINGS", "2000"))
LOOKS = sorted({HAPPENINGS // 10, HAPPENINGS // 2, HAPPENINGS})
WIDTH, HEIGHT = 1920, 1080
FASTER = 400

# A task over 50 ms is reported by the browser; one that drew the next picture (a new data-seq) is
# told apart: then nothing moves. A beat of 10 ms that comes late tells of every other hindrance.
WATCH = """
window.tasks = [];
window.draws = [];
window.late = 0;
window.frames = 0;
new MutationObserver(() => draws.push(performance.now()))
  .observe(document.body, { attributeFilter: ["data-seq"] });
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    const drew = draws.some((at) => at >= startTime && at <= startTime + duration + 1);
    tasks.push([drew ? "drawing" : "playing", duration]);
  }
}).observe({ type: "longtask" });
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  late = Math.max(late, now - last - 10);
  last = now;
}, 10);
requestAnimationFrame(function count() {
  frames += 1;
  requestAnimationFrame(count);
});
"""


def kinds() -> dict[str, tuple[dict[str, Any], list[dict[str, Any]]]]:
    """One happening for each kind of step, and an undo."""
    return {**PRODUCED_BY, "taken_back": ({}, [throw(6), TAKE_BACK])}


def play_all(browser: Browser, url: str) -> None:
    fed = Fed(browser, f"{url}/display/", WIDTH, HEIGHT)
    tasks: dict[str, list[float]] = {"playing": [], "drawing": []}
    played = frames = 0
    seconds = latest = 0.0
    for number, (name, (header, actions)) in enumerate(kinds().items()):
        *_, before, after = pictures(*actions, edition=1000 + number, **header)
        fed.send(before)
        fed.page.wait_for_timeout(800)
        fed.page.evaluate("tasks = []; draws = []; late = 0; frames = 0" if number else WATCH)
        started = fed.page.evaluate("performance.now()")
        fed.send(after)
        fed.drawn(after)
        ended = fed.page.evaluate("performance.now()")
        fed.page.wait_for_timeout(100)  # the browser tells of a long task when it is over
        told = fed.page.evaluate("({ tasks, late, frames })")
        for kind, length in told["tasks"]:
            tasks[kind].append(length)
        played += len(fed.page.evaluate("scenes.splice(0)"))
        seconds += (ended - started) / 1000
        frames += told["frames"]
        latest = max(latest, told["late"])
        if os.environ.get("VERBOSE"):
            print(name, told, file=sys.stderr)
    assert not fed.errors, fed.errors
    print("| 1920×1080, software rendering | |")
    print("|---|---|")
    print(f"| scenes played | {played} in {seconds:.0f} s |")
    print(f"| frames a second | {frames / seconds:.0f} |")
    for kind, what in (("playing", "while scenes move"), ("drawing", "drawing the next picture")):
        lengths = tasks[kind]
        over = sum(length > 100 for length in lengths)
        print(
            f"| {what}: tasks over 50 ms, over 100 ms, longest |"
            f" {len(lengths)}, {over}, {max(lengths, default=0):.0f} ms |"
        )
    print(f"| a 10 ms beat came late by at most | {latest:.0f} ms |")
    fed.context.close()


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
    fed = Fed(browser, f"{url}/display/", WIDTH, HEIGHT, pace=FASTER)
    inspector = fed.context.new_cdp_session(fed.page)
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
    fed.context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=CHROMIUM_ARGUMENTS
        )
        try:
            play_all(browser, server.url)
            stay_open(browser, server.url)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
