"""A short form of a race: the same dice give the same prizes as by the rules, without states, events or questions.

Laws: a test compares it with the rules, on the same dice and with every option; the schemer has no choice here: it
moves the own chair ahead, and the foremost other chair back as far as allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, cycle, islice, product
from typing import Final

from companion.games.galopp_royal.booklet import PLACES, RACES, SCHEMER, SPACES
from companion.games.galopp_royal.race import Scheming
from companion.games.galopp_royal.state import State
from companion.kit.event import MaybeCard
from companion.kit.money import Coins
from companion.kit.policy import Chance

SLOTS: Final = 4
ROLLS: Final = 12
"""Rolls of a chair, more than most races need; then they repeat."""
FOURS: Final = tuple(product(range(SLOTS), repeat=4))
"""Any four of these rolls, by eight random bits."""
LONGEST: Final = 400
"""The most turns; a longer race, in which teams only move back and forth, is broken off."""


class Sprint:
    """One race from its present state; chairs are counted from 0."""

    def __init__(self, state: State) -> None:
        """Start from a state after all consequences of the last move."""
        board, options = state.setup.board, state.setup.options
        self.seats = state.seats
        self.race = state.race
        self.finish = state.finish
        self.pond = board.pond
        self.teams = [_steps(team) for team in state.displays]
        """Steps by slot; 0: the schemer."""
        self.spaces = list(state.spaces)
        self.finished = [seat - 1 for seat in state.finished]
        self.ponded = [seat - 1 for seat in state.ponded]
        self.is_over = False
        self._moves_both = options.schemer == "both"
        self._ends_at_third = options.race_end == "third_place"
        self._pays_pond = self.seats == PLACES or options.pond_prize == "by_place"
        self._row = board.prizes[state.race - 1]

    def run(self, first: int, dice: Sequence[Iterator[int]]) -> None:
        """Run to the end, from the turn of chair `first`; each chair has dice of its own, counted from 0."""
        teams, spaces, finished, off = self.teams, self.spaces, self.finished, self.finished + self.ponded
        pond, finish, is_settled = self.pond, self.finish, self._is_settled
        throws = [each.__next__ for each in dice]
        for chair in islice(cycle((*range(first, self.seats), *range(first))), LONGEST):
            if chair not in off:
                steps = teams[chair][throws[chair]()]
                if not steps:
                    steps = 2
                    if (foremost := self.foremost(chair, off)) >= 0:
                        spaces[foremost] -= 2
                spaces[chair] = space = spaces[chair] + steps
                if space <= pond or space >= finish:
                    self._leave(chair)
                    off = finished + self.ponded
                    is_settled = self._is_settled
                if is_settled:
                    self._judge()
                    if self.is_over:
                        return

    def foremost(self, chair: int, off: list[int]) -> int:
        """The other chair that the schemer pushes two back; of chairs on one space, the next one clockwise; -1: none
        is far enough ahead of the pond, or it pushes nobody."""
        foremost, most = -1, self.pond + 2
        for other, space in enumerate(self.spaces) if self._moves_both else ():
            if space < most or other == chair or other in off:
                continue
            if space > most or 0 <= foremost < chair < other:
                foremost, most = other, space
        return foremost

    def _leave(self, chair: int) -> None:
        (self.finished if self.spaces[chair] >= self.finish else self.ponded).append(chair)

    @property
    def _is_settled(self) -> bool:
        """Whether the prizes are settled: three chairs have finished, or at most one is left on the track."""
        return len(self.finished) >= PLACES or len(self.finished) + len(self.ponded) >= self.seats - 1

    def _judge(self) -> None:
        """Judge whether the last place is known, too, when the prizes are settled."""
        finished, ponded = self.finished, self.ponded
        left = self.seats - len(finished) - len(ponded)
        if left == 1:
            finished += [chair for chair in range(self.seats) if chair not in finished and chair not in ponded]
            left = 0
        if left == 0 or ponded or self.race == RACES:
            self.is_over = True
        elif self._ends_at_third:
            racing = [space for chair, space in enumerate(self.spaces) if chair not in finished]
            self.is_over = racing.count(min(racing)) == 1

    @property
    def prizes(self) -> list[tuple[int, Coins]]:
        """The chairs that win, and their prizes."""
        places = self.finished[:PLACES]
        won = list(zip(places, self._row, strict=False))
        if self._pays_pond:
            for at, chair in enumerate(self.ponded):
                if (place := self.seats - at) <= PLACES:
                    won.append((chair, self._row[place - 1]))
        return won

    @property
    def last(self) -> int:
        """Who is last; in a race that was broken off, the hindmost chair."""
        if self.ponded:
            return self.ponded[0]
        racing = [(space, chair) for chair, space in enumerate(self.spaces) if chair not in self.finished]
        return min(racing)[1] if racing else self.finished[-1]


@cache  # there are few teams
def _steps(team: Sequence[MaybeCard]) -> tuple[int, ...]:
    """The steps by slot; 0: the schemer, or nobody."""
    return tuple([SPACES.get(card or "", 0) for card in team])


def ahead(state: State, chance: Chance) -> list[Iterator[int]]:
    """The dice of the present race; a chair whose schemer was just called has already rolled."""
    thrown, phase = dice(state.seats, chance), state.phase
    if type(phase) is Scheming:
        chair = phase.seat - 1
        thrown[chair] = chain((state.displays[chair].index(SCHEMER),), thrown[chair])
    return thrown


def dice(seats: int, chance: Chance) -> list[Iterator[int]]:
    """Dice of its own for each chair: so no chair changes another one's rolls, and few playouts suffice to compare."""
    return [rolls(chance()) for _ in range(seats)]


def rolls(drawn: float) -> Iterator[int]:
    """The rolls of a chair from one random number."""
    faces, again = _faces(drawn)
    return chain(faces, cycle(again))


@lru_cache(maxsize=64)  # playouts of one guess have the same luck
def _faces(drawn: float) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first bits of a random number as rolls, and the same rolls backwards."""
    bits = int(drawn * SLOTS**ROLLS)
    faces = FOURS[bits >> 16] + FOURS[bits >> 8 & 255] + FOURS[bits & 255]
    return faces, faces[::-1]
