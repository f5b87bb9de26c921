"""What the box says: message ids with parameters, so that rules and screens share no language.

A message id is the English sentence itself (the gettext convention). `text()` marks it for the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

Fact: TypeAlias = "str | int | Text"
"""What may stand in a sentence: a name, a number, or another text."""


class Text(msgspec.Struct, frozen=True):
    """A sentence before it is put into a language."""

    id: str
    """The English sentence, with `{name}` where a fact goes."""
    facts: tuple[tuple[str, Fact], ...] = ()


def text(message: str, /, **facts: Fact) -> Text:
    """Make a text; the catalogues are collected from calls of this function."""
    return Text(message, tuple(facts.items()))


def verbatim(words: str) -> Text:
    """Words that are the same in every language: a name, a card, a number."""
    return Text("{words}", (("words", words),))


def speak(said: Text, translate: Callable[[str], str]) -> str:
    """Put a text into words with `translate`, a function from English to the reader's language."""
    facts = {key: speak(fact, translate) if isinstance(fact, Text) else fact for key, fact in said.facts}
    sentence = said.id if said.id == "{words}" else translate(said.id)
    return sentence.format(**facts)
