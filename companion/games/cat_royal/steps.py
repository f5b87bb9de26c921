"""How a figure walks: whom it may pass, where it may land, and how it comes into the goal (CR l.45-91).

Laws: nobody passes or takes a guard but as the rules for knights and green cards say; points never lapse on the loop.
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
"""Further than any card carries."""


class Stander(NamedTuple):
    """A figure on the loop, as others meet it."""

    seat: Seat
    rank: int
    is_guard: bool
    """It is protected on its own start field (CR l.55)."""
    is_exposed: bool
    """It stands on another's start field, where anybody takes a king (CR l.67)."""


class Scene(NamedTuple):
    """The board, as the figures of one seat find it."""

    seat: Seat
    start: int
    options: Options
    own: tuple[At, ...]
    """Where its king, knight, citizen and jester are."""
    loop: dict[int, Stander]
    """Who stands where."""


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
    """The field so many steps ahead; negative: back."""
    return (here + steps - 1) % LOOP + 1


def distance(here: int, there: int) -> int:
    """How many steps ahead another field is, 1 … 64; 64: it is the same one."""
    return (there - here - 1) % LOOP + 1


class Walk(dict[int, tuple[At, ...]]):
    """Where a figure comes to with so many steps (negative: back) of a green card, or of one that is not.

    It is reckoned when it is first asked for.
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
        """How far along the loop nobody need be passed who may not be."""
        self._home = distance(self._here, scene.start)
        """How far the own start field is; who stands on it goes round (CR l.59)."""
        self._free: list[int] | None = None

    def __missing__(self, steps: int) -> tuple[At, ...]:
        self[steps] = led = self._ahead(steps) if steps > 0 else self._back(-steps)
        return led

    def far(self, to: At, steps: int) -> int:
        """How many steps on a place lies that these have led to, points that lapsed left out."""
        return steps if isinstance(to, int) else self._home + DEPTH[to]

    def _ahead(self, steps: int) -> tuple[At, ...]:
        """Where so many steps lead: along the loop, or to fields of the goal, the farthest first."""
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
        """Where so many steps back lead: over anything, on the loop alone (CR l.132)."""
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
        """CR l.49-55, l.79: the same or a lower rank, and a guard only as a knight; green cards lift the ranks."""
        if not self._is_green and other.rank < self._rank:
            return False
        if not other.is_guard or self._rank == KNIGHT:
            return True
        return self._is_green and self._scene.options.green_passes == "all"

    def _goals(self) -> list[int]:
        """Which fields of the goal can be reached, as far as those who stand there let it by."""
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
    """Whether a figure may come to stand on a field, and take who stands there (CR l.45, l.55, l.67-69)."""
    other = scene.loop.get(there)
    if other is None:
        return True
    if other.is_guard:
        return False
    if other.rank != KING or rank == KING or other.is_exposed:
        return True
    return is_green and (is_back or scene.options.green_takes_king == "any_green")
