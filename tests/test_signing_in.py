"""Wrong passwords and PINs: slowed, then locked out, per account and device."""

import threading

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from referee import people, signing_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db

WRONG = "not-the-password"


def sign_in(client, password, name="ottavia"):
    return client.post(reverse("referee:login"), {"username": name, "password": password})


def stranger() -> Client:
    """A browser that nobody has used here; all of an arena's have one address."""
    return Client(REMOTE_ADDR="203.0.113.7")


def lock_out(client=None, name="ottavia"):
    """As many wrong tries as it takes."""
    answers = [sign_in(client or stranger(), WRONG, name) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]


def test_five_wrong_passwords_close_the_account_to_strangers(organiser):
    lock_out()
    answer = sign_in(stranger(), PASSWORD)
    assert answer.status_code == 429
    assert "5" in answer.content.decode() and reverse("referee:login") in answer.content.decode()


def test_an_account_that_a_spectator_has_locked_stays_open_on_its_own_tablet(organiser):
    tablet = stranger()
    assert sign_in(tablet, PASSWORD).status_code == 302
    tablet.post(reverse("referee:logout"))
    lock_out()
    assert sign_in(tablet, PASSWORD).status_code == 302


def test_who_is_signed_in_stays_so_while_the_account_is_locked(organiser):
    tablet = stranger()
    sign_in(tablet, PASSWORD)
    lock_out()
    assert tablet.get(reverse("referee:editions")).status_code == 200


def test_one_address_locks_no_other_account(organiser, referee):
    lock_out()
    assert sign_in(stranger(), PASSWORD, name="rosa").status_code == 302


def test_wrong_passwords_on_a_known_tablet_lock_that_tablet_only(organiser):
    tablet, other = stranger(), stranger()
    for known in (tablet, other):
        sign_in(known, PASSWORD)
        known.post(reverse("referee:logout"))
    lock_out(tablet)
    assert sign_in(tablet, PASSWORD).status_code == 429
    assert sign_in(other, PASSWORD).status_code == 302
    assert sign_in(stranger(), PASSWORD).status_code == 302


def test_a_tablet_known_for_one_person_is_a_stranger_to_another(organiser, referee):
    tablet = stranger()
    sign_in(tablet, PASSWORD, name="rosa")
    tablet.post(reverse("referee:logout"))
    lock_out()
    assert sign_in(tablet, PASSWORD).status_code == 429


def test_a_forged_cookie_makes_no_browser_known(organiser):
    lock_out()
    liar = stranger()
    liar.cookies[signing_in.KNOWN_COOKIE] = '{"device": "x", "accounts": [1]}:x:y'
    assert sign_in(liar, PASSWORD).status_code == 429


@pytest.mark.parametrize("name", ["", "\0", "x" * 400, "ottavia\0", "|", "ottavia|"])
def test_odd_names_are_just_wrong(organiser, name):
    tablet = stranger()
    sign_in(tablet, PASSWORD)
    tablet.post(reverse("referee:logout"))
    assert sign_in(tablet, WRONG, name).status_code == 200
    assert sign_in(stranger(), WRONG, name).status_code == 200


def test_a_new_password_opens_the_account_at_once(organiser):
    lock_out()
    password, _created = people.password_reset(name="ottavia")
    assert sign_in(stranger(), password).status_code == 302


def test_it_opens_by_itself_after_a_while(organiser):
    lock_out()
    for attempt in AccessAttempt.objects.all():
        attempt.attempt_time -= settings.AXES_COOLOFF_TIME
        attempt.save()
    assert sign_in(stranger(), PASSWORD).status_code == 302


def test_the_right_password_in_time_forgets_the_wrong_ones(organiser):
    for _round in range(3):
        for _try in range(4):
            assert sign_in(stranger(), WRONG).status_code == 200
        assert sign_in(stranger(), PASSWORD).status_code == 302


def test_nothing_of_a_spectators_address_is_stored_or_logged(organiser, caplog):
    lock_out()
    stored = [
        str(value)
        for model in (AccessAttempt, Session, get_user_model())
        for row in model.objects.values_list()
        for value in row
    ]
    assert AccessAttempt.objects.exists()
    assert not any("203.0.113" in text or WRONG in text for text in [*stored, caplog.text])


def test_a_wrong_password_takes_a_second(organiser, settings, monkeypatch):
    settings.WRONG_PASSWORD_COSTS = 1.0
    slept = []
    monkeypatch.setattr(signing_in.time, "sleep", slept.append)
    sign_in(stranger(), WRONG)
    assert slept == [1.0]
    sign_in(stranger(), PASSWORD)
    assert slept == [1.0]


def test_strangers_are_tried_one_at_a_time_and_known_tablets_do_not_wait(organiser, monkeypatch):
    tablet = stranger()
    sign_in(tablet, PASSWORD)
    taken = threading.BoundedSemaphore(1)
    taken.acquire()
    monkeypatch.setattr(signing_in, "STRANGERS", taken)
    monkeypatch.setattr(signing_in, "STRANGERS_WAIT", 0.01)
    for _try in range(12):  # who waited in vain waits no longer
        busy = sign_in(stranger(), PASSWORD)
        assert (busy.status_code, 'role="alert"' in busy.content.decode()) == (429, True)
    assert sign_in(tablet, PASSWORD).status_code == 302


def test_more_strangers_than_there_are_places_to_wait_are_sent_away_at_once(organiser, monkeypatch):
    full = threading.BoundedSemaphore(1)
    full.acquire()
    monkeypatch.setattr(signing_in, "STRANGERS_WAITING", full)
    assert sign_in(stranger(), PASSWORD).status_code == 429
    full.release()
    assert sign_in(stranger(), PASSWORD).status_code == 302
