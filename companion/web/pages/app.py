"""The web application for tablets and phones: pages, entry by a code, and the live wire.

Laws: it knows no game, and of the box only its `Source`; every refusal gives its reason in one sentence; a key is given
only to the browser that entered the code.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from companion.table.ports import WifiNetwork
from companion.web.assets import KEPT, assets
from companion.web.assets import STATIC as TWIN_STATIC
from companion.web.guard import Guard
from companion.web.pages.bodies import BODY_S, TooLong, body_of
from companion.web.pages.codes import code
from companion.web.pages.doors import DIGITS, Door, Doors, Entered
from companion.web.pages.ended import ended_route
from companion.web.pages.guard import led_home, refusal
from companion.web.pages.keys import SEAT_KEY, give, shown
from companion.web.pages.owner import owner_routes
from companion.web.pages.source import Shelf, Source
from companion.web.pages.turns import Turns
from companion.web.pages.wifi_code import wifi_routes
from companion.web.pages.wire import PageConnections

STATIC: Final = Path(__file__).parent / "static"
MOST: Final = 64
"""The most bytes of a message with a code."""
JSON: Final = "application/json"
PAGES: Final = {"/": "table.html", "/seat": "seat.html", "/s": "enter.html"}
SAID_OF: Final = {
    404: f"There is nothing here: expected {', '.join(PAGES)}.",
    405: "Expected another method here: pages are got, codes are posted to /enter.",
}
"""What is said where a route refuses with this status."""


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that somebody typed from the display."""

    code: Annotated[str, msgspec.Meta(pattern=rf"\A[0-9]{{{DIGITS}}}\Z")]


_CODE: Final = msgspec.json.Decoder(Code)


class _Refused(Exception):
    """Why a request is refused."""

    def __init__(self, status: int, sentence: str, headers: dict[str, str] | None = None) -> None:
        self.answer = PlainTextResponse(sentence, status, headers)


def make_app(
    source: Source,
    doors: Doors,
    came: Callable[[Door], None],
    shelf: Callable[[], Shelf] | None = None,
    own_wifi: Callable[[], WifiNetwork | None] = lambda: None,
) -> ASGIApp:
    """Build it: `PAGES`, `/static/…`, `/board/…`, `/seat.svg`, `/wifi`, `/enter`, the WebSocket `/live`, `/report`,
    and the owner's page.

    `came`: called when somebody is let in. `shelf`: gives the past games, in a thread, when somebody asks for one;
    without it there is no report and no owner's page. `own_wifi`: gives the box's own Wi-Fi, if it is open.
    """
    entering, wires = asyncio.Lock(), PageConnections(source, doors)

    async def enter(request: Request) -> Response:
        try:
            typed = await _code(request)
            async with entering:  # a flood of codes uses only one thread
                entered = await run_in_threadpool(_enter, doors, typed, _peer(request))
        except _Refused as refused:
            return refused.answer
        except ClientDisconnect:
            return Response()  # the client has gone
        came(entered.door)
        return _let_in(request, entered)

    async def live(socket: WebSocket) -> None:
        if socket.query_params.get("as") == "seat":
            await wires.sit(socket, shown(socket, SEAT_KEY))
        else:
            await wires.look_on(socket)

    pages = {path: STATIC / name for path, name in PAGES.items()}
    routes = (
        *assets(pages, {"/static": STATIC, "/board": TWIN_STATIC}),
        Route("/enter", enter, methods=["POST"]),
        Route("/seat.svg", _way_in),
        *wifi_routes(own_wifi),
        WebSocketRoute("/live", live),
        *(_of_the_past(source, shelf, doors, wires) if shelf is not None else ()),
    )
    return Guard(_spoken(Router(routes)), refusal, led_home)


def _spoken(router: Router) -> ASGIApp:
    """The routes; what they refuse is told in a sentence."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = router  # with it, a route raises its refusal, in place of two words
        try:
            await router(scope, receive, send)
        except HTTPException as refused:
            said = SAID_OF.get(refused.status_code, refused.detail)
            await PlainTextResponse(said, refused.status_code, refused.headers)(scope, receive, send)

    return answer


def _of_the_past(
    source: Source, shelf: Callable[[], Shelf], doors: Doors, wires: PageConnections
) -> tuple[BaseRoute, ...]:
    """The slow routes, which all share one queue: one browser at a time."""
    turns = Turns()
    return ended_route(source, shelf, doors, turns), *owner_routes(source, shelf, doors, wires, turns)


async def _code(request: Request) -> str:
    """The typed code. Raises _Refused, ClientDisconnect."""
    if (came := request.headers.get("content-type", "").partition(";")[0].strip().lower()) != JSON:
        raise _Refused(415, f"Expected {JSON}, got {came or 'none'!r}.")
    try:
        return _CODE.decode(await _body(request)).code
    except ValueError:  # msgspec raises its own error for bad JSON, and Python's for bad UTF-8
        raise _Refused(400, 'Expected {"code": "123456"}, six digits.') from None


def _peer(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _enter(doors: Doors, code: str, peer: str) -> Entered:
    """Enter with a code; this waits for the disk. Raises _Refused."""
    match doors.enter(code, time.monotonic(), peer):
        case Entered() as entered:
            return entered
        case float() as wait_s:
            retry = round(wait_s) + 1
            said = f"Too many wrong codes came: wait {retry} seconds, then use a new one."
            raise _Refused(429, said, {"Retry-After": str(retry)})
        case _:
            raise _Refused(403, "This code is wrong, or too old: expected the one that stands on the display.")


async def _body(request: Request) -> bytes:
    """The body, at most as long as a code. Raises _Refused, ClientDisconnect."""
    try:
        return await body_of(request, MOST)
    except TooLong:
        raise _Refused(413, f"Expected a code of six digits, got more than {MOST} bytes.") from None
    except TimeoutError:
        raise _Refused(408, f"Expected a code of six digits within {BODY_S:g} seconds.") from None


def _let_in(request: Request, entered: Entered) -> Response:
    answer = JSONResponse({"door": entered.door})
    give(answer, request, entered)
    return answer


async def _way_in(request: Request) -> Response:
    """The QR code of `/seat` at the address that this browser uses; the code for a seat stands on the display alone."""
    return code(f"http://{request.headers['host']}/seat", KEPT)
