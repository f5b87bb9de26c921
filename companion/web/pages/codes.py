"""QR codes as answers of the server."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

from starlette.responses import Response


def code(link: str, headers: Mapping[str, str] | None = None) -> Response:
    """The code of a link, SVG."""
    import segno

    drawn = BytesIO()
    segno.make_qr(link, error="m").save(drawn, kind="svg", light="#fff", border=4)
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers=headers)
