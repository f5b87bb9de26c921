"""The static files of pages, read into memory before they are served.

Law: serving opens no file and starts no thread, however many clients ask.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

STATIC: Final = Path(__file__).parent / "static"
"""The twin's files; those that draw the board are shared with the pages."""

KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".mp4": "video/mp4",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The media types. Each machine has a table of its own, of a thousand kinds, which would be read for these."""

KEPT: Final = {"Cache-Control": "no-cache"}
"""A browser may cache them, but must check each time whether they are still current."""


def assets(pages: Mapping[str, Path], folders: Mapping[str, Path]) -> list[Route]:
    """The routes of all files: `pages` by path, the files of `folders` by their names after a path."""
    files = {f"{path}/{file.name}": file for path, folder in folders.items() for file in folder.iterdir()}
    return [_route(path, file) for path, file in {**pages, **files}.items()]


def _route(path: str, file: Path) -> Route:
    content, kind = file.read_bytes(), KINDS[file.suffix]

    async def answer(_request: Request) -> Response:
        return Response(content, media_type=kind, headers=KEPT)

    return Route(path, answer)
