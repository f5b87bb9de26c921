"""What a seat sees while it holds its key and the others look away: its cards, and its secret ways to cheat.

Laws: on turn there are always the same pages in the same order, so that nobody learns from a look whether somebody has
cheated. Each page says what a release there means; the cards come again after every cheat, and a release there means an
honest play: so an honest player is never more than one tap away from it.
"""

from __future__ import annotations

from functools import reduce
from itertools import zip_longest
from typing import Final

from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.games.cat_royal.uses import LEAFED, Cheat, Uses
from companion.games.cat_royal.view import ROWS
from companion.games.cat_royal.words import show
from companion.kit.event import MaybeCard
from companion.kit.seats import Seat
from companion.kit.text import Text, joined, text, verbatim
from companion.kit.view import Legend, View

MORE: Final = {+1: text("cheat: 1 step more"), -1: text("cheat: 1 step less")}
WITH: Final = {+1: text("1 step more with:"), -1: text("1 step less with:")}
HONEST: Final = text("let go: honest")
AWAY: Final = text("others look away")


def secret(state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:
    """The cards; on turn also the ways to cheat, each followed by the cards. `meant`: the armed page."""
    hand = state.hands[seat - 1]
    may_cheat = isinstance(state.phase, Turn) and state.phase.seat == seat and state.setup.options.tricks
    if not hand or not (may_cheat or state.box_deals):
        return ()
    cards = _cards(state, hand)
    if not may_cheat:
        return (_only(state, seat, (*cards, AWAY)),)
    let_go = text("let go: no cheat") if meant and LEAFED[meant - 1] else HONEST
    honest = _only(state, seat, (*cards, AWAY)[:ROWS], Legend(let_go, red_tap=verbatim("►")))
    return tuple(_cheating(state, seat, cheat) if cheat else honest for cheat in (0, *LEAFED))


def _only(state: State, seat: Seat, lines: tuple[Text, ...], legend: Legend | None = None) -> View:
    """A page that only its seat may see."""
    return View(text("only {name} looks", name=state.name(seat)), lines=lines, legend=legend)


def _cards(state: State, hand: tuple[MaybeCard, ...]) -> tuple[Text, ...]:
    """The cards, each after the number of its slot. Real cards are in their owner's hand."""
    if not state.box_deals:
        return (text("you play fair"),)
    entries = [joined(str(slot), show(card), ": ") for slot, card in enumerate(hand, 1)]
    rows = zip_longest(entries[::2], entries[1::2], fillvalue=verbatim(""))
    return tuple(joined(left, right, "\t\t") for left, right in rows)


def _cheating(state: State, seat: Seat, cheat: Cheat) -> View:
    """One way to cheat, with its cards; if it is used up or fits no card, a release there is honest, too."""
    if seat in state.spent:
        told, is_meant = (MORE[cheat], text("used in this deal")), False
    elif not state.box_deals:
        told, is_meant = (MORE[cheat], text("than your card says")), True
    elif cards := _with(state, seat, cheat):
        told, is_meant = (WITH[cheat], cards), True
    else:
        told, is_meant = (MORE[cheat], text("no card allows it")), False
    let_go = text("let go: you cheat") if is_meant else HONEST
    return _only(state, seat, (*told, text("○ back to your cards")), Legend(let_go))


def _with(state: State, seat: Seat, cheat: Cheat) -> Text | None:
    """The cards with which this cheat is possible; `None` if there are none."""
    uses, hand = Uses(state, seat, may_cheat=True), state.hands[seat - 1]
    cards = [show(card) for card in dict.fromkeys(hand) if any(use.cheat == cheat for use in uses.of(str(card)))]
    return reduce(lambda before, card: joined(before, card, " "), cards) if cards else None
