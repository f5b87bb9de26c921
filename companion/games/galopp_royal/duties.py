"""The tasks that people do with real things, or the box for them."""

from typing import Final

import msgspec

from companion.kit.setup import Duty, Who
from companion.kit.text import text

DUTIES: Final = (Duty("cards", beside_a_board="table", said=text("Cards")), Duty("die", said=text("Die")))


class Duties(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who does each task; the box is always the bank."""

    cards: Who = "box"
    """Real cards are typed when a team is laid open."""
    die: Who = "box"
