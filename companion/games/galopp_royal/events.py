"""The events of a game, as the game record writes them: complete facts in the past tense."""

from __future__ import annotations

from typing import Final

from companion.kit.event import BySeat, Card, Event, MaybeCard
from companion.kit.money import Coins
from companion.kit.seats import Seat


class Dealt(Event, frozen=True):
    """The bidders hold the cards of a team."""

    race: int
    """0 for a start team, otherwise the last race."""
    opener: Seat
    hands: BySeat[tuple[MaybeCard, ...]]
    open: tuple[MaybeCard, ...]


class Bid(Event, frozen=True):
    """A seat has bid."""

    seat: Seat
    amount: Coins


class Passed(Event, frozen=True):
    """A seat is out of this auction."""

    seat: Seat
    leaves: bool
    """Its card leaves the team, face up to the discard."""


class Sold(Event, frozen=True):
    """The buyer has paid, and discarded an old team."""

    seat: Seat
    price: Coins
    cards: tuple[MaybeCard, ...]


class Unsold(Event, frozen=True):
    """Nobody bid; the cards that had not left are on the discard."""

    cards: tuple[MaybeCard, ...]


class Assigned(Event, frozen=True):
    """The last seat without a team has bought the top four cards."""

    seat: Seat
    price: Coins
    cards: tuple[MaybeCard, ...]


class Laid(Event, frozen=True):
    """A team lies open on slots 1 … 4."""

    seat: Seat
    cards: tuple[Card, ...]


class RaceBegan(Event, frozen=True):
    """All chairs are on START and `seat` rolls first."""

    race: int
    seat: Seat


class Rolled(Event, frozen=True):
    """The die has called the bearer on a slot."""

    seat: Seat
    face: int
    bearer: Card


class Moved(Event, frozen=True):
    """Chairs have been carried, in this order, by this many spaces."""

    seat: Seat
    """Who was on turn."""
    steps: BySeat[int]


class Finished(Event, frozen=True):
    """A chair has passed under the arch, or it is the only one left and takes the next place."""

    seat: Seat
    place: int


class Ponded(Event, frozen=True):
    """A chair is in the pond and out of the race."""

    seat: Seat
    place: int


class RaceEnded(Event, frozen=True):
    """The prizes and the last place of a race are settled."""

    race: int
    last: Seat | None
    """`None` after the last race."""


class Paid(Event, frozen=True):
    """The bank has paid a prize."""

    seat: Seat
    place: int
    amount: Coins


class Removed(Event, frozen=True):
    """The last of the race has taken a bearer off a display."""

    by: Seat
    seat: Seat
    slot: int
    card: Card


class Drew(Event, frozen=True):
    """A new bearer stands on the free slot."""

    seat: Seat
    slot: int
    card: Card


class Reshuffled(Event, frozen=True):
    """The discard has become the stock."""

    cards: int


class Corrected(Event, frozen=True):
    """Coins were corrected by hand."""

    seat: Seat
    amount: Coins
    """The coins that the bank gave; negative: took back."""
    reason: str


class Ended(Event, frozen=True):
    """The game is over and the seed of the box's dice is public."""

    coins: BySeat[Coins]
    winners: tuple[Seat, ...]
    seed: str | None


EVENTS: Final[tuple[type[Event], ...]] = (
    Dealt,
    Bid,
    Passed,
    Sold,
    Unsold,
    Assigned,
    Laid,
    RaceBegan,
    Rolled,
    Moved,
    Finished,
    Ponded,
    RaceEnded,
    Paid,
    Removed,
    Drew,
    Reshuffled,
    Corrected,
    Ended,
)
