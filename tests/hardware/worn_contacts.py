"""A worn contact as an oscilloscope sees it: bursts where it closes and opens, a crack in the middle of a long hold.

Seeded, so that a failure can be seen again. Its bursts last as long as the debounce allows for.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeAlias

Raw: TypeAlias = tuple[float, bool]
"""A time, and whether the line says from then on that the key is down."""

MAKE_S = 0.005
"""The longest burst of a contact that closes."""
BREAK_S = 0.024
"""The longest burst of one that opens: it may bounce for milliseconds, but is never open for 25 ms in between."""
MOST_BOUNCES = 12
CRACK_S = 0.02
"""The longest opening while it is held."""


def worn(rng: Random, presses: Iterable[tuple[float, float]]) -> list[Raw]:
    """The edges of such a contact when a finger goes down and up at these times."""
    raw: list[Raw] = []
    for down, up in presses:
        raw += _burst(rng, down, True, MAKE_S)
        if up - down > 10 * CRACK_S:
            middle = rng.uniform(down + 2 * CRACK_S, up - 2 * CRACK_S)
            raw += [(middle, False), (middle + rng.uniform(0, CRACK_S), True)]
        raw += _burst(rng, up, False, BREAK_S)
    return raw


def taps(rng: Random, start: float, count: int) -> list[tuple[float, float]]:
    """The times of so many quick taps, one after another."""
    presses, t = [], start
    for _ in range(count):
        down, t = t, t + rng.uniform(0.03, 0.2)
        presses.append((down, t))
        t += rng.uniform(0.06, 0.3)
    return presses


def noise(rng: Random, start: float, seconds: float, hertz: float = 1000.0) -> Iterator[Raw]:
    """A line with this much noise, evenly spread, from `start` on; at the end the key is up."""
    t = start
    while t < start + seconds:
        for pressed in (True, False):
            yield t, pressed
            t += rng.uniform(0.2, 0.8) / hertz


def _burst(rng: Random, at: float, level: bool, longest: float) -> list[Raw]:
    span = rng.uniform(0, longest)
    times = sorted(rng.uniform(0, span) for _ in range(2 * rng.randrange(MOST_BOUNCES + 1)))
    return [(at + after, level if n % 2 == 0 else not level) for n, after in enumerate([0.0, *times])]
