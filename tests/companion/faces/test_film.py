"""The picture of lit keys in the papers is what the simulated controller gets today, and shows what the papers say."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from companion.faces.lamps import BESIDE, HALF

from .film import LIT_KEYS, Row, beside, lit_keys

KEYS = range(35, 47)
GAMMA = 2.2


@pytest.fixture(scope="module")
def films() -> dict[str, list[Row]]:
    return lit_keys()


def pairs(row: Row) -> list[tuple[int, int]]:
    """How bright ● and ○ of each pair are."""
    levels = [max(row[led]) for led in KEYS]
    return [*zip(levels[::2], levels[1::2], strict=True)]


@pytest.mark.slow
@pytest.mark.untraced
def test_the_picture_is_the_film_of_today(films: dict[str, list[Row]]) -> None:
    with Image.open(LIT_KEYS) as kept:
        difference = ImageChops.difference(kept.convert("RGB"), beside(films.values()))
    assert difference.getbbox() is None, "run python -m tests.companion.faces.film, and look at it"


@pytest.mark.slow
@pytest.mark.untraced
def test_whoever_comes_may_press_any_key_and_then_only_who_is_asked(films: dict[str, list[Row]]) -> None:
    first = pairs(films["lit-keys-join"][2])
    assert all(green and red for green, red in first), "before a game all keys do something"
    for row in films["lit-keys-bid"]:
        lit = [pair for pair in pairs(row) if any(pair)]
        assert len(lit) == 1
        assert lit[0][0] == lit[0][1], "● bids, ○ passes"
        assert max(lit[0]) >= int(255 * 0.8 * HALF**GAMMA) > 255 * BESIDE**GAMMA
    rolling = [pair for pair in pairs(films["lit-keys-roll"][-1]) if any(pair)]
    assert len(rolling) == 1
    assert rolling[0][0] > rolling[0][1] == 0, "○ does nothing while the die waits"
