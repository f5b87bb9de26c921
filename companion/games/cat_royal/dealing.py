"""A deal: five cards to each seat once all hands are empty; in some games each seat then puts one figure out."""

from __future__ import annotations

from typing import ClassVar

from companion.games.cat_royal.state import Part, Phase
from companion.kit.seats import Seat


class Dealing(Phase, frozen=True):
    """All hands are empty, and cards are due."""

    part: ClassVar[Part] = "deal"


class SettingOut(Phase, frozen=True):
    """A seat puts one figure on its start field, before the first turn."""

    part: ClassVar[Part] = "deal"

    seat: Seat
