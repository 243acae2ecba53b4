"""deploy/nginx.conf as it stands, its names, ports and certificate replaced, in front of us."""

import http.client
import json
import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from tests.e2e.conftest import ORGANISER, Server
from tests.proxy import NAME, Site
from tests.real_servers import program
from tests.wire import upgraded


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    program("nginx", "nginx-light")
    running = Server(tmp_path_factory.mktemp("nginx") / "data")
    yield running
    running.close()


@pytest.fixture(scope="module")
def site(server, tmp_path_factory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("nginx"))
    server.environment["PUBLIC_URL"] = site.url
    server.start()
    with site.running("nginx.conf", {"127.0.0.1:8000": f"127.0.0.1:{server.port}"}):
        yield site


def cookies_of(response) -> dict[str, str]:
    """Name -> the whole line, with its flags."""
    lines = response.headers.get_all("Set-Cookie") or []
    return {line.partition("=")[0]: line for line in lines}


def test_plain_http_is_sent_to_https(site):
    connection = http.client.HTTPConnection("127.0.0.1", site.http_port, timeout=20)
    connection.request("GET", "/referee/", headers={"Host": NAME})
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"{site.url}/referee/")
    connection.close()


def test_the_public_page_comes_by_https_with_hsts_and_its_policy(site):
    answer = site.ask("GET", "/")
    assert answer.status == 200
    assert answer.headers["Strict-Transport-Security"] == "max-age=2592000"
    assert f"wss://{NAME}:{site.port}" in answer.headers["Content-Security-Policy"]


def test_a_referee_signs_in_and_every_cookie_is_for_https_only(site, server):
    page = site.ask("GET", "/referee/sign-in/")
    csrf = re.search(r"csrftoken=(\w+)", cookies_of(page)["csrftoken"])[1]
    hidden = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)[1]
    form = {
        "username": ORGANISER,
        "password": server.password,
        "csrfmiddlewaretoken": hidden,
    }
    answer = site.ask(
        "POST",
        "/referee/sign-in/",
        urlencode(form),
        Content_Type="application/x-www-form-urlencoded",
        Cookie=f"csrftoken={csrf}",
        Origin=site.url,
    )
    assert answer.status == 302, answer.text
    cookies = cookies_of(answer)
    assert {"sessionid", "known", "csrftoken"} <= set(cookies)
    for line in [*cookies.values(), *cookies_of(page).values()]:
        assert "Secure" in line and "SameSite=Lax" in line, line
    session = cookies["sessionid"].partition(";")[0]
    assert site.ask("GET", "/referee/people/", Cookie=session).status == 200


def test_a_form_of_another_site_is_refused(site):
    page = site.ask("GET", "/referee/sign-in/")
    csrf = re.search(r"csrftoken=(\w+)", cookies_of(page)["csrftoken"])[1]
    answer = site.ask(
        "POST",
        "/referee/sign-in/",
        urlencode({"username": "x", "password": "x", "csrfmiddlewaretoken": csrf}),
        Content_Type="application/x-www-form-urlencoded",
        Cookie=f"csrftoken={csrf}",
        Origin="https://evil.example",
    )
    assert answer.status == 403


def test_a_socket_goes_through_and_one_of_another_site_does_not(site):
    with site.wire() as wire:
        assert b"101" in upgraded(wire, site.port, site.url, NAME)
        head = wire.recv(4)
        size = int.from_bytes(head[2:4]) if head[1] & 127 == 126 else head[1] & 127
        picture = head[4:] if head[1] & 127 == 126 else head[2:]
        while len(picture) < size:
            picture += wire.recv(65536)
        assert json.loads(picture[:size])["stage"]
    with site.wire() as wire:
        assert b"403" in upgraded(wire, site.port, "https://evil.example", NAME)


def test_what_a_browser_says_of_itself_is_overwritten(site):
    answer = site.ask("GET", "/", X_Forwarded_Proto="http", X_Forwarded_For="203.0.113.7")
    assert answer.status == 200  # believed, it would be sent on to HTTPS for ever


def test_a_strange_name_and_a_body_that_is_too_large_are_refused(site):
    assert site.ask("GET", "/", Host="evil.example").status == 400
    answer = site.ask("POST", "/display/report/", "x" * (2**20 + 1))
    assert answer.status == 413
