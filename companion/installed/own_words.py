"""The words of installed games, from the folder `locale` of each package, as gettext keeps them.

Law: a stranger's catalogue changes no word of the box, and no word of its own can stop the box: a translation that
lacks a parameter, or has a control character, is left out, and so is a catalogue that cannot be read.
"""

from __future__ import annotations

import gettext
import struct
import sys
from functools import cache
from pathlib import Path
from string import Formatter

from companion import games


def say(language: str, message: str) -> str:
    """The words for a message that the box's own catalogues lack: those of the first loaded game that has it."""
    for game in games.LIST:
        if game.folder and game.package in sys.modules:
            folder = f"{game.folder}/{game.package}/locale/{language}/LC_MESSAGES"
            if (said := _said(folder, message)) is not None:
                return said
    return message


@cache
def _said(folder: str, message: str) -> str | None:
    """The message in the words of a game's catalogues; `None`: they have none that can be shown."""
    for catalogue in _catalogues(folder):
        if (said := catalogue.gettext(message)) != message and fits(said, message):
            return said
    return None


def fits(said: str, message: str) -> bool:
    """Whether a stranger's translation has the parameters of its message, and no control character but a tab."""
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
        with path.open("rb") as file:
            return gettext.GNUTranslations(file)
    except (OSError, ValueError, LookupError, struct.error):
        return None
