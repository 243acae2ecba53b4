"""docs/deploy.md, "More than one process", as written: two processes, PostgreSQL, Redis, nginx."""

import configparser
import contextlib
import re
import secrets
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from tests.cast import HEADER, throw
from tests.e2e.conftest import ORGANISER, Server
from tests.proxy import NAME, ROOT, Site
from tests.real_servers import (
    NO_DISK,
    PostgreSQL,
    Redis,
    as_somebody,
    running_postgresql,
    running_redis,
)
from tests.reliability.devices import Connection, Screen
from tests.tablet import until
from tests.wire import upgraded

DEPLOY = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
SECTION = DEPLOY.partition("\n## More than one process\n")[2].partition("\n## ")[0]
BLOCKS = [
    [line.strip() for line in block.strip().splitlines()]
    for block in re.findall(r"(?:^    .*\n)+", SECTION, re.M)
]
INSTALL, ENVIRONMENT, START, *_rest = BLOCKS
PORTS = [int(port) for line in START for port in re.findall(r"cagli-oca@(\d+)", line)]

PHONES = 8
"""That ask at once."""


def told_environment(**replaced: str) -> dict[str, str]:
    """/etc/cagli-oca.env as the section has it, with other addresses."""
    assert dict(line.split("=", 1) for line in ENVIRONMENT) == {
        "DATABASE_URL": "postgresql:///oca",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "PUBLIC_URL": "https://palio.example",
    }
    return replaced


