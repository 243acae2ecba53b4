"""The stream's overlay: what its address asks for."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db

ALL = "standings,challenge,winner,announcement"


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({}, ("bottom", "1.00", ALL)),
        ({"position": "top", "scale": "1.5"}, ("top", "1.50", ALL)),
        ({"show": "challenge"}, ("bottom", "1.00", "challenge")),
        ({"show": "challenge,standings,x"}, ("bottom", "1.00", "standings,challenge")),
        ({"scale": "1000", "position": "<b>", "show": "x"}, ("bottom", "3.00", ALL)),
        ({"scale": "nan"}, ("bottom", "1.00", ALL)),
        ({"scale": "-inf"}, ("bottom", "0.50", ALL)),
        ({"scale": "big"}, ("bottom", "1.00", ALL)),
    ],
)
def test_what_the_address_asks_for(client, query, told):
    page = client.get(reverse("display:overlay"), query).content.decode()
    position, scale, show = told
    assert f'data-position="{position}" data-scale="{scale}" data-show="{show}"' in page


def test_it_speaks_italian_unless_asked_otherwise(client):
    assert '<html lang="it"' in client.get(reverse("display:overlay")).content.decode()
    english = client.get(reverse("display:overlay"), {"lang": "en"})
    assert '<html lang="en"' in english.content.decode()
