"""What a seat sees while it holds its key and the others look away: its cards, and what it may mean in secret.

Law: on turn there are always the same pages, leafed through in the same order, so that nobody learns from a look
whether somebody has cheated.
"""

from __future__ import annotations

from itertools import zip_longest

from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.games.cat_royal.uses import CHEATS, Cheat, Uses
from companion.games.cat_royal.words import show
from companion.kit.event import MaybeCard
from companion.kit.seats import Seat
from companion.kit.text import Text, joined, text, verbatim
from companion.kit.view import View


def secret(state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:
    """The cards; on turn a page for each way to cheat too, of which `meant` is armed."""
    hand = state.hands[seat - 1]
    may_cheat = isinstance(state.phase, Turn) and state.phase.seat == seat and state.setup.options.tricks
    if not hand or not (may_cheat or state.box_deals):
        return ()
    pages = tuple(_cheating(state, seat, at, meant) for at in range(1, len(CHEATS) + 1)) if may_cheat else ()
    return (_cards(state, seat, hand, meant), *pages)


def _cards(state: State, seat: Seat, hand: tuple[MaybeCard, ...], meant: int) -> View:
    """Each with its slot; `!` while a cheat is armed. Real ones are in their owner's hand."""
    title = text("only you !") if meant else text("only you")
    if not state.box_deals:
        armed = text("cheat {by}", by=f"{CHEATS[meant - 1]:+d}") if meant else text("no cheat")
        return View(title, seat, lines=(armed, text("let go: honest")))
    entries = [joined(verbatim(str(slot)), show(card), " ") for slot, card in enumerate(hand, 1)]
    rows = zip_longest(entries[::2], entries[1::2], fillvalue=verbatim(""))
    return View(title, seat, lines=tuple(joined(left, right, "\t\t") for left, right in rows))


def _cheating(state: State, seat: Seat, page: int, meant: int) -> View:
    """One way to cheat: with which cards it leads anywhere, or that it is used."""
    cheat = CHEATS[page - 1]
    name = text("cheat {by}", by=f"{cheat:+d}")
    if seat in state.spent:
        return View(text("only you"), seat, lines=(name, text("used this deal")))
    armed = text("armed") if page == meant else text("let go: armed")
    return View(text("only you"), seat, lines=(name, _with(state, seat, cheat), armed))


def _with(state: State, seat: Seat, cheat: Cheat) -> Text:
    """The slots of cards with which such a cheat is possible; of real cards only what it does."""
    if not state.box_deals:
        return text("one step more") if cheat > 0 else text("one step less")
    uses, hand = Uses(state, seat, may_cheat=True), state.hands[seat - 1]
    slots = [slot for slot, card in enumerate(hand, 1) if any(use.cheat == cheat for use in uses.of(str(card)))]
    return text("with {slots}", slots=" ".join(map(str, slots))) if slots else text("with no card")
