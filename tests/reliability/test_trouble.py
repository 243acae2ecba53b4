"""The machine fails in mid-evening: the console is told in plain words, nothing is half-written,
and play goes on as soon as it can.
"""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import ROOT
from tests.reliability.conftest import Evening, assert_holds, rows_in
from tests.reliability.devices import Tablet

IN_ENGLISH = {"Accept-Language": "en"}


def mounted(folder: Path, *options: str) -> None:
    """A tmpfs there. Skips where one may not mount, as in many a container."""
    command = ["mount", "-t", "tmpfs", *options, "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("a full or read-only disk is not tried: only root may mount a small tmpfs")


@pytest.fixture(scope="module")
def disk(evening: Evening, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """An evening on a disk of 24 MB of its own. Its logs lie elsewhere, so that nothing keeps a
    file open there and it can be mounted read-only.
    """
    folder = tmp_path_factory.mktemp("disk")
    data = folder / "data"
    data.mkdir()
    (folder / "logs").mkdir()
    mounted(data, "-o", "size=24m")
    running = Evening(data)
    try:
        (data / "logs").symlink_to(folder / "logs")
        running.settle_in(evening)
        yield running
    finally:
        running.close()
        subprocess.run(["umount", "-l", str(data)], check=True)


@pytest.fixture(autouse=True)
def _stopped(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "disk" in request.fixturenames:
        disk = request.getfixturevalue("disk")
        disk.hang_up()
        disk.kill()


def filled(folder: Path) -> Path:
    """The file that takes the last byte of a disk."""
    path = folder / "holiday-films"
    with open(path, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    return path


def in_english(tablet: Tablet) -> dict[str, Any]:
    """What the waiting command is answered on a tablet in English."""
    sent = tablet.waiting
    body = json.dumps({"id": sent.id, "command": sent.command, "seen": sent.seen}).encode()
    headers = {
        "Content-Type": "application/json",
        "X-CSRFToken": tablet.connection.cookies["csrftoken"],
        **IN_ENGLISH,
    }
    path = f"/referee/{tablet.edition}/command/"
    return json.loads(tablet.connection.ask("POST", path, body, headers)[1])


def told(tablet: Tablet, kind: str, italian: str, english: str) -> None:
    """The tablet taps, and is told of this trouble in its language."""
    code, answer = tablet.send()
    assert (code, answer["status"], answer["trouble"]) == (503, "trouble", kind), answer
    assert italian in answer["message"]
    assert english in in_english(tablet)["message"]


def assert_settles(evening: Evening, tablet: Tablet, before: int) -> None:
    """Play goes on: the command that waited is recorded, once, and so is the next."""
    code, answer = tablet.send()
    assert (code, answer["seq"]) == (200, before), answer
    assert tablet.send()[0] == 200
    rows = rows_in(evening.folder / "db.sqlite3", evening.edition)
    assert len(rows) == before + 2
    assert_holds(rows, tablet.acknowledged)


def rows_now(evening: Evening) -> int:
    return len(rows_in(evening.folder / "db.sqlite3", evening.edition))


def test_a_full_disk_is_told_and_once_there_is_room_play_goes_on(disk):
    disk.fork()
    screen = disk.screen()
    tablet = disk.tablet()
    tablet.seen = screen.picture()["seq"]
    assert tablet.send()[0] == 200
    assert screen.picture()["seq"] == tablet.seen
    before = rows_now(disk)
    film = filled(disk.folder)
    told(tablet, "full", "disco del server è pieno", "disk is full")
    film.unlink()
    assert rows_now(disk) == before
    assert_settles(disk, tablet, before)
    while screen.picture()["seq"] < tablet.seen:  # the socket was never lost
        pass


def asked(evening: Evening, path: str) -> tuple[int, str]:
    """A person's browser, in English."""
    asks = {"Accept": "text/html", **IN_ENGLISH}
    code, page = evening.connection().ask("GET", path, None, asks)
    return code, page.decode()


def test_a_disk_that_became_read_only_is_told_and_play_goes_on_when_it_is_writable_again(disk):
    disk.fork()
    tablet = disk.tablet()
    tablet.seen = disk.screen().picture()["seq"]
    assert tablet.send()[0] == 200
    before = rows_now(disk)
    remount(disk.folder, "ro")
    try:
        told(tablet, "read_only", "disco del server", "can only be read")
    finally:
        remount(disk.folder, "rw")
    assert rows_now(disk) == before
    assert_settles(disk, tablet, before)


def remount(folder: Path, how: str) -> None:
    """Between two requests, when no file is open for writing there."""
    deadline = time.monotonic() + 20
    while subprocess.run(
        ["mount", "-o", f"remount,{how}", str(folder)], capture_output=True
    ).returncode:
        assert time.monotonic() < deadline, "it cannot be mounted anew"
        time.sleep(0.02)


def test_a_start_on_a_full_or_read_only_disk_says_so_in_both_languages(disk):
    film = filled(disk.folder)
    try:
        full = start(disk)
    finally:
        film.unlink()
    remount(disk.folder, "ro")
    try:
        read_only = start(disk)
    finally:
        remount(disk.folder, "rw")
    for said, italian, english in (
        (full, "disco del server è pieno", "disk is full"),
        (read_only, "si può soltanto leggere", "can only be read"),
    ):
        assert italian in said and english in said and str(disk.folder) in said
        assert "Traceback" not in said


def start(evening: Evening) -> str:
    """What ``manage.py serve`` says when it does not start."""
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=evening.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1, done.stdout
    return done.stdout


def test_a_locked_database_is_told_before_the_tablet_gives_up_and_play_goes_on(evening):
    evening.fork()
    tablet = evening.tablet()
    tablet.seen = evening.screen().picture()["seq"]
    assert tablet.send()[0] == 200
    before = rows_now(evening)
    other = sqlite3.connect(evening.folder / "db.sqlite3", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()
    code, answer = tablet.send()
    assert (code, answer["trouble"]) == (503, "busy"), answer
    assert time.monotonic() - began < 8, "post.js has given up by then"
    assert evening.connection().ask("GET", "/board.json")[0] == 200  # readers never wait
    other.execute("ROLLBACK")
    other.close()
    assert_settles(evening, tablet, before)


def checkpoint(database: Path) -> None:
    """What was in the files beside it is in the database now."""
    connection = sqlite3.connect(database)
    assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    connection.close()


def test_a_damaged_database_is_told_and_neither_recorded_in_nor_started_with(evening, tmp_path):
    evening.fork()
    tablet = evening.tablet()
    tablet.seen = evening.screen().picture()["seq"]
    assert tablet.send()[0] == 200
    database = evening.folder / "db.sqlite3"
    whole = tmp_path / "whole"
    evening.hang_up()
    evening.kill()
    evening.dismiss_the_clerk()
    checkpoint(database)
    shutil.copy(database, whole)
    try:
        with open(database, "r+b") as file:
            file.seek(4096)
            file.write(os.urandom(database.stat().st_size - 4096))
        said = start(evening)
        assert "danneggiato" in said and "is damaged" in said and "Traceback" not in said
        evening.fork()
        told(tablet, "damaged", "danneggiato", "is damaged")
        assert evening.connection().ask("GET", "/board.json")[0] == 503
        code, page = asked(evening, f"/referee/{evening.edition}/")
        assert code == 503 and "is damaged" in page and 'http-equiv="refresh"' in page
        code, page = asked(evening, "/")
        assert code == 503 and "comes back by itself" in page and "damaged" not in page
    finally:
        for beside in evening.folder.glob("db.sqlite3-*"):
            beside.unlink()
        shutil.copy(whole, database)
    assert_settles(evening, tablet, rows_now(evening))


def test_a_file_that_is_no_database_at_all_is_not_started_with(evening, tmp_path):
    other = tmp_path / "data"
    other.mkdir()
    (other / "db.sqlite3").write_bytes(b"Caro diario, " * 2000)
    evening = Evening(other)
    said = start(evening)
    assert "danneggiato" in said and "is damaged" in said and "Traceback" not in said
    assert (other / "db.sqlite3").read_bytes() == b"Caro diario, " * 2000
