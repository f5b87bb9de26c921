"""Events, intents and refusals: what has happened, what somebody wants, and why it is not allowed.

Laws: an event is a complete fact in the past tense, so a replay needs no random number; an intent changes nothing by
itself; a refused intent changes nothing at all.
"""

from __future__ import annotations

import re
from typing import TypeAlias, TypeVar

from companion.kit.money import Coins
from companion.kit.seats import Seat
from companion.kit.text import Text
from companion.kit.value import Value

T = TypeVar("T")

BySeat: TypeAlias = tuple[tuple[Seat, T], ...]
"""One value for each of some seats; the order matters. A JSON object in the game record."""

Card: TypeAlias = str
"""A card by its kind; cards of one kind are alike."""

MaybeCard: TypeAlias = Card | None
"""A card; `None` if the box does not know which."""


def retold_by_seat(expected: BySeat[T], came: BySeat[T]) -> BySeat[T]:
    """`expected` with its seats in the order of `came`, if both have the same seats."""
    order = [seat for seat, _ in came]
    values = dict(expected)
    return tuple([(seat, values[seat]) for seat in order]) if sorted(order) == sorted(values) else expected


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(Value, frozen=True, forbid_unknown_fields=True, tag_field="event", tag=_snake):
    """Something that has happened. `RaceBegan` is written as `race_began`."""


class Intent(Value, frozen=True, kw_only=True, tag_field="intent", tag=_snake):
    """Something that a player (or the box itself) wants to do."""

    seat: Seat | None = None
    """Who wants it; `None`: the box."""


class Offering(Intent, frozen=True, kw_only=True):
    """An intent that names an amount of coins."""

    amount: Coins = 0
    """The coins that are offered."""


class CardIntent(Intent, frozen=True, kw_only=True):
    """An intent that names cards, in the order in which they are drawn or laid."""

    cards: tuple[MaybeCard, ...] = ()
    """`None` for each card that a record hides."""


class Unsealing(Intent, frozen=True, kw_only=True):
    """An intent that opens the sealed seed of the box's dice and shuffles."""

    seed: str | None = None
    """Hexadecimal; `None` if the box neither rolled nor dealt."""


class Correcting(Intent, frozen=True, kw_only=True):
    """An intent that corrects coins by hand; it answers no question."""

    payee: Seat
    """The seat that gets them."""
    amount: Coins
    """The coins that the bank gives; negative: takes back."""
    reason: str
    """Why, in one line, as the record keeps it."""


class Refused(Value, frozen=True):
    """The player may not do this now; nothing has changed."""

    code: str
    """One word for programs and tests, such as `too_low`."""
    why: Text
    """One sentence for people: what was expected, what came."""
