"""Bytes that no browser sends, to a real server: broken HTTP, broken sockets, signed in and not.

No 500, no traceback, nothing changed, and the server goes on.
"""

import contextlib
import random
import re
import socket
import struct
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from tests.cast import LONG
from tests.reliability import malformed
from tests.reliability.conftest import Evening, rows_in
from tests.reliability.devices import NO_ANSWER, Screen, frame

REQUESTS, MESSAGES = (6000, 3000) if LONG else (440, 200)
ADDRESSES = malformed.addresses()
METHODS = ["GET", "POST", "HEAD", "PUT", "OPTIONS", "TRACE", "CONNECT", "PRI", "get", "G E T", ""]
EVIL = [b"\0", b"\r", b"\n", b"\r\n\r\n", b"\xff\xfe", b"%00", b"%ff", b"%", b"..%2f", b"?", b"#",
        b"//", b"\\", b" ", b":", b";", b"\xc0\xaf", b"%ed%a0%80", b"A" * 9000]  # fmt: skip


def request_of(evening: Evening, chance: random.Random) -> bytes:
    """A whole and lawful request to some address, but for its meaning."""
    number = str(chance.choice([evening.edition, 0, 10**20, -1]))
    path = malformed.PARAMETER.sub(number, chance.choice(ADDRESSES)).encode()
    if chance.random() < 0.4:
        path += b"?" + chance.choice(malformed.WORDS).encode() + b"=" + chance.choice(EVIL)
    body = chance.choice([b"", b"{}", b'{"id":"x","command":{"do":"undo"},"seen":0}', b"a=b&c"])
    cookies = chance.choice([evening.cookies, {}, {"sessionid": "x" * 32, "screen": "\xe9"}])
    lines = [
        b"%s %s HTTP/1.1" % (chance.choice(["GET", "POST", "POST"]).encode(), path),
        b"Host: 127.0.0.1:%d" % evening.port,
        b"Content-Type: " + chance.choice([b"application/json", b"text/plain", b"multipart/x"]),
        b"Content-Length: %d" % len(body),
        b"Cookie: " + "; ".join(f"{k}={v}" for k, v in cookies.items()).encode("latin-1"),
        b"Accept: " + chance.choice([b"text/html", b"*/*"]),
        b"Connection: close",
    ]  # fmt: skip
    return b"\r\n".join([*lines, b"", body])


def spoilt(request: bytes, chance: random.Random) -> bytes:
    """The same, broken in one of the ways in which HTTP breaks."""
    head, _, body = request.partition(b"\r\n\r\n")
    first, *headers = head.split(b"\r\n")
    if first.count(b" ") != 2:
        return request  # its address has done it already
    method, path, version = first.split(b" ")
    how = chance.randrange(13)
    if how == 0:
        method = chance.choice(METHODS).encode()
    elif how == 1:
        at = chance.randrange(len(path) + 1)
        path = path[:at] + chance.choice(EVIL) + path[at:]
    elif how == 2:
        version = chance.choice([b"HTTP/0.9", b"HTTP/2.0", b"HTTP/1.0", b"HTTP", b"", b"X" * 50])
    elif how == 3:
        path = chance.choice(
            [b"*", b"http://elsewhere/x", b"", b"/" * 300, b"/%s" % (b"a" * 70_000)]
        )
    elif how == 4:
        headers[chance.randrange(len(headers))] = chance.choice(
            [b"Content-Length: -1", b"Content-Length: 1e3", b"Content-Length: 99999999999999999999",
             b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked", b": no name",
             b"no colon", b" folded", b"Host: " + chance.choice(EVIL), b"Expect: 100-continue",
             b"Upgrade: websocket", b"Upgrade: h2c", b"Cookie: " + chance.choice(EVIL),
             b"Accept-Language: " + chance.choice(EVIL), b"X-Forwarded-Host: elsewhere"]
        )  # fmt: skip
    elif how == 5:
        headers += [b"X-%d: %s" % (n, b"y" * 50) for n in range(chance.choice([30, 600]))]
    elif how == 6:
        headers.append(b"Transfer-Encoding: chunked")
        body = chance.choice([b"zz\r\n{}\r\n0\r\n\r\n", b"5\r\nab", b"-1\r\n", b"0\r\n\r\n" * 5])
    elif how == 7:
        headers += [b"Content-Length: 3", b"Content-Length: 5"]
    elif how == 8:
        boundary = b"multipart/form-data; boundary=" + chance.choice(
            [b"x", b"", b"\xff", b"x" * 300]
        )
        headers = [h for h in headers if not h.startswith((b"Content-Type", b"Content-Length"))]
        body = chance.choice(
            [b"--x\r\n", b"--x--", b"--x\r\nContent-Disposition: form-data\r\n\r\n"]
        )
        headers += [b"Content-Type: " + boundary, b"Content-Length: %d" % len(body)]
    whole = b"\r\n".join([b" ".join([method, path, version]), *headers, b"", body])
    if how == 9:
        whole = whole[: chance.randrange(len(whole))]
    elif how == 10:
        for _flip in range(chance.choice([1, 3, 20])):
            at = chance.randrange(len(whole))
            whole = whole[:at] + bytes([chance.randrange(256)]) + whole[at + 1 :]
    elif how == 11:
        whole = chance.randbytes(chance.choice([1, 40, 2000]))
    elif how == 12:
        whole = whole.replace(b"\r\n", chance.choice([b"\n", b"\r", b"\r\n\0"]))
    return whole


