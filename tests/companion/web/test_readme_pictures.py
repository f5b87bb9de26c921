"""The README's pictures and its film can be made anew by their commands, as large as they stand there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from tests.companion.daemon.stepped_box import SteppedBox

from .readme_film import FILM, MOST_BYTES, SIZE, Scene, filmed, save
from .readme_pictures import PICTURES, chromium, draw

BROWSER = pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        return picture.size


def seconds(path: Path) -> float:
    total = 0.0
    with Image.open(path) as film:
        for picture in ImageSequence.Iterator(film):
            picture.load()
            total += picture.info["duration"] / 1000
    return total


def test_the_film_is_small_enough_for_a_page_and_long_enough_for_a_bid_a_roll_and_a_finish() -> None:
    assert FILM.stat().st_size <= MOST_BYTES
    assert size(FILM) == SIZE
    assert 15 < seconds(FILM) < 40


@pytest.mark.slow
@BROWSER
def test_a_film_shows_what_happens_between_two_answers(tmp_path: Path) -> None:
    with chromium() as browser:
        camera = filmed(browser, SteppedBox(tmp_path / "game"), [Scene(0, 1)], answers=2)
    save(camera, path := tmp_path / "film.webp")
    assert len(camera.pictures) > 10
    assert seconds(path) == pytest.approx(sum(camera.times_ms) / 1000)


@pytest.mark.slow
@BROWSER
def test_every_picture_is_drawn_as_large_as_it_stands_in_the_readme(tmp_path: Path) -> None:
    (drawn := tmp_path / "drawn").mkdir()
    draw(tmp_path, drawn)
    sizes = [{path.name: size(path) for path in folder.glob("*.png")} for folder in (drawn, PICTURES)]
    assert sizes[0] == sizes[1]
