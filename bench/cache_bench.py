"""Crowds that poll: the program alone, nginx before it, and nginx that keeps answers for a second.

One process on SQLite, deploy/nginx-several.conf without TLS, one nginx worker, all on loopback. The
client keeps its connections, asks again as soon as it is answered, and only counts the answers.
Printed for each way: answers a second (median of the rounds, least and most), the CPU of program
and nginx for a thousand; the client's own ceiling (nginx with a fixed answer); and the time from a
tap's answer until a crowd that asks nginx gets it.

``python bench/cache_bench.py``; ``SECONDS=1`` for a look.
"""

import asyncio
import contextlib
import gzip
import json
import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")

import django  # noqa: E402

django.setup()

from tests.cast import HEADER, throw  # noqa: E402
from tests.e2e.conftest import ORGANISER, Server  # noqa: E402
from tests.proxy import NAME, Site  # noqa: E402
from tests.tablet import Tablet  # noqa: E402

SECONDS = float(os.environ.get("SECONDS", "3"))
ROUNDS = 3
CONNECTIONS = 50
ACTIONS = 20 if SECONDS > 2 else 1
PICTURE, PAGE, FIXED = "/board.json?lang=it", "/", "/fixed"
TICKS = os.sysconf("SC_CLK_TCK")
ANSWER = b"HTTP/1.1 200"

KEEPING = "    proxy_cache_bypass     $oca_own;\n    proxy_no_cache         $oca_own;\n"
NOT_KEEPING = "    proxy_cache_bypass     1;\n    proxy_no_cache         1;\n"


class Phone(asyncio.Protocol):
    """One connection that asks without a pause, and counts answers by their first line."""

    def __init__(self, request: bytes) -> None:
        self.request, self.answers, self.tail, self.lost = request, 0, b"", False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        came = (self.tail + data).count(ANSWER)
        self.tail = data[-len(ANSWER) + 1 :]
        self.answers += came
        self.transport.write(self.request * came)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True


async def crowd(port: int, path: str, seconds: float, *pids: int) -> tuple[float, list[float]]:
    """Answers a second that all connections together get; milliseconds of processor that each of
    these processes has for a thousand of them.
    """
    lines = (f"GET {path} HTTP/1.1", f"Host: {NAME}:{port}", "Accept-Encoding: gzip", "", "")
    request, loop = "\r\n".join(lines).encode(), asyncio.get_running_loop()
    phones: list[Phone] = []
    for _phone in range(CONNECTIONS):
        _transport, phone = await loop.create_connection(lambda: Phone(request), "127.0.0.1", port)
        phones.append(phone)
    await asyncio.sleep(seconds / 3)  # until all are served in turn
    began, before, had = time.perf_counter(), counted(phones), [cpu(pid) for pid in pids]
    await asyncio.sleep(seconds)
    answers = counted(phones) - before
    passed = time.perf_counter() - began
    spent = [(cpu(pid) - ago) / answers * 1e6 for pid, ago in zip(pids, had, strict=True)]
    assert not any(phone.lost for phone in phones), "a connection was closed"
    for phone in phones:
        phone.transport.abort()
    return answers / passed, spent


def counted(phones: list[Phone]) -> int:
    return sum(phone.answers for phone in phones)


