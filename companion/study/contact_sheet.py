"""Contact sheets of screens: each screen enlarged, with its name below; a PNG for each language of each game.

Law: a sheet shows each screen as the display does, dot by dot.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from companion import result
from companion.faces import oled, patterns
from companion.faces.letters import cut, terminus
from companion.faces.patterns import Pattern
from companion.faces.sheet import HEIGHT, WIDTH
from companion.games import GAMES
from companion.locale import LANGUAGES, translator
from companion.study import screens
from companion.study.screens import ScreenScene, SeenScreen

SCALE: Final = 3
COLUMNS: Final = 4
MARGIN: Final = 12
CAPTION: Final = 16
"""Pixels."""
GROUND: Final = 96
"""The grey between the screens."""


def write(folder: Path, report: Callable[[int], None]) -> tuple[Path, ...]:
    """The sheets of all games and of the box, as `NAME-LANGUAGE.png`. Raises Unwritable, Unwritten."""
    written = []
    result.folder(folder)
    for name, seen in _each():
        for language in LANGUAGES:
            written.append(keep(folder / f"{name}-{language}.png", seen, translator(language)))
        report(1)
    return tuple(written)


def keep(path: Path, seen: Sequence[SeenScreen], translate: Callable[[str], str]) -> Path:
    """Write a sheet into a file; gives its place. Raises Unwritten."""
    packed = io.BytesIO()
    sheet(seen, translate).save(packed, "PNG")
    result.keep(path, packed.getvalue())
    return path


def _each() -> list[tuple[str, tuple[SeenScreen, ...]]]:
    return [("box", screens.of_the_box()), *((rules.name, screens.of_game(rules)) for rules in GAMES)]


def sheet(seen: Sequence[SeenScreen], translate: Callable[[str], str]) -> Image.Image:
    """All of them in rows, in the order they were seen."""
    wide, high = WIDTH * SCALE + MARGIN, HEIGHT * SCALE + CAPTION + MARGIN
    rows = -(-len(seen) // COLUMNS)
    image = Image.new("L", (COLUMNS * wide + MARGIN, rows * high + MARGIN), GROUND)
    canvas = ImageDraw.Draw(image)
    for at, each in enumerate(seen):
        x, y = MARGIN + at % COLUMNS * wide, MARGIN + at // COLUMNS * high
        image.paste(_picture(each.scene, translate).resize((WIDTH * SCALE, HEIGHT * SCALE)), (x, y))
        canvas.text((x, y + HEIGHT * SCALE + 1), cut(screens.called(each), WIDTH * SCALE // 8), 255, terminus(14))
    return image


def _picture(scene: ScreenScene, translate: Callable[[str], str]) -> Image.Image:
    drawn = patterns.draw(scene, translate) if isinstance(scene, Pattern) else oled.draw(scene, translate)
    return drawn.convert("L")
