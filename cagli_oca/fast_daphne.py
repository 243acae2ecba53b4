"""Daphne, with a short way out for frames that are ready; ``manage.py serve`` starts it.

An ordinary message passes through the application's wrappers, Daphne, Autobahn and Twisted's
buffer, and waits for a turn of the loop: some 80 microseconds of processor time a socket. A frame
for thousands needs none of that. So each socket's scope carries an *outlet* (an ASGI extension, see
``cagli_oca/outlet.py``): a frame given there is written to the connection at once, and the outlet
tells whether all has gone out, or when it has. So who writes can wait, and nothing piles up for a
client that does not read.

All by subclassing. What is used of others without their promise stands in ``LEANS_ON`` and is
looked for at the start: if something is missing the outlets are left out, and the log says so.

The server also takes what Daphne's command line has no word for: a backlog for thousands who
connect at once, time for their handshakes, and the bounds of ``cagli_oca/bounded.py``.
"""

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Any

from daphne import server  # first: it chooses Twisted's reactor

# isort: split
from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne import http_protocol, ws_protocol
from daphne.endpoints import build_endpoint_description_strings
from twisted.internet import reactor, tcp
from twisted.internet.endpoints import serverFromString
from twisted.logger import globalLogBeginner

from cagli_oca import bounded
from cagli_oca.outlet import OUTLET

logger = logging.getLogger(__name__)

BACKLOG = 4096
"""Connections that the system keeps until they are accepted."""

HANDSHAKE = 60
"""Seconds that a handshake may take: in a storm it waits for thousands of others."""

PING_EVERY = 20
SILENT_FOR = 300
"""Seconds without the answer to a ping, after which a socket is dead."""

LEANS_ON = {
    "the transport": ("socket", "dataBuffer", "_tempDataBuffer", "producerPaused"),
    "the protocol": ("_perMessageCompress", "CONFIG_ATTRS", "state", "STATE_OPEN"),
}


def missing() -> list[str]:
    """What of ``LEANS_ON`` is not there in the versions installed."""
    factory = ws_protocol.WebSocketFactory(None)
    factory.setProtocolOptions(openHandshakeTimeout=0)
    protocol = factory.buildProtocol(None)
    protocol._connectionMade()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        looked_at = {"the transport": tcp.Connection(ours, None, reactor), "the protocol": protocol}
        return [
            f"{name} of {whose}"
            for whose, names in LEANS_ON.items()
            for name in names
            if not hasattr(looked_at[whose], name)
        ]


def can_be_fast() -> bool:
    """Whether all is there that the outlets lean on; if not, the log says what is missing."""
    try:
        lost = missing()
    except Exception as error:
        lost = [repr(error)]
    if lost:
        logger.warning("frames go the long way: %s not found", ", ".join(lost))
    return not lost


class Outlet:
    """One socket's short way out. Twisted knows it as the producer of the connection's bytes."""

    __slots__ = ("_open", "_protocol", "_send", "_transport", "drained")

    def __init__(self, protocol: Any) -> None:
        self._protocol, self._transport = protocol, protocol.transport
        self._send, self._open = protocol.transport.socket.send, protocol.STATE_OPEN
        self.drained: Callable[[], None] = nothing
        # Until now it was the channel that read the request.
        self._transport.unregisterProducer()
        self._transport.registerProducer(self, True)

    @property
    def compresses(self) -> bool:
        """Whether this client has negotiated compression."""
        return self._protocol._perMessageCompress is not None

    def write(self, frame: bytes) -> bool:
        """Writes a whole frame at once; what the system does not take is held by Twisted.

        Whether all has gone out. If not, ``drained`` is called when it has.
        """
        transport, sent = self._transport, 0
        if self._protocol.state != self._open:
            return True  # it is being closed: nobody waits for this
        if not (transport.dataBuffer or transport._tempDataBuffer):
            try:
                sent = self._send(frame)
            except BlockingIOError:
                pass
            except OSError:
                return True  # Twisted hears of it by itself
            if sent == len(frame):
                return True
        transport.write(frame[sent:])
        transport.producerPaused = True
        return False

    def abort(self) -> None:
        """Ends the connection without waiting for the client."""
        self._transport.abortConnection()

    def resumeProducing(self) -> None:
        """Twisted's word: all has gone out."""
        self.drained()

    def pauseProducing(self) -> None:
        """Twisted's word: much is held. Nothing more is written then anyway."""

    def stopProducing(self) -> None:
        """Twisted's word: the connection is gone."""
        self.drained = nothing


