"""The page's files, read before it is served.

Law: serving them opens no file and asks no thread, however many ask for them.
"""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

STATIC: Final = Path(__file__).parent / "static"


def assets() -> list[Route]:
    """Where each of them lies: `/`, and `/static/…`."""
    files = {f"/static/{file.name}": file for file in STATIC.iterdir()}
    return [_route(path, file) for path, file in {"/": STATIC / "index.html", **files}.items()]


def _route(path: str, file: Path) -> Route:
    content, (kind, _) = file.read_bytes(), guess_type(file.name)

    async def answer(_request: Request) -> Response:
        return Response(content, media_type=kind)

    return Route(path, answer)
