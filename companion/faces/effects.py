"""The effects of the lights: each cue plays one over the picture for a moment, then the picture is back.

Laws: only the effect at the end of a game lasts longer than `LONGEST`, so players soon see again whose turn it is; no
LED flashes more than three times a second; calm lights do not blink, run or splash.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from math import inf
from typing import Final, NamedTuple, TypeAlias

from companion.faces.lamps import BEAT, DARK, FULL, LOW, WAITING, Light, glow, is_lit, swing
from companion.faces.stage import LedStage, LightStroke
from companion.kit.seats import Seat
from companion.kit.view import Cue, CueMoment

LONGEST: Final = 1.5
"""Seconds."""
GLINT: Final[Light] = (1.0, 1.0, 1.0)
WATER: Final[Light] = (0.25, 0.6, 1.0)
SPOTLIGHT: Final = 1.25
"""Seconds."""

# Seats one after the other: seconds from one to the next, and seconds of each.
SHIMMER_STEP: Final = 0.14
SHIMMER: Final = 0.8
GOING: Final = 0.5
"""Seconds of each of the two beats before a sale."""
SWEEP: Final = 0.5
"""Seconds in which the buyer's colour runs over all seats."""

# Rings around a trap: seconds from space to space, seconds of each, and how far they go.
RING_STEP: Final = 0.15
RING: Final = 0.5
RINGS: Final = 5

# A finish: seconds in which the winner's light runs over the track.
FILM: Final = 1.1

# The end: seconds along the track, seconds of the light's tail, seconds of a breath, and its highest level.
LED_STEP: Final = 0.03
SHORTEST_RUN: Final = 1.0
LONGEST_RUN: Final = 2.0
TAIL: Final = 0.4
BREATH: Final = 4.0
SOFT: Final = 0.6

# Looking back: seconds from the left end to the right, seconds in all, and seconds in which it comes and goes.
LOOK_RUN: Final = 8.0
LOOK_BACK: Final = 14.0
FADE: Final = 0.75

PaintEffect: TypeAlias = Callable[[LedStage, Sequence[Seat], str, float], Iterator[LightStroke]]
"""Gives what shines, from the stage, the seats of the cue, the `Space.id` of their last piece, and the age."""


class Effect(NamedTuple):
    """The effect of a moment."""

    lasts: float
    """Seconds."""
    paint: PaintEffect


def effect_of(moment: CueMoment, *, calm: bool) -> Effect | None:
    """The effect of this moment; `None`: it has none."""
    return (CALM if calm else LIVELY).get(moment)


def strokes(effect: Effect, cue: Cue, stage: LedStage, at: str, age: float) -> Iterator[LightStroke]:
    """What shines over the picture `age` seconds after the beginning; `at`: where the cue's piece has arrived."""
    seats = {seat.seat: seat.is_in for seat in stage.view.seats}
    whose = [seat for seat, is_in in seats.items() if seat == cue.seat or (cue.seat is None and is_in)]
    return effect.paint(stage, whose, at, age) if whose else iter(())


# --- beat by beat ----------------------------------------------------------------------------------------------------


def _signal(beats: str, *, on_space: bool = False) -> Effect:
    """An effect from its beats: dark, low, full or a white glint; at the keys, or on the space of the piece."""

    def paint(stage: LedStage, whose: Sequence[Seat], at: str, age: float) -> Iterator[LightStroke]:
        beat = beats[min(int(age / BEAT), len(beats) - 1)]
        is_there = on_space and at in stage.those("podium", "goal")
        for seat in whose:
            lights = {"#": stage.lamps[seat], "-": glow(stage.lamps[seat], LOW), ".": DARK, "*": GLINT}
            yield stage.spaces[at] if is_there else stage.seats[seat], lights[beat]

    return Effect(BEAT * len(beats), paint)


# --- at the seats ----------------------------------------------------------------------------------------------------


