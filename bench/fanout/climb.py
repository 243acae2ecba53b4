"""A server with more and more phones: what a delivery costs, and when the last one has it."""

import time
import zlib
from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

from bench.fanout import frames, picture
from bench.fanout.screen import Screen
from bench.fanout.starting import SETTLED, Bench, Client, Failed, Server

WARM = 10
"""Sockets and pictures before anything is counted: what is loaded with the first is no phone's."""

TAIL = b"\0\0\xff\xff"
"""What a compressed message leaves out at its end (RFC 7692)."""

Cell = dict[str, float]


def climb(bench: Bench, name: str, sizes: Sequence[int], pictures: int) -> dict[int, Cell]:
    """At each number of sockets: processor time, time to the last socket, memory a socket."""
    cells = {}
    with bench.server(name) as server, bench.client() as client:
        there = WARM
        client.connect(server, there)
        warm(client, server)
        empty = server.memory()
        for size in sizes:
            client.connect(server, size - there)
            there = size
            warm(client, server)
            cells[size] = deliveries(client, server, size, pictures)
            cells[size]["kib"] = (server.memory() - empty) / (size - WARM) / 1024
        client.check()
    return cells


def warm(client: Client, server: Server) -> None:
    for _picture in range(3):
        client.deliver(server)
    time.sleep(SETTLED)


def deliveries(client: Client, server: Server, size: int, pictures: int) -> Cell:
    """Pictures one after the other, each as soon as all have the one before.

    Processor time is milliseconds for 1,000 deliveries; times are milliseconds.
    """
    used, redis, reading = server.cpu(), server.redis_cpu(), client.stats()["cpu"]
    times = [client.deliver(server) * 1000 for _picture in range(pictures)]
    time.sleep(SETTLED)
    per = 1_000_000 / (size * pictures)
    return {
        "cpu": (server.cpu() - used) * per,
        "redis": (server.redis_cpu() - redis) * per,
        "client": (client.stats()["cpu"] - reading) * per,
        "last": median(times),
        "p99": quantiles(times, n=100, method="inclusive")[98],
    }


def compressed(bench: Bench) -> dict[str, Any]:
    """The bytes of a picture to a phone that offers compression, and without. Raises Failed."""
    offer = {"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}
    with bench.server("product") as server:
        sizes = []
        for headers in ({}, offer):
            with Screen(server.ports[0], "/ws/", headers) as screen:
                first, payload = screen.frame()
                size = len(payload)
                if first & frames.COMPRESSED:
                    payload = zlib.decompressobj(wbits=-15).decompress(payload + TAIL)
                if payload.decode() != picture.text(server.seq):
                    raise Failed("what came is not the picture")
                sizes.append(size)
    return {"plain": sizes[0], "compressed": sizes[1]}
