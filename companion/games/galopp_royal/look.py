"""What a seat sees while it holds its key and the others look away: its cards, and its coins if they are hidden."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import TEAM
from companion.games.galopp_royal.cards import named, show
from companion.games.galopp_royal.ending import may_count
from companion.games.galopp_royal.spoken_questions import bearers, counted, has, in_row
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.view import show_all
from companion.kit.event import Card
from companion.kit.money import Coins
from companion.kit.seats import Seat
from companion.kit.text import Text, text, verbatim
from companion.kit.view import View


def secret(state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:  # noqa: ARG001  # nothing is armed
    """One page: the hand or the hidden team, and the coins unless all may count them; none without such cards.

    Beside a card of a substitute team stands the present team: both matter for a bid.
    """
    cards = _cards(state, seat)
    coins = None if may_count(state, seat, None) else state.money.purse(seat)
    if not cards and coins is None:
        return ()
    return (replace(_page(state, seat, cards, coins), said=(*_said(state, seat, cards, coins),)),)


def _page(state: State, seat: Seat, cards: list[Card], coins: Coins | None) -> View:
    title, shown = text("only you"), [show(card) for card in cards]
    if not cards:
        return View(title, seat, str(coins), lines=(text("coins"),))
    purse = (counted(coins),) if coins is not None else ()
    if len(cards) == 1 and state.race:
        team = show_all(state.displays[seat - 1])
        lines = (team, *purse) if purse else (text("team"), team)
        return View(title, seat, shown[0], text("card"), lines=lines)
    if len(cards) == 1:
        return View(title, seat, shown[0], lines=(text("your card"), *purse))
    what = text("your cards") if len(cards) < TEAM else text("your team")
    return View(title, seat, lines=(what, verbatim("   ".join(shown)), *purse))


def _said(state: State, seat: Seat, cards: list[Card], coins: Coins | None) -> Iterator[Text]:
    """The same for a voice at one ear."""
    name = state.name(seat)
    yield text("Only for {name}", name=name)
    if cards:
        held = named(cards[0]) if len(cards) == 1 else in_row(cards)
        yield text("{name} holds {cards}", name=name, cards=held)
    if len(cards) == 1 and state.race:
        yield bearers(state, seat)
    if coins is not None:
        yield has(state, seat)


def _cards(state: State, seat: Seat) -> list[Card]:
    """The cards that the box knows."""
    hands = dict(state.phase.hands) if isinstance(state.phase, Bidding) else {}
    held = hands.get(seat) or dict(enumerate(state.bought, 1)).get(seat, ())
    return [card for card in held if card is not None]