PATIENCE = 0.5
"""Seconds of silence after which we hang up: the request had no end."""


def answer_to(port: int, sent: bytes) -> bytes:
    """What comes back, until one of us hangs up."""
    parts = []
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.settimeout(PATIENCE)
        with contextlib.suppress(OSError):
            connection.sendall(sent)
            while part := connection.recv(1 << 16):
                parts.append(part)
    return b"".join(parts)


def log_of(evening: Evening) -> str:
    """The server's log file."""
    path = evening.folder / "logs" / "oca.log"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def assert_unharmed(evening: Evening, rows: list[Any], logged: str) -> None:
    """The server answers, nothing was recorded, and what strangers sent was not worth a line."""
    assert evening.connection().ask("GET", "/board.json")[0] == 200
    assert rows_in(evening.folder / "db.sqlite3", evening.edition) == rows
    assert log_of(evening) == logged


def test_broken_requests_break_nothing(evening, chance):
    evening.fork()
    rows, logged = rows_in(evening.folder / "db.sqlite3", evening.edition), log_of(evening)
    requests = [spoilt(request_of(evening, chance), chance) for _request in range(REQUESTS)]
    with ThreadPoolExecutor(8) as at_once:
        answers = list(at_once.map(partial(answer_to, evening.port), requests))
    codes = Counter(
        int(code) for a in answers for code in re.findall(rb"^HTTP/1\.\d (\d+)", a, re.M)
    )
    print(f"{REQUESTS} requests; answers: {dict(codes)}")
    for sent, answer in zip(requests, answers, strict=True):
        assert b"Traceback" not in answer, sent
        assert not re.search(rb"^HTTP/1\.\d 5", answer, re.M), (sent[:2000], answer[:2000])
    assert {200, 400, 403, 404} <= set(codes), "nothing was understood: this is no test"
    assert_unharmed(evening, rows, logged)


def broken_message(chance: random.Random) -> bytes:
    """What a page never says on a socket: there, anything at all."""
    text = chance.choice(
        [
            b"{}",
            b"",
            b'{"do":"undo"}',
            b"\xff\xfe",
            b"[" * 5000,
            chance.randbytes(30),
            b"x" * 70_000,
        ]
    )
    return chance.choice(
        [
            frame(1, text),
            frame(2, text),
            frame(1, text, masked=False),
            frame(1, text, fin=False),
            frame(0, text),
            frame(chance.choice([3, 7, 11, 15]), text),
            frame(1 | chance.choice([16, 32, 64]), text),
            frame(8, struct.pack("!H", chance.choice([0, 999, 1005, 4999, 65535])) + text[:100]),
            frame(8, b"x"),
            frame(9, text[:200]) * chance.choice([1, 50]),
            frame(10, text[:200]),
            frame(9, b"", fin=False),
            b"\x81\xff" + struct.pack("!Q", chance.choice([2**63, 2**63 - 1, 2**40])) + b"abcd",
            chance.randbytes(chance.choice([1, 10, 300])),
        ]
    )


PATHS = [
    *("/ws/", "/ws/?lang=xx", "/ws/?edition=%s", "/ws/?edition=99999999999999", "/ws/?edition=-1"),
    *("/ws/?lang=%ff&edition=%00", "/ws/x", "/", "/ws", "/referee/", "/ws/?" + "a=b&" * 500),
]


def test_broken_messages_break_nothing_and_a_spectator_who_speaks_is_hung_up_on(evening, chance):
    evening.fork()
    rows, logged = rows_in(evening.folder / "db.sqlite3", evening.edition), log_of(evening)
    listening = evening.screen()
    assert listening.picture()["seq"] == rows[-1][0]
    heard = listening.listen()
    cookie = "; ".join(f"{name}={value}" for name, value in evening.cookies.items())
    spoke = 0
    for _message in range(MESSAGES):
        path = chance.choice(PATHS).replace("%s", str(evening.edition))
        try:
            screen = Screen(evening.port, path, chance.choice(["", cookie]))
        except (*NO_ANSWER, IndexError):
            continue
        assert screen.status < 500, path
        if screen.status == 101:
            for _more in range(chance.choice([1, 1, 3])):
                try:
                    screen.socket.sendall(broken_message(chance))
                except OSError:
                    break
            spoke += 1
        screen.hang_up()
    assert spoke > MESSAGES / 4
    for spoken in (frame(1, b"ciao"), frame(2, b"\0"), frame(1, b'{"do":"undo"}')):
        for who in ("", cookie):
            screen = Screen(evening.port, f"/ws/?edition={evening.edition}" if who else "/ws/", who)
            screen.socket.sendall(spoken)
            assert screen.close_code() == 4400
            screen.hang_up()
    assert_unharmed(evening, rows, logged)
    tablet = evening.tablet()
    tablet.seen = rows[-1][0]
    assert tablet.send()[0] == 200
    deadline = time.monotonic() + 30  # the others have noticed nothing
    while tablet.seen not in heard and time.monotonic() < deadline:
        time.sleep(0.05)
    assert tablet.seen in heard
