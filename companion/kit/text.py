"""What the box says: message ids with parameters, so that rules and screens share no language.

A message id is the English sentence itself (the gettext convention). `text()` marks it for the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

Parameter: TypeAlias = "str | int | Text"
"""What may stand in a sentence: a name, a number, or another text."""


class Text(msgspec.Struct, frozen=True):
    """A sentence before it is put into a language."""

    id: str
    """The English sentence, with `{name}` where a parameter goes."""
    parameters: tuple[tuple[str, Parameter], ...] = ()


def text(message: str, /, **parameters: Parameter) -> Text:
    """Make a text; the catalogues are collected from calls of this function."""
    return Text(message, tuple(parameters.items()))


def verbatim(words: str) -> Text:
    """Words that are the same in every language: a name, a card, a number."""
    return Text("{words}", (("words", words),))


def speak(said: Text, translate: Callable[[str], str]) -> str:
    """Put a text into words with `translate`, a function from English to the reader's language."""
    parameters = {key: speak(value, translate) if isinstance(value, Text) else value for key, value in said.parameters}
    sentence = said.id if said.id == "{words}" else translate(said.id)
    return sentence.format(**parameters)
