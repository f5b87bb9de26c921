"""What holds after every single event of every game, whoever plays and whatever they answer.

`holds` is true of any game on the box; `galopp_royal` adds what the parts in its own box say: forty cards, one bank,
one track.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TypeVar

from msgspec.structs import replace

from companion.games.galopp_royal.events import Corrected, Reshuffled
from companion.games.galopp_royal.phases import ORDER
from companion.games.galopp_royal.state import (
    Arriving,
    Bearing,
    Bidding,
    Closing,
    Over,
    Paying,
    Rolling,
    Scheming,
    State,
)
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import Amount, Cards, OneOf, Question, Seed
from companion.kit.rules import Rules
from companion.table import chance

S = TypeVar("S")


def holds(rules: Rules[S], state: S, seed: str) -> None:
    """Somebody is asked, or something comes by itself, never both; what is asked may be answered."""
    question, event = rules.question(state), rules.follows(state)
    assert question is None or event is None, f"{question} is asked while {event} follows"
    if question is None:
        return
    for intent in answers(question, seed):
        assert intent.seat == question.seat, f"{intent} does not come from seat {question.seat}"
        told = rules.decide(state, intent)
        assert not isinstance(told, Refused), f"{intent} is named by {question}, but refused: {told}"
        assert told, f"{intent} leads to nothing"


def answers(question: Question, seed: str) -> list[Intent]:
    """Legal answers by the words of the question: all of a list, both ends of a range, two deals."""
    match question.form:
        case OneOf(listed):
            return list(listed)
        case Amount(offer=offer, otherwise=otherwise, least=least, most=most):
            return [otherwise, *(replace(offer, amount=amount) for amount in {least, most} if least <= most)]
        case Cards():
            return [chance.draw(seed, lot, question) for lot in (0, 1)]
        case Seed(intent=intent):
            return [replace(intent, seed=seed)]


def galopp_royal(state: State) -> None:
    """Coins, cards and chairs are where they can be."""
    _coins(state)
    _cards(state)
    _chairs(state)
    _auction(state)


def leads_on(before: State, event: Event, after: State) -> None:
    """The table of phases allows this step."""
    if isinstance(event, Corrected | Reshuffled):
        assert after.phase == before.phase, f"{event} has changed the phase"
        return
    assert type(after.phase) in ORDER[type(before.phase)], f"{before.phase} led to {after.phase}"


def _coins(state: State) -> None:
    assert sum(state.money.accounts) == 0, f"a coin was made or lost: {state.money}"
    assert min(state.money.purses) >= 0, f"somebody has run into debt: {state.money}"


def _cards(state: State) -> None:
    deck = state.setup.deck
    if deck is None or not state.box_deals:
        assert state.piles.discard == state.piles.fresh == (), "the box knows a discard nobody has shown it"
        return
    piles = state.piles
    known = (*state.seen, *piles.discard, *piles.fresh)
    assert piles.stock + len(known) == sum(deck.values()), f"{piles.stock} + {len(known)} cards"
    assert piles.stock >= 0, f"drawn from an empty stock: {piles}"
    surplus = Counter(known) - Counter(deck)
    assert not surplus, f"more than the deck has: {surplus}"


def _chairs(state: State) -> None:
    board = state.setup.board
    marks = sorted(at for at in state.chairs if isinstance(at, str))
    for letter in "FP":
        those = [mark for mark in marks if mark[0] == letter]
        assert those == [f"{letter}{place}" for place in range(1, len(those) + 1)], f"places missing: {state.chairs}"
    assert all(re.fullmatch(r"[FP]\d", mark) for mark in marks), state.chairs
    match state.phase:
        case Rolling(seat) | Scheming(seat) | Bearing(seat):
            assert seat in state.racing, f"seat {seat} is on turn but off the track"
            assert all(board.pond < at < state.finish for at in state.chairs if isinstance(at, int)), state.chairs
        case Arriving():
            pass  # the plain sum, past the finish or behind the pond
        case Paying() | Closing() | Over():
            assert all(board.pond < at < state.finish for at in state.chairs if isinstance(at, int)), state.chairs
        case _:
            assert set(state.chairs) == {board.start}, f"not on START: {state.chairs}"


def _auction(state: State) -> None:
    if not isinstance(state.phase, Bidding):
        return
    auction = state.phase.auction
    assert len(set(auction.passed)) == len(auction.passed), auction
    assert set(auction.passed) <= set(auction.order), auction
    assert auction.leader not in auction.passed, auction
    assert auction.is_over or auction.turn in set(auction.order) - set(auction.passed), auction
    if auction.leader is not None:
        assert 0 < auction.high <= state.money.purse(auction.leader), auction
