"""Thousands of phones in one process, as cheap as may be: they only see which picture has come.

A program of its own: one JSON command a line on standard input, one JSON answer a line. It reads
frame headers and the ``seq`` in the picture's text, nothing else; it neither checks nor keeps what
it is sent. What it can take at most is measured with the bare server (``climb.py``).

connect  {ports, count, path, socketio, at_once, group, stamped, within}: opens sockets, half and
         half if there are two ports, *at_once* at a time (0: all); answers when each has a picture
goal     {seq, asleep, within}: answers when all who read have this picture or a later one; reads
         nothing for *asleep* seconds before. *stamped* sockets: tells when the system had the last
pause    {group}: reads nothing there from now on
resume   {group}
stats    {}: counts, and the processor time used
"""

import contextlib
import gc
import json
import os
import select
import socket
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from bench.fanout import frames

COMMANDS = 0
"""The file descriptor that commands come from."""

READ = 1 << 18
SO_TIMESTAMPING = 37
WHEN_RECEIVED = 1 << 3 | 1 << 4
"""Linux: the system notes when it received what is read, by its own clock (socket(7))."""

MOST_EVENTS = 512
SEQ = b'"seq":'

SOCKET_IO = {
    ord("0"): frames.from_client(frames.TEXT, b"40"),
    ord("2"): frames.from_client(frames.TEXT, b"3"),
}
"""What Socket.IO's client says to the first letter of a message: connects, and answers a ping."""

Answer = dict[str, Any]


class Phone:
    """One socket: what it has seen, and what has come of a frame that is not whole yet."""

    __slots__ = ("asks", "group", "open", "reads", "rest", "seq", "sock")

    def __init__(self, sock: socket.socket, group: str, asks: bytes) -> None:
        self.sock, self.group, self.asks = sock, group, asks
        self.rest: bytes | bytearray = b""
        self.open = False
        self.reads = True
        self.seq = -1


