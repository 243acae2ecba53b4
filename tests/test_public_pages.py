"""What the public is told beside the log: the page for it, the posts, and the trial's counts."""

import json
import time

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import reverse

from display import pictures
from referee import people, posts, public, setting_up
from tests.cast import opened, record, throw

pytestmark = pytest.mark.django_db


@pytest.fixture
def edition():
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


def person(post: str):
    """A person with this post."""
    user = get_user_model().objects.create_user(f"of-{post}")
    people.post_give(name=user.username, post=post)
    return user


def send(client, edition, **form):
    return client.post(reverse("referee:public", args=[edition.pk]), form)


def send_json(client, name, edition, body):
    url = reverse(f"referee:{name}", args=[edition.pk])
    return client.post(url, json.dumps(body), content_type="application/json")


def shown(language: str = "it") -> dict:
    return pictures.picture(None, language)


# ------------------------------------------------------------------ posts


@pytest.mark.parametrize(
    ("post", "allowed"),
    [
        ("head-referee", set(posts.ACTIONS) - {"set_up", "people", "play"}),
        ("speaker", {"release", "see", "follow"}),
        ("recorder", {"record", "see", "follow"}),
        ("player", {"follow", "play"}),
    ],
)
def test_what_each_post_may_do(post, allowed):
    user = person(post)
    assert {action for action in posts.ACTIONS if posts.may(user, action)} == allowed


def test_the_organiser_may_do_everything_and_a_spectator_nothing(organiser):
    from django.contrib.auth.models import AnonymousUser

    assert all(posts.may(organiser, action) for action in posts.ACTIONS)
    assert not any(posts.may(AnonymousUser(), action) for action in posts.ACTIONS)


def test_a_post_is_given_on_the_command_line_and_taken_again(capsys):
    call_command("person", "rosa", "--post", "speaker")
    rosa = get_user_model().objects.get(username="rosa")
    assert posts.may(rosa, "release") and not posts.may(rosa, "record")
    call_command("person", "rosa", "--post", "recorder")
    rosa = get_user_model().objects.get(username="rosa")
    assert posts.may(rosa, "record") and not posts.may(rosa, "release")


def test_a_speaker_records_nothing(client_of, edition):
    client = client_of(person("speaker"))
    body = {"id": "tap", "seen": 0, "command": throw(4)}
    answer = send_json(client, "command", edition, body)
    assert (answer.status_code, answer.json()["status"]) == (403, "refused")
    assert send_json(client, "trial", edition, {}).status_code == 403
    assert shown()["seq"] == 0


# ------------------------------------------------------------------ the page


def test_an_announcement_in_both_languages_is_shown_and_taken_down(client_of, organiser, edition):
    client = client_of(organiser)
    send(client, edition, form="announcement", it="Un quarto d'ora", en="A quarter of an hour")
    assert shown("it")["announcement"] == "Un quarto d'ora"
    assert shown("en")["announcement"] == "A quarter of an hour"
    assert (
        "Un quarto d" in client.get(reverse("referee:public", args=[edition.pk])).content.decode()
    )
    send(client, edition, form="no_announcement")
    assert shown()["announcement"] == ""


def test_a_ready_announcement_comes_in_every_language(client_of, organiser, edition):
    send(client_of(organiser), edition, form="rain")
    texts = {shown(language)["announcement"] for language in ("it", "en")}
    assert len(texts) == 2 and all(texts)


def test_a_blank_or_endless_announcement_is_refused_in_words(client_of, organiser, edition):
    client = client_of(organiser)
    for text in ("  ", "x" * 201):
        page = send(client, edition, form="announcement", it=text)
        assert page.status_code == 200 and "message error" in page.content.decode()
    assert shown()["announcement"] == ""


