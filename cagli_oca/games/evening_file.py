"""The evening file: a header, then actions, one JSON object a line (UTF-8, ``.jsonl``).

Reading is strict (a typing mistake must not pass silently) and line by line, so that memory stays
bounded and the first error in the file is the one reported.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any

from cagli_oca.games import game_of
from cagli_oca.games.core import Command, Evening, Event, Game, Header, Refused, Unreadable

LONGEST_LINE = 1 << 20
"""Bytes. A longer line is no action of ours."""

MOST_LINES = 5000
LARGEST_FILE = 8 << 20
"""Lines and bytes. An evening has some 150 actions in 30,000 bytes; each is kept with its state."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class BadLine(Exception):
    """The first line of a file that cannot be read or that the rules refuse (from 1)."""

    def __init__(
        self,
        line: int,
        refusal: Refused,
        game: Game | None = None,
        evening: Evening | None = None,
    ) -> None:
        super().__init__(f"line {line}: {refusal}")
        self.line = line
        self.refusal = refusal
        self.game = game
        """None while the header does not say which."""
        self.evening = evening
        """Where the evening stood before the line; None when the header is wrong."""


@dataclass(frozen=True, slots=True)
class Line:
    """One accepted action of a file, the evening before it and its event."""

    number: int
    command: Command
    event: Event


def strict_json(raw: bytes) -> Any:
    """One JSON value from UTF-8 *raw*. Raises Unreadable also for duplicate keys and NaN."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable("not_utf8") from None
    try:
        return json.loads(
            text, object_pairs_hook=_object_without_duplicates, parse_constant=_no_constant
        )
    except Unreadable:
        raise
    except RecursionError:
        raise Unreadable("too_deep") from None
    except ValueError:
        raise Unreadable("not_json") from None


def _object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable("duplicate_key", key=key)
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise Unreadable("not_json")


def raw_lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, numbered from 1. Raises BadLine for what has no end."""
    number = size = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        size += len(raw)
        if number == 1:
            raw = raw.removeprefix(BYTE_ORDER_MARK)
        if len(raw) > LONGEST_LINE:
            raise BadLine(number, Unreadable("line_too_long", longest=LONGEST_LINE))
        if number > MOST_LINES:
            raise BadLine(number, Unreadable("too_many_lines", most=MOST_LINES))
        if size > LARGEST_FILE:
            raise BadLine(number, Unreadable("file_too_large", largest=LARGEST_FILE))
        if raw.strip():
            yield number, raw


def is_torn(raw: bytes) -> bool:
    """Whether a line was cut in writing: it is the file's last, has no end, and is no JSON.

    An object that was cut lacks its last brace, so that no cut line can pass for a whole one.
    """
    if raw.endswith(b"\n"):
        return False
    try:
        strict_json(raw)
    except Unreadable as unreadable:
        return unreadable.code in ("not_json", "not_utf8")
    return False


class Reader:
    """Plays a file line by line: ``header`` first, then iterate over its accepted ``Line``s.

    ``evening`` is always the state after the last accepted line. Raises BadLine.

    With *keep_torn*, a last line that was cut in writing (it has no end and cannot be read) is left
    out; ``torn`` is its number then.
    """

    torn: int | None = None

    def __init__(self, stream: IO[bytes], *, keep_torn: bool = False) -> None:
        self._lines = raw_lines(stream)
        self._keep_torn = keep_torn
        number, raw = next(self._lines, (1, b""))
        game: Game | None = None
        try:
            if not raw:
                raise Unreadable("empty_file")
            found = strict_json(raw)
            game = self.game = game_of(found)
            self.header: Header = game.check_header(found)
            self.evening = Evening.opened(game, self.header)
        except Refused as refusal:
            raise BadLine(number, refusal, game) from None

    def __iter__(self) -> Iterator[Line]:
        try:
            for number, raw in self._lines:
                if self._keep_torn and is_torn(raw):
                    self.torn = number
                    return
                yield self._play(number, raw)
        except BadLine as bad:
            bad.game, bad.evening = self.game, self.evening
            raise

    def _play(self, number: int, raw: bytes) -> Line:
        try:
            command = self.game.read(strict_json(raw))
            event = self.evening.decide(command)
        except Refused as refusal:
            raise BadLine(number, refusal) from None
        self.evening = self.evening.follow(event)
        return Line(number, command, event)


def to_line(value: Mapping[str, Any]) -> str:
    """One line of an evening file, without the newline; the same value gives the same line."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)
