"""How a figure walks: which figures it may pass, where it may land, and how it enters the goal (CR l.45-91).

Laws: only knights and green cards may pass or take a guard, by their rules; points never lapse on the loop.

A set of fields is a number whose bit `n` stands for field `n`, so all figures that bar a way are seen at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, TypeAlias

from companion.games.cat_royal.booklet import (
    FIGURES,
    GOALS,
    LAPSE,
    LOOP,
    START,
    STARTS,
    At,
    CardColour,
    Figure,
)
from companion.games.cat_royal.options import Options
from companion.games.cat_royal.state import State
from companion.kit.seats import Player, Seat
from companion.kit.value import Value

RANKS: Final = range(len(FIGURES))
"""0 king, 1 knight, 2 citizen, 3 jester: the lower the number, the higher the rank."""
KING, KNIGHT, _, JESTER = RANKS

CORNERS: Final = frozenset(STARTS.values())
DEPTH: Final = {goal: depth for depth, goal in enumerate(GOALS, 1)}

MOST: Final = 14
"""The most steps ahead, including a cheat."""
BACK: Final = 5
"""The most steps back, including a cheat."""
OUT: Final = 0
"""No steps: out of the start area."""

Fields: TypeAlias = int
"""A set of fields of the loop, or of the goal: bit `n` for field `n`."""

Reach: TypeAlias = int
"""A set of steps: bit `steps + BACK`."""

Road: TypeAlias = Sequence[tuple[At, ...]]
"""Where so many steps lead, if nobody is in the way: entry `steps + BACK`."""

Standers: TypeAlias = int
"""The figures on the loop: sets of fields, one above the other. Each is there three times, for three rounds.

Set 0 … 3: who ranks higher than king, knight, citizen, jester. `ALL`, `GUARDS`, `ROYAL`: where these sets begin.
"""


def field(here: int, steps: int) -> int:
    """The field that is so many steps ahead; negative: back."""
    return (here + steps - 1) % LOOP + 1


def distance(here: int, there: int) -> int:
    """How many steps ahead another field is, 1 … 64; 64: it is the same one."""
    return (there - here - 1) % LOOP + 1


def step(steps: int) -> Reach:
    """The set of only this number of steps."""
    return 1 << steps + BACK


AHEAD: Final = sum(step(steps) for steps in range(1, MOST + 1))
BEYOND: Final = step(MOST + 1)
BEHIND: Final = sum(step(-steps) for steps in range(1, BACK + 1))

SET: Final = 3 * LOOP + 1
"""How many bits each of these sets has."""
ALL: Final = len(RANKS) * SET
GUARDS: Final = ALL + SET
"""Figures that are protected on their own start fields (CR l.55)."""
ROYAL: Final = GUARDS + SET
"""Kings that not every figure may take: those who are not on another seat's start field (CR l.67)."""

ONE: Final = 1 | 1 << LOOP | 1 << 2 * LOOP
RANKED: Final = tuple([sum(ONE << lower * SET for lower in range(rank + 1, len(RANKS) + 1)) for rank in RANKS])
"""A figure of each rank, in all sets to which its rank brings it; to be moved to its field."""

ROADS: Final[dict[At, Road]] = {
    **{here: [(field(here, steps),) for steps in range(-BACK, MOST + 1)] for here in range(1, LOOP + 1)},
    **{here: [()] * (BACK + 1) + [(goal,) for goal in GOALS[depth:]] for here, depth in DEPTH.items()},
}
"""The roads from each field of the loop and of the goal."""


class Setting(Value, frozen=True):
    """All that the walks of a seat's figures depend on."""

    seat: Seat
    players: tuple[Player, ...]
    options: Options
    at: tuple[tuple[At, ...], ...]
    fresh: tuple[Figure, ...]


class Scene(Value, frozen=True):
    """The board for the figures of one seat."""

    setting: Setting
    start: int
    own: tuple[At, ...]
    """Where its king, knight, citizen and jester are."""
    standers: Standers


class Walk(Value, frozen=True):
    """The places a figure can reach, by its steps (negative: back), with a green card or with another one."""

    reach: Reach
    """The steps that lead somewhere."""
    road: Road
    home: int = 0
    """How far the own start field is, if steps can lead past it, into the goal."""

    def to(self, steps: int) -> tuple[At, ...]:
        """The places that so many steps lead to: a field of the loop, then fields of the goal, the farthest first."""
        return self.road[steps + BACK] if self.reach & step(steps) else ()

    def far(self, to: At) -> int:
        """How many steps away a place is, without lapsed points."""
        if type(to) is str:
            return self.home + DEPTH[to]
        here = int(self.road[BACK][0])
        return (int(to) - here + BACK) % LOOP - BACK


OUT_OF: Final = {start: Walk(step(OUT), ROADS[start]) for start in CORNERS}
"""The walk out of the start area, by the start field."""


def setting(state: State, seat: Seat) -> Setting:
    """All that the walks of this seat's figures depend on now."""
    return Setting(seat, state.setup.seats, state.setup.options, state.at, state.fresh)


def scene(setting: Setting) -> Scene:
    """The board for the seat on turn."""
    standers, own = 0, setting.seat - 1
    protected = setting.fresh if setting.options.start_guard == "first_time" else (None,) * len(setting.at)
    for seated in zip(setting.players, setting.at, protected, strict=True):
        standers |= _standers(*seated)
    return Scene(setting, STARTS[setting.players[own].colour], setting.at[own], standers)


