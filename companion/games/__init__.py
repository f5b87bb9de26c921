"""The games the box can play, in an explicit list. They never import each other."""

from typing import Final

from companion.games.galopp_royal.rules import GALOPP_ROYAL

GAMES: Final = (GALOPP_ROYAL,)
