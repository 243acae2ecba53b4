"""The same tests once more on PostgreSQL and Redis, started here on loopback and cleaned up."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cast import LONG
from tests.real_servers import running_postgresql, running_redis

ROOT = Path(__file__).resolve().parent.parent

SAME_TESTS = [
    "tests/test_following.py",
    "tests/test_log.py",
    "tests/test_lot.py",
    "tests/test_evening_commands.py",
    "tests/test_paired_screens.py",
    "tests/test_devices.py",
    "tests/test_signing_in.py",
    "tests/test_screens.py",
    "tests/test_replace.py",
    "tests/test_tablets.py",
    "tests/test_racing_cards.py",
    "tests/test_catch_up.py",
    "tests/test_health.py",
    "tests/test_seams.py",
    "tests/test_workers.py",
]
"""What records, races, follows or is sent. What a page reads, Django asks either database alike."""

BESIDES = [] if LONG else ["-k", "not the_script"]
"""What is checked by the script for everybody is a file, whatever database it came from."""


@pytest.fixture
def postgresql() -> Iterator[str]:
    with running_postgresql() as server:
        yield server.url


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    with running_redis(tmp_path) as server:
        yield server.url


def test_log_commands_pages_and_socket_on_postgresql_and_redis(postgresql, redis, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *SAME_TESTS, *BESIDES],
        cwd=ROOT,
        env={
            **os.environ,
            "DATA_DIR": str(tmp_path / "data"),
            "DATABASE_URL": postgresql,
            "REDIS_URL": redis,
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
