"""What a card can do: which figure it can move where, honestly and as a cheat (CR l.97-136, l.150).

Laws: no two uses of a card bring the same figure to the same place; a cheat leads where the card cannot lead honestly.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.games.cat_royal.booklet import CARDS, COPY, FIGURES, GOALS, MAGNET, ROYAL, START, SWAP, At, Figure
from companion.games.cat_royal.state import State
from companion.games.cat_royal.steps import FAR, JESTER, KING, RANKS, Scene, Walk, distance, field, may_land, scene
from companion.kit.event import Card
from companion.kit.seats import Seat

Cheat: TypeAlias = int
"""-1, 0 or +1, added to the signed value of the card."""

CHEATS: Final[tuple[Cheat, ...]] = (+1, -1)
"""In the order of their pages in a look."""


class Use(NamedTuple):
    """A figure, and where a card moves it; for a swap, the place of the other figure."""

    figure: Figure
    to: At
    cheat: Cheat = 0


def _steps(card: Card, cheats: tuple[Cheat, ...], most: int) -> tuple[tuple[int, Cheat], ...]:
    """How far a card carries, and with which cheat, the farthest first; never 0 steps.

    CR l.71: the king's limit holds for the card and for the real steps.
    """
    values = [value for value in CARDS[card].steps if value <= most]
    led = {value + cheat: cheat for value in values for cheat in cheats if value != -cheat and value + cheat <= most}
    return tuple(sorted((led | dict.fromkeys(values, 0)).items(), reverse=True))


STEPS: Final = {
    (card, may_cheat): tuple([_steps(card, CHEATS * may_cheat, ROYAL if rank == KING else FAR) for rank in RANKS])
    for card in CARDS
    for may_cheat in (False, True)
}
"""The steps of each card, by rank."""


class Uses:
    """All that a seat's cards can do now."""

    def __init__(self, state: State, seat: Seat, *, may_cheat: bool) -> None:
        self._scene = scene(state, seat)
        self._last = state.last
        self._may_cheat = may_cheat
        self._walks: dict[tuple[int, bool], Walk] = {}
        self._is_nearly_home = sum(place in GOALS for place in self._scene.own) == len(FIGURES) - 1

    def of(self, card: Card) -> list[Use]:
        """The uses of a card, with cheats if they are allowed: by rank, then the farthest first."""
        card = acts_as(card, self._last)
        if card == SWAP:
            return _swaps(self._scene)
        if card == MAGNET:
            return _pulls(self._scene)
        found: list[Use] = []
        for rank in RANKS if card else ():
            if self._scene.own[rank] != START:
                found += self._carried(card, rank)
            elif CARDS[card].opens and may_land(self._scene, rank, self._scene.start, is_green=False):
                found.append(Use(FIGURES[rank], self._scene.start))
        return found

    def cheat(self, card: Card, figure: Figure, to: At) -> Cheat:
        """The cheat that a use of this card needs to move the figure there (0: none)."""
        card, rank = acts_as(card, self._last), FIGURES.index(figure)
        if not self._may_cheat or not CARDS[card].steps or self._scene.own[rank] == START:
            return 0
        return next(use.cheat for use in self._carried(card, rank) if use.to == to)

    def _carried(self, card: Card, rank: int) -> list[Use]:
        """The uses of a card with steps for this figure. A cheat may not win, as nobody could accuse after it."""
        figure, walk = FIGURES[rank], self._walk(rank, is_green=CARDS[card].colour == "green")
        fair = {to: 0 for steps, _ in STEPS[card, False][rank] for to in walk[steps]}
        if not self._may_cheat:
            return [Use(figure, to) for to in fair]
        led = {to: fair.get(to, cheat) for steps, cheat in STEPS[card, True][rank] for to in walk[steps]}
        if rank == JESTER:  # with one step more he may reach the same field
            far = {to: walk.far(to, steps) for steps, _ in STEPS[card, True][rank] for to in walk[steps]}
            led = {to: led[to] for to in sorted(led, key=far.__getitem__, reverse=True)}
        would_win = self._is_nearly_home and self._scene.own[rank] not in GOALS
        return [Use(figure, to, cheat) for to, cheat in led.items() if not (cheat and would_win and to in GOALS)]

    def _walk(self, rank: int, *, is_green: bool) -> Walk:
        """The walk of a figure with a green card, or with another one."""
        if (walk := self._walks.get((rank, is_green))) is None:
            self._walks[rank, is_green] = walk = Walk(self._scene, rank, is_green=is_green)
        return walk


def acts_as(card: Card, last: Card) -> Card:
    """The card itself; for a copy, the card last played or discarded; empty if it is the first card (CR l.124)."""
    return last if card == COPY else card


def _swaps(scene: Scene) -> list[Use]:
    """Swaps of each own figure on the loop with each other player's, except guards, clockwise (CR l.114)."""
    foreign = [place for place, other in scene.loop.items() if other.seat != scene.seat and not other.is_guard]
    return [
        Use(figure, there)
        for figure, here in zip(FIGURES, scene.own, strict=True)
        if type(here) is int and not scene.loop[here].is_guard
        for there in sorted(foreign, key=lambda there: distance(here, there))
    ]


def _pulls(scene: Scene) -> list[Use]:
    """Pulls of each own figure on the loop to just behind the next figure ahead, of any colour (CR l.122)."""
    pulls = []
    for figure, here in zip(FIGURES, scene.own, strict=True):
        if type(here) is int and len(scene.loop) > 1:
            steps = min(distance(here, there) for there in scene.loop if there != here) - 1
            if steps or scene.options.magnet_zero:
                pulls.append(Use(figure, field(here, steps)))
    return pulls
