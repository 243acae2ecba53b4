"""What a spectator's phone loads, and how long it takes on a slow network. Run by ``make bench``.

A real server, a real Chromium that is held to 1.6 Mbit/s and 150 ms a way there and back, a phone
of 360 × 740, nothing stored. Printed: bytes on the wire by file, when the first view is seen, when
the page lives, and how large the later pictures are.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tests.e2e.conftest import Server, chromium, launched  # noqa: E402
from tests.e2e.waiting import until  # noqa: E402

LATENCY = 150
BITS = 1_600_000
FIRST_VIEW = 100_000
PICTURE = 6_000
VISITS = 5

PAINTS = """() => new Promise((resolve) => {
  const marks = {};
  for (const entry of performance.getEntriesByType("paint")) marks[entry.name] = entry.startTime;
  new PerformanceObserver((list) => {
    marks.largest = list.getEntries().at(-1).startTime;
    resolve(marks);
  }).observe({ type: "largest-contentful-paint", buffered: true });
})"""

SHIFTS = """() => new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 200);
})"""


def visit(browser: Browser, url: str) -> dict[str, Any]:
    """One first visit: bytes by address, and times in milliseconds."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="it-IT")
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": BITS / 8,
            "uploadThroughput": BITS / 8,
        },
    )
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    wire.on(
        "Network.requestWillBeSent", lambda e: names.update({e["requestId"]: e["request"]["url"]})
    )

    def finished(event: dict[str, Any]) -> None:
        name = names.get(event["requestId"], "?").removeprefix(url)
        sizes[name] = sizes.get(name, 0) + int(event["encodedDataLength"])

    wire.on("Network.loadingFinished", finished)
    page.add_init_script(
        """const Native = WebSocket;
        window.WebSocket = class extends Native {
          constructor(...given) {
            super(...given);
            this.addEventListener("message", () => { window.heard ??= performance.now(); });
          }
        };"""
    )
    page.goto(url + "/", wait_until="load")
    until(page, "window.heard")
    page.wait_for_load_state("networkidle")
    times = page.evaluate(PAINTS)
    times["live"] = page.evaluate("window.heard")
    times["shift"] = page.evaluate(SHIFTS)
    context.close()
    return {"sizes": sizes, "times": times}


def later_pictures(browser: Browser, server: Server) -> list[int]:
    """The bytes of each picture that a socket is sent while an evening is played."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="it-IT")
    page = context.new_page()
    frames: list[int] = []
    page.on(
        "websocket",
        lambda socket: socket.on(
            "framereceived", lambda frame: frames.append(len(frame.encode("utf-8")))
        ),
    )
    page.goto(server.url + "/")
    until(page, "document.body.dataset.section")
    server.manage("rehearse", "--seed", "11", "--throws", "60", "--pace", "0.1", "--current")
    page.wait_for_timeout(1500)
    context.close()
    return [size for size in frames if size > 100][1:]


def main() -> None:
    if chromium() is None:
        print("phone: no Chromium here; install it with: apt-get install chromium")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        server.manage("rehearse", "--seed", "3", "--throws", "40", "--current")
        browser = launched(playwright)
        try:
            visits = [visit(browser, server.url) for _ in range(VISITS)]
            pictures = later_pictures(browser, server)
        finally:
            browser.close()
            server.close()
    report(visits, pictures)


def report(visits: list[dict[str, Any]], pictures: list[int]) -> None:
    sizes = visits[0]["sizes"]
    for name, size in sorted(sizes.items(), key=lambda one: -one[1]):
        print(f"  {size:7,d} B  {name}")
    total = sum(sizes.values())
    print(f"phone: first view {total:,d} B of {FIRST_VIEW:,d} in {len(sizes)} answers")

    def median(what: str) -> float:
        return sorted(one["times"][what] for one in visits)[len(visits) // 2]

    print(
        f"phone: at {BITS / 1e6} Mbit/s and {LATENCY} ms, {len(visits)} visits, median:"
        f" seen {median('first-contentful-paint') / 1000:.2f} s,"
        f" largest {median('largest') / 1000:.2f} s,"
        f" live {median('live') / 1000:.2f} s, shift {median('shift'):.3f}"
    )
    print(
        f"phone: {len(pictures)} later pictures,"
        f" median {sorted(pictures)[len(pictures) // 2]:,d} B,"
        f" largest {max(pictures):,d} B of {PICTURE:,d}"
    )
    over = [size for size in pictures if size > PICTURE]
    if total > FIRST_VIEW or over:
        print(f"phone: over budget: first view {total > FIRST_VIEW}, pictures {len(over)}")


if __name__ == "__main__":
    main()
