"""One connection, as uvicorn serves it, under the limits of `crowd`.

Laws: a client's bytes are counted before they are parsed; unread output is bounded; a message of a page is one frame;
nonsense, or going in the middle of a message, ends its own connection and leaves no line in the log.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Final

from h11 import LocalProtocolError
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame

from companion.web.crowd import Crowd, Visit, Why

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

UNREAD: Final = 16 * 1024
"""How many bytes may wait for a slow client; more is sent only once it has read."""
REASONS: Final[dict[Why, tuple[CloseCode, str]]] = {
    "said too much": (CloseCode.POLICY_VIOLATION, "Too much at once: the box listens to 16 KiB a second."),
    "talked nonsense": (CloseCode.INVALID_DATA, "Expected a message of text, in one frame."),
}
"""The close code and sentence for a page that is disconnected."""
_VISIT: Final = "visit"
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
            self.app_state = {**self.app_state, _VISIT: self.visit}
            super().connection_made(transport)


class Ws(BaseConnection, WebSocketsSansIOProtocol):
    """The same connection once it speaks WebSocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over from `Http`."""
        self.visit = self.app_state[_VISIT]
        super().connection_made(transport)

    async def send(self, message: ASGISendEvent) -> None:
        """Send, unless the client has gone: asyncio would log each further write. Raises ClientDisconnected."""
        if self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    def shutdown(self) -> None:
        """End at the end of the box. To a client that is just leaving nothing more can be said; uvicorn tries to."""
        with suppress(InvalidState):
            super().shutdown()
        self.transport.close()

    def handle_cont(self, event: Frame) -> None:  # noqa: ARG002  # uvicorn's name
        """Refuse a message in several frames: an endless one would fill the memory."""
        self.refuse("talked nonsense")

    def refuse(self, why: Why) -> None:
        """Say why, and close; if the client does not answer, the crowd cuts it off."""
        if self.visit is None or self.transport.is_closing():
            return
        self.visit.counts(why)
        code, reason = REASONS[why]
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()


def http_of(crowd: Crowd) -> type[Http]:
    """The protocol class of this crowd's connections, which uvicorn instantiates."""
    return type("Http", (Http,), {"crowd": crowd})


def watched(app: ASGIApp, crowd: Crowd) -> ASGIApp:
    """The application; the crowd counts each request as under way until it is answered.

    It raises nothing: a fault of ours ends one request, and is logged once a minute.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        visit: Visit = scope["state"][_VISIT]
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
