"""What a proxy or a CDN may keep of what everybody asks for, and that it is nothing of anybody."""

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from display import views
from referee import public, setting_up
from tests.cast import opened, record, throw

CROWDED = ["/", "/board.json", "/board.json?lang=en"]
PUBLIC = "public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1"


@pytest.fixture
def edition(db):
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


@pytest.fixture
def now(monkeypatch):
    """A clock that stands, and can be set."""
    clock = [1_800_000_000.0]
    monkeypatch.setattr(views.time, "time", lambda: clock[0])
    return clock


@pytest.mark.parametrize("path", CROWDED)
def test_everybody_may_be_answered_alike_for_a_second(client, edition, path):
    answer = client.get(path)
    assert answer["Cache-Control"] == PUBLIC
    assert answer["ETag"] and not answer.cookies
    assert "csrf" not in answer.content.decode()


@pytest.mark.parametrize("path", CROWDED)
def test_what_was_asked_for_by_who_is_signed_in_is_theirs(client_of, referee, edition, path):
    assert "public" not in client_of(referee).get(path)["Cache-Control"]


def test_who_chooses_a_language_gets_a_cookie_that_nobody_else_may(client, edition):
    answer = client.get("/?lang=en")
    assert answer.cookies and answer["Cache-Control"] == views.PRIVATE


def test_a_cache_is_told_what_the_page_depends_on(client, edition):
    varied = client.get("/", headers={"accept-encoding": "gzip"})["Vary"]
    assert {word.strip() for word in varied.split(",")} >= {
        "Accept-Encoding",
        "Accept-Language",
        "Cookie",
    }


def test_a_page_that_is_known_is_confirmed_until_something_happens(client, edition, now):
    tag = client.get("/")["ETag"]
    again = client.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert again["Cache-Control"] == PUBLIC
    record(edition, throw(4))
    changed = client.get("/", headers={"if-none-match": tag})
    assert changed.status_code == 200 and changed["ETag"] != tag


def test_a_page_is_drawn_once_for_all_until_something_happens(client, edition, now, monkeypatch):
    drawn = []

    def draw(*what):
        drawn.append(what)
        return render_to_string(*what)

    monkeypatch.setattr(views, "render_to_string", draw)
    pages = [client.get("/").content for _phone in range(3)]
    assert len(drawn) == 1 and len(set(pages)) == 1
    english = client.get("/", headers={"accept-language": "en"}).content
    assert len(drawn) == 2 and english not in pages
    record(edition, throw(4))
    assert client.get("/").content not in pages and len(drawn) == 3


def test_an_announcement_makes_another_page_too(client, edition, now):
    tag = client.get("/")["ETag"]
    public.announcement_set(edition_id=edition.pk, texts={"it": "Pausa"})
    assert client.get("/", headers={"if-none-match": tag}).status_code == 200


def test_a_page_is_not_confirmed_with_a_clock_that_is_slow(client, edition, now):
    tag = client.get("/")["ETag"]
    now[0] += views.CLOCK_HOLDS
    assert client.get("/", headers={"if-none-match": tag}).status_code == 200


def test_pages_at_another_address_or_in_another_language_have_another_tag(client, edition, now):
    asked = [("/", "it"), ("/", "en"), ("/?palette=dark", "it")]
    tags = {client.get(path, headers={"accept-language": told})["ETag"] for path, told in asked}
    assert len(tags) == 3


def test_a_computer_whose_picture_is_old_lets_nobody_keep_it(client, edition, monkeypatch):
    monkeypatch.setattr("referee.selectors.has_lost_the_other", lambda: True)
    answer = client.get("/board.json")
    assert answer.status_code == 503 and not answer.has_header("Cache-Control")


@pytest.mark.parametrize("name", ["speaker", "speech", "lamp", "edition_picture", "screens"])
def test_nothing_behind_the_sign_in_is_for_everybody(client_of, organiser, edition, name):
    arguments = [edition.pk] if name in ("lamp", "edition_picture") else []
    answer = client_of(organiser).get(reverse(f"display:{name}", args=arguments))
    assert answer.status_code == 200
    assert "public" not in answer.get("Cache-Control", "")
