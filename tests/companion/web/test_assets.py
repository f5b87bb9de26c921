from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from starlette.applications import Starlette
from starlette.testclient import TestClient

from companion.web.assets import STATIC, assets


def test_all_is_read_before_it_is_served() -> None:
    app = Starlette(routes=[*assets({"/": STATIC / "index.html"}, {"/static": STATIC, "/board": STATIC})])
    with patch.object(Path, "open", side_effect=AssertionError), TestClient(app) as client:
        for file, kind in (("keys.js", "text/javascript"), ("style.css", "text/css"), ("wood.svg", "image/svg+xml")):
            answer = client.get(f"/static/{file}")
            assert answer.headers["content-type"].startswith(kind)
            assert answer.headers["content-length"] == str((STATIC / file).stat().st_size)
            assert client.get(f"/board/{file}").content == answer.content
        assert client.get("/").headers["content-type"] == "text/html; charset=utf-8"
        assert client.get("/static/../app.py").status_code == 404
        assert client.get("/static/").status_code == 404
        assert client.post("/").status_code == 405
