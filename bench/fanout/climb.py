"""A server with more and more phones: what a delivery costs, and when the last one has it."""

import time
from collections.abc import Sequence
from statistics import median, quantiles

from bench.fanout.starting import SETTLED, Bench, Client, Server

WARM = 10
"""Sockets and pictures before anything is counted: what is loaded with the first is no phone's."""

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


def asleep(bench: Bench, name: str, sockets: int, pictures: int) -> float:
    """Median milliseconds to the last socket while the client takes no processor."""
    with bench.server(name) as server, bench.client() as client:
        client.connect(server, sockets, stamped=True)
        warm(client, server)
        times = [client.deliver_asleep(server) * 1000 for _picture in range(pictures)]
        client.check()
    return median(times)


def warm(client: Client, server: Server) -> None:
    for _picture in range(3):
        client.deliver(server)
    time.sleep(SETTLED)


def deliveries(client: Client, server: Server, size: int, pictures: int) -> Cell:
    """Pictures one after the other, each as soon as all have the one before.

    Processor time is milliseconds for 1,000 deliveries; times are milliseconds.
    """
    used, redis, reading = server.cpu(), server.redis_cpu(), client.stats()["cpu"]
    busy = server.busiest()
    times = [client.deliver(server) * 1000 for _picture in range(pictures)]
    time.sleep(SETTLED)
    per = 1_000_000 / (size * pictures)
    return {
        "cpu": (server.cpu() - used) * per,
        "busiest": (server.busiest() - busy) * per,
        "redis": (server.redis_cpu() - redis) * per,
        "client": (client.stats()["cpu"] - reading) * per,
        "last": median(times),
        "p99": quantiles(times, n=100, method="inclusive")[98],
    }
