"""The cookies in which a browser keeps its key of a door.

Law: a browser keeps cookies by host, whatever the port, so their names say the port, but for the one of an address
without: what another program of the same Pi gives out takes no key's place and opens nothing here.
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
"""One browser may have both."""
KEPT_S: Final = 400 * 86_400
"""The longest that a browser keeps a cookie."""


def at_port(name: str, port: int) -> str:
    """What the cookie is called."""
    return name if port == HTTP else f"{name}-{port}"


def shown(asking: HTTPConnection, name: str) -> str:
    """The key that came; empty: none."""
    return asking.cookies.get(at_port(name, _port(asking)), "")


def give(answer: Response, asking: HTTPConnection, entered: Entered) -> None:
    """Tell it to the browser that has earned it."""
    name = at_port(OWNER_KEY if entered.door == OWNER else SEAT_KEY, _port(asking))
    answer.set_cookie(name, entered.key, max_age=KEPT_S, path="/", httponly=True, samesite="strict")


def _port(asking: HTTPConnection) -> int:
    port: int = asking.scope["server"][1]
    return port