class Crowd:
    """All phones, and the one command that is being carried out."""

    def __init__(self) -> None:
        self.poll = select.epoll()
        self.receive = socket.socket.recv_into
        self.stamped = 0.0
        self.phones: dict[int, Phone] = {}
        self.buffer = bytearray(READ)
        self.says: dict[int, bytes] = {}
        self.goal = self.wanted = self.reached = 0
        self.at = 0.0
        self.frames = self.bytes = self.lost = self.backwards = 0
        self.seq = self.seq_at = 0
        self.seq_text = SEQ
        """The seq read last, where it stood, and as what: mostly the next frame has the same."""
        self.start: Callable[[], None] | None = None
        self.arrived = self.failed = 0
        self.asked: Callable[[bool], Answer | None] | None = None
        self.until = 0.0
        self.typed = b""

    # ------------------------------------------------------------------------ commands

    def run(self) -> None:
        """Until standard input ends."""
        os.set_blocking(COMMANDS, False)
        self.poll.register(COMMANDS, select.EPOLLIN)
        while True:
            wait = max(0.0, self.until - time.monotonic()) if self.asked else -1
            for fd, event in self.poll.poll(wait, MOST_EVENTS):
                phone = self.phones.get(fd)
                if phone is None:
                    if fd == COMMANDS and not self.listen():
                        return
                elif phone.open:
                    self.read(phone)
                else:
                    self.shake_hands(phone, event)
            if self.asked:
                answer = self.asked(time.monotonic() >= self.until)
                if answer is not None:
                    self.asked = None
                    print(json.dumps(answer), flush=True)

    def listen(self) -> bool:
        """Whether there may be more."""
        came = os.read(COMMANDS, 1 << 16)
        *lines, self.typed = (self.typed + came).split(b"\n")
        for line in lines:
            command = json.loads(line)
            self.until = time.monotonic() + command.pop("within", 60)
            self.asked = getattr(self, "do_" + command.pop("do"))(**command)
        return bool(came)

    def do_connect(
        self,
        *,
        ports: list[int],
        count: int,
        path: str,
        socketio: bool = False,
        at_once: int = 0,
        group: str = "",
        stamped: bool = False,
    ) -> Callable[[bool], Answer | None]:
        self.says = SOCKET_IO if socketio else {}
        self.receive = self.receive_stamped if stamped else socket.socket.recv_into
        self.arrived = self.failed = 0
        asks = [frames.request(port, path) for port in ports]
        left = iter(range(count))
        began = time.monotonic()

        def start() -> None:
            number = next(left, None)
            if number is not None:
                which = number % len(ports)
                self.dial(ports[which], group, asks[which])

        self.start = start
        for _number in range(at_once or count):
            start()

        def answer(late: bool) -> Answer | None:
            if self.arrived + self.failed < count and not late:
                return None
            self.start = None
            for phone in [p for p in self.phones.values() if p.seq < 0]:
                self.gone(phone)
            seconds = time.monotonic() - began
            return {"in": self.arrived, "failed": count - self.arrived, "seconds": seconds}

        return answer

    def do_goal(self, *, seq: int, asleep: float = 0.0) -> Callable[[bool], Answer | None]:
        self.stamped = 0.0
        time.sleep(asleep)
        reading = [phone for phone in self.phones.values() if phone.open and phone.reads]
        self.goal, self.wanted = seq, len(reading)
        self.reached = sum(phone.seq >= seq for phone in reading)
        self.at = time.monotonic()

        def answer(late: bool) -> Answer | None:
            if self.reached < self.wanted and not late:
                return None
            missing = self.wanted - self.reached
            return {"at": self.at, "stamped": self.stamped, "missing": missing}

        return answer

    def do_pause(self, *, group: str) -> Callable[[bool], Answer]:
        return self.turn(group, False)

    def do_resume(self, *, group: str) -> Callable[[bool], Answer]:
        return self.turn(group, True)

    def turn(self, group: str, reads: bool) -> Callable[[bool], Answer]:
        for phone in self.phones.values():
            if phone.group == group and phone.reads != reads:
                phone.reads = reads
                # Not unregistered: a connection that was cut is told all the same.
                self.poll.modify(phone.sock.fileno(), select.EPOLLIN if reads else 0)
        return lambda _late: {}

    def do_stats(self) -> Callable[[bool], Answer]:
        told = {
            "open": sum(phone.open for phone in self.phones.values()),
            "frames": self.frames,
            "bytes": self.bytes,
            "lost": self.lost,
            "backwards": self.backwards,
            "cpu": time.process_time(),
        }
        return lambda _late: told

    # ------------------------------------------------------------------------- sockets

    def dial(self, port: int, group: str, asks: bytes) -> None:
        sock = socket.socket()
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.receive == self.receive_stamped:
            sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPING, WHEN_RECEIVED)
        self.phones[sock.fileno()] = Phone(sock, group, asks)
        sock.connect_ex(("127.0.0.1", port))
        self.poll.register(sock.fileno(), select.EPOLLOUT)

    def shake_hands(self, phone: Phone, event: int) -> None:
        """Asks as soon as it is connected, then reads the answer."""
        try:
            if phone.asks:
                if event & (select.EPOLLERR | select.EPOLLHUP):
                    raise OSError("refused")
                if not event & select.EPOLLOUT:
                    return  # of another socket that had this number before
                phone.sock.send(phone.asks)
                phone.asks = b""
                self.poll.modify(phone.sock.fileno(), select.EPOLLIN)
                return
            came = phone.sock.recv(READ)
        except BlockingIOError:
            return
        except OSError:
            came = b""
        phone.rest += came
        head, ended, rest = bytes(phone.rest).partition(b"\r\n\r\n")
        if not came or (ended and not head.startswith(b"HTTP/1.1 101")):
            self.gone(phone)
        elif ended:
            phone.open = True
            phone.rest = self.take_apart(phone, rest)

    def gone(self, phone: Phone) -> None:
        if self.phones.pop(phone.sock.fileno(), None) is None:
            return
        if phone.seq >= 0:
            self.lost += 1
        self.poll.unregister(phone.sock.fileno())
        phone.sock.close()
        if phone.seq < 0 and self.start is not None:
            self.failed += 1
            self.start()

    def read(self, phone: Phone) -> None:
        """One read, which mostly is one whole frame."""
        buffer = self.buffer
        try:
            length = self.receive(phone.sock, buffer)
        except BlockingIOError:
            return
        except OSError:
            length = 0
        if not length:
            self.gone(phone)
            return
        self.bytes += length
        if (
            not phone.rest
            and buffer[0] == frames.FIN | frames.TEXT
            and buffer[1] == 126
            and length == 4 + (buffer[2] << 8 | buffer[3])
        ):
            self.look(phone, buffer, 4, length)
        else:
            phone.rest = self.take_apart(phone, phone.rest + buffer[:length])

    def receive_stamped(self, sock: socket.socket, buffer: bytearray) -> int:
        """Notes when the system received it, by its clock, if that is the latest so far."""
        length, told, _flags, _from = sock.recvmsg_into([buffer], 128)
        for level, kind, data in told:
            if (level, kind) == (socket.SOL_SOCKET, SO_TIMESTAMPING):
                seconds, nanoseconds = struct.unpack_from("qq", data)
                self.stamped = max(self.stamped, seconds + nanoseconds / 1e9)
        return length

    def take_apart(self, phone: Phone, data: bytes | bytearray) -> bytes | bytearray:
        """Every whole frame; gives what is left."""
        at = 0
        while (span := frames.span(data, at)) is not None:
            start, end = span
            first = data[at]
            if first == frames.FIN | frames.TEXT:
                self.look(phone, data, start, end)
            elif first == frames.FIN | frames.PING:
                self.say(phone, frames.from_client(frames.PONG, bytes(data[start:end])))
            else:  # a close; nobody sends binary messages, or in pieces
                self.gone(phone)
                return b""
            at = end
        return data[at:]

    def say(self, phone: Phone, frame: bytes) -> None:
        with contextlib.suppress(OSError):  # a connection that was cut is seen when it is read
            phone.sock.send(frame)

    def look(self, phone: Phone, data: bytes | bytearray, start: int, end: int) -> None:
        """Which picture it is; other messages have no seq."""
        place = start + self.seq_at
        if place >= end or not data.startswith(self.seq_text, place):  # not the one before again
            place = data.find(SEQ, start, end)
            if place < 0:
                if data[start] in self.says:
                    self.say(phone, self.says[data[start]])
                return
            stop = data.find(b",", place, end)
            self.seq_at, self.seq_text = place - start, bytes(data[place : stop + 1])
            self.seq = int(data[place + len(SEQ) : stop])
        seq = self.seq
        self.frames += 1
        seen = phone.seq
        if seq < seen:
            self.backwards += 1
            return
        phone.seq = seq
        if seen < self.goal <= seq and phone.reads:
            self.reached += 1
            if self.reached >= self.wanted:
                self.at = time.monotonic()
        if seen < 0:
            self.arrived += 1
            if self.start is not None:
                self.start()


if __name__ == "__main__":
    gc.disable()
    Crowd().run()
