"""What a power cut leaves of a busy server's files, except writes that the disk itself loses.

The server is held by SIGSTOP at a random instant, in the middle of whatever it is doing, and its
database files are copied. Not tried: a disk that says "written" and has not.
"""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from tests.cast import LONG
from tests.e2e.conftest import ROOT
from tests.reliability.conftest import Evening, assert_holds, rows_in
from tests.reliability.devices import Tablet, recording

CUTS = 200 if LONG else 20


def hold(pid: int) -> None:
    """SIGSTOP; returns when every thread stands still."""
    os.kill(pid, signal.SIGSTOP)
    deadline = time.monotonic() + 20
    while any(" T " not in stat.read_text() for stat in Path(f"/proc/{pid}/task").glob("*/stat")):
        assert time.monotonic() < deadline
        time.sleep(0.001)


def files_at_this_instant(evening: Evening, to: Path) -> Path:
    """A copy of all database files, as they lie there; the copied database."""
    to.mkdir()
    for path in evening.folder.glob("db.sqlite3*"):
        shutil.copy(path, to)
    return to / "db.sqlite3"


def wait_until_acknowledged(least: float, tablets: list[Tablet]) -> None:
    """A busy machine records more slowly than we cut."""
    deadline = time.monotonic() + 60
    while sum(len(tablet.acknowledged) for tablet in tablets) < least:
        assert time.monotonic() < deadline, "nothing is recorded any more"
        time.sleep(0.01)


def integrity(database: Path) -> str:
    """SQLite's own verdict."""
    connection = sqlite3.connect(database)
    try:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])
    finally:
        connection.close()


def test_every_instant_leaves_a_whole_database_with_all_that_was_acknowledged(
    evening, chance, tmp_path
):
    evening.fork()
    tablets = [evening.tablet(), evening.tablet()]
    in_the_middle = 0
    with recording(*tablets) as stop:
        for cut in range(CUTS):
            wait_until_acknowledged(cut / 4, tablets)
            assert not stop.wait(chance.uniform(0.01, 0.12)), "the tablets have stopped"
            hold(evening.pid)
            try:
                acknowledged = tablets[0].acknowledged | tablets[1].acknowledged
                database = files_at_this_instant(evening, tmp_path / f"cut-{cut}")
            finally:
                os.kill(evening.pid, signal.SIGCONT)
            in_the_middle += len(list(database.parent.iterdir())) > 1
            if cut % 2:  # shared memory is only memory: it is made anew from the other two
                Path(f"{database}-shm").unlink(missing_ok=True)
            assert integrity(database) == "ok"
            assert_holds(rows_in(database, evening.edition), acknowledged)
    print(f"{CUTS} cuts, {in_the_middle} while the database was open, {len(acknowledged)} actions")
    assert in_the_middle and len(acknowledged) >= CUTS / 4

    done = subprocess.run(
        [sys.executable, "manage.py", "check_log"],
        cwd=ROOT,
        env={**evening.environment, "DATA_DIR": str(database.parent)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and ": ok" in done.stdout, done.stdout + done.stderr
