"""Real moments and worked examples, retold as evening files, each with the state it must end in.

The expected states were reasoned by hand from the rules. Every bug found on an evening adds one.
"""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cagli_oca.games.core import PUBLIC, fold
from cagli_oca.games.evening_file import Reader, strict_json, to_line

ROOT = Path(__file__).parent.parent
EVENINGS = sorted((ROOT / "fixtures" / "evenings").glob("*.jsonl"))
every_evening = pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)


def expected(path: Path) -> dict:
    return json.loads(path.with_suffix(".state.json").read_text(encoding="utf-8"))


def test_the_worked_turn_and_the_five_real_moments_are_among_them():
    names = {path.stem for path in EVENINGS}
    assert names >= {
        "worked-turn",
        "2012-won-from-53-with-a-1",
        "2017-second-try-for-54",
        "2023-sent-from-48-to-47",
        "2023-paliotto-three-sixes",
        "2024-three-bounce-the-fourth-wins",
    }


@every_evening
def test_it_ends_in_the_state_reasoned_by_hand(path):
    with open(path, "rb") as stream:
        reader = Reader(stream)
        for _ in reader:
            pass
    assert reader.game.scoreboard(reader.evening.state, PUBLIC) == expected(path)


@every_evening
def test_its_first_action_says_what_it_rehearses(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[1])["note"]


@every_evening
def test_the_state_is_the_fold_of_its_events(path):
    with open(path, "rb") as stream:
        reader = Reader(stream)
        events = [line.event for line in reader]
    assert fold(reader.game, reader.header, enumerate(events, 1)) == reader.evening.state


@every_evening
def test_written_again_from_what_was_read_it_is_the_same_evening(path):
    with open(path, "rb") as stream:
        reader = Reader(stream)
        lines = [to_line(reader.header), *(to_line(line.command) for line in reader)]
    again = Reader(io.BytesIO("\n".join(lines).encode()))
    assert [to_line(again.header), *(to_line(line.command) for line in again)] == lines
    assert again.evening.state == reader.evening.state


def test_the_real_command_prints_it_and_touches_no_database(tmp_path):
    path = EVENINGS[0]
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "replay", path, "--json"],
        env={**os.environ, "DATA_DIR": str(tmp_path)},
        capture_output=True,
        check=True,
    )
    (line,) = done.stdout.splitlines()
    assert strict_json(line) == expected(path)
    assert done.stderr == b""
    assert not list(tmp_path.glob("*.sqlite3*"))
