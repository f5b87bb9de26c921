"""The seats with a single switch, at the table: whose turn it is to be shown, and what each can reach.

Laws: one seat's offers are shown at a time, those of whom has pressed last before all others; none while something
hides the question from it. What time does is no press of a finger: it wakes nobody and explains nothing away.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Literal, TypeVar

from msgspec.structs import replace

from companion.kit.text import text
from companion.kit.view import Legend, View
from companion.table.controls import Press
from companion.table.pages import TablePages
from companion.table.ports import Settings
from companion.table.scanner import Scanner, with_words
from companion.table.scene import Beat, Latch, Offer, SwitchScene
from companion.table.showing import Showing

S = TypeVar("S")


class SwitchReach(Generic[S]):
    """What one switch can see and do."""

    def __init__(self, pair: int, switches: Switches[S]) -> None:
        self._pair = pair
        self._switches = switches
        self._opened: Latch | None = None

    def scene(self, t: float) -> SwitchScene | None:
        """What its keys can do now; `None`: something hides it."""
        layers, pages = self._switches.showing.layers, self._switches.pages
        top, game, is_open = layers.top, layers.game, self._opened
        seen = {"look": layers.base.is_private, "undo": layers.table_key.is_undoing, "page": pages.is_open}
        if is_open is not None and not seen[is_open]:
            is_open = self._opened = None
        if self._switches.showing.hides(t) or (is_open is None and any(seen.values())):
            return None
        is_mine = top.is_for(self._pair)
        amount = layers.amount(self._pair) or (None, None)
        moment = () if game is None else game.moment_of(self._pair)
        return SwitchScene(
            (top, is_mine, *moment),
            top.offered(self._pair, t),
            replace(layers.view(t), legend=None, notice=None, bar=None),
            is_mine,
            is_game=game is not None and layers.is_base_on_top,
            is_overlay=not layers.is_base_on_top,
            least=amount[0],
            drafted=amount[1],
            is_long=top.is_long(self._pair, "red"),
            open=is_open,
            talks=self._switches.talks(),
        )

    def play(self, beats: tuple[Beat, ...], t: float) -> None:
        """Press these keys."""
        for key, kind, stage in beats:
            self._switches.showing.layers.press(Press(0 if key == "table" else self._pair, key, kind, stage), t)

    def take(self, offer: Offer, t: float) -> None:
        """Press the keys of an offer, or say what it wishes."""
        self.play(offer.beats, t)
        if offer.wish is not None:
            self._switches.say(offer.wish)
        self._opened = offer.opens
        if offer.opens is None and self._switches.showing.layers.base.is_private:
            self._opened = "look"


class Switches(Generic[S]):
    """The switches of all seats that have only one."""

    def __init__(
        self,
        settings: Settings,
        showing: Showing[S],
        pages: TablePages,
        say: Callable[[Literal["again", "board"]], None],
    ) -> None:
        """`say`: called with what a seat wants to hear."""
        self.showing = showing
        self.pages = pages
        self.talks = settings.may_speak
        self.say = say
        self._scan_s = showing.layers.menu.hold_times.scan_s
        self._scanners = {pair: Scanner(SwitchReach(pair, self)) for pair in settings.scans}
        self._passed_on: set[int] = set()
        """The switches whose press goes on its way like that of a key."""

    def takes(self, press: Press, t: float) -> bool:
        """Take a press of a single switch; whether it was one. Where any key goes on, it is that of a key."""
        if press.is_bots or press.pair not in self._scanners:
            return False
        if press.key != "green":
            return True
        if press.kind == "down":
            self._passed_on.discard(press.pair)
            if self.showing.may_skip(press) or self._offers_nothing(press.pair, t):
                self._passed_on.add(press.pair)
        if press.pair in self._passed_on:
            return False
        self.showing.teaching.touch(t)
        if not self._press(press, t):
            self.showing.teaching.skip()
            self.pages.close()
        return True

    def _offers_nothing(self, pair: int, t: float) -> bool:
        """Whether something lies over the game that offers no choice: any key goes on."""
        layers = self.showing.layers
        return not layers.is_base_on_top and layers.top.offered(pair, t) == Legend()

    def _press(self, press: Press, t: float) -> bool:
        """The switch goes down or comes up; whether there was something for it to do."""
        scanner = self._scanners[press.pair]
        if press.kind == "down":
            self._scanners = {press.pair: scanner} | self._scanners
            return scanner.press(t)
        if press.kind != "hold":
            scanner.let_go(t, is_lost=press.kind == "withdrawn")
        return True

    def tick(self, t: float) -> None:
        """Let time go through the offers of the seat that is shown."""
        for pair, scanner in self._scanners.items():
            scanner.tick(self._scan_s(pair), t)
            if scanner.is_awake:
                return

    def next_deadline(self) -> float | None:
        """When the next offer is shown."""
        due = (each.next_deadline(self._scan_s(pair)) for pair, each in self._scanners.items())
        return next((at for at in due if at is not None), None)

    def over(self, view: View, t: float) -> View:
        """The view with what a press of the switch takes now."""
        for pair, scanner in self._scanners.items():
            scene = scanner.scene(t)
            if scene is None or not (scanner.is_awake or scene.is_for):
                continue
            if scanner.offer is None or scene.is_for or scene.is_overlay or scene.open is not None:
                return with_words(view, scanner.offer)
            seat = next((seat for seat in view.seats if seat.pair == pair), None)
            words = scanner.offer.words
            if seat is None or words is None:
                return with_words(view, scanner.offer)
            return replace(view, notice=text("{name}: ● {what}", name=seat.name, what=words))
        return view
