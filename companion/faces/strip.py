"""The lights beside the track: where each token stands, whose turn it is, who is in, and what has just happened.

Laws: the picture depends only on what was shown and on the time asked for; the strip never draws more current than
allowed; nothing covers a moving piece, or the seat that is asked. `trips` says where a moving token is seen; `effects`
has the effects of cues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from typing import Final

from companion.faces import key_lamps, standing
from companion.faces.effects import Effect, effect_of, strokes
from companion.faces.lamps import BEAT, BEATS, CALM, DARK, LIVELY, Light, is_lit
from companion.faces.palettes import lamps
from companion.faces.stage import LedStage, LightStroke
from companion.faces.trips import SeenToken, moved
from companion.kit.seats import Seat
from companion.kit.view import Ahead, Cue, Palette, Sand, Track, View

SEATS: Final = 6
FRAME: Final = 3 / 64
"""Seconds between two pictures while something moves; exact in binary, so that counting frames is exact."""
PULSE: Final = 2 * FRAME
"""Seconds between two pictures while a light only swells and fades: an eye sees no steps, and a small box rests."""
RGB: Final = "rgb"
CHANNEL: Final = 20.0
"""Milliamperes that one colour of one LED draws at full level."""


@dataclass(frozen=True)
class StripMap:
    """What each LED shows; LEDs are counted from 0 at the plug."""

    spaces: Mapping[str, Sequence[int]]
    """By `Space.id`."""
    seats: Sequence[Sequence[int]]
    """The LEDs of the box's pairs of keys 1 ... 6."""
    length: int = 0
    """How many LEDs the strip has; 0: unknown."""
    keys: Sequence[Sequence[int]] = ()
    """See `LedStage`."""

    @property
    def needed(self) -> int:
        """How many LEDs the strip must have."""
        return 1 + max(chain(*self.spaces.values(), *self.seats, *self.keys), default=-1)

    @property
    def count(self) -> int:
        """How many LEDs get a colour: LEDs that show nothing get dark."""
        return max(self.needed, self.length)

    def with_keys(self, each: int) -> StripMap:
        """The same with the last LEDs of the strip in the keys, `each` in a pair; they show nothing else."""
        first = max(self.needed, self.length - each * SEATS)
        return replace(self, keys=[range(first + at, first + at + each) for at in range(0, each * SEATS, each)])


def lay_out(track: Track, leds_per_space: int = 1, length: int = 0) -> StripMap:
    """One span of LEDs for each space in the order of the track, then one for each of the six seats."""
    spans = [range(n * leds_per_space, (n + 1) * leds_per_space) for n in range(len(track.spaces) + SEATS)]
    spaces = {space.id: span for space, span in zip(track.spaces, spans, strict=False)}
    return StripMap(spaces, spans[-SEATS:], length)


