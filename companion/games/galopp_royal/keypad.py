"""What the green keys type, from pair 1 on: bearers of real cards, faces of the real die.

Law: a bearer always has the same key, whichever cards are left in the deck.
"""

from __future__ import annotations

from typing import Final

from companion.games.galopp_royal.booklet import DECK, FACES
from companion.games.galopp_royal.cards import show
from companion.kit.text import verbatim

KINDS: Final = tuple(DECK)
BEARERS: Final = tuple(verbatim(show(kind)) for kind in KINDS)
NUMBERS: Final = tuple(verbatim(str(face)) for face in FACES)
