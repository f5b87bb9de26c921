"""How a figure walks: which figures it may pass, where it may land, and how it enters the goal (CR l.45-91).

Laws: only knights and green cards may pass or take a guard, by their rules; points never lapse on the loop.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.cat_royal.booklet import FIGURES, GOALS, LAPSE, LOOP, STARTS, At
from companion.games.cat_royal.options import Options
from companion.games.cat_royal.state import State
from companion.kit.seats import Seat

RANKS: Final = range(len(FIGURES))
"""0 king, 1 knight, 2 citizen, 3 jester: the lower the number, the higher the rank."""
KING, KNIGHT, _, JESTER = RANKS

CORNERS: Final = frozenset(STARTS.values())
DEPTH: Final = {goal: depth for depth, goal in enumerate(GOALS, 1)}
FAR: Final = LOOP
"""Further than any card can carry."""


class Stander(NamedTuple):
    """A figure on the loop that others may meet."""

    seat: Seat
    rank: int
    is_guard: bool
    """It is protected on its own start field (CR l.55)."""
    is_exposed: bool
    """It is on another seat's start field, where any figure may take a king (CR l.67)."""


class Scene(NamedTuple):
    """The board for the figures of one seat."""

    seat: Seat
    start: int
    options: Options
    own: tuple[At, ...]
    """Where its king, knight, citizen and jester are."""
    loop: dict[int, Stander]
    """The figures on the loop, by field."""


def scene(state: State, seat: Seat) -> Scene:
    """The board for the seat on turn."""
    options, loop = state.setup.options, {}
    always = options.start_guard == "always"
    for owner, places in enumerate(state.at, 1):
        start = state.start(owner)
        for rank, place in enumerate(places):
            if type(place) is int:
                is_guard = place == start and (always or state.fresh[owner - 1] == FIGURES[rank])
                loop[place] = Stander(owner, rank, is_guard, place != start and place in CORNERS)
    return Scene(seat, state.start(seat), options, state.at[seat - 1], loop)


def field(here: int, steps: int) -> int:
    """The field that is so many steps ahead; negative: back."""
    return (here + steps - 1) % LOOP + 1


def distance(here: int, there: int) -> int:
    """How many steps ahead another field is, 1 … 64; 64: it is the same one."""
    return (there - here - 1) % LOOP + 1


class Walk(dict[int, tuple[At, ...]]):
    """The places a figure can reach, by its steps (negative: back), with a green card or with another one.

    Each entry is computed when it is first asked for.
    """

    def __init__(self, scene: Scene, rank: int, *, is_green: bool) -> None:
        super().__init__()
        self._scene = scene
        self._rank = rank
        self._is_green = is_green
        here = scene.own[rank]
        self._inside = DEPTH[here] if type(here) is str else 0
        self._here = here if type(here) is int else scene.start
        self._clear = self._way()
        """How far along the loop the figure can go without passing a figure that it may not pass."""
        self._home = distance(self._here, scene.start)
        """How far the own start field is; from the start field itself, a whole round (CR l.59)."""
        self._free: list[int] | None = None

    def __missing__(self, steps: int) -> tuple[At, ...]:
        self[steps] = led = self._ahead(steps) if steps > 0 else self._back(-steps)
        return led

    def far(self, to: At, steps: int) -> int:
        """How many steps away a place is that `steps` led to, without lapsed points."""
        return steps if isinstance(to, int) else self._home + DEPTH[to]

    def _ahead(self, steps: int) -> tuple[At, ...]:
        """The places so many steps ahead: along the loop, or fields of the goal, the farthest first."""
        if self._inside:
            depth = self._inside + steps
            return (GOALS[depth - 1],) if depth in self._goals() else ()
        over = steps - self._home
        if over <= 0:
            return self._along(steps)
        goals: tuple[At, ...] = ()
        if self._home < self._clear:
            least = over - LAPSE if self._rank == JESTER else over
            goals = tuple([GOALS[depth - 1] for depth in range(over, least - 1, -1) if depth in self._goals()])
        if over > len(GOALS) or self._scene.options.goal_entry == "may":
            return self._along(steps) + goals
        return goals

    def _back(self, steps: int) -> tuple[At, ...]:
        """The place so many steps back: past any figure, only on the loop (CR l.132)."""
        if self._inside:
            return ()
        there = field(self._here, -steps)
        return (there,) if may_land(self._scene, self._rank, there, is_green=True, is_back=True) else ()

    def _along(self, steps: int) -> tuple[At, ...]:
        there = field(self._here, steps)
        if steps <= self._clear and may_land(self._scene, self._rank, there, is_green=self._is_green):
            return (there,)
        return ()

    def _way(self) -> int:
        bars = [
            distance(self._here, place) for place, stander in self._scene.loop.items() if not self._may_pass(stander)
        ]
        return min(bars, default=FAR)

    def _may_pass(self, other: Stander) -> bool:
        """CR l.49-55, l.79: the same or a lower rank; only a knight passes a guard; green cards ignore ranks."""
        if not self._is_green and other.rank < self._rank:
            return False
        if not other.is_guard or self._rank == KNIGHT:
            return True
        return self._is_green and self._scene.options.green_passes == "all"

    def _goals(self) -> list[int]:
        """The fields of the goal that can be reached past the figures in it."""
        if self._free is not None:
            return self._free
        standing = {DEPTH[place]: rank for rank, place in enumerate(self._scene.own) if place in DEPTH}
        self._free = free = []
        for depth in range(self._inside + 1, len(GOALS) + 1):
            if depth not in standing:
                free.append(depth)
            elif not self._is_green and standing[depth] < self._rank:
                break
        return free


def may_land(scene: Scene, rank: int, there: int, *, is_green: bool, is_back: bool = False) -> bool:
    """Whether a figure may end on a field and capture the figure there (CR l.45, l.55, l.67-69)."""
    other = scene.loop.get(there)
    if other is None:
        return True
    if other.is_guard:
        return False
    if other.rank != KING or rank == KING or other.is_exposed:
        return True
    return is_green and (is_back or scene.options.green_takes_king == "any_green")
