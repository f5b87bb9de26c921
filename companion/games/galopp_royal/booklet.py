"""The tables of the booklets, in their order, and the differences of the four booklets, as presets.

Laws: nothing here decides anything; the board marks every number as unconfirmed that no booklet gives.
Citations name the booklet and its heading: "de: Der Muschelteich".
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Literal

import msgspec

from companion.kit.errors import BadChoice
from companion.kit.event import Card
from companion.kit.money import Coins

SCHEMER: Final[Card] = "+2/-2"
"""de A1: Schlitzohr. Its owner chooses which chairs it moves; see `race`."""

SPACES: Final[dict[Card, int]] = {"1": 1, "2": 2, "3": 3, "5": 5, "-2": -2}
"""de A1: Bedeutung der Träger. How many spaces each other bearer carries the chair."""

FACES: Final = (1, 2, 3, 4)
"""de B1: the die with three edges; each face calls the bearer on this slot."""

TEAM: Final = 4
CAPITAL: Final[Coins] = 50
LAST_TEAM_PRICE: Final[Coins] = 10
"""de A2: what the last seat without a team pays for the top four cards, good or bad."""

RACES: Final = 6
PLACES: Final = 3
"""Places that win a prize."""

SUBSTITUTES: Final = 2
"""de B6: teams auctioned between two races."""


class DealtCards(msgspec.Struct, frozen=True):
    """How the cards of one team are dealt."""

    hand: int
    """Secret cards for each seat that takes part."""
    open: int
    """Cards laid open beside the board."""
    leave: int
    """How many seats take their card out of the team: the first to pass."""


DEALS: Final[dict[int, DealtCards]] = {
    6: DealtCards(hand=1, open=0, leave=2),
    5: DealtCards(hand=1, open=0, leave=1),
    4: DealtCards(hand=1, open=0, leave=0),
    3: DealtCards(hand=1, open=1, leave=0),
    2: DealtCards(hand=2, open=0, leave=0),
}
"""de A2 and A3: by the number of seats in the auction."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules in which the booklets differ."""

    next_opener: Literal["clockwise", "left_of_winner"] = "clockwise"
    """Who opens the next start auction: the next seat after the previous opener, or after the buyer."""
    schemer: Literal["both", "one_effect"] = "both"
    """Whether the schemer moves its own chair and others, or only one of the two."""
    race_end: Literal["third_place", "last_known"] = "third_place"
    """Whether the third place ends a race (unless the last place is tied), or only a known last place."""
    pond_prize: Literal["three_players", "by_place"] = "three_players"
    """Whether a chair in the pond wins the prize of its place only with three players, or always."""
    start_teams: Literal["at_once", "when_all_have_one"] = "at_once"
    """Whether a start team is laid open when it is bought, or all teams together when every seat has one."""
    open_cash: bool = True
    """Whether everybody sees all purses."""


PRESETS: Final[dict[str, Options]] = {
    "de": Options(),
    "nl": Options(start_teams="when_all_have_one"),
    "en": Options(race_end="last_known"),
    "fr": Options(next_opener="left_of_winner", schemer="one_effect", race_end="last_known"),
}


LONGEST: Final = 200
"""More spaces than any board has; a larger number is a typing mistake."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The race track. Positions count up from the pond, the hindmost space."""

    pond: int = 0
    start: int = 5
    finishes: tuple[int, int, int, int, int, int] = (20, 21, 22, 23, 24, 25)
    """The finish spaces of races 1 … 6."""
    prizes: tuple[tuple[Coins, ...], ...] = (
        (20, 10, 5),
        (25, 12, 6),
        (30, 15, 7),
        (35, 17, 8),
        (40, 20, 10),
        (45, 22, 11),
    )
    """For races 1 … 6: the prizes of places I, II and III. The booklets print those of races 1 and 2 only."""

    def __post_init__(self) -> None:
        """Refuse a board on which no race is possible."""
        ladder = (self.pond, self.start, *self.finishes)
        if any(lower >= higher for lower, higher in pairwise(ladder)):
            raise BadChoice(f"pond, start and the six finishes must rise one after another, not {ladder}")
        if self.finishes[-1] > LONGEST:
            raise BadChoice(f"the last finish must be on a space up to {LONGEST}, not {self.finishes[-1]}")
        if self.pond != 0:
            raise BadChoice(f"the pond is position 0, not {self.pond}")
        if len(self.prizes) != RACES or any(len(row) != PLACES or min(row) < 0 for row in self.prizes):
            raise BadChoice(f"prizes must be {RACES} rows of {PLACES} amounts of 0 or more, not {self.prizes}")


DECK: Final[dict[Card, int]] = {"1": 8, "2": 8, "3": 7, "5": 5, "-2": 6, SCHEMER: 6}
"""The number of cards of each bearer. The booklets only say that there are 40 cards."""


def board_file(board: Board, deck: dict[Card, int], *, confirmed: bool) -> str:
    """The text of `board.toml`: the real board, for its owner to correct."""
    prizes = "".join(f"  {list(row)},\n" for row in board.prizes)
    cards = "".join(f'"{card}" = {count}\n' for card, count in deck.items())
    return f"""\
# The board of Galopp Royal, as the companion believes it to be. The booklets print the prizes of races 1 and 2 only,
# no count of spaces and no count of cards: compare with your own board, correct this file, then set `confirmed = true`.
# The box can do it too: hold the table key for five seconds and choose "Check the board".
confirmed = {str(confirmed).lower()}

[board]
pond = {board.pond}        # the shell pond is the hindmost space; the next one is 1
start = {board.start}       # START
finishes = {list(board.finishes)}   # where the arch stands in races 1 to 6
prizes = [            # places I, II and III of races 1 to 6
{prizes}]

[deck]                # how many of each bearer
{cards}"""
