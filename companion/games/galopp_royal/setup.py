"""What is agreed before the first card: the header of the game record, and the set-ups that it refuses."""

from __future__ import annotations

from companion.games.galopp_royal.booklet import DECK, PRESETS, TEAM, Board, Options
from companion.games.galopp_royal.duties import Duties
from companion.kit.errors import BadChoice
from companion.kit.event import Card
from companion.kit.money import Coins
from companion.kit.rulebooks import check_rulebook
from companion.kit.seats import Player, Seat
from companion.kit.setup import check_commitment, check_seats
from companion.kit.value import Value


class Setup(Value, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything agreed before the first card: the header of the game record."""

    rulebook: str
    options: Options
    duties: Duties
    seats: tuple[Player, ...]
    first: Seat
    """The smallest player."""
    capital: Coins
    board: Board
    deck: dict[Card, int] | None
    """The number of cards of each bearer; `None`: real cards that nobody has counted."""
    commitment: str | None
    """SHA-256 of the seed of the box's dice and shuffles, hexadecimal; `None` if the box draws nothing."""
    deck_confirmed: bool = False
    """Somebody has counted a deck with another number of cards than the printed one."""

    def __post_init__(self) -> None:
        """Refuse a set-up that nobody could play."""
        count = len(self.seats)
        check_seats(self.seats, range(3, 7), self.first)
        colours = [player.colour for player in self.seats]
        if len(set(colours)) < count:
            raise BadChoice(f"every seat must have a colour of its own, not {', '.join(colours)}")
        check_rulebook(self.rulebook, PRESETS)
        check_commitment(self.commitment)
        if self.capital < 1:  # without coins no first team would ever be sold
            raise BadChoice(f"capital must be 1 or more coins, not {self.capital}")
        if self.deck is None:
            if self.duties.cards == "box":
                raise BadChoice("the box can only deal a deck it knows: deck must name how many there are of each card")
            return
        if set(self.deck) != set(DECK) or min(self.deck.values()) < 0:
            raise BadChoice(f"deck must give a count of 0 or more for each of {', '.join(DECK)}")
        cards, need = sum(self.deck.values()), TEAM * count + 6  # all teams open, and a deal for six in the hands
        if cards < need:
            raise BadChoice(f"{count} seats need a deck of at least {need} cards, not {cards}")
        printed = sum(DECK.values())
        if cards != printed and not self.deck_confirmed:
            raise BadChoice(f"a deck of {cards} cards must be confirmed: the printed one has {printed}")
