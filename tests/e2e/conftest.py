"""A real server on a database of its own, and a real Chromium."""

import contextlib
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.ports import free_port, wait_until_it_answers

ROOT = Path(__file__).resolve().parent.parent.parent

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is not localhost: as insecure a context as the LAN address of an evening.
    "--host-resolver-rules=MAP arena.test 127.0.0.1",
]

ORGANISER = "organizzatore"

# A slow machine is no failure.
expect.set_options(timeout=40_000)


class Server:
    """``manage.py serve`` in a process of its own, on loopback, with its own DATA_DIR."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ,
            "DATA_DIR": str(folder),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
        }
        self.environment.pop("DATABASE_URL", None)
        self.environment.pop("REDIS_URL", None)
        self.clerk: subprocess.Popen[str] | None = None
        self.password = ""
        self.signed_in: dict[str, Any] = {}

    def start(self, *command: str) -> str:
        """Starts it, waits until it answers, and gives what it printed."""
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", *(command or ("serve",))],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read, args=(lines,), daemon=True)
        self.reader.start()
        printed = ""
        while "Ctrl-C" not in printed:
            printed += lines.get(timeout=60)
        password = re.search(r"password +(\S+)", printed)
        if password:
            self.password = password.group(1)
        wait_until_it_answers(self.port)
        return printed

    def _read(self, lines: "queue.Queue[str]") -> None:
        for line in self.process.stdout:
            lines.put(line)

    def stop(self, how: int = signal.SIGINT) -> int:
        """Ctrl-C, or another signal. Gives the exit code."""
        self.process.send_signal(how)
        code = self.process.wait(timeout=60)
        self.reader.join(timeout=30)
        self.process.stdout.close()
        return code

    def manage(self, *arguments: str) -> str:
        """``manage.py …`` in another process on the same database; what it printed."""
        if self.clerk is None:
            self.clerk = subprocess.Popen(
                [sys.executable, "-m", "tests.e2e.clerk"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        self.clerk.stdin.write(json.dumps(arguments) + "\n")
        self.clerk.stdin.flush()
        answer = json.loads(self.clerk.stdout.readline())
        assert "failed" not in answer, answer["failed"]
        return answer["printed"]

    def close(self) -> None:
        """Stops what is still running."""
        if self.process.poll() is None:
            self.stop()
        if self.clerk is not None:
            self.clerk.stdin.close()
            self.clerk.wait(timeout=60)
            self.clerk.stdout.close()

    def open_edition(
        self, folder: Path, header: dict[str, Any], actions: Sequence[dict[str, Any]] = ()
    ) -> int:
        """An opened edition by importing a header, and perhaps actions; its number."""
        path = folder / "evening.jsonl"
        path.write_text("\n".join(map(json.dumps, [header, *actions])), encoding="utf-8")
        return int(re.search(r"edition (\d+)", self.manage("import_evening", str(path))).group(1))

    def put_on_the_screens(self, edition: int) -> None:
        """This edition is what the public pages show."""
        make_current = f"setting_up.edition_make_current(edition_id={edition})"
        self.manage("shell", "-v", "0", "-c", f"from referee import setting_up;{make_current}")

    def evening(self, edition: int) -> list[dict[str, Any]]:
        """The exported evening: header and actions."""
        return [
            json.loads(line)
            for line in self.manage("export_evening", str(edition)).split("\n")
            if line
        ]


SAMPLE_EDITION = 1
"""What the public screens show at first."""


@contextlib.contextmanager
def running_server(folder: Path) -> Iterator[Server]:
    running = Server(folder)
    running.start()
    yield running
    running.close()


@pytest.fixture(scope="package")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For the files that follow each other in a process: started once."""
    with running_server(tmp_path_factory.mktemp("shared") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """Each test opens an edition of its own on it; a file that stops it, spoils its log or counts
    on a new one is marked ``own_server``."""
    if request.node.get_closest_marker("own_server"):
        with running_server(tmp_path_factory.mktemp("own") / "data") as running:
            yield running
    else:
        shared: Server = request.getfixturevalue("shared_server")
        shared.put_on_the_screens(SAMPLE_EDITION)
        yield shared


# Not for the whole session: while Playwright runs, no other test of its process can use asyncio.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if chromium() is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no Chromium: apt-get install chromium-headless-shell")
        pytest.skip("no Chromium here; install it with: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


def chromium() -> str | None:
    """The program: the shell without a window costs half, and is the same browser."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next(filter(None, map(shutil.which, names)), None)


def launched(playwright: Playwright) -> Browser:
    """A Chromium of our own."""
    return playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)


class Screens:
    """Opens pages and remembers what went wrong in any of them."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.problems: list[str] = []

    def open(
        self,
        path: str,
        width: int,
        height: int,
        *,
        language: str = "it-IT",
        host: str = "",
        state: Any = None,
    ) -> Page:
        """A page of its own, as on a device of its own."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, locale=language, storage_state=state
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(f"{path}: {error}"))
        page.on("console", lambda message: self.forbidden(path, message.text))
        page.goto((host or self.server.url) + path)
        return page

    def forbidden(self, path: str, text: str) -> None:
        """What the page's own policy did not let it do is a problem too."""
        if "Content Security Policy" in text:
            self.problems.append(f"{path}: {text}")

    def sign_in(
        self,
        path: str,
        width: int = 1024,
        height: int = 768,
        *,
        language: str = "it-IT",
        host: str = "",
    ) -> Page:
        """A tablet signed in as organiser, on *path*. The form is filled in once a server."""
        signed_in = self.server.signed_in
        if host not in signed_in:
            page = self.open("/referee/", width, height, language=language, host=host)
            page.fill("#id_username", ORGANISER)
            page.fill("#id_password", self.server.password)
            page.click("button.main")
            page.wait_for_url("**/referee/")
            signed_in[host] = page.context.storage_state()
            page.context.close()
        return self.open(path, width, height, language=language, host=host, state=signed_in[host])

    def close(self) -> None:
        for context in self.browser.contexts:
            context.close()
        assert self.problems == []


@pytest.fixture
def screens(browser: Browser, server: Server) -> Iterator[Screens]:
    opened = Screens(browser, server)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """One large page for what the tests of a file draw on it, each of them anew."""
    opened = Screens(browser, server)
    yield opened.open("/", 1920, 1080)
    opened.close()


@pytest.fixture(scope="module")
def one_context(browser: Browser) -> Iterator[BrowserContext]:
    """What is loaded once is there for every page of the module."""
    context = browser.new_context(locale="it-IT")
    yield context
    context.close()


@pytest.fixture
def fed(browser: Browser, server: Server, one_context: BrowserContext) -> Iterator[Any]:
    """Opens projector pages that are fed by hand; none may have complained in the end."""
    from tests.e2e.fed import (
        USUAL_SIZE,
        Fed,
    )  # it needs Django, which the pictures' programs start later

    opened = []

    def open_page(*, query: str = "", pace: float = 1, **calm: Any) -> Fed:
        context = browser.new_context(locale="it-IT", **calm) if calm else one_context
        page = Fed(context, f"{server.url}/display/{query}", *USUAL_SIZE, pace=pace)
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        page.page.close()
        assert page.errors == []