def _between(share: float) -> float:
    """A level between low and full."""
    return LOW + (FULL - LOW) * share


def _shimmers(stage: LedStage, whose: Sequence[Seat], _at: str, age: float) -> Iterator[LightStroke]:
    for nth, seat in enumerate(whose):
        if 0 <= (since := age - nth * SHIMMER_STEP) < SHIMMER:
            yield stage.seats[seat], glow(stage.lamps[seat], _between(swing(since, SHIMMER)))


def _sells(stage: LedStage, whose: Sequence[Seat], _at: str, age: float) -> Iterator[LightStroke]:
    """Going once, going twice; then the buyer's colour runs over all seats, clockwise from its own."""
    buyer = whose[0]
    if age < 2 * GOING:
        shown = [seat.seat for seat in stage.view.seats if not seat.sits_out or seat.seat == buyer]
        yield from _all_at(_between(swing(age, GOING)), stage, shown)
        return
    order = sorted(stage.seats, key=lambda seat: (seat < buyer, seat))
    for seat in order[: int((age - 2 * GOING) / SWEEP * len(order)) + 1]:
        yield stage.seats[seat], stage.lamps[buyer]


def _all_at(level: float, stage: LedStage, seats: Sequence[Seat]) -> Iterator[LightStroke]:
    for seat in seats:
        yield stage.seats[seat], glow(stage.lamps[seat], level)


def _spotlight(stage: LedStage, whose: Sequence[Seat], _at: str, _age: float) -> Iterator[LightStroke]:
    for seat, leds in stage.seats.items():
        yield leds, stage.lamps[seat] if seat in whose else DARK


def _swells(stage: LedStage, whose: Sequence[Seat], _at: str, age: float) -> Iterator[LightStroke]:
    return _all_at(WAITING + (FULL - WAITING) * swing(age, LONGEST), stage, whose)


# --- on the track ----------------------------------------------------------------------------------------------------


def _splashes(stage: LedStage, _whose: Sequence[Seat], _at: str, age: float) -> Iterator[LightStroke]:
    """Rings spread from the trap over its neighbours."""
    for distance, spaces in enumerate(_rings(stage, stage.those("trap"))):
        if distance and 0 <= (since := age - (distance - 1) * RING_STEP) < RING:
            for space in spaces:
                yield stage.spaces.get(space, ()), glow(WATER, swing(since, RING))


def _rings(stage: LedStage, middle: Sequence[str]) -> list[set[str]]:
    """The spaces at each distance, in any direction: at 0 steps, at 1 step, and so on."""
    beside: dict[str, set[str]] = defaultdict(set)
    for space in stage.view.track.spaces:
        for after in space.after:
            beside[space.id].add(after)
            beside[after].add(space.id)
    rings, seen = [{*middle}], {*middle}
    for _ in range(RINGS):
        rings.append({after for space in rings[-1] for after in beside[space]} - seen)
        seen |= rings[-1]
    return rings


def _falls_through(stage: LedStage, whose: Sequence[Seat], _at: str, age: float) -> Iterator[LightStroke]:
    for hole in stage.those("hole"):
        yield stage.spaces[hole], glow(stage.lamps[whose[0]], _between(swing(age, LONGEST / 2)))


def _finishes(stage: LedStage, whose: Sequence[Seat], _at: str, age: float) -> Iterator[LightStroke]:
    """A light in the winner's colour runs once over the whole track."""
    spans = [leds for leds in stage.spaces.values() if leds]
    for nth, leds in enumerate(spans):
        if (level := _passing(age - TAIL / 2 - FILM * nth / len(spans))) >= LOW:
            yield leds, glow(stage.lamps[whose[0]], level)


# --- the end ---------------------------------------------------------------------------------------------------------


