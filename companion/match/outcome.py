"""How a finished game ended, in the same words for a club, for other programs and for tables: who came in which place.

Law: a player counts as a person only if no bot has ever played for the seat and it has a name of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, TypeVar

import msgspec

from companion.kit.errors import WrongUse
from companion.kit.policy import Level
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.text import Text, speak, text
from companion.match.stints import Stint

S = TypeVar("S")


BOT_NAMES: Final[Mapping[Level, Text]] = {
    "random": text("Random bot"),
    "easy": text("Easy bot"),
    "simple": text("Simple bot"),
    "strong": text("Strong bot"),
}
"""The name of a bot that played a whole game, in lists of players."""


class PlayerResult(msgspec.Struct, frozen=True):
    """How a player did in a game."""

    seat: Seat
    name: str
    colour: str
    place: int
    has: str
    is_guest: bool
    """The player gave no name, or a bot played."""
    level: Level | None = None
    """The level of the bot, if a bot played the whole game."""
    side: Seat | None = None
    """The lowest seat of those that win together; `None`: this player was alone."""


def outcome(  # noqa: PLR0913  # a game, its end, and who played it
    rules: Rules[S],
    state: S,
    stints: Collection[Stint],
    length: int,
    *,
    bots: Iterable[Seat] = (),
    translate: Callable[[str], str] = str,
) -> tuple[PlayerResult, ...]:
    """How each seat did at the end of a game. Raises WrongUse if the game does not tell it.

    `length`: how many events the stints count; `bots`: more seats for which a bot has played.
    """
    seats, places = rules.view(state, None).seats, rules.places(state)
    if len(places) != len(seats):
        raise WrongUse(f"{rules.title}: expected a place for each of {len(seats)} seats; came {len(places)}")
    alone = {stint.seat: stint.level for stint in stints if stint.is_all_of(length)}
    by_box = {*bots, *(stint.seat for stint in stints)}
    found = []
    for seat, place in zip(seats, places, strict=True):
        partners = rules.partners(state, seat.seat)
        found.append(
            PlayerResult(
                seat.seat,
                speak(seat.name, translate),
                seat.colour,
                place,
                seat.has,
                is_guest=not isinstance(seat.name, str) or seat.seat in by_box,
                level=alone.get(seat.seat),
                side=min(seat.seat, *partners) if partners else None,
            )
        )
    return tuple(found)
