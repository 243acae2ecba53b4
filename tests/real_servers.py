"""PostgreSQL and Redis on loopback, started for a test, killed, started again and cleaned up."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ports import free_port, wait_until_it_answers

NO_DISK = "-c fsync=off -c full_page_writes=off"
"""No power is cut here, and this cluster is thrown away."""

NO_WAIT = "-c synchronous_commit=off"
"""Nor is it killed and started again."""


def program(name: str, package: str) -> str:
    """Where a server's program is; Debian keeps some out of the PATH."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = (
        shutil.which(name)
        or (str(versions[-1]) if versions else None)
        or shutil.which(name, path="/usr/sbin")
    )
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(f"CI has no {name}: apt-get install {package}")
        pytest.skip(f"no {name} here; install it with: apt-get install {package}")
    return found


def as_somebody() -> list[str]:
    """PostgreSQL refuses to run as root: Debian's package made the user for it."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


class PostgreSQL:
    """A cluster of its own, whose superuser is *user*; nobody needs a password there."""

    def __init__(self, user: str, options: str) -> None:
        self.user, self.options, self.port = user, options, free_port()
        # Not under pytest's own folder, which only its owner may enter.
        made = subprocess.check_output([*as_somebody(), "mktemp", "-d"], text=True)
        self.folder = Path(made.strip())
        self.run("initdb", "-U", user, "-A", "trust", "--no-sync")

    @property
    def url(self) -> str:
        return f"postgresql://{self.user}@127.0.0.1:{self.port}/postgres"

    def run(self, name: str, *arguments: str, check: bool = True) -> None:
        """One of PostgreSQL's programs on this cluster."""
        cluster = ["-D", str(self.folder / "cluster")]
        subprocess.run(
            [*as_somebody(), program(name, "postgresql"), *cluster, *arguments],
            check=check,
            stdout=subprocess.DEVNULL,
        )

    def start(self) -> None:
        """Returns once it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder} {self.options}"
        self.run("pg_ctl", "-o", options, "-w", "-l", f"{self.folder}/log", "start")

    def stop(self, *, check: bool = True) -> None:
        """As a crash ends it."""
        self.run("pg_ctl", "-m", "immediate", "stop", check=check)

    def close(self) -> None:
        self.stop(check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis:
    """A Redis that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.folder = folder

    def start(self) -> None:
        """Returns once it answers."""
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        self.process = subprocess.Popen(
            [program("redis-server", "redis-server"), *where, "--save", ""],
            stdout=subprocess.DEVNULL,
        )
        wait_until_it_answers(self.port)

    def kill(self) -> None:
        """As a crash ends it."""
        self.process.kill()
        self.process.wait(10)

    def ask(self, *command: str) -> str:
        """What Redis answers to a command."""
        client = program("redis-cli", "redis-server")
        asked = [client, "-p", str(self.port), *command]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout


@contextlib.contextmanager
def running_postgresql(
    user: str = "oca", options: str = f"{NO_DISK} {NO_WAIT}"
) -> Iterator[PostgreSQL]:
    program("initdb", "postgresql")
    server = PostgreSQL(user, options)
    try:
        server.start()
        yield server
    finally:
        server.close()


@contextlib.contextmanager
def running_redis(folder: Path) -> Iterator[Redis]:
    server = Redis(folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()
