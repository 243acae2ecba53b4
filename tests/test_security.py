"""What every answer carries, under which names the site answers, and what TLS turns on."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse

from cagli_oca import settings as settings_file
from cagli_oca.asgi import application
from cagli_oca.origins import allowed, is_same
from cagli_oca.security import is_local
from referee import setting_up
from tests.cast import PASSWORD, opened
from tests.sockets import WebsocketCommunicator

ROOT = Path(__file__).resolve().parent.parent

PAGES = ["/", "/display/", "/display/overlay/", "/rules/", "/referee/sign-in/", "/nowhere/"]

TEMPLATES = sorted(
    path for app in ("cagli_oca", "referee", "display") for path in (ROOT / app).rglob("*.html")
)


def policy_of(response) -> dict[str, str]:
    told = response["Content-Security-Policy"].split("; ")
    return dict(directive.split(" ", 1) for directive in told)


# ------------------------------------------------------------------ the policy


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_every_page_may_load_from_this_site_only_and_runs_no_code_of_its_own(client, page):
    policy = policy_of(client.get(page))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["base-uri"] == "'none'"
    assert "unsafe" not in str(policy) and "*" not in str(policy)


@pytest.mark.django_db
def test_pages_of_who_is_signed_in_and_answers_to_scripts_have_it_too(client, organiser):
    client.force_login(organiser)
    edition = opened()
    for name in ("console", "panel", "log", "public", "devices"):
        answer = client.get(reverse(f"referee:{name}", args=[edition.pk]))
        assert policy_of(answer)["script-src"] == "'self'", name
    assert "Content-Security-Policy" in client.get("/board.json")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_code_or_style(path):
    text = re.sub(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", "", path.read_text("utf-8"))
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"|javascript:", text, re.I)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "framing", "ancestors"),
    [
        ("/", "DENY", "'none'"),
        ("/display/", "SAMEORIGIN", "'self'"),
        ("/display/overlay/", "DENY", "'none'"),
        ("/referee/sign-in/", "DENY", "'none'"),
    ],
)
def test_nobody_frames_a_page(client, page, framing, ancestors):
    answer = client.get(page)
    assert answer["X-Frame-Options"] == framing
    assert policy_of(answer)["frame-ancestors"] == ancestors


@pytest.mark.django_db
def test_the_overlay_may_be_framed_by_whom_the_setting_names_and_nothing_else_may(client, settings):
    settings.OVERLAY_FRAMED_BY = ["https://tv.example"]
    overlay = client.get("/display/overlay/")
    assert "X-Frame-Options" not in overlay
    assert policy_of(overlay)["frame-ancestors"] == "https://tv.example"
    assert policy_of(client.get("/"))["frame-ancestors"] == "'none'"


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["a; script-src *", "a b", "a,b", "ä"])
def test_a_host_cannot_write_into_the_policy(client, host):
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 400
    assert policy_of(answer)["connect-src"] == "'self' ws://localhost wss://localhost"


# ------------------------------------------------------------------ names and origins


@pytest.mark.parametrize(
    "host",
    [
        *("192.168.1.20", "192.168.1.20:8000", "[fe80::1]:8000", "[::1]", "localhost:8000"),
        *("oca", "oca:8000", "oca.local", "palio.lan", "OCA.Local."),
    ],
)
def test_the_venues_own_names_are_answered(host):
    assert is_local(host)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "local.evil.example"])
def test_a_name_of_the_internet_is_not(host, settings):
    assert not is_local(host)
    settings.PUBLIC_NAME = "evil.example"
    assert is_local(host) == (host.partition(":")[0] == "evil.example")


@pytest.mark.django_db
def test_a_page_asked_for_under_a_strange_name_is_refused(client, settings):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    settings.ANY_LOCAL_HOST = False
    assert client.get("/", headers={"host": "evil.example"}).status_code == 200


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://192.168.1.20:8000", "192.168.1.20:8000", True),
        ("https://oca.local", "oca.local", True),
        ("https://oca.local", "oca.local:443", True),
        ("http://OCA.local:80", "oca.local", True),
        ("http://192.168.1.20:8001", "192.168.1.20:8000", False),
        ("http://evil.example", "192.168.1.20:8000", False),
        ("http://192.168.1.20:8000.evil.example", "192.168.1.20:8000", False),
        ("http://192.168.1.20:8000@evil.example", "192.168.1.20:8000", False),
        ("null", "192.168.1.20:8000", False),
        ("", "192.168.1.20:8000", False),
        ("file://", "192.168.1.20:8000", False),
        ("http://[", "192.168.1.20:8000", False),
        ("chrome-extension://abc", "abc", False),
    ],
)
def test_a_socket_is_for_pages_of_the_same_site(origin, host, same):
    assert is_same(origin, host) is same
    scope = {"headers": [(b"origin", origin.encode()), (b"host", host.encode())]}
    assert allowed(scope) is same


def test_the_public_address_is_the_same_site_whatever_a_proxy_makes_of_the_host(settings):
    settings.PUBLIC_URL = "https://palio.example"
    assert is_same("https://palio.example", "127.0.0.1:8000")
    assert not is_same("http://palio.example", "127.0.0.1:8000")


@pytest.mark.parametrize(
    ("origin", "host"),
    [(b"http://evil.example", b"testserver"), (b"http://evil.example", b"evil.example")],
)
async def test_a_strange_pages_socket_is_refused_before_it_is_open(origin, host):
    headers = [(b"origin", origin), (b"host", host)]
    socket = WebsocketCommunicator(application, "/ws/?lang=it", headers=headers)
    connected, _code = await socket.connect()
    assert not connected


# ------------------------------------------------------------------ cookies and TLS


@pytest.mark.django_db
def test_cookies_are_kept_from_scripts_and_from_other_sites(organiser):
    client = Client()
    form = {"username": "ottavia", "password": PASSWORD}
    client.post(reverse("referee:login"), form)
    edition = opened()
    client.get(reverse("referee:console", args=[edition.pk]))
    client.get("/display/")
    cookies = client.cookies
    assert {"sessionid", "known", "device", "screen", "csrftoken"} <= set(cookies)
    for name, cookie in cookies.items():
        assert cookie["samesite"] == "Lax", name
        assert bool(cookie["httponly"]) is (name != "csrftoken"), name


@pytest.mark.django_db
def test_a_spectator_gets_no_cookie_and_nothing_about_one_is_kept(client):
    setting_up.edition_make_current(edition_id=opened().pk)
    for page in ("/", "/rules/", "/history/", "/board.json", "/display/overlay/"):
        client.get(page)
    assert not client.cookies


def manage(tmp_path, *arguments, **environment):
    """``manage.py`` in a process of its own, with its own settings."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PUBLIC_URL", "TLS", "ALLOWED_HOSTS")}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**kept, "DATA_DIR": str(tmp_path / "data"), **environment},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("how", [{"TLS": "1"}, {"PUBLIC_URL": "https://palio.example"}])
