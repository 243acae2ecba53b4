"""The Piazza and the Mossa of the second game as they are drawn in a real page."""

from math import cos, dist, radians, sin
from typing import Any

import pytest
from playwright.sync_api import Page

LANES = [5] * 8 + [4] * 4 + [3] * 7 + [2] * 7 + [3, 4, 5, 5]
TRACK = {"lanes": LANES, "san_martino": [13, 15], "casato": [24, 26]}
# An edition may have another: five lanes all the way, curves where nobody expects them.
WIDE = {"lanes": [5] * 30, "san_martino": [9, 11], "casato": [19, 22]}
BOXES = [(1200, 900), (1600, 900), (900, 1200)]

PIAZZA = """async ([track, width, height]) => {
  const { piazza } = await import("/static/cagli_oca/siena/piazza.js");
  const drawn = piazza(track, { width, height });
  const svg = drawn.draw({ san_martino: "Uno", casato: "Due" });
  document.body.append(svg);
  const cells = [...svg.querySelectorAll(".space")].map((cell) => {
    const { x, y } = drawn.space(Number(cell.dataset.row), Number(cell.dataset.lane));
    const inside = cell.isPointInFill(Object.assign(svg.createSVGPoint(), { x, y }));
    return { row: Number(cell.dataset.row), lane: Number(cell.dataset.lane), x, y, inside,
      curve: cell.classList.contains("curve") };
  });
  const { unit, centre } = drawn;
  const running = Array.from({ length: 30 }, (_, i) => drawn.space(i + 1, 1));
  const laps = [0, 30, 31, 91].map((progress) => drawn.space(progress, 2));
  const words = [...svg.querySelectorAll(".place-name")].map((word) => word.textContent);
  return { unit, centre, cells, running, laps, words };
}"""

MOSSA = """async () => {
  const { mossa } = await import("/static/cagli_oca/siena/mossa.js");
  const drawn = mossa();
  const svg = drawn.draw({ rincorsa: "Ultima" });
  const lanes = Array.from({ length: 10 }, (_, i) => i + 1);
  const rows = Array.from({ length: 6 }, (_, i) => i + 1);
  return { places: lanes.map((lane) => rows.map((row) => drawn.place(lane, row))),
    rincorsa: drawn.rincorsa, unit: drawn.unit, width: drawn.width, height: drawn.height,
    text: svg.textContent };
}"""


def drawn(page: Page, track: dict[str, Any], box: tuple[int, int]) -> dict[str, Any]:
    return page.evaluate(PIAZZA, [track, *box])


def test_there_is_a_space_for_every_lane_of_every_row_and_its_middle_lies_in_it(page):
    for track in (TRACK, WIDE):
        cells = drawn(page, track, (1200, 900))["cells"]
        assert [(c["row"], c["lane"]) for c in cells] == [
            (row, lane) for row in range(1, 31) for lane in range(1, track["lanes"][row - 1] + 1)
        ]
        assert all(cell["inside"] for cell in cells)


def test_the_rows_of_the_two_curves_are_marked(page):
    cells = drawn(page, TRACK, (1200, 900))["cells"]
    assert {c["row"] for c in cells if c["curve"]} == {13, 14, 15, 24, 25, 26}


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("track", [TRACK, WIDE], ids=["default", "wide"])
def test_pawns_on_any_two_spaces_can_be_told_apart(page, box, track):
    """Their middles are four fifths of a lane apart: 1/30 of the shorter side at least."""
    seen = drawn(page, track, box)
    assert seen["unit"] * 0.8 >= min(box) / 30 - 0.01
    places = [(cell["x"], cell["y"]) for cell in seen["cells"]]
    nearest = min(dist(a, b) for at, a in enumerate(places) for b in places[:at])
    assert nearest >= 0.8 * seen["unit"]
    assert all(0 < x < box[0] and 0 < y < box[1] for x, y in places)


def test_the_course_is_run_clockwise_with_lane_1_inside(page):
    seen = drawn(page, TRACK, (1200, 900))
    running = seen["running"]
    for here, there in zip(running, [*running[1:], running[0]], strict=True):
        turn = (there["angle"] - here["angle"] + 180) % 360 - 180
        assert turn > -5, here["row"]
        ahead = cos(radians(here["angle"])) * (there["x"] - here["x"]) + sin(
            radians(here["angle"])
        ) * (there["y"] - here["y"])
        assert ahead > 0, here["row"]
    by_place = {(c["row"], c["lane"]): c for c in seen["cells"]}
    centre = seen["centre"]
    middle = (centre["x"] + centre["width"] / 2, centre["y"] + centre["height"] / 2)
    for row in range(1, 31):
        far = [
            dist(middle, (by_place[row, lane]["x"], by_place[row, lane]["y"])) for lane in (1, 2)
        ]
        assert far[0] < far[1]


def test_behind_the_line_and_laps_later_it_is_the_same_ring(page):
    zero, thirty, first, last = drawn(page, TRACK, (1200, 900))["laps"]
    assert (zero["row"], thirty["row"], first["row"], last["row"]) == (30, 30, 1, 1)
    assert zero == thirty and first == last


@pytest.mark.parametrize("box", BOXES)
def test_no_pawn_stands_in_the_room_for_words(page, box):
    seen = drawn(page, TRACK, box)
    x, y, width, height = (seen["centre"][part] for part in ("x", "y", "width", "height"))
    half = seen["unit"] / 2
    assert width > 0.2 * box[0] and height > 0.2 * box[1]
    assert not [
        cell
        for cell in seen["cells"]
        if x - half < cell["x"] < x + width + half and y - half < cell["y"] < y + height + half
    ]


def test_the_only_words_are_those_that_were_given(page):
    assert drawn(page, TRACK, (1200, 900))["words"] == ["Uno", "Due"]
    text = page.evaluate(MOSSA)["text"]
    assert text.replace("Ultima", "").strip().isdigit()


def test_the_mossa_counts_its_lanes_from_the_right_and_its_rows_towards_the_line(page):
    seen = page.evaluate(MOSSA)
    places = seen["places"]
    across = [lane[0]["x"] for lane in places]
    assert across == sorted(across, reverse=True)
    for lane in places:
        up = [place["y"] for place in lane]
        assert up == sorted(up, reverse=True)
    assert seen["rincorsa"]["y"] > places[9][0]["y"] + seen["unit"]
    assert seen["rincorsa"]["x"] == places[9][0]["x"]
