"""The speaker's page: everything in sentences, also what the public does not know yet."""

import pytest
from django.urls import reverse

from referee import public, setting_up
from tests.cast import opened, record, throw

pytestmark = pytest.mark.django_db


@pytest.fixture
def edition():
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


@pytest.fixture
def read(client_of, referee):
    """The fragment's text, in English."""
    client = client_of(referee)
    client.cookies["django_language"] = "en"

    def fetch(edition=None):
        number = {"edition": edition.pk} if edition else {}
        return client.get(reverse("display:speech"), number)

    return fetch


def test_what_happened_what_comes_and_what_is_at_stake(edition, read):
    record(edition, throw(3), {"do": "draw", "quarter": "angelo"})
    text = read(edition).content.decode()
    assert "The flag of Sant&#x27;Angelo Maggiore is drawn." in text
    assert "Challenge 1 · Bridge" in text
    assert "A win keeps Sant&#x27;Andrea on 3." in text
    assert "A loss takes Sant&#x27;Andrea back from 3 to 0." in text
    assert "Throws of the die" in text


def test_a_correction_is_read_as_one(edition, read):
    record(edition, throw(2), {"do": "undo"})
    text = read(edition).content.decode()
    assert "The referees have corrected: Sant&#x27;Andrea 2 → 0" in text
    assert "<del>" in text


def test_the_speaker_sees_what_is_held_back_and_may_release_it(edition, client_of, organiser):
    public.reveal_change(edition_id=edition.pk, after=60)
    record(edition, throw(2))
    client = client_of(organiser)
    client.cookies["django_language"] = "en"
    text = client.get(reverse("display:speech"), {"edition": edition.pk}).content.decode()
    assert "throws a 2" in text and "1 entry is not public yet." in text
    assert 'data-release="1"' in text


def test_who_may_not_release_is_shown_no_button(edition, read):
    public.reveal_change(edition_id=edition.pk, after=60)
    record(edition, throw(2))
    assert "data-release" not in read(edition).content.decode()


def test_another_edition_on_the_screens_asks_for_the_whole_page(edition, read):
    assert "HX-Refresh" not in read(edition).headers
    other = opened()
    setting_up.edition_make_current(edition_id=other.pk)
    assert read(edition).headers["HX-Refresh"] == "true"
    setting_up.edition_make_current(edition_id=None)
    assert read(other).headers["HX-Refresh"] == "true"
    assert "No evening is on the screens." in read().content.decode()


def test_a_draft_has_nothing_to_tell(read):
    edition = setting_up.edition_create(header=opened().header)
    setting_up.edition_make_current(edition_id=edition.pk)
    assert "No evening is on the screens." in read(edition).content.decode()
