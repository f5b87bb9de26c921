"""The games the box can play, in an explicit list. They never import each other."""

from typing import Any, Final

from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.errors import UnknownGame
from companion.kit.rules import Rules

GAMES: Final[tuple[Rules[Any], ...]] = (GALOPP_ROYAL, CAT_ROYAL)
"""The first game is the default."""


def find_rules(name: str | None) -> Rules[Any]:
    """The rules of a game; `None`: of the default game. Raises UnknownGame."""
    for game in GAMES:
        if name in (None, game.name):
            return game
    raise UnknownGame(f"unknown game {name!r}: this companion plays {', '.join(game.name for game in GAMES)}")
