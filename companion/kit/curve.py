"""How all seats have fared from stage to stage of one game, for a page to draw."""

from __future__ import annotations

import msgspec

from companion.kit.text import Text, Wording


class Curve(msgspec.Struct, frozen=True):
    """Something that every seat has more or less of."""

    name: Text
    """What is counted, and when."""
    stages: tuple[Wording, ...]
    """What each stage is called, in at most three characters: before the first one, and after each."""
    counts: tuple[tuple[int, ...], ...]
    """At each stage: of seats 1 … n."""
