"""What stands in the arena, without a browser: tablets that record, screens that listen.

A tablet does what ``send.js`` does: one command at a time, with an id of its own, sent again until
it is answered.
"""

import base64
import contextlib
import json
import re
import secrets
import socket
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

NO_ANSWER = (OSError, HTTPException, ValueError)
"""What a server that dies leaves its tablet with: no connection, half an answer."""

Answer = tuple[int, dict[str, Any]]


class Connection:
    """A browser's requests and cookies, one connection at a time."""

    def __init__(self, port: int, timeout: float = 20) -> None:
        self.port, self.timeout = port, timeout
        self.cookies: dict[str, str] = {}
        self._http: HTTPConnection | None = None

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, bytes]:
        """One request and its answer; the connection is kept. Raises one of ``NO_ANSWER``."""
        if self._http is None:
            self._http = HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            self._http.request(method, path, body, {**self.headers(), **(headers or {})})
            response = self._http.getresponse()
            answer = response.read()
        except NO_ANSWER:
            self.hang_up()
            raise
        for cookie in response.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        if response.will_close:
            self.hang_up()
        return response.status, answer

    def headers(self) -> dict[str, str]:
        """Cookies and what Django wants to see of a form of our own."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookies} if cookies else {}

    def hang_up(self) -> None:
        if self._http is not None:
            self._http.close()
            self._http = None

    def sign_in(self, name: str, password: str) -> None:
        """Through the form, as people do."""
        _code, page = self.ask("GET", "/referee/sign-in/")
        token = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token, page.decode()
        form = {"username": name, "password": password, "csrfmiddlewaretoken": token[1].decode()}
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        code, page = self.ask("POST", "/referee/sign-in/", urlencode(form).encode(), headers)
        assert code == 302, page.decode()

    def post(self, path: str, value: Any) -> Answer:
        """JSON there and back."""
        body = json.dumps(value).encode()
        headers = {
            "Content-Type": "application/json",
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
        }
        code, answer = self.ask("POST", path, body, headers)
        return code, json.loads(answer)


@dataclass(slots=True)
class Sent:
    """A command on its way: what is sent again until it is answered."""

    id: str
    seen: int
    command: dict[str, Any]


@dataclass(slots=True)
class Tablet:
    """Records for ever, throw and undo in turn, and remembers what was acknowledged."""

    connection: Connection
    edition: int
    acknowledged: dict[str, int] = field(default_factory=dict)
    """id -> the seq that the server said."""
    waiting: Sent | None = None
    """Sent and not answered."""
    seen: int = 0
    busy: int = 0
    """How often it was told that the database is busy (a disk under load)."""

    def send(self) -> Answer:
        """The next command, or the one that was not answered. Raises one of ``NO_ANSWER``.

        A command depends on the state that the tablet saw, so that each is lawful: an even seq is
        followed by a throw, an odd one by its undo.
        """
        if self.waiting is None:
            command = {"do": "undo"} if self.seen % 2 else {"do": "throw", "value": 5}
            self.waiting = Sent(secrets.token_hex(16), self.seen, command)
        sent = self.waiting
        asked = {"id": sent.id, "command": sent.command, "seen": sent.seen}
        code, answer = self.connection.post(f"/referee/{self.edition}/command/", asked)
        if code == 200:
            self.acknowledged[sent.id] = self.seen = answer["seq"]
        elif code == 409:
            self.seen = answer["head"]
        else:
            return code, answer
        self.waiting = None
        return code, answer

    def insist(self) -> Answer:
        """As ``send``; a machine that is too busy to write is asked again, as ``send.js`` does."""
        while True:
            code, answer = self.send()
            if code != 503:
                return code, answer
            self.busy += 1

    def record_until(self, stop: threading.Event) -> None:
        """Recording without a pause, until told to stop or until nobody answers."""
        while not stop.is_set():
            try:
                code, answer = self.insist()
            except NO_ANSWER:
                return
            assert code in (200, 409), (code, answer)


@contextlib.contextmanager
def recording(*tablets: Tablet) -> Iterator[threading.Event]:
    """All of them at once, in threads, while the block runs."""
    stop = threading.Event()
    threads = [threading.Thread(target=tablet.record_until, args=(stop,)) for tablet in tablets]
    for thread in threads:
        thread.start()
    try:
        yield stop
    finally:
        stop.set()
        for thread in threads:
            thread.join()


# ---------------------------------------------------------------------------- sockets

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def frame(opcode: int, payload: bytes, *, fin: bool = True, masked: bool = True) -> bytes:
    """One message as a browser sends it (RFC 6455, 5.2), or nearly so."""
    mask = secrets.token_bytes(4) if masked else b""
    length = len(payload)
    if length < 126:
        size = struct.pack("!B", length | masked << 7)
    elif length < 1 << 16:
        size = struct.pack("!BH", 126 | masked << 7, length)
    else:
        size = struct.pack("!BQ", 127 | masked << 7, length)
    if masked:
        payload = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes([opcode | fin << 7]) + size + mask + payload


class Screen:
    """A socket of the public screens, or of who is signed in (*cookie*)."""

    def __init__(self, port: int, path: str = "/ws/?lang=it", cookie: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            f"Origin: http://127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.status = int(self.stream.readline().split()[1])
        while self.stream.readline().strip():
            pass

    def message(self) -> tuple[int, bytes]:
        """The next one: opcode and payload; pings are answered. Raises OSError at the end."""
        while True:
            opcode, payload = self._message()
            if opcode != PING:
                return opcode, payload
            self.socket.sendall(frame(PONG, payload))

    def _message(self) -> tuple[int, bytes]:
        head = self._exactly(2)
        size = head[1] & 127
        if size == 126:
            (size,) = struct.unpack("!H", self._exactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._exactly(8))
        return head[0] & 15, self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        read = self.stream.read(size)
        if len(read) < size:
            raise ConnectionResetError("the server is gone")
        return read

    def picture(self) -> dict[str, Any]:
        """The next picture; beats are passed over."""
        while True:
            opcode, payload = self.message()
            assert opcode == TEXT, (opcode, payload)
            told = json.loads(payload)
            if "beat" not in told:
                return told

    def listen(self) -> list[int]:
        """Listens from now on, in a thread, until hung up: the seqs of the pictures heard."""
        heard: list[int] = []

        def listening() -> None:
            with contextlib.suppress(OSError, ValueError):
                while True:
                    heard.append(self.picture()["seq"])

        threading.Thread(target=listening, daemon=True).start()
        return heard

    def close_code(self) -> int:
        """Reads on until the server closes; 1006 if it just hangs up."""
        try:
            while True:
                opcode, payload = self.message()
                if opcode == CLOSE:
                    return int.from_bytes(payload[:2]) if payload else 1005
        except OSError:
            return 1006

    def hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)  # who listens holds the stream until then
        self.stream.close()
        self.socket.close()
