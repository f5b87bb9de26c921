"""The table key: a tap turns the pages, a hold shows what its release will undo, a longer hold opens the menu.

Law: what it shows hides the question and changes nothing; only the release after the hold undoes.
"""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

import msgspec

from companion.kit.view import Key, View
from companion.table.controls import Press
from companion.table.pages import TablePages
from companion.table.ports import Settings
from companion.table.screen import Screen
from companion.table.screens.answering import Answering
from companion.table.screens.joining import Joining
from companion.table.screens.main_menu import MainMenu

S = TypeVar("S")

Base: TypeAlias = Joining[S] | Answering[S]
"""The lowest layer: joining, or a game."""


class TableHold(msgspec.Struct, frozen=True):
    """What a hold of the table key means: an undo, then the menu; without a game only the menu."""

    has_game: bool

    def accepts_hold(self, _pair: int, _key: Key, _t: float) -> bool:
        """It always has an effect."""
        return True

    def is_only_tapped(self, _pair: int, _key: Key, _t: float) -> bool:
        """Never: a hold of the table key always has an effect."""
        return False

    def is_long(self, _pair: int, _key: Key) -> bool:
        """Whether only the second stage has an effect."""
        return not self.has_game


class TableKey(Generic[S]):
    """The table key, and what it shows over a base."""

    def __init__(self, pages: TablePages, menu: MainMenu[S], settings: Settings) -> None:
        self._pages = pages
        self._menu = menu
        self._settings = settings
        self._undoing: Answering[S] | None = None
        """The game in which a release would undo now."""

    @property
    def is_showing(self) -> bool:
        """Whether it shows something in place of the question."""
        return self.is_undoing or self._pages.is_open

    @property
    def is_undoing(self) -> bool:
        """Whether a release would undo now."""
        return self._undoing is not None

    def press(self, press: Press, base: Base[S], t: float) -> Screen | None:
        """The screen that has the keys after this press; `None`: the base."""
        undoing, self._undoing = self._undoing, None
        base.press(press, t)
        game = base if isinstance(base, Answering) else None
        match press.kind, press.stage:
            case "tap", _:
                self._pages.turn(base.pages, t)
            case "hold", 1:
                self._pages.close()
                self._undoing = game
            case "hold", _:
                self._pages.close()
                return self._menu.open(game)
            case "release", 1 if undoing is not None:
                return undoing.undo(t)
        return None

    def forget(self) -> None:
        """The game has been left: show nothing more of it. (It is never left while an undo is shown.)"""
        self._pages.close()

    def view(self, base: Base[S]) -> View | None:
        """What would be undone, or the open page."""
        return self._undoing.playing.undo_view() if self._undoing is not None else self._pages.view(base.pages)

    def full_hold(self, base: Base[S]) -> float:
        """Seconds until the hold has its next effect."""
        is_for_menu = self._undoing is not None or base.session is None
        return self._settings.menu_s if is_for_menu else self._settings.undo_s
