"""Starts and stops what is measured, and reads what it costs. Everything is on loopback.

Every server but Redis ends with its standard input: nothing is left running if this is killed.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.fanout import picture
from tests.ports import free_port, wait_until_it_answers

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent

PLACES = 20_000
"""More sockets than any process is asked to hold."""

NPM_WAITS = 180
"""Seconds after which npm has not answered."""

ASLEEP = 0.4
"""Seconds that are enough for every server but the naive one."""

SETTLED = 0.05
"""Seconds after the last socket until the server has put away its things, too."""


class Failed(Exception):
    """A server that does not start, or sockets that did not get what they must."""


def allow_files() -> int:
    """Lets this process and its children open as many files as the system allows. How many."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return sys.maxsize if hard == resource.RLIM_INFINITY else hard


@dataclass(frozen=True)
class Kind:
    """A server that can be started: what its client asks for, and how many processes it is."""

    command: tuple[str, ...]
    path: str = "/"
    socketio: bool = False
    processes: int = 1
    product: bool = False
    at_once: int = 100
    """So many handshakes are in the air when it is not stormed."""


def module(name: str) -> tuple[str, ...]:
    return (sys.executable, "-m", f"bench.fanout.servers.{name}")


KINDS = {
    "bare": Kind(module("bare")),
    "websockets": Kind(module("broadcast")),
    "socket.io": Kind(
        ("node", "server.js"), "/socket.io/?EIO=4&transport=websocket", socketio=True
    ),
    "naive": Kind(module("naive"), at_once=40),
    "product": Kind(module("product"), "/ws/", product=True),
    "two": Kind(module("product"), "/ws/", product=True, processes=2),
}


@dataclass
class Server:
    """One that runs."""

    kind: Kind
    processes: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    ports: list[int] = field(default_factory=list)
    redis: "subprocess.Popen[bytes] | None" = None
    seq: int = picture.FIRST

    def publish(self) -> int:
        """The next picture, to everybody; its seq."""
        self.seq += 1
        commands = self.processes[0].stdin
        assert commands is not None
        commands.write(b"publish %d\n" % self.seq)
        commands.flush()
        return self.seq

    def cpu(self) -> float:
        """Processor seconds of its own processes, all threads, so far."""
        return sum(cpu_of(process.pid) for process in self.processes)

    def busiest(self) -> float:
        """The same of the one that used most."""
        return max(cpu_of(process.pid) for process in self.processes)

    def redis_cpu(self) -> float:
        return cpu_of(self.redis.pid) if self.redis else 0.0

    def memory(self) -> int:
        """Resident bytes of its own processes."""
        return sum(memory_of(process.pid) for process in self.processes)


def cpu_of(pid: int) -> float:
    # The command's name, in brackets, may hold spaces.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


