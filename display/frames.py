"""WebSocket frames of a whole text message, server to client (RFC 6455, RFC 7692)."""

import struct
import zlib

FIN, COMPRESSED, TEXT = 0x80, 0x40, 0x01

TAIL = b"\x00\x00\xff\xff"
"""What a sync flush ends with, and a message leaves out."""


def plain(payload: bytes) -> bytes:
    """One frame with the whole message."""
    return _head(FIN | TEXT, len(payload)) + payload


def compressed(payload: bytes, after: bytes = b"") -> bytes:
    """The same deflated, for all whose last compressed message was *after*: what is as it was there
    is not told again. Without *after* it refers to no earlier message, and is everybody's.
    """
    deflate = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS, zdict=after)
    shorter = (deflate.compress(payload) + deflate.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)
    return _head(FIN | COMPRESSED | TEXT, len(shorter)) + shorter


def _head(first: int, length: int) -> bytes:
    if length < 126:
        return struct.pack("!BB", first, length)
    if length < 1 << 16:
        return struct.pack("!BBH", first, 126, length)
    return struct.pack("!BBQ", first, 127, length)
