"""One socket that is read at leisure: a projector, or whatever looks at a frame itself."""

import socket

from bench.fanout import frames
from bench.fanout.starting import Failed

PATIENCE = 30.0
"""Seconds for what must come."""


class Screen:
    """A WebSocket, blocking. To be used in a ``with``. Raises Failed if it is not let in."""

    def __init__(self, port: int, path: str, headers: dict[str, str]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.sendall(frames.request(port, path, headers))
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self.more()
        head, _end, self.rest = self.rest.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise Failed(f"no socket: {head!r}")

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *exc: object) -> None:
        self.socket.close()

    def more(self) -> None:
        came = self.socket.recv(1 << 16)
        if not came:
            raise Failed("the server hung up")
        self.rest += came

    def frame(self) -> tuple[int, bytes]:
        """The next text: its frame's first byte, and what is in it."""
        while True:
            while (span := frames.span(self.rest, 0)) is None:
                self.more()
            first, payload, self.rest = (
                self.rest[0],
                self.rest[slice(*span)],
                self.rest[span[1] :],
            )
            opcode = first & 0x0F
            if opcode == frames.PING:
                self.socket.sendall(frames.from_client(frames.PONG, payload))
            elif opcode == frames.CLOSE:
                raise Failed(f"the server closed: {payload!r}")
            else:
                return first, payload

    def wait_for(self, seq: int) -> None:
        """Returns as soon as the picture with this seq or a later one is here."""
        while True:
            _first, payload = self.frame()
            # Its seq is what is looked for, as the client does: no picture is read whole here.
            at = payload.find(b'"seq":')
            if at >= 0 and int(payload[at + 6 : payload.find(b",", at)]) >= seq:
                return
