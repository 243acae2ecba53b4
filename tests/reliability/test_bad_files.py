"""Evening files from anywhere: refused with the line and the reason, whole, in bounded memory."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cagli_oca.games.evening_file import BadLine, Reader
from tests.cast import HEADER, LONG
from tests.e2e.conftest import ROOT

EVENINGS = [path.read_bytes() for path in sorted((ROOT / "fixtures/evenings").glob("*.jsonl"))]
HEADER_LINE = json.dumps(HEADER).encode() + b"\n"
MOST_MEMORY = 64 << 20
HUGE = 100 << 20 if LONG else 12 << 20
"""Bytes."""


def read(content: bytes) -> int | None:
    """The line that is refused, None if all is well. Raises whatever else goes wrong."""
    try:
        for _line in Reader(io.BytesIO(content)):
            pass
    except BadLine as bad:
        assert bad.refusal.rule
        return bad.line
    return None


def test_the_evenings_are_whole():
    assert [read(evening) for evening in EVENINGS] == [None] * len(EVENINGS)


@given(st.binary(max_size=2000))
def test_random_bytes_are_refused_at_a_line(content):
    assert read(content) is not None


@given(st.sampled_from(EVENINGS), st.floats(0, 1))
def test_a_file_cut_anywhere_is_whole_or_refused_at_its_last_line(evening, where):
    cut = evening[: int(where * len(evening))]
    bad = read(cut)
    assert bad is None or bad == max(1, cut.count(b"\n") + (not cut.endswith(b"\n")))


@examples(max_examples=3000 if LONG else 100)
@given(st.sampled_from(EVENINGS), st.data())
def test_a_file_with_some_bytes_changed_is_read_or_refused_never_more(evening, data):
    content = bytearray(evening)
    for _change in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    read(bytes(content))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "cp1252", "cp037"])
def test_another_encoding_is_refused(encoding):
    header = json.dumps({**HEADER, "title": "Palio della libertà"}, ensure_ascii=False)
    assert read(header.encode()) is None
    assert read(header.encode(encoding)) == 1


@pytest.mark.parametrize("unit", [b"[", b'{"do":', b'{"a":[', b'[{"a":'], ids=repr)
@pytest.mark.parametrize("depth", [100, 1_000, 100_000])
def test_what_is_nested_deeply_is_refused(unit, depth):
    closing = {b"[": b"]", b"{": b"}"}
    end = b"".join(closing[bytes([byte])] for byte in unit[::-1] if bytes([byte]) in closing)
    deep = b'{"do": "draw", "quarter": "angelo", "proof": %s1%s}'
    assert read(HEADER_LINE + deep % (unit * depth, end * depth)) == 2
    assert read(unit * depth) == 1


def fill(piece: bytes, size: int) -> Callable[[BinaryIO], None]:
    """Writes a piece over and over until the file has so many bytes."""

    def write(file: BinaryIO) -> None:
        chunk = piece * (1 + (1 << 20) // len(piece))
        for _chunk in range(size // len(chunk) + 1):
            file.write(chunk)

    return write


def random_bytes(file: BinaryIO) -> None:
    for _megabyte in range(HUGE >> 20):
        file.write(os.urandom(1 << 20))


RAIN = (
    b'{"do": "suspend", "reason": "'
    + b"pioggia " * 12_000
    + b'"}\n{"do": "resume", "note": "'
    + b"sole " * 20_000
    + b'"}\n'
)

FILES = {
    # the line that is refused, what stands after the header
    "one endless line": (2, fill(b"x", HUGE)),
    "zeros": (2, lambda file: file.truncate(HUGE)),
    "blank lines": (5001, fill(b"\n", HUGE)),
    "lawful actions without end": (5001, fill(b'{"do":"throw","value":5}\n{"do":"undo"}\n', HUGE)),
    "lawful actions with long words": (None, fill(RAIN, HUGE)),
    "random": (None, random_bytes),
    "nested": (2, fill(b"[", HUGE)),
    "a very long list": (2, fill(b"[],", HUGE)),
}


IMPORTER = """
import json, os, re, sys
import django
from django.core.management import call_command
django.setup()
call_command("migrate", verbosity=0)
for line in sys.stdin:
    open("/proc/self/clear_refs", "w").write("5")  # the peak is counted anew
    before = int(re.search("VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
    try:
        said = call_command("import_evening", line.strip()) or "imported"
    except BaseException as error:
        said = repr(error)
    peak = int(re.search("VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
    print(json.dumps([said, (peak - before) * 1024]), file=sys.stderr, flush=True)
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory) -> Iterator[Callable[[Path], tuple[str, int]]]:
    """``manage.py import_evening`` of a file: what it says, and its memory in bytes."""
    process = subprocess.Popen(
        [sys.executable, "-c", IMPORTER],
        cwd=ROOT,
        env={
            **{key: os.environ[key] for key in os.environ if key != "DATABASE_URL"},
            "DATA_DIR": str(tmp_path_factory.mktemp("import")),
            "DJANGO_SETTINGS_MODULE": "cagli_oca.settings",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )

    def run(path: Path) -> tuple[str, int]:
        process.stdin.write(f"{path}\n")
        process.stdin.flush()
        said, memory = json.loads(process.stderr.readline())
        return said, memory

    yield run
    process.stdin.close()
    process.stderr.close()
    process.wait(20)


def test_the_memory_that_is_measured_is_the_files(imported, tmp_path):
    """A list of half a million lists is a lawful line of JSON, and no action: this is the worst."""
    path = tmp_path / "evening.jsonl"
    path.write_bytes(HEADER_LINE + b"[" + b"[]," * 300_000 + b"[]]")
    said, memory = imported(path)
    assert "line 2: FILE: " in said
    assert 10 << 20 < memory < MOST_MEMORY


def test_a_huge_file_is_refused_in_bounded_memory(imported, tmp_path):
    small = tmp_path / "small.jsonl"
    small.write_bytes(HEADER_LINE)
    assert imported(small)[0] == "imported"
    for name, (line, write) in FILES.items():
        path = tmp_path / "huge.jsonl"
        with open(path, "wb") as file:
            file.write(HEADER_LINE)
            file.seek(0, os.SEEK_END)
            write(file)
        said, memory = imported(path)
        refused = re.search(r"line (\d+): FILE: .* Nothing was imported", said)
        assert refused and said.startswith("CommandError"), (name, said[:2000])
        assert line is None or int(refused[1]) == line, (name, said[:2000])
        print(f"{name}: {path.stat().st_size >> 20} MiB, {memory / (1 << 20):.1f} MiB of memory")
        assert memory < MOST_MEMORY, (name, memory)
