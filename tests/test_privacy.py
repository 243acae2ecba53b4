"""What the public never learns: who a spectator is, and the name of a child."""

import json

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from display import pictures, story
from display.models import Screen
from referee import setting_up
from tests.cast import HEADER, opened, record, throw

pytestmark = pytest.mark.django_db

NAME = "Pierino Bianchi"

NAMING = [
    {"do": "conduct", "quarter": "angelo", "reason": f"{NAME} pushed"},
    {"do": "ruling", "quarter": "angelo", "square": 9, "turn": "angelo", "reason": NAME},
    {"do": "amend", "order_of_play": ["ponte"], "reason": NAME},
    throw(3),
    {"do": "draw", "quarter": "agostino"},
    {"do": "whistle", "note": f"{NAME} replaced"},
    {"do": "repeat", "reason": NAME},
    {"do": "suspend", "reason": NAME},
    {"do": "resume"},
    {"do": "undo"},
    {"do": "close", "reason": NAME},
]


def evening(event: str):
    edition = opened({**HEADER, "event": event})
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


def public_texts(edition, client):
    """Everything that a spectator can be shown of this moment."""
    for path in ("/", "/board.json", "/history/", "/history/?part", "/rules/", "/display/"):
        yield client.get(path).content.decode()
    yield client.get("/display/overlay/").content.decode()
    for language in ("it", "en"):
        yield json.dumps(pictures.picture(None, language), ensure_ascii=False)
    yield str(story.page(edition, None))


@pytest.mark.parametrize("event", ["paliotto", "mezzani"])
def test_a_childrens_evening_shows_no_name_to_the_public_whatever_was_typed(event, client):
    edition = evening(event)
    for command in NAMING:
        record(edition, command)
        for text in public_texts(edition, client):
            assert "Pierino" not in text, command


def test_what_the_speaker_reads_aloud_at_a_childrens_evening_names_nobody(
    client_of, referee, client
):
    edition = evening("paliotto")
    record(edition, {"do": "suspend", "reason": NAME})
    page = client_of(referee).get(reverse("display:speaker")).content.decode()
    assert "Pierino" not in page


def test_referees_see_what_was_typed(client_of, referee):
    edition = evening("mezzani")
    record(edition, {"do": "suspend", "reason": NAME})
    assert NAME in json.dumps(pictures.picture(edition.pk, "it"))
    page = client_of(referee).get(reverse("referee:log", args=[edition.pk])).content.decode()
    assert NAME in page


@pytest.mark.parametrize(("event", "reason"), [("palio", NAME), ("paliotto", "Rain")])
def test_a_reason_is_told_where_no_child_plays_or_it_stood_ready(event, reason):
    edition = evening(event)
    record(edition, {"do": "suspend", "reason": reason})
    assert reason in json.dumps(pictures.picture(None, "en"))


def test_a_spectator_leaves_nothing_behind(caplog, capfd):
    evening("palio")
    phone = Client(REMOTE_ADDR="203.0.113.7", headers={"user-agent": "Pierino's phone"})
    for path in ("/", "/?lang=en", "/board.json", "/history/", "/rules/", "/readings/", "/sw.js"):
        assert phone.get(path).status_code == 200
    phone.get("/nowhere/")
    phone.post("/display/report/", "{}", content_type="application/json")
    told = caplog.text + "".join(capfd.readouterr())
    assert "203.0.113" not in told and "Pierino" not in told
    assert not Session.objects.exists() and not Screen.objects.exists()
    assert set(phone.cookies) <= {"django_language"}