@lru_cache(maxsize=64)  # most seats have not moved since the scene before
def _standers(player: Player, places: tuple[At, ...], protected: Figure | None) -> Standers:
    """The figures of one seat; on its start field this figure is protected, `None`: any."""
    standers, start = 0, STARTS[player.colour]
    for rank, place in enumerate(places):
        if type(place) is int:
            standers |= RANKED[rank] << place
            if place == start and protected in (None, FIGURES[rank]):
                standers |= ONE << place + GUARDS
            if rank == KING and (place == start or place not in CORNERS):
                standers |= ONE << place + ROYAL
    return standers


class Walks:
    """The walks of a seat's figures. A colour of cards is looked at when somebody first asks for it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._led: dict[CardColour, list[tuple[int, Walk]]] = {}

    def of(self, colour: CardColour) -> list[tuple[int, Walk]]:
        """The figures that cards of a colour can lead anywhere: by rank, each with its walk."""
        if (known := self._led.get(colour)) is not None:
            return known
        scene = self.scene
        if colour != "red":
            walks = []
            for rank, place in enumerate(scene.own):
                if place != START and (led := walk(scene, rank, colour)).reach:
                    walks.append((rank, led))
        elif START in scene.own:  # some of these cards bring figures out
            walks = sorted([*self.of("blue"), *_ways_out(scene)])
        else:
            walks = self.of("blue")
        self._led[colour] = walks
        return walks


def _ways_out(scene: Scene) -> list[tuple[int, Walk]]:
    """The figures that can come out of the start area."""
    way = OUT_OF[scene.start]
    ranks = [rank for rank, place in enumerate(scene.own) if place == START]
    return [(rank, way) for rank in ranks if not _closed(scene, rank, "red", scene.start) & 1]


def walk(scene: Scene, rank: int, colour: CardColour) -> Walk:
    """How a card of this colour can lead a figure that is not in the start area."""
    here = scene.own[rank]
    if type(here) is not int:
        inside = DEPTH[str(here)]
        return Walk(_free(scene, rank, colour, inside) << BACK >> inside, ROADS[here])
    away = here + LOOP - BACK
    guards = scene.standers >> away + GUARDS
    first = _barred(scene, rank, colour, away, guards) & AHEAD | BEYOND
    clear = (first ^ first - 1) & AHEAD
    reach = clear & ~_closed(scene, rank, colour, away) | BEHIND & ~guards
    home = distance(here, scene.start)
    if home >= MOST:
        return Walk(reach, ROADS[here])
    free = _free(scene, rank, colour, 0) if clear & step(home + 1) else 0
    return _homewards(scene, rank, Walk(reach, ROADS[here], home), free)


def _barred(scene: Scene, rank: int, colour: CardColour, away: int, guards: Fields) -> Fields:
    """The fields that a figure may not pass; bit 0 stands for field `away` (CR l.49-55, l.79).

    It passes the same or a lower rank, and only a knight passes a guard; green cards ignore ranks.
    """
    higher = 0 if colour == "green" else scene.standers >> away + rank * SET
    if rank == KNIGHT or (colour == "green" and scene.setting.options.green_passes == "all"):
        return higher
    return higher | guards


def _closed(scene: Scene, rank: int, colour: CardColour, away: int) -> Fields:
    """The fields whose figure a figure cannot capture; bit 0 stands for field `away` (CR l.45, l.55, l.67-69)."""
    guards = scene.standers >> away + GUARDS
    if rank == KING or (colour == "green" and scene.setting.options.green_takes_king == "any_green"):
        return guards
    return guards | scene.standers >> away + ROYAL


def _free(scene: Scene, rank: int, colour: CardColour, inside: int) -> Fields:
    """The fields of the goal that a figure can reach past the figures in it, from this field of the goal on."""
    free = 0
    for goal in GOALS[inside:]:
        if goal not in scene.own:
            free |= 1 << DEPTH[goal]
        elif colour != "green" and scene.own.index(goal) < rank:
            break
    return free


def _homewards(scene: Scene, rank: int, along: Walk, free: Fields) -> Walk:
    """The walk of a figure so near the own start field that steps can lead past it, to the free fields of the goal.

    `along`: how it walks if it stays on the loop. Steps that fit must lead into the goal, if not every step may.
    """
    reach, road, home = along.reach, list(along.road), along.home
    must = 0 if scene.setting.options.goal_entry == "may" else len(GOALS)
    entered = _entered(free, LAPSE if rank == JESTER else 0)
    for at, goals in enumerate(entered[: MOST - home], home + 1 + BACK):
        if reach >> at & 1 and at - BACK > home + must:
            road[at] += goals
        else:
            road[at] = goals
            reach = reach & ~(1 << at) | bool(goals) << at
    return Walk(reach, road, home)


@cache
def _entered(free: Fields, most_lapse: int) -> list[tuple[At, ...]]:
    """The free fields of the goal that 1, 2 … steps past the start field lead to, the farthest first."""
    depths = [(goal, depth) for goal, depth in reversed(DEPTH.items()) if free >> depth & 1]
    return [
        tuple([goal for goal, depth in depths if over - most_lapse <= depth <= over])
        for over in range(1, len(GOALS) + most_lapse + 1)
    ]
