"""What the box knows of a game before its rules are loaded."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from companion.kit.rules import Rules


class Manifest(NamedTuple):
    """A game in the list. `name`, `title`, `board_name`, `seats` and `rulebooks` have the same values in its rules."""

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
    kit: str
    """The version of the kit that it needs: "1.0". See `companion.kit.KIT`."""
    languages: tuple[str, ...]
    """The languages it speaks: "en", "de"."""
    licence: str
    """The licence it comes under: "MIT"."""
    folder: str = ""
    """Where its package is, if it is installed; the box writes this. Empty: it is built in."""
    came_with: str = ""
    """The name and version of its package, if it is installed: "otters-game 1.0". The box writes this, too."""
    bgg_id: int | None = None
    """Its number at BoardGameGeek, as in the address of its page there: boardgamegeek.com/boardgame/NUMBER."""

    @property
    def package(self) -> str:
        """The outermost package of its rules."""
        return self.place.partition(":")[0].partition(".")[0]

    def load(self) -> Rules[Any]:
        """Import and return its rules."""
        if self.folder and self.folder not in sys.path:
            sys.path.append(self.folder)
        module, _, name = self.place.partition(":")
        rules: Rules[Any] = getattr(import_module(module), name)
        return rules
