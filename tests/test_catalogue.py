"""Italian first: every word that the program says is in the Italian catalogue."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = Path("cagli_oca/locale/it/LC_MESSAGES/django.po")


def catalogue(root: Path):
    with open(root / CATALOGUE, "rb") as file:
        return {m.id: m for m in read_po(file, locale="it") if m.id}


def test_every_message_is_translated_and_none_is_a_guess():
    for message in catalogue(ROOT).values():
        assert message.string and not message.fuzzy, message.id


def test_translations_keep_the_placeholders_of_their_message():
    for message in catalogue(ROOT).values():
        strings, ids = message.string, message.id
        pairs = [(strings, ids)] if isinstance(ids, str) else zip(strings, ids, strict=True)
        for text, wanted in pairs:
            assert placeholders(text) == placeholders(wanted), message.id


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"%\(\w+\)s|%s|\{\w+\}", text))


def test_the_catalogue_holds_exactly_the_words_of_the_source(tmp_path):
    if shutil.which("xgettext") is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no GNU gettext: apt-get install gettext")
        pytest.skip("no GNU gettext here; install it with: apt-get install gettext")
    copy = tmp_path / "copy"
    keep_out = shutil.ignore_patterns(".venv", ".git", "var", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, copy, ignore=keep_out)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale", "it", "--no-obsolete"],
        cwd=copy,
        env={**os.environ, "DATA_DIR": str(tmp_path / "data")},
        check=True,
        capture_output=True,
    )
    assert catalogue(copy).keys() == catalogue(ROOT).keys()


LOOKED_UP_BY = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy"}


def looked_up(source: str) -> set[str]:
    """The texts that a module asks the catalogue for."""
    return {
        call.args[0].value
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in LOOKED_UP_BY
        and isinstance(call.args[0], ast.Constant)
    }


def test_no_text_is_looked_up_where_makemessages_does_not_see_it():
    """As in the braces of an f-string."""
    known = {id if isinstance(id, str) else id[0] for id in catalogue(ROOT)}
    modules = [
        path for app in ("cagli_oca", "referee", "display") for path in (ROOT / app).rglob("*.py")
    ]
    asked = set().union(*(looked_up(path.read_text(encoding="utf-8")) for path in modules))
    assert asked and asked - known == set()
