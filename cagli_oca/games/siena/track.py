"""The track of the Piazza: rows, lanes, curves, and where a pawn can go (P18, P19, P24-P27)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ROWS = 30
LAPS = 3
MOST_LANES = 5
FINISH = LAPS * ROWS + 1
"""P29: three laps and over the line."""

FURTHEST_BACK = -9
"""P30: how far behind the line a ruling may set a pawn."""

CURVES = ("san_martino", "casato")

STRAIGHT, RIGHT, LEFT = 0, -1, 1
DIRECTIONS = (STRAIGHT, RIGHT, LEFT)
"""P27: the order in which the program tries them. Lane 1 is the right, inside lane."""

Space = tuple[int, int]
"""A row of the ring (1 to 30) and a lane."""


def row_of(progress: int) -> int:
    """P19: the row on the ring; 0 is row 30."""
    return (progress - 1) % ROWS + 1


def lap_of(progress: int) -> int:
    """The lap on which a pawn is: 1 to 3, behind the line and over it too."""
    return min(max((progress - 1) // ROWS + 1, 1), LAPS)


def space_of(progress: int, lane: int) -> Space:
    """P19: the space on the ring: the same on every lap."""
    return row_of(progress), lane


@dataclass(frozen=True, slots=True)
class Track:
    """P18: how many lanes each row has, and in which rows the two curves lie."""

    lanes: tuple[int, ...]
    san_martino: tuple[int, int]
    casato: tuple[int, int]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Track":
        """From a checked header's ``track``, or from ``to_data``."""
        san_martino, casato = data["san_martino"], data["casato"]
        return cls(tuple(data["lanes"]), (san_martino[0], san_martino[1]), (casato[0], casato[1]))

    def to_data(self) -> dict[str, Any]:
        """The same as a header has it."""
        return {
            "lanes": list(self.lanes),
            "san_martino": list(self.san_martino),
            "casato": list(self.casato),
        }

    def has(self, progress: int, lane: int) -> bool:
        """Whether there is such a space."""
        return 1 <= lane <= self.lanes[row_of(progress) - 1]

    def curve(self, progress: int) -> str | None:
        """P28: the curve in which this row lies, if any."""
        row = row_of(progress)
        for name, (first, last) in zip(CURVES, (self.san_martino, self.casato), strict=True):
            if first <= row <= last:
                return name
        return None


@dataclass(frozen=True, slots=True)
class Ways:
    """Every way of the greatest length possible for one movement (P24, P25).

    ``layers[k]`` holds the lanes on which a pawn can be after k steps if it still can go on to the
    end: each step leads one row forward, so a way is a lane for each layer. Movements of any
    length cost at most five lanes a row.
    """

    start: int
    layers: tuple[frozenset[int], ...]

    @property
    def length(self) -> int:
        return len(self.layers) - 1

    def next_lanes(self, lanes: Sequence[int]) -> tuple[int, ...]:
        """The lawful next lanes after *lanes*, straight first; none at the end or astray."""
        if not self.lawful(lanes) or len(lanes) == self.length:
            return ()
        at = lanes[-1] if lanes else next(iter(self.layers[0]))
        return tuple(at + d for d in DIRECTIONS if at + d in self.layers[len(lanes) + 1])

    def lawful(self, lanes: Sequence[int]) -> bool:
        """Whether *lanes* is the beginning of a way (or a whole one)."""
        if len(lanes) > self.length:
            return False
        at = next(iter(self.layers[0]))
        for step, lane in enumerate(lanes, 1):
            if abs(lane - at) > 1 or lane not in self.layers[step]:
                return False
            at = lane
        return True

    def first(self) -> list[int]:
        """P27: the way found first, trying straight, right, left at each step."""
        lanes: list[int] = []
        while len(lanes) < self.length:
            lanes.append(self.next_lanes(lanes)[0])
        return lanes

    def ends(self) -> dict[tuple[int, int], list[int]]:
        """Each (progress, lane) where the movement may end, with the first way there (P27)."""
        return {
            (self.start + self.length, lane): self._to(lane).first()
            for lane in sorted(self.layers[-1])
        }

    def _to(self, lane: int) -> "Ways":
        return Ways(self.start, _leading_to(self.layers, frozenset({lane})))


def ways(track: Track, taken: Collection[Space], progress: int, lane: int, movement: int) -> Ways:
    """P24, P25: the ways of a pawn on (progress, lane), as far as *movement* and the line allow.

    *taken* are the spaces of the other pawns: the pawn's own counts as free.
    """
    layers = [frozenset({lane})]
    for at in range(progress + 1, min(progress + movement, FINISH) + 1):
        reached = frozenset(
            to
            for came_from in layers[-1]
            for to in (came_from + d for d in DIRECTIONS)
            if track.has(at, to) and space_of(at, to) not in taken
        )
        if not reached:
            break
        layers.append(reached)
    return Ways(progress, _leading_to(layers, layers[-1]))


def _leading_to(
    layers: Sequence[frozenset[int]], end: frozenset[int]
) -> tuple[frozenset[int], ...]:
    """The lanes of each layer from which *end*, in the last one, can be reached."""
    kept = [end]
    for layer in reversed(layers[:-1]):
        kept.append(
            frozenset(lane for lane in layer if any(lane + d in kept[-1] for d in DIRECTIONS))
        )
    return tuple(reversed(kept))
