"""What was measured, against what must be reached: the table in docs/performance.md.

Everything here is figures in, text out. A value is the median of the rounds; a ratio is one of two
such values.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

BEGIN, END = "<!-- fanout: begin -->", "<!-- fanout: end -->"

LEVEL = 1.15
"""What is compared with other programs counts as level up to here."""

REACHED, LEVELLED, MISSED = "reached", "level", "**missed**"
ORDER = (REACHED, LEVELLED, MISSED)

NAMES = {
    "bare": "bare asyncio, one frame",
    "websockets": "`websockets`, `broadcast()`",
    "socket.io": "Socket.IO on node",
    "naive": "naive Channels, Daphne",
    "product": "**this program**, one process",
    "two": "**this program**, two processes, Redis",
}

Results = dict[str, Any]
"""By part of the bench (``run.PARTS``): what it found, and when, where and how."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the table."""

    what: str
    must: str
    measured: str
    result: str


def judged(value: float, most: float, level: float = 0.0) -> str:
    """Whether a value that must be at most *most* is."""
    return REACHED if value <= most else LEVELLED if value <= level else MISSED


def worst(results: Iterable[str]) -> str:
    return max(results, key=ORDER.index)


def number(value: float) -> str:
    """Two or three digits that say something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def divided(value: float, by: float) -> float:
    """The ratio; of a run that was too short for the clock, endless."""
    return value / by if by else math.inf


# ------------------------------------------------------------------------------- reading


class Cells:
    """The climb's cells: the median of a value, by server and number of sockets."""

    def __init__(self, cells: dict[str, dict[str, list[dict[str, float]]]]) -> None:
        self.cells = cells

    def names(self) -> list[str]:
        return [name for name in NAMES if self.cells.get(name)]

    def sizes(self, name: str) -> list[int]:
        return sorted(map(int, self.cells.get(name, {})))

    def get(self, name: str, size: int, what: str) -> float:
        return median(cell[what] for cell in self.cells[name][str(size)])

    def ratio(self, what: str, size: int, name: str, other: str) -> float:
        return divided(self.get(name, size, what), self.get(other, size, what))


# ------------------------------------------------------------------------------- figures


def figures(results: Results) -> list[Figure]:
    """Every row for which something was measured, in the order of the table."""
    found: list[Figure] = []
    for part, rows in ROWS.items():
        if part in results:
            found += rows(results[part])
    return found


def of_cpu(told: dict[str, Any]) -> list[Figure]:
    cells = Cells(told["cells"])
    sizes = cells.sizes("product")
    if not sizes:
        return []
    found = [_cpu(cells, size) for size in sizes if _peers(cells, size)]
    found += [_last(cells, size) for size in sizes if "websockets" in _peers(cells, size)]
    least, most = sizes[0], sizes[-1]
    grown = divided(cells.get("product", most, "cpu"), cells.get("product", least, "cpu"))
    found.append(
        Figure(
            f"CPU a delivery at {most:,} against {least:,}",
            "≤ 1.2 ×",
            f"{number(grown)} ×",
            judged(grown, 1.2),
        )
    )
    if most in cells.sizes("two"):
        found.append(_two(cells, most))
    for size in set(sizes) & set(cells.sizes("naive")):
        less = cells.ratio("cpu", size, "naive", "product")
        found.append(
            Figure(
                f"CPU against naive Channels, {size:,} sockets",
                "≥ 30 × less",
                f"{number(less)} × less",
                judged(30, less),
            )
        )
    kib = cells.get("product", most, "kib")
    found.append(
        Figure("memory a phone", "≤ 32 KiB", f"{number(kib)} KiB", judged(kib, 32)),
    )
    return found


def _peers(cells: Cells, size: int) -> list[str]:
    return [name for name in ("websockets", "socket.io") if size in cells.sizes(name)]


