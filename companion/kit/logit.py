"""The chance of each of several seats to win, from a few numbers about each: the conditional logit (McFadden 1974).

Law: the chances sum to 1; a number that all seats share changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def chances(weights: Sequence[float], numbers: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The chance of each seat: proportional to `exp` of the weighted sum of its numbers."""
    sums = [sum([weight * number for weight, number in zip(weights, of, strict=True)]) for of in numbers]
    most = max(sums)
    parts = [exp(each - most) for each in sums]
    whole = sum(parts)
    return tuple([part / whole for part in parts])
