"""The box's languages: gettext catalogues, compiled from the `.po` files here when the package is built.

English is the language of the message ids and needs no catalogue.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "de", "fr", "nl")


@cache
def translator(language: str) -> Callable[[str], str]:
    """A function from message ids to the words of a language; ids that a catalogue lacks stay English."""
    folder = Path(__file__).parent
    return gettext.translation("companion", folder, [language], fallback=True).gettext
