"""What is agreed before the first card: the header of the game record, and the set-ups that it refuses."""

from __future__ import annotations

from typing import Final

from companion.games.cat_royal.booklet import DECK, STARTS, Board
from companion.games.cat_royal.duties import Duties
from companion.games.cat_royal.options import PRESETS, Options
from companion.kit.errors import BadChoice
from companion.kit.event import Card
from companion.kit.rulebooks import check_rulebook
from companion.kit.seats import Player, Seat
from companion.kit.setup import check_commitment, check_seats
from companion.kit.value import Value

PARTNERED: Final = 4
"""How many seats play two against two."""
LAST_DEAL: Final = 100
"""How many deals a game has at most, unless its owner chooses otherwise."""


class Setup(Value, frozen=True, forbid_unknown_fields=True):
    """Everything agreed before the first card: the header of the game record."""

    rulebook: str
    options: Options
    duties: Duties
    seats: tuple[Player, ...]
    first: Seat
    """Who starts the first deal."""
    board: Board
    deck: dict[Card, int]
    last_deal: int
    commitment: str | None
    """SHA-256 of the seed of the box's lots, hexadecimal; `None` without a sealed seed."""

    def starter(self, deal: int) -> Seat:
        """Who starts a deal: always the first seat, or each time the next seat clockwise."""
        if self.options.starter == "fixed":
            return self.first
        return (self.first + deal - 2) % len(self.seats) + 1

    def __post_init__(self) -> None:
        """Refuse a set-up that nobody could play."""
        check_seats(self.seats, range(2, 5), self.first)
        colours = [player.colour for player in self.seats]
        if colours != [colour for colour in STARTS if colour in colours]:
            raise BadChoice(f"colours must be different, in the order {', '.join(STARTS)}, not {', '.join(colours)}")
        check_rulebook(self.rulebook, PRESETS)
        if self.options.partners != "none" and len(self.seats) != PARTNERED:
            raise BadChoice(f"partners need {PARTNERED} seats, not {len(self.seats)}")
        check_commitment(self.commitment)
        if self.last_deal not in range(1, 1000):
            raise BadChoice(f"last_deal must be from 1 to 999, not {self.last_deal}")
        if self.board != Board():
            raise BadChoice("there is one board only, with its start fields and its first wormholes")
        if self.deck != DECK:
            raise BadChoice(f"there is one deck only, of {sum(DECK.values())} cards")
