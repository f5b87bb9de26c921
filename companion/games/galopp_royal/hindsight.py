"""What is worth a look after a game: the moments when chances changed, and the value of a team for its buyer.

Law: during an auction the chances jump without meaning, so they are not shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.policy import choices
from companion.games.galopp_royal.state import State
from companion.kit.event import Event
from companion.kit.policy import Sale
from companion.kit.text import Text, text


def stage(event: Event) -> str | None:
    """Chances are shown after each team, sold or not, and each turn of a race; a new race is a stage with its
    number."""
    if type(event) is events.RaceBegan:
        return str(event.race)
    return "" if type(event) in (events.Moved, events.Sold, events.Unsold, events.Assigned) else None


SOURCES: Final[Mapping[type[Event], Text]] = {
    events.Rolled: text("Dice"),
    events.Dealt: text("Dealt cards"),
    events.Drew: text("New bearers"),
    events.Assigned: text("Last team"),
}


def source(event: Event) -> Text | None:
    """What luck a lot was."""
    return SOURCES.get(type(event))


def sale(state: State, heard: Sequence[Event]) -> Sale | None:
    """A team at every price that its buyer could pay; otherwise it goes to the next highest bidder, or to nobody."""
    sold = heard[-1]
    if type(sold) is not events.Sold:
        return None
    priced = tuple((price, replace(sold, price=price)) for price in range(1, state.money.purse(sold.seat) + 1))
    others = [(each.high + 1, seat) for seat, made in choices(heard).items() for each in made if each.has_bid]
    others = [(price, seat) for price, seat in others if seat != sold.seat]
    otherwise: Event = events.Unsold(sold.cards)
    if others:
        price, seat = max(others)
        otherwise = replace(sold, seat=seat, price=price)
    return Sale(sold.seat, sold.price, priced, otherwise)
