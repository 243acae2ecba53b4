"""How much anybody may send: Daphne reads a whole request before the program sees any of it.

Twisted bounds the head of a request (16 KB) and how long a connection may idle; a body is bounded
here, while it comes in. Also how many files the process may hold open, which is what sockets are.
"""

import resource

from daphne import http_protocol
from django.conf import settings

TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

MOST_OPEN = 65536

LARGEST_FRAME = 1024
"""Bytes that a socket may say at once: nobody has anything to say there."""

LARGEST_MESSAGE = 2**18
"""Bytes of a whole message, ours (a picture) included."""


def largest_body(path: bytes) -> int:
    """The most bytes that a request's body may have."""
    folders = tuple(folder.encode() for folder in settings.UPLOAD_FOLDERS)
    return settings.LARGEST_UPLOAD if path.startswith(folders) else settings.LARGEST_BODY


class BoundedRequest(http_protocol.WebRequest):
    """A request whose body is refused as soon as it is too large, or says that it will be."""

    most = came = 0
    refused = False

    def gotLength(self, length: int | None) -> None:
        super().gotLength(length)
        self.most = largest_body(self.channel._path)
        if length is not None and length > self.most:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:
        self.came += len(data)
        if self.came > self.most and not self.refused:
            self.refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        if not self.refused:
            super().requestReceived(command, path, version)

    def refuse(self) -> None:
        """Says so and hangs up: the rest is not read."""
        self.refused = True
        self.channel.transport.write(TOO_LARGE)
        self.channel.loseConnection()


def allow_files() -> None:
    """As many open files as the system lets this process have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_OPEN if hard == resource.RLIM_INFINITY else min(hard, MOST_OPEN)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
