"""The tasks that people do with real things, or the box for them."""

from typing import Final

import msgspec

from companion.kit.setup import Duty, Who
from companion.kit.text import text

DUTIES: Final = (Duty("cards", beside_a_board="table", said=text("Cards")),)


class Duties(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who does each task; the box always draws the lots."""

    cards: Who = "box"
    """Of real cards the box knows only those that have been played."""
