"""The lights beside the track: where each token stands, whose turn it is, who is in.

Laws: the picture is a function of the views shown and of the time asked for; the strip never draws more current than it
is allowed. Where a token is seen meanwhile, `trips` says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import cos, tau
from typing import Final, assert_never

from companion.faces.lamps import BEAT, DARK, FAINT, FULL, GOAL, LAMPS, LOW, MARKS, RHYTHMS, Light, glow, is_lit
from companion.faces.trips import Seen, moved
from companion.kit.seats import COLOURS, Seat
from companion.kit.view import Space, Token, Track, View

SEATS: Final = 6
FRAME: Final = 1 / 25
"""Seconds between two pictures while something moves."""
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
        self._tokens = {key: moved(self._tokens.get(key), token, view.track, t) for key, token in seen.items()}
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
        """Who is in, or which keys type something, whoever sits there; who is asked pulses."""
        for pair, colour in enumerate(COLOURS[: len(view.keys)], 1):
            _fill(frame, self._map.seats[pair - 1], glow(LAMPS[colour], FULL))
        for seat in view.seats:
            if seat.pair:
                is_on = seat.pair <= len(view.keys) if view.keys else seat.is_in
                level = _pulse(t) if seat.seat == view.who else FULL if is_on else LOW
                _fill(frame, self._map.seats[seat.pair - 1], glow(LAMPS[seat.colour], level))

    def _leds(self, space: str) -> Sequence[int]:
        return self._map.spaces.get(space, ())


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
