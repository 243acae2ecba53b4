"""The fan-out bench: this program beside other ways to push a picture to thousands of phones.

``run.py`` measures all and writes the table in docs/performance.md; ``make bench`` runs it. What
each part found is kept in var/fanout.json, so that ``--only cpu,storm`` measures these anew and
leaves the others. With fewer sockets, rounds or pictures, or without peers, nothing is kept and the
table is only printed.
"""

import argparse
import datetime
import importlib.util
import json
import os
import platform
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from bench.fanout import climb, report, slow, storm, taps, weight  # noqa: E402
from bench.fanout.starting import HERE, Bench, allow_files  # noqa: E402

KEPT = ROOT / "var" / "fanout.json"
DOCS = ROOT / "docs" / "performance.md"

SOCKETS, ROUNDS, PICTURES = 4000, 5, 100
NAIVE_PICTURES = 5
ASLEEP_PICTURES = 50
READERS, SLOW_PICTURES = 500, 2000
PROJECTED_TAPS, RECORDED_TAPS, ACTIONS = 30, 200, 150

FEWEST = 50
"""Sockets: a quarter of them must be more than ``climb.WARM``."""

FILES_FOR_THE_REST = 300
"""Open files that are not phones."""


class Run:
    """What was asked for, what there is to compare with, and what went wrong."""

    def __init__(self, bench: Bench, options: argparse.Namespace) -> None:
        self.bench, self.sockets, self.rounds = bench, options.sockets, options.rounds
        self.pictures = options.pictures
        self.failed: list[str] = []
        self.left_out: set[str] = set()
        self.without: list[str] = []
        if options.no_peers:
            self.left_out = {"bare", "websockets", "socket.io", "naive"}
            return
        if importlib.util.find_spec("websockets") is None:
            self.leave_out("websockets", "not installed here")
        if "cpu" in options.only and (why := bench.install_node()):
            self.leave_out("socket.io", why)

    def leave_out(self, name: str, why: str) -> None:
        self.without.append(f"without {name}: {why}")
        say(self.without[-1])
        self.left_out.add(name)

    def share(self, number: int) -> int:
        """So many of them as there are of the pictures that would be usual."""
        return max(2, number * self.pictures // PICTURES)

    def tried(self, what: str, measure: Callable[[], Any]) -> Any:
        """What was found, told in a line; None if it failed, which is noted."""
        try:
            found = measure()
        except Exception as error:  # whatever it was: the other figures are measured all the same
            self.failed.append(f"{what}: {error!r}")
            say(f"{what} FAILED: {error!r}\n{self.bench.log()[-2000:]}")
            return None
        say(f"{what}: {short(found)}")
        return found

    def each_round(self, what: str, measure: Callable[[], Any]) -> list[Any]:
        """The rounds that did not fail."""
        rounds = [self.tried(f"{what}, round {n}", measure) for n in range(1, self.rounds + 1)]
        return [found for found in rounds if found is not None]


def cpu(run: Run) -> dict[str, Any]:
    """Every server with more and more phones, by turns."""
    if shutil.which("redis-server") is None:
        run.leave_out("two", "no redis-server here")
    sizes = sorted({run.sockets // 4, run.sockets // 2, run.sockets})
    cells: dict[str, dict[str, list[climb.Cell]]] = {}
    for number in range(1, run.rounds + 1):
        for name in [name for name in report.NAMES if name not in run.left_out]:
            naive = name == "naive"
            on, pictures = ([sizes[1]], NAIVE_PICTURES) if naive else (sizes, run.pictures)
            found = run.tried(
                f"cpu, {name}, round {number}",
                lambda name=name, on=on, pictures=pictures: climb.climb(
                    run.bench, name, on, pictures
                ),
            )
            for size, cell in (found or {}).items():
                cells.setdefault(name, {}).setdefault(str(size), []).append(cell)
    return {"cells": cells}


def asleep(run: Run) -> dict[str, Any]:
    """One process and two, by turns, while the client sleeps."""
    found: dict[str, Any] = {"sockets": run.sockets, "product": [], "two": []}
    names = ["product"] if shutil.which("redis-server") is None else ["product", "two"]
    for number in range(1, run.rounds + 1):
        for name in names:
            told = run.tried(
                f"asleep, {name}, round {number}",
                lambda name=name: climb.asleep(
                    run.bench, name, run.sockets, run.share(ASLEEP_PICTURES)
                ),
            )
            found[name] += [] if told is None else [told]
    return found


def storms(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = {"sockets": run.sockets, "product": [], "websockets": []}
    for number in range(1, run.rounds + 1):
        for name in [name for name in ("websockets", "product") if name not in run.left_out]:
            told = run.tried(
                f"storm, {name}, round {number}",
                lambda name=name: storm.storm(run.bench, name, run.sockets),
            )
            found[name] += [told] if told else []
    return found


def slow_readers(run: Run) -> dict[str, Any]:
    readers = min(READERS, run.sockets)
    pictures = run.share(SLOW_PICTURES)
    rounds = run.each_round("slow", lambda: slow.slow(run.bench, readers, pictures))
    return {
        "rounds": rounds,
        "readers": readers,
        "pictures": pictures,
        "deaf": slow.DEAF,
        "burst": slow.BURST,
    }


def tap(run: Run) -> dict[str, Any] | None:
    each = run.share(PROJECTED_TAPS)
    found = run.tried("tap", lambda: taps.projected(run.bench, run.sockets, run.rounds, each))
    return found and found | {"sockets": run.sockets}


def post(run: Run) -> dict[str, Any] | None:
    each = run.share(RECORDED_TAPS)
    found: dict[str, Any] | None = run.tried(
        "post", lambda: taps.recorded(run.bench, run.rounds, each)
    )
    return found


def weigh(run: Run) -> dict[str, Any] | None:
    actions = run.share(ACTIONS)
    found: dict[str, Any] | None = run.tried("weight", lambda: weight.weight(run.bench, actions))
    return found


PARTS: dict[str, Callable[[Run], dict[str, Any] | None]] = {
    "cpu": cpu,
    "asleep": asleep,
    "storm": storms,
    "slow": slow_readers,
    "tap": tap,
    "post": post,
    "weight": weigh,
}


# ---------------------------------------------------------------------------------- words


def say(line: str) -> None:
    print(f"fanout: {line}", flush=True)


def short(found: Any) -> str:
    """A result in a line."""
    if isinstance(found, dict):
        return " ".join(f"{key}: {short(value)}" for key, value in found.items())
    if isinstance(found, list):
        return "[" + " ".join(map(short, found)) + "]"
    return report.number(found) if isinstance(found, float) else str(found)


def how(rounds: int) -> str:
    """When, on what, and with which versions."""
    cpuinfo = Path("/proc/cpuinfo").read_text()
    models = [
        line.partition(":")[2].strip() for line in cpuinfo.split("\n") if "model name" in line
    ]
    there = {d.name.lower(): d.version for d in metadata.distributions() if d.name}
    packages = (
        "Django",
        "channels",
        "daphne",
        "Twisted",
        "autobahn",
        "channels-redis",
        "websockets",
    )
    versions = [f"{name} {there[name.lower()]}" for name in packages if name.lower() in there]
    wanted = json.loads((HERE / "servers" / "socketio" / "package.json").read_text())
    versions += [f"{name} {version}" for name, version in wanted["dependencies"].items()]
    return (
        f"{datetime.date.today()}, {os.cpu_count()} cores ({models[0] if models else 'unknown'}),"
        f" Python {platform.python_version()}, {', '.join(versions)}; median of {rounds}."
    )


# --------------------------------------------------------------------------------- running


def options_of(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", type=lambda text: text.split(","), default=list(PARTS), help=", ".join(PARTS)
    )
    parser.add_argument("--sockets", type=int, default=SOCKETS, help="at most, and for the storm")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--pictures", type=int, default=PICTURES, help="for each figure")
    parser.add_argument("--no-peers", action="store_true", help="this program alone")
    options = parser.parse_args(arguments)
    if options.sockets < FEWEST:
        parser.error(f"at least {FEWEST} sockets")
    if unknown := set(options.only) - PARTS.keys():
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    return options


def measured(bench: Bench, options: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each part that was asked for, as soon as it is done."""
    run = Run(bench, options)
    for part in [part for part in PARTS if part in options.only]:
        run.failed = []
        found = PARTS[part](run) or {}
        notes = [*run.without, *run.failed]
        yield part, {**found, "how": how(options.rounds), "notes": notes}


def main() -> int:
    options = options_of()
    whole = (options.sockets, options.rounds, options.pictures) == (SOCKETS, ROUNDS, PICTURES)
    keep = whole and not options.no_peers
    files = allow_files() - FILES_FOR_THE_REST
    if options.sockets > files:
        say(f"the system allows {files} sockets only (ulimit -n)")
        return 1
    results: report.Results = json.loads(KEPT.read_text()) if keep and KEPT.exists() else {}
    with Bench() as bench:
        for part, found in measured(bench, options):
            results[part] = found
            if keep:
                KEPT.parent.mkdir(exist_ok=True)
                KEPT.write_text(json.dumps(results, indent=1))
    results = {part: results[part] for part in PARTS if part in results}
    print(report.text(results))
    if keep:
        report.write(DOCS, results)
    return 0


def interrupted(*_signal: Any) -> None:
    """As Ctrl-C: what was started is stopped."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, interrupted)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        say("stopped")
        sys.exit(130)
