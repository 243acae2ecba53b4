"""The printed sheet as it is drawn in a real page, at every size that a screen may have."""

import json

import pytest

from tests.cast import LONG

SCREENS = [(1024, 768), (1280, 720), (1899, 1080), (1920, 1080), (3840, 2160), (1080, 1920)]
PHONES = [(360, 480), (340, 520), (700, 320), (360, 360), (1600, 1000)]
# As a projector asks for it (with a margin of 5 % too), and as a phone does.
BOXES = [
    (width * scale, height * scale, min(width, height) * scale / 30, (0.6, 0.5))
    for width, height in SCREENS
    for scale in ((1, 0.9) if LONG else (0.9,))
] + [(width, height, 11, None) for width, height in PHONES]
ODD = [(300, 2000, 10, (0.5, 0.4)), (2560, 600, 20, (0.6, 0.4)), (640, 480, 16, (0.95, 0.95))]

SETUP = {
    "order": ["agostino", "andrea", "angelo", "francesco"],
    "board": {"goose": [5, 11], "death": [44], "spervengolo": [30]},
}

DRAW = """async ([width, height, text, share, setup, quarters, challenge, spare]) => {
  const { drawSheet } = await import("/static/cagli_oca/oca/sheet.js");
  const { drawBoard } = await import("/static/display/oca/board.js");
  const svg = document.querySelector("svg.board");
  Object.assign(svg.style, { position: "absolute", inset: "0 auto auto 0", width: `${width}px` });
  document.body.append(svg);
  const centre = share && { width: width * share[0], height: height * share[1] };
  const sheet = drawSheet(svg, { width, height, text, centre, spare });
  drawBoard(svg, { setup, board: { quarters, challenge, turn: "andrea", winner: null } });
  const of = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  };
  const all = (selector) => [...svg.querySelectorAll(selector)];
  return {
    ...sheet,
    faces: all(".square-face").map(of),
    numbers: all(".square-number").map((number) => ({
      ...of(number), font: parseFloat(getComputedStyle(number).fontSize),
    })),
    signs: Object.fromEntries(all(".square").map((square) =>
      [square.dataset.square, square.querySelector(".square-sign").getAttribute("href")])),
    pawns: Object.fromEntries(all(".pawn").map((pawn) => [pawn.dataset.quarter, of(pawn)])),
    seals: all(".seal").map((seal) =>
      [seal.closest(".square").dataset.square, seal.dataset.quarter]),
    plates: all(".plate").map((plate) => ({ ...of(plate), text: plate.textContent })),
    lit: all(".square.lit").map((square) => square.dataset.square),
  };
}"""


def draw(
    page,
    width,
    height,
    text,
    share,
    standing=(0, 0, 0, 0),
    cleared=None,
    challenge=None,
    spare=None,
):
    quarters = {
        slug: {"square": square, "cleared": (cleared or {}).get(slug, [])}
        for slug, square in zip(SETUP["order"], standing, strict=True)
    }
    # Its transitions would be measured half-way.
    page.emulate_media(reduced_motion="reduce")
    return page.evaluate(DRAW, [width, height, text, share, SETUP, quarters, challenge, spare])


def apart(a, b):
    return ((a["x"] - b["x"]) ** 2 + (a["y"] - b["y"]) ** 2) ** 0.5 - a["r"] - b["r"]


def overlap(a, b):
    wide = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    tall = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return max(0, wide) * max(0, tall)


def test_medallions_neither_overlap_nor_leave_the_box(page):
    for width, height, text, share in BOXES + ODD:
        sheet = draw(page, width, height, text, share)
        squares = sheet["squares"]
        assert len(squares) == 55
        for i, place in enumerate(squares):
            assert place["r"] < place["x"] < width - place["r"], (width, height, i)
            assert place["r"] < place["y"] < height - place["r"], (width, height, i)
            assert all(apart(place, other) > 0 for other in squares[:i]), (width, height, i)
        for place, face in zip(squares, sheet["faces"], strict=True):
            assert face["x"] + face["width"] / 2 == pytest.approx(place["x"], abs=1)
            assert face["width"] >= 2 * place["r"] - 1


def test_start_and_goal_are_larger_and_the_way_starts_at_the_bottom_left(page):
    for width, height, text, share in BOXES:
        sheet = draw(page, width, height, text, share)
        start, first, *_, goal = sheet["squares"]
        assert start["r"] > 1.2 * sheet["unit"]
        assert goal["r"] > 2 * sheet["unit"]
        assert start["x"] == min(place["x"] for place in (start, first))
        assert height - start["y"] < height / 3


def test_the_centre_that_was_asked_for_stays_free(page):
    for width, height, text, share in BOXES:
        sheet = draw(page, width, height, text, share)
        centre = sheet["centre"]
        if share:
            assert centre["width"] >= width * share[0] - 0.01
            assert centre["height"] >= height * share[1] - 0.01
        assert not any(overlap(centre, face) for face in sheet["faces"]), (width, height)
        assert not overlap(centre, sheet["spare"]) or not share


