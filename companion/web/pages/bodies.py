"""The bodies of requests.

Law: a body has a most length and a most time, and no more than its most length is ever in memory.
"""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request

BODY_S: Final = 5.0


class TooLong(Exception):
    """A body that is longer than expected."""


async def body_of(request: Request, most: int) -> bytes:
    """The whole body. Raises TooLong, TimeoutError after `BODY_S`, ClientDisconnect."""
    body = b""
    async with asyncio.timeout(BODY_S):
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise TooLong
    return body
