"""The words of a game in a language, as the box says them; and the texts that have none.

Law: an author's catalogues count as they are written (`.po`), without a build; a game that is installed has the
compiled ones (`.mo`).
"""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion import locale
from companion.installed.own_words import fits

_LINE: Final = re.compile(r'(?:(msgid|msgstr) )?(".*")')


class OwnWords(gettext.NullTranslations):
    """The words of a game in one language, from a folder of catalogues; asked after those of the box."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.lacks: set[str] = set()
        """What was asked for, and no catalogue has it with the same parameters."""
        written = [_written(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.po"))]
        self._catalogues = written or [_compiled(path) for path in sorted(folder.glob("*.mo"))]

    def gettext(self, message: str) -> str:
        """The words, or the message itself."""
        for say in self._catalogues:
            if (said := say(message)) and fits(said, message):
                return said
        if any(letter.isalpha() for letter in re.sub(r"\{\w*\}", "", message)):
            self.lacks.add(message)
        return message


def spoken(language: str, own: OwnWords) -> Callable[[str], str]:
    """From message ids to the words of a language: the box's, else the game's."""
    box = gettext.translation("companion", Path(locale.__file__).parent, [language], fallback=True)
    box.add_fallback(own)
    return box.gettext


def _written(text: str) -> Callable[[str], str]:
    """A catalogue as people write it; uncertain entries (`fuzzy`) are left out, as a build does."""
    words: dict[str, str] = {}
    for entry in text.split("\n\n"):
        said, key = {"msgid": "", "msgstr": ""}, "msgid"
        for line in entry.splitlines():
            if (found := _LINE.fullmatch(line.strip())) is not None:
                key = found[1] or key
                said[key] += ast.literal_eval(found[2])
        if not re.search("^#,.*fuzzy", entry, re.MULTILINE):
            words[said["msgid"]] = said["msgstr"]
    return lambda message: words.get(message, "")


class _Nothing(gettext.NullTranslations):
    """Asked when a catalogue lacks a message."""

    def gettext(self, message: str) -> str:  # noqa: ARG002  # whatever it is
        """No words."""
        return ""


def _compiled(path: Path) -> Callable[[str], str]:
    with path.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    catalogue.add_fallback(_Nothing())
    return catalogue.gettext
