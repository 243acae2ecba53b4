"""How far the lines of the test page can be read.

A letter is read at ease, by most people and also from the side, when its capital is about one
three-hundredth of the distance high (some 11 minutes of arc; good eyes manage half of that). The
capitals of our fonts are about 0.7 of the font's size.
"""

from typing import TypedDict

SHARES = (30, 24, 18, 12, 8)
"""Sizes of letters, as shares of the picture's shorter side; 30: the least that is shown."""

CAPITALS = 0.7
DISTANCE = 300
HEIGHTS = (2, 3, 4, 6)
"""Metres: how high the picture is where it is projected."""


class Line(TypedDict):
    """A line of the test page: its letters' share, and how far it reaches."""

    share: int
    times: float
    metres: list[tuple[int, int]]


def lines() -> list[Line]:
    """From the smallest letters to the largest."""
    reach = {share: DISTANCE * CAPITALS / share for share in SHARES}
    return [
        {
            "share": share,
            "times": round(times, 1),
            "metres": [(height, round(height * times)) for height in HEIGHTS],
        }
        for share, times in reach.items()
    ]
