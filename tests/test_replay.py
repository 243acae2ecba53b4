"""``manage.py replay``: a typing mistake never passes silently and never ends in a traceback."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from cagli_oca.games.evening_file import LONGEST_LINE, MOST_LINES, BadLine, Reader
from cagli_oca.wording import FILE_ERRORS
from tests.oca.play import HEADER, at, look, play, throw

ROOT = Path(__file__).parent.parent
HEADER_LINE = json.dumps(HEADER).encode()
THROW = b'{"do": "throw", "value": 1}'


def lines(*after_the_header: bytes, header: bytes = HEADER_LINE) -> bytes:
    return b"\n".join([header, *after_the_header])


def header_with(**changes) -> bytes:
    return json.dumps({**HEADER, **changes}).encode()


BROKEN = {
    # code: the line it stands on, the file
    "empty_file": (1, b""),
    "line_too_long": (2, lines(b'{"do": "' + b"x" * LONGEST_LINE + b'"}')),
    "too_many_lines": (MOST_LINES + 1, lines(*[b""] * MOST_LINES, THROW)),
    "file_too_large": (9, lines(*[b" " * (LONGEST_LINE - 1)] * 9)),
    "not_utf8": (1, b"\x89PNG\r\n\x1a\n\x00\x00"),
    "not_json": (2, lines(b"throw 4")),
    "too_deep": (2, lines(b"[" * 200_000)),
    "duplicate_key": (2, lines(b'{"do": "throw", "value": 1, "value": 2}')),
    "unknown_game": (1, b'{"game": "chess"}'),
    "no_action": (2, lines(b'{"value": 4}')),
    "not_an_object": (2, lines(b'{"do": "draw", "quarter": "angelo", "proof": []}')),
    "not_a_list": (1, header_with(order_of_play="ponte")),
    "not_an_integer": (2, lines(b'{"do": "throw", "value": 4.0}')),
    "not_a_boolean": (1, header_with(rehearsal="true")),
    "not_a_text": (2, lines(b'{"do": "suspend", "reason": 5}')),
    "not_writable": (2, lines(b'{"do": "suspend", "reason": "\\ud83e"}')),
    "blank": (1, header_with(edition=" ")),
    "not_one_of": (2, lines(b'{"do": "draw", "quarter": "siena"}')),
    "not_two_numbers": (2, lines(b'{"do": "result", "winner": "tie", "scores": [1]}')),
    "not_a_finite_number": (2, lines(b'{"do": "result", "winner": "tie", "scores": [1e999, 1]}')),
    "not_a_time": (2, lines(b'{"do": "throw", "value": 4, "at": "evening"}')),
    "not_a_date": (1, header_with(held_on="2026-8-9")),
    "not_a_square": (1, header_with(square_trials={"three": "ponte"})),
    "unknown_key": (2, lines(b'{"do": "throw", "value": 4, "vaule": 5}')),
    "missing_key": (2, lines(b'{"do": "throw"}')),
    "bad_position": (1, header_with(position="somewhere")),
}

MORE_BROKEN = {
    "blank lines only": (1, b"\n \n\r\n"),
    "a byte-order mark only": (1, b"\xef\xbb\xbf"),
    "two byte-order marks": (1, b"\xef\xbb\xbf\xef\xbb\xbf" + HEADER_LINE),
    "UTF-16": (1, HEADER_LINE.decode().encode("utf-16")),
    "no header": (1, THROW),
    "a list for a header": (1, b"[1, 2]"),
    "a list for an action": (2, lines(b"[]")),
    "a game that is no text": (1, b'{"game": ["oca"]}'),
    "an action that is no text": (2, lines(b'{"do": {"throw": 4}}')),
    "an unknown action": (2, lines(b'{"do": "dance"}')),
    "a number as true": (2, lines(b'{"do": "throw", "value": true}')),
    "a number as text": (2, lines(b'{"do": "throw", "value": "4"}')),
    "no number at all": (2, lines(b'{"do": "throw", "value": null}')),
    "not a number": (2, lines(b'{"do": "throw", "value": NaN}')),
    "a count not a number": (2, lines(b'{"do": "result", "winner": "tie", "scores": [NaN, 1]}')),
    "a count that is true": (2, lines(b'{"do": "result", "winner": "tie", "scores": [true, 1]}')),
    "a NUL": (2, lines(b'{"do": "suspend", "reason": "\\u0000"}')),
    "half a pair in a key": (2, lines(b'{"do": "throw", "value": 1, "\\ud83e": 1}')),
    "half a pair in a proof": (
        2,
        lines(b'{"do": "draw", "quarter": "angelo", "proof": {"a": ["\\ud83e"]}}'),
    ),
    "a duplicate key deep inside": (
        2,
        lines(b'{"do": "draw", "quarter": "angelo", "proof": {"a": {"b": 1, "b": 1}}}'),
    ),
    "a number of 5000 digits": (2, lines(b'{"do": "throw", "value": 1' + b"0" * 5000 + b"}")),
    "two values on a line": (2, lines(THROW + b" " + THROW)),
    "a line cut off": (2, lines(THROW[:-1])),
    "an unknown key in the board": (1, header_with(board={**HEADER["board"], "geese": []})),
    "an unknown option": (1, header_with(options={"twice": "yes"})),
    "a square as 03": (1, header_with(square_trials={"03": "ponte"})),
}

REFUSED = {
    # line, rule, file
    "a rule": (3, "R22", lines(THROW, b'{"do": "bonus"}')),
    "a rule of the header": (1, "R3", header_with(board={**HEADER["board"], "goose": [48]})),
    "a big number": (2, "R4", lines(b'{"do": "throw", "value": 1' + b"0" * 4000 + b"}")),
    "blank lines are counted": (5, "R22", lines(b"", THROW, b" \t", b'{"do": "bonus"}')),
    "the first error counts": (2, "R22", lines(b'{"do": "bonus"}', b"nonsense")),
    "undo at the start": (2, "R32", lines(b'{"do": "undo"}')),
    "a blank reason": (2, "R33", lines(b'{"do": "suspend", "reason": " "}')),
}

ACCEPTED = {
    "a byte-order mark": b"\xef\xbb\xbf" + lines(THROW),
    "CRLF": lines(THROW).replace(b"\n", b"\r\n"),
    "blank lines": b"\n\n" + lines(b"", THROW, b"  ", b""),
    "blanks around a line": lines(b"  " + THROW + b"\t"),
    "keys in another order": lines(b'{"value": 1, "do": "throw"}'),
    "a time, a name, a note": lines(
        b'{"do": "throw", "value": 1, "at": "2026-08-09T18:40:00+02:00", "by": "", "note": "",'
        b' "correction": ""}'
    ),
}


def replay(*paths: Path, code: int | None = None) -> list[dict]:
    """What the command prints; *code* is how it exits."""
    out = io.StringIO()
    arguments = ["replay", *map(str, paths), "--json"]
    if code is None:
        call_command(*arguments, stdout=out)
    else:
        with pytest.raises(SystemExit) as stopped:
            call_command(*arguments, stdout=out)
        assert stopped.value.code == code
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture
def file(tmp_path):
    """Writes an evening file and gives its path."""

    def write(content: bytes, name: str = "evening.jsonl") -> Path:
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


def reading(content: bytes) -> BadLine:
    with pytest.raises(BadLine) as caught:
        list(Reader(io.BytesIO(content)))
    return caught.value


def test_every_error_of_a_file_is_provoked_here():
    # A missing file stands below; only a tablet's request can be too long (tests/test_pages.py).
    assert {*BROKEN, "missing_file", "too_long"} == set(FILE_ERRORS)


@pytest.mark.parametrize("code", BROKEN)
def test_a_broken_file_is_told_with_its_line_and_a_sentence(code, file):
    line, content = BROKEN[code]
    bad = reading(content)
    assert (bad.line, bad.refusal.rule, bad.refusal.code) == (line, "FILE", code)
    told = set()
    for language in ("it", "en"):
        with override(language):
            (found,) = replay(file(content), code=1)
        assert (found["error"]["line"], found["error"]["rule"]) == (line, "FILE")
        assert "%(" not in found["error"]["message"]
        told.add(found["error"]["message"].strip())
    assert "" not in told


@pytest.mark.parametrize("what", MORE_BROKEN)
def test_more_ways_to_break_a_file(what, file):
    line, content = MORE_BROKEN[what]
    (found,) = replay(file(content), code=1)
    assert (found["error"]["line"], found["error"]["rule"]) == (line, "FILE")
    assert found["state"] == (None if line == 1 else look(play()))


@pytest.mark.parametrize("what", REFUSED)
def test_what_the_rules_refuse_is_told_with_the_state_before_that_line(what, file):
    line, rule, content = REFUSED[what]
    (found,) = replay(file(content), code=1)
    assert (found["error"]["line"], found["error"]["rule"]) == (line, rule)
    thrown = content.count(THROW)
    assert found["state"] == (None if line == 1 else look(play(*[throw(1)] * thrown)))


@pytest.mark.parametrize("what", ACCEPTED)
def test_what_a_file_may_look_like(what, file):
    assert replay(file(ACCEPTED[what])) == [look(play(throw(1)))]


def test_a_file_that_is_missing_is_an_error_on_its_line_1(tmp_path):
    for path in (tmp_path / "nothing.jsonl", tmp_path):
        (found,) = replay(path, code=1)
        assert found["error"]["line"] == 1
        assert found["error"]["rule"] == "FILE"
        assert found["state"] is None


def test_a_broken_file_does_not_hide_the_others(file, tmp_path):
    good, other = file(lines(THROW), "good"), file(lines(THROW, THROW), "other")
    bad, missing = file(b"", "bad"), tmp_path / "missing"
    found = replay(good, bad, missing, other, code=1)
    assert ["error" in answer for answer in found] == [False, True, True, False]
    assert found[0] == look(play(throw(1)))
    assert found[3] == look(play(throw(1), throw(1)))


def test_a_position_in_the_header_is_where_the_evening_starts(file):
    position = at("angelo", game=3, angelo="53:c53")
    (found,) = replay(file(lines(THROW, header=header_with(position=position))))
    assert (found["winner"], found["game"]) == ("angelo", 3)


def test_without_json_it_tells_the_evening_and_the_position_line_by_line(file):
    out, err = io.StringIO(), io.StringIO()
    path = file(lines(THROW))
    with override("en"):
        call_command("replay", str(path), stdout=out, stderr=err)
    told, position = out.getvalue().splitlines()
    assert told.startswith("2: Sant'Andrea")
    assert "0 → 1" in told
    assert position == f"{path}: throw 0 andrea:1 *agostino:0 francesco:0 angelo:0"
    with pytest.raises(SystemExit):
        call_command("replay", str(file(b"")), stdout=out, stderr=err)
    assert ":1: FILE: " in err.getvalue()


def test_without_a_file_it_is_a_usage_error():
    with pytest.raises(CommandError):
        call_command("replay", "--json")


def test_the_real_command_exits_1_without_a_traceback(file, tmp_path):
    environment = {**os.environ, "DATA_DIR": str(tmp_path / "data")}
    command = [sys.executable, ROOT / "manage.py", "replay", "--json"]
    broken = [file(content, code) for code, (_, content) in BROKEN.items()]
    done = subprocess.run([*command, *broken], env=environment, capture_output=True)
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == len(broken)
    assert done.stderr == b""
    usage = subprocess.run(command, env=environment, capture_output=True)
    assert usage.returncode == 2
    assert b"Traceback" not in usage.stderr


@pytest.mark.parametrize("around", [b'{"a": %s}', b"[%s]"])
def test_a_proof_of_any_depth_is_read_or_too_deep_and_never_a_traceback(around):
    before, after = around.split(b"%s")
    found = []
    for depth in range(1100):
        proof = b'{"a": ' + before * depth + b"1" + after * depth + b"}"
        drawn = b'{"do": "draw", "quarter": "angelo", "proof": ' + proof + b"}"
        try:
            list(Reader(io.BytesIO(lines(b'{"do": "throw", "value": 3}', drawn))))
            found.append(None)
        except BadLine as bad:
            found.append(bad.refusal.code)
    assert found[0] is None
    assert found[-1] == "too_deep"
    assert set(found) == {None, "too_deep"}


EVENING = (ROOT / "fixtures" / "evenings" / "every-action.jsonl").read_bytes()


@given(
    st.integers(0, len(EVENING)),
    st.integers(0, 20),
    st.one_of(st.binary(max_size=8), st.sampled_from([b"[" * 2000, b"9" * 5000, b'"', b"\n"])),
)
def test_a_damaged_file_is_never_more_than_a_bad_line(start, length, damage):
    damaged = EVENING[:start] + damage + EVENING[start + length :]
    try:
        list(Reader(io.BytesIO(damaged)))
    except BadLine as bad:
        assert 1 <= bad.line <= damaged.count(b"\n") + 1