def stat(pid: int) -> list[str]:
    """What Linux tells of a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def cpu(pid: int) -> float:
    """Seconds of processor that a process has had, and its children (nginx's workers) with it."""
    family = [pid]
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdecimal() and int(stat(int(folder.name))[1]) == pid:
                family.append(int(folder.name))
    return sum(int(ticks) for one in family for ticks in stat(one)[11:13]) / TICKS


class Bench:
    """The program, and nginx before it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(folder / "data")
        self.site = Site(folder, tls=False)

    def start(self) -> None:
        """The program, with an evening in its middle: the picture has its usual size."""
        self.server.start()
        actions = [throw(2), {"do": "undo"}] * 10
        self.edition = self.server.open_edition(self.folder, HEADER, actions)
        self.tablet = Tablet(self.server.url).sign_in(ORGANISER, self.server.password)
        token = next(c.value for c in self.tablet.cookies if c.name == "csrftoken")
        self.tablet.form(f"/referee/{self.edition}/current/", csrfmiddlewaretoken=token)
        assert self.tablet.board()["seq"] == len(actions)
        _status, page = self.tablet.ask(PAGE)
        script = re.search(r'href="(/static/display/phone\.[^"]+\.js)"', page)
        assert script is not None
        self.paths = (PICTURE, PAGE, script[1])

    def nginx(self, changed: dict[str, str] | None = None) -> contextlib.AbstractContextManager:
        """nginx-several.conf before the one process. A connection lasts for a whole round."""
        fixed = f"location = {FIXED} {{ return 200 '{'x' * 1500}'; }}"
        endless = "keepalive_requests 100000000;"
        return self.site.running(
            "nginx-several.conf",
            {
                "    server 127.0.0.1:8002;\n": "",
                "127.0.0.1:8001": f"127.0.0.1:{self.server.port}",
                "/var/lib/nginx/oca": f"{self.folder}/cache",
                "    client_max_body_size 1m;\n": f"    {endless} {fixed}\n",
                **(changed or {}),
            },
        )

    def row(self, way: str, path: str, port: int, *processes: int) -> None:
        """Prints a line of the table; *processes*: the program, and nginx if it is on the way."""
        rates, spent = [], []
        for _round in range(ROUNDS):
            rate, each = asyncio.run(crowd(port, path, SECONDS, *processes))
            rates.append(rate)
            spent.append(each)
        told = [f"{statistics.median(one):,.1f}" for one in zip(*spent, strict=True)]
        rate = f"{statistics.median(rates):,.0f} ({min(rates):,.0f}–{max(rates):,.0f})"
        print(
            " | ".join([f"| {way}, `{path}`", rate, *told, *["–"] * (2 - len(told))]),
            "|",
            flush=True,
        )

    def rows(self) -> None:
        program, port = self.server.process.pid, self.site.port
        for path in self.paths:
            self.row("the program alone", path, self.server.port, program)
        for way, changed in (("nginx that keeps nothing", {KEEPING: NOT_KEEPING}), ("nginx", {})):
            with self.nginx(changed):
                nginx = int((self.folder / "nginx.pid").read_text())
                for path in self.paths:
                    self.row(way, path, port, program, nginx)
                if not changed:
                    self.row("the client's ceiling", FIXED, port, program, nginx)

    def seen(self) -> int:
        """The row that nginx shows, asked for as the crowd does: compressed is kept apart."""
        answer = self.site.ask("GET", PICTURE, Accept_Encoding="gzip")
        return json.loads(gzip.decompress(answer.body))["seq"]

    async def age(self) -> float:
        """Seconds from a tap's answer until a crowd that asks nginx gets what was tapped."""
        seq = self.tablet.board()["seq"]
        crowded = asyncio.create_task(crowd(self.site.port, PICTURE, 3))
        await asyncio.sleep(0.3 + seq % 7 / 7)
        command = {"do": "undo"} if seq % 2 else throw(2)
        status, _told = await asyncio.to_thread(self.tablet.tap, self.edition, command)
        recorded = time.perf_counter()
        assert status == 200
        while await asyncio.to_thread(self.seen) <= seq:
            await asyncio.sleep(0.01)
        passed = time.perf_counter() - recorded
        await crowded
        return passed


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        bench.start()
        try:
            print("| way | answers a second | program, CPU ms | nginx, CPU ms |\n|---|---|---|---|")
            bench.rows()
            with bench.nginx():
                ages = sorted(asyncio.run(bench.age()) for _action in range(ACTIONS))
            print(f"\nuntil seen, s: median {statistics.median(ages):.2f}, longest {ages[-1]:.2f}")
        finally:
            bench.server.close()


if __name__ == "__main__":
    main()
