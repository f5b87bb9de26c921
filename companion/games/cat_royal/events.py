"""The events of a game, as the game record writes them: complete facts in the past tense."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import UNSET, UnsetType

from companion.games.cat_royal.booklet import At, Figure
from companion.kit.event import BySeat, Card, Event, MaybeCard
from companion.kit.seats import Seat

Piece: TypeAlias = tuple[Seat, Figure]
"""A figure with its seat."""


class Reshuffled(Event, frozen=True):
    """The discard lies shuffled below the stock."""

    cards: int
    """How many cards the discard had."""


class Dealt(Event, frozen=True):
    """Every seat holds five cards."""

    deal: int
    """Counted from 1."""
    hands: BySeat[tuple[MaybeCard, ...]]
    """The hands, in the order in which they were dealt."""


class Chosen(Event, frozen=True):
    """A seat has chosen the card for its partner; no record has this, as `CardsHanded` tells it."""

    seat: Seat
    card: MaybeCard


class TakenBack(Event, frozen=True):
    """A seat chooses the card for its partner again; no record has this either."""

    seat: Seat


class CardsHanded(Event, frozen=True, tag="handed"):
    """Each seat has handed a card to its partner, all at once."""

    cards: BySeat[MaybeCard]
    """The card that each seat has given."""


class SetOut(Event, frozen=True):
    """A figure stands on its start field before the first turn."""

    seat: Seat
    figure: Figure


class Shifted(Event, frozen=True):
    """A seat not on turn has moved the wormholes."""

    seat: Seat
    holes: tuple[int, ...]
    """All four, in their order."""


class Accused(Event, frozen=True):
    """The seat on turn has accused another seat of a cheat in its latest turn."""

    by: Seat
    seat: Seat
    guilty: bool


class SentHome(Event, frozen=True):
    """A figure has gone to its start area, as a penalty."""

    seat: Seat
    figure: Figure


class Played(Event, frozen=True):
    """A card has been played with a figure."""

    seat: Seat
    card: Card
    copied: Card | None
    """What a copy acts as."""
    figure: Figure
    to: At
    """Where it goes, before any wormhole."""
    swapped: Piece | None
    """The figure that goes to the old place."""
    cheat: int | None
    """-1, 0 or +1, added to the signed value of the card; `None` in the record of a game that still runs."""
    of: Seat | UnsetType = UNSET
    """With partners, whose figure it is: of the seat itself, or of its partner; unset without partners."""

    @property
    def owner(self) -> Seat:
        """Whose figure it is."""
        return self.seat if self.of is UNSET else self.of


class Captured(Event, frozen=True):
    """A figure was captured and has gone to its start area."""

    seat: Seat
    figure: Figure


class Teleported(Event, frozen=True):
    """A figure that landed on a wormhole has come out of another one."""

    seat: Seat
    figure: Figure
    to: int
    swapped: Piece | None
    """The figure that stood at the exit and goes to the entry."""


class Discarded(Event, frozen=True):
    """A seat that could use no card has discarded one."""

    seat: Seat
    card: Card


class Forfeited(Event, frozen=True):
    """A seat that could use no card has discarded its hand."""

    seat: Seat
    cards: tuple[MaybeCard, ...]


class Ended(Event, frozen=True):
    """The game is over."""

    places: BySeat[int]
    winners: tuple[Seat, ...]
    seed: str | None


EVENTS: Final = (
    Reshuffled,
    Dealt,
    SetOut,
    Chosen,
    TakenBack,
    CardsHanded,
    Shifted,
    Accused,
    SentHome,
    Played,
    Captured,
    Teleported,
    Discarded,
    Forfeited,
    Ended,
)