class Client:
    """The program with the phones (``client.py``), and its answers."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def tell(self, do: str, **what: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": do, **what}).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise Failed("the client ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, do: str, **what: Any) -> dict[str, Any]:
        self.tell(do, **what)
        return self.answer()

    def connect(
        self, server: Server, count: int, group: str = "", *, stamped: bool = False
    ) -> None:
        """So many sockets more, gently, each with a picture. Raises Failed."""
        kind = server.kind
        told = self.ask(
            "connect",
            ports=server.ports,
            count=count,
            path=kind.path,
            socketio=kind.socketio,
            at_once=kind.at_once,
            group=group,
            stamped=stamped,
            within=120,
        )
        if told["failed"]:
            raise Failed(f"{told['failed']} of {count} sockets were not let in")

    def deliver(self, server: Server) -> float:
        """Publishes a picture. Seconds until the last socket had it. Raises Failed."""
        began, told = self.delivered(server)
        return float(told["at"]) - began

    def deliver_asleep(self, server: Server) -> float:
        """The same while the client sleeps and takes no processor: it reads afterwards when the
        system had the last. Its sockets are *stamped*.
        """
        ahead = time.time() - time.monotonic()
        began, told = self.delivered(server, asleep=ASLEEP)
        return float(told["stamped"]) - ahead - began

    def delivered(self, server: Server, **how: float) -> tuple[float, dict[str, Any]]:
        """When it was published (monotonic seconds), and what the client says."""
        self.tell("goal", seq=server.seq + 1, within=60, **how)
        began = time.monotonic()
        server.publish()
        told = self.answer()
        if told["missing"]:
            raise Failed(f"{told['missing']} sockets did not get picture {server.seq}")
        return began, told

    def stats(self) -> dict[str, Any]:
        return self.ask("stats")

    def check(self) -> None:
        """Nobody was cut off, nobody was shown an older picture after a newer. Raises Failed."""
        told = self.stats()
        if told["lost"] or told["backwards"]:
            raise Failed(f"{told['lost']} sockets lost, {told['backwards']} pictures backwards")


class Bench:
    """A temporary folder, and what is started from it. To be used in a ``with``."""

    def __init__(self) -> None:
        self.node: Path | None = None

    def __enter__(self) -> "Bench":
        self.stack = ExitStack()
        self.folder = Path(
            self.stack.enter_context(tempfile.TemporaryDirectory(prefix="oca-fanout-"))
        )
        return self

    def __exit__(self, *exc: object) -> None:
        self.stack.close()

    def install_node(self) -> str:
        """Fetches Socket.IO into the temporary folder. Why not, if it cannot be had; else empty."""
        if not shutil.which("npm") or not shutil.which("node"):
            return "no npm here"
        folder = self.folder / "socketio"
        shutil.copytree(HERE / "servers" / "socketio", folder)
        quiet = ("--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts")
        try:
            subprocess.run(
                ["npm", "install", *quiet],
                cwd=folder,
                check=True,
                capture_output=True,
                stdin=subprocess.DEVNULL,
                timeout=NPM_WAITS,
            )
        except (OSError, subprocess.SubprocessError) as error:
            return f"npm did not answer ({type(error).__name__})"
        self.node = folder
        return ""

    @contextmanager
    def server(self, name: str) -> Iterator[Server]:
        """One of ``KINDS``, ready for sockets."""
        kind, server = KINDS[name], Server(KINDS[name])
        environment: dict[str, str] = {}
        with ExitStack() as stack:
            if kind.processes > 1:
                server.redis, environment["REDIS_URL"] = stack.enter_context(self.redis())
            if kind.product:
                seq_file = self.folder / "seq"
                seq_file.unlink(missing_ok=True)
                environment["SEQ_FILE"] = str(seq_file)
            for _number in range(kind.processes):
                port = free_port()
                if kind.product:
                    own = self.environment(port, "data") | environment
                    process = self.process(kind.command, environment=own)
                elif kind.socketio:
                    assert self.node is not None
                    command = (*kind.command, str(port), str(picture.PATH))
                    process = self.process(command, folder=self.node)
                else:
                    process = self.process((*kind.command, str(port)))
                server.processes.append(stack.enter_context(process))
                server.ports.append(port)
                ready(server.processes[-1], port)
            yield server

    def environment(self, port: int, folder: str) -> dict[str, str]:
        """What a process of this product is told: its address, its part of the folder."""
        return {
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "DATA_DIR": str(self.folder / folder),
            "MAX_SOCKETS": str(PLACES),
        }

    @contextmanager
    def client(self) -> Iterator[Client]:
        command = (sys.executable, str(HERE / "client.py"))
        with self.process(command, stdout=subprocess.PIPE) as process:
            yield Client(process)

    @contextmanager
    def redis(self) -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
        """A redis-server of our own, and its address."""
        port = free_port()
        command = ("redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "")
        with self.process(command, folder=self.folder) as process:
            ready(process, port)
            yield process, f"redis://127.0.0.1:{port}/0"

    @contextmanager
    def process(
        self,
        command: tuple[str, ...],
        *,
        folder: Path = ROOT,
        environment: dict[str, str] | None = None,
        stdout: int | None = None,
    ) -> Iterator["subprocess.Popen[bytes]"]:
        """A child whose log is kept in the temporary folder."""
        kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env={**kept, **(environment or {})},
                stdin=subprocess.PIPE,
                stdout=stdout or log,
                stderr=log,
            )
        try:
            yield process
        finally:
            stop(process)

    def log(self) -> str:
        """What the processes said, for who wants to know why it failed."""
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""


def ready(process: "subprocess.Popen[bytes]", port: int) -> None:
    """Returns once it accepts connections. Raises Failed if it has ended."""
    deadline = time.monotonic() + 90
    while True:
        try:
            wait_until_it_answers(port, 0.2)
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise Failed(f"{process.args} did not start") from None


def stop(process: "subprocess.Popen[bytes]") -> None:
    """By the end of its input, by word, by force."""
    assert process.stdin is not None
    words: list[Callable[[], None]] = [process.stdin.close, process.terminate, process.kill]
    if process.args[0] == "redis-server":  # type: ignore[index]
        words = words[1:]
    for word in words:
        try:
            word()
            process.wait(10)
            break
        except (OSError, subprocess.TimeoutExpired):
            continue
    process.stdin.close()
    if process.stdout is not None:
        process.stdout.close()
