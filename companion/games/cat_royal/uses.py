"""What a card can do: which figure it brings where, honestly and as a cheat (CR l.98-132, l.150).

Laws: no two uses of a card bring the same figure to the same place; a cheat leads where the card cannot lead honestly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from companion.games.cat_royal.booklet import CARDS, COPY, FIGURES, GOALS, MAGNET, ROYAL, START, SWAP, At, Figure
from companion.games.cat_royal.state import State
from companion.games.cat_royal.steps import KING, RANKS, Scene, Walk, distance, field, may_come_out, scene
from companion.kit.event import Card
from companion.kit.seats import Seat

Cheat: TypeAlias = int
"""-1, 0 or +1, added to the signed value of the card."""

CHEATS: Final[tuple[Cheat, ...]] = (+1, -1)
"""In the order in which they are leafed through."""


class Use(NamedTuple):
    """A figure, and where a card brings it: for a swap, whom it changes places with."""

    figure: Figure
    to: At
    cheat: Cheat = 0


def _steps(card: Card, cheat: Cheat, most: int) -> tuple[int, ...]:
    """How far a card carries with or without a cheat, the farthest first; never 0 steps.

    CR l.71: the king's limit holds for the card and for the steps made.
    """
    values = [value for value in CARDS[card].steps if value <= most]
    cheated = [value + cheat for value in values if value != -cheat and value + cheat <= most]
    return tuple(sorted({*values, *cheated}, reverse=True))


STEPS: Final = {
    (card, cheat): tuple([_steps(card, cheat, ROYAL if rank == KING else 99) for rank in RANKS])
    for card in CARDS
    for cheat in (0, *CHEATS)
}
"""By rank."""


class Uses:
    """All that a seat's cards can do now."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._scene = scene(state, seat)
        self._last = state.last
        self._walks: dict[tuple[int, bool], Walk] = {}

    def of(self, card: Card, cheat: Cheat = 0) -> list[Use]:
        """What a card can do honestly, and with this cheat: by rank, and then from the farthest on."""
        card = acts_as(card, self._last)
        if card == SWAP:
            return _swaps(self._scene)
        if card == MAGNET:
            return _pulls(self._scene)
        return [use for rank in RANKS for use in self._carried(card, rank, cheat)] if card else []

    def _carried(self, card: Card, rank: int, cheat: Cheat) -> Iterable[Use]:
        """Out of the start area, or by steps."""
        figure, here = FIGURES[rank], self._scene.own[rank]
        if here == START:
            return [Use(figure, self._scene.start)] if CARDS[card].opens and may_come_out(self._scene, rank) else []
        walk = self._walk(rank, is_green=CARDS[card].colour == "green")
        fair = {to: 0 for steps in STEPS[card, 0][rank] for to in walk.to(steps)}
        if not cheat:
            return [Use(figure, to) for to in fair]
        led = {to: fair.get(to, cheat) for steps in STEPS[card, cheat][rank] for to in walk.to(steps)}
        return [Use(figure, to, how) for to, how in led.items() if not (how and self._wins(here, to))]

    def _walk(self, rank: int, *, is_green: bool) -> Walk:
        if (walk := self._walks.get((rank, is_green))) is None:
            self._walks[rank, is_green] = walk = Walk(self._scene, rank, is_green=is_green)
        return walk

    def _wins(self, here: At, to: At) -> bool:
        """Whether the fourth figure would be home; nobody could accuse any more."""
        home = sum(place in GOALS for place in self._scene.own)
        return home == len(FIGURES) - 1 and to in GOALS and here not in GOALS


def acts_as(card: Card, last: Card) -> Card:
    """The card itself; for a copy that which was played or discarded last. Empty: it can do nothing (CR l.124)."""
    if card != COPY:
        return card
    return last if last != COPY else ""


def _swaps(scene: Scene) -> list[Use]:
    """Each own figure on the loop with each foreign one, no guard: clockwise from the own one (CR l.114)."""
    foreign = [place for place, other in scene.loop.items() if other.seat != scene.seat and not other.is_guard]
    return [
        Use(figure, there)
        for figure, here in zip(FIGURES, scene.own, strict=True)
        if type(here) is int and not scene.loop[here].is_guard
        for there in sorted(foreign, key=lambda there: distance(here, there))
    ]


def _pulls(scene: Scene) -> list[Use]:
    """Each own figure on the loop to just behind the next one ahead, of any colour (CR l.122)."""
    pulls = []
    for figure, here in zip(FIGURES, scene.own, strict=True):
        if type(here) is int and len(scene.loop) > 1:
            steps = min(distance(here, there) for there in scene.loop if there != here) - 1
            if steps or scene.options.magnet_zero:
                pulls.append(Use(figure, field(here, steps)))
    return pulls
