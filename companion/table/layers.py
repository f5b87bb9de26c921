"""The layers of the table: at the bottom joining or a game; over it the first questions; over all an overlay.

Laws: the top layer has the keys; while something lies over the game, no page can play in it. "Back" leads to the screen
from which this one was opened.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from companion.kit.event import Refused
from companion.kit.money import Coins
from companion.kit.policy import Bots
from companion.kit.text import Text, text
from companion.kit.view import View
from companion.match.session import Session
from companion.table.afar import MEANWHILE, Reply
from companion.table.controls import Press
from companion.table.notices import Notices
from companion.table.pages import TablePages
from companion.table.ports import Ledger, Settings
from companion.table.screen import Screen
from companion.table.screens.answering import Answering
from companion.table.screens.consenting import Consenting
from companion.table.screens.inviting import Inviting
from companion.table.screens.joining import Joining
from companion.table.screens.main_menu import GameChanges, MainMenu
from companion.table.screens.menu import Menu
from companion.table.screens.pause import PAUSE, Pause
from companion.table.slow_presses import Heard
from companion.table.table_key import Base, TableHold, TableKey

S = TypeVar("S")

NO_GAME: Final = Refused("no_game", text("No game is on."))
IN_GAME: Final = Refused("in_game", text("Names change before a game."))
PLAYS: Final = Refused("plays", text("This seat plays in the game that is on."))
TASTED: Final = text("Now play it whole.")
BUSY: Final = Refused("busy", text("Somebody is busy at the box."))
"""The refusals for a page that sends something at such a time."""


class Layers(Generic[S]):
    """The layers, from the bottom to the top."""

    def __init__(
        self, joining: Joining[S], pages: TablePages, settings: Settings, ledger: Ledger, notices: Notices
    ) -> None:
        self._ledger = ledger
        self._notices = notices
        self.joining = joining
        self.menu = MainMenu(joining, settings, ledger, notices, GameChanges(self._leave, self._taste))
        """The menu: what people may do besides the game."""
        self.table_key = TableKey(pages, self.menu, settings)
        self.base: Base[S] = joining
        self._first: tuple[Screen, ...] = ()
        """The questions that are asked, one after the other, before people join."""
        self._overlay: Screen | None = None

    @property
    def game(self) -> Answering[S] | None:
        """The game at the bottom, if there is one."""
        return self.base if isinstance(self.base, Answering) else None

    @property
    def top(self) -> Screen:
        """The layer that has the keys."""
        return self._overlay or (self._first[0] if self._first else self.base)

    @property
    def is_overlaid(self) -> bool:
        """Whether an overlay has the keys."""
        return self._overlay is not None

    @property
    def is_base_on_top(self) -> bool:
        """Whether the game, or joining, has the keys."""
        return self.top is self.base

    @property
    def is_busy(self) -> bool:
        """Whether somebody at the box does something other than play."""
        return self.is_overlaid or self.table_key.is_undoing or bool(self._first)

    @property
    def busy(self) -> Text | None:
        """Why nobody can play now, for those who do not see the box; `None`: they can, or the table sees what is
        asked."""
        if isinstance(self._overlay, Pause):
            return PAUSE
        return BUSY.why if self.is_busy and self.consenting is None else None

    @property
    def consenting(self) -> Consenting[S] | None:
        """The screen that asks a player to agree to an undo, if it is open."""
        return self._overlay if isinstance(self._overlay, Consenting) else None

    @property
    def covers_news(self) -> bool:
        """Whether something hides the news now."""
        return self.table_key.is_showing or self.is_overlaid or self.base.is_private

    def ask_first(self) -> None:
        """The box has been switched on without a game to resume: ask the first questions."""
        self._first = tuple(self.menu.first_questions())

    def go_on(self, session: Session[S], pairs: tuple[int, ...], bots: Bots, t: float, *, is_taste: bool) -> None:
        """Resume this game, or first taste of one."""
        self.base = self.joining.go_on(session, pairs, bots, t, is_taste=is_taste)

    def tick(self, t: float) -> None:
        """Remove layers that are over, and leave a first taste that is."""
        if self.game is not None and self.game.playing.is_tasted and self._notices.news is None:
            self._leave(self.game, t)
            self._notices.say(TASTED, t)
        if self._overlay is not None and self._overlay.is_over(t):
            self._overlay.leave(t)
            self._overlay = None

    def heard_by(self, press: Press) -> Heard:
        """Who says what a hold of this key means."""
        is_mine = press.key == "table" and self._overlay is None
        return TableHold(has_game=self.game is not None) if is_mine else self.top

    def runs_amount(self, pair: int) -> bool:
        """Whether both keys of this pair together run an amount now."""
        return self.amount(pair) is not None

    def amount(self, pair: int) -> tuple[Coins, Coins | None] | None:
        """The least amount that this pair can name now, and the one that is drafted; `None`: it is asked for none."""
        return self.game.amount(pair) if self.is_base_on_top and self.game is not None else None

    def press(self, press: Press, t: float) -> None:
        """Pass a press to the top layer."""
        if press.is_bots and (self._overlay is not None or self.game is None):
            return  # only the game uses it
        if self._overlay is not None:
            self._overlay = _pressed(self._overlay, press, t)
        elif press.key == "table" and not (self._first and press.kind == "tap"):
            self._overlay = self.table_key.press(press, self.base, t)
        elif self._first:
            after, *rest = _pressed(self._first[0], press, t), *self._first[1:]
            self._first = (*filter(None, [after]), *rest)
        elif (game := self.game) is not None:
            if game.press(press, t) is None:
                self._leave(game, t)
        else:
            self.base = self.joining.press(press, t)
            if (press.key, press.kind) == ("red", "tap"):
                self._overlay = self.menu.phones.invite(press.pair, t)

    def view(self, t: float) -> View:
        """The picture of the top layer."""
        return self.base.view(t) if self.is_base_on_top else self.base.placed(self.top.view(t))

    def answer(self, pair: int, reply: Reply, t: float) -> Refused | None:
        """Take an answer from the page of a pair of keys; a refusal, or `None` if it is accepted."""
        game = self.game
        seat = game.playing.seat(pair) if game is not None else None
        if game is None or seat is None:
            return NO_GAME
        if (asking := self.consenting) is not None and asking.seat == seat:
            refused = asking.answer(reply, t)
            self._overlay = asking if refused is not None else None
            return refused
        return BUSY if self.is_busy else game.answer(seat, reply, t)

    def undo(self, moment: int, t: float) -> Refused | None:
        """The owner's page, which saw the game at `moment`, undoes the last decision; a refusal, or `None`."""
        if self.game is None:
            return NO_GAME
        if moment != self.game.playing.moment:
            return MEANWHILE
        if isinstance(thought := self.game.session.second_thought(), Refused):
            return thought
        self._overlay = self.game.undo(t)
        return None

    def call(self, pair: int, name: str) -> Refused | None:
        """The page of a pair of keys changes its name; a refusal, or `None`."""
        if self.game is not None:
            return IN_GAME
        return BUSY if self.is_busy else self.joining.call(pair, name)

    def sit(self, pair: int, *, down: bool) -> Refused | None:
        """The page of a pair of keys wants to play in the next game, or not to; a refusal, or `None`."""
        if self.game is not None and self.game.playing.seat(pair) is not None:
            return PLAYS
        return BUSY if self.is_busy else self.joining.sit(pair, down=down)

    def came_in(self, door: int, t: float) -> None:
        """A phone has come in by the invitation for a pair of keys, whose seat so joins, or for the `OWNER`."""
        if isinstance(self._overlay, Inviting) and self._overlay.door == door:
            self._overlay = None
        self.joining.sit(door)
        self.menu.phones.came_in(door, t)
        if self.game is not None:
            self.game.came_in(door, t)

    def show_where(self, t: float) -> None:
        """Pages have been switched on: show their address."""
        self._overlay = self.menu.phones.where(t)

    def shown_over(self) -> View | None:
        """What the table key shows in place of the question, if anything."""
        page = self.table_key.view(self.base)
        return self.base.placed(page) if page is not None else None

    def _taste(self, t: float) -> None:
        """Begin a first taste of the game."""
        self.base = self.joining.taste(t) or self.base

    def _leave(self, game: Answering[S], t: float) -> None:
        """Leave the game for joining, where the same people stay; or for another one, if they want to play again."""
        self._ledger.close()
        self.joining.stay(game.playing)
        self.table_key.forget()
        self._notices.forget(0, t)
        self.base = self.joining.again(t) if game.is_wanted_again else self.joining


def _pressed(screen: Screen, press: Press, t: float) -> Screen | None:
    """The screen after a press over or before a game; the second stage of red, which is for asides, does nothing."""
    is_long = (press.key, press.kind) == ("red", "hold")
    if is_long and press.stage == 2:
        return screen
    goes_back = is_long and screen.legend(t).red_hold == text("Back")
    after = screen.press(press, t)
    if after is None:
        return screen.above if goes_back else None
    if after is not screen and after.above is None:
        after.above = _way_back(screen, after)
    return after


def _way_back(opener: Screen, opened: Screen) -> Screen | None:
    """Where "Back" leads from a screen that was just opened; a menu that opens anew goes back as it did before."""
    before = opener.above
    while before is not None:
        if isinstance(before, Menu) and isinstance(opened, Menu) and before.title == opened.title:
            return before.above
        before = before.above
    return opener
