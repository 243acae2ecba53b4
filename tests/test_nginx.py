"""deploy/nginx.conf as it stands, its names, ports and certificate replaced, in front of us."""

import datetime
import http.client
import ipaddress
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.e2e.conftest import ORGANISER, Server
from tests.ports import free_port, wait_until_it_answers
from tests.wire import upgraded

ROOT = Path(__file__).resolve().parent.parent
NAME = "localhost"

AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/oca.conf;
}}
"""


def certificate(folder: Path) -> None:
    """A certificate that signs itself, for loopback, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName(NAME), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


def program() -> str:
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no nginx: apt-get install nginx-light")
        pytest.skip("no nginx here; install it with: apt-get install nginx-light")
    return found


def configured(text: str, folder: Path, replaced: dict[str, str]) -> None:
    """The file of deploy/ with each of these replaced; all of them must be there."""
    for old, new in replaced.items():
        assert old in text, old
        text = text.replace(old, new)
    (folder / "oca.conf").write_text(text)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(AROUND.format(user=user, folder=folder))


class Site:
    """The program behind nginx."""

    def __init__(self, folder: Path, server: Server, http_port: int, port: int) -> None:
        self.server, self.http_port, self.port = server, http_port, port
        self.url = f"https://{NAME}:{port}"
        self.trust = ssl.create_default_context(cafile=str(folder / "cert.pem"))

    def ask(self, method: str, path: str, body: str = "", **headers: str):
        """One request by HTTPS: the response, its body read."""
        connection = http.client.HTTPSConnection(NAME, self.port, context=self.trust, timeout=20)
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body or None, told)
        response = connection.getresponse()
        response.text = response.read().decode()
        connection.close()
        return response

    def wire(self) -> ssl.SSLSocket:
        bare = socket.create_connection(("127.0.0.1", self.port), 20)
        return self.trust.wrap_socket(bare, server_hostname=NAME)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Site]:
    nginx = program()
    folder = tmp_path_factory.mktemp("nginx")
    certificate(folder)
    http_port, https_port = free_port(), free_port()
    server = Server(folder / "data")
    server.environment["PUBLIC_URL"] = f"https://{NAME}:{https_port}"
    configured(
        (ROOT / "deploy" / "nginx.conf").read_text(),
        folder,
        {
            "listen 80;": f"listen 127.0.0.1:{http_port};",
            "listen 443 ssl;": f"listen 127.0.0.1:{https_port} ssl;",
            "https://palio.example$": f"https://{NAME}:{https_port}$",
            "server_name palio.example;": f"server_name {NAME};",
            "127.0.0.1:8000": f"127.0.0.1:{server.port}",
            "/etc/letsencrypt/live/palio.example/fullchain.pem": f"{folder}/cert.pem",
            "/etc/letsencrypt/live/palio.example/privkey.pem": f"{folder}/key.pem",
            "/var/log/nginx/oca.log": f"{folder}/oca.log",
        },
    )
    started = [nginx, "-p", str(folder), "-c", str(folder / "nginx.conf")]
    checked = subprocess.run([*started, "-t"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    server.start()
    proxy = subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until_it_answers(https_port)
        yield Site(folder, server, http_port, https_port)
    finally:
        proxy.terminate()
        proxy.wait(20)
        server.close()


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


def test_a_referee_signs_in_and_every_cookie_is_for_https_only(site):
    page = site.ask("GET", "/referee/sign-in/")
    csrf = re.search(r"csrftoken=(\w+)", cookies_of(page)["csrftoken"])[1]
    hidden = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)[1]
    form = {
        "username": ORGANISER,
        "password": site.server.password,
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