def nothing() -> None:
    pass


def compression(offers: list[Any]) -> PerMessageDeflateOfferAccept | None:
    """Accepts what lets a message refer to the one before it, in a full window.

    Only of clients that name their own window, as Chromium does and Safari does not: that one is
    known to read compressed sockets wrongly.
    """
    for offer in offers:
        if (
            isinstance(offer, PerMessageDeflateOffer)
            and offer.accept_max_window_bits
            and offer.request_max_window_bits in (0, 15)
            and not offer.request_no_context_takeover
        ):
            return PerMessageDeflateOfferAccept(offer)
    return None


class SocketProtocol(ws_protocol.WebSocketProtocol):
    """Compresses nothing by itself: what is compressed are whole frames, made once for many."""

    def sendMessage(self, payload: bytes, isBinary: bool = False) -> None:
        """As Daphne calls it."""
        super().sendMessage(payload, isBinary, doNotCompress=True)


def protocol_with_options_of(factory: Any) -> type:
    """The factory's options stand on the class, instead of being copied to each of thousands."""
    options = {name: getattr(factory, name) for name in SocketProtocol.CONFIG_ATTRS}
    plain = {name: staticmethod(one) if callable(one) else one for name, one in options.items()}
    return type("SocketProtocol", (SocketProtocol,), {**plain, "CONFIG_ATTRS": ()})


class HTTPFactory(http_protocol.HTTPFactory):
    """Makes requests whose bodies are bounded."""

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = bounded.BoundedRequest
        return protocol


class Server(server.Server):
    """Daphne's, with outlets in the scopes of sockets if *fast*."""

    def __init__(self, application: Any, *, host: str, port: int, fast: bool) -> None:
        super().__init__(
            application,
            endpoints=[
                f"{one}:backlog={BACKLOG}"
                for one in build_endpoint_description_strings(host=host, port=port)
            ],
            websocket_connect_timeout=HANDSHAKE,
            websocket_handshake_timeout=HANDSHAKE,
            ping_interval=PING_EVERY,
            ping_timeout=SILENT_FOR,
            websocket_max_message_size=bounded.LARGEST_MESSAGE,
            websocket_max_frame_size=bounded.LARGEST_FRAME,
            verbosity=0,
            server_name="",
        )
        self.fast = fast

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        is_socket = scope["type"] == "websocket"
        # TLS would have to pass through a layer of its own: then the long way.
        if self.fast and is_socket and isinstance(protocol.transport, tcp.Connection):
            scope["extensions"] = {OUTLET: Outlet(protocol)}
        return super().create_application(protocol, scope)

    def run(self) -> None:
        """Serves until Ctrl-C or SIGTERM. As Daphne's own, with our factories and options."""
        self.connections: dict[Any, dict[str, Any]] = {}
        self.http_factory = HTTPFactory(self)
        self.ws_factory = ws_protocol.WebSocketFactory(self, server=self.server_name)
        self.ws_factory.setProtocolOptions(
            autoPingTimeout=self.ping_timeout,
            allowNullOrigin=True,
            openHandshakeTimeout=self.websocket_handshake_timeout,
            maxMessagePayloadSize=self.websocket_max_message_size,
            maxFramePayloadSize=self.websocket_max_frame_size,
        )
        if self.fast:
            self.ws_factory.setProtocolOptions(perMessageCompressionAccept=compression)
            self.ws_factory.protocol = protocol_with_options_of(self.ws_factory)
        globalLogBeginner.beginLoggingTo(
            [lambda _event: None], redirectStandardIO=False, discardBuffer=True
        )
        reactor.callLater(1, self.application_checker)
        reactor.callLater(2, self.timeout_checker)
        # Not before: a Ctrl-C before the reactor has its handlers would be lost in a callback.
        reactor.callWhenRunning(self.listen)
        asyncio.set_event_loop(server.twisted_loop)
        reactor.addSystemEventTrigger("before", "shutdown", self.kill_all_applications)
        reactor.run()

    def listen(self) -> None:
        """Lets clients connect."""
        for description in self.endpoints:
            listener = serverFromString(reactor, description).listen(self.http_factory)
            listener.addCallbacks(self.listen_success, self.listen_error)


def serve(application: Any, host: str, port: int) -> None:
    """Serves an ASGI application until Ctrl-C or SIGTERM."""
    bounded.allow_files()
    Server(application, host=host, port=port, fast=can_be_fast()).run()
