"""Who may import whom: games <- referee <- display, never back. Read from the sources."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cagli_oca.games import GAMES

ROOT = Path(__file__).parent.parent

CHANCE_TIME_AND_WORLD = {
    *("random", "secrets", "time", "uuid"),
    *("gettext", "locale", "os", "pathlib", "socket", "subprocess", "threading", "asyncio"),
}
"""Standard library, but nothing for rules: the same command must always have the same effect."""

SLUGS = {*GAMES, "siena"}


def sources(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py"))


def each(*folders: str):
    """One test for each source file of these folders."""
    paths = [path for folder in folders for path in sources(folder)]
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(ROOT)))


def imports(path: Path) -> Iterator[str]:
    """Every name a file imports, in full: ``from a import b`` is ``a.b``."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def within(name: str, *modules: str) -> bool:
    """Whether *name* is one of *modules* or something inside one."""
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def in_standard_library(name: str) -> bool:
    return name.partition(".")[0] in sys.stdlib_module_names


@each("cagli_oca/games")
def test_games_import_the_standard_library_and_games_only(path):
    for name in imports(path):
        assert within(name, "cagli_oca.games") or in_standard_library(name), name


@each("cagli_oca/games")
def test_games_know_no_chance_no_clock_and_no_world(path):
    for name in imports(path):
        assert name.partition(".")[0] not in CHANCE_TIME_AND_WORLD, name
        assert name not in ("datetime.timezone", "datetime.tzinfo"), name
    calls = {
        node.func.attr
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not calls & {"now", "today", "utcnow"}


@each("cagli_oca/games")
def test_a_game_imports_no_other_game(path):
    games = ROOT / "cagli_oca" / "games"
    own = path.relative_to(games).parts[0]
    if path.parent == games:
        return
    for name in imports(path):
        for slug in SLUGS - {own}:
            assert not within(name, f"cagli_oca.games.{slug}"), name


@each("cagli_oca/wording")
def test_wording_imports_games_and_translation_only(path):
    for name in imports(path):
        assert in_standard_library(name) or within(
            name, "cagli_oca.games", "cagli_oca.wording", "django.utils.translation"
        ), name


@each("referee")
def test_referee_never_imports_display(path):
    for name in imports(path):
        assert not within(name, "display"), name


@each("display")
def test_display_reads_through_selectors_and_listens_to_the_news(path):
    for name in imports(path):
        if within(name, "referee"):
            readers = ("referee.selectors", "referee.public_log", "referee.access")
            readers = (*readers, "referee.backup", "referee.folding", "referee.mirror")
            assert within(name, *readers, "referee.news", "referee.posts"), name


@each("referee", "display")
def test_no_game_is_named_outside_games_and_wording(path):
    for name in imports(path):
        assert not SLUGS & set(name.split(".")), name
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert node.value not in SLUGS, f"line {node.lineno}"


def test_the_project_package_is_empty():
    assert (ROOT / "cagli_oca" / "__init__.py").read_bytes() == b""
