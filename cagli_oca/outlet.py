"""What a server may offer a socket beside ASGI: a short way out, found in its scope."""

from collections.abc import Callable
from typing import Protocol

OUTLET = "cagli_oca.outlet"
"""The name of the ASGI extension."""


class Outlet(Protocol):
    """A server's short way out, found among the scope's extensions under ``OUTLET``."""

    compresses: bool
    """Whether this client has negotiated compression."""
    drained: Callable[[], None]
    """Set by who writes: called when what was held has gone out."""

    def write(self, frame: bytes) -> bool:
        """Writes a frame at once. Whether all has gone out: else it will be, then ``drained``."""
        ...

    def abort(self) -> None:
        """Ends the connection without waiting for the client."""
        ...
