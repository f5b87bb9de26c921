"""The cookies in which a browser keeps its key to a door.

Law: browsers store cookies by host and ignore the port, so the name of a cookie contains the port, unless it is 80.
Then a cookie of another program on the same Pi cannot replace a key and opens nothing here.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from companion.table.ports import OWNER
from companion.web.pages.doors import Entered
from companion.web.port import HTTP

SEAT_KEY: Final = "companion-seat"
OWNER_KEY: Final = "companion-owner"
"""The owner's cookie; one browser may have both."""
KEPT_S: Final = 400 * 86_400
"""The longest time that a browser keeps a cookie."""


def at_port(name: str, port: int) -> str:
    """The name of the cookie at this port."""
    return name if port == HTTP else f"{name}-{port}"


def shown(asking: HTTPConnection, name: str) -> str:
    """The key in the request; empty: none."""
    return asking.cookies.get(at_port(name, _port(asking)), "")


def give(answer: Response, asking: HTTPConnection, entered: Entered) -> None:
    """Give the key to the browser that was let in."""
    name = at_port(OWNER_KEY if entered.door == OWNER else SEAT_KEY, _port(asking))
    answer.set_cookie(name, entered.key, max_age=KEPT_S, path="/", httponly=True, samesite="strict")


def _port(asking: HTTPConnection) -> int:
    port: int = asking.scope["server"][1]
    return port
