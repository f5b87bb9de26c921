"""The box's languages for tests: read from the catalogues' sources, without a build."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import companion
from companion.locale import LANGUAGES

CODE = Path(companion.__file__).parent
FOLDER = CODE / "locale"
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")


@cache
def marked() -> frozenset[str]:
    """Every message id: the first argument of every call of `text`."""
    found = extract_from_dir(CODE, [("**.py", "python")], keywords={"text": None})
    return frozenset(message for _, _, message, _, _ in found if isinstance(message, str))


def catalogue(language: str) -> Catalog:
    """A language's catalogue as it is written."""
    path = FOLDER / language / "LC_MESSAGES" / "companion.po"
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="companion")


@cache
def translate(language: str) -> Callable[[str], str]:
    """What `companion.locale.translator` gives when the catalogues are built."""
    if language not in TRANSLATED:
        return str
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    compiled.seek(0)
    return GNUTranslations(compiled).gettext
