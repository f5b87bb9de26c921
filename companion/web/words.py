"""What the page says, in the language spoken at the table."""

from __future__ import annotations

from functools import cache
from typing import Final

from companion.kit.seats import COLOUR_NAMES
from companion.kit.text import Text, speak, text
from companion.kit.view import MARKS
from companion.locale import translator
from companion.web.twin import Words

PAGE: Final = {
    "board": text("Board"),
    "track": text("The track and its lights"),
    "box": text("Box"),
    "display": text("Display of the box"),
    "tap": text("tap"),
    "change": text("to change"),
    "hold": text("hold"),
    "commit": text("to commit"),
    "sound": text("Mute the sound"),
}


@cache
def words(language: str) -> Words:
    """All of it."""
    translate = translator(language)
    keys = {key: speak(name, translate) for key, name in _keys().items()}
    page = {place: speak(said, translate) for place, said in PAGE.items()}
    asleep, away = text("asleep: any key wakes it"), text("box not reachable")
    return Words(language, keys, page, speak(asleep, translate), speak(away, translate))


def _keys() -> dict[str, Text]:
    """What each key is called, by its name."""
    called = {"table": text("Table key")}
    for pair, colour in enumerate(COLOUR_NAMES.values(), 1):
        for key, mark in MARKS.items():
            called[f"{key}{pair}"] = text("Seat {n}, {colour}: key {key}", n=pair, colour=colour, key=mark)
    return called
