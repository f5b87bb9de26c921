"""The games the box can play, in an explicit list. They never import each other."""

from typing import Any, Final

from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.errors import UnknownGame
from companion.kit.rules import Rules

GAMES: Final = (GALOPP_ROYAL,)


def find_rules(name: str | None) -> Rules[Any]:
    """The rules of a game; `None`: of the box's first one. Raises UnknownGame."""
    if name is None:
        return GAMES[0]
    for game in GAMES:
        if game.name == name:
            return game
    known = ", ".join(game.name for game in GAMES)
    raise UnknownGame(f"unknown game {name!r}: this companion plays {known}")