def test_a_second_rectangle_can_be_asked_for_and_gives_way_first(page):
    for width, height in [(1920, 1080), (1080, 1920), (1024, 768)]:
        least = min(width, height)
        asked = {"width": least * 0.18, "height": least * 0.22}
        sheet = draw(page, width, height, least / 30, (0.6, 0.5), spare=asked)
        assert sheet["spare"]["width"] >= asked["width"]
        assert sheet["spare"]["height"] >= asked["height"]
        assert not any(overlap(sheet["spare"], face) for face in sheet["faces"])
        assert not overlap(sheet["spare"], sheet["centre"])
    too_much = {"width": 700, "height": 900}
    sheet = draw(page, 1920, 1080, 36, (0.6, 0.5), spare=too_much)
    assert sheet["centre"]["width"] >= 1920 * 0.6


def test_numbers_are_as_large_as_asked_and_within_their_medallion(page):
    for width, height, text, share in BOXES:
        sheet = draw(page, width, height, text, share, standing=(3, 9, 48, 17))
        for number, place in zip(sheet["numbers"], sheet["squares"], strict=True):
            assert number["font"] >= text - 0.01
            assert number["width"] < 1.9 * place["r"]
            middle = number["y"] + number["height"] / 2
            assert abs(middle - place["y"]) < place["r"], (width, height, number)


def test_what_the_edition_places_wins_over_the_trial_squares(page):
    signs = draw(page, 1280, 720, 24, (0.6, 0.5))["signs"]
    assert (signs["5"], signs["44"], signs["30"]) == (
        "#sign-goose",
        "#sign-death",
        "#sign-spervengolo",
    )
    assert (signs["3"], signs["50"], signs["1"]) == ("#sign-trial", "#sign-palio", None)
    assert (signs["0"], signs["54"]) == ("#sign-start", "#sign-geronzio")


def test_four_pawns_on_one_square_can_be_told_apart_and_the_number_is_there(page):
    for square in (0, 26, 47):
        sheet = draw(page, 1920, 1080, 36, (0.6, 0.5), standing=(square,) * 4)
        boxes = list(sheet["pawns"].values())
        for i, box in enumerate(boxes):
            area = box["width"] * box["height"]
            assert all(overlap(box, other) < 0.12 * area for other in boxes[:i]), square
            assert box["x"] > 0 and box["x"] + box["width"] < 1920
            assert box["y"] > 0 and box["y"] + box["height"] < 1080
        assert [plate["text"] for plate in sheet["plates"]] == ([str(square)] if square else [])
        for plate in sheet["plates"]:
            assert all(overlap(plate, box) < 0.2 * box["width"] * box["height"] for box in boxes)


def test_a_pawn_alone_leaves_its_number_to_be_read(page):
    sheet = draw(page, 1920, 1080, 36, (0.6, 0.5), standing=(3, 10, 20, 47))
    for slug, square in zip(SETUP["order"], (3, 10, 20, 47), strict=True):
        number = sheet["numbers"][square]
        # The font's line box is taller than its figures.
        figures = {**number, "y": number["y"] + number["height"] * 0.25}
        figures["height"] = number["height"] * 0.5
        assert overlap(figures, sheet["pawns"][slug]) < 0.15 * figures["width"] * figures["height"]


def test_cleared_squares_carry_the_seals_of_their_quarters(page):
    cleared = {"agostino": [3, 26], "francesco": [26, 48]}
    sheet = draw(page, 1920, 1080, 36, (0.6, 0.5), cleared=cleared)
    assert sorted(map(tuple, sheet["seals"])) == [
        ("26", "agostino"),
        ("26", "francesco"),
        ("3", "agostino"),
        ("48", "francesco"),
    ]
    assert draw(page, 1920, 1080, 36, (0.6, 0.5))["seals"] == []


def test_the_square_in_play_is_lit(page):
    sheet = draw(page, 1280, 720, 24, (0.6, 0.5), challenge={"square": 26})
    assert sheet["lit"] == ["26"]
    assert draw(page, 1280, 720, 24, (0.6, 0.5))["lit"] == []


def test_a_pawn_hops_square_by_square_and_stays(page):
    draw(page, 1280, 720, 24, (0.6, 0.5), standing=(2, 0, 0, 0))
    page.emulate_media(reduced_motion="no-preference")
    seen = page.evaluate(
        """async () => {
          const { hop, pawnOf } = await import("/static/display/oca/board.js");
          const { sheetOf } = await import("/static/cagli_oca/oca/sheet.js");
          const svg = document.querySelector("svg.board");
          const pawn = pawnOf(svg, "agostino");
          const near = () => {
            const { x, y, width, height } = pawn.getBoundingClientRect();
            const box = svg.getBoundingClientRect();
            const far = ({ x: a, y: b }) =>
              Math.hypot(x + width / 2 - box.x - a, y + height / 2 - box.y - b);
            const places = sheetOf(svg).squares.map((place, number) => [far(place), number]);
            return places.sort((a, b) => a[0] - b[0])[0][1];
          };
          const seen = new Set();
          const watch = setInterval(() => seen.add(near()), 10);
          await hop(svg, "agostino", [3, 4, 5, 6], { each: 300 });
          clearInterval(watch);
          await new Promise((done) => setTimeout(done, 900));
          return { seen: [...seen].sort((a, b) => a - b), end: near() };
        }"""
    )
    assert seen["end"] == 6
    assert {3, 4, 5} <= set(seen["seen"]), json.dumps(seen)
