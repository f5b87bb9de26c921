"""The box's languages: gettext catalogues, compiled from the `.po` files here when the package is built.

English is the language of the message ids and needs no catalogue. Installed games bring their own catalogues, which are
asked after those of the box.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "de", "fr", "nl")


def _unsaid(_language: str, message: str) -> str:
    return message


elsewhere: Callable[[str, str], str] = _unsaid
"""Gives the words in a language for an id that the box's catalogues lack; installed games put theirs here."""


@cache
def translator(language: str) -> Callable[[str], str]:
    """A function from message ids to the words of a language; ids that every catalogue lacks stay English."""
    folder = Path(__file__).parent
    catalogue = gettext.translation("companion", folder, [language], fallback=True)
    catalogue.add_fallback(_Elsewhere(language))
    return catalogue.gettext


class _Elsewhere(gettext.NullTranslations):
    """Asked when a catalogue lacks an id."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        """The words, or the id itself."""
        return elsewhere(self._language, message)
