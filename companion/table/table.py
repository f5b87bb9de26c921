"""The table from finger to screen: notices over an overlay over the question, or over joining (and which game it is).

Laws: what is not in the ledger yet is shown as not saved; time is an argument; a press that means nothing now gets a
short notice and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Bar, Cue, Key, Loudness, View
from companion.match.session import Session
from companion.table.controls import LONGER_S, Press
from companion.table.notices import Notices
from companion.table.ports import Ledger, Request, Settings
from companion.table.screen import Screen
from companion.table.screens.answering import Answering
from companion.table.screens.joining import Joining
from companion.table.screens.main_menu import MainMenu

S = TypeVar("S")

FRAME_S: Final = 0.04
PAGE: Final = 4
"""Lines on a page."""
BAR_AFTER_S: Final = 0.15
"""A bar appears only when a press is longer than a tap usually is."""

GOOD_NIGHT: Final = View(text("Good night"), lines=(text("Safe to unplug"), text("in 10 seconds.")))
"""The last picture, which stays on the display: the box is about to end, and cannot tell when the Pi has."""
NOT_SAVED: Final = View(
    text("Not saved"),
    lines=(text("The disk is full"), text("or broken: what"), text("came last will"), text("be missing.")),
)
"""The last picture if the ledger has not taken all."""


class Table(Generic[S]):
    """One table with its box."""

    def __init__(self, rules: Rules[S], settings: Settings, ledger: Ledger, new_seed: Callable[[], str]) -> None:
        self.faults: tuple[Text, ...] = ()
        """What is wrong with the box, in a line each, as whoever runs the table has found."""
        self._settings = settings
        self._ledger = ledger
        self._was_saved = True
        self._notices = Notices()
        self._joining = Joining(rules, settings, ledger, self._notices, new_seed)
        self.menu = MainMenu(self._joining, settings, ledger, self._notices, self._leave)
        """What people may do beside the game."""
        self._base: Joining[S] | Answering[S] = self._joining
        self._which: Screen | None = None
        """The first question while people join: which game."""
        self._overlay: Screen | None = None
        self._undoing: Answering[S] | None = None
        """Where letting the table key go now would undo."""
        self._down: dict[tuple[int, Key], float] = {}
        """The keys that are held, and since when."""
        self._last: View | None = None

    @property
    def session(self) -> Session[S] | None:
        """The game at this table; `None` while people join."""
        return self._base.session

    @property
    def joined(self) -> tuple[int, ...]:
        """The pairs where somebody plays, or has joined."""
        return self._base.pairs

    @property
    def choices(self) -> Mapping[str, object]:
        """The rules of the next game."""
        return self._joining.choices

    @property
    def language(self) -> str:
        """The one spoken now."""
        return self.menu.language

    @property
    def loudness(self) -> Loudness:
        """How loud the table wants it."""
        return self.menu.loudness

    @property
    def cue(self) -> Cue | None:
        """What lights and sound have been given last; each is counted."""
        return self._notices.cue

    @property
    def request(self) -> Request | None:
        """What the menu has asked of whoever runs the table."""
        return self.menu.request

    # --- whoever runs the table --------------------------------------------------------------------------------------

    def open(self, t: float) -> None:
        """The box has been switched on at time `t`, and no game is to be gone on with."""
        if self._settings.others and not self._settings.is_settled:
            self._which = self.menu.which_game()
        if (warning := self._joining.rules.unconfirmed(self.choices)) is not None:
            self.tell(warning, t)

    def go_on(self, session: Session[S], pairs: tuple[int, ...], t: float, bots: frozenset[Seat] = frozenset()) -> None:
        """The box has been switched on at time `t`, in the middle of this game; `bots` play for some of its seats."""
        self._base = self._joining.go_on(session, pairs, bots, t)

    def tell(self, news: View, t: float) -> None:
        """Show a screen before the question, after those already waiting."""
        self._notices.tell(self._base.placed(news), t)

    def say(self, notice: Text, t: float) -> None:
        """Put a plain line on the screen for a while."""
        self._notices.say(notice, t)

    def go_on_with_this_board(self, t: float) -> None:
        """The one that was asked for could not be kept."""
        self.menu.request = None
        self.say(text("Board not kept: disk full or broken."), t)

    def good_night(self) -> None:
        """Show the last picture: whether every game is safe; nothing more will be asked."""
        self._last = GOOD_NIGHT if self._ledger.is_saved else NOT_SAVED

    def tick(self, t: float) -> None:
        """Let go of what has been shown long enough; say so when the ledger fails, and when it is mended."""
        self._notices.tick(t)
        if self._ledger.is_saved != self._was_saved:
            self._was_saved = self._ledger.is_saved
            self.say(text("Saved again.") if self._was_saved else text("Not saved: disk full or broken."), t)

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, press: Press, t: float) -> None:
        """A finger has done something at time `t` (seconds, monotonic)."""
        self.tick(t)
        self._feel(press, t)
        if press.is_bots and (self._overlay is not None or self._game is None):
            return  # it is for the game alone
        if self._overlay is not None:
            if (press.key, press.kind, press.stage) != (
                "red",
                "hold",
                2,
            ):  # that is for what is said aside alone
                self._overlay = self._overlay.press(press, t)
        elif press.key == "table":
            self._press_table_key(press, t)
        elif self._which is not None:
            self._which = self._which.press(press, t)
        elif (after := self._base.press(press, t)) is not None:
            self._base = after
        else:
            self._leave(t)

    def _feel(self, press: Press, t: float) -> None:
        """Which keys are down; and any of them wants to see the game."""
        if press.kind == "down":
            self._down[press.pair, press.key] = t
            self._notices.skip_news()
            if press.key != "table":
                self._notices.close_page()
        elif press.kind != "hold":
            self._down.pop((press.pair, press.key), None)

    def _press_table_key(self, press: Press, t: float) -> None:
        undoing, self._undoing = self._undoing, None
        self._base.press(press, t)
        match press.kind, press.stage:
            case "tap", _:
                self._notices.turn_page(len(self._pages), t)
            case "hold", 1:
                self._notices.close_page()
                self._undoing = self._game
            case "hold", _:
                self._notices.close_page()
                self._overlay = self.menu.open(self._game)
            case "release", 1 if undoing is not None:
                undoing.undo(t)

    @property
    def left_to_bots(self) -> Answering[S] | None:
        """The game, if a bot is to go on with it; `None`: not yet, or something or somebody's finger is in its way."""
        is_clear = self._top is self._base and self._over is None and not self._down
        return self._game if is_clear and self._game is not None and self._game.left_to_bot is not None else None

    @property
    def _game(self) -> Answering[S] | None:
        return self._base if isinstance(self._base, Answering) else None

    def _leave(self, _t: float) -> None:
        """Back to joining, if a game is on; the same people are likely to play again."""
        if self._base is not self._joining:
            self._ledger.close()
            self._joining.pairs = self._base.pairs
            self._base = self._joining
            self._undoing = None
            self._notices.close_page()
            self._notices.skip_news()

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """What everybody at the table sees at time `t`."""
        view = self._last or replace(self._picture(t), bar=self._bar(t))
        return replace(view, is_saved=self._ledger.is_saved)

    def opening(self) -> View:
        """What everybody sees as long as no key is read: nothing is asked yet."""
        lines = (text("One moment."), *((text("Game in progress"),) if self.session is not None else ()))
        return self._base.placed(View(verbatim(self._joining.rules.title), lines=lines))

    def next_deadline(self, t: float) -> float | None:
        """When the picture changes by itself next; `None`: not before somebody presses a key."""
        grows = self._bar(t) is not None or self._bar(t + BAR_AFTER_S) is not None
        deadlines = (self._notices.next_deadline, self._top.next_deadline(t), t + FRAME_S if grows else None)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def _picture(self, t: float) -> View:
        """Whatever lies on top; the lights show the game, or who has joined, either way."""
        if (over := self._over) is not None:
            return over
        if self._overlay is not None:
            return self._base.placed(self._overlay.view(t))
        view = self._base.view(t) if self._which is None else self._base.placed(self._which.view(t))
        return view if self._base.is_private else replace(view, notice=self._notices.notice)

    @property
    def _top(self) -> Screen:
        """What has the keys."""
        return self._overlay or self._which or self._base

    @property
    def _over(self) -> View | None:
        """What stands for a while where the question is."""
        if self._overlay is not None or self._base.is_private:
            return None
        if (page := self._undoing.playing.undo_view() if self._undoing is not None else self._page) is not None:
            return self._base.placed(page)
        return self._notices.news

    @property
    def _pages(self) -> tuple[View, ...]:
        """What the table key leafs through: what is wrong, then what there is to know."""
        faults = self.faults if self._ledger.is_saved else (text("Games\tnot saved"), *self.faults)
        wrong = (faults[at : at + PAGE] for at in range(0, len(faults), PAGE))
        return (*(View(text("Out of order"), lines=lines) for lines in wrong), *self._base.pages())

    @property
    def _page(self) -> View | None:
        """The one leafed to, unless it has gone with what was wrong."""
        at = self._notices.page
        pages = self._pages if at is not None else ()
        return pages[at] if at is not None and at < len(pages) else None

    def _bar(self, t: float) -> Bar | None:
        """How far the latest hold has come, if it comes to anything."""
        if not self._down or self._base.is_private:
            return None
        (pair, key), since = max(self._down.items(), key=lambda item: item[1])
        full, held = self._full_hold(pair, key, t), t - since
        return Bar(key, held / full) if full is not None and BAR_AFTER_S <= held < full else None

    def _full_hold(self, pair: int, key: Key, t: float) -> float | None:
        """How long a hold of this key takes to mean something; `None`: it never does."""
        settings = self._settings
        if key != "table":
            full = settings.hold_s + (LONGER_S if self._top.is_long(pair, key) else 0.0)
            return full if self._over is None and self._top.heeds(pair, key, t) else None
        if self._overlay is not None:
            return None
        return settings.menu_s if self._undoing is not None or self.session is None else settings.undo_s
