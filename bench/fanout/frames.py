"""As much of the WebSocket protocol (RFC 6455) as a client and the plainest server need."""

import base64
import hashlib

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FIN, COMPRESSED = 0x80, 0x40

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
"""Every client's; what it protects from does not happen on loopback."""

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def request(port: int, path: str, headers: dict[str, str] | None = None) -> bytes:
    """What a client asks for first."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {KEY}",
        "Sec-WebSocket-Version: 13",
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def agreed(asked: bytes) -> bytes:
    """What a server answers to the request with these bytes."""
    name = b"sec-websocket-key:"
    line = next(line for line in asked.split(b"\r\n") if line.lower().startswith(name))
    digest = hashlib.sha1(line[len(name) :].strip() + GUID).digest()
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n"
    )


def from_server(payload: bytes) -> bytes:
    """One whole text message of 126 to 65,535 bytes."""
    return bytes([FIN | TEXT, 126]) + len(payload).to_bytes(2, "big") + payload


def from_client(opcode: int, payload: bytes) -> bytes:
    """A frame of up to 125 bytes. Clients must mask: with a key of zeros nothing changes."""
    return bytes([FIN | opcode, FIN | len(payload)]) + b"\0\0\0\0" + payload


def span(data: bytes | bytearray, at: int) -> tuple[int, int] | None:
    """Where the payload of the server's frame at *at* begins and ends; None: not all is there."""
    there = len(data) - at
    if there < 2:
        return None
    length, head = data[at + 1], 2
    if length > 125:
        head = 4 if length == 126 else 10
        if there < head:
            return None
        length = int.from_bytes(data[at + 2 : at + head], "big")
    return (at + head, at + head + length) if there >= head + length else None
