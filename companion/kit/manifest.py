"""What a game says of itself before its rules are loaded."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from companion.kit.rules import Rules


class Manifest(NamedTuple):
    """A game in the list. Each field but the first is the same in its rules."""

    place: str
    """The module of its rules and their name there: "module:NAME"."""
    name: str
    """In settings, records and commands: small letters and hyphens."""
    title: str
    """As people say it."""
    board_name: str
    """The file of its board; empty: it has none."""
    seats: range
    """How many players it takes."""
    rulebooks: tuple[str, ...]
    """The keys of its rulebooks; the first is the default."""

    def load(self) -> Rules[Any]:
        """Its rules."""
        module, _, name = self.place.partition(":")
        rules: Rules[Any] = getattr(import_module(module), name)
        return rules
