"""A press from the finger to the layer that has the keys: it may be one of two together, close a page, skip news, or
come too slowly.

Laws: a press without a meaning now gets a short notice and changes nothing. A press that closes a page, or removes an
explanation that hides a choice, does nothing else, however long it is: its finger has not seen what it would answer.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from companion.kit.text import Text
from companion.kit.view import Bar, Key
from companion.table.chords import Chords
from companion.table.controls import LONGER_S, Press
from companion.table.held import HeldKeys
from companion.table.notices import Notices
from companion.table.pages import TablePages
from companion.table.showing import Showing
from companion.table.slow_presses import SlowPresses
from companion.table.switches import Switches

S = TypeVar("S")

WHOLE_S: Final = 6.0
"""Seconds that the whole screen is shown on request in place of large print."""


class Keypresses(Generic[S]):
    """The keys at the table."""

    def __init__(
        self, showing: Showing[S], notices: Notices, pages: TablePages, chords: Chords, switches: Switches[S]
    ) -> None:
        self._showing = showing
        self._layers = showing.layers
        self._notices = notices
        self._pages = pages
        self._chords = chords
        self._switches = switches
        self._held = HeldKeys()
        self._slow = SlowPresses()
        self._leaving = set[tuple[int, Key]]()
        """The keys that went down while the game was hidden, and have not gone down again."""
        self._whole_until = 0.0
        """Until when the whole screen is shown in place of large print."""

    def press(self, press: Press, t: float) -> None:
        """A finger has pressed a key at time `t`."""
        wish = self._chords.wish
        if press.kind == "down":
            self._whole_until = 0.0
        if not self._switches.takes(press, t):
            self._finger(press, t)
        if self._chords.wish != wish:
            self._whole_until = t + WHOLE_S

    def take_late(self, t: float) -> None:
        """Take the presses that have waited in vain for the other of their pair."""
        for press in self._chords.late(t):
            self._take(press, t)

    def _finger(self, press: Press, t: float) -> None:
        """Take the press of a key: alone, or together with the other of its pair."""
        presses = self._chords.take(press, t, may_begin=not self._layers.runs_amount(press.pair))
        for each in presses:
            self._take(each, t)
        if not presses:
            self._held.on_press(press, t)  # it is up, and waits

    def _take(self, press: Press, t: float) -> None:
        self._feel(press, t)
        if (press.pair, press.key) not in self._leaving and not self._has_skipped(press, t):
            self._pass_on(press, t)

    def _feel(self, press: Press, t: float) -> None:
        """Note which keys are down; a key of a pair also closes an open page and removes an explanation."""
        showing, is_down = self._showing, press.kind == "down"
        is_hidden = is_down and (showing.is_leafing or showing.hides_answer(press.pair, t))
        showing.teaching.touch(t)
        self._held.on_press(press, t)
        if is_down:
            showing.teaching.skip()
            self._leaving.discard((press.pair, press.key))
            if press.key != "table":
                self._leave_page(press, is_hidden=is_hidden)

    def _leave_page(self, press: Press, *, is_hidden: bool) -> None:
        """Close the open page; if the game was hidden from a finger, this press has done all that it can do."""
        if is_hidden and not press.is_bots:  # a bot has seen the question before it began to press
            self._held.spend(press)
            self._leaving.add((press.pair, press.key))
        self._pages.close()

    def _has_skipped(self, press: Press, t: float) -> bool:
        """Whether this press skips news now, or has done so: then its finger has not seen the question.

        The table key skips by a tap, since its hold means something else; a seat's key skips as soon as it is down. Two
        keys together skip one screen.
        """
        at = "tap" if press.key == "table" else "down"
        if press.kind == at and self._showing.may_skip(press):
            if not self._chords.is_second(press):
                self._notices.skip(t)
            self._held.spend(press)
        is_late = press.kind in {"down", "tap"} or (press.kind == "hold" and self._showing.is_telling)
        return is_late and self._held.is_spent(press)

    def _pass_on(self, press: Press, t: float) -> None:
        """Give the top layer what the press means; one let go too early for its hold only ends."""
        meant = press if press.is_bots else self._slow.meant(press, self._layers.heard_by(press), t)
        if isinstance(meant, Text):
            self._notices.say(meant, t)
            meant = press
        if meant is not None:
            self._layers.press(meant, t)

    # --- what it shows -----------------------------------------------------------------------------------------------

    @property
    def is_holding(self) -> bool:
        """Whether a finger holds a key."""
        return self._held.latest is not None

    def shows_whole(self, t: float) -> bool:
        """Whether the whole screen is shown in place of large print, since somebody has wished to hear it."""
        return t < self._whole_until

    def bar(self, t: float) -> Bar | None:
        """The bar that grows for the latest hold, if it will have an effect."""
        return self._held.bar(self._full_hold, t)

    def next_deadline(self, t: float) -> float | None:
        """When the bar, or the whole screen, changes by itself."""
        growing = self._held.next_deadline(self._full_hold, t)
        whole = self._whole_until if self.shows_whole(t) else None
        return min((each for each in (growing, whole) if each is not None), default=None)

    def _full_hold(self, t: float) -> float | None:
        """Seconds until the latest hold has an effect; `None`: it never has one."""
        layers = self._layers
        if (latest := self._held.latest) is None or layers.base.is_private:
            return None
        pair, key = latest
        if key == "table":
            return layers.table_key.full_hold(layers.base) if not layers.is_overlaid else None
        full = layers.menu.hold_times.of(pair) + (LONGER_S if layers.top.is_long(pair, key) else 0.0)
        return full if self._showing.over is None and layers.top.accepts_hold(pair, key, t) else None
