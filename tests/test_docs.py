"""The documentation is tested: what the program does and docs do not tell fails here."""

import ast
import re
from pathlib import Path

import pytest

from cagli_oca.games import oca
from cagli_oca.games.core import TAKEN_BACK, UNDO
from cagli_oca.games.fields import ABOUT_AN_ACTION
from cagli_oca.games.oca.board import OPTIONS
from cagli_oca.games.oca.rules import ACTIONS
from cagli_oca.games.oca.state import EFFECTS
from cagli_oca.wording import oca as words
from tests.oca.test_steps import PRODUCED_BY, produced

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
EVENTS = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
SOURCES = sorted((ROOT / "cagli_oca" / "games" / "oca").glob("*.py"))

SECTIONS = {
    int(number): text
    for number, text in re.findall(r"^### R(\d+) .*?\n(.*?)(?=^##|\Z)", RULES, re.M | re.S)
}
"""The text below each rule's heading."""


def rule_tests() -> dict[int, set[str]]:
    found: dict[int, set[str]] = {number: set() for number in range(1, 37)}
    for path in (ROOT / "tests" / "oca").glob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and (
                rule := re.match("test_r([0-9]+)", node.name)
            ):
                found[int(rule[1])].add(node.name)
    return found


def table(heading: str) -> dict[str, list[str]]:
    """The first table after *heading* in events.md: the first cell's word -> the other cells."""
    rows: dict[str, list[str]] = {}
    for line in EVENTS.split(heading, 1)[1].splitlines():
        if line.startswith("| `"):
            first, *rest = (cell.strip() for cell in line.strip("| ").split("|"))
            rows[first.strip("`")] = rest
        elif rows:
            break
    return rows


def names_in(cell: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", cell))


@pytest.mark.parametrize("number", range(1, 37))
def test_every_rule_is_told_with_where_it_comes_from_and_its_tests(number):
    section = SECTIONS[number]
    assert "\nFrom: " in section
    told = set(re.findall(r"`(test_\w+)`", section))
    assert told, "a rule without a test"
    assert told == rule_tests()[number]


@pytest.mark.parametrize("number", range(1, 37))
def test_every_rule_is_named_where_the_program_applies_it(number):
    assert any(re.search(rf"\bR{number}\b", path.read_text("utf-8")) for path in SOURCES)


def test_there_are_no_other_rules():
    assert set(SECTIONS) == set(range(1, 37))


def test_every_rule_that_a_refusal_or_step_names_is_told():
    for path in SOURCES:
        for number in re.findall(r"\bR(\d+)\b", path.read_text("utf-8")):
            assert int(number) in SECTIONS, path


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_told_with_its_values_the_default_first(option):
    values = ", ".join(f"`{value}`" for value in OPTIONS[option])
    assert f"| `{option}` | {values} |" in RULES


@pytest.mark.parametrize("do", ACTIONS)
def test_every_action_is_told_with_its_keys_and_its_rule(do):
    required, optional, rule, meaning = table("## Actions")[do]
    assert names_in(required) == set(ACTIONS[do].required)
    assert names_in(optional) == set(ACTIONS[do].optional)
    assert rule == ACTIONS[do].rule
    assert meaning


def test_no_other_action_is_told_but_undo():
    assert set(table("## Actions")) == {*ACTIONS, UNDO}
    assert table("## Actions")[UNDO][2] == oca.undo_rule


def test_what_any_action_may_carry_is_told():
    told = EVENTS.split("## Actions", 1)[1].split("| Action", 1)[0]
    assert set(ABOUT_AN_ACTION) <= names_in(told)


@pytest.mark.parametrize("name", PRODUCED_BY)
def test_every_step_is_told_with_its_fields(name):
    step = produced(name)
    fields, meaning = table("## Steps")[step.name]
    optional = set(re.findall(r"`(\w+)` \*\(optional\)\*", fields))
    assert names_in(fields) - optional <= set(step.facts) <= names_in(fields)
    assert meaning


def test_no_other_step_is_told_but_what_an_undo_took_back():
    assert set(table("## Steps")) == {*EFFECTS, TAKEN_BACK}


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
