"""A backup that the owner's browser brings, in pieces, to be put back.

Laws: only the owner's browser may; it is examined when it is whole, and nothing is changed before the owner has agreed
on the page (`owning.Restore`). A piece fits into what any client may say at once (`crowd.Limits`); after it that much
is allowed anew, so the owner brings many pieces, and nobody else brings more than before.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from companion.kit.errors import CompanionError
from companion.web.connection import VISIT
from companion.web.pages.bodies import BODY_S, TooLong, body_of
from companion.web.pages.source import Shelf
from companion.web.pages.turns import Turns

PATH: Final = "/owner/restore"
PIECE: Final = 24 * 1024
"""The most bytes of a piece; owner_restore.js sends as many."""
PLACE: Final = re.compile(r"0|[1-9][0-9]{0,11}")


def piece_route(
    shelf: Callable[[], Shelf],
    turns: Turns,
    may: Callable[[Request], Response | None],
    refused: Callable[[CompanionError], Response],
) -> Route:
    """Takes a piece; `may`: the refusal of a browser that is not the owner's."""

    async def take(request: Request) -> Response:
        if (no := may(request)) is not None:
            return no
        place = request.query_params.get("at", "")
        if PLACE.fullmatch(place) is None:
            return PlainTextResponse(f"Expected {PATH}?at=0, with the place of the piece.", 400)
        try:
            piece = await body_of(request, PIECE)
            await turns.take(lambda: shelf().take(int(place), piece))
        except CompanionError as why:
            return refused(why)
        except TooLong:
            return PlainTextResponse(f"Expected a piece of at most {PIECE} bytes.", 413)
        except TimeoutError:
            return PlainTextResponse(f"Expected a piece within {BODY_S:g} seconds.", 408)
        except ClientDisconnect:
            return Response()  # the client has gone
        request.scope["state"][VISIT].forgive(asyncio.get_running_loop().time())
        return Response(status_code=204)

    return Route(PATH, take, methods=["POST"])
