"""What a fuzzer asks: every address that the URL resolver holds, and the words the sources know."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import strategies as st

from tests.e2e.conftest import ROOT

PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")


def addresses() -> list[str]:
    """Every address as its pattern (``/referee/<int:pk>/panel/``), whoever wrote it."""
    return sorted(set(_addresses(get_resolver().url_patterns, "/")))


def _addresses(patterns: list[Any], before: str) -> Iterator[str]:
    for pattern in patterns:
        path = before + str(pattern.pattern).removeprefix("^").removesuffix("$").removesuffix(r"\Z")
        if isinstance(pattern, URLResolver):
            yield from _addresses(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern):
            yield path


def words() -> list[str]:
    """Every short word that stands as a text in our sources: keys, choices, actions, slugs."""
    found: set[str] = set()
    for folder in ("referee", "display", "cagli_oca/games"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.update(re.findall(r"^[a-z_-]{1,24}$", node.value))
    return sorted(found)


WORDS = words()

word = st.sampled_from(WORDS)
nasty_text = st.one_of(
    word,
    st.text(max_size=20),
    st.sampled_from(
        ["", "0", "-1", "1e309", "9" * 30, "\0", "\ud800", "../../etc/passwd", "%s%n{{7*7}}",
         "<script>", "' OR 1=1 --", "x" * 5000, "NaN", "٣", "\u202e", "2026-02-30", "true"]
    ),
)  # fmt: skip
nasty_number = st.one_of(
    st.integers(-3, 60),
    st.sampled_from([2**31, 2**63, -(2**63) - 1, 10**30, 1e308, 0.5, -0.0]),
    st.floats(),
)
json_value = st.recursive(
    st.one_of(st.none(), st.booleans(), nasty_number, nasty_text),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(nasty_text, inner, max_size=5)
    ),
    max_leaves=12,
)
command = st.fixed_dictionaries(
    {"do": word}, optional=dict.fromkeys(("value", "winner", "quarter", "reason"), json_value)
)
near_miss = st.fixed_dictionaries(
    {"id": nasty_text, "command": st.one_of(command, json_value)},
    optional={"seen": json_value, "after": nasty_text, "epoch": json_value},
)
broken_json = st.sampled_from(
    [b"", b"{", b"\xff\xfe{}", b'{"a":1,"a":1}', b"[" * 50_000, b'{"id":' * 20_000, b"NaN",
     b'"\\ud800"', b"1" * 5000, b"{}x", b"\xef\xbb\xbf{}", b'{"id":"\\u0000"}']
)  # fmt: skip

HEADERS = st.dictionaries(
    st.sampled_from(
        ["Accept-Language", "Accept", "Cookie", "HX-Request", "HX-Current-URL", "If-None-Match",
         "If-Modified-Since", "Range", "Referer", "Origin", "X-Forwarded-For", "X-Forwarded-Proto",
         "X-CSRFToken", "Accept-Encoding", "Content-Encoding", "Authorization"]
    ),
    st.one_of(
        st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=30),
        st.sampled_from(["true", "text/html", "xx-XX;q=9", "*", "gzip;q=x", "bytes=-1-", '"""']),
    ),
    max_size=3,
)  # fmt: skip

METHODS = st.sampled_from(["GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "X"])
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")

CONTENT_TYPES = st.sampled_from(
    ["application/json", "application/x-www-form-urlencoded", "multipart/form-data",
     "multipart/form-data; boundary=x", "application/json; charset=klingon", "text/plain", "", ";",
     "application/x-www-form-urlencoded; charset=utf-7"]
)  # fmt: skip


def state() -> dict[str, list[Any]]:
    """All that a stranger must not change: every row of ours, people and posts.

    Not: sessions, and what is there to count or date what strangers try.
    """
    counted = re.compile(r"login|attempt|fail|wrong|lock|heard|seen|report|behind")
    found = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label in ("referee", "display", "auth"):
            fields = [f.attname for f in model._meta.concrete_fields if not counted.search(f.name)]
            rows = model._base_manager.order_by("pk").values_list(*fields)
            found[model._meta.label] = list(rows)
    return found
