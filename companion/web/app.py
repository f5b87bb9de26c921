"""The web application around one twin: the page, what lies where, and the live wire.

Law: it knows no game and nothing of the box but the twin it is given.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from companion.web.guard import Guard
from companion.web.hands import Hands
from companion.web.live import live
from companion.web.twin import Layout, SeatLeds, SpaceLeds, Twin, Words

__all__ = ["Layout", "SeatLeds", "SpaceLeds", "Twin", "Words", "make_app"]

STATIC: Final = Path(__file__).parent / "static"


def make_app(twin: Twin) -> Starlette:
    """Build the application: `/`, `/static/…`, `/layout` and the WebSocket `/live`."""
    hands = Hands(twin)

    async def page(_request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def layout(_request: Request) -> Response:
        return Response(msgspec.json.encode(twin.layout()), media_type="application/json")

    async def wire(socket: WebSocket) -> None:
        await live(twin, hands, socket)

    return Starlette(
        routes=[
            Route("/", page),
            Route("/layout", layout),
            WebSocketRoute("/live", wire),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard)],
    )
