"""The second game's sheets of symbols and colours: complete, and told apart."""

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

CARDS = ["mossa-plus-1", "mossa-minus-1", "race-plus-1", "race-minus-1", "race-plus-2"]
CARDS += ["race-minus-2", "back", "bono", "brenna"]
SIGNS = ["jockey", "riderless", "out", "mark-riderless", "mark-out", "rope", "mortar"]
SIGNS += [f"tercio-{name}" for name in ("citta", "san-martino", "camollia")]
SIGNS += [f"standard-{name}" for name in ("provenzano", "assunta", "straordinario")]
STYLES = Path(__file__).parents[2] / "cagli_oca" / "static" / "cagli_oca"


@pytest.fixture(scope="module")
def sheet() -> str:
    return render_to_string("siena/symbols.svg")


def read(name: str) -> str:
    css = (STYLES / name).read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/", "", css, flags=re.S)


CONTRADE = re.findall(r'^\[data-contrada="(\w+)"\]', read("siena/contrade.css"), re.M)


def values(block: str) -> dict[str, str]:
    return dict(re.findall(r"([\w-]+): ([^;]+);", block))


def colours(contrada: str) -> dict[str, str]:
    return values(
        re.search(rf'\[data-contrada="{contrada}"\] \{{(.*?)\}}', read("siena/contrade.css"), re.S)[
            1
        ]
    )


def light_of(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((light_of(one), light_of(other)))
    return (light + 0.05) / (dark + 0.05)


def drawing(sheet: str, name: str) -> str:
    return re.search(rf'<symbol id="{name}"[^>]*>(.*?)</symbol>', sheet, re.S)[1]


@pytest.mark.parametrize("contrada", CONTRADE)
def test_a_contrada_has_its_emblem_its_shield_and_its_pawn(sheet, contrada):
    assert drawing(sheet, f"c-{contrada}").count("<path") > 2
    for kind in ("shield", "pawn"):
        assert f'href="#c-{contrada}"' in drawing(sheet, f"{kind}-{contrada}")
        assert f'href="#field-{contrada}"' in drawing(sheet, f"{kind}-{contrada}")


def test_there_are_seventeen_contrade():
    assert len(set(CONTRADE)) == len(CONTRADE) == 17


def test_no_two_contrade_share_a_ground_or_an_emblem(sheet):
    """A ground is its pattern and its colours."""
    grounds = {
        (drawing(sheet, f"field-{name}").split(">", 1)[1], *list(colours(name).items())[:4])
        for name in CONTRADE
    }
    assert len(grounds) == len({drawing(sheet, f"c-{name}") for name in CONTRADE}) == 17


def test_the_four_blues_are_told_apart_by_pattern_too(sheet):
    blue = ["aquila", "bruco", "chiocciola", "istrice", "leocorno", "nicchio", "onda", "pantera"]
    blue += ["tartuca", "torre"]
    assert len({drawing(sheet, f"field-{name}").split(">", 1)[1] for name in blue}) == len(blue)


@pytest.mark.parametrize("contrada", CONTRADE)
def test_text_on_a_contrada_s_colours_can_be_read(contrada):
    mine = colours(contrada)
    assert contrast(mine["--c1"], mine["--on-c1"]) >= 4.5
    assert contrast(mine["--c2"], mine["--on-c2"]) >= 4.5


def test_every_colour_that_a_ground_is_painted_with_is_given(sheet):
    for name in CONTRADE:
        used = set(re.findall(r'class="f(\d)"', drawing(sheet, f"field-{name}")))
        assert used == {number for number in "1234" if f"--c{number}" in colours(name)}, name


def test_the_signs_the_cards_and_the_standards_are_there_once(sheet):
    names = re.findall(r'<symbol id="([^"]+)"', sheet)
    assert len(names) == len(set(names))
    wanted = {f"s-{name}" for name in SIGNS} | {f"s-card-{name}" for name in CARDS}
    assert {name for name in names if name.startswith("s-")} == wanted


def test_what_a_symbol_points_to_is_on_the_same_sheet(sheet):
    pointed = set(re.findall(r'href="#([^"]+)"', sheet)) | set(
        re.findall(r"url\(#([^)]+)\)", sheet)
    )
    assert pointed <= set(re.findall(r'id="([^"]+)"', sheet))


def test_every_class_in_the_symbols_is_painted(sheet):
    css = "".join(read(name) for name in ("tokens.css", "siena/contrade.css", "siena/signs.css"))
    classes = {name for names in re.findall(r'class="([^"]+)"', sheet) for name in names.split()}
    painted = set(re.findall(r"\.([a-z][\w-]*)", css))
    assert classes - painted == set()


def test_the_dark_palette_is_the_same_for_who_asks_their_device_for_it():
    dark = re.search(r'\[data-palette="dark"\] \{(.*?)\}', read("siena/tokens.css"), re.S)[1]
    light = re.search(r'\[data-palette="light"\] \{(.*?)\}', read("siena/tokens.css"), re.S)[1]
    asked = re.search(r":root:not\(\[data-palette\]\) \{(.*?)\}", read("siena/dark.css"), re.S)[1]
    assert values(asked) == values(dark)
    assert values(light).keys() == values(dark).keys()
