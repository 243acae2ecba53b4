"""The phones' address, and the QR code that holds it."""

import re
import socket

import pytest
from django.template import Context, Template
from django.test import RequestFactory

from cagli_oca import addresses
from cagli_oca.addresses import lan_address, public_address


def asked_at(host):
    return RequestFactory().get("/display/", headers={"host": host})


def test_the_lan_address_is_an_address():
    socket.inet_aton(lan_address())


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000/"),
        ("oca.cagli.example", "http://oca.cagli.example/"),
        ("127.0.0.1:8123", "http://10.0.0.7:8123/"),
        ("localhost", "http://10.0.0.7/"),
        ("[::1]:8000", "http://10.0.0.7:8000/"),
        ("[fd00::1]", "http://[fd00::1]/"),
    ],
)
def test_phones_are_never_sent_to_their_own_loopback(monkeypatch, host, address):
    monkeypatch.setattr(addresses, "lan_address", lambda: "10.0.0.7")
    assert public_address(asked_at(host)) == address


def test_a_public_address_that_was_set_is_the_one(settings):
    settings.PUBLIC_URL = "https://oca.cagli.example/palio"
    assert public_address(asked_at("localhost:8000")) == "https://oca.cagli.example/palio/"


def drawn(host):
    template = Template("{% load qr %}{% qr %}")
    return template.render(Context({"request": asked_at(host)}))


def test_the_code_is_dark_on_light_keeps_its_quiet_zone_and_tells_the_address():
    html = drawn("192.168.1.20:8000")
    assert ">192.168.1.20:8000<" in html and 'aria-label="' in html
    side = re.search(r'viewBox="0 0 (\d+) ', html)[1]
    assert f'fill="#fff" d="M0 0h{side}v{side}h-{side}z"' in html
    assert 'd="M4 4.5h7' in html, "four modules of quiet on every side"
    assert "style=" not in html


def test_without_an_address_that_phones_reach_there_is_no_code(monkeypatch):
    monkeypatch.setattr(addresses, "lan_address", lambda: "127.0.0.1")
    assert drawn("localhost:8000").strip() == ""
