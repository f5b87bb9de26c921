"""The web application of the scoreboard: one page for a screen, and its data.

Law: it changes nothing, and only this computer may open it; the guard of the twin's page ensures both.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.club.board import Scoreboard
from companion.web import assets
from companion.web.guard import Guard
from companion.web.pages import app as pages

STATIC: Final = Path(__file__).parent / "static"


def make_app(board: Scoreboard) -> Starlette:
    """Build it: `/`, `/now`, `/club/…`; files shared with the pages for tablets have the same paths as there."""

    async def page(_request: Request) -> Response:
        return FileResponse(STATIC / "board.html")

    async def now(_request: Request) -> Response:
        return Response(board.bytes, media_type=pages.JSON)

    return Starlette(
        routes=[
            Route("/", page),
            Route("/now", now),
            Mount("/club", StaticFiles(directory=STATIC)),
            Mount("/static", StaticFiles(directory=pages.STATIC)),
            Mount("/board", StaticFiles(directory=assets.STATIC)),
        ],
        middleware=[Middleware(Guard)],
    )