def _wins(stage: LedStage, whose: Sequence[Seat], at: str, age: float) -> Iterator[LightStroke]:
    """A light runs along the whole track and back; then it is remembered until somebody presses a key."""
    spans = [leds for leds in stage.spaces.values() if leds]
    there_s = min(max(len(spans) * LED_STEP, SHORTEST_RUN), LONGEST_RUN)
    if age >= 2 * there_s + TAIL:
        yield from _remembers(stage, whose, at, age - 2 * there_s - TAIL)
        return
    for nth, leds in enumerate(spans):
        there_at = TAIL / 2 + there_s * nth / len(spans)
        back_at = TAIL + 2 * there_s - there_at
        if (level := max(LOW if age >= there_at else 0.0, _passing(age - there_at), _passing(age - back_at))) >= LOW:
            yield leds, glow(stage.lamps[whose[nth * len(whose) // len(spans)]], level)


def _passing(since: float) -> float:
    """The level of a soft light that passed here `since` seconds ago (negative: it is still to come)."""
    return swing(since + TAIL / 2, TAIL) if abs(since) < TAIL / 2 else 0.0


def _breathes(stage: LedStage, whose: Sequence[Seat], _at: str, age: float) -> Iterator[LightStroke]:
    """All lights in the winner's colour; if there are several winners, in their colours in turn."""
    lamp = stage.lamps[whose[int(age / BREATH) % len(whose)]]
    light = glow(lamp, LOW + (SOFT - LOW) * swing(age, BREATH))
    for leds in chain(stage.spaces.values(), stage.seats.values()):
        yield leds, light


def _remembers(
    stage: LedStage, whose: Sequence[Seat], at: str, age: float, run_s: float = LOOK_RUN
) -> Iterator[LightStroke]:
    """Everything breathes, twice or once for each winner; then the track looks back; and again."""
    breaths_s = BREATH * max(2, len(whose))
    since = age % (breaths_s + LOOK_BACK) - breaths_s
    spans = [leds for leds in stage.spaces.values() if leds]
    if not spans or not stage.ahead:
        yield from _breathes(stage, whose, at, age)
    elif since < 0:
        yield from _breathes(stage, whose, at, since + breaths_s)
    else:
        yield from _looks_back(stage, spans, since, run_s)


def _looks_back(stage: LedStage, spans: Sequence[Sequence[int]], since: float, run_s: float) -> Iterator[LightStroke]:
    """Who was ahead when: the game goes along the track in `run_s` seconds, in the rhythm of each leader if that is not
    0; the brighter, the further ahead."""
    share = min(1.0, since / FADE, (LOOK_BACK - since) / FADE)
    for nth, leds in enumerate(spans):
        seat, by = stage.ahead[nth * len(stage.ahead) // len(spans)]
        is_dim = run_s and not is_lit(stage.colours[seat], int(since // BEAT))
        level = LOW if is_dim else _between(by)
        yield leds, glow(stage.lamps[seat], share * level) if since * len(spans) >= run_s * nth else DARK


LIVELY: Final[dict[CueMoment, Effect]] = {
    "deal": Effect(LONGEST, _shimmers),
    "offer": _signal(".#."),
    "out": _signal("--..."),
    "sold": Effect(2 * GOING + SWEEP, _sells),
    "trap": Effect(RING_STEP * (RINGS - 1) + RING, _splashes),
    "caught": _signal("..--##"),
    "hole": Effect(LONGEST, _falls_through),
    "place": _signal("#.#.#.", on_space=True),
    "last": _signal("--##--"),
    "finish": Effect(FILM + TAIL, _finishes),
    "paid": _signal("*-*-*#"),
    "verdict": Effect(SPOTLIGHT, _spotlight),
    "win": Effect(inf, _wins),
}
"""A run needs no effect: the moving piece is seen by itself."""

CALM: Final[dict[CueMoment, Effect]] = dict.fromkeys(LIVELY, Effect(LONGEST, _swells)) | {
    "win": Effect(inf, partial(_remembers, run_s=0.0))
}
