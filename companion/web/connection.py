"""One connection, as uvicorn serves it, watched by the laws of the crowd (`crowd`).

Laws: what a client says is weighed before it is read; what it leaves unread is bounded; a message of a page is one
frame; nonsense ends the connection it came by, and leaves no line behind.
"""

from __future__ import annotations

import asyncio
import logging
from typing import ClassVar, Final

from h11 import LocalProtocolError
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from companion.web.crowd import Crowd, Visit, Why

UNREAD: Final = 16 * 1024
"""Bytes that may wait for a client to read them; then it is sent nothing until it has."""
REASONS: Final[dict[Why, tuple[CloseCode, str]]] = {
    "said too much": (CloseCode.POLICY_VIOLATION, "Too much at once: the box listens to 16 KiB a second."),
    "talked nonsense": (CloseCode.INVALID_DATA, "Expected a message of text, in one frame."),
}
"""What a page is told that is cut off."""
_VISIT: Final = "visit"
"""Where uvicorn's state of a connection has it."""

_log = logging.getLogger(__name__)


class Watched(asyncio.Protocol):
    """What both kinds of connection have in common."""

    visit: Visit | None = None
    """`None`: it has been turned away, and nothing comes of it."""

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._stalls(_now())

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        self._stalls(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        if self.visit is not None:
            self.visit.leaves()
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Weigh it, then read it."""
        if self.visit is None:
            return
        if not self.visit.says(len(data), _now()):
            self.refuse("said too much")
            return
        try:
            super().data_received(data)
        except Exception:  # the libraries raise what they like at what they cannot read
            _log.debug("nonsense", exc_info=True)
            self.refuse("talked nonsense")

    def refuse(self, why: Why) -> None:
        """Hang up."""
        if self.visit is not None:
            self.visit.cut(why)

    def _stalls(self, since: float | None) -> None:
        if self.visit is not None:
            self.visit.stalls(since)


class Http(Watched, H11Protocol):
    """A connection that speaks HTTP, as each does at first."""

    crowd: ClassVar[Crowd]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Come in, or be turned away."""
        peer, *_ = transport.get_extra_info("peername") or ("nobody",)  # who has left already has none
        self.visit = self.crowd.come(peer, transport, _now())
        if self.visit is None:
            transport.abort()
        else:
            transport.set_write_buffer_limits(UNREAD)
            self.app_state = {**self.app_state, _VISIT: self.visit}
            super().connection_made(transport)


class Ws(Watched, WebSocketsSansIOProtocol):
    """The same connection once it speaks WebSocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over."""
        self.visit = self.app_state[_VISIT]
        super().connection_made(transport)

    def handle_cont(self, event: Frame) -> None:  # noqa: ARG002  # uvicorn's name
        """Refuse a message in pieces: one without end would be kept for ever."""
        self.refuse("talked nonsense")

    def refuse(self, why: Why) -> None:
        """Say why, and hang up; who does not hear it is cut off by the crowd."""
        if self.visit is None or self.transport.is_closing():
            return
        self.visit.counts(why)
        code, reason = REASONS[why]
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()


def http_of(crowd: Crowd) -> type[Http]:
    """The connections of this crowd; uvicorn makes them itself."""
    return type("Http", (Http,), {"crowd": crowd})


def watched(app: ASGIApp, crowd: Crowd) -> ASGIApp:
    """The application, each request of which is under way for the crowd until it is answered.

    Raises nothing: a fault of ours ends one request, and is written down once until it has been counted.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        visit: Visit = scope["state"][_VISIT]
        try:
            if visit.asks(_now()):
                await app(scope, receive, send)
        except (ClientDisconnected, LocalProtocolError):  # it has gone, or has spoken nonsense after its request
            pass
        except Exception:
            if crowd.count("met a fault of the box") == 1:
                _log.exception("the page")
        finally:
            visit.is_answered(_now())

    return serve


def _now() -> float:
    return asyncio.get_running_loop().time()
