"""The state of a game: what lies on the table, and the phase that says who is waited for.

Laws: a state is the fold of its events and nothing else; every phase that asks nobody leads to an event of its own.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from companion.games.galopp_royal.booklet import DECK, PRESETS, TEAM, Board, Options
from companion.games.galopp_royal.duties import Duties
from companion.kit.auction import Auction
from companion.kit.event import BySeat, Card, MaybeCard
from companion.kit.money import Coins, Money, Seat, endow
from companion.kit.piles import Draws, Piles
from companion.kit.seats import Player
from companion.kit.value import Value

T = TypeVar("T")

At: TypeAlias = int | str
"""Where a chair is: a space of the track, `"F1"` first to finish …, `"P1"` first in the pond …"""

Display: TypeAlias = tuple[Card | None, ...]
"""The bearers on slots 1 … 4, `None` on a free slot; empty without a team."""


class Setup(Value, frozen=True, forbid_unknown_fields=True):
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
    """How many there are of each bearer; `None`: real cards nobody has counted."""
    commitment: str | None
    """SHA-256 of the seed of the box's dice and shuffles, hexadecimal; `None` if the box draws nothing."""

    def __post_init__(self) -> None:
        """Refuse what no table could play."""
        count = len(self.seats)
        if count not in range(3, 7):
            raise ValueError(f"3 to 6 seats can play, not {count}")
        if [player.seat for player in self.seats] != list(range(1, count + 1)):
            raise ValueError(f"seats must be numbered 1 to {count} in order")
        if self.first not in range(1, count + 1):
            raise ValueError(f"first must be a seat from 1 to {count}, not {self.first}")
        if self.rulebook not in PRESETS:
            raise ValueError(f"rulebook must be one of {', '.join(PRESETS)}, not {self.rulebook!r}")
        if self.capital < 1:  # with nothing to bid, no first team would ever be sold
            raise ValueError(f"capital must be 1 or more coins, not {self.capital}")
        if self.deck is None:
            if self.duties.cards == "box":
                raise ValueError(
                    "the box can only deal a deck it knows: deck must name how many there are of each card"
                )
            return
        if set(self.deck) != set(DECK) or min(self.deck.values()) < 0:
            raise ValueError(f"deck must give a count of 0 or more for each of {', '.join(DECK)}")
        need = TEAM * count + 6  # all teams open and the six cards of a sixth seat's deal in hand
        if sum(self.deck.values()) < need:
            raise ValueError(f"{count} seats need a deck of at least {need} cards, not {sum(self.deck.values())}")


class Dealing(Value, frozen=True):
    """A team is due to be dealt."""

    opener: Seat
    nth: int
    """Which of the two substitute teams; 0 for a start team."""


class Bidding(Value, frozen=True):
    """A team is being auctioned."""

    auction: Auction
    hands: BySeat[tuple[MaybeCard, ...]]
    open: tuple[MaybeCard, ...]
    leave: int
    """How many of those who pass first take their card out of the team."""
    nth: int


class Assigning(Value, frozen=True):
    """The last seat without a team is due its four cards."""

    seat: Seat


class Laying(Value, frozen=True):
    """A team has been paid for and is due on its display."""

    seat: Seat
    cards: tuple[MaybeCard, ...]
    opener: Seat
    """Of the auction it came from."""
    nth: int


class Lining(Value, frozen=True):
    """The chairs line up for the next race."""

    first: Seat


class Rolling(Value, frozen=True):
    """A seat is about to roll."""

    seat: Seat


class Bearing(Value, frozen=True):
    """A bearer who knows no choice is about to carry its chair."""

    seat: Seat
    card: Card


class Scheming(Value, frozen=True):
    """The schemer's owner chooses whom it moves."""

    seat: Seat


class Arriving(Value, frozen=True):
    """Chairs have been moved; what comes of it is being told."""

    seat: Seat
    """Who was on turn."""
    moved: BySeat[int]
    """By how many spaces, in the order in which they were."""


class Paying(Value, frozen=True):
    """Prizes are being paid."""

    owed: tuple[tuple[Seat, int, Coins], ...]
    """Seat, place, amount."""
    last: Seat | None
    """Of the race just run; `None` after the sixth."""


class Removing(Value, frozen=True):
    """The last of the race takes a bearer off the display of `owner`."""

    last: Seat
    owner: Seat


