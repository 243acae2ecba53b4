"""The people's page: accounts, posts, passwords that are shown once."""

import importlib
import re

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.urls import reverse

from referee import devices, people, posts
from tests.cast import opened

pytestmark = pytest.mark.django_db

User = get_user_model()


@pytest.fixture
def page(client_of, organiser):
    """Posts a form of the page; gives its answer."""
    client = client_of(organiser)

    def send(address, person=None, **form):
        url = reverse(f"referee:{address}", args=[person.pk] if person else [])
        return client.post(url, form)

    send.client = client
    return send


def password_in(answer) -> str:
    found = re.search(r'class="secret-word">([^<]+)<', answer.content.decode())
    return found[1] if found else ""


def test_a_new_person_gets_a_post_and_a_password_that_is_shown_once(page):
    answer = page("person_new", name="  Rosa   Bini ", post="speaker")
    rosa = User.objects.get(username="Rosa Bini")
    assert posts.post_of(rosa) == "speaker"
    assert rosa.check_password(password_in(answer))
    assert answer["Cache-Control"].startswith("max-age=0")
    assert password_in(page.client.get(reverse("referee:people"))) == ""


@pytest.mark.parametrize(
    ("name", "post"),
    [("OTTAVIA", "speaker"), ("", "speaker"), ("x" * 41, "speaker"), ("ugo", "king")],
)
def test_who_cannot_be_made_is_told_why_and_keeps_what_was_typed(page, name, post):
    before = User.objects.count()
    answer = page("person_new", name=name, post=post)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode() and name in answer.content.decode()
    assert User.objects.count() == before


def test_a_new_password_ends_what_was_signed_in_with_the_old_one(page, client_of, referee):
    rosa = client_of(referee)
    assert rosa.get(reverse("referee:editions")).status_code == 200
    answer = page("person_password", referee)
    assert rosa.get(reverse("referee:editions")).status_code == 302
    referee.refresh_from_db()
    assert referee.check_password(password_in(answer))


def test_a_closed_account_is_signed_out_at_once_and_can_be_opened_again(page, client_of, referee):
    rosa = client_of(referee)
    page("person_change", referee, active="0")
    assert rosa.get(reverse("referee:editions")).status_code == 302
    page("person_change", referee, active="1")
    assert client_of(referee).get(reverse("referee:editions")).status_code == 200


def test_another_post_takes_the_one_before(page, referee):
    for post in ("head-referee", "organiser", "speaker"):
        page("person_change", referee, post=post)
        assert posts.post_of(User.objects.get(pk=referee.pk)) == post


def test_the_last_organiser_stays_one(page, organiser, referee):
    for change in ({"post": "recorder"}, {"active": "0"}):
        assert page("person_change", organiser, **change).status_code == 422
    organiser.refresh_from_db()
    assert (organiser.is_staff, organiser.is_active) == (True, True)
    page("person_change", referee, post="organiser")
    assert page("person_change", organiser, post="recorder").status_code == 302


def test_a_tablet_is_no_person_of_this_page_and_has_no_password(page):
    device, _code = devices.device_pair(
        edition_id=opened().pk, name="Ugo", post="recorder", lock_after=20
    )
    assert "Ugo" not in page.client.get(reverse("referee:people")).content.decode()
    assert page("person_password", device.user).status_code == 404
    with pytest.raises(CommandError):
        call_command("person", "Ugo")


def test_who_had_no_post_before_is_a_recorder_now():
    rosa, ottavia = User.objects.create(username="r"), User.objects.create(username="o", is_staff=1)
    people.post_give(name="r", post="")
    migration = importlib.import_module("referee.migrations.0004_secure")
    migration.give_the_post_of_recorder(apps, None)
    assert (posts.post_of(rosa), ottavia.groups.count()) == ("recorder", 0)
