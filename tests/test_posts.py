"""Who may do what: person by action, each with the answer that is expected."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.urls import NoReverseMatch, reverse

from referee import people, posts, public, selectors, setting_up, urls
from tests.cast import PASSWORD, opened, record, throw

pytestmark = pytest.mark.django_db

PEOPLE = ("spectator", "nobody", "recorder", "speaker", "head-referee", "organiser")

SIGN_IN = 302
"""A spectator is sent to the sign-in page; what is done and leads on is 302 as well."""

YES, NO, OUT = 200, 403, 401

REASON = {"reason": "…"}

# What is recorded before, what is asked for, and the answers in the order of PEOPLE.
PLAY = [
    ([], throw(3), (OUT, NO, YES, NO, YES, YES)),
    ([throw(3)], {"do": "draw", "quarter": "angelo"}, (OUT, NO, YES, NO, YES, YES)),
    ([throw(3)], {"do": "draw", "program": True}, (OUT, NO, YES, NO, YES, YES)),
    ([throw(3)], {"do": "select_team"}, (OUT, NO, YES, NO, YES, YES)),
    ([throw(3)], {"do": "bonus"}, (OUT, NO, YES, NO, YES, YES)),
    (["flag"], {"do": "whistle"}, (OUT, NO, YES, NO, YES, YES)),
    (["whistle"], {"do": "result", "winner": "tie"}, (OUT, NO, YES, NO, YES, YES)),
    (["whistle"], {"do": "repeat", **REASON}, (OUT, NO, YES, NO, YES, YES)),
    (["their own"], {"do": "undo"}, (OUT, NO, YES, NO, YES, YES)),
    ([throw(3)], {"do": "undo"}, (OUT, NO, NO, NO, YES, YES)),
    ([], {"do": "conduct", "quarter": "angelo", **REASON}, (OUT, NO, NO, NO, YES, YES)),
    ([], {"do": "ruling", "quarter": "angelo", "square": 9, **REASON}, (OUT, NO, NO, NO, YES, YES)),
    ([], {"do": "amend", "order_of_play": ["ponte"], **REASON}, (OUT, NO, NO, NO, YES, YES)),
    ([], {"do": "suspend", **REASON}, (OUT, NO, NO, NO, YES, YES)),
    ([{"do": "suspend", **REASON}], {"do": "resume"}, (OUT, NO, NO, NO, YES, YES)),
    ([], {"do": "close", **REASON}, (OUT, NO, NO, NO, YES, YES)),
]  # fmt: skip

BEFORE = {
    "flag": [throw(3), {"do": "draw", "quarter": "angelo"}],
    "whistle": [throw(3), {"do": "draw", "quarter": "angelo"}, {"do": "whistle"}],
}

JSON = "json"

TRIAL = {"row": 3, "counts": None, "clock": None}
PIA = {"name": "Pia", "post": "speaker"}
LINES = {"id": "b", "seen": 0, "lines": [throw(3)]}
CORRECTION = {"id": "c", "seen": 0, "changes": [], "reason": "x"}
TABLET = {**PIA, "lock_after": "20"}

# Everything else: address, method, body -> the answers in the order of PEOPLE.
REST = [
    ("display:phone", "GET", None, (200, 200, 200, 200, 200, 200)),
    ("referee:editions", "GET", None, (SIGN_IN, 200, 200, 200, 200, 200)),
    ("referee:console", "GET", None, (SIGN_IN, 403, 200, 200, 200, 200)),
    ("referee:panel", "GET", None, (401, 403, 200, 200, 200, 200)),
    ("referee:side", "GET", None, (401, 403, 200, 200, 200, 200)),
    ("referee:log", "GET", None, (SIGN_IN, 403, 200, 200, 200, 200)),
    ("display:speaker", "GET", None, (SIGN_IN, 403, 200, 200, 200, 200)),
    ("display:speech", "GET", None, (401, 403, 200, 200, 200, 200)),
    ("referee:preview", JSON, throw(3), (401, 403, 200, 403, 200, 200)),
    ("referee:trial", JSON, TRIAL, (401, 403, 200, 403, 200, 200)),
    ("referee:release", JSON, {"seq": 0}, (401, 403, 403, 200, 200, 200)),
    ("referee:public", "GET", None, (SIGN_IN, 403, 403, 403, 200, 200)),
    ("referee:public", "POST", {"form": "rain"}, (SIGN_IN, 403, 403, 403, 302, 302)),
    ("referee:amend", "GET", None, (SIGN_IN, 403, 403, 403, 200, 200)),
    ("display:screens", "GET", None, (SIGN_IN, 403, 403, 403, 200, 200)),
    ("display:screens_show", "POST", {"view": "crest"}, (SIGN_IN, 403, 403, 403, 302, 302)),
    ("referee:devices", "GET", None, (SIGN_IN, 403, 403, 403, 200, 200)),
    ("referee:device_new", "POST", TABLET, (SIGN_IN, 403, 403, 403, 200, 200)),
    ("referee:people", "GET", None, (SIGN_IN, 403, 403, 403, 403, 200)),
    ("referee:person_new", "POST", PIA, (SIGN_IN, 403, 403, 403, 403, 200)),
    ("referee:edition_new", "POST", {"copy_of": "oca"}, (SIGN_IN, 403, 403, 403, 403, 302)),
    ("referee:current", "POST", {}, (SIGN_IN, 403, 403, 403, 403, 302)),
    ("referee:file", "GET", None, (SIGN_IN, 403, 403, 403, 403, 200)),
    ("referee:setup", "GET", None, (SIGN_IN, 403, 403, 403, 403, 302)),
    ("referee:delete", "POST", {}, (SIGN_IN, 403, 403, 403, 403, 302)),
    ("referee:draw_header", "POST", {}, (SIGN_IN, 403, 403, 403, 403, 422)),
    ("referee:minutes", "GET", None, (SIGN_IN, 403, 200, 200, 200, 200)),
    ("referee:minutes_pdf", "GET", None, (SIGN_IN, 403, 200, 200, 200, 200)),
    ("referee:paper", "GET", None, (SIGN_IN, 403, 200, 200, 200, 200)),
    ("referee:catch_up", "GET", None, (SIGN_IN, 403, 200, 403, 200, 200)),
    ("referee:catch_up_check", JSON, {"lines": []}, (401, 403, 200, 403, 200, 200)),
    ("referee:catch_up_record", JSON, LINES, (401, 403, 200, 403, 200, 200)),
    ("referee:catch_up_hold", "POST", {"on": "1"}, (SIGN_IN, 403, 302, 403, 302, 302)),
    ("referee:correct", "GET", None, (SIGN_IN, 403, 403, 403, 200, 200)),
    ("referee:correct_preview", JSON, {"changes": []}, (401, 403, 403, 403, 200, 200)),
    ("referee:correct_record", JSON, CORRECTION, (401, 403, 403, 403, 422, 422)),
    ("referee:here", JSON, {}, (401, 403, 200, 200, 200, 200)),
    ("referee:settle", JSON, {"pk": 1}, (401, 403, 403, 403, 200, 200)),
    ("display:lamp", "GET", None, (401, 403, 200, 200, 200, 200)),
    ("display:edition_picture", "GET", None, (401, 403, 200, 200, 200, 200)),
    ("referee:devices_list", "GET", None, (401, 403, 403, 403, 200, 200)),
    ("referee:backup", "GET", None, (SIGN_IN, 403, 403, 403, 200, 200)),
    ("referee:backup_file", "GET", None, (SIGN_IN, 403, 403, 403, 403, 200)),
    ("referee:restore", "POST", {}, (SIGN_IN, 403, 403, 403, 403, 200)),
    ("referee:follower_new", "POST", {"name": "B"}, (SIGN_IN, 403, 403, 403, 403, 200)),
    ("referee:take_over", "POST", {}, (SIGN_IN, 403, 403, 403, 302, 302)),
    ("referee:aside_noted", "POST", {}, (SIGN_IN, 403, 403, 403, 302, 302)),
    ("referee:mirror", "POST", {}, (403, 403, 403, 403, 403, 403)),
]  # fmt: skip


@pytest.fixture
def edition():
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


def person(post: str):
    """A person with this post; None for a spectator, somebody without a post for ``nobody``."""
    if post == "spectator":
        return None
    user = get_user_model().objects.create_user(post, password=PASSWORD)
    people.post_give(name=post, post=post)
    user.refresh_from_db()
    return user


def tap(client, edition, command, number="tap"):
    """One entry on a tablet."""
    body = {"id": number, "seen": selectors.head_row(edition).seq, "command": command}
    url = reverse("referee:command", args=[edition.pk])
    return client.post(url, json.dumps(body), content_type="application/json")


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("row", PLAY, ids=lambda row: json.dumps(row[1]))
def test_person_by_command(row, who, edition, client_of):
    before, command, expected = row
    client, allowed = client_of(person(who)), expected[PEOPLE.index(who)]
    if before == ["their own"]:
        tap(client, edition, throw(3), "before") if allowed == YES else record(edition, throw(3))
    else:
        record(
            edition, *(c for b in before for c in BEFORE.get(b if isinstance(b, str) else "", [b]))
        )
    head = selectors.head_row(edition).seq
    answer = tap(client, edition, command)
    assert answer.status_code == allowed, answer.content
    assert selectors.head_row(edition).seq == head + (allowed == YES)
    if allowed == NO:
        assert answer.json()["message"]


def address(name, edition):
    try:
        return reverse(name, args=[edition.pk])
    except NoReverseMatch:
        return reverse(name)


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("row", REST, ids=lambda row: f"{row[0]} {row[1]}")
def test_person_by_address(row, who, edition, client_of):
    name, method, body, expected = row
    client = client_of(person(who))
    url = address(name, edition)
    if method == JSON:
        answer = client.post(url, json.dumps(body), content_type="application/json")
    else:
        answer = client.get(url) if method == "GET" else client.post(url, body)
    assert answer.status_code == expected[PEOPLE.index(who)]


def test_every_address_of_the_console_stands_in_a_table_or_is_tried_elsewhere():
    elsewhere = {"login", "logout", "command", "lock", "lock_now", "awake", "pair", "pair_typed"}
    of_one_thing = {"person_change", "person_password", "follower_forget"}
    of_one_thing |= {"device_code", "device_cut_off"}
    elsewhere |= {"hand", "hand_now", "hand_held", "device_phone"}  # test_players_access.py
    told = {name.removeprefix("referee:") for name, *_rest in REST}
    assert {pattern.name for pattern in urls.urlpatterns} == told - {
        name for name in told if name.startswith("display:")
    } | elsewhere | of_one_thing


def test_every_word_of_the_posts_is_used_where_something_is_done():
    used = {"set_up", "people", "screens", "devices", "announce", "direct", "release", "record"}
    assert set(posts.ACTIONS) == used | {"see", "correct", "take_over", "follow", "play"}


def test_a_recorder_takes_back_the_own_entries_one_after_the_other_and_no_others(
    edition, client_of
):
    client = client_of(person("recorder"))
    record(edition, throw(2))
    for number, value in enumerate((2, 5)):
        assert tap(client, edition, throw(value), f"throw-{number}").status_code == 200
    answers = [tap(client, edition, {"do": "undo"}, f"undo-{number}") for number in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 403]
    assert answers[2].json()["allowed"] == list(edition.rules.everyday)


def test_a_recorders_retry_of_a_recorded_tap_is_answered_whatever_the_post_is_by_now(
    edition, client_of
):
    rosa = person("head-referee")
    client = client_of(rosa)
    body = {"id": "rain", "seen": 0, "command": {"do": "suspend", **REASON}}
    url = reverse("referee:command", args=[edition.pk])
    first = client.post(url, json.dumps(body), content_type="application/json")
    people.post_give(name="head-referee", post="recorder")
    again = client.post(url, json.dumps(body), content_type="application/json")
    assert (first.json()["seq"], again.json()["seq"]) == (1, 1)


@pytest.mark.parametrize(
    ("who", "possible"), [("recorder", True), ("speaker", False), ("organiser", True)]
)
def test_a_console_shows_what_this_post_may_not_do_as_impossible_and_says_why(
    who, possible, edition, client_of
):
    page = client_of(person(who)).get(reverse("referee:console", args=[edition.pk]))
    buttons = page.content.decode().split("<button")
    throws = [button for button in buttons if 'data-do="throw"' in button]
    rain = [button for button in buttons if 'data-do="suspend"' in button]
    assert all(('aria-disabled="true"' not in button) is possible for button in throws)
    assert all(('aria-disabled="true"' not in button) is (who == "organiser") for button in rain)
    assert all("data-refusal" in button for button in rain) is (who != "organiser")


def test_nobody_sees_that_there_are_editions_and_no_way_into_one(edition, client_of):
    page = client_of(person("nobody")).get(reverse("referee:editions")).content.decode()
    assert edition.name in page
    assert reverse("referee:console", args=[edition.pk]) not in page


def test_a_speaker_sees_what_is_held_back(edition, client_of):
    public.reveal_change(edition_id=edition.pk, after=60)
    record(edition, throw(3))
    page = client_of(person("speaker")).get(reverse("referee:console", args=[edition.pk]))
    assert '<b id="held-count">1</b>' in page.content.decode()
