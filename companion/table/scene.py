"""Which of the things that could be shown has the screen, and how far a hold under way has come.

Law: looking changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Generic, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.rules import Rules
from companion.kit.text import Text, text
from companion.kit.view import Bar, Key, Legend, View
from companion.table.agreement import Agreement, pages
from companion.table.bulletin import Bulletin
from companion.table.calibration import Calibration
from companion.table.lobby import Lobby
from companion.table.menu import Menu
from companion.table.outside import House
from companion.table.seated import Seated
from companion.table.selftest import SelfTest
from companion.table.turn import Turn

S = TypeVar("S")

FRAME_S: Final = 0.04
PAGE: Final = 4
"""Lines on a page."""
BAR_AFTER_S: Final = 0.15
"""A bar appears only when a press is longer than a tap usually is."""

Overlay: TypeAlias = Menu | Agreement | Calibration | SelfTest
"""What takes all keys for itself while it is open."""


class Scene(msgspec.Struct, Generic[S], frozen=True):
    """A table at one moment."""

    rules: Rules[S]
    house: House
    lobby: Lobby
    game: Seated[S] | None
    """`None` while people join."""
    turn: Turn[S] | None
    """The question of that game."""
    overlay: Overlay | None
    bulletin: Bulletin
    faults: tuple[Text, ...]
    """What is wrong with the box, in a line each."""
    undo_armed: bool
    """Letting the table key go now would undo."""
    down: Mapping[tuple[int, Key], float]
    """The keys that are held (pair, key), and since when."""

    def view(self, t: float) -> View:
        """What everybody at the table sees at time `t`."""
        view = self._screen(t)
        bar = self._bar(view.legend, t)
        return replace(view, bar=bar) if bar is not None else view

    def next_deadline(self, t: float) -> float | None:
        """When the picture changes by itself next; `None`: not before somebody presses a key."""
        deadlines = [self.bulletin.next_deadline]
        deadlines.append(self.turn.next_deadline(t) if self.turn is not None else None)
        if self.down:
            legend = self._screen(t).legend
            grows = self._bar(legend, t) is not None or self._bar(legend, t + BAR_AFTER_S) is not None
            deadlines.append(t + FRAME_S if grows else None)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    @property
    def pages(self) -> tuple[View, ...]:
        """What the table key leafs through: what is wrong, then the game; or the rules people join to play by."""
        wrong = (self.faults[at : at + PAGE] for at in range(0, len(self.faults), PAGE))
        rest = self.game.pages() if self.game is not None else pages(self.rules.options(self.house.choices))
        return (*(View(text("Out of order"), lines=lines) for lines in wrong), *rest)

    @property
    def _page(self) -> View | None:
        """The one leafed to, unless it has gone with what was wrong."""
        if (at := self.bulletin.page) is None:
            return None
        there = self.pages
        return there[at] if at < len(there) else None

    def _screen(self, t: float) -> View:
        game, turn, news, notice = self.game, self.turn, self.bulletin.news, self.bulletin.notice
        if game is None or turn is None:
            return self._joining(t)
        if turn.is_looking:
            return game.placed(turn.view(t))
        if self.overlay is not None:
            return game.placed(self.overlay.view(t))
        if self.undo_armed:
            return game.placed(game.undo_view())
        if (page := self._page) is not None:
            return game.placed(page)
        return news or game.placed(replace(turn.view(t), notice=notice))

    def _joining(self, t: float) -> View:
        """Who joins, or what lies over it; the lights show who has joined either way."""
        lobby = self.lobby.view(self.rules.track(self.house.choices))
        if self.overlay is not None:
            over = self.overlay.view(t)
        elif (page := self._page) is not None:
            over = page
        elif self.bulletin.news is not None:
            over = self.bulletin.news
        else:
            return replace(lobby, notice=self.bulletin.notice)
        return over if over.seats else replace(over, seats=lobby.seats, track=lobby.track)

    def _bar(self, legend: Legend | None, t: float) -> Bar | None:
        """The latest hold, if `legend` (or the table key) give it a meaning."""
        if not self.down or (self.turn is not None and self.turn.is_busy):
            return None
        (pair, key), since = max(self.down.items(), key=lambda item: item[1])
        full, held = self._full_hold(pair, key, legend or Legend()), t - since
        return Bar(key, held / full) if full is not None and BAR_AFTER_S <= held < full else None

    def _full_hold(self, pair: int, key: Key, legend: Legend) -> float | None:
        """How long a hold of this key takes to mean something; `None`: it never does."""
        if key == "table":
            if self.overlay is not None:
                return None
            return self.house.menu_s if self.game is None or self.undo_armed else self.house.undo_s
        word = legend.green_hold if key == "green" else legend.red_hold
        if self.overlay is None and self.turn is not None and self.game is not None:
            if key == "green" and self.turn.may_look(pair):
                return self.house.hold_s
            if self.game.session.question is not None and not self.turn.is_asked(pair):
                return None
        return self.house.hold_s if word is not None else None