class Drawing(Value, frozen=True):
    """A card is due on the free slot of `owner`."""

    last: Seat
    """Of the race just run, whose slot was filled first."""
    owner: Seat


class Closing(Value, frozen=True):
    """The coins are about to be counted."""


class Over(Value, frozen=True):
    """The game has ended."""

    winners: tuple[Seat, ...]


Phase: TypeAlias = (
    Dealing
    | Bidding
    | Assigning
    | Laying
    | Lining
    | Rolling
    | Bearing
    | Scheming
    | Arriving
    | Paying
    | Removing
    | Drawing
    | Closing
    | Over
)


class State(Value, frozen=True):
    """A game between two events."""

    setup: Setup
    money: Money
    displays: tuple[Display, ...]
    """Of seats 1 … n."""
    spaces: tuple[int, ...]
    """Where the chairs of seats 1 … n stand on the track; the plain sum of its steps for one that has left it."""
    piles: Piles
    phase: Phase
    race: int = 0
    """The race being run or just run; 0 before the first."""
    finished: tuple[Seat, ...] = ()
    """Who has passed under the arch, the first one first."""
    ponded: tuple[Seat, ...] = ()
    """Who is in the pond, the first one first."""
    came: tuple[At, ...] = ()
    """Where the chairs of seats 1 … n were before the last move; empty before the first."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.setup.seats)

    @property
    def box_deals(self) -> bool:
        """Whether the cards are the box's own."""
        return self.setup.duties.cards == "box"

    @property
    def finish(self) -> int:
        """The space under the arch."""
        return self.setup.board.finishes[self.race - 1 if self.race else 0]

    @property
    def chairs(self) -> tuple[At, ...]:
        """Where the chairs of seats 1 … n are."""
        marks = {seat: f"F{place}" for place, seat in enumerate(self.finished, 1)}
        marks |= {seat: f"P{place}" for place, seat in enumerate(self.ponded, 1)}
        return tuple(marks.get(seat, space) for seat, space in enumerate(self.spaces, 1))

    @property
    def racing(self) -> tuple[Seat, ...]:
        """The seats whose chairs are on the track."""
        off = self.finished + self.ponded
        return tuple([seat for seat in range(1, len(self.spaces) + 1) if seat not in off])

    @property
    def teamless(self) -> tuple[Seat, ...]:
        """The seats without a team."""
        return tuple([seat for seat, display in enumerate(self.displays, 1) if not display])

    @property
    def seen(self) -> tuple[MaybeCard, ...]:
        """All cards that are neither in the stock nor on the discard."""
        cards = [card for display in self.displays for card in display if card is not None]
        phase = self.phase
        if type(phase) is Bidding:
            gone = phase.auction.passed[: phase.leave]
            return (*cards, *[card for seat, hand in phase.hands if seat not in gone for card in hand], *phase.open)
        if type(phase) is Laying:
            return (*cards, *phase.cards)
        return tuple(cards)

    def layers(self, due: int) -> tuple[Draws, ...]:
        """What the next `due` cards can be: from the stock, or, with real cards, whatever is not on view."""
        if self.box_deals:
            return self.piles.layers
        deck = self.setup.deck
        if deck is None:
            return (Draws(due, tuple((card, due) for card in DECK)),)
        on_view = [card for display in self.displays for card in display]
        left = ((card, count - on_view.count(card)) for card, count in deck.items())
        return (Draws(due, tuple((card, count) for card, count in left if count > 0)),)

    def name(self, seat: Seat) -> str:
        """The name of the player on a seat."""
        return self.setup.seats[seat - 1].name


def opened(setup: Setup) -> State:
    """The table before the first card: 50 coins each, all chairs on START."""
    count = len(setup.seats)
    deck = (setup.deck or {}) if setup.duties.cards == "box" else {}
    return State(
        setup=setup,
        money=endow(count, setup.capital),
        displays=((),) * count,
        spaces=(setup.board.start,) * count,
        piles=Piles(Draws(sum(deck.values()), tuple((card, deck[card]) for card in DECK if deck.get(card)))),
        phase=Dealing(setup.first, 0),
    )


def with_item(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """`items` of seats 1 … n, with that of `seat` replaced."""
    return (*items[: seat - 1], item, *items[seat:])
