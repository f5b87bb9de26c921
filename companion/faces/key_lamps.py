"""The lights in the keys: a key shines while a press of it does something.

Laws: the keys of the seats that are asked pulse between full and half the light, as their seats do; all others stay
below a fifth. While nobody is asked and every seat may press, all keys that do something shine alike and steadily.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.faces.lamps import BESIDE, DARK, LAMPS, WAITING, Light, Manner, glow
from companion.faces.stage import LedStage, LightStroke
from companion.kit.seats import COLOURS
from companion.kit.view import Legend

NOBODYS: Final[Light] = LAMPS["white"]
"""At a pair of keys where nobody sits yet."""


def strokes(stage: LedStage, manner: Manner, brightest: float, t: float) -> Iterator[LightStroke]:
    """The lights in all keys; `brightest`: the level of a key at full light, 0 ... 1."""
    if not stage.keys:
        return
    view = stage.view
    for leds in stage.keys:
        yield leds, DARK
    for leds, colour in zip(stage.keys, COLOURS[: len(view.keys)], strict=False):
        yield leds[:1], glow(stage.palette[colour], brightest * BESIDE)
    if view.legend is None:
        return
    lamps = {seat.pair: stage.lamps[seat.seat] for seat in view.seats if not view.asked or seat.seat in view.asked}
    if not view.asked and not view.track.tokens:  # before a game, whoever comes may press
        lamps = dict.fromkeys(range(1, len(stage.keys) + 1), NOBODYS) | lamps
    level = brightest * (manner.asked(t) if view.asked else WAITING)
    for pair, leds in enumerate(stage.keys, 1):
        if pair in lamps:
            yield _active(view.legend, leds), glow(lamps[pair], level)


def _active(legend: Legend, leds: Sequence[int]) -> Sequence[int]:
    """The LEDs of the keys that do something; a single one shines for both keys."""
    active = (
        legend.green_tap is not None or legend.green_hold is not None,
        legend.red_tap is not None or legend.red_hold is not None,
    )
    if len(leds) < len(active):
        return leds if any(active) else ()
    return [led for led, does in zip(leds, active, strict=True) if does]
