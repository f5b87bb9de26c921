"""What a card can do: which figure it can move where, honestly and as a cheat (CR l.97-136, l.150).

Laws: no two uses of a card bring the same figure to the same place; a cheat leads where the card cannot lead honestly.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import chain
from typing import Final, TypeAlias

from companion.games.cat_royal.booklet import CARDS, COPY, FIGURES, INSIDE, LOOP, MAGNET, ROYAL, SWAP, At, Figure
from companion.games.cat_royal.state import State, opposite
from companion.games.cat_royal.steps import (
    ALL,
    BACK,
    GUARDS,
    JESTER,
    KING,
    MOST,
    OUT,
    RANKS,
    Reach,
    Scene,
    Setting,
    Walk,
    Walks,
    distance,
    field,
    scene,
    setting,
    step,
)
from companion.kit.event import Card
from companion.kit.seats import Seat
from companion.kit.value import Value

Cheat: TypeAlias = int
"""-1, 0 or +1, added to the signed value of the card."""

CHEATS: Final[tuple[Cheat, ...]] = (+1, -1)
"""In the order of their pages in a look."""


class Use(Value, frozen=True):
    """A figure, and where a card moves it; for a swap, the place of the other figure."""

    figure: Figure
    to: At
    cheat: Cheat = 0


class Carry(Value, frozen=True):
    """How far a card carries a figure of some rank."""

    reach: Reach
    """All its steps."""
    steps: tuple[tuple[int, Cheat], ...]
    """The same steps as entries of a road, the farthest first; each with the cheat that it needs."""


def _carry(card: Card, cheats: tuple[Cheat, ...], most: int) -> Carry:
    """How far a card carries, honestly and with these cheats.

    CR l.71: the king's limit holds for the card and for the real steps.
    """
    values = [value for value in CARDS[card].steps if value <= most]
    led = {value + cheat: cheat for value in values for cheat in cheats if value != -cheat and value + cheat <= most}
    led |= dict.fromkeys([*values, *([OUT] if CARDS[card].opens else [])], 0)
    steps = sorted(led.items(), reverse=True)
    return Carry(sum(step(steps) for steps in led), tuple([(steps + BACK, cheat) for steps, cheat in steps]))


CARRIES: Final = {
    (card, with_cheats): tuple([_carry(card, CHEATS * with_cheats, ROYAL if rank == KING else MOST) for rank in RANKS])
    for card in CARDS
    for with_cheats in (False, True)
}
"""How far each card carries, by rank."""


class Uses:
    """What the cards of a seat can do now. A card is looked at when somebody first asks for it."""

    def __init__(self, walks: Walks, last: Card, *, may_cheat: bool, is_cheating: bool = False) -> None:
        self._walks = walks
        self._last = last
        self._may_cheat = may_cheat
        self._is_cheating = is_cheating
        self._listed: dict[Card, list[Use]] = {}

    @cached_property
    def with_cheats(self) -> Uses:
        """The same with cheats among them, if they are allowed."""
        return Uses(self._walks, self._last, may_cheat=True, is_cheating=True) if self._may_cheat else self

    def of(self, card: Card) -> list[Use]:
        """The uses of a card: by rank, then the farthest first."""
        if (listed := self._listed.get(card)) is not None:
            return listed
        acts = acts_as(card, self._last)
        if acts == SWAP:
            uses = _swaps(self._walks.scene)
        elif acts == MAGNET:
            uses = _pulls(self._walks.scene)
        else:
            uses = self._carried(acts) if acts in CARDS else []
        self._listed[card] = uses
        return uses

    def _carried(self, card: Card) -> list[Use]:
        """The uses of a card with steps."""
        uses: list[Use] = []
        carries = CARRIES[card, self._is_cheating]
        for rank, walk in self._walks.of(CARDS[card].colour):
            carry, reach = carries[rank], walk.reach
            if not reach & carry.reach:
                continue
            if walk.home:
                uses += self._homewards(card, rank, walk)
                continue
            figure, road = FIGURES[rank], walk.road
            for at, cheat in carry.steps:
                if reach >> at & 1:  # elsewhere so many steps lead to one place
                    uses.append(Use(figure, road[at][0], cheat))
        return uses

    def _homewards(self, card: Card, rank: int, walk: Walk) -> list[Use]:
        """The uses for a figure that can reach the goal. A cheat may not win, as nobody could accuse after it."""
        uses = self._lapsing(card, walk) if rank == JESTER else _led(CARRIES[card, self._is_cheating][rank], rank, walk)
        if self._is_cheating and misses_one(self._walks.scene.setting):
            return [use for use in uses if not use.cheat or use.to not in INSIDE]
        return uses

    def _lapsing(self, card: Card, walk: Walk) -> list[Use]:
        """The uses for a jester, who reaches a place by several numbers of steps: each once, honestly if possible."""
        led: dict[At, Use] = {}
        for use in _led(CARRIES[card, self._may_cheat][JESTER], JESTER, walk):
            if use.to not in led or led[use.to].cheat:
                led[use.to] = use
        uses = list(led.values())
        if self._may_cheat:
            uses.sort(key=lambda use: walk.far(use.to), reverse=True)
        return uses if self._is_cheating else [use for use in uses if not use.cheat]


def misses_one(setting: Setting) -> bool:
    """Whether the next figure that comes home wins: the seat's fourth; with partners, the eighth of its team."""
    if len(INSIDE.intersection(setting.at[setting.seat - 1])) < len(FIGURES) - 1:
        return False
    return setting.options.partners == "none" or INSIDE.issuperset(setting.at[opposite(setting.seat) - 1])


