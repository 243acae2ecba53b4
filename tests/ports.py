"""Loopback ports for the servers that tests start."""

import random
import socket
import time

BELOW_THE_SYSTEMS_OWN = range(20000, 32000)
"""Where no outgoing connection takes a port between our look and a server's start."""


def free_port() -> int:
    """A port that nobody uses just now, another one for each test process."""
    chance = random.SystemRandom()
    while True:
        port = chance.choice(BELOW_THE_SYSTEMS_OWN)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def wait_until_it_answers(port: int, seconds: float = 60) -> None:
    """Returns once somebody accepts connections there. Raises OSError if nobody does in time."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
