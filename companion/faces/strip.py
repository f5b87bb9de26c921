"""The lights beside the track: where each token stands, whose turn it is, who is in.

Laws: the picture is a function of the views shown and of the time asked for; a token is seen at one space at a time,
and goes its way once, however often it is shown; the strip never draws more current than it is allowed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import cos, tau
from typing import Final, NamedTuple, assert_never

from companion.faces.lamps import BEAT, DARK, FAINT, FULL, GOAL, LAMPS, LOW, MARKS, RHYTHMS, Light, glow, is_lit
from companion.kit.seats import Seat
from companion.kit.view import Space, Token, Track, View

SEATS: Final = 6
FRAME: Final = 1 / 25
"""Seconds between two pictures while something moves."""
FADE: Final = 0.6
"""Seconds until a token that did not go there has faded out where it was and in where it is."""
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


class Trip(NamedTuple):
    """A token on its way, or fading from one space to another."""

    path: tuple[str, ...]
    """Every space from the old one to the new one, both included; if it fades, only these two."""
    since: float
    pace: float
    """Seconds it is seen at each space."""
    fades: bool = False

    def space(self, t: float) -> str:
        """Where it is seen."""
        return self.path[self._at(t)]

    def rest(self, t: float) -> tuple[str, ...]:
        """The spaces from there on."""
        return self.path[self._at(t) :]

    def level(self, t: float) -> float:
        """How bright it is seen, 0 ... 1."""
        return min(abs(1 - (t - self.since) / self.pace), 1.0) if self.fades else 1.0

    @property
    def end(self) -> float:
        """When it has arrived, and is wholly seen."""
        return self.since + self.pace * (len(self.path) - (not self.fades))

    def is_over(self, t: float) -> bool:
        """Whether it has."""
        return t >= self.end

    def _at(self, t: float) -> int:
        return min(self._step(t), len(self.path) - 1)

    def _step(self, t: float) -> int:
        return int((t - self.since) / self.pace)


class Seen(NamedTuple):
    """A token, and the trips that bring it to its space, one after the other; none: it appeared there."""

    token: Token
    trips: tuple[Trip, ...] = ()

    def trip(self, t: float) -> Trip | None:
        """The one it is on, or has been on last."""
        return next((trip for trip in self.trips if not trip.is_over(t)), self.trips[-1] if self.trips else None)

    def space(self, t: float) -> str:
        """Where it is seen."""
        trip = self.trip(t)
        return trip.space(t) if trip else self.token.space

    def level(self, t: float) -> float:
        """How bright it is seen, 0 ... 1."""
        trip = self.trip(t)
        return trip.level(t) if trip else 1.0

    def is_moving(self, t: float) -> bool:
        """It runs or fades."""
        return any(not trip.is_over(t) for trip in self.trips)

    def is_running(self, t: float) -> bool:
        """It is on its way."""
        trip = self.trip(t)
        return trip is not None and not trip.fades and not trip.is_over(t)

    def rest(self, t: float) -> tuple[str, ...]:
        """Where it is seen and, if it runs, the spaces from there on."""
        trip = self.trip(t)
        return trip.rest(t) if trip and self.is_running(t) else (self.space(t),)


class Lights:
    """Draws the newest view for any time after it was shown; `t` is in seconds of any steady clock."""

    def __init__(self, strip_map: StripMap, milliamps: int = 1500, order: str = RGB) -> None:
        """`order`: in which the strip takes the three colours."""
        self._map = strip_map
        self._milliamps = milliamps
        self._order = order
        self._view: View | None = None
        self._tokens: dict[tuple[Seat, str], Seen] = {}
        """By seat and piece."""
        self._drawn_at = 0.0

    def show(self, view: View, t: float) -> None:
        """Take the newest view; tokens that stand elsewhere than they were last seen go their way there, or fade."""
        seen = {(token.seat, token.piece): token for token in view.track.tokens}
        self._tokens = {key: _moved(self._tokens.get(key), token, view.track, t) for key, token in seen.items()}
        self._view, self._drawn_at = view, t

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
        is_drafted = any(token.mark == "drafted" for token in tokens)
        if self._view.who is not None or is_drafted or any(seen.is_moving(t) for seen in self._tokens.values()):
            return t + FRAME
        colours = {seat.seat: seat.colour for seat in self._view.seats}
        is_shared = len({token.space for token in tokens}) < len(tokens)
        if is_shared or any(token.mark is None and "." in RHYTHMS[colours[token.seat]] for token in tokens):
            return (t // BEAT + 1) * BEAT
        return None

    def _draw_track(self, view: View, frame: list[Light], t: float) -> None:
        colours = {seat.seat: seat.colour for seat in view.seats}
        for space in view.track.spaces:
            mark = GOAL if space.id in view.track.goals else _mark(space)
            _fill(frame, self._leds(space.id), glow(mark, FAINT))
        standing: dict[str, list[Seen]] = defaultdict(list)
        for seen in self._tokens.values():
            if not seen.is_running(t):
                standing[seen.space(t)].append(seen)
        for space_id, tokens in standing.items():
            for seen, leds, rhythm in _shares(tokens, self._leds(space_id), colours, t):
                level = _level(seen.token, view.who, rhythm, t) * seen.level(t)
                _fill(frame, leds, glow(LAMPS[colours[seen.token.seat]], level))
        for seen in self._tokens.values():
            lamp = LAMPS[colours[seen.token.seat]]
            if seen.is_running(t):
                _fill(frame, self._leds(seen.space(t)), lamp)
            if seen.token.aim and int(t // BEAT) // TURN % 2 == 0:
                _fill(frame, self._leds(seen.token.aim), lamp)

    def _draw_seats(self, view: View, frame: list[Light], t: float) -> None:
        for seat in view.seats:
            if seat.pair:
                level = _pulse(t) if seat.seat == view.who else FULL if seat.is_in else LOW
                _fill(frame, self._map.seats[seat.pair - 1], glow(LAMPS[seat.colour], level))

    def _leds(self, space: str) -> Sequence[int]:
        return self._map.spaces.get(space, ())


def _moved(seen: Seen | None, token: Token, track: Track, t: float) -> Seen:
    """The token as it is seen from `t` on: a run under way is finished first, then it goes its way, then it fades."""
    if seen is None:
        return Seen(token)
    old = seen.token
    is_round = token.way != old.way and len(token.way) > 1 and token.way[0] == token.space
    if token.space == old.space and not is_round:
        return Seen(token, seen.trips)
    path = _path(seen, token, t)
    steps = len(path) - 1
    run = Trip(path, t, track.step_s if track.run_s is None else min(track.step_s, track.run_s / max(steps, 1)))
    if path[-1] == token.space:
        return Seen(token, (run,))
    is_there = any(space.id == path[-1] for space in track.spaces)
    fade = Trip((path[-1], token.space), run.end, FADE / 2, fades=True)
    return Seen(token, (run, fade) if is_there else ())


def _path(seen: Seen, token: Token, t: float) -> tuple[str, ...]:
    """The spaces a token now runs through, from where it is seen; if they do not lead to its own, it fades there."""
    here = seen.space(t)
    if not token.way:
        return seen.rest(t)
    trip = seen.trip(t)
    ways = (seen.token.way, trip.path if trip and not trip.fades else ())
    path = _ahead(seen.rest(t), token.way)
    return path or next((back for way in ways if (back := _back(way, here, token.space))), (here,))


def _ahead(rest: tuple[str, ...], way: tuple[str, ...]) -> tuple[str, ...] | None:
    """On along the rest of an old way, to where it meets the new one; `None`: it does not."""
    meets = next((at for at, space in enumerate(rest) if space in way), None)
    return None if meets is None else rest[:meets] + way[way.index(rest[meets]) :]


def _back(way: tuple[str, ...], here: str, there: str) -> tuple[str, ...] | None:
    """The part of an old way from `here` back to `there`; `None`: it did not come through there."""
    came = way[: way.index(here) + 1] if here in way else ()
    return came[came.index(there) :][::-1] if there in came else None


def _shares(
    tokens: Sequence[Seen], leds: Sequence[int], colours: Mapping[Seat, str], t: float
) -> Iterator[tuple[Seen, Sequence[int], float]]:
    """What each token of one space has of its LEDs, and how bright; if they are too few, all of them in turn."""
    beat = int(t // BEAT)
    if len(leds) < len(tokens):
        yield tokens[beat // TURN % len(tokens)], leds, FULL
        return
    for index, seen in enumerate(tokens):
        part = leds[index * len(leds) // len(tokens) : (index + 1) * len(leds) // len(tokens)]
        yield seen, part, FULL if is_lit(colours[seen.token.seat], beat) else LOW


def _level(token: Token, who: Seat | None, rhythm: float, t: float) -> float:
    """How bright a token is for what it means now."""
    match token.mark:
        case "drafted":
            return _pulse(t)
        case "able" | "steady":
            return FULL
        case "dimmed":
            return LOW
        case None:
            return _pulse(t) if token.seat == who else rhythm
        case _ as never:
            assert_never(never)


def _mark(space: Space) -> Light:
    """What an empty space glows in, for its role."""
    if space.role == "start" and space.colour:
        return LAMPS[space.colour]
    return MARKS.get(space.role, DARK)


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
