"""What a seat sees while it holds its key and the others look away: its cards, and its coins if they are hidden."""

from __future__ import annotations

from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import TEAM
from companion.games.galopp_royal.cards import show
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.view import may_count, show_all
from companion.kit.seats import Seat
from companion.kit.text import text, verbatim
from companion.kit.view import View


def secret(state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:  # noqa: ARG001  # nothing is armed
    """One page: the hand or the hidden team, and the coins unless all may count them; none without such cards.

    Beside a card of a substitute team stands the present team: both matter for a bid.
    """
    title, cards = text("only you"), _cards(state, seat)
    coins = None if may_count(state, seat, None) else state.money.purse(seat)
    if not cards:
        return (View(title, seat, str(coins), lines=(text("coins"),)),) if coins is not None else ()
    purse = (text("{n} coins", n=coins),) if coins is not None else ()
    if len(cards) == 1 and state.race:
        team = show_all(state.displays[seat - 1])
        lines = (team, *purse) if purse else (text("team"), team)
        return (View(title, seat, cards[0], text("card"), lines=lines),)
    if len(cards) == 1:
        return (View(title, seat, cards[0], lines=(text("your card"), *purse)),)
    what = text("your cards") if len(cards) < TEAM else text("your team")
    return (View(title, seat, lines=(what, verbatim("   ".join(cards)), *purse)),)


def _cards(state: State, seat: Seat) -> list[str]:
    """The cards that the box knows."""
    hands = dict(state.phase.hands) if isinstance(state.phase, Bidding) else {}
    held = hands.get(seat) or dict(enumerate(state.bought, 1)).get(seat, ())
    return [show(card) for card in held if card is not None]