def unit_environment(port: int, data: Path) -> dict[str, str]:
    """What the service's file says, for one port."""
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[method-assign,assignment]
    unit.read(ROOT / "deploy" / "cagli-oca@.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith("/python manage.py serve")
    told = dict(one.split("=", 1) for one in service["Environment"].split())
    assert told["DATA_DIR"] == "/var/lib/cagli-oca"
    return {**told, "DATA_DIR": str(data), "PORT": told["PORT"].replace("%i", str(port))}


class Direct(Connection):
    """A tablet whose requests nginx always gives to one process."""

    def __init__(self, site: Site, server: Server) -> None:
        super().__init__(server.port)
        self.site = site

    def headers(self) -> dict[str, str]:
        host = f"{NAME}:{self.site.port}"
        told = {"Host": host, "X-Forwarded-Proto": "https", "Origin": self.site.url}
        return {**super().headers(), **told}

    def tap(self, edition: int, seen: int) -> tuple[int, dict[str, Any]]:
        """A throw after an even row, and its undo after an odd one: always lawful."""
        command = {"do": "undo"} if seen % 2 else throw(5)
        body = {"id": secrets.token_hex(16), "seen": seen, "command": command}
        return self.post(f"/referee/{edition}/command/", body)


class Installation:
    """All of it, on loopback."""

    def __init__(self, postgresql: PostgreSQL, redis: Redis, site: Site, folder: Path) -> None:
        self.postgresql, self.redis, self.site = postgresql, redis, site
        where = quote(str(postgresql.folder), safe="")
        environment = told_environment(
            DATABASE_URL=f"postgresql://oca@{where}:{postgresql.port}/oca",
            REDIS_URL=redis.url,
            PUBLIC_URL=site.url,
        )
        self.servers = [Server(folder / "data") for _port in PORTS]
        for server in self.servers:
            told = unit_environment(server.port, folder / "data")
            server.environment |= told | environment
        self.open: list[Screen | Direct] = []
        self.edition = 0

    def make_database(self) -> None:
        """The two commands of the section."""
        who = f"-h {self.postgresql.folder} -p {self.postgresql.port} -U postgres"
        for line in INSTALL:
            user, _dashes, command = line.partition(" -- ")
            if user == "runuser -u postgres":
                name, *rest = command.split()
                subprocess.run([*as_somebody(), name, *who.split(), *rest], check=True)

    def start(self) -> list[str]:
        """Both processes at once; what each printed."""
        with ThreadPoolExecutor() as together:
            return list(together.map(Server.start, self.servers))

    def close(self) -> None:
        for server in self.servers:
            if hasattr(server, "process"):
                server.close()

    def tablet(self, which: int) -> Direct:
        """A tablet that is signed in, at one of the processes."""
        tablet = Direct(self.site, self.servers[which])
        tablet.cookies = dict(self.cookies)
        self.open.append(tablet)
        return tablet

    def screen(self, which: int) -> Screen:
        """A phone's socket at one of the processes, after its first picture."""
        screen = Screen(self.servers[which].port)
        self.open.append(screen)
        screen.picture()
        return screen

    def open_edition(self, scratch: Path) -> None:
        """A new evening on the screens."""
        self.edition = self.servers[0].open_edition(scratch, HEADER)
        tablet = self.tablet(0)
        form = f"csrfmiddlewaretoken={tablet.cookies['csrftoken']}".encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        assert tablet.ask("POST", f"/referee/{self.edition}/current/", form, kind)[0] == 302


@pytest.fixture(scope="module")
def installation(tmp_path_factory) -> Iterator[Installation]:
    folder = tmp_path_factory.mktemp("several")
    with contextlib.ExitStack() as stack:
        postgresql = stack.enter_context(running_postgresql("postgres", NO_DISK))
        redis = stack.enter_context(running_redis(folder))
        made = Installation(postgresql, redis, Site(folder), folder)
        made.make_database()
        stack.callback(made.close)
        made.printed = made.start()
        upstream = {
            f"127.0.0.1:{port}": f"127.0.0.1:{server.port}"
            for port, server in zip(PORTS, made.servers, strict=True)
        }
        kept = {"/var/lib/nginx/oca": f"{folder}/cache"}
        stack.enter_context(made.site.running("nginx-several.conf", upstream | kept))
        password = next(server.password for server in made.servers if server.password)
        tablet = Direct(made.site, made.servers[0])
        tablet.sign_in(ORGANISER, password)
        tablet.hang_up()
        made.cookies = tablet.cookies
        yield made


@pytest.fixture
def evening(installation, tmp_path):
    """A new edition on the screens, both processes and both servers there."""
    installation.open_edition(tmp_path)
    yield installation
    while installation.open:
        installation.open.pop().hang_up()


def heard(screen: Screen, seq: int) -> None:
    """Returns once this screen shows that row. Raises if it hears nothing for twenty seconds."""
    while screen.picture()["seq"] < seq:
        pass


# ------------------------------------------------------------------ several processes


def test_the_files_that_the_section_copies_are_there():
    copied = [line.split()[1] for line in INSTALL if line.startswith("cp deploy/")]
    assert copied == ["deploy/cagli-oca@.service", "deploy/nginx-several.conf"]
    assert all((ROOT / path).is_file() for path in copied)
    assert PORTS == [8001, 8002]


def test_of_two_processes_that_start_at_once_one_makes_the_organiser(installation):
    assert sum("password" in printed for printed in installation.printed) == 1


def test_who_signed_in_at_one_process_records_there_and_a_socket_at_the_other_hears(evening):
    screens = [evening.screen(0), evening.screen(1)]
    assert evening.tablet(0).tap(evening.edition, 0)[0] == 200
    assert evening.tablet(1).tap(evening.edition, 1)[0] == 200
    for screen in screens:
        heard(screen, 2)


def test_a_socket_goes_through_nginx(evening):
    with evening.site.wire() as wire:
        assert b"101" in upgraded(wire, evening.site.port, evening.site.url, NAME)


def test_of_two_tablets_at_two_processes_one_wins_each_round_and_the_other_is_stale(evening):
    tablets = [evening.tablet(0), evening.tablet(1)]
    rounds = 12
    with ThreadPoolExecutor(2) as together:
        for seen in range(rounds):
            start = threading.Barrier(2)

            def tap(tablet: Direct, start=start, seen=seen) -> tuple[int, dict[str, Any]]:
                start.wait()
                return tablet.tap(evening.edition, seen)

            answers = sorted(together.map(tap, tablets), key=lambda answer: answer[0])
            assert [code for code, _answer in answers] == [200, 409], answers
            assert answers[0][1]["seq"] == answers[1][1]["head"] == seen + 1
            assert answers[1][1]["status"] == "stale"
    assert len(evening.servers[0].evening(evening.edition)[1:]) == rounds
    assert f"edition {evening.edition} (Palio 2026): ok" in evening.servers[0].manage("check_log")


def test_a_redis_killed_in_mid_evening_is_missed_by_nobody_and_used_again(evening):
    screens = [evening.screen(0), evening.screen(1)]
    evening.redis.kill()
    tablet = evening.tablet(0)
    assert tablet.tap(evening.edition, 0)[0] == 200
    for screen in screens:
        heard(screen, 1)  # each process looks at the log itself
    evening.redis.start()
    group = ("PUBSUB", "NUMSUB", "asgi__group__news")
    until(lambda: evening.redis.ask(*group).split()[-1] == "2")  # both listen again
    assert tablet.tap(evening.edition, 1)[0] == 200
    for screen in screens:
        heard(screen, 2)


def test_a_postgresql_that_is_restarted_in_mid_evening_is_met_again(evening):
    screen, tablet = evening.screen(1), evening.tablet(0)
    assert tablet.tap(evening.edition, 0)[0] == 200
    evening.postgresql.stop()
    code, answer = tablet.tap(evening.edition, 1)
    assert (code, answer["status"]) == (503, "trouble")
    evening.postgresql.start()
    assert tablet.tap(evening.edition, 1)[0] == 200
    heard(screen, 2)


def test_who_waits_too_long_for_another_writer_is_told_that_the_database_is_busy(evening):
    address = f"postgresql://postgres@127.0.0.1:{evening.postgresql.port}/oca"
    row = ("SELECT 1 FROM referee_edition WHERE id = %s FOR UPDATE", [evening.edition])
    with psycopg.connect(address) as writer:
        writer.execute(*row)
        code, answer = evening.tablet(0).tap(evening.edition, 0)
    assert (code, answer["trouble"]) == (503, "busy")
    assert evening.tablet(0).tap(evening.edition, 0)[0] == 200


def test_when_a_process_is_killed_nginx_goes_on_with_the_other(evening):
    first, second = evening.servers
    first.stop(signal.SIGKILL)
    try:
        answers = [evening.site.ask("GET", "/history/").status for _request in range(6)]
        assert answers == [200] * 6
        assert evening.tablet(1).tap(evening.edition, 0)[0] == 200
    finally:
        first.start()
    screen = evening.screen(0)
    assert evening.tablet(1).tap(evening.edition, 1)[0] == 200
    heard(screen, 2)


# ------------------------------------------------------------------ what nginx keeps


def test_many_ask_nginx_and_few_reach_the_program(evening):
    asked = ["/", "/board.json?lang=it"] * 100
    before = time.monotonic()
    with ThreadPoolExecutor(PHONES) as phones:
        answers = list(phones.map(lambda path: evening.site.ask("GET", path), asked))
    passed = time.monotonic() - before
    assert {answer.status for answer in answers} == {200}
    reached = sum(answer.headers["X-Cache"] != "HIT" for answer in answers)
    # Once a second each, and then perhaps by all that are waiting at that moment.
    assert 0 < reached <= PHONES * (passed + 2)


def test_an_action_is_seen_through_nginx_within_two_seconds(evening):
    tablet, passed = evening.tablet(0), []
    for seen, path in enumerate(["/board.json?lang=it", "/board.json?lang=en", "/"]):
        evening.site.ask("GET", path)
        assert tablet.tap(evening.edition, seen)[0] == 200
        recorded, shown = time.monotonic(), (f'"seq":{seen + 1},', f'data-seq="{seen + 1}"')
        until(lambda path=path, shown=shown: said(evening.site.ask("GET", path).text, shown))
        passed.append(time.monotonic() - recorded)
    # The best of three: a busy machine is no bug. What is kept too long is late every time.
    assert min(passed) < 2.5, passed


def said(text: str, either: tuple[str, ...]) -> bool:
    return any(one in text for one in either)


def test_who_knows_the_picture_gets_304_from_nginx(evening):
    first = evening.site.ask("GET", "/board.json?lang=it", Accept_Encoding="gzip")
    assert first.headers["Content-Encoding"] == "gzip"
    known = {"If_None_Match": first.headers["ETag"], "Accept_Encoding": "gzip"}
    for _again in range(3):
        again = evening.site.ask("GET", "/board.json?lang=it", **known)
        assert (again.status, again.body) == (304, b"")
        assert "s-maxage=1" in again.headers["Cache-Control"]
        time.sleep(0.7)
    assert evening.tablet(0).tap(evening.edition, 0)[0] == 200
    until(lambda: evening.site.ask("GET", "/board.json?lang=it", **known).status == 200)


@pytest.mark.parametrize("accepted", ["en-GB,en;q=0.9,it;q=0.8", "de-DE,de;q=0.9", "it,en;q=0.5"])
def test_each_language_is_kept_for_itself(evening, accepted):
    language = "en" if accepted.startswith("en") else "it"
    for _again in range(2):
        page = evening.site.ask("GET", "/", Accept_Language=accepted)
        assert f'<html lang="{language}"' in page.text
        chosen = evening.site.ask("GET", "/", Accept_Language=accepted, Cookie="django_language=en")
        assert '<html lang="en"' in chosen.text


def test_nothing_of_who_is_signed_in_or_chooses_a_language_is_kept(evening):
    cookie = "; ".join(f"{name}={value}" for name, value in evening.cookies.items())
    for path in ("/", "/board.json?lang=it", "/?lang=en", "/referee/", "/history/", "/sw.js"):
        for _again in range(2):
            answer = evening.site.ask("GET", path, Cookie=cookie)
            assert answer.status == 200
            assert answer.headers["X-Cache"] in (None, "BYPASS")
            assert "public" not in answer.headers.get("Cache-Control", "")
    chosen = evening.site.ask("GET", "/?lang=en")
    assert "django_language=en" in chosen.headers["Set-Cookie"]
    assert chosen.headers["X-Cache"] == "BYPASS"
    for path in ("/", "/board.json"):
        assert evening.site.ask("GET", path).headers["Set-Cookie"] is None
    kept = [
        path.read_bytes() for path in (evening.site.folder / "cache").rglob("*") if path.is_file()
    ]
    assert kept
    for secret in evening.cookies.values():
        assert not any(secret.encode() in one for one in kept)
    assert not any(b"csrfmiddlewaretoken" in one or b"Set-Cookie" in one for one in kept)


def test_a_static_file_is_kept_for_ever_and_asked_for_once(evening):
    page = evening.site.ask("GET", "/").text
    path = re.search(r'href="(/static/[^"]+\.css)"', page)[1]
    first, again = (evening.site.ask("GET", path) for _time in range(2))
    assert (first.status, again.headers["X-Cache"]) == (200, "HIT")
    assert "immutable" in again.headers["Cache-Control"]
