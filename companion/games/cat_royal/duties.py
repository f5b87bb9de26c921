"""What people do with the real thing, or the box for them."""

from typing import Final

import msgspec

from companion.kit.setup import Duty, Who
from companion.kit.text import text

DUTIES: Final = (Duty("cards", beside_a_board="table", said=text("Cards")),)


class Duties(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who does it; lots are always the box's."""

    cards: Who = "box"
    """Of real ones the box knows those that have been played."""
