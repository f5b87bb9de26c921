"""The files of pages, read before it is served.

Law: serving them opens no file and asks no thread, however many ask for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

STATIC: Final = Path(__file__).parent / "static"
"""The twin's; what draws its board is the pages', too."""

KEPT: Final = {"Cache-Control": "no-cache"}
"""A browser may keep them, and asks each time whether they are still good."""


def assets(pages: Mapping[str, Path], folders: Mapping[str, Path]) -> list[Route]:
    """Where each of them lies: `pages` by their paths, the files of `folders` by their names behind a path."""
    files = {f"{path}/{file.name}": file for path, folder in folders.items() for file in folder.iterdir()}
    return [_route(path, file) for path, file in {**pages, **files}.items()]


def _route(path: str, file: Path) -> Route:
    content, (kind, _) = file.read_bytes(), guess_type(file.name)

    async def answer(_request: Request) -> Response:
        return Response(content, media_type=kind, headers=KEPT)

    return Route(path, answer)