def test_the_hour_of_the_start_is_the_arenas_and_can_be_cleared(client_of, organiser, edition):
    client = client_of(organiser)
    send(client, edition, form="start", starts_at="2026-08-09T18:00")
    assert shown()["starts_at"] == "2026-08-09T18:00:00+02:00"
    assert (
        'value="2026-08-09T18:00"'
        in client.get(reverse("referee:public", args=[edition.pk])).content.decode()
    )
    send(client, edition, form="start", starts_at="")
    assert shown()["starts_at"] == ""


def test_the_switch_of_the_reveal(client_of, organiser, edition):
    client = client_of(organiser)
    send(client, edition, form="reveal", mode="screen", after="30")
    record(edition, throw(1))
    assert shown()["seq"] == 0
    send(client, edition, form="reveal", mode="live", after="30")
    assert shown()["seq"] == 1
    page = send(client, edition, form="reveal", mode="screen", after="0")
    assert "message error" in page.content.decode()


def test_an_unknown_form_is_refused(client_of, organiser, edition):
    assert send(client_of(organiser), edition, form="x").status_code == 403


# ------------------------------------------------------------------ release, counts, clock


def test_head_referee_and_speaker_release(client_of, edition):
    public.reveal_change(edition_id=edition.pk, after=60)
    for seq, post in enumerate(("head-referee", "speaker"), 1):
        record(edition, throw(1))
        answer = send_json(client_of(person(post)), "release", edition, {"seq": seq})
        assert answer.json() == {"status": "released", "public": seq}


@pytest.mark.parametrize("body", [{}, {"seq": "1"}, {"seq": True}, {"seq": 1, "x": 2}, []])
def test_a_release_that_cannot_be_read_releases_nothing(client_of, organiser, edition, body):
    public.reveal_change(edition_id=edition.pk, after=60)
    record(edition, throw(1))
    assert send_json(client_of(organiser), "release", edition, body).status_code == 400
    assert shown()["seq"] == 0


@pytest.fixture
def whistled(edition):
    record(edition, throw(3), {"do": "draw", "quarter": "angelo"}, {"do": "whistle"})
    return edition


def test_counts_and_a_running_clock_reach_the_screens(client_of, referee, whistled):
    clock = {"side": "challenged", "left": 45, "running": True}
    body = {"row": 3, "counts": {"challenger": 7, "challenged": 0}, "clock": clock}
    before = time.time() * 1000
    assert send_json(client_of(referee), "trial", whistled, body).status_code == 200
    trial = shown()["trial"]
    assert trial["counts"] == {"challenger": 7, "challenged": 0}
    assert 45_000 <= trial["clock"]["ends"] - before < 50_000


def test_a_clock_that_stands_has_no_end(client_of, referee, whistled):
    clock = {"side": "challenger", "left": 0, "running": False}
    send_json(client_of(referee), "trial", whistled, {"row": 3, "counts": None, "clock": clock})
    assert shown()["trial"] == {
        "counts": None,
        "clock": {"side": "challenger", "left": 0.0, "ends": None},
    }


BAD = [
    {"row": "3", "counts": None, "clock": None},
    {"row": 3, "counts": {"challenger": -1, "challenged": 0}, "clock": None},
    {"row": 3, "counts": {"challenger": 1}, "clock": None},
    {"row": 3, "counts": None, "clock": {"side": "x", "left": 1, "running": True}},
    {"row": 3, "counts": None, "clock": {"side": "challenger", "left": 1e9, "running": True}},
    {"row": 3},
]


@pytest.mark.parametrize("body", BAD)
def test_counts_that_make_no_sense_are_refused(client_of, referee, whistled, body):
    assert send_json(client_of(referee), "trial", whistled, body).status_code == 400
    assert shown()["trial"] is None


def test_the_counts_of_a_trial_held_back_are_held_back(client_of, referee, edition):
    public.reveal_change(edition_id=edition.pk, after=60)
    record(edition, throw(3), {"do": "draw", "quarter": "angelo"}, {"do": "whistle"})
    send_json(client_of(referee), "trial", edition, {**BAD[1], "counts": None})
    assert shown()["trial"] is None
    assert pictures.picture(edition.pk, "it")["trial"] is not None
