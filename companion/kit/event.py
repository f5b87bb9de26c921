"""Events, intents and refusals: what has happened, what somebody wants, and why they may not.

Laws: an event is a complete fact in the past tense, so replaying needs no random number; an intent changes nothing by
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
"""One value for each of some seats, in an order that counts. A JSON object in the game record."""

Card: TypeAlias = str

MaybeCard: TypeAlias = Card | None
"""A card, or `None`: one the box does not know."""


def retold_by_seat(expected: BySeat[T], came: BySeat[T]) -> BySeat[T]:
    """`expected` with its seats in the order in which `came` has them, if these are the same."""
    order = [seat for seat, _ in came]
    values = dict(expected)
    return tuple([(seat, values[seat]) for seat in order]) if sorted(order) == sorted(values) else expected


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(Value, frozen=True, forbid_unknown_fields=True, tag_field="event", tag=_snake):
    """Something that has happened. `RaceBegan` is written as `race_began`."""


class Intent(Value, frozen=True, kw_only=True, tag_field="intent", tag=_snake):
    """Something somebody at the table (or the box itself) wants to do."""

    seat: Seat | None = None
    """Who wants it; `None`: the box."""


class Offering(Intent, frozen=True, kw_only=True):
    """An intent that names an amount of coins."""

    amount: Coins = 0


class Dealing(Intent, frozen=True, kw_only=True):
    """An intent that names cards, in the order in which they are drawn or laid."""

    cards: tuple[MaybeCard, ...] = ()


class Unsealing(Intent, frozen=True, kw_only=True):
    """An intent that opens the sealed seed of the box's dice and shuffles."""

    seed: str | None = None
    """Hexadecimal; `None` if the box rolled and dealt nothing."""


class Correcting(Intent, frozen=True, kw_only=True):
    """An intent that puts coins right by hand; it answers no question."""

    payee: Seat
    amount: Coins
    """Given by the bank; negative: taken back."""
    reason: str


class Refused(Value, frozen=True):
    """A player may not do this now; nothing has changed."""

    code: str
    """One word for programs and tests, `too_low`."""
    why: Text
    """One sentence for people: what was expected, what came."""
