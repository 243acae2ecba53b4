"""What anybody can look at of a Palio's draws and hands."""

import html

import pytest
from django.test import Client
from django.urls import reverse

from tests.test_lot_palio import an_evening, later

pytestmark = pytest.mark.django_db


def page(edition):
    return html.unescape(
        Client().get(reverse("display:proof", args=[edition.pk]), {"lang": "en"}).content.decode()
    )


def test_the_page_speaks_of_this_games_draws():
    told = page(an_evening(8, until="roll"))
    assert "Called by the players" in told and "Hands of Pact cards are secret" in told
    for other in ("captains", "flag", "Quarter", "order of throws"):
        assert other not in told
    assert "deal race 1 owned 10" in told


def test_after_the_evening_the_last_draw_can_be_computed_by_hand(monkeypatch):
    edition = an_evening(9)
    later(monkeypatch)
    told = page(edition)
    assert edition.secret in told and "bytes.fromhex" in told
    assert "This is not what" not in told
