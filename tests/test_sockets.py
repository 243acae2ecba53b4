"""What is handed to a socket: by the short way and by ASGI's own, bounded, the last one always."""

import asyncio
import json
import random
import socket
import subprocess
import sys
import zlib

import pytest
from websockets.sync.client import connect

from cagli_oca import fast_daphne
from display import frames
from display.hub import BEAT
from display.sockets import (
    MOST_LAST,
    OUTLET,
    STUCK,
    FastSocket,
    Message,
    PlainSocket,
    socket_of,
)
from tests.cast import HEADER, throw
from tests.e2e.conftest import ROOT, Server
from tests.flooding import Flood, numbered
from tests.ports import free_port, wait_until_it_answers
from tests.wire import upgraded

MIB = 2**20


# ------------------------------------------------------------------ frames


@pytest.mark.parametrize("length", [0, 125, 126, 65535, 65536])
def test_a_frame_says_how_long_it_is(length):
    payload = b"x" * length
    head = frames.plain(payload)[: -length or None]
    assert head[0] == 0x81
    sizes = {2: head[1], 4: int.from_bytes(head[2:4]), 10: int.from_bytes(head[2:10])}
    assert sizes[len(head)] == length


class Inflater:
    """Reads compressed frames as a client does: with the window of all that came before."""

    def __init__(self):
        self.inflate = zlib.decompressobj(wbits=-zlib.MAX_WBITS)

    def read(self, frame):
        assert frame[0] == 0xC1
        start = 2 if frame[1] < 126 else 4
        return self.inflate.decompress(frame[start:] + frames.TAIL).decode()


NOISE = random.Random(0).randbytes(20_000).hex()
TEXTS = ["{}", "x" * 300, "è" * 5000, "", NOISE, NOISE[1:], NOISE[:50]]


def test_a_compressed_frame_is_everybodys_whatever_came_before():
    client = Inflater()
    for text in TEXTS:
        assert client.read(frames.compressed(text.encode())) == text


def test_a_compressed_frame_may_refer_to_the_message_before_and_to_no_other():
    """However long that was: a window holds 32 KiB."""
    for earlier in ([], ["earlier", NOISE]):
        client, last = Inflater(), ""
        for text in earlier:
            client.read(frames.compressed(text.encode()))
        for text in TEXTS:
            frame = frames.compressed(text.encode(), last.encode()) if last else None
            assert client.read(frame or frames.compressed(text.encode())) == text
            last = text


def test_a_picture_like_the_last_one_is_told_in_a_tenth():
    texts = [f'{{"seq":{seq},"names":"{NOISE[:4000]}"}}' for seq in (1, 2)]
    first, second = messages(*texts)
    assert len(second.after(first.text)) < len(second.compressed) / 10


def test_after_too_many_different_ones_a_message_goes_by_itself():
    (message,) = messages("told")
    for number in range(MOST_LAST):
        message.after(f"last {number}")
    assert message.after("yet another") is message.compressed
    assert message.after("last 0") is not message.compressed


# ------------------------------------------------------------------ the short way


class Pipe:
    """An outlet that holds what was written until it is let out."""

    def __init__(self, *, compresses=False):
        self.compresses = compresses
        self.out, self.held, self.shut = [], None, False

    def write(self, frame):
        assert self.held is None, "there is no room for more than one"
        if self.shut:
            self.held = frame
        else:
            self.out.append(frame)
        return not self.shut

    def let_out(self):
        self.shut = False
        self.out.append(self.held)
        self.held = None
        self.drained()


async def no_close(_code):
    pass


def messages(*texts):
    return [Message(text) for text in texts]


def test_of_what_a_held_up_socket_was_given_only_the_latest_waits():
    pipe = Pipe()
    one = FastSocket(pipe, no_close)
    first, second, third, fourth = messages("1", "2", "3", "4")
    pipe.shut = True
    for message in (first, second, third, fourth):
        one.give(message)
    assert one.stuck_since is not None and pipe.out == []
    pipe.let_out()
    assert pipe.out == [first.plain, fourth.plain] and one.stuck_since is None


def test_a_beat_takes_nobodys_place_and_waits_for_nobody():
    pipe = Pipe()
    one = FastSocket(pipe, no_close)
    first, second, beat = messages("1", "2", "beat")
    pipe.shut = True
    for message in (first, second):
        one.give(message)
    one.nudge(beat)
    pipe.let_out()
    assert pipe.out == [first.plain, second.plain]
    one.nudge(beat)
    assert pipe.out[-1] == beat.plain


def test_who_compresses_reads_every_picture_with_what_it_was_given_before():
    """Some are skipped, beats lie between, and each refers to what went out last."""
    pipe, client = Pipe(compresses=True), Inflater()
    one = FastSocket(pipe, no_close)
    given = messages(*(f'{{"seq":{seq},"names":"{NOISE[:4000]}"}}' for seq in range(8)))
    for number, message in enumerate(given):
        pipe.shut = number == 2
        one.give(message)
        one.nudge(BEAT)
        if number == 4:
            pipe.let_out()
    beats = [frame for frame in pipe.out if frame == BEAT.plain]
    pictures = [client.read(frame) for frame in pipe.out if frame != BEAT.plain]
    assert pictures == [given[seq].text for seq in (0, 1, 2, 4, 5, 6, 7)]
    assert len(beats) == 5
    assert sum(map(len, pipe.out)) < 2 * len(given[0].compressed)


