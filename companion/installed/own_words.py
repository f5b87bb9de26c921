"""The words of installed games, from the folder `locale` of each package, as gettext keeps them.

Law: a stranger's catalogue changes no word of the box, and no word of its own can stop the box: a translation that
lacks a parameter, has a control character, or is too long to read is left out, and so is a catalogue that cannot be
read or is too large.
"""

from __future__ import annotations

import gettext
import struct
import sys
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Final

from companion import games
from companion.kit.manifest import Manifest
from companion.kit.text import LONGEST

BYTES: Final = 1_000_000
"""The most bytes of a catalogue: twenty times the largest one of the box."""
ASKED: Final = 4096
"""How many messages are remembered: a game may make a new one each time."""


def say(language: str, message: str) -> str:
    """The words for a message that the box's own catalogues lack: those of the first loaded game that has it."""
    for game in games.LIST:
        is_loaded = bool(game.folder) and game.package in sys.modules
        if is_loaded and (said := _said(_folder(game, language), message)) is not None:
            return said
    return message


def lacking(game: Manifest) -> list[str]:
    """The languages, other than English, that a game says it has, without a catalogue that can be read."""
    others = [language for language in game.languages if language != "en"]
    return [each for each in others if not any(map(_read, Path(_folder(game, each)).glob("*.mo")))]


def _folder(game: Manifest, language: str) -> str:
    """Where its catalogues stand."""
    return f"{game.folder}/{game.package}/locale/{language}/LC_MESSAGES"


@lru_cache(maxsize=ASKED)
def _said(folder: str, message: str) -> str | None:
    """The message in the words of a game's catalogues; `None`: they have none that can be shown."""
    for catalogue in _catalogues(folder):
        if (said := catalogue.gettext(message)) != message and fits(said, message):
            return said
    return None


def fits(said: str, message: str) -> bool:
    """Whether a stranger's translation is not too long, and has its message's parameters and no control characters but
    tabs.
    """
    if len(said) > LONGEST:
        return False
    try:
        facts = [{name for _, name, _, _ in Formatter().parse(words)} - {None} for words in (said, message)]
    except ValueError:
        return False
    return facts[0] == facts[1] and said.replace("\t", "").isprintable()


@cache
def _catalogues(folder: str) -> tuple[gettext.NullTranslations, ...]:
    """Those in a folder; one that cannot be read is passed over."""
    return tuple(filter(None, map(_read, sorted(Path(folder).glob("*.mo")))))


def _read(path: Path) -> gettext.NullTranslations | None:
    try:
        if path.stat().st_size > BYTES:
            return None
        with path.open("rb") as file:
            return gettext.GNUTranslations(file)
    except (OSError, ValueError, LookupError, struct.error):
        return None
