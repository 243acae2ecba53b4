"""HTTP and sockets byte by byte: what no well-behaved client would send."""

import base64
import os
import struct
from typing import Any


def answered(connection: Any) -> bytes:
    """What comes until the other side hangs up."""
    told = b""
    try:
        while chunk := connection.recv(65536):
            told += chunk
    except ConnectionError:
        pass  # it hung up while we were still sending
    return told


def head(path: str, *lines: str, method: str = "POST") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *lines, "", ""]).encode()


HANDSHAKE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")


def upgraded(
    connection: Any, port: int, origin: str | None = None, name: str = "127.0.0.1"
) -> bytes:
    """A socket opened by hand; the status line of the answer."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [*HANDSHAKE, f"Sec-WebSocket-Key: {key}"]
    lines += [f"Origin: {origin}"] if origin else []
    asked = head("/ws/?lang=it", *lines, method="GET")
    connection.sendall(asked.replace(b"Host: 127.0.0.1", f"Host: {name}:{port}".encode()))
    told = b""
    while b"\r\n\r\n" not in told:
        told += connection.recv(1)
    return told.split(b"\r\n")[0]


def frame(payload: bytes, opcode: int = 1) -> bytes:
    """One masked frame of a client."""
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    size = len(payload)
    length = (
        bytes([0x80 | size])
        if size < 126
        else bytes([0x80 | 126]) + struct.pack("!H", size)
        if size < 65536
        else bytes([0x80 | 127]) + struct.pack("!Q", size)
    )
    return bytes([0x80 | opcode]) + length + mask + masked


CLOSE = 8


def close_code(told: bytes) -> int | None:
    """The code of the close frame among what a server sent; None if it hung up without one."""
    while len(told) > 1:
        opcode, size, at = told[0] & 15, told[1] & 127, 2
        if size == 126:
            size, at = int.from_bytes(told[2:4]), 4
        if opcode == CLOSE:
            return int.from_bytes(told[at : at + 2])
        told = told[at + size :]
    return None
