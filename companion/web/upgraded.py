"""A connection that speaks WebSocket, as the live part of a page does. Importing this module is slow (websockets).

Law: a message of a page is one frame; whoever sends several, or nonsense, is told why and disconnected.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame

from companion.web.connection import VISIT, BaseConnection
from companion.web.crowd import Why

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

REASONS: Final[dict[Why, tuple[CloseCode, str]]] = {
    "said too much": (CloseCode.POLICY_VIOLATION, "Too much at once: the box listens to 16 KiB a second."),
    "talked nonsense": (CloseCode.INVALID_DATA, "Expected a message of text, in one frame."),
}
"""The close code and sentence for a page that is disconnected."""


class Ws(BaseConnection, WebSocketsSansIOProtocol):
    """The same connection once it speaks WebSocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over from `Http`."""
        self.visit = self.app_state[VISIT]
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
