"""The owner's page: its routes and its wire.

Laws: a browser without the owner's key is sent to the entry page, or refused with a sentence, and nothing is looked up
for it; slow work waits for its turn in a thread, and answers are sent in pieces, so that a slow client is not taken
for a dead one.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import ClassVar, Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from companion.kit.errors import Busy, CompanionError, Unusable, Unwritten
from companion.table.owning import Orders
from companion.table.ports import OWNER
from companion.web.pages.bringing import PATH, piece_route
from companion.web.pages.doors import Doors
from companion.web.pages.keys import OWNER_KEY, shown
from companion.web.pages.languages import language_of
from companion.web.pages.source import Shelf, Source
from companion.web.pages.turns import Turns
from companion.web.pages.wire import PageConnection, PageConnections, SeatPage, turn_away
from companion.web.talk import UNSUPPORTED_DATA, Farewell

PAGE: Final = Path(__file__).parent / "static" / "owner.html"
NOT_THE_OWNER: Final = "Expected the owner's page: say the code on the display at /s first."
NO_OWNER: Final = Farewell(4003, NOT_THE_OWNER)
TAKEN: Final = Farewell(4001, "Another browser has the owner's page.")
EXPECTED: Final = Farewell(UNSUPPORTED_DATA, 'Expected an order such as {"order": "agree", "chosen": [0, 1]}.')
OWNERS: Final = b"owner"
PIECE: Final = 8 * 1024
"""Bytes sent at once."""
NUMBERS: Final = re.compile(r"[0-9]{1,3}(,[0-9]{1,3}){0,99}")
NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")


_ORDERS: Final[msgspec.json.Decoder[Orders]] = msgspec.json.Decoder(Orders)


class OwnersWire(PageConnection):
    """The owner's page, from its connection to its end."""

    expected: ClassVar[Farewell] = EXPECTED
    taken: ClassVar[tuple[str, Farewell]] = "owner_taken", TAKEN

    def _look(self, seat: SeatPage) -> tuple[bytes, bytes]:  # noqa: ARG002  # there is one owner
        return OWNERS, self._source.owner(self._language)

    def _take(self, message: str, seat: SeatPage | None) -> Farewell | None:
        order = _ORDERS.decode(message)
        if seat is None or not seat.fits():
            return None
        return self._pass_on(seat, lambda told: self._source.order(order, told, self._language))


def owner_routes(
    source: Source, shelf: Callable[[], Shelf], doors: Doors, wires: PageConnections, turns: Turns
) -> Sequence[BaseRoute]:
    """`/owner`, the routes below it, and the WebSocket `/owner/live`."""
    page = PAGE.read_bytes()

    def is_owner(asking: Request | WebSocket) -> bool:
        return doors.opened_by(shown(asking, OWNER_KEY)) == OWNER

    def turned_away(asking: Request) -> Response | None:
        return None if is_owner(asking) else PlainTextResponse(NOT_THE_OWNER, 403)

    async def come(request: Request) -> Response:
        return Response(page, media_type="text/html") if is_owner(request) else RedirectResponse("/s", 303)

    async def live(socket: WebSocket) -> None:
        if is_owner(socket):
            await wires.let_in(OwnersWire, socket, shown(socket, OWNER_KEY), OWNER)
        else:
            await turn_away(socket, NO_OWNER)

    def route(path: str, give: Callable[[Request], bytes], kind: str, name: str = "") -> Route:
        async def answer(request: Request) -> Response:
            if (no := turned_away(request)) is not None:
                return no
            try:
                content = await turns.take(lambda: give(request))
            except CompanionError as why:
                return refused(why)
            return _download(content, kind, name.format(**request.path_params))

        return Route(path, answer)

    return (
        Route("/owner", come),
        WebSocketRoute("/owner/live", live),
        route("/owner/board", lambda request: source.board(_values(request), language_of(request)), "application/json"),
        route(
            "/owner/games", lambda request: shelf().games(_before(request), language_of(request)), "application/json"
        ),
        route(
            "/owner/games/{game}",
            lambda request: shelf().replay(_game(request), language_of(request)),
            "application/json",
        ),
        route(
            "/owner/games/{game}/report",
            lambda request: shelf().report(_game(request), language_of(request)),
            "application/json",
        ),
        route(
            "/owner/games/{game}/record",
            lambda request: shelf().record(_game(request)).encode(),
            "application/jsonl",
            "companion-{game}.jsonl",
        ),
        route(
            "/owner/games/{game}/qr", lambda request: shelf().qr(_game(request), language_of(request)), "image/svg+xml"
        ),
        route("/owner/backup", lambda _: shelf().backup(), "application/zip", "companion-backup.zip"),
        piece_route(shelf, turns, turned_away, refused),
        route(PATH, lambda request: shelf().examined(language_of(request)), "application/json"),
        route("/owner/bundle", lambda _: shelf().bundle(), "application/zip", "companion-support.zip"),
    )


def refused(why: CompanionError) -> Response:
    """The refusal in a sentence: it does not exist, or is not available now."""
    return PlainTextResponse(str(why), 503 if isinstance(why, Unusable | Unwritten | Busy) else 404)


def _game(request: Request) -> int:
    """The number of the game; 0, which no game has, if the path holds no valid number."""
    named = request.path_params["game"]
    return int(named) if NUMBER.fullmatch(named) else 0


def _before(request: Request) -> int | None:
    named = request.query_params.get("before", "")
    return int(named) if NUMBER.fullmatch(named) else None


def _values(request: Request) -> tuple[int, ...]:
    """The numbers of a board; empty, which fits no board, if they are not valid."""
    named = request.query_params.get("values", "")
    return tuple(map(int, named.split(","))) if NUMBERS.fullmatch(named) else ()


def _download(content: bytes, kind: str, name: str) -> Response:
    """A download in pieces; with a file name, if it has one."""
    headers = {"Content-Length": str(len(content))}
    if name:
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return StreamingResponse(_pieces(content), media_type=kind, headers=headers)


async def _pieces(content: bytes) -> AsyncIterator[bytes]:
    for at in range(0, len(content), PIECE):
        yield content[at : at + PIECE]
