"""The bytes of an evening's pictures on their way to a phone: compressed, and not."""

import zlib
from contextlib import ExitStack
from statistics import mean, median
from typing import Any

from bench.fanout import frames
from bench.fanout.screen import Screen
from bench.fanout.starting import Bench, Failed
from bench.fanout.taps import evening

OFFER = {"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}
"""What Chromium offers."""

BEAT = b'{"beat":true}'

TAIL = b"\0\0\xff\xff"
"""What a compressed message leaves out at its end (RFC 7692)."""


def weight(bench: Bench, actions: int) -> dict[str, Any]:
    """The product as it is: the first picture, then one an action. Raises Failed."""
    with ExitStack() as stack:
        made = stack.enter_context(evening(bench, "product", 1, actions))
        console = made.console(made.editions[0])
        # The screens' address: a phone's pictures, but none merged with the next.
        opened = [
            stack.enter_context(Screen(made.server.ports[0], "/display/ws/?lang=it", headers))
            for headers in ({}, OFFER)
        ]
        inflate = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
        plain, compressed = [], []
        for command in (None, *made.editions[0]["commands"]):
            if command:
                console.tap(command)
            (_first, text), (first, deflated) = map(next_picture, opened)
            if not first & frames.COMPRESSED:
                raise Failed("compression was not negotiated")
            if inflate.decompress(deflated + TAIL) != text:
                raise Failed("what came compressed is not the picture")
            plain.append(len(text))
            compressed.append(len(deflated))
    return {
        "pictures": len(plain),
        "plain": mean(plain),
        "compressed": mean(compressed),
        "first": compressed[0],
        "later": median(compressed[1:]),
        "largest": max(compressed),
    }


def next_picture(screen: Screen) -> tuple[int, bytes]:
    """The next frame that is no beat: its first byte, and what is in it."""
    while True:
        first, payload = screen.frame()
        if payload != BEAT:
            return first, payload
