"""What the page says, in the language spoken at the table."""

from __future__ import annotations

from functools import cache
from typing import Final

from companion.kit.seats import COLOUR_NAMES
from companion.kit.text import Text, speak, text
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
        called[f"green{pair}"] = text("Seat {n}, {colour}: green key ●", n=pair, colour=colour)
        called[f"red{pair}"] = text("Seat {n}, {colour}: red key ○", n=pair, colour=colour)
    return called