def _cpu(cells: Cells, size: int) -> Figure:
    ratios = {name: cells.ratio("cpu", size, "product", name) for name in _peers(cells, size)}
    against = ", ".join(f"{number(ratio)} × {name}" for name, ratio in ratios.items())
    return Figure(
        f"server CPU a delivery, {size:,} sockets",
        "≤ 1.0 × `websockets` and Socket.IO",
        f"{number(cells.get('product', size, 'cpu'))} µs: {against}",
        worst(judged(ratio, 1.0, LEVEL) for ratio in ratios.values()),
    )


def _last(cells: Cells, size: int) -> Figure:
    ratios = [cells.ratio(what, size, "product", "websockets") for what in ("last", "p99")]
    times = [cells.get("product", size, what) for what in ("last", "p99")]
    return Figure(
        f"time to the last of {size:,} sockets, median · p99",
        "≤ 1.1 × `websockets`",
        f"{number(times[0])} · {number(times[1])} ms: {number(ratios[0])} · {number(ratios[1])} ×",
        worst(judged(ratio, 1.1, LEVEL) for ratio in ratios),
    )


def _two(cells: Cells, size: int) -> Figure:
    last = cells.ratio("last", size, "two", "product")
    redis = cells.get("two", size, "redis")
    busiest = cells.ratio("busiest", size, "two", "product")
    cpu = divided(cells.get("two", size, "cpu") + redis, cells.get("product", size, "cpu"))
    return Figure(
        f"two processes and Redis against one, {size:,} sockets",
        "last socket ≤ 0.8 ×, CPU ≤ 1.2 ×",
        f"{number(last)} ×, {number(cpu)} × (of it Redis {number(redis)} µs a delivery; the busier"
        f" of the two is at work {number(busiest)} × as long)",
        worst((judged(last, 0.8), judged(cpu, 1.2))),
    )


def of_asleep(told: dict[str, Any]) -> list[Figure]:
    if not told["product"] or not told["two"]:
        return []
    one, two = median(told["product"]), median(told["two"])
    return [
        Figure(
            f"two processes against one while the client sleeps, {told['sockets']:,} sockets",
            "last socket ≤ 0.8 ×",
            f"{number(two)} ms, {number(one)} with one process: {number(two / one)} ×",
            judged(two / one, 0.8),
        )
    ]


def of_storm(told: dict[str, Any]) -> list[Figure]:
    product, peer = told["product"], told["websockets"]
    if not product:
        return []
    failures = sum(one["failures"] for one in product)
    seconds = median(one["seconds"] for one in product)
    results, measured = [judged(failures, 0)], f"{failures} failures, {number(seconds)} s"
    if peer:
        ratio = seconds / median(one["seconds"] for one in peer)
        measured += f": {number(ratio)} ×"
        results.append(judged(ratio, 6))
    return [
        Figure(
            f"{told['sockets']:,} connect at once, until all have the present picture",
            "0 failures, ≤ 6 × `websockets`",
            measured,
            worst(results),
        )
    ]


def of_slow(told: dict[str, Any]) -> list[Figure]:
    rounds = told["rounds"]
    if not rounds:
        return []
    grown = median(one["grown"] for one in rounds)
    times = [median(one[when] for one in rounds) for when in ("reading", "deaf")]
    ratio = divided(times[1], times[0])
    stale = sum(one["stale"] for one in rounds)
    what = f"{told['deaf']} sockets that never read, {told['pictures']:,} pictures"
    return [
        Figure(
            f"{what}: the server grows",
            "≤ 10 MiB",
            f"{number(grown)} MiB",
            judged(grown, 10),
        ),
        Figure(
            f"the same: the time of {told['readers']:,} others",
            "≤ 1.3 ×",
            f"{number(times[1])} ms, {number(times[0])} while all read: {number(ratio)} ×",
            judged(ratio, 1.3),
        ),
        Figure(
            f"the same: who resume end on the last picture, also after {told['burst']} at once",
            "all",
            "all" if not stale else f"{stale} did not",
            judged(stale, 0),
        ),
    ]


