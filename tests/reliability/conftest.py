"""An evening on a real server that is killed, stopped and starved."""

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cast import HEADER
from tests.e2e.conftest import ORGANISER, ROOT, Server
from tests.ports import wait_until_it_answers
from tests.reliability.devices import Connection, Screen, Tablet


class Evening(Server):
    """A server as in the browser tests, that can also be forked, and whose files can be read."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder
        self.nursery: subprocess.Popen[str] | None = None
        self.pid = self.served = 0
        self.edition = 0
        self.cookies: dict[str, str] = {}
        self.open: list[Connection | Screen] = []

    def prepare(self, header: dict[str, Any], scratch: Path) -> None:
        """The first start, by ``manage.py serve``: database, organiser, an edition on the screens.

        It is killed at once: the first thing that must survive.
        """
        self.serve()
        self.edition = self.open_edition(scratch, header)
        tablet = self.connection()
        tablet.sign_in(ORGANISER, self.password)
        self.cookies = dict(tablet.cookies)
        form = f"csrfmiddlewaretoken={self.cookies['csrftoken']}".encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        code, page = tablet.ask("POST", f"/referee/{self.edition}/current/", form, headers)
        assert code == 302, page.decode()
        self.hang_up()
        self.kill()

    def settle_in(self, prepared: "Evening") -> None:
        """Starts from a copy of another's files, instead of preparing its own."""
        shutil.copytree(
            prepared.folder, self.folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("logs")
        )
        self.edition, self.cookies = prepared.edition, dict(prepared.cookies)

    def fork(self, **order: Any) -> int:
        """Another server process on the same port and files: its number, once it answers."""
        if self.nursery is None:
            self.nursery = subprocess.Popen(
                [sys.executable, "-m", "tests.reliability.nursery"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        self.nursery.stdin.write(json.dumps({"port": self.port, **order}) + "\n")
        self.nursery.stdin.flush()
        self.pid = int(self.nursery.stdout.readline())
        wait_until_it_answers(self.port)
        return self.pid

    def serve(self) -> None:
        """The same by the whole ``manage.py serve``."""
        self.start()
        self.pid = self.served = self.process.pid

    def kill(self) -> None:
        """kill -9, if it still lives; returns when it is gone."""
        if self.pid and self.pid == self.served:
            self.stop(signal.SIGKILL)
            self.pid = 0
        elif self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.wait_until_gone()

    def wait_until_gone(self) -> None:
        deadline = time.monotonic() + 30
        while Path(f"/proc/{self.pid}").exists():
            assert time.monotonic() < deadline, "the server lives on"
            time.sleep(0.005)
        self.pid = 0

    def hang_up(self) -> None:
        """Every connection and socket of ours; connections can be used again."""
        for device in self.open:
            device.hang_up()

    def connection(self) -> Connection:
        """A browser; signed in once ``prepare`` has."""
        connection = Connection(self.port)
        connection.cookies = dict(self.cookies)
        self.open.append(connection)
        return connection

    def screen(self, path: str = "/ws/?lang=it") -> Screen:
        """A public screen's socket."""
        screen = Screen(self.port, path)
        self.open.append(screen)
        return screen

    def tablet(self) -> Tablet:
        return Tablet(self.connection(), self.edition)

    def dismiss_the_clerk(self) -> None:
        """It keeps the database open."""
        if self.clerk is not None:
            self.clerk.stdin.close()
            self.clerk.wait(timeout=60)
            self.clerk.stdout.close()
            self.clerk = None

    def close(self) -> None:
        self.hang_up()
        self.kill()
        self.dismiss_the_clerk()
        if self.nursery is not None:
            self.nursery.stdin.close()
            self.nursery.wait(timeout=60)
            self.nursery.stdout.close()


def rows_in(database: Path, edition: int) -> list[tuple[int, str, str, str]]:
    """seq, id, previous, digest of every row, in the order of the log."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=20)
    try:
        return connection.execute(
            "SELECT seq, command_id, previous, digest FROM referee_logrow"
            " WHERE edition_id = ? ORDER BY seq",
            [edition],
        ).fetchall()
    finally:
        connection.close()


def assert_holds(rows: list[tuple[int, str, str, str]], acknowledged: dict[str, int]) -> None:
    """Every row follows upon the one before, nothing twice, and what was acknowledged is where
    the server said.
    """
    assert [row[0] for row in rows] == list(range(len(rows)))
    assert [row[2] for row in rows] == ["", *(row[3] for row in rows[:-1])]
    ids = [row[1] for row in rows]
    assert len(set(ids)) == len(ids)
    for command_id, seq in acknowledged.items():
        assert seq < len(rows) and ids[seq] == command_id, f"acknowledged and not there: {seq}"


@pytest.fixture
def chance() -> random.Random:
    """Another one each time: where it fails, its seed is printed."""
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(1 << 32))
    print(f"SEED={seed}")
    return random.Random(seed)


@pytest.fixture(autouse=True)
def _nothing_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that ends leaves no server and no connection to the next one."""
    yield
    if "evening" in request.fixturenames:
        evening = request.getfixturevalue("evening")
        evening.hang_up()
        evening.kill()


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """An edition on the screens, opened, and no server running yet."""
    folder = tmp_path_factory.mktemp("evening")
    running = Evening(folder / "data")
    try:
        running.prepare(HEADER, folder)
        yield running
    finally:
        running.close()
