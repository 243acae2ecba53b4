"""What spectators' phones are sent: whole pages without a script, small answers, no cookies."""

import gzip
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from display import story
from referee import setting_up
from tests.cast import HEADER, opened, record, throw

ROOT = Path(__file__).resolve().parent.parent
STATIC = {app: ROOT / app / "static" for app in ("display", "cagli_oca")}

SPECTATORS_PAGES = ["phone", "history", "rules", "readings", "manifest", "service_worker"]


@pytest.fixture
def edition(db):
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


def page(client, name="phone", query="", **headers):
    return client.get(reverse(f"display:{name}") + query, headers=headers)


def text(client, name="phone", query="?lang=en"):
    return page(client, name, query).content.decode()


# ------------------------------------------------------------------ no cookies, few bytes


@pytest.mark.parametrize("name", [*SPECTATORS_PAGES, "board_json"])
def test_a_spectator_gets_no_cookie(client, edition, name):
    assert not page(client, name).cookies
    assert not client.cookies


def test_only_a_chosen_language_is_remembered(client, edition):
    response = page(client, query="?lang=en")
    assert list(response.cookies) == ["django_language"]
    assert '<html lang="en"' in page(client).content.decode()
    assert '<html lang="en"' in page(client, "rules").content.decode()
    assert not page(client, query="?lang=xx").cookies


