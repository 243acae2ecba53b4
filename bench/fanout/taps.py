"""A referee's tap: until it is recorded, and until the projector shows it."""

import http.client
import itertools
import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from bench.fanout.screen import Screen
from bench.fanout.starting import KINDS, ROOT, Bench, Failed, Server, module, ready
from tests.ports import free_port

CSRF = "a" * 32

WARM = 10
"""Taps before any is counted: the first ones load what they need."""

REST = 0.3
"""Seconds between two taps: merged pictures of the one before are out by then."""


@dataclass
class Console:
    """A referee's connection, kept alive as a browser keeps it."""

    port: int
    session: str
    address: str

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.seq = 0

    def send(self, command: dict[str, Any]) -> None:
        body = {"id": secrets.token_hex(16), "command": command, "seen": self.seq}
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"{self.session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
        }
        self.connection.request("POST", self.address, json.dumps(body), headers)

    def answer(self) -> None:
        """Raises Failed unless it is recorded."""
        response = self.connection.getresponse()
        body = response.read()
        if response.status != 200 or json.loads(body)["status"] != "recorded":
            raise Failed(f"a tap was not recorded: {response.status} {body[:300]!r}")
        self.seq += 1

    def tap(self, command: dict[str, Any]) -> float:
        """Milliseconds until it is answered."""
        began = time.perf_counter()
        self.send(command)
        self.answer()
        return (time.perf_counter() - began) * 1000


@dataclass
class Evening:
    """A server with a database of its own, and what ``evening.py`` made there."""

    server: Server
    referee: str
    screen: str
    editions: list[dict[str, Any]]

    def console(self, edition: dict[str, Any]) -> Console:
        address = f"/referee/{edition['edition']}/command/"
        return Console(self.server.ports[0], self.referee, address)


@contextmanager
def evening(bench: Bench, program: str, editions: int, actions: int) -> Iterator[Evening]:
    """The product as it is, or the view that it is compared with."""
    port = free_port()
    environment = bench.environment(port, f"data-{port}")
    with bench.process(module(program), environment=environment) as process:
        ready(process, port)
        made = subprocess.run(
            [sys.executable, "-m", "bench.fanout.evening", str(editions), str(actions)],
            cwd=ROOT,
            env={**os.environ, **environment},
            capture_output=True,
            check=True,
        )
        yield Evening(Server(KINDS["product"], [process], [port]), **json.loads(made.stdout))


def recorded(bench: Bench, rounds: int, taps: int) -> dict[str, list[float]]:
    """99 of 100 taps are answered within so many milliseconds: here, and by the bare view.

    By turns; each round is an evening of its own.
    """
    found: dict[str, list[float]] = {"product": [], "insert": []}
    with (
        evening(bench, "product", rounds, WARM + taps) as product,
        evening(bench, "insert", 0, 0) as insert,
    ):
        bare = Console(insert.server.ports[0], insert.referee, "/tap/")
        for edition in product.editions:
            console, times = product.console(edition), ([], [])
            for command in edition["commands"]:
                times[0].append(console.tap(command))
                times[1].append(bare.tap(command))
            for name, took in zip(found, times, strict=True):
                found[name].append(quantiles(took[WARM:], n=100, method="inclusive")[98])
    return found


def projected(bench: Bench, phones: int, rounds: int, taps: int) -> dict[str, list[float]]:
    """Milliseconds from a tap until the projector has it: alone, and with so many phones.

    Two servers by turns, the same evening on both.
    """
    found: dict[str, list[float]] = {"alone": [], "crowded": []}
    with ExitStack() as stack:
        client = stack.enter_context(bench.client())
        sides = []
        for _side in found:
            made = stack.enter_context(evening(bench, "product", 1, WARM + rounds * taps))
            port, headers = made.server.ports[0], {"Cookie": made.screen}
            screen = stack.enter_context(Screen(port, "/display/ws/?lang=it", headers))
            sides.append((made.console(made.editions[0]), screen))
        client.connect(made.server, phones)
        commands = iter(made.editions[0]["commands"])
        for command in itertools.islice(commands, WARM):
            for side in sides:
                until_projected(*side, command)
        for _round in range(rounds):
            times: tuple[list[float], list[float]] = ([], [])
            for _tap in range(taps):
                command = next(commands)
                for took, side in zip(times, sides, strict=True):
                    time.sleep(REST)
                    took.append(until_projected(*side, command))
                if client.ask("goal", seq=sides[1][0].seq)["missing"]:
                    raise Failed("a phone did not get what was tapped")
            for name, took in zip(found, times, strict=True):
                found[name].append(median(took))
        client.check()
    return found


def until_projected(console: Console, screen: Screen, command: dict[str, Any]) -> float:
    """Milliseconds. The answer to the referee is read afterwards."""
    began = time.perf_counter()
    console.send(command)
    try:
        screen.wait_for(console.seq + 1)
    finally:
        took = (time.perf_counter() - began) * 1000
        console.answer()
    return took
