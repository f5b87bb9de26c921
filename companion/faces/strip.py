"""The lights beside the track: where each token stands, whose turn it is, who is in.

Laws: the picture is a function of the views shown and of the time asked for; a token is seen at one space at a time;
the strip never draws more current than it is allowed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import cos, tau
from typing import Final, NamedTuple

from companion.faces.lamps import BEAT, DARK, FAINT, FULL, GOAL, LAMPS, LOW, RHYTHMS, TRAP, Light, glow, is_lit
from companion.kit.seats import Seat
from companion.kit.view import Token, Track, View

SEATS: Final = 6
FRAME: Final = 1 / 25
"""Seconds between two pictures while something moves."""
STEP: Final = 0.06
"""Seconds a token takes from one space to the next."""
RUN: Final = 1.2
"""Seconds a move takes at most."""
TURN: Final = 2
"""Beats each token has when several share an LED."""
PULSE: Final = 1.5
"""Seconds from bright to bright."""
RGB: Final = "rgb"
CHANNEL: Final = 20.0
"""Milliamperes one colour of one LED draws when full."""


@dataclass(frozen=True)
class StripMap:
    """Which LEDs, counted from 0 at the plug, show what."""

    spaces: Mapping[str, Sequence[int]]
    """By `Space.id`."""
    seats: Sequence[Sequence[int]]
    """For the box's pairs of keys 1 ... 6."""
    length: int = 0
    """How many LEDs the strip has, if that is known."""

    @property
    def needed(self) -> int:
        """How many LEDs the strip must have."""
        return 1 + max(chain(*self.spaces.values(), *self.seats), default=-1)

    @property
    def count(self) -> int:
        """How many LEDs are told what to do: those that show nothing are told to be dark."""
        return max(self.needed, self.length)


def lay_out(track: Track, leds_per_space: int = 1, length: int = 0) -> StripMap:
    """One span of LEDs for each space of the track in its order, then one for each of the six seats."""
    spans = [range(n * leds_per_space, (n + 1) * leds_per_space) for n in range(len(track.spaces) + SEATS)]
    spaces = {space.id: span for space, span in zip(track.spaces, spans, strict=False)}
    return StripMap(spaces, spans[-SEATS:], length)


class Run(NamedTuple):
    """A token on its way."""

    path: tuple[str, ...]
    """Every space from the old one to the new one, both included."""
    since: float

    def space(self, t: float) -> str:
        """Where it is seen."""
        steps = len(self.path) - 1
        return self.path[min(int((t - self.since) / min(STEP, RUN / steps)), steps)]

    def is_over(self, t: float) -> bool:
        """It has arrived."""
        return self.space(t) == self.path[-1]