@pytest.mark.parametrize("name", [*SPECTATORS_PAGES, "board_json"])
def test_what_the_public_is_sent_is_compressed(client, edition, name):
    response = page(client, name, **{"accept-encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.content)


def test_consoles_are_not_compressed_they_carry_secrets(client_of, organiser, edition):
    url = reverse("referee:console", args=[edition.pk])
    response = client_of(organiser).get(url, headers={"accept-encoding": "gzip"})
    assert not response.has_header("Content-Encoding")


def test_no_page_for_spectators_holds_a_token(client, edition):
    for name in ("phone", "history", "rules", "readings"):
        assert "csrfmiddlewaretoken" not in text(client, name)


# ------------------------------------------------------------------ the picture by HTTP


def test_a_known_picture_is_answered_with_304_and_nothing_else(client, edition):
    first = page(client, "board_json", "?lang=it")
    tag = first["ETag"]
    again = page(client, "board_json", "?lang=it", **{"if-none-match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert "max-age" in again["Cache-Control"]


def test_a_tag_holds_until_something_happens_and_for_one_language(client, edition):
    tag = page(client, "board_json", "?lang=it")["ETag"]
    assert page(client, "board_json", "?lang=en", **{"if-none-match": tag}).status_code == 200
    record(edition, throw(4))
    changed = page(client, "board_json", "?lang=it", **{"if-none-match": tag})
    assert changed.status_code == 200
    assert changed["ETag"] != tag
    assert changed.json()["seq"] == 1


def test_a_compressed_pictures_tag_is_known_again(client, edition):
    tag = page(client, "board_json", **{"accept-encoding": "gzip"})["ETag"]
    headers = {"if-none-match": tag, "accept-encoding": "gzip"}
    assert page(client, "board_json", **headers).status_code == 304


def test_who_polls_costs_one_query_while_nothing_changes(
    client, edition, django_assert_max_num_queries
):
    page(client, "board_json")
    with django_assert_max_num_queries(2):
        page(client, "board_json")


# ------------------------------------------------------------------ without JavaScript


def test_without_a_script_the_page_is_whole_and_refreshes_itself(client, edition):
    record(edition, throw(3), {"do": "draw", "quarter": "angelo"})
    told = text(client)
    head = told.split("</head>")[0]
    assert '<noscript><meta http-equiv="refresh" content="15"></noscript>' in head
    visible = re.sub(r"<script.*?</script>", "", told, flags=re.S)
    for part in (
        "Challenge 1 · Bridge",
        "Three men, three rounds",
        "Sant&#x27;Andrea throws a 3.",
        'href="#die-3"',
        "The flag of Sant&#x27;Angelo Maggiore is drawn.",
        f'{reverse("display:rules")}#R18"',
        'href="#q-angelo"',
        "<b data-square>3</b>",
    ):
        assert part in visible, part


def test_what_is_not_for_this_stage_is_hidden_by_the_server(client, edition):
    before = text(client)
    assert re.search(r'id="order"[^>]*data-on="before" aria', before)
    assert re.search(r'id="challenge"[^>]* hidden>', before)
    record(edition, throw(3))
    play = text(client)
    assert re.search(r'id="order"[^>]*data-on="before" hidden', play)
    assert not re.search(r'id="challenge"[^>]* hidden>', play)


def test_every_link_of_the_bar_leads_to_a_section(client, edition):
    told = text(client)
    bar = told.split('id="bar"')[1].split("</nav>")[0]
    for target in re.findall(r'href="#(\w+)"', bar):
        if target.startswith("icon"):
            continue
        assert f'<section id="{target}"' in told


def test_the_days_without_an_evening_have_a_poster(client, db):
    none = text(client)
    assert 'data-stage="none"' in none and "Goose Game of Cagli" in none
    draft = setting_up.edition_create(header=HEADER)
    setting_up.edition_make_current(edition_id=draft.pk)
    told = text(client)
    assert 'data-stage="draft"' in told and "Sunday 9 August 2026" in told


# ------------------------------------------------------------------ the story by turn


def test_the_story_is_told_by_turn_newest_first(edition):
    record(edition, throw(1), throw(2), {"do": "undo"}, throw(1))
    turns, older = story.page(edition, None)
    assert older is None
    assert [told["seq"] for turn in turns for told in turn["happenings"]] == [4, 3, 2, 1]
    assert turns[-1]["turn"] == "andrea" and turns[0]["turn"] == "agostino"
    assert all(one["turn"] != next_one["turn"] for one, next_one in pairwise(turns))


CHALLENGE = [throw(2), {"do": "draw", "quarter": "angelo"}, {"do": "whistle"}]
"""After a round of ones: the first Quarter's turn, in three actions."""


def test_a_page_of_the_story_tears_no_turn(edition, monkeypatch):
    record(edition, *[throw(1)] * 4, *CHALLENGE)
    monkeypatch.setattr("display.pictures.HAPPENINGS_A_PAGE", 5)
    turns, older = story.page(edition, None)
    assert [len(turn["happenings"]) for turn in turns] == [3, 1]
    assert older == 4
    monkeypatch.setattr("display.pictures.HAPPENINGS_A_PAGE", 4)
    assert story.page(edition, None)[1] == 5


@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_the_pages_of_the_story_hold_everything_once(edition, monkeypatch, length):
    record(edition, *[throw(1)] * 4, *CHALLENGE)
    monkeypatch.setattr("display.pictures.HAPPENINGS_A_PAGE", length)
    seen, before = [], None
    while seen == [] or before is not None:
        turns, before = story.page(edition, before)
        seen += [told["seq"] for turn in turns for told in turn["happenings"]]
    assert seen == [7, 6, 5, 4, 3, 2, 1]


def test_a_part_is_a_fragment_and_the_rest_a_page(client, edition):
    record(edition, throw(5), {"do": "undo"})
    part = text(client, "history", "?lang=en&part")
    assert "<html" not in part and "taken back" in part and "<h3>" in part
    assert "<html" in text(client, "history")
    assert page(client, "history", "?before=x&part").status_code == 200


def test_corrections_are_marked_and_lead_to_their_rule(client, edition):
    record(edition, throw(5), {"do": "undo"})
    part = text(client, "history", "?lang=en&part")
    assert 'class="correction"' in part and "The referees have corrected" in part
    assert "#R32" in part


# ------------------------------------------------------------------ installed


def test_the_manifest_speaks_the_phones_language_and_its_icons_are_there(client, edition):
    for language, short in (("it", "it"), ("en", "en")):
        told = json.loads(text(client, "manifest", f"?lang={language}"))
        assert told["lang"] == short
        assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in told["icons"]:
        path = STATIC["display"] / icon["src"].removeprefix("/static/")
        assert path.read_bytes().startswith(b"\x89PNG")


def test_the_service_worker_is_javascript_from_the_root_and_always_asked_for(client, edition):
    response = page(client, "service_worker")
    assert reverse("display:service_worker") == "/sw.js"
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"


def kept_by(client):
    told = text(client, "service_worker", "")
    return json.loads(re.search(r"const \{ pages, assets \} = (\{.*\});", told)[1])


def test_the_service_worker_keeps_all_that_its_pages_need(client, edition):
    kept = kept_by(client)
    assert kept["pages"] == ["/", "/rules/", "/readings/"]
    for address in kept["pages"]:
        html = client.get(address).content.decode()
        needed = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', html))
        assert needed <= set(kept["assets"])


def test_another_file_makes_another_service_worker():
    from display.install_views import digest

    assert digest({"assets": ["a.1.js"]}) != digest({"assets": ["a.2.js"]})


def imported(path: Path, seen: set[Path]) -> set[Path]:
    if path not in seen:
        seen.add(path)
        for name in re.findall(r'^(?:import|export)[^;]*?from "([^"]+)";', path.read_text(), re.M):
            imported(resolve(path, name), seen)
    return seen


def resolve(path: Path, name: str) -> Path:
    """Below /static/ the apps' folders lie side by side."""
    for static in STATIC.values():
        if path.is_relative_to(static):
            inside = (Path("/") / path.relative_to(static).parent / name).as_posix()
            parts: list[str] = []
            for part in inside.strip("/").split("/"):
                parts = parts[:-1] if part == ".." else parts if part == "." else [*parts, part]
            return STATIC[parts[0]] / "/".join(parts)
    raise AssertionError(path)


def test_every_module_of_the_phones_is_asked_for_at_once():
    """No module waits for the one that imports it to arrive."""
    first = STATIC["display"] / "display/oca/phone.js"
    needed = imported(first, set()) - {first}
    names = {f"/static/{path.as_posix().split('/static/', 1)[1]}" for path in needed}
    head = render_to_string("display/oca/phone/head.html")
    preloaded = set(re.findall(r'rel="modulepreload" href="([^"]+)"', head))
    assert preloaded == names


def test_the_dark_palette_is_the_same_for_who_asks_their_device_for_it():
    folder = STATIC["cagli_oca"] / "cagli_oca"
    tokens = (folder / "tokens.css").read_text(encoding="utf-8")
    dark = "".join(re.findall(r'^\[data-palette="dark"\] \{(.*?)^\}', tokens, re.M | re.S))
    mine = (folder / "dark.css").read_text(encoding="utf-8")

    def values(css: str) -> dict[str, str]:
        return dict(re.findall(r"([\w-]+): ([^;]+);", re.sub(r"/\*.*?\*/", "", css, flags=re.S)))

    block = re.search(r":root:not\(\[data-palette\]\) \{(.*?)^\}", mine, re.M | re.S)[1]
    assert values(block) == values(dark)


def test_every_colour_and_measure_that_has_a_name_is_used():
    shown = {".css", ".js", ".html", ".svg"}
    files = [
        path for app in ("cagli_oca", "referee", "display") for path in (ROOT / app).rglob("*")
    ]
    used = "".join(path.read_text(encoding="utf-8") for path in files if path.suffix in shown)
    names = set(re.findall(r"(--[a-z][\w-]*)\s*:", used))
    assert [n for n in sorted(names) if not re.search(rf"{n}(?![\w-])(?!\s*:)", used)] == []
