"""How all seats did from stage to stage of one game, for a page to draw."""

from __future__ import annotations

import msgspec

from companion.kit.text import Text, Wording


class Curve(msgspec.Struct, frozen=True):
    """One quantity that every seat has, stage by stage."""

    name: Text
    """What is counted, and when."""
    stages: tuple[Wording, ...]
    """The name of each point, in at most three characters: the start, then the end of each stage."""
    counts: tuple[tuple[int, ...], ...]
    """For each of these points, the counts of seats 1 … n."""
