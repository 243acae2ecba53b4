"""How much anybody may send, and how many sockets there are: on the wire, against a real server."""

import asyncio
import json
import socket
import struct
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from autobahn.exception import Disconnected
from django.conf import settings as django_settings

from cagli_oca import bounded
from cagli_oca.asgi import application
from display import hub, screens
from display.consumers import PictureConsumer
from tests.cast import opened
from tests.e2e.conftest import Server
from tests.sockets import WebsocketCommunicator
from tests.wire import answered, close_code, frame, head, upgraded

ORIGIN = [(b"origin", b"http://testserver"), (b"host", b"testserver")]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("bounds") / "data")
    running.start()
    yield running
    running.close()


@pytest.fixture
def wire(server):
    """Opens raw connections to the server, and closes them."""
    opened_here = []

    def connect():
        connection = socket.create_connection(("127.0.0.1", server.port), 20)
        opened_here.append(connection)
        return connection

    yield connect
    for connection in opened_here:
        connection.close()


# ------------------------------------------------------------------ bodies


@pytest.mark.parametrize("path", ["/", "/referee/sign-in/", "/display/report/", "/nowhere/"])
def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(wire, path):
    connection = wire()
    connection.sendall(head(path, f"Content-Length: {django_settings.LARGEST_BODY + 1}"))
    assert answered(connection).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_does_not_say_how_large_it_is_is_refused_when_it_is(wire):
    connection = wire()
    connection.sendall(head("/display/report/", "Transfer-Encoding: chunked"))
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    try:
        for _chunk in range(django_settings.LARGEST_BODY // 65536 + 2):
            connection.sendall(chunk)
    except ConnectionError:
        pass
    assert b"413" in answered(connection)[:20]


def test_a_body_of_a_usual_size_is_read(wire):
    body = json.dumps({"x": "y" * 50_000}).encode()
    connection = wire()
    lines = (f"Content-Length: {len(body)}", "Connection: close", "Content-Type: application/json")
    connection.sendall(head("/display/report/", *lines) + body)
    assert answered(connection).startswith(b"HTTP/1.1 403 ")  # no CSRF token, but it was read


def test_files_may_be_larger_where_files_are_sent():
    folder = django_settings.UPLOAD_FOLDERS[0].encode()
    assert bounded.largest_body(folder + b"restore/") == django_settings.LARGEST_UPLOAD
    assert bounded.largest_body(b"/referee/") == django_settings.LARGEST_BODY


# ------------------------------------------------------------------ sockets


@pytest.mark.parametrize(
    ("payload", "code"), [(b"hello", 4400), (b"x" * 1000, 4400), (b"x" * 1025, None)]
)
def test_a_spectator_who_speaks_is_put_out_and_a_long_speech_is_not_even_read(
    server, wire, payload, code
):
    connection = wire()
    assert b"101" in upgraded(connection, server.port)
    connection.sendall(frame(payload))
    assert close_code(answered(connection)) == code


def test_a_frame_that_announces_gigabytes_is_refused_at_its_head(server, wire):
    connection = wire()
    upgraded(connection, server.port)
    connection.sendall(bytes([0x81, 0x80 | 127]) + struct.pack("!Q", 2**33) + b"mask")
    assert close_code(answered(connection)) is None


def test_a_socket_of_another_site_is_refused_on_the_wire(server, wire):
    assert b"403" in upgraded(wire(), server.port, "http://evil.example")
    assert b"101" in upgraded(wire(), server.port, server.url)


@pytest.fixture
def ten_places(monkeypatch, transactional_db):
    """Ten places: the last five for screens and referees, the last two for referees."""
    monkeypatch.setattr(hub, "RESERVED", {"public": 5, "screen": 2, "signed_in": 0})
    monkeypatch.setattr(hub, "places", lambda: 10)


async def got_in(address: str, cookie: bytes = b"") -> WebsocketCommunicator | None:
    headers = [*ORIGIN, (b"cookie", cookie)] if cookie else ORIGIN
    communicator = WebsocketCommunicator(application, address, headers=headers)
    connected, _code = await communicator.connect()
    if not connected:
        return None
    await communicator.receive_from()
    return communicator


async def test_a_crowd_takes_no_place_of_a_referee_or_a_screen(ten_places, client, referee):
    edition = await sync_to_async(opened)()
    waiting = await sync_to_async(screens.screen_pair)(code="XYZ234", name="Mura")
    token = "a-screens-token"
    waiting.token_digest, waiting.code = screens._digest(token), None
    await sync_to_async(waiting.save)()
    await sync_to_async(client.force_login)(referee)
    signed_in = f"sessionid={client.cookies['sessionid'].value}".encode()
    tablet, screen = (
        (f"/ws/?lang=it&edition={edition.pk}", signed_in),
        (
            "/display/ws/?lang=it",
            f"screen={token}".encode(),
        ),
    )
    crowd = [await got_in("/ws/?lang=it") for _phone in range(7)]
    assert [phone is not None for phone in crowd] == [True] * 5 + [False] * 2
    assert await got_in("/display/ws/?lang=it", b"screen=a-strangers") is None
    shown = [await got_in(*screen) for _screen in range(4)]
    assert [one is not None for one in shown] == [True] * 3 + [False]
    tablets = [await got_in(*tablet) for _tablet in range(3)]
    assert [one is not None for one in tablets] == [True] * 2 + [False]
    for one in [*crowd, *shown, *tablets]:
        if one is not None:
            await one.disconnect()
    assert hub.hub().taken == 0
    again = await got_in("/ws/?lang=it")
    assert again is not None
    await again.disconnect()


async def test_a_socket_that_never_got_its_picture_holds_no_place(ten_places, monkeypatch):
    async def broken(_view):
        raise RuntimeError("no picture")

    monkeypatch.setattr(hub, "_picture", broken)
    for _try in range(8):
        communicator = WebsocketCommunicator(application, "/ws/?lang=it", headers=ORIGIN)
        await communicator.connect()
        assert await communicator.receive_nothing()
        await communicator.disconnect()
    assert hub.hub().taken == 0


async def test_who_hangs_up_before_the_first_picture_is_no_error_and_holds_no_place(
    ten_places, monkeypatch
):
    asked = []

    async def gone(_consumer, _text):
        asked.append(_text)
        raise Disconnected("Attempt to send on a closed protocol")

    monkeypatch.setattr(PictureConsumer, "send_picture", gone)
    for number in range(8):
        communicator = WebsocketCommunicator(application, "/ws/?lang=it", headers=ORIGIN)
        await communicator.connect()
        while len(asked) == number:
            await asyncio.sleep(0.01)
        await communicator.disconnect()
    assert len(asked) == 8
    assert hub.hub().taken == 0


def test_there_are_as_many_places_as_set_and_as_the_system_allows(settings, monkeypatch):
    settings.MAX_SOCKETS = 5000
    for files, most in ((1024, 824), (65536, 5000), (hub.resource.RLIM_INFINITY, 5000)):
        monkeypatch.setattr(hub.resource, "getrlimit", lambda _what, files=files: (files, files))
        assert hub.places() == most


def test_the_server_takes_all_the_files_that_the_system_lets_it_have(server):
    limits = Path(f"/proc/{server.process.pid}/limits")
    if not limits.exists():
        pytest.skip("no /proc here to read the limit from")
    line = next(line for line in limits.read_text().splitlines() if "open files" in line)
    soft, hard = line.split()[3:5]
    assert int(soft) == min(int(hard), bounded.MOST_OPEN) if hard != "unlimited" else True
