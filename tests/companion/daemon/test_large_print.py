"""A box in large print, in stepped time: at the far end of the bus, from the first picture on."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.config import DisplaySettings
from companion.daemon.display import first_picture
from companion.faces import oled
from companion.faces.drift import due
from companion.faces.large_print import PAGE_S, pages
from companion.locale import translator
from tests.companion.daemon.stepped_box import RESTED_S, SteppedBox, config

pytestmark = [pytest.mark.in_box_time, pytest.mark.untraced]

LARGE = replace(config(), display=DisplaySettings(lettering="large"))


def shows(table: SteppedBox, turn: int) -> bool:
    view = table.box.box.table.view(table.box.now)
    wanted = oled.draw(view, translator("en"), due(table.box.now), "large", turn)
    return table.picture().tobytes() == wanted.tobytes()


def test_a_box_in_large_print_shows_one_page_after_the_other(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, LARGE)
    table.box.wait(1.0)
    many = len(pages(table.box.box.table.view(table.box.now), translator("en")))
    assert many > 1
    first = next(turn for turn in range(many) if shows(table, turn))
    table.box.wait(PAGE_S)
    assert shows(table, (first + 1) % many)
    table.start(3)
    table.box.wait(RESTED_S)
    assert shows(table, 0), "who is asked and the number stand still"
    table.pull_the_plug()


def test_the_first_picture_is_in_large_print_too(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, LARGE)
    small = first_picture(config(), table.journal)
    assert first_picture(LARGE, table.journal).tobytes() != small.tobytes()
    table.journal.keep_lettering("letters")
    assert first_picture(LARGE, table.journal).tobytes() == small.tobytes()
    table.pull_the_plug()