def test_with_tls_on_djangos_own_check_finds_nothing(tmp_path, how):
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **how)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


ASK = """
from django.conf import settings
print(*(bool(getattr(settings, name, False)) for name in (
    "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS", "SECURE_SSL_REDIRECT",
    "SECURE_PROXY_SSL_HEADER")))
"""


@pytest.mark.parametrize(
    ("how", "on"),
    [
        ({}, "False"),
        ({"PUBLIC_URL": "http://palio.example"}, "False"),
        ({"PUBLIC_URL": "https://palio.example", "TLS": "0"}, "False"),
        ({"PUBLIC_URL": "https://palio.example"}, "True"),
    ],
)
def test_secure_cookies_hsts_and_the_redirect_go_together_with_tls(tmp_path, how, on):
    done = manage(tmp_path, "shell", "--verbosity", "0", "-c", ASK, **how)
    assert done.stdout.split() == [on] * 5, done.stderr


@pytest.mark.django_db
def test_behind_tls_plain_http_is_sent_on_and_told_to_stay_away(client, settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 2592000
    assert client.get("/")["Location"].startswith("https://")
    secure = Client(headers={"x-forwarded-proto": "https"})
    assert secure.get("/")["Strict-Transport-Security"] == "max-age=2592000"


def test_the_secret_key_is_this_machines_own_and_only_its_owner_reads_it():
    path = django_settings.DATA_DIR / "secret_key"
    assert len(path.read_text()) > 50
    assert path.stat().st_mode & 0o077 == 0


def test_processes_that_start_at_once_have_one_secret_key(tmp_path, monkeypatch):
    monkeypatch.setattr(settings_file, "DATA_DIR", tmp_path)
    (tmp_path / "secret_key").touch(0o600)  # made by another one, which has not written yet
    with ThreadPoolExecutor(8) as processes:
        keys = set(processes.map(lambda _process: settings_file._secret_key(), range(8)))
    assert keys == {(tmp_path / "secret_key").read_text()}
    assert len(keys.pop()) > 50
