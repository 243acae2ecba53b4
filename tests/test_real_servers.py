"""The same tests once more on PostgreSQL and Redis, started here on loopback and cleaned up."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ports import free_port, wait_until_it_answers

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
]
"""What records, races, follows or is sent. What a page reads, Django asks either database alike."""


NO_DISK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
"""No power is cut here, and this cluster is thrown away."""


def program(name: str, package: str) -> str:
    """Where a server's program is; Debian keeps PostgreSQL's out of the PATH."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or (str(versions[-1]) if versions else None)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(f"CI has no {name}: apt-get install {package}")
        pytest.skip(f"no {name} here; install it with: apt-get install {package}")
    return found


def as_somebody() -> list[str]:
    """PostgreSQL refuses to run as root: Debian's package made the user for it."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


@pytest.fixture
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    initdb, pg_ctl = program("initdb", "postgresql"), program("pg_ctl", "postgresql")
    # Not under pytest's own folder, which only its owner may enter.
    folder = Path(subprocess.check_output([*as_somebody(), "mktemp", "-d"], text=True).strip())
    port = free_port()
    cluster = str(folder / "cluster")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder} {NO_DISK}"
    try:
        subprocess.run(
            [*as_somebody(), initdb, "-D", cluster, "-U", "oca", "-A", "trust", "--no-sync"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        subprocess.run(
            [
                *as_somebody(),
                pg_ctl,
                "-D",
                cluster,
                "-o",
                options,
                "-w",
                "-l",
                f"{folder}/log",
                "start",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        yield f"postgresql://oca@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run(
            [*as_somebody(), pg_ctl, "-D", cluster, "-m", "immediate", "stop"],
            stdout=subprocess.DEVNULL,
            check=False,
        )
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    arguments = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    server = subprocess.Popen(
        [program("redis-server", "redis-server"), *arguments], stdout=subprocess.DEVNULL
    )
    try:
        wait_until_it_answers(port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(10)


def test_log_commands_pages_and_socket_on_postgresql_and_redis(postgresql, redis, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *SAME_TESTS],
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