class Lights:
    """Draws the newest view for any time after it was shown; `t` is in seconds of any steady clock."""

    def __init__(self, strip_map: StripMap, milliamps: int = 1500, order: str = RGB) -> None:
        """`order`: in which the strip takes the three colours."""
        self._map = strip_map
        self._milliamps = milliamps
        self._order = order
        self._view: View | None = None
        self._runs: dict[Seat, Run] = {}
        self._drawn_at = 0.0

    def show(self, view: View, t: float) -> None:
        """Take the newest view; tokens that stand elsewhere than they were last seen start to run there."""
        order = [space.id for space in view.track.spaces]
        seen = {token.seat: self._place(token, t) for token in self._view.track.tokens} if self._view else {}
        runs = {}
        for seat, goal in ((token.seat, token.space) for token in view.track.tokens):
            run, start = self._runs.get(seat), seen.get(seat)
            if run and run.path[-1] == goal:
                runs[seat] = run
            elif start in order and goal in order and start != goal:
                here, there = order.index(start), order.index(goal)
                path = order[here : there + 1] if here < there else order[there : here + 1][::-1]
                runs[seat] = Run(tuple(path), t)
        self._view, self._runs, self._drawn_at = view, runs, t

    def colours(self, t: float) -> bytes:
        """The picture at `t`: red, green and blue, 0 ... 255, of each LED, in the order of the strip."""
        self._drawn_at = t
        frame = [DARK] * self._map.count
        if self._view:
            self._draw_track(self._view, frame, t)
            self._draw_seats(self._view, frame, t)
        return in_order(limited(frame, self._milliamps), self._order)

    def next_deadline(self) -> float | None:
        """When the picture next differs by itself from the one last drawn; `None`: it stays."""
        if self._view is None:
            return None
        t, tokens = self._drawn_at, self._view.track.tokens
        if self._view.who is not None or any(self._is_running(seat, t) for seat in self._runs):
            return t + FRAME
        colours = {seat.seat: seat.colour for seat in self._view.seats}
        is_shared = len({token.space for token in tokens}) < len(tokens)
        if is_shared or any("." in RHYTHMS[colours[token.seat]] for token in tokens):
            return (t // BEAT + 1) * BEAT
        return None

    def _place(self, token: Token, t: float) -> str:
        """Where a token is seen."""
        run = self._runs.get(token.seat)
        return run.space(t) if run else token.space

    def _is_running(self, seat: Seat, t: float) -> bool:
        return seat in self._runs and not self._runs[seat].is_over(t)

    def _draw_track(self, view: View, frame: list[Light], t: float) -> None:
        for space in view.track.spaces:
            mark = GOAL if space.id == view.track.goal else TRAP if space.role == "trap" else DARK
            _fill(frame, self._leds(space.id), glow(mark, FAINT))
        standing: dict[str, list[Seat]] = defaultdict(list)
        for token in view.track.tokens:
            if not self._is_running(token.seat, t):
                standing[token.space].append(token.seat)
        colours = {seat.seat: seat.colour for seat in view.seats}
        for place_id, seats in standing.items():
            for seat, leds, level in _shares(seats, self._leds(place_id), colours, t):
                _fill(frame, leds, glow(LAMPS[colours[seat]], _pulse(t) if seat == view.who else level))
        for seat, run in self._runs.items():
            if not run.is_over(t):
                _fill(frame, self._leds(run.space(t)), LAMPS[colours[seat]])

    def _draw_seats(self, view: View, frame: list[Light], t: float) -> None:
        for seat in view.seats:
            if seat.pair:
                level = _pulse(t) if seat.seat == view.who else FULL if seat.is_in else LOW
                _fill(frame, self._map.seats[seat.pair - 1], glow(LAMPS[seat.colour], level))

    def _leds(self, space: str) -> Sequence[int]:
        return self._map.spaces.get(space, ())


def _shares(
    seats: Sequence[Seat], leds: Sequence[int], colours: Mapping[Seat, str], t: float
) -> Iterator[tuple[Seat, Sequence[int], float]]:
    """What each token of one space has of its LEDs, and how bright; if they are too few, all of them in turn."""
    beat = int(t // BEAT)
    if len(leds) < len(seats):
        yield seats[beat // TURN % len(seats)], leds, FULL
        return
    for index, seat in enumerate(seats):
        part = leds[index * len(leds) // len(seats) : (index + 1) * len(leds) // len(seats)]
        yield seat, part, FULL if is_lit(colours[seat], beat) else LOW


def _pulse(t: float) -> float:
    return LOW + (FULL - LOW) * (1 + cos(tau * t / PULSE)) / 2


def _fill(frame: list[Light], leds: Iterable[int], light: Light) -> None:
    for led in leds:
        frame[led] = light


def in_order(colours: bytes, order: str) -> bytes:
    """Red, green and blue of each LED, in the order in which a strip takes them: `grb` puts green first."""
    if order == RGB:
        return colours
    channels = {colour: colours[at::3] for at, colour in enumerate(RGB)}
    return bytes(chain.from_iterable(zip(*(channels[colour] for colour in order), strict=True)))


def limited(frame: Sequence[Light], milliamps: int) -> bytes:
    """The frame in bytes, all of it darker by the same share if it would draw too much."""
    channels = list(chain.from_iterable(frame))
    share = min(1.0, milliamps / max(CHANNEL * sum(channels), 1.0))
    return bytes(int(255 * share * channel) for channel in channels)
