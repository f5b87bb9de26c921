"""The same game, except for cards that only others know."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.kit.event import Event, MaybeCard
from companion.kit.question import OneOf, Question
from companion.match.history import Step
from tests.toy.tin_frogs import HAND, Dealt, Hop, Hopped, Threw


def other_hands(steps: Sequence[Step], keeper: int | None) -> list[Step]:
    """Change each card that was dealt to another seat than `keeper` and that no other seat has seen until now."""
    events = [event for step in steps for event in step.events]
    unseen = _unseen(events, keeper)
    told = iter([_with_others(event, unseen.get(at, ())) for at, event in enumerate(events)])
    return [replace(step, events=tuple(next(told) for _ in step.events)) for step in steps]


def useful(question: Question | None) -> set[int]:
    """The slots whose cards can be laid; only their holder, and a player who sees the holder try one, knows them."""
    assert question is not None
    assert isinstance(question.form, OneOf)
    return {hop.slot for hop in question.form.answers if isinstance(hop, Hop)}


def _unseen(events: Sequence[Event], keeper: int | None) -> dict[int, tuple[int, ...]]:
    """For each such deal, which of its cards (counted from 0) have not been laid; thrown cards are among them."""
    dealt_at: dict[tuple[int, int], tuple[int, int]] = {}
    unseen: set[tuple[int, int]] = set()
    for at, event in enumerate(events):
        match event:
            case Dealt(seat):
                empty = [slot for slot in range(1, HAND + 1) if (seat, slot) not in dealt_at]
                dealt_at |= {(seat, slot): (at, nth) for nth, slot in enumerate(empty)}
                unseen |= {(at, nth) for nth in range(len(empty)) if seat != keeper}
            case Hopped(seat, slot):
                unseen.discard(dealt_at.pop((seat, slot)))
            case Threw(seat, slots):
                for slot in slots:
                    del dealt_at[seat, slot]
            case _:
                pass
    return {at: tuple(nth for deal, nth in unseen if deal == at) for at, _ in unseen}


def _with_others(event: Event, which: Sequence[int]) -> Event:
    if not isinstance(event, Dealt):
        return event
    return replace(event, cards=tuple(_other(card) if nth in which else card for nth, card in enumerate(event.cards)))


def _other(card: MaybeCard) -> str:
    return str(7 - int(card or ""))
