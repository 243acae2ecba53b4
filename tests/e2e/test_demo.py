"""``make demo``: a rehearsal that plays itself, on a database that is gone afterwards."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from cagli_oca.games import GAMES
from tests.e2e.conftest import ROOT
from tests.ports import free_port

pytestmark = pytest.mark.e2e


def picture(port: int) -> dict:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/board.json", timeout=5) as answer:
        return json.load(answer)


def wait_for_seq(port: int, seq: int) -> dict:
    """The first picture at *seq* or later."""
    deadline = time.monotonic() + 120
    while True:
        try:
            found = picture(port)
            if found["seq"] >= seq:
                return found
        except OSError:
            pass
        assert time.monotonic() < deadline, "the demo does not play"
        time.sleep(0.2)


@pytest.mark.parametrize("game", GAMES)
def test_the_demo_plays_is_marked_and_leaves_nothing_behind(tmp_path: Path, game: str):
    port = free_port()
    demo = subprocess.Popen(
        [sys.executable, "manage.py", "demo", "--game", game, "--pace", "0.1"],
        cwd=ROOT,
        env={**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        found = wait_for_seq(port, 3)
        assert (found["game"], found["rehearsal"], found["sample"]) == (game, True, True)
        wait_for_seq(port, found["seq"] + 3)
    finally:
        os.killpg(demo.pid, signal.SIGINT)
        printed, _ = demo.communicate(timeout=30)
    assert "Traceback" not in printed
    assert list(tmp_path.iterdir()) == []
