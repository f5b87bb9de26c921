"""The box's own Wi-Fi for those who come after: its name and password, and both as a code to scan.

Law: they are told only to browsers that have come in through this Wi-Fi, and so know them; there the box has
`OWN_ADDRESS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from companion.table.ports import WifiNetwork
from companion.web.pages.codes import code
from companion.web.port import OWN_ADDRESS

NOT_IN_IT: Final = "Expected a browser in the box's own Wi-Fi."


def wifi_routes(own_wifi: Callable[[], WifiNetwork | None]) -> Sequence[Route]:
    """`/wifi`, name and password or `null`, and `/wifi.svg`; `own_wifi` may wait for the disk."""

    async def known(request: Request) -> WifiNetwork | None:
        is_in_it = request.scope["server"][0] == OWN_ADDRESS
        return await run_in_threadpool(own_wifi) if is_in_it else None

    async def told(request: Request) -> Response:
        return JSONResponse(msgspec.to_builtins(await known(request)))

    async def drawn(request: Request) -> Response:
        wifi = await known(request)
        return code(wifi.link) if wifi is not None else PlainTextResponse(NOT_IN_IT, 404)

    return Route("/wifi", told), Route("/wifi.svg", drawn)
