"""The fan-out bench works, in short: this program alone, 500 sockets. Never about speed."""

import socket
from pathlib import Path

import pytest

from bench.fanout import frames, picture, report
from bench.fanout.client import Crowd, Phone
from bench.fanout.run import measured, options_of
from bench.fanout.starting import Bench, allow_files

ROOT = Path(__file__).parent.parent

SOCKETS = 500
DEAF = 20
PICTURES = 10
BURST = 100


def test_a_short_run_everybody_ends_on_the_last_picture_and_nobody_is_lost():
    allow_files()
    options = ["--sockets", str(SOCKETS), "--rounds", "1", "--no-peers", "--only", "storm"]
    with Bench() as bench:
        [(part, found)] = measured(bench, options_of(options))
        assert (part, found["notes"]) == ("storm", [])
        assert [told["failures"] for told in found["product"]] == [0]
        assert f"| {SOCKETS} connect at once" in report.text({part: found})

        with bench.server("product") as server, bench.client() as client:
            client.connect(server, SOCKETS)
            for _picture in range(PICTURES):
                client.deliver(server)

            client.connect(server, DEAF, group="deaf")
            client.ask("pause", group="deaf")
            for _picture in range(BURST):
                server.publish()
            assert client.ask("goal", seq=server.seq)["missing"] == 0
            client.ask("resume", group="deaf")
            assert client.ask("goal", seq=server.seq)["missing"] == 0

            with bench.client() as sleeper:
                sleeper.connect(server, 20, stamped=True)
                assert 0 < sleeper.deliver_asleep(server) < 60

            told = client.stats()
            assert told["open"] == SOCKETS + DEAF
            assert told["lost"] == told["backwards"] == 0
            assert server.cpu() > 0
            assert server.memory() > 0
            started = [*server.processes, client.process]
        assert all(process.returncode is not None for process in started)
    assert not bench.folder.exists()


@pytest.mark.parametrize("size", [1, 3, 1000, 4409, 5000, 100_000])
def test_the_client_reads_frames_however_they_come_in_pieces(size):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        crowd, phone = Crowd(), Phone(ours, "", b"")
        phone.open = True
        texts = [picture.text(1000), '{"beat":true}' + " " * 200, picture.text(1001)]
        sent = b"".join(frames.from_server(text.encode()) for text in texts)
        sent += b"\x89\x02hi" + frames.from_server(picture.text(1002).encode())
        for at in range(0, len(sent), size):
            theirs.sendall(sent[at : at + size])
            crowd.read(phone)
        assert (phone.seq, crowd.frames, crowd.bytes, phone.rest) == (1002, 3, len(sent), b"")
        assert theirs.recv(100) == frames.from_client(frames.PONG, b"hi")
        crowd.poll.close()


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
    report.write(path, {"post": {**found, "how": "on a stone", "notes": ["round 2: gone"]}})
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
