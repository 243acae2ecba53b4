"""Dates as people write them, on pages, minutes and phones."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils import translation

from cagli_oca import dates
from display.templatetags import live
from referee import mirror
from referee.minutes import minutes_of
from referee.models import Follower
from tests.cast import opened

ASSUMPTION = date(2027, 8, 15)


@pytest.mark.parametrize(
    ("language", "told"), [("it", "domenica 15 agosto 2027"), ("en", "Sunday 15 August 2027")]
)
def test_days_and_months_are_small_in_italian_and_names_in_english(language, told):
    with translation.override(language):
        assert dates.in_words(ASSUMPTION) == told
        assert live.day("2027-08-15") == told


def test_pages_and_minutes_write_it_so(db, client_of, organiser, settings):
    edition = opened()
    mirror.follower_add(name="spare")
    Follower.objects.update(heard_at="2026-08-09T22:30:00+00:00")
    client = client_of(organiser)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
    assert "domenica 9 agosto 2026" in client.get(reverse("referee:editions")).content.decode()
    assert "10 agosto, 00:30:00" in client.get(reverse("referee:backup")).content.decode()
    with translation.override("it"):
        assert minutes_of(edition).about.endswith("domenica 9 agosto 2026")
