"""One seat with a single switch: time goes through what its keys can do, and a press takes what is shown.

Laws: it does only what two keys could do (`SwitchScene`). What has just come up is not taken: the finger means what was
there before. After two rounds without a press it rests where it began; the press that wakes it takes nothing. A look
lasts equally long whatever there is to see, and the end that comes by itself chooses nothing. How many coins a seat has
may be a secret: the amounts that are shown do not depend on it, and none is drafted before a press takes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from msgspec.structs import replace

from companion.kit.money import Coins
from companion.kit.text import text, verbatim
from companion.kit.view import Legend, View
from companion.table.controls import FIVE, MANY, NEXT
from companion.table.scene import (
    FIVES,
    KEEP,
    LET_GO,
    LOSE,
    REACH,
    TAP,
    TAP_BACK,
    TURN,
    UNDO,
    Beat,
    Offer,
    SwitchScene,
    Within,
)

SEEN_S: Final = 0.25
"""What has been shown for less is not taken."""
ROUNDS: Final = 2
"""So many rounds without a press, if this seat is asked; otherwise one."""
LEAFS: Final = 24
"""A look ends by itself after so many pages, however many there are."""
AMOUNTS: Final = 8
"""So many amounts are offered in a round: the least one, and round ones."""
LONGEST: Final = 100
"""A list without an end is left after so many answers."""
WAKE: Final = Offer(NEXT)
"""What is shown at rest."""


class ScannerReach(Protocol):
    """What a scanner can see and do at the table."""

    def scene(self, t: float) -> SwitchScene | None:
        """What its keys can do now; `None`: something hides it."""

    def play(self, beats: tuple[Beat, ...], t: float) -> None:
        """Press these keys."""

    def take(self, offer: Offer, t: float) -> None:
        """Press the keys of an offer, or say what it wishes."""


class Scanner:
    """The scanner of one seat."""

    def __init__(self, reach: ScannerReach) -> None:
        self._reach = reach
        self._what: tuple[object, ...] = ()
        """What is asked; empty: nothing that can be seen."""
        self._steps: Iterator[Offer] = iter(())
        self._rounds = 0
        """How many rounds have gone without a press."""
        self._within: Within | None = None
        self._from: Coins = 0
        """The first amount of the round inside the round."""
        self._shown_at = 0.0
        self._t = 0.0
        self._is_down = False
        """The switch is down, and with it the key of the last offer."""
        self.offer: Offer | None = None
        """What a press takes; `None`: it rests, or nothing can be seen."""

    def scene(self, t: float) -> SwitchScene | None:
        """What its keys can do now; `None`: something hides it."""
        return self._reach.scene(t)

    @property
    def is_awake(self) -> bool:
        """Whether time goes through the offers."""
        return self.offer is not None

    def next_deadline(self, scan_s: float) -> float | None:
        """When the next offer is shown; `None`: only after something else happens."""
        return self._shown_at + scan_s if self.is_awake and not self._is_down else None

    def tick(self, scan_s: float, t: float) -> None:
        """Begin with what is newly asked, or go on to the next offer."""
        self._t = t
        if self._is_down:
            return
        scene = self._reach.scene(t)
        if scene is None:
            if self.offer is not None:
                self._what, self.offer = (), None
        elif scene.what != self._what:
            self._what, self._within = scene.what, None
            self.offer = None
            if scene.is_for:
                self._begin()
        elif self.is_awake and t >= self._shown_at + scan_s:
            self._go_on(scene)

    def press(self, t: float) -> bool:
        """The switch goes down; whether there was something for it to do."""
        self._t = t
        scene = self._reach.scene(t)
        if scene is None or not (scene.is_for or _has_any(scene)):
            return False
        if self.offer is None:
            self._what = scene.what
            self._begin()
        elif t >= self._shown_at + SEEN_S:
            self._take(self.offer)
        return True

    def let_go(self, t: float, *, is_lost: bool = False) -> None:
        """The switch comes up; a look stays, all else that green holds ends. `is_lost`: no finger did it."""
        self._t = t
        if not self._is_down:
            return
        self._is_down = False
        scene = self._reach.scene(t)
        if scene is None or scene.open != "look":
            self._reach.play(LOSE if is_lost else LET_GO, t)
        self._again()

    def _take(self, offer: Offer) -> None:
        self._within, self._from = offer.into, offer.amount or 0
        if offer.amount is not None and offer.into is None and (most := self._draft(offer.amount)) < offer.amount:
            self._to_none()
            self._within, self._from = "ones", most
            self._again()
            return
        self._reach.take(offer, self._t)
        if offer.beats == REACH:
            self._is_down = True
        else:
            self._again()

    def _again(self) -> None:
        """After an offer was taken: begin with what can be done now."""
        scene = self._reach.scene(self._t)
        self._what = scene.what if scene is not None else ()
        self.offer = None
        if scene is not None and (scene.is_for or _has_any(scene)):
            self._begin()

    def _begin(self) -> None:
        self._rounds, self._steps = 0, self._round()
        self._show()

    def _go_on(self, scene: SwitchScene) -> None:
        if self._show():
            return
        self._rounds += 1
        self._within = None
        self._steps = self._round()
        if self._rounds >= (ROUNDS if scene.is_for else 1) or not self._show():
            self.offer = None

    def _show(self) -> bool:
        """Show the next offer of this round; whether there is one."""
        self.offer, self._shown_at = next(self._steps, None), self._t
        return self.offer is not None

    # --- one round ---------------------------------------------------------------------------------------------------

    @property
    def _scene(self) -> SwitchScene | None:
        return self._reach.scene(self._t)

    def _play(self, beats: tuple[Beat, ...]) -> None:
        self._reach.play(beats, self._t)

    def _round(self) -> Iterator[Offer]:
        """All that can be taken now, each after the presses that bring it up."""
        scene = self._scene
        return iter(()) if scene is None else self._offers(scene)

    def _offers(self, scene: SwitchScene) -> Iterator[Offer]:
        if scene.open is not None:
            yield from self._opened(scene)
        elif self._within == "more":
            yield from scene.seldom
        elif self._within == "ones":
            yield from (Offer(verbatim(str(each)), REACH, amount=each) for each in range(self._from, self._from + MANY))
        elif self._within == "higher":
            yield from self._amounts(self._from)
        else:
            yield from self._answers(scene)
            if scene.is_for or scene.is_overlay:
                yield Offer(text("More"), into="more")
            else:
                yield from scene.seldom

    def _answers(self, scene: SwitchScene) -> Iterator[Offer]:
        if scene.least is not None:
            if scene.legend.red_tap is None and scene.legend.green_hold == text("Look"):
                yield from scene.green
            yield from scene.red
            yield from self._amounts(scene.least)
        elif scene.leafs:
            yield from self._leafed(scene)
        else:
            yield from scene.actions

    def _opened(self, scene: SwitchScene) -> Iterator[Offer]:
        """What goes on while a look, a page or an undo is open; then that ends."""
        match scene.open:
            case "look":
                for _ in range(LEAFS):
                    yield Offer(None, LET_GO)
                    self._play(TAP_BACK)
                self._play(LOSE)
            case "undo":
                yield Offer(text("Undo"), UNDO)
                self._play(KEEP)
            case _:
                yield Offer(None, TURN, opens="page")

    def _leafed(self, scene: SwitchScene) -> Iterator[Offer]:
        """The answers of a list from the present one on, then what red does."""
        first = scene.picture if scene.picture.is_draft else None
        before = () if first is not None else tuple(scene.red)
        yield from scene.green
        yield from before
        for _ in range(LONGEST):
            self._play(TAP)
            now = self._scene
            if now is None or now.picture == first:
                break
            first = first or now.picture
            yield from now.green
        now = self._scene
        yield from (offer for offer in (() if now is None else now.red) if offer not in before)

    @staticmethod
    def _amounts(least: Coins) -> Iterator[Offer]:
        """The least amount and the round ones above; a press leads to the coins."""
        above = least // FIVE + 1
        for amount in (least, *(fives * FIVE for fives in range(above, above + AMOUNTS - 1))):
            yield Offer(verbatim(str(amount)), into="ones", amount=amount)
        yield Offer(text("Higher"), into="higher", amount=(above + AMOUNTS - 1) * FIVE)

    def _draft(self, amount: Coins) -> Coins:
        """Draft this amount, or the largest that the seat may name; gives the drafted one."""
        self._to_none()
        self._play(TAP)
        drafted, before = self._drafted, -1
        while before < drafted < amount:
            self._play(FIVES if (drafted // FIVE + 1) * FIVE <= amount else TAP)
            drafted, before = self._drafted, drafted
        return drafted

    @property
    def _drafted(self) -> Coins:
        """The drafted amount; 0: none."""
        return (now.drafted or 0) if (now := self._scene) is not None else 0

    def _to_none(self) -> None:
        """Take the amount back, coin by coin, until nothing is drafted."""
        while (now := self._scene) is not None and now.drafted is not None:
            self._play(TAP_BACK)


def _has_any(scene: SwitchScene) -> bool:
    """Whether there is anything to choose."""
    return scene.open is not None or scene.legend != Legend() or not scene.is_overlay


def with_words(view: View, offer: Offer | None) -> View:
    """The view with what the switch does in place of what two keys do."""
    words = (offer or WAKE).words
    return view if words is None else replace(view, legend=Legend(green_tap=words), notice=None)