def _led(carry: Carry, rank: int, walk: Walk) -> list[Use]:
    figure, reach, road = FIGURES[rank], walk.reach, walk.road
    return [Use(figure, to, cheat) for at, cheat in carry.steps if reach >> at & 1 for to in road[at]]


def honest_uses(state: State, seat: Seat, *, may_cheat: bool) -> Uses:
    """What the cards of a seat can do in a state without a cheat; `Uses.with_cheats` has the cheats, too."""
    return _uses(setting(state, state.plays_for(seat)), state.last, may_cheat=may_cheat)


@lru_cache(maxsize=8)  # question and answer are about the same state, and so are all answers that a bot tries
def _uses(setting: Setting, last: Card, *, may_cheat: bool) -> Uses:
    return Uses(Walks(scene(setting)), last, may_cheat=may_cheat)


def acts_as(card: Card, last: Card) -> Card:
    """The card itself; for a copy, the card last played or discarded; empty if it is the first card (CR l.124)."""
    return last if card == COPY else card


def _swaps(scene: Scene) -> list[Use]:
    """Swaps of each own figure on the loop with each other player's, except guards, clockwise (CR l.114)."""
    seat, at, guards = scene.setting.seat, scene.setting.at, scene.standers >> GUARDS
    others = chain.from_iterable(places for other, places in enumerate(at, 1) if other != seat)
    foreign = [there for there in others if type(there) is int and not guards >> there & 1]
    return [
        Use(figure, there)
        for figure, here in zip(FIGURES, scene.own, strict=True)
        if type(here) is int and not guards >> here & 1
        for there in sorted(foreign, key=lambda there: distance(here, there))
    ]


def _pulls(scene: Scene) -> list[Use]:
    """Pulls of each own figure on the loop to just behind the next figure ahead, of any colour (CR l.122)."""
    pulls = []
    for figure, here in zip(FIGURES, scene.own, strict=True):
        if type(here) is int:
            ahead = scene.standers >> ALL + here + 1
            steps = (ahead & -ahead).bit_length() - 1  # from the field ahead to the first one with a figure
            if steps < LOOP - 1 and (steps or scene.setting.options.magnet_zero):
                pulls.append(Use(figure, field(here, steps)))
    return pulls
