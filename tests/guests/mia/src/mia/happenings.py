"""What somebody can want, and what can have happened: intents and events."""

from __future__ import annotations

from typing import Final

from companion.kit import CardIntent, Event, Intent, MaybeCard, Seat, Unsealing
from mia.dice import Claim


class Roll(CardIntent, frozen=True, kw_only=True):
    """The box rolls two dice under a seat's cup."""

    to: Seat


class Say(Intent, frozen=True, kw_only=True):
    """Say what lies under the cup, true or not."""

    family: str | None = None
    """`dice.family` of the value, which is chosen first."""
    value: Claim | None = None
    """`None`: it is still being chosen."""


class Believe(Intent, frozen=True, kw_only=True):
    """Take the cup, and say more."""


class Doubt(Intent, frozen=True, kw_only=True):
    """Lift the cup."""


class GiveUp(Intent, frozen=True, kw_only=True):
    """Give up a life, so that nobody sees the Mia that was said."""


class Close(Unsealing, frozen=True, kw_only=True):
    """The box opens the seed of its dice."""


class Rolled(Event, frozen=True):
    """Two dice lie under a seat's cup."""

    seat: Seat
    dice: tuple[MaybeCard, ...]
    """Their one value; `None` in the record of a running game."""


class Said(Event, frozen=True):
    """A seat has said what lies under its cup."""

    seat: Seat
    value: Claim


class Believed(Event, frozen=True):
    """A seat has taken the cup; nobody sees what was under it."""

    seat: Seat


class Doubted(Event, frozen=True):
    """A seat lifts the cup."""

    seat: Seat


class Opened(Event, frozen=True):
    """Everybody sees the dice of a seat."""

    seat: Seat
    """Whose dice they are."""
    dice: tuple[MaybeCard, ...]


class Lost(Event, frozen=True):
    """A seat has lost lives, by a doubt or because it gave one up."""

    seat: Seat
    lives: int


class Ended(Event, frozen=True):
    """One seat has lives left."""

    winner: Seat
    seed: str | None


EVENTS: Final = (Rolled, Said, Believed, Doubted, Opened, Lost, Ended)
