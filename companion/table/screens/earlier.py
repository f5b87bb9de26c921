"""Choosing an earlier game to resume."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Final

from companion.kit.text import Wording, joined, text, verbatim
from companion.table.ports import Earlier
from companion.table.screens.menu import Menu, MenuItem

WIDTH: Final = 15
"""The most letters of the line with all names."""


def earlier_games(games: Sequence[Earlier], go_on_with: Callable[[int, float], None]) -> Menu:
    """A menu of these games: who played, and when it began."""
    return Menu(text("An earlier game"), tuple(_row(game, partial(go_on_with, game.number)) for game in games))


def _row(game: Earlier, choose: Callable[[float], None]) -> MenuItem:
    """A row with all names in one line, each cut to the room there is."""
    each = (WIDTH + 1) // len(game.names) - 1
    names: list[Wording] = [name[:each] if isinstance(name, str) else name for name in game.names]
    in_one = reduce(lambda left, right: joined(left, right, " "), names)
    return MenuItem((verbatim(in_one), verbatim(game.began)), choose, verbatim(game.title))
