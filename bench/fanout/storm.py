"""Everybody at once: a full arena opens the page in the same second."""

import time

from bench.fanout.starting import Bench

MEANWHILE = 0.3
"""Seconds after which a picture is published, in the middle of it."""

PATIENCE = 120


def storm(bench: Bench, name: str, sockets: int) -> dict[str, float]:
    """How many were not let in, and seconds until all have the present picture."""
    with bench.server(name) as server, bench.client() as client:
        kind = server.kind
        began = time.monotonic()
        client.tell(
            "connect",
            ports=server.ports,
            count=sockets,
            path=kind.path,
            socketio=kind.socketio,
            within=PATIENCE,
        )
        time.sleep(MEANWHILE)
        seq = server.publish()
        told = client.answer()
        arrived = began + told["seconds"]
        present = client.ask("goal", seq=seq, within=PATIENCE)
        lost = client.stats()["lost"]
    return {
        "failures": told["failed"] + present["missing"] + lost,
        "seconds": max(present["at"], arrived) - began,
    }
