"""One connection, as uvicorn serves it, under the limits of `crowd`.

Laws: a client's bytes are counted before they are parsed; unread output is bounded; nonsense, or going in the middle of
a message, ends its own connection and leaves no line in the log.
"""

from __future__ import annotations

import asyncio
import logging
from typing import ClassVar, Final

from h11 import LocalProtocolError, Request
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected

from companion.web.crowd import Crowd, Visit, Why

UNREAD: Final = 16 * 1024
"""How many bytes may wait for a slow client; more is sent only once it has read."""
VISIT: Final = "visit"
"""The key of the visit in uvicorn's state of a connection."""

_log = logging.getLogger(__name__)


class BaseConnection(asyncio.Protocol):
    """The part that both kinds of connection share."""

    visit: Visit | None = None
    """`None`: the connection was refused."""

    def pause_writing(self) -> None:
        """The client has stopped reading."""
        super().pause_writing()
        self._stalls(_now())

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._stalls(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        if self.visit is not None:
            self.visit.leaves()
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count the bytes, then parse them."""
        if self.visit is None:
            return
        if not self.visit.says(len(data), _now()):
            self.refuse("said too much")
            return
        try:
            super().data_received(data)
        except Exception:  # the libraries raise various errors for input they cannot parse
            _log.debug("nonsense", exc_info=True)
            self.refuse("talked nonsense")

    def refuse(self, why: Why) -> None:
        """Disconnect."""
        if self.visit is not None:
            self.visit.cut(why)

    def _stalls(self, since: float | None) -> None:
        if self.visit is not None:
            self.visit.stalls(since)


class Http(BaseConnection, H11Protocol):
    """A connection that speaks HTTP, as every connection does at first."""

    crowd: ClassVar[Crowd]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Accept the connection, or refuse it."""
        peer, *_ = transport.get_extra_info("peername") or ("nobody",)  # a client that has left already has none
        self.visit = self.crowd.come(peer, transport, _now())
        if self.visit is None:
            transport.abort()
        else:
            transport.set_write_buffer_limits(UNREAD)
            self.app_state = {**self.app_state, VISIT: self.visit}
            super().connection_made(transport)

    def handle_websocket_upgrade(self, event: Request) -> None:
        """Speak WebSocket from now on; the first who asks for it has its library loaded."""
        from companion.web.upgraded import Ws

        self.ws_protocol_class = Ws
        super().handle_websocket_upgrade(event)


def http_of(crowd: Crowd) -> type[Http]:
    """The protocol class of this crowd's connections, which uvicorn instantiates."""
    return type("Http", (Http,), {"crowd": crowd})


def watched(app: ASGIApp, crowd: Crowd) -> ASGIApp:
    """The application; the crowd counts each request as under way until it is answered.

    It raises nothing: a fault of ours ends one request, and is logged once a minute.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        visit: Visit = scope["state"][VISIT]
        try:
            if visit.asks(_now()):
                await app(scope, receive, send)
        except (ClientDisconnected, LocalProtocolError):  # the client has gone, or sent nonsense after its request
            pass
        except Exception:
            if crowd.count("met a fault of the box") == 1:
                _log.exception("the page")
        finally:
            visit.is_answered(_now())

    return serve


def _now() -> float:
    return asyncio.get_running_loop().time()
