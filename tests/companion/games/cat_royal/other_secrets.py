"""Random games with cheats; and the same game with other secrets of other players: their hands and their cheats."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from companion.games.cat_royal.events import Accused, Dealt, Discarded, Forfeited, Played
from companion.games.cat_royal.state import State
from companion.kit.event import Card, Event, MaybeCard, Refused
from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.match.history import Step
from companion.match.session import Session
from companion.players import bots
from companion.testing.whole_games import SEED, chosen

from .positions import RULES, start

GUILE = 0.3
"""How likely a player arms a cheat."""

Slot = tuple[Seat, int]
"""A seat and a slot of its hand, from 1."""
DEALS: Final = 5
SEATS: Final = range(1, 5)
"""All possible seats."""


def opened(seats: int = 3) -> State:
    """The state before the first card, in a game short enough for one stock."""
    return start(seats, last_deal=DEALS)


def session_of(steps: Sequence[Step], seats: int = 3) -> Session[State]:
    """A table at which these events have happened."""
    return Session(RULES, SEED, opened(seats)).resume(steps)


def played(number: int, seats: int = 3) -> list[Step]:
    """All steps of a random game with many cheats."""
    return steps_from(opened(seats), number)


def steps_from(state: State, number: int, chatter: float = bots.CHATTER) -> list[Step]:
    """A random game to its end; `chatter`: how likely an aside is before an answer."""
    luck, session, steps = Random(number), Session(RULES, SEED, state), list[Step]()
    while (question := session.question) is not None:
        step: Step | Refused | None = session.automatic()
        if step is None:
            asides = RULES.asides(session.state)
            asked = luck.choice(asides) if asides and luck.random() < chatter else question
            step = session.draw(asked) if asked.by_lot else session.answer(chosen(_meant(asked, luck), luck))
        assert not isinstance(step, Refused)
        session = session.apply(step)
        steps.append(Step(step.seat, step.is_lot, step.events))
    return steps


def _meant(question: Question, luck: Random) -> Question:
    is_meant = question.armed and luck.random() < GUILE
    return replace(question, form=luck.choice(question.armed)) if is_meant else question


def questions(steps: Sequence[Step], seats: int = 3) -> list[list[Step]]:
    """The events before each question to a seat."""
    found, session = [], session_of((), seats)
    for at, step in enumerate(steps):
        if session.question is not None and session.question.seat is not None:
            found.append(list(steps[:at]))
        session = session.apply(step)
    return found


# --- what others know ------------------------------------------------------------------------------------------------


def otherwise(
    steps: Sequence[Step], viewer: Seat | None, keep: Slot | None = None, seats: int = 3, before: State | None = None
) -> list[Step]:
    """Events that `viewer` cannot tell from the real ones: each hidden card is another one, and cheats are others.

    `keep` is a card that will be open in a moment. Seats that cheated in this deal without being found out were honest
    instead, and honest seats cheated. The stock must have lasted until here. `before`: the state before the first card.
    """
    after = Session(RULES, SEED, before or opened(seats)).resume(steps)
    dealt = _with_other_hands(_told(steps), after.state, viewer, keep)
    return _retold(steps, _with_other_cheats(dealt, viewer))


def with_other_hands(steps: Sequence[Step], viewer: Seat, before: State) -> list[Step]:
    """The same cheats, as a player could have counted them; but each hidden card is another one. As `otherwise`."""
    told = _told(steps)
    return _retold(steps, _with_other_hands(told, Session(RULES, SEED, before).resume(steps).state, viewer, None))


def with_other_cheats(steps: Sequence[Step], viewer: Seat | None = None) -> list[Step]:
    """The same cards; but other seats that cheated were honest, and the other way round."""
    return _retold(steps, _with_other_cheats(_told(steps), viewer))


def _told(steps: Sequence[Step]) -> list[Event]:
    return [event for step in steps for event in step.events]


def _retold(steps: Sequence[Step], told: Sequence[Event]) -> list[Step]:
    happened = iter(told)
    return [replace(step, events=tuple(next(happened) for _ in step.events)) for step in steps]


def _with_other_hands(told: list[Event], state: State, viewer: Seat | None, keep: Slot | None) -> list[Event]:
    """A seat keeps cards that it has laid open since; nobody can tell equal cards apart."""
    at = _last(told, Dealt)
    deal = told[at]
    assert isinstance(deal, Dealt)
    laid = {seat: [card for event in told[at:] for card in _opened_by(event, seat)] for seat in SEATS}
    left = {seat: _left(hand, laid[seat]) for seat, hand in deal.hands if seat != viewer}
    hidden = {
        (seat, nth): hand[nth]
        for seat, hand in deal.hands
        for slot, nth in enumerate(left.get(seat, ()), 1)
        if (seat, slot) != keep
    }
    there = [*state.piles.stock.cards, *map(str, hidden.values())]
    Random(len(told)).shuffle(there)
    other = {}
    for (seat, nth), card in hidden.items():
        other[seat, nth] = next(new for new in there if new not in (card, *laid[seat]))
        there.remove(other[seat, nth])
    dealt = tuple(
        (seat, tuple(other.get((seat, nth), card) for nth, card in enumerate(hand))) for seat, hand in deal.hands
    )
    return [*told[:at], replace(deal, hands=dealt), *told[at + 1 :]]


def _opened_by(event: Event, seat: Seat) -> tuple[Card, ...]:
    """The cards that this seat has laid open since."""
    match event:
        case Played(whose, card) | Discarded(whose, card) if whose == seat:
            return (card,)
        case Forfeited(whose, cards) if whose == seat:
            return tuple(map(str, cards))
        case _:
            return ()


def _left(hand: Sequence[MaybeCard], laid: Sequence[Card]) -> list[int]:
    """Which of the dealt cards are still in the hand, from 0; of two equal cards the first one is laid."""
    left = list(enumerate(hand))
    for card in laid:
        left.remove(next(held for held in left if held[1] == card))
    return [nth for nth, _ in left]


def _with_other_cheats(told: list[Event], viewer: Seat | None) -> list[Event]:
    """For each seat, one play of this deal, or otherwise its latest turn, unless it was judged."""
    told, deal = list(told), _last(told, Dealt)
    turns: dict[Seat, list[int]] = {}
    found_out = set[Seat]()
    for at, event in enumerate(told):
        match event:
            case Dealt():
                found_out.clear()
            case Played(seat) | Discarded(seat) | Forfeited(seat):
                turns.setdefault(seat, []).append(at)
            case Accused(seat=seat, guilty=guilty) if seat in turns:
                turns[seat] = [turn for turn in turns[seat][:-1] if turn > deal]
                found_out |= {seat} if guilty else set()
            case _:
                pass
    for seat, latest in turns.items():
        plays = {at: event for at in latest if isinstance(event := told[at], Played)}
        now = [at for at in plays if at > deal] or [at for at in latest[-1:] if at in plays]
        if seat != viewer and seat not in found_out and now:
            at = next((at for at in now if plays[at].cheat), now[-1])
            told[at] = replace(plays[at], cheat=0 if plays[at].cheat else +1)
    return told


def _last(told: Sequence[Event], kind: type[Event]) -> int:
    return max(at for at, event in enumerate(told) if isinstance(event, kind))
