"""The games the box can play, in an explicit list. They never import each other.

Law: the list costs nothing: the rules of a game are loaded when somebody first asks for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.games import cat_royal, galopp_royal
from companion.kit.errors import UnknownGame
from companion.kit.manifest import Manifest

if TYPE_CHECKING:
    from companion.kit.rules import Rules

    GAMES: tuple[Rules[Any], ...]
    """The rules of all games, in the order of the list."""

LIST: Final[tuple[Manifest, ...]] = (galopp_royal.MANIFEST, cat_royal.MANIFEST)
"""The first game is the default."""


def __getattr__(name: str) -> tuple[Rules[Any], ...]:
    if name != "GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return tuple(game.load() for game in LIST)


def manifest(name: str | None) -> Manifest:
    """What a game says of itself; `None`: the default game. Raises UnknownGame."""
    for game in LIST:
        if name in (None, game.name):
            return game
    raise UnknownGame(f"unknown game {name!r}: this companion plays {', '.join(game.name for game in LIST)}")


def find_rules(name: str | None) -> Rules[Any]:
    """The rules of a game; `None`: of the default game. Raises UnknownGame."""
    return manifest(name).load()
