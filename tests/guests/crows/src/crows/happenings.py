"""What somebody can want, and what can have happened: intents and events."""

from __future__ import annotations

from typing import Final

from companion.kit import Card, CardIntent, Event, Intent, MaybeCard, Seat, Unsealing


class Sow(CardIntent, frozen=True, kw_only=True):
    """The box lets a heap of corn fall."""


class Send(Intent, frozen=True, kw_only=True):
    """Choose the crow that flies in this round."""

    crow: Card | None = None
    """`None`: it is still being chosen."""


class Close(Unsealing, frozen=True, kw_only=True):
    """The box opens the seed of the heaps."""


class Sown(Event, frozen=True):
    """Corn has fallen onto the field; all see how much."""

    heap: tuple[MaybeCard, ...]
    """One heap."""


class Sent(Event, frozen=True):
    """A seat has chosen its crow."""

    seat: Seat
    crow: MaybeCard
    """`None` in the record of a running game."""


class Landed(Event, frozen=True):
    """All crows come down, and everybody sees them."""

    crows: tuple[MaybeCard, ...]
    """Those of seats 1 … n."""


class Fed(Event, frozen=True):
    """The highest single crow has eaten the corn."""

    seat: Seat
    corn: int


class Stayed(Event, frozen=True):
    """All crows have quarrelled; the corn stays where it is."""

    corn: int


class Ended(Event, frozen=True):
    """No heap is left."""

    seed: str | None


EVENTS: Final = (Sown, Sent, Landed, Fed, Stayed, Ended)
