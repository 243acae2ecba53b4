"""The picture that every server sends: a real one of a rehearsed evening, 4.4 KB, seq put in.

Standard library only: it is used by the peers, too.
"""

import mmap
import struct
from pathlib import Path

PATH = Path(__file__).with_name("picture.json")

_BEFORE, _AFTER = PATH.read_text(encoding="utf-8").strip().split('"seq":71,', 1)

FIRST = 1000
"""The seq before anything is published: all later ones have as many digits."""


def text(seq: int) -> str:
    """The picture with this seq, as the text of one message."""
    return f'{_BEFORE}"seq":{seq},{_AFTER}'


class SharedSeq:
    """The present seq in a file, for several processes at once. Makes the file if need be."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(struct.pack("q", FIRST))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 8)

    def get(self) -> int:
        return int(struct.unpack("q", self._memory[:])[0])

    def set(self, seq: int) -> None:
        self._memory[:] = struct.pack("q", seq)
