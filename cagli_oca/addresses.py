"""Under which address others reach this machine."""

import ipaddress
import socket

from django.conf import settings
from django.http import HttpRequest


def lan_address() -> str:
    """This machine's address on its network. Nothing is sent: connecting UDP only picks a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def is_loopback(name: str) -> bool:
    """Whether a host's name or address leads to the machine that asks."""
    try:
        address = ipaddress.ip_address(name.strip("[]"))
        return address.is_loopback or address.is_unspecified
    except ValueError:
        name = name.rstrip(".")
        return name == "localhost" or name.endswith(".localhost")


def public_address(request: HttpRequest) -> str:
    """Where phones find this site, with a slash at its end; empty if no phone can reach it.

    ``PUBLIC_URL`` if it is set; else what the asking browser was told; else, for a browser on this
    very machine, the machine's address on its network.
    """
    return f"{settings.PUBLIC_URL}/" if settings.PUBLIC_URL else own_address(request)


def own_address(request: HttpRequest) -> str:
    """Where another device on this network finds the machine that answers, with a slash at its end.

    As the asking browser was told; for a browser on this very machine, the machine's address on its
    network; empty if there is none.
    """
    host = request.get_host()
    name, colon, port = host.rpartition(":")
    if not colon or not port.isdecimal():
        name, colon, port = host, "", ""
    if is_loopback(name):
        name = lan_address()
        if is_loopback(name):
            return ""
    return f"{request.scheme}://{name}{colon}{port}/"
