"""The stream's overlay: what its address asks for."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db

NONE = ""
"""No part is named: all are shown. The page's script knows which there are."""


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({}, ("bottom", "1.00", NONE)),
        ({"position": "top", "scale": "1.5"}, ("top", "1.50", NONE)),
        ({"show": "challenge"}, ("bottom", "1.00", "challenge")),
        ({"show": "challenge,standings"}, ("bottom", "1.00", "challenge,standings")),
        ({"scale": "1000", "position": "<b>", "show": "<i>,"}, ("bottom", "3.00", NONE)),
        ({"scale": "nan"}, ("bottom", "1.00", NONE)),
        ({"scale": "-inf"}, ("bottom", "0.50", NONE)),
        ({"scale": "big"}, ("bottom", "1.00", NONE)),
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
