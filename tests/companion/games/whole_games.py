"""Whole games as `companion.testing` plays them, with what only the project's own tests ask for."""

from __future__ import annotations

from hypothesis import Phase, settings

from companion.kit.question import commit
from companion.kit.seats import COLOURS, Player
from companion.kit.setup import Seating, Who
from companion.testing.whole_games import NAMES, SEED

RANDOM = settings(phases=[Phase.explicit, Phase.generate])
"""For properties of whole games; without shrinking, since no luck is smaller than another."""


def some(most: int) -> int:
    """How many examples a slow property takes: `most` in CI, and by default the share of it that the profile has."""
    return max(most * settings().max_examples // 100, 5)


def sitting(seats: int, *, cards: Who = "box", die: Who = "box", first: int = 1, seed: str = SEED) -> Seating:
    """Hans, Pia, Werner … play; the box promises its seed if it draws anything."""
    players = tuple(Player(at, NAMES[at - 1], COLOURS[at - 1]) for at in range(1, seats + 1))
    return Seating(players, first, {"cards": cards, "die": die}, commit(seed) if "box" in (cards, die) else None)
