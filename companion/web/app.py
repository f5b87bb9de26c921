"""The web application around one twin: the page, the layout, and the live wire.

Law: it knows no game, and of the box only the twin it is given.
"""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from companion.web.assets import STATIC, assets
from companion.web.audience import Audience
from companion.web.frames import AT_FIRST, LOOK_S, looks
from companion.web.guard import Guard
from companion.web.hands import TwinHands
from companion.web.live import live
from companion.web.twin import SeatLeds, SpaceLeds, TwinLayout, TwinWires, TwinWords

__all__ = ["SeatLeds", "SpaceLeds", "TwinLayout", "TwinWires", "TwinWords", "make_app"]


def make_app(twin: TwinWires) -> ASGIApp:
    """Build the application: `/`, `/static/…`, `/layout` and the WebSocket `/live`."""
    audience, hands = Audience(lambda: looks(twin), LOOK_S, AT_FIRST), TwinHands(twin)

    async def layout(_request: Request) -> Response:
        return Response(msgspec.json.encode(twin.layout()), media_type="application/json")

    async def wire(socket: WebSocket) -> None:
        await live(audience, hands, socket)

    routes = (
        *assets({"/": STATIC / "index.html"}, {"/static": STATIC}),
        Route("/layout", layout),
        WebSocketRoute("/live", wire),
    )
    return Guard(Router(routes))
