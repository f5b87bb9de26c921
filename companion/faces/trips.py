"""How a token moves to its space on the lights: it runs along its way, or fades.

Laws: a token is seen at one space at a time, and runs along a way once, however often it is shown; a run that has begun
is finished before the token does anything else.
"""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from companion.kit.view import Token, Track

FADE: Final = 0.6
"""Seconds until a token has faded out at its old space and in at its new one."""


class Trip(NamedTuple):
    """A token that runs, or fades from one space to another."""

    path: tuple[str, ...]
    """Every space from the old one to the new one, both included; for a fade only these two."""
    since: float
    pace: float
    """Seconds at each space."""
    fades: bool = False

    def space(self, t: float) -> str:
        """Where it is seen."""
        return self.path[self._at(t)]

    def rest(self, t: float) -> tuple[str, ...]:
        """The spaces from where it is seen to the end."""
        return self.path[self._at(t) :]

    def level(self, t: float) -> float:
        """How bright it is seen, 0 ... 1."""
        return min(abs(1 - (t - self.since) / self.pace), 1.0) if self.fades else 1.0

    @property
    def end(self) -> float:
        """When it has arrived, and is wholly seen."""
        return self.since + self.pace * (len(self.path) - (not self.fades))

    def is_over(self, t: float) -> bool:
        """Whether it has arrived."""
        return t >= self.end

    def _at(self, t: float) -> int:
        return min(self._step(t), len(self.path) - 1)

    def _step(self, t: float) -> int:
        return int((t - self.since) / self.pace)


class SeenToken(NamedTuple):
    """A token and the trips that bring it to its space, in order; no trips: it just appeared there."""

    token: Token
    trips: tuple[Trip, ...] = ()

    def trip(self, t: float) -> Trip | None:
        """The current trip; `None`: it rests."""
        return next((trip for trip in self.trips if not trip.is_over(t)), None) if self.is_moving(t) else None

    def space(self, t: float) -> str:
        """Where it is seen."""
        trip = self.trip(t)
        return trip.space(t) if trip else self.token.space

    def level(self, t: float) -> float:
        """How bright it is seen, 0 ... 1."""
        trip = self.trip(t)
        return trip.level(t) if trip else 1.0

    @property
    def rests_at(self) -> float:
        """When it has arrived, and is wholly seen."""
        return self.trips[-1].end if self.trips else -inf

    def is_moving(self, t: float) -> bool:
        """Whether it runs or fades."""
        return t < self.rests_at

    def is_running(self, t: float) -> bool:
        """Whether it runs."""
        trip = self.trip(t)
        return trip is not None and not trip.fades

    def rest(self, t: float) -> tuple[str, ...]:
        """The space where it is seen and, if it runs, the spaces after that one."""
        trip = self.trip(t)
        return trip.rest(t) if trip and not trip.fades else (self.space(t),)


def moved(seen: SeenToken | None, token: Token, track: Track, t: float) -> SeenToken:
    """The token from `t` on: it finishes a run that has begun, then runs along its way, then fades."""
    if seen is None:
        return SeenToken(token)
    old = seen.token
    is_round = token.way != old.way and len(token.way) > 1 and token.way[0] == token.space
    if token.space == old.space and not is_round:
        return SeenToken(token, seen.trips)
    path = _path(seen, token, t)
    run = Trip(path, t, track.step_s)
    if path[-1] == token.space:
        return SeenToken(token, (run,))
    is_there = any(space.id == path[-1] for space in track.spaces)
    fade = Trip((path[-1], token.space), run.end, FADE / 2, fades=True)
    return SeenToken(token, (run, fade) if is_there else ())


def _path(seen: SeenToken, token: Token, t: float) -> tuple[str, ...]:
    """The spaces of a token's run from where it is seen; if they do not reach its space, it fades there afterwards."""
    here = seen.space(t)
    if not token.way:
        return seen.rest(t)
    trip = seen.trip(t) or (seen.trips[-1] if seen.trips else None)
    ways = (seen.token.way, trip.path if trip and not trip.fades else ())
    path = _ahead(seen.rest(t), token.way)
    return path or next((back for way in ways if (back := _back(way, here, token.space))), (here,))


def _ahead(rest: tuple[str, ...], way: tuple[str, ...]) -> tuple[str, ...] | None:
    """Forward on the rest of an old way until it meets the new one; `None`: they do not meet."""
    meets = next((at for at, space in enumerate(rest) if space in way), None)
    return None if meets is None else rest[:meets] + way[way.index(rest[meets]) :]


def _back(way: tuple[str, ...], here: str, there: str) -> tuple[str, ...] | None:
    """The part of an old way from `here` back to `there`; `None`: the old way did not pass `there`."""
    came = way[: way.index(here) + 1] if here in way else ()
    return came[came.index(there) :][::-1] if there in came else None
