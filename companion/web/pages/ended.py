"""The route of the report on the game that has just ended at the table, for all who watch.

Laws: one lookup at a time, and at most one a second for the same picture of the box in the same language, however many
ask; after a change at the table it is looked up again; what is said to a player of its own play goes to the phone of
its seat alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.kit.errors import Busy, CompanionError
from companion.kit.seats import Seat
from companion.web.pages.doors import Doors
from companion.web.pages.keys import SEAT_KEY, shown
from companion.web.pages.languages import language_of
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

    def response(self, seat: Seat | None) -> Response:
        """The response for the phone of this seat, or for somebody without one."""
        if not isinstance(self.content, bytes):
            return refused(self.content)
        report = msgspec.json.decode(self.content)
        players = report.get("players", ())
        report["players"] = [said if nth == seat else [] for nth, said in enumerate(players, 1)]
        return Response(msgspec.json.encode(report), media_type="application/json")


def ended_route(source: Source, shelf: Callable[[], Shelf], doors: Doors, turns: Turns) -> Route:
    """`/report`."""
    looking, last = asyncio.Lock(), dict[str, LookupResult]()

    def look(language: str) -> bytes | CompanionError:
        try:
            return shelf().ended(language)
        except CompanionError as why:
            return why

    def seat_of(request: Request) -> Seat | None:
        door = doors.opened_by(shown(request, SEAT_KEY))
        return source.seat(door) if door is not None else None

    async def answer(request: Request) -> Response:
        language = language_of(request)
        async with looking:
            now, number, known = asyncio.get_running_loop().time, source.number, last.get(language)
            if known is None or known.number != number or now() >= known.until:
                try:
                    content = await turns.take(lambda: look(language))
                except Busy as why:
                    return refused(why)
                known = last[language] = LookupResult(number, now() + LOOK_S, content)
            return known.response(seat_of(request))

    return Route("/report", answer)
