"""The words of a guest for tests: read from the sources of companion's catalogues, and after them of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from tests.companion.locale import written_catalogues

TRANSLATED: Final = ("de",)
LANGUAGES: Final = ("en", *TRANSLATED)


def code(guest: str) -> Path:
    """The folder of its package."""
    return Path(import_module(guest).__path__[0])


@cache
def marked(guest: str) -> frozenset[str]:
    """Every message id: the first argument of every call of `text`."""
    found = extract_from_dir(code(guest), [("**.py", "python")], keywords={"text": None})
    return frozenset(message for _, _, message, _, _ in found if isinstance(message, str))


@cache
def catalogue(guest: str, language: str) -> Catalog:
    """A language's catalogue as it is written."""
    with (code(guest) / "locale" / language / "LC_MESSAGES" / f"{guest}.po").open("rb") as file:
        return read_po(file, locale=language, domain=guest)


@cache
def translate(guest: str, language: str) -> Callable[[str], str]:
    """From message ids to the words of a language: the box's own, else the game's."""
    own = {message.id: str(message.string) for message in catalogue(guest, language)} if language in TRANSLATED else {}
    box = written_catalogues.translate(language)
    return lambda message: said if (said := box(message)) != message else own.get(message, message)
