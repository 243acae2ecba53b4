"""Phones that never read: the server must not keep for them what they will never want."""

from statistics import median
from typing import Any

from bench.fanout.climb import warm
from bench.fanout.starting import Bench

DEAF = 50
BASE = 200
"""Pictures while everybody reads, to compare with."""

BURST = 300


def slow(bench: Bench, readers: int, pictures: int) -> dict[str, Any]:
    """*readers* and DEAF others, who all read; then these read nothing for so many pictures.

    Then they resume; stop again while BURST pictures are published at once; and resume. Memory is
    MiB, times are milliseconds to the last one who reads.
    """
    with bench.server("product") as server, bench.client() as client:
        client.connect(server, readers)
        client.connect(server, DEAF, group="deaf")
        warm(client, server)
        reading = [client.deliver(server) * 1000 for _picture in range(BASE)]

        client.ask("pause", group="deaf")
        before = server.memory()
        deaf = [client.deliver(server) * 1000 for _picture in range(pictures)]
        grown = (server.memory() - before) / 2**20
        client.ask("resume", group="deaf")
        stale = client.ask("goal", seq=server.seq)["missing"]

        client.ask("pause", group="deaf")
        for _picture in range(BURST):
            server.publish()
        late = client.ask("goal", seq=server.seq)["missing"]
        client.ask("resume", group="deaf")
        stale_again = client.ask("goal", seq=server.seq)["missing"]
        client.check()
    return {
        "grown": grown,
        "reading": median(reading),
        "deaf": median(deaf),
        "stale": stale + late + stale_again,
    }
