"""The fan-out bench works, in short: this program alone, 500 sockets. Never about speed."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.fanout import report
from bench.fanout.starting import Bench, allow_files

ROOT = Path(__file__).parent.parent

SOCKETS = 500
DEAF = 20
PICTURES = 10
BURST = 100


def test_everybody_ends_on_the_last_picture_and_nobody_is_lost():
    allow_files()
    with Bench() as bench:
        with bench.server("product") as server, bench.client() as client:
            told = client.ask("connect", ports=server.ports, count=SOCKETS, path="/ws/")
            assert (told["in"], told["failed"]) == (SOCKETS, 0)
            for _picture in range(PICTURES):
                client.deliver(server)

            client.connect(server, DEAF, group="deaf")
            client.ask("pause", group="deaf")
            for _picture in range(BURST):
                server.publish()
            assert client.ask("goal", seq=server.seq)["missing"] == 0
            client.ask("resume", group="deaf")
            assert client.ask("goal", seq=server.seq)["missing"] == 0

            told = client.stats()
            assert told["open"] == SOCKETS + DEAF
            assert told["lost"] == told["backwards"] == 0
            assert server.cpu() > 0
            assert server.memory() > 0
            started = [*server.processes, client.process]
        assert all(process.returncode is not None for process in started)
    assert not bench.folder.exists()


def test_a_short_run_prints_its_table_and_writes_nothing():
    docs = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    short = ("--sockets", "50", "--rounds", "1", "--no-peers", "--only", "storm")
    done = subprocess.run(
        [sys.executable, "bench/fanout/run.py", *short],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "| 50 connect at once, until all have the present picture |" in done.stdout
    assert "| 0 failures, " in done.stdout
    assert (ROOT / "docs" / "performance.md").read_text(encoding="utf-8") == docs


@pytest.mark.parametrize(
    ("value", "result"),
    [(0.9, report.REACHED), (1.0, report.REACHED), (1.15, report.LEVELLED), (1.16, report.MISSED)],
)
def test_a_figure_is_reached_level_or_missed(value, result):
    assert report.judged(value, 1.0, report.LEVEL) == result


def test_the_table_stands_between_its_marks_and_the_rest_stays(tmp_path):
    path = tmp_path / "performance.md"
    path.write_text(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n", encoding="utf-8")
    found = {"product": [9.0, 30.0, 12.0], "insert": [10.0]}
    report.write(path, {"post": {**found, "how": "on a stone", "failed": ["round 2: gone"]}})
    written = path.read_text(encoding="utf-8")
    assert written.startswith(f"before\n{report.BEGIN}\n\n| figure ")
    assert written.endswith(f"{report.END}\nafter\n")
    assert "| 12.0 ms, 10.0 bare: 1.20 × | reached |" in written
    assert "post: on a stone" in written
    assert "- post: round 2: gone" in written
    assert "old" not in written


def test_the_documents_have_the_marks():
    docs = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    assert docs.count(report.BEGIN) == docs.count(report.END) == 1
