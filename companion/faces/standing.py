"""The state of the game as light: the role of each space, the pieces on it, whose turn it is, who is in.

Laws: all pieces on a shared space are seen; at the keys the seats that must act are the brightest at every instant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from companion.faces.lamps import (
    BESIDE,
    BOT,
    DARK,
    FAINT,
    FULL,
    GOAL,
    LOW,
    MARKS,
    OUT,
    WAITING,
    Light,
    Manner,
    glow,
)
from companion.faces.stage import LedStage, LightStroke
from companion.faces.trips import SeenToken
from companion.kit.seats import COLOURS, Seat
from companion.kit.view import SeatView, Space, Token, View


def empty(stage: LedStage) -> Iterator[LightStroke]:
    """The spaces without pieces."""
    for space in stage.view.track.spaces:
        mark = GOAL if space.id in stage.view.track.goals else _mark(stage, space)
        yield stage.spaces[space.id], glow(mark, FAINT)


def _mark(stage: LedStage, space: Space) -> Light:
    """The light of an empty space, by its role."""
    if space.role == "start" and space.colour:
        return stage.palette[space.colour]
    return MARKS.get(space.role, DARK)


def pieces(stage: LedStage, tokens: Iterable[SeenToken], manner: Manner, t: float) -> Iterator[LightStroke]:
    """All pieces that stand on a space, and the space to which a drafted piece would move."""
    standing: dict[str, list[SeenToken]] = defaultdict(list)
    aims: dict[str, list[Light]] = defaultdict(list)
    for seen in tokens:
        if not seen.is_running(t):
            standing[seen.space(t)].append(seen)
        if seen.token.aim:
            aims[seen.token.aim].append(stage.lamps[seen.token.seat])
    for space in dict.fromkeys((*standing, *aims)):
        leds, there = stage.spaces.get(space, ()), standing[space]
        if aims[space] or len(leds) < len(there):
            lights = [_light(stage, seen, _level_in_turn(seen.token, stage.view.who), t) for seen in there]
            yield from _in_turn(leds, aims[space], lights, manner, t)
        else:
            for part, seen in zip(_parts(leds, len(there)), there, strict=True):
                yield part, _light(stage, seen, _level(stage, seen.token, manner, t), t)


def running(stage: LedStage, tokens: Iterable[SeenToken], t: float) -> Iterator[LightStroke]:
    """All pieces that are moving."""
    for seen in tokens:
        if seen.is_running(t):
            yield stage.spaces.get(seen.space(t), ()), stage.lamps[seen.token.seat]


def seats(stage: LedStage, manner: Manner, t: float) -> Iterator[LightStroke]:
    """The lights at the keys: the seats that are in, or only the keys that type something; the asked seats pulse."""
    for leds, colour in zip(stage.pairs, COLOURS[: len(stage.view.keys)], strict=False):
        yield leds, glow(stage.palette[colour], BESIDE)
    for seat in stage.view.seats:
        yield stage.seats[seat.seat], glow(stage.lamps[seat.seat], _seat_level(seat, stage.view, manner, t))


def asking(stage: LedStage, effect: Iterable[LightStroke], manner: Manner, t: float) -> Iterator[LightStroke]:
    """An effect while somebody is asked: at the keys it is faint, and the asked seats still pulse."""
    keys = {led for leds in stage.seats.values() for led in leds}
    for leds, light in effect:
        yield leds, glow(light, FAINT) if keys.issuperset(leds) else light
    for seat in stage.view.asked:
        yield stage.seats[seat], glow(stage.lamps[seat], manner.asked(t))


def _seat_level(seat: SeatView, view: View, manner: Manner, t: float) -> float:
    if seat.seat in view.asked:
        return manner.asked(t)
    if view.keys:
        return BESIDE if seat.pair <= len(view.keys) else 0.0
    if seat.is_in:
        return (BESIDE if view.asked else WAITING) * (BOT if seat.is_bot else 1.0)
    return 0.0 if seat.sits_out else OUT


def _light(stage: LedStage, seen: SeenToken, level: float, t: float) -> Light:
    return glow(stage.lamps[seen.token.seat], level * seen.level(t))


def _parts(leds: Sequence[int], count: int) -> list[Sequence[int]]:
    return [leds[at * len(leds) // count : (at + 1) * len(leds) // count] for at in range(count)]


def _in_turn(
    leds: Sequence[int], aims: list[Light], there: list[Light], manner: Manner, t: float
) -> Iterator[LightStroke]:
    """Pieces that would come and those there take turns on all LEDs; if none is there, the empty space has a turn."""
    turn = manner.turn_of(len(aims) + max(len(there), 1), t)
    for light in [*aims, *there][turn : turn + 1]:
        yield leds, light


def _level_in_turn(token: Token, who: Seat | None) -> float:
    """The brightness of a token that shares its LEDs: it does not pulse and has no rhythm."""
    if token.mark == "dimmed":
        return LOW
    return FULL if _is_next(token, who) else WAITING


def _level(stage: LedStage, token: Token, manner: Manner, t: float) -> float:
    """The brightness of a token, by what it means now."""
    match token.mark:
        case "able" | "steady":
            return WAITING
        case "dimmed":
            return LOW
        case "drafted" | None:
            is_next = _is_next(token, stage.view.who)
            return manner.piece(t) if is_next else manner.rhythm(stage.colours[token.seat], t)
        case _ as never:
            assert_never(never)


def _is_next(token: Token, who: Seat | None) -> bool:
    """Whether the token is about to move."""
    return token.mark == "drafted" or (token.mark is None and token.seat == who)
