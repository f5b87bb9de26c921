"""The table from finger to screen: notices over an overlay over the question, or over joining (what is asked first).

Laws: what is not in the ledger yet is shown as not saved; time is an argument; a press that means nothing now gets a
short notice and changes nothing. The lights show what is being told, whatever lies over it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from companion.kit.event import Refused
from companion.kit.policy import Bots
from companion.kit.rules import Rules
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Cue, Loudness, View
from companion.match.session import Session
from companion.table.afar import Reply
from companion.table.controls import LONGER_S, Press
from companion.table.held import Held
from companion.table.layers import Layers
from companion.table.notices import Notices
from companion.table.owning import Orders, obey
from companion.table.pages import Pages
from companion.table.playing import Playing
from companion.table.ports import Ledger, Request, Settings
from companion.table.saving import Saving
from companion.table.screens.answering import Answering
from companion.table.screens.consenting import Consenting
from companion.table.screens.joining import Joining
from companion.table.teaching import Teaching

S = TypeVar("S")

WARNING_S: Final = 4.0
"""So long what the box says beside a game is shown at least."""


class Table(Generic[S]):
    """One table with its box."""

    def __init__(self, rules: Rules[S], settings: Settings, ledger: Ledger, new_seed: Callable[[], str]) -> None:
        self.is_opening = False
        """No key is read yet, as whoever runs the table says: nothing is asked, and the time of news stands still."""
        self._settings = settings
        self._ledger = ledger
        self._saving = Saving(ledger, lasts=settings.lasts)
        self._notices = Notices(is_slow=settings.explains)
        self.pages = Pages(self._saving)
        """What the table key leafs through."""
        self.joining = Joining(rules, settings, ledger, self._notices, new_seed)
        """Who plays the next game, and how."""
        self._layers = Layers(self.joining, self.pages, settings, ledger, self._notices)
        self.menu = self._layers.menu
        """What people may do beside the game."""
        self._teaching = Teaching()
        self._held = Held()
        self._last: View | None = None

    @property
    def session(self) -> Session[S] | None:
        """The game at this table; `None` while people join."""
        return self._layers.base.session

    @property
    def joined(self) -> tuple[int, ...]:
        """The pairs where somebody plays, or has joined."""
        return self._layers.base.pairs

    @property
    def silent(self) -> set[int]:
        """The pairs whose green key says nothing, for whoever runs the table to keep: not wired, or out of order."""
        return self.joining.silent

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
        self._teaching.touch(t)
        self._layers.ask_first()

    def go_on(self, session: Session[S], pairs: tuple[int, ...], t: float, bots: Bots | None = None) -> None:
        """The box has been switched on at time `t`, in the middle of this game; `bots` play for some of its seats."""
        self._teaching.touch(t)
        self._layers.go_on(session, pairs, bots or {}, t)

    def tell(self, news: View, t: float) -> None:
        """Show a screen before the question, after those already waiting."""
        self._notices.tell(self._layers.base.placed(news), t, least_s=WARNING_S)

    def say(self, notice: Text, t: float) -> None:
        """Put a plain line on the screen for a while."""
        self._notices.say(notice, t)

    def go_on_with_this_board(self, t: float) -> None:
        """The one that was asked for could not be kept."""
        self.menu.request = None
        self.say(text("Board not kept: disk full or broken."), t)

    def good_night(self) -> None:
        """Show the last picture: whether every game is safe; nothing more will be asked."""
        self._last = self._saving.last_picture()

    def tick(self, t: float) -> None:
        """Let go of what has been shown long enough; say so when the ledger fails, and when it is mended; explain what
        is asked then."""
        self._layers.tick(t)
        self._notices.tick(t)
        self.pages.odds.look(self.session if self.menu.shows_odds else None)
        self.pages.tick(t)
        self._notices.is_covered = self._covers_news
        if (said := self._saving.news()) is not None:
            self.say(said, t)
        if self._settings.explains:
            self._teaching.ask(self._explanation, t)

    # --- pages -------------------------------------------------------------------------------------------------------

    def answer(self, pair: int, reply: Reply, t: float) -> Refused | None:
        """What the page of a pair of keys says at time `t`; why nothing comes of it, or `None`."""
        self.tick(t)
        return self._layers.answer(pair, reply, t)

    def came_in(self, door: int, t: float) -> None:
        """A phone has, at time `t`, by the invitation for a pair of keys, or for the `OWNER`."""
        self._layers.came_in(door, t)

    def show_where(self, t: float) -> None:
        """Pages have been switched on: at `t` the display shows where."""
        self._layers.show_where(t)

    def call(self, pair: int, name: str, t: float) -> Refused | None:
        """What the page of a pair of keys wants it to be called; why nothing comes of it, or `None`."""
        self.tick(t)
        return self._layers.call(pair, name)

    def order(self, order: Orders, t: float) -> Refused | None:
        """What the owner's page wants at time `t`; why nothing comes of it, or `None`."""
        self.tick(t)
        return obey(self._layers, order, t)

    def seen(self, t: float) -> View:
        """What everybody may see at time `t`, whatever somebody looks at or looks up at the box."""
        view = self._seen(t)
        return replace(view, notice=self._notices.notice, is_saved=self._saving.is_safe)

    def _seen(self, t: float) -> View:
        if self.consenting is not None:
            return self._layers.base.placed(self.consenting.whole)
        return self._notices.news or self._layers.base.seen(t)

    @property
    def consenting(self) -> Consenting[S] | None:
        """Who is asked whether a decision goes back; `None`: nobody."""
        return self._layers.consenting

    @property
    def playing(self) -> Playing[S] | None:
        """The game at this table and who sits where; `None` while people join."""
        return self._layers.game.playing if self._layers.game is not None else None

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, press: Press, t: float) -> None:
        """A finger has done something at time `t` (seconds, monotonic)."""
        self.tick(t)
        self._feel(press, t)
        if not self._has_skipped(press, t):
            self._layers.press(press, t)
        self._notices.is_covered = self._covers_news

    def _feel(self, press: Press, t: float) -> None:
        """Which keys are down; and any of them but the table key wants to see the game."""
        self._teaching.touch(t)
        self._held.feel(press, t)
        if press.kind == "down":
            self._teaching.skip()
            if press.key != "table":
                self.pages.close()

    def _has_skipped(self, press: Press, t: float) -> bool:
        """Whether it takes news away, or has: then its finger has not seen what is asked.

        The table key does so by a tap, since its hold means something else; a seat's as soon as it is down.
        """
        at = "tap" if press.key == "table" else "down"
        if press.kind == at and self.is_telling and self._may_skip(press):
            self._notices.skip(t)
            self._held.spend(press)
        is_late = press.kind in {"down", "tap"} or (press.kind == "hold" and self.is_telling)
        return is_late and self._held.is_spent(press)

    def _may_skip(self, press: Press) -> bool:
        """Whether what is told concerns this finger."""
        return press.key == "table" or self._layers.game is None or self._layers.game.playing.may_skip(press.pair)

    @property
    def left_to_bots(self) -> Answering[S] | None:
        """The game, if a bot is to go on with it; `None`: not yet, or something or somebody's finger is in its way."""
        game = self._layers.game
        is_clear = self._layers.is_base_on_top and self._over is None and self._held.latest is None
        return game if is_clear and game is not None and game.left_to_bot is not None else None

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """What everybody at the table sees at time `t`."""
        view = self._last or replace(self._picture(t), bar=self._held.bar(self._full_hold(t), t))
        return replace(view, is_saved=self._saving.is_safe)

    def opening(self) -> View:
        """What everybody sees as long as no key is read: nothing is asked yet."""
        lines = (text("One moment."), *((text("Game in progress"),) if self.session is not None else ()))
        return self._layers.base.placed(View(verbatim(self.joining.rules.title), lines=lines))

    def is_waiting(self, t: float) -> bool:
        """Whether somebody has been asked for so long that the question should be brighter."""
        return self._teaching.is_silent(t)

    def next_deadline(self, t: float) -> float | None:
        """When the picture changes by itself next; `None`: not before somebody presses a key."""
        deadlines = (
            self._notices.next_deadline,
            self.pages.next_deadline,
            self._layers.top.next_deadline(t),
            self._teaching.next_deadline(t),
            self._held.next_deadline(self._full_hold(t), t),
        )
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def _picture(self, t: float) -> View:
        """Whatever lies on top; the lights show the game, or who has joined, either way."""
        view, news = self._on_top(t), self._notices.news
        return view if news is None else replace(view, seats=news.seats, track=news.track)

    def _on_top(self, t: float) -> View:
        if (over := self._over) is not None:
            return over
        layers, notice = self._layers, self._notices.notice
        view = layers.view(t)
        if layers.is_overlaid or layers.base.is_private:
            return view
        if notice is not None:
            return replace(view, notice=notice)
        return self._teaching.over(view, t) if layers.is_base_on_top else view

    @property
    def _explanation(self) -> tuple[Text, ...]:
        """Of what is asked, if all can see it asked."""
        game = self._layers.game
        if self.is_opening or game is None or game.is_private or self._layers.is_overlaid or self._over is not None:
            return ()
        return game.explanation if self._notices.notice is None else ()

    @property
    def is_telling(self) -> bool:
        """Whether what has happened is being shown, and the question is not."""
        return self._notices.news is not None and not self._covers_news

    @property
    def _covers_news(self) -> bool:
        return self.is_opening or self._layers.covers_news

    @property
    def _over(self) -> View | None:
        """What stands for a while where the question is."""
        if self._layers.is_overlaid or self._layers.base.is_private:
            return None
        return self._layers.shown_over() or self._notices.news

    def _full_hold(self, t: float) -> float | None:
        """How long the latest hold takes to mean something; `None`: it never does."""
        if (latest := self._held.latest) is None or self._layers.base.is_private:
            return None
        pair, key = latest
        if key == "table":
            return self._layers.table_key.full_hold(self._layers.base) if not self._layers.is_overlaid else None
        full = self._settings.hold_s + (LONGER_S if self._layers.top.is_long(pair, key) else 0.0)
        return full if self._over is None and self._layers.top.heeds(pair, key, t) else None
