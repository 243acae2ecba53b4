"""nginx on loopback with a file of deploy/ as it stands: names, ports and certificate replaced."""

import contextlib
import datetime
import http.client
import ipaddress
import os
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.ports import free_port, wait_until_it_answers
from tests.real_servers import program

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


def configured(text: str, folder: Path, replaced: dict[str, str]) -> None:
    """The file of deploy/ with each of these replaced; all of them must be there."""
    for old, new in replaced.items():
        assert old in text, old
        text = text.replace(old, new)
    (folder / "oca.conf").write_text(text)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(AROUND.format(user=user, folder=folder))


class Site:
    """What is reached through nginx: by HTTPS, or (for a bench) without TLS."""

    def __init__(self, folder: Path, *, tls: bool = True) -> None:
        self.folder, self.tls = folder, tls
        self.http_port, self.port = free_port(), free_port()
        self.url = f"{'https' if tls else 'http'}://{NAME}:{self.port}"
        certificate(folder)
        self.trust = ssl.create_default_context(cafile=str(folder / "cert.pem"))

    def connect(self) -> http.client.HTTPConnection:
        if not self.tls:
            return http.client.HTTPConnection(NAME, self.port, timeout=20)
        return http.client.HTTPSConnection(NAME, self.port, context=self.trust, timeout=20)

    def ask(self, method: str, path: str, body: str = "", **headers: str):
        """One request: the response, its body read."""
        connection = self.connect()
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body or None, told)
        response = connection.getresponse()
        response.body = response.read()
        response.text = response.body.decode(errors="replace")
        connection.close()
        return response

    def wire(self) -> ssl.SSLSocket:
        bare = socket.create_connection(("127.0.0.1", self.port), 20)
        return self.trust.wrap_socket(bare, server_hostname=NAME)

    @contextlib.contextmanager
    def running(self, name: str, replaced: dict[str, str]) -> Iterator[None]:
        """nginx with this file of deploy/, *replaced* in it beside what is always replaced."""
        nginx = program("nginx", "nginx-light")
        configured(
            (ROOT / "deploy" / name).read_text(),
            self.folder,
            {
                "listen 80;": f"listen 127.0.0.1:{self.http_port};",
                "listen 443 ssl;": f"listen 127.0.0.1:{self.port}{' ssl' if self.tls else ''};",
                "https://palio.example$": f"{self.url}$",
                "server_name palio.example;": f"server_name {NAME};",
                "/etc/letsencrypt/live/palio.example/fullchain.pem": f"{self.folder}/cert.pem",
                "/etc/letsencrypt/live/palio.example/privkey.pem": f"{self.folder}/key.pem",
                "/var/log/nginx/oca.log": f"{self.folder}/oca.log",
                **replaced,
            },
        )
        started = [nginx, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        checked = subprocess.run([*started, "-t"], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        proxy = subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_until_it_answers(self.port)
            yield
        finally:
            proxy.terminate()
            proxy.wait(20)
