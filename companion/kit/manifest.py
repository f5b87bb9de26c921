"""What the box knows of a game before its rules are loaded."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from companion.kit.rules import Rules


class Manifest(NamedTuple):
    """A game in the list. All fields except `place` have the same values in its rules."""

    place: str
    """The module of its rules and their name there: "module:NAME"."""
    name: str
    """Its name in settings, records and commands: small letters and hyphens."""
    title: str
    """Its name for people."""
    board_name: str
    """The name of its board's file; empty: it has none."""
    seats: range
    """How many players it takes."""
    rulebooks: tuple[str, ...]
    """The keys of its rulebooks; the first is the default."""

    def load(self) -> Rules[Any]:
        """Import and return its rules."""
        module, _, name = self.place.partition(":")
        rules: Rules[Any] = getattr(import_module(module), name)
        return rules