def of_tap(told: dict[str, Any]) -> list[Figure]:
    if "crowded" not in told:
        return []
    alone, crowded = median(told["alone"]), median(told["crowded"])
    return [
        Figure(
            f"a tap until the projector has it, with {told['sockets']:,} phones",
            "≤ 2 × without",
            f"{number(crowded)} ms, {number(alone)} without: {number(crowded / alone)} ×",
            judged(crowded / alone, 2),
        )
    ]


def of_post(told: dict[str, Any]) -> list[Figure]:
    if "product" not in told:
        return []
    product, bare = median(told["product"]), median(told["insert"])
    return [
        Figure(
            "a tap recorded over HTTP, p99",
            "≤ 1.5 × a bare view with one INSERT",
            f"{number(product)} ms, {number(bare)} bare: {number(product / bare)} ×",
            judged(product / bare, 1.5),
        )
    ]


def of_weight(told: dict[str, Any]) -> list[Figure]:
    if "plain" not in told:
        return []
    ratio = told["compressed"] / told["plain"]
    each = (told[what] for what in ("first", "later", "largest"))
    first, later, largest = (f"{size:,.0f}" for size in each)
    return [
        Figure(
            f"bytes of a picture to a phone, compressed, over {told['pictures']:,} pictures",
            "≤ 0.25 ×",
            f"{told['compressed']:,.0f} of {told['plain']:,.0f}: {number(ratio)} × (the first"
            f" {first}, later ones mostly {later}, at most {largest})",
            judged(ratio, 0.25),
        )
    ]


ROWS: dict[str, Callable[[dict[str, Any]], list[Figure]]] = {
    "cpu": of_cpu,
    "asleep": of_asleep,
    "storm": of_storm,
    "slow": of_slow,
    "tap": of_tap,
    "post": of_post,
    "weight": of_weight,
}


# ---------------------------------------------------------------------------------- text


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def text(results: Results) -> str:
    """The whole block, in Markdown."""
    rows = [(one.what, one.must, one.measured, one.result) for one in figures(results)]
    lines = table(("figure", "must reach", "measured", "result"), rows)
    lines += ["", "*Level*: above what must be reached, but not above 1.15 × the other program."]
    if "cpu" in results:
        lines += ["", *details(Cells(results["cpu"]["cells"]))]
    for how in dict.fromkeys(told["how"] for told in results.values()):
        parts = ", ".join(part for part, told in results.items() if told["how"] == how)
        lines += ["", f"{parts}: {how}"]
    for part, told in results.items():
        lines += [f"- {part}: {line}" for line in told["notes"]]
    return "\n".join(lines)


def details(cells: Cells) -> list[str]:
    """What each server did, and how much of it the client could have taken."""
    rows = [
        (
            NAMES[name],
            f"{size:,}",
            *(number(cells.get(name, size, what)) for what in ("cpu", "last", "p99", "kib")),
        )
        for name in cells.names()
        for size in cells.sizes(name)
    ]
    heads = ("server", "sockets", "CPU, µs a delivery", "last, ms", "p99, ms", "KiB a socket")
    lines = table(heads, rows)
    if sizes := cells.sizes("bare"):
        client = cells.get("bare", sizes[-1], "client")
        last = cells.get("bare", sizes[-1], "last")
        lines += [
            "",
            f"The client's own ceiling: a delivery takes {number(client)} µs of its processor with"
            f" {sizes[-1]:,} sockets of the bare server, so it can have {number(1000 / client)}"
            f" thousand a second; there it had {number(sizes[-1] / last)} thousand.",
        ]
    return lines


def write(path: Path, results: Results) -> None:
    """Puts the block between its two marks. Raises ValueError if they are not there."""
    before, begin, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path}: {BEGIN} … {END} not found")
    path.write_text(
        f"{before}{BEGIN}\n\n{text(results)}\n\n{END}{after}",
        encoding="utf-8",
    )
