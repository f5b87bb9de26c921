"""What the box says: message ids with parameters, so that rules and screens depend on no language.

A message id is the English sentence itself (the gettext convention). `text()` marks it for the catalogues.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

Parameter: TypeAlias = "str | int | Text"
"""What may stand in a sentence: a name, a number, or another text."""

LONGEST: Final = 2000
"""The most letters of one sentence; a foreign file, or a game from others, may have millions."""

END: Final = 200
"""How many of these are kept for the end, which says what to do."""


class Text(msgspec.Struct, frozen=True):
    """A sentence before it is translated."""

    id: str
    """The English sentence, with `{name}` where a parameter goes."""
    parameters: tuple[tuple[str, Parameter], ...] = ()
    """Each by its name in `id`."""


Wording: TypeAlias = str | Text
"""Words that are the same in every language (a player's name, digits), or a text to translate."""


def text(message: str, /, **parameters: Parameter) -> Text:
    """Make a text; the catalogues are collected from calls of this function."""
    return Text(message, tuple(parameters.items()))


def verbatim(words: Wording) -> Text:
    """Words that are the same in every language: a name, a card, a number."""
    return Text("{words}", (("words", words),))


ORDINALS: Final = (text("1st"), text("2nd"), text("3rd"), text("4th"), text("5th"), text("6th"))
"""The places of a game, from the first on."""


def ordinal(place: int) -> Text:
    """One of the six places in a ranking, in at most three letters."""
    return ORDINALS[place - 1]


def joined(left: Wording, right: Wording, between: str = "\t") -> Text:
    """Two wordings on one line, in two columns or with `between` between them; the line itself is never translated."""
    return Text("{left}" + between + "{right}", (("left", left), ("right", right)))


def speak(said: Wording, translate: Callable[[str], str]) -> str:
    """Put a text into words with `translate`, a function from English to the reader's language."""
    if isinstance(said, str):
        return shortened(said)
    if len(said.id) > LONGEST:
        return shortened(said.id)
    parameters = {key: speak(value, translate) if isinstance(value, Text) else value for key, value in said.parameters}
    sentence = said.id if said.id == "{words}" else translate(said.id)
    return shortened(sentence.format(**parameters))


def composed(words: str) -> str:
    """The words in the one encoding that is stored (Unicode NFC)."""
    return unicodedata.normalize("NFC", words)


def shortened(words: str) -> str:
    """The beginning and the end of words that are too long to read; others unchanged."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST - END]} … {words[-END:]}"


def plain(words: str) -> str:
    """Words as they may be shown: one line, no control characters, not too long to read."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")
        for letter in shortened(words)
    )
