"""What a voice says to one seat alone: its cards, what one card can do, and the ways to cheat.

Law: what names a key has the key's mark, so that a phone leaves it out.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from companion.games.cat_royal import intents
from companion.games.cat_royal.spoken_words import called, laid, on, row, whose
from companion.games.cat_royal.state import State
from companion.games.cat_royal.uses import CHEATS, Cheat
from companion.kit.event import Card, MaybeCard
from companion.kit.seats import Seat
from companion.kit.text import Text, text

BY: Final = {+1: text("Cheat: one step more"), -1: text("Cheat: one step less")}


def of_hand(state: State, seat: Seat, able: Container[int], *, is_stuck: bool) -> tuple[Text, ...]:
    """All cards, each with its slot. `able`: the slots that can be played now; `is_stuck`: on turn there is none."""
    head = _no_card(state) if is_stuck else text("{name}'s cards", name=state.name(seat))
    return head, *(_held(slot, card, slot in able) for slot, card in enumerate(state.hands[seat - 1], 1))


def further(state: State) -> Text:
    """What the ring leads to from there."""
    if not state.box_deals:
        return text("Tap ○ for two ways to cheat")
    return text("Tap ○ to hear each card alone, and after the last one two ways to cheat")


def _no_card(state: State) -> Text:
    if state.setup.options.no_move == "forfeit":
        return text("No card can be played: all are discarded")
    return text("No card can be played: choose one to discard")


def _held(slot: int, card: MaybeCard, is_able: bool) -> Text:
    facts: dict[str, str | Text] = {"slot": str(slot), "card": called(card)}
    return text("Card {slot}: {card}, can be played", **facts) if is_able else text("Card {slot}: {card}", **facts)


def of_card(state: State, seat: Seat, slot: int, plays: Sequence[intents.Play]) -> Text:
    """What one card can do: with which figures, and where if only one way is possible."""
    facts: dict[str, str | Text] = {"slot": str(slot), "card": called(state.hands[seat - 1][slot - 1])}
    figures = [figure for figure in dict.fromkeys(play.figure for play in plays) if figure]
    if not figures:
        return text("Card {slot}: {card}, only to discard", **facts)
    if len(figures) > 1:
        return text("Card {slot}: {card}, for one of {n} figures", n=str(len(figures)), **facts)
    owner, to = state.plays_for(seat), plays[0].to
    facts["who"] = whose(state, seat, (owner, figures[0]))
    if len(plays) > 1 or to is None:
        return text("Card {slot}: {card}, moves {who}", **facts)
    return text("Card {slot}: {card}, {who} lands {where}", where=on(state, owner, to), **facts)


def of_cheat(state: State, seat: Seat, cheat: Cheat, cards: Sequence[Card]) -> tuple[Text, ...]:
    """A way to cheat, with the cards that it goes with; and where the ring leads."""
    if seat in state.spent:
        told = text("{cheat}: used in this deal", cheat=BY[cheat])
    elif not state.box_deals:
        told = text("{cheat} than the card says", cheat=BY[cheat])
    elif cards:
        told = text("{cheat}, with {cards}. Then choose the card", cheat=BY[cheat], cards=row(map(laid, cards)))
    else:
        told = text("{cheat}: no card allows it", cheat=BY[cheat])
    return told, text("Tap ○: back to the cards") if cheat == CHEATS[-1] else text("Tap ○: the other cheat")