async def test_by_asgis_own_way_too_only_the_latest_waits_and_a_broken_one_is_no_error():
    sent, taken = [], asyncio.Event()

    async def send(text):
        sent.append(text)
        await taken.wait()
        if text == "4":
            raise RuntimeError("gone")

    one = PlainSocket(send, no_close)
    for message in messages("1", "2", "3", "4"):
        one.give(message)
        await asyncio.sleep(0)
    assert sent == ["1"] and one.stuck_since is not None
    taken.set()
    for _turn in range(5):
        await asyncio.sleep(0)
    assert sent == ["1", "4"] and one.stuck_since is None


async def test_who_is_stuck_is_hung_up_on_by_asgis_own_way_too():
    closed = []

    async def never(_text):
        await asyncio.Event().wait()

    async def close(code):
        closed.append(code)

    one = PlainSocket(never, close)
    one.give(Message("1"))
    await asyncio.sleep(0)
    one.abort()
    for _turn in range(5):
        await asyncio.sleep(0)
    assert closed == [STUCK]


def test_the_short_way_is_taken_where_a_server_offers_it():
    assert isinstance(socket_of({"extensions": {OUTLET: Pipe()}}, None, no_close), FastSocket)
    assert isinstance(socket_of({}, None, no_close), PlainSocket)
    assert OUTLET == fast_daphne.OUTLET


# ------------------------------------------------------------------ what it leans on


def test_all_that_the_short_way_leans_on_is_there():
    assert fast_daphne.missing() == []


def test_without_it_frames_go_the_long_way_and_the_log_says_so(monkeypatch, caplog):
    monkeypatch.setitem(fast_daphne.LEANS_ON, "the transport", ("socket", "no_more"))
    assert not fast_daphne.can_be_fast()
    assert "no_more of the transport" in caplog.text


# ------------------------------------------------------------------ real servers


@pytest.fixture(scope="module", params=["fast", "uvicorn", "plain"])
def flood(request, tmp_path_factory):
    running = Flood(request.param, tmp_path_factory.mktemp("flood"))
    running.kind = request.param
    yield running
    running.close()


def reader(flood, **options):
    return connect(f"ws://127.0.0.1:{flood.port}/ws/", max_queue=None, **options)


def number_of(text):
    number = int(text.split()[0])
    assert text == numbered(number).text
    return number


def until(socket_, last):
    """The numbers that come, up to *last*."""
    numbers = []
    while last not in numbers:
        text = socket_.recv(timeout=60)
        if text != BEAT.text:
            numbers.append(number_of(text))
    return numbers


@pytest.mark.parametrize("compression", ["deflate", None])
def test_a_client_library_reads_every_message_as_it_was(flood, compression):
    with reader(flood, compression=compression) as one:
        numbers = until(one, flood.give(5))
        assert numbers == sorted(numbers) and numbers[0] == 0
        negotiated = "permessage-deflate" in one.response.headers.get(
            "Sec-WebSocket-Extensions", ""
        )
        assert negotiated is bool(compression and flood.kind != "plain")


@pytest.mark.parametrize("flood", ["fast"], indirect=True)
def test_who_compresses_and_stalls_reads_on_to_the_last(flood):
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", flood.port))
    address = f"ws://127.0.0.1:{flood.port}/ws/"
    with connect(address, sock=narrow, max_queue=1) as asleep, reader(flood) as awake:
        last = flood.give(2000)
        until(awake, last)
        numbers = until(asleep, last)
        assert numbers == sorted(numbers) and len(numbers) < 2000


def stalled(flood):
    """A socket that never reads, with as little room as the system gives."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.settimeout(60)
    one.connect(("127.0.0.1", flood.port))
    assert b"101" in upgraded(one, flood.port)
    return one


def frames_of(one, last):
    """The numbers in the frames that have come, and come, up to *last*."""
    numbers, held = [], b""
    while last not in numbers:
        held = (held + one.recv(65536)).replace(BEAT.plain, b"")
        while len(held) >= 4 and len(held) >= (whole := 4 + int.from_bytes(held[2:4])):
            numbers.append(int(held[4:whole].split()[0]))
            held = held[whole:]
    return numbers


# Daphne by itself holds back nobody who sends: that is what the outlet is for.
@pytest.mark.parametrize("flood", ["fast", "uvicorn"], indirect=True)
def test_who_does_not_read_costs_little_and_comes_back_to_the_last(flood):
    asleep = [stalled(flood) for _ in range(20)]
    with reader(flood) as awake:
        until(awake, flood.give(300))
        before = flood.memory()
        last = flood.give(2000)
        until(awake, last)
        assert flood.memory() - before < 10 * MIB
    for one in asleep:
        numbers = frames_of(one, last)
        assert numbers == sorted(numbers) and len(numbers) < 2000
        one.close()


# ------------------------------------------------------------------ the program under uvicorn


def test_the_whole_program_shows_pictures_under_another_server(tmp_path):
    server = Server(tmp_path / "data")
    server.start()
    server.stop()
    port = free_port()
    uvicorn = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "cagli_oca.asgi:application", "--lifespan", "off"]
        + ["--port", str(port), "--log-level", "error"],
        env=server.environment,
        cwd=ROOT,
    )
    try:
        wait_until_it_answers(port)
        edition = server.open_edition(tmp_path, HEADER, [throw(2)])
        with connect(f"ws://127.0.0.1:{port}/ws/?lang=it") as one:
            assert json.loads(one.recv(timeout=60))["edition"] != edition
            server.put_on_the_screens(edition)
            assert json.loads(one.recv(timeout=60))["edition"] == edition
    finally:
        uvicorn.terminate()
        uvicorn.wait(30)
        server.close()