class LightShow:
    """Draws the newest view and cue for any time after they were shown; `t` is in seconds of any steady clock."""

    def __init__(  # noqa: PLR0913  # each is a choice of the owner
        self,
        strip_map: StripMap,
        milliamps: int = 1500,
        order: str = RGB,
        *,
        calm: bool = False,
        key_level: float = 1.0,
        palette: Palette = "bright",
    ) -> None:
        """`order`: the order of the three colours on the strip; `calm`: nothing blinks, sweeps or splashes;
        `key_level`: the level of a key at full light, 0 ... 1; `palette`: the colours of the seats.
        """
        self._map = strip_map
        self._milliamps = milliamps
        self._order = order
        self._manner = CALM if calm else LIVELY
        self._key_level = key_level
        self._palette = lamps(palette)
        self._stage: LedStage | None = None
        self._ground = [DARK] * strip_map.count
        """The picture with empty spaces."""
        self._tokens: dict[tuple[Seat, str], SeenToken] = {}
        """By seat and piece."""
        self._cue: Cue | None = None
        self._effect: Effect | None = None
        """The effect of the cue."""
        self._since = 0.0
        """When the effect begins."""
        self._sand: Sand | None = None

    def show(
        self,
        view: View,
        t: float,
        cue: Cue | None = None,
        ahead: Sequence[Ahead] = (),
        sand: Sand | None = None,
    ) -> None:
        """Take the newest view, cue and sand; tokens that have a new space move there, or fade.

        The effect of a new cue begins when they have arrived. `ahead`: see `LedStage`.
        """
        seen = {(token.seat, token.piece): token for token in view.track.tokens}
        self._tokens = {key: moved(self._tokens.get(key), token, view.track, t) for key, token in seen.items()}
        spaces = {space.id: self._map.spaces.get(space.id, ()) for space in view.track.spaces}
        self._stage = LedStage(view, spaces, self._map.seats, ahead, self._map.keys, self._palette)
        self._ground = painted([DARK] * self._map.count, standing.empty(self._stage))
        self._sand = sand
        if cue != self._cue:
            self._cue = cue
            self._effect = effect_of(cue.moment, calm=self._manner.is_calm) if cue is not None else None
            self._since = max([t, *(seen.rests_at for seen in self._tokens.values())])

    def pressed(self) -> bool:
        """Somebody pressed a key: an endless effect is over; whether there was one."""
        is_endless = self._effect is not None and self._effect.lasts == inf
        if is_endless:
            self._effect = None
        return is_endless

    def copy(self) -> LightShow:
        """The lights as they go on by themselves, for another thread: nothing that is shown later changes them."""
        return copy(self)

    def colours(self, t: float) -> bytes:
        """The picture at `t`: three bytes for each LED, in the strip's order of colours."""
        frame = self._ground if self._stage is None else painted(self._ground, self._strokes(self._stage, t))
        return in_order(limited(frame, self._milliamps), self._order)

    def _strokes(self, stage: LedStage, t: float) -> Iterator[LightStroke]:
        """Everything above the ground, from bottom to top."""
        tokens, manner = self._tokens.values(), self._manner
        if self._sand is not None:
            manner = manner._replace(sand=self._sand)
        yield from standing.pieces(stage, tokens, manner, t)
        yield from standing.seats(stage, manner, t)
        if self._cue is not None and self._effect is not None and 0 <= t - self._since < self._effect.lasts:
            own = [seen for seen in tokens if seen.token.seat == self._cue.seat]
            newest = max(own, key=lambda seen: seen.rests_at, default=None)
            at = newest.token.space if newest is not None else ""
            effect = strokes(self._effect, self._cue, stage, at, t - self._since)
            yield from effect if stage.view.legend is None else standing.asking(stage, effect, manner, t)
        yield from standing.running(stage, tokens, t)
        yield from key_lamps.strokes(stage, manner, self._key_level, t)

    def next_deadline(self, t: float) -> float | None:
        """When the picture of time `t` next changes by itself; `None`: it does not."""
        if self._stage is None:
            return None
        view = self._stage.view
        is_drafted = any(token.mark == "drafted" for token in view.track.tokens)
        is_moving = any(seen.is_moving(t) for seen in self._tokens.values())
        is_played = self._effect is not None and t < self._since + self._effect.lasts
        if is_moving or is_played:
            return _next(t, FRAME)
        if view.asked or is_drafted:
            return _next(t, PULSE)
        return self._next_beat(self._stage, int(t // BEAT))

    def _next_beat(self, stage: LedStage, now: int) -> float | None:
        """When the first beat begins that looks unlike this one: of a rhythm, or when others have their turn."""
        tokens = stage.view.track.tokens
        keeping = {stage.colours[token.seat] for token in tokens if token.mark is None}
        rhythms = [colour for colour in keeping if self._manner.has_rhythm(colour)]
        is_shared = len({token.space for token in tokens}) < len(tokens)

        def look(beat: int) -> tuple[object, ...]:
            return *(is_lit(colour, beat) for colour in rhythms), is_shared and beat // self._manner.turn

        this = look(now)
        return next((BEAT * beat for beat in range(now + 1, now + 1 + BEATS) if look(beat) != this), None)


def _next(t: float, step: float) -> float:
    """The first multiple of a step after `t`: when pictures come does not tell when a key was pressed in secret."""
    return (t // step + 1) * step


def painted(frame: Sequence[Light], strokes: Iterable[LightStroke]) -> list[Light]:
    """The frame with these strokes painted over it."""
    over = [*frame]
    for leds, light in strokes:
        for led in leds:
            over[led] = light
    return over


def in_order(colours: bytes, order: str) -> bytes:
    """The colours of each LED in the strip's order: `grb` puts green first."""
    if order == RGB:
        return colours
    channels = {colour: colours[at::3] for at, colour in enumerate(RGB)}
    return bytes(chain.from_iterable(zip(*(channels[colour] for colour in order), strict=True)))


def limited(frame: Sequence[Light], milliamps: int) -> bytes:
    """The frame in bytes; if it would draw too much current, all of it is darker by the same share."""
    channels = list(chain.from_iterable(frame))
    scale = 255 * min(1.0, milliamps / max(CHANNEL * sum(channels), 1.0))
    return bytes([int(scale * channel) for channel in channels])
