"""The documentation is tested: what the program does and docs do not tell fails here."""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cagli_oca.games import GAMES
from cagli_oca.games.core import TAKEN_BACK, UNDO, Step
from cagli_oca.games.fields import ABOUT_AN_ACTION
from cagli_oca.games.oca import board, rules, state
from cagli_oca.games.siena import effects, header
from cagli_oca.games.siena import rules as siena_rules
from cagli_oca.wording import oca as words
from tests.oca import test_steps as oca_steps
from tests.siena import test_steps as siena_steps

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
EVENTS = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Told:
    """What the documents must tell of one game."""

    slug: str
    letter: str
    rules: range
    actions: Mapping[str, Any]
    effects: Mapping[str, Any]
    options: Mapping[str, tuple[str, ...]]
    produced_by: Mapping[str, Any]
    produced: Callable[[str], Step]
    headings: str

    @property
    def sources(self) -> list[Path]:
        return sorted((ROOT / "cagli_oca" / "games" / self.slug).glob("*.py"))

    @property
    def numbers(self) -> list[str]:
        return [f"{self.letter}{number}" for number in self.rules]


TOLD = {
    "oca": Told(
        "oca",
        "R",
        range(1, 37),
        rules.ACTIONS,
        state.EFFECTS,
        board.OPTIONS,
        oca_steps.PRODUCED_BY,
        oca_steps.produced,
        "",
    ),
    "siena": Told(
        "siena",
        "P",
        range(1, 31),
        siena_rules.ACTIONS,
        effects.EFFECTS,
        header.OPTIONS,
        siena_steps.PRODUCED_BY,
        siena_steps.produced,
        " of Siena",
    ),
}


def each(names: Callable[[Told], Any]) -> list[tuple[str, Any]]:
    """(game, name) for each of these names of every game."""
    return [(slug, name) for slug, told in TOLD.items() for name in names(told)]


SECTIONS = dict(re.findall(r"^### ([RP]\d+) .*?\n(.*?)(?=^##|^# |\Z)", RULES, re.M | re.S))
"""The text below each rule's heading."""


def rule_tests(told: Told) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {number: set() for number in told.numbers}
    for path in (ROOT / "tests" / told.slug).glob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and (
                rule := re.match(f"test_{told.letter.lower()}([0-9]+)_", node.name)
            ):
                found[f"{told.letter}{int(rule[1])}"].add(node.name)
    return found


def table(heading: str) -> dict[str, list[str]]:
    """The first table after *heading* in events.md: the first cell's word -> the other cells."""
    rows: dict[str, list[str]] = {}
    for line in EVENTS.split(f"{heading}\n", 1)[1].splitlines():
        if line.startswith("| `"):
            first, *rest = (cell.strip() for cell in line.strip("| ").split("|"))
            rows[first.strip("`")] = rest
        elif rows:
            break
    return rows


def names_in(cell: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", cell))


def test_every_game_is_told():
    assert set(TOLD) == set(GAMES)


@pytest.mark.parametrize(("slug", "number"), each(lambda told: told.numbers))
def test_every_rule_is_told_with_where_it_comes_from_and_its_tests(slug, number):
    section = SECTIONS[number]
    assert "\nFrom: " in section
    told = set(re.findall(r"`(test_\w+)`", section))
    assert told, "a rule without a test"
    assert told == rule_tests(TOLD[slug])[number]


@pytest.mark.parametrize(("slug", "number"), each(lambda told: told.numbers))
def test_every_rule_is_named_where_the_program_applies_it(slug, number):
    assert any(re.search(rf"\b{number}\b", path.read_text("utf-8")) for path in TOLD[slug].sources)


def test_there_are_no_other_rules():
    assert set(SECTIONS) == {number for told in TOLD.values() for number in told.numbers}


@pytest.mark.parametrize("slug", TOLD)
def test_every_rule_that_a_refusal_or_step_names_is_told(slug):
    for path in TOLD[slug].sources:
        for number in re.findall(r"\b([RP]\d+)\b", path.read_text("utf-8")):
            assert number in SECTIONS, path


@pytest.mark.parametrize(("slug", "option"), each(lambda told: told.options))
def test_every_option_is_told_with_its_values_the_default_first(slug, option):
    values = ", ".join(f"`{value}`" for value in TOLD[slug].options[option])
    assert f"| `{option}` | {values} |" in RULES


@pytest.mark.parametrize(("slug", "do"), each(lambda told: told.actions))
def test_every_action_is_told_with_its_keys_and_its_rule(slug, do):
    told = TOLD[slug]
    required, optional, rule, meaning = table(f"## Actions{told.headings}")[do]
    assert names_in(required) == set(told.actions[do].required)
    assert names_in(optional) == set(told.actions[do].optional)
    assert rule == told.actions[do].rule
    assert meaning


@pytest.mark.parametrize("slug", TOLD)
def test_no_other_action_is_told_but_undo(slug):
    actions = table(f"## Actions{TOLD[slug].headings}")
    assert set(actions) == {*TOLD[slug].actions, UNDO}
    assert actions[UNDO][2] == GAMES[slug].undo_rule


def test_what_any_action_may_carry_is_told():
    told = EVENTS.split("## Actions", 1)[1].split("| Action", 1)[0]
    assert set(ABOUT_AN_ACTION) <= names_in(told)


@pytest.mark.parametrize(("slug", "name"), each(lambda told: told.produced_by))
def test_every_step_is_told_with_its_fields(slug, name):
    step = TOLD[slug].produced(name)
    fields, meaning = table(f"## Steps{TOLD[slug].headings}")[step.name]
    optional = set(re.findall(r"`(\w+)` \*\(optional\)\*", fields))
    assert names_in(fields) - optional <= set(step.facts) <= names_in(fields)
    assert meaning


@pytest.mark.parametrize(("slug", "key"), each(lambda told: sorted(GAMES[told.slug].secret)))
def test_every_secret_key_is_told(slug, key):
    assert f"`{key}`" in EVENTS


def test_no_other_step_is_told_but_what_an_undo_took_back():
    assert set(table("## Steps")) == {*TOLD["oca"].effects, TAKEN_BACK}
    assert set(table("## Steps of Siena")) == set(TOLD["siena"].effects)


def test_every_reason_to_rest_is_told():
    told = set(table("Why a pawn `rested`:"))
    assert {f"rested.{why}" for why in told} == {n for n in words.STEPS if n.startswith("rested.")}


def test_what_is_said_to_be_reliable_names_tests_that_are_there():
    told = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    files = set(re.findall(r"tests/[\w/]+\.py", told))
    assert [name for name in sorted(files) if not (ROOT / name).exists()] == []
    written = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    named = set(re.findall(r"`(test_\w+)`", told))
    assert [name for name in sorted(named) if f"def {name}(" not in written] == []
    assert len(files) > 20 and named
