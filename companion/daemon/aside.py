"""Games that are set aside: their package is gone, or another version of it is here.

Law: a game that is set aside is kept, and the display names it.
"""

from __future__ import annotations

from typing import Final

from companion import games
from companion.kit.text import text, verbatim
from companion.kit.view import View


def missing(game: str) -> View:
    """The screen of a game whose package is gone, or does not load any more."""
    lines = text("cannot be played now."), text("Your game is kept"), text("until it is back.")
    return View(verbatim(games.title(game)), lines=lines)


def changed(game: str) -> View:
    """The screen of a game that another version of its package cannot play on."""
    lines = text("has changed."), text("Your game is kept"), text("until it fits again.")
    return View(verbatim(games.title(game)), lines=lines)


SCREENS: Final = (missing, changed)
"""All of them."""
