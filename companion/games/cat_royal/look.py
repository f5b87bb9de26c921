"""What a seat sees while it holds its key and the others look away: its cards, and what it may mean in secret.

Laws: on turn there are always the same pages, leafed through in the same order, so that nobody learns from a look
whether somebody has cheated. Each says what letting go there means; behind every cheat the cards come again, where
letting go means an honest play: who only leafs through is one tap away from it.
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
    """The cards; on turn the ways to cheat too, each before the cards once more. `meant`: the page that is armed."""
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
    """A page for one pair of eyes."""
    return View(text("only {name} looks", name=state.name(seat)), lines=lines, legend=legend)


def _cards(state: State, hand: tuple[MaybeCard, ...]) -> tuple[Text, ...]:
    """Each behind the number of its slot. Real ones are in their owner's hand."""
    if not state.box_deals:
        return (text("you play fair"),)
    entries = [joined(str(slot), show(card), ": ") for slot, card in enumerate(hand, 1)]
    rows = zip_longest(entries[::2], entries[1::2], fillvalue=verbatim(""))
    return tuple(joined(left, right, "\t\t") for left, right in rows)


def _cheating(state: State, seat: Seat, cheat: Cheat) -> View:
    """One way to cheat, and with what; where it is used or goes with no card, letting go is honest there too."""
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
    """The cards with which such a cheat is possible; `None`: there is none."""
    uses, hand = Uses(state, seat, may_cheat=True), state.hands[seat - 1]
    cards = [show(card) for card in dict.fromkeys(hand) if any(use.cheat == cheat for use in uses.of(str(card)))]
    return reduce(lambda before, card: joined(before, card, " "), cards) if cards else None
