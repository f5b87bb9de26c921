"""The README's pictures can be drawn anew by their command, as large as they stand there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PIL import Image

from .readme_pictures import PICTURES, draw

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed"),
]


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        return picture.size


def test_every_picture_is_drawn_as_large_as_it_stands_in_the_readme(tmp_path: Path) -> None:
    (drawn := tmp_path / "drawn").mkdir()
    draw(tmp_path, drawn)
    sizes = [{path.name: size(path) for path in folder.iterdir()} for folder in (drawn, PICTURES)]
    assert sizes[0] == sizes[1]
