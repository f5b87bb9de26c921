"""What people do with the real thing, or the box for them."""

from typing import Final

import msgspec

from companion.kit.setup import Duty, Who
from companion.kit.text import text

DUTIES: Final = (Duty("cards", beside_a_board="table", said=text("Cards")), Duty("die", said=text("Die")))


class Duties(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who does it; the bank is always the box's."""

    cards: Who = "box"
    """Real ones are typed in when a team is laid open."""
    die: Who = "box"
