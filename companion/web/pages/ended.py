"""The route of the report on the game that has just ended at the table, for all who watch.

Laws: one lookup at a time, and at most one a second for the same picture of the box, however many ask; after a change
at the table it is looked up again.
"""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.kit.errors import Busy, CompanionError
from companion.web.pages.owner import refused
from companion.web.pages.source import Shelf, Source
from companion.web.pages.turns import Turns

LOOK_S: Final = 1.0


class LookupResult(msgspec.Struct, frozen=True):
    """The result of the last lookup."""

    number: int
    """The number of the picture that the box showed then."""
    until: float
    content: bytes | CompanionError

    def response(self) -> Response:
        """The response for one request."""
        if isinstance(self.content, bytes):
            return Response(self.content, media_type="application/json")
        return refused(self.content)


def ended_route(source: Source, shelf: Shelf, turns: Turns) -> Route:
    """`/report`."""
    looking, last = asyncio.Lock(), LookupResult(-1, 0.0, b"")

    def look() -> bytes | CompanionError:
        try:
            return shelf.ended()
        except CompanionError as why:
            return why

    async def answer(_request: Request) -> Response:
        nonlocal last
        async with looking:
            now, number = asyncio.get_running_loop().time, source.number
            if last.number != number or now() >= last.until:
                try:
                    content = await turns.take(look)
                except Busy as why:
                    return refused(why)
                last = LookupResult(number, now() + LOOK_S, content)
            return last.response()

    return Route("/report", answer)
