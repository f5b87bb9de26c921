"""The words of Crows for tests: read from the sources of companion's catalogues, and after them of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import crows
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from tests.companion.locale import written_catalogues

CODE: Final = Path(crows.__file__).parent
TRANSLATED: Final = ("de",)
LANGUAGES: Final = ("en", *TRANSLATED)


@cache
def marked() -> frozenset[str]:
    """Every message id: the first argument of every call of `text`."""
    found = extract_from_dir(CODE, [("**.py", "python")], keywords={"text": None})
    return frozenset(message for _, _, message, _, _ in found if isinstance(message, str))


@cache
def catalogue(language: str) -> Catalog:
    """A language's catalogue as it is written."""
    with (CODE / "locale" / language / "LC_MESSAGES" / "crows.po").open("rb") as file:
        return read_po(file, locale=language, domain="crows")


@cache
def translate(language: str) -> Callable[[str], str]:
    """From message ids to the words of a language: the box's own, else the game's."""
    own = {message.id: str(message.string) for message in catalogue(language)} if language in TRANSLATED else {}
    box = written_catalogues.translate(language)
    return lambda message: said if (said := box(message)) != message else own.get(message, message)
