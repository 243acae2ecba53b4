"""Tablets side by side: who is there, the same throw twice, entries built upon each other."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from referee import people, selectors, services, setting_up, tablets
from referee.models import Disagreement, Seat
from tests.cast import AUTHOR, PASSWORD, opened, record, throw

GINO = services.Author(by="gino", device="cd34")


@pytest.fixture
def edition(db):
    return opened()


@pytest.fixture
def gino(db):
    person = get_user_model().objects.create_user("gino", password=PASSWORD)
    people.post_give(name="gino", post="recorder")
    return person


def tap(client, edition, command, command_id, **built_upon):
    body = {"id": command_id, "command": command, **built_upon}
    url = reverse("referee:command", args=[edition.pk])
    return client.post(url, json.dumps(body), content_type="application/json")


def here(client, edition):
    url = reverse("referee:here", args=[edition.pk])
    return client.post(url, "{}", content_type="application/json").json()


# ---------------------------------------------------------------- the same throw at once


def test_the_same_throw_entered_twice_is_told_to_be_the_same(edition, client_of, referee, gino):
    tap(client_of(referee), edition, throw(3), "a", seen=0)
    answer = tap(client_of(gino), edition, throw(3), "b", seen=0)
    assert answer.status_code == 409
    told = answer.json()
    assert told["same"] is True
    assert (told["winner"]["by"], told["winner"]["seq"]) == ("rosa", 1)
    assert not Disagreement.objects.exists()


def test_a_different_throw_is_shown_beside_the_winners_and_told_to_the_head_referee(
    edition, client_of, referee, gino, head_referee
):
    tap(client_of(referee), edition, throw(3), "a", seen=0)
    for _ in range(2):  # the answer was lost once
        told = tap(client_of(gino), edition, throw(4), "b", seen=0).json()
        assert told["same"] is False
        assert "3" in told["winner"]["sentence"]
    [disagreement] = here(client_of(head_referee), edition)["disagreements"]
    for part in ("rosa", "gino", "0 → 3", "0 → 4"):
        assert part in disagreement["text"]
    assert here(client_of(referee), edition)["disagreements"] == []


def test_a_disagreement_that_was_looked_at_or_taken_back_is_past(
    edition, client_of, referee, gino, head_referee
):
    tap(client_of(referee), edition, throw(1), "a", seen=0)
    tap(client_of(gino), edition, throw(4), "b", seen=0)
    record(edition, throw(1))
    tap(client_of(gino), edition, throw(2), "c", seen=1)
    client = client_of(head_referee)
    first, second = here(client, edition)["disagreements"]
    url = reverse("referee:settle", args=[edition.pk])
    body = json.dumps({"pk": first["pk"]})
    assert client.post(url, body, content_type="application/json").status_code == 200
    assert here(client, edition)["disagreements"] == [second]
    record(edition, {"do": "undo"})
    assert here(client, edition)["disagreements"] == []


@pytest.mark.parametrize(
    ("commands", "command", "same"),
    [
        ([throw(6)], throw(6) | {"note": "seen by both"}, True),
        ([throw(6)], throw(2), False),
        ([throw(6)], {"do": "whistle"}, None),
        ([throw(6), {"do": "draw", "quarter": "angelo"}], throw(6), True),
        ([throw(6), {"do": "undo"}], throw(2), None),
        ([{"do": "conduct", "quarter": "angelo", "reason": "x"}], None, None),
        ([throw(1)], {"do": "throw", "value": 9}, None),
        ([throw(1)], {"do": "throw", "value": []}, None),
    ],
)
def test_what_counts_as_the_same_moment(edition, commands, command, same):
    command = command or {"do": "conduct", "quarter": "andrea", "reason": "y"}
    record(edition, *commands)
    meanwhile = list(selectors.log(edition, after=0))
    assert tablets.entry_compare(edition, meanwhile, command) is same


def test_a_draw_by_the_program_asked_for_twice_is_the_same_whatever_came_out(edition):
    ask = {"do": "draw", "program": True}
    record(edition, throw(6), ask)
    meanwhile = list(selectors.log(edition, after=1))
    assert tablets.entry_compare(edition, meanwhile, ask) is True


# ---------------------------------------------------------------- entries made blind


def test_entries_built_upon_each_other_arrive_reordered_and_twice_and_count_once(
    edition, client_of, referee
):
    client = client_of(referee)
    a = (throw(6), "a", {"seen": 0})
    b = ({"do": "draw", "quarter": "angelo"}, "b", {"after": "a"})
    c = ({"do": "whistle"}, "c", {"after": "b"})
    codes = [
        tap(client, edition, command, name, **upon).status_code
        for command, name, upon in (c, b, a, a, c, b, a, c, b, c)
    ]
    assert codes == [409, 409, 200, 200, 409, 200, 200, 200, 200, 200]
    assert [row.command_id for row in selectors.log(edition, after=0)] == ["a", "b", "c"]


def test_what_another_recorded_in_between_stops_the_rest(edition, client_of, referee, gino):
    tap(client_of(referee), edition, throw(1), "a", seen=0)
    tap(client_of(gino), edition, throw(2), "x", seen=1)
    answer = tap(client_of(referee), edition, throw(5), "b", after="a").json()
    assert (answer["status"], answer["same"]) == ("stale", False)
    assert [row["by"] for row in answer["meanwhile"]] == ["gino"]


def test_a_tablet_may_tell_the_epoch_that_it_has_seen(edition, client_of, referee):
    answer = tap(client_of(referee), edition, throw(1), "a", seen=0, epoch=1)
    assert answer.status_code == 200
    assert tap(client_of(referee), edition, throw(1), "b", seen=1, epoch="1").status_code == 400


# ---------------------------------------------------------------- who is there


def test_each_console_is_told_who_else_is_at_one(edition, client_of, referee, gino):
    tablets.seat_note(edition_id=edition.pk, author=AUTHOR)
    tablets.seat_note(edition_id=edition.pk, author=services.Author("rosa", "ef56"))
    others = here(client_of(gino), edition)["others"]
    assert others == [{"by": "rosa", "device": "ab12"}, {"by": "rosa", "device": "ef56"}]
    tablets.seat_note(edition_id=edition.pk, author=GINO)
    names = [seat.by for seat in tablets.seats_of_others(edition, AUTHOR)]
    assert names == ["gino", "gino", "rosa"]


def test_who_was_not_heard_for_a_while_has_left(edition):
    tablets.seat_note(edition_id=edition.pk, author=GINO)
    long_ago = timezone.now() - timedelta(seconds=30)
    Seat.objects.update(heard_at=long_ago)
    assert tablets.seats_of_others(edition, AUTHOR) == []


def test_a_rehearsal_with_seats_and_disagreements_can_be_deleted(client_of, referee, gino):
    edition = opened({**selectors.edition_get(opened().pk).header, "rehearsal": True})
    tap(client_of(referee), edition, throw(3), "a", seen=0)
    tap(client_of(gino), edition, throw(4), "b", seen=0)
    here(client_of(gino), edition)
    setting_up.edition_delete(edition_id=edition.pk)
    assert not Seat.objects.exists() and not Disagreement.objects.exists()


# ---------------------------------------------------------------- without a socket


def test_a_console_without_a_socket_polls_all_that_was_recorded(edition, client_of, referee):
    client = client_of(referee)
    url = reverse("display:edition_picture", args=[edition.pk])
    first = client.get(url + "?lang=en")
    assert first.json()["seq"] == 0
    again = client.get(url + "?lang=en", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    record(edition, throw(3))
    now = client.get(url + "?lang=en", headers={"If-None-Match": first["ETag"]})
    assert (now.status_code, now.json()["seq"]) == (200, 1)
    assert "private" in now["Cache-Control"]
    assert client.get(reverse("display:edition_picture", args=[99])).status_code == 404
