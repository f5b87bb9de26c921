"""Rulebooks of one game that differ in single rules, as words: people agree on them with two keys and look them up.

Law: an agreement names a single rule only if it differs from the printed rulebook.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Generic, NamedTuple, TypeVar

import msgspec

from companion.kit.errors import BadChoice
from companion.kit.setup import Option
from companion.kit.text import Text, text
from companion.kit.view import View

S = TypeVar("S", bound=msgspec.Struct)


class OptionField(NamedTuple):
    """One field of a game's options."""

    field: str
    """The name of the field."""
    name: Text
    """What people call it."""
    values: dict[str | bool, tuple[Text, Text]]
    """The words for each value, read after the name: when something ends, for example."""


class Rulebooks(msgspec.Struct, Generic[S], frozen=True):
    """All rulebooks of one game; `S` are its options."""

    names: dict[str, Text]
    """What people call each rulebook, by its name in settings."""
    printed: dict[str, S]
    """The options of each, in the same order."""
    rows: tuple[OptionField, ...]
    """Every field of the options, in their order."""

    def agreed(self, rulebook: str, single: Mapping[str, object]) -> dict[str, object]:
        """Every option by its name: the value of the rulebook, unless it is set singly. Raises BadChoice."""
        check_rulebook(rulebook, self.printed)
        return {**msgspec.structs.asdict(self.printed[rulebook]), **single}

    def to_rows(self, rulebook: str, single: Mapping[str, object]) -> tuple[Option, ...]:
        """The rulebook, then each option, with what is chosen now."""
        rulebooks = Option(
            text("Rulebook"),
            tuple((name,) for name in self.names.values()),
            list(self.names).index(rulebook),
            tuple(self._chosen(self.agreed(name, {})) for name in self.names),
        )
        rows = zip(self.rows, self._chosen(self.agreed(rulebook, single)), strict=True)
        return (rulebooks, *(Option(row.name, tuple(row.values.values()), chosen) for row, chosen in rows))

    def from_rows(self, chosen: tuple[int, ...]) -> dict[str, object]:
        """The choices: a rulebook, and the single options that differ from it."""
        rulebook = list(self.names)[chosen[0]]
        values = [(row.field, list(row.values)[at]) for row, at in zip(self.rows, chosen[1:], strict=True)]
        printed = self.printed[rulebook]
        return {"rulebook": rulebook, "options": {name: to for name, to in values if to != getattr(printed, name)}}

    def to_pages(self, rulebook: str, options: S) -> tuple[View, ...]:
        """The rulebook of a game, then each rule that differs from it."""
        printed = self.printed[rulebook]
        values = [(row, getattr(options, row.field)) for row in self.rows]
        changed = [(row, value) for row, value in values if value != getattr(printed, row.field)]
        words = text("with changes") if changed else text("as printed")
        return (
            View(text("Rulebook"), lines=(self.names[rulebook], words)),
            *(View(row.name, lines=row.values[value]) for row, value in changed),
        )

    def _chosen(self, values: Mapping[str, object]) -> tuple[int, ...]:
        return tuple([value == values[row.field] for value in row.values].index(True) for row in self.rows)


def check_rulebook(rulebook: str, printed: Collection[str]) -> None:
    """Raises BadChoice with a sentence if it is none of these."""
    if rulebook not in printed:
        raise BadChoice(f"rulebook must be one of {', '.join(printed)}, not {rulebook!r}")
