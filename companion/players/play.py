"""One random game by the rules alone: no journal, no clock, no hardware.

Law: the same start and the same random numbers give the same game. Dice and cards are drawn like every other answer,
not from a sealed seed, so a game begins without a commitment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, TypeVar

from companion.kit.event import Event
from companion.kit.rules import Answerable
from companion.kit.seats import COLOURS, Player
from companion.kit.setup import Seating, SetUp
from companion.match.history import Step
from companion.players import bots

S = TypeVar("S")

LONGEST: Final = 20_000
"""More answers than any game takes."""


def begin(rules: SetUp[S], players: int, names: Sequence[str], choices: Mapping[str, object]) -> S:
    """A new game at the first pairs of keys, in which the box does every duty. Raises BadChoice with a sentence."""
    pairs = enumerate(rules.pairs[:players], 1)
    seats = tuple(Player(seat, names[pair - 1], COLOURS[pair - 1]) for seat, pair in pairs)
    return rules.begin(Seating(seats, 1, {}, None), choices)


def play(rules: Answerable[S], start: S, rng: Random) -> Iterator[Step]:
    """Every answer of a random game with what followed, each event audited. Answers of bots are legal without a check.

    Raises Unsound, or whatever else broken rules raise.
    """
    state = start
    ask, answered, evolve, audit, follows = rules.question, rules.answered, rules.evolve, rules.audit, rules.follows
    asides = None if type(rules).asides is Answerable.asides else rules.asides  # not called for a game without asides
    several = None if type(rules).questions is Answerable.questions else rules.questions  # nor this
    for _ in range(LONGEST):
        if several is None:
            question = ask(state)
        else:
            asked = several(state)
            question = asked[int(rng.random() * len(asked)) if len(asked) > 1 else 0] if asked else None
        if question is None:
            return
        if asides is not None and (offered := asides(state)):
            question = bots.addressed(question, offered, rng)
        intent = bots.answer(question, rng)
        told: tuple[Event, ...] = ()
        event: Event | None = answered(state, intent)
        while event is not None:
            before, state = state, evolve(state, event)
            audit(before, event, state)
            told += (event,)
            event = follows(state)
        yield Step(question.seat, question.by_lot, told)
    raise AssertionError(f"a game of more than {LONGEST} answers")


class AnswerCount(NamedTuple):
    """How many answers a game took."""

    decisions: int
    """Answers of players, even if only one was legal."""
    answers: int
    """These, and the decisions of lots: dice, deals."""


def rest(rules: Answerable[S], start: S, rng: Random, last: type[Event]) -> AnswerCount:
    """Play a random game from `start` to the first event of kind `last`, or to its end, without an audit."""
    state, decisions = start, 0
    for answers in range(LONGEST):
        question = rules.question(state)
        if question is None:
            return AnswerCount(decisions, answers)
        decisions += question.seat is not None and not question.by_lot
        event: Event | None = rules.answered(state, bots.answer(question, rng))
        while event is not None:
            if type(event) is last:
                return AnswerCount(decisions, answers + 1)
            state = rules.evolve(state, event)
            event = rules.follows(state)
    raise AssertionError(f"a game of more than {LONGEST} answers")


def played(steps: Iterable[Step]) -> AnswerCount:
    """How many answers a game of these steps took."""
    decisions = answers = 0
    for step in steps:
        answers += 1
        decisions += step.seat is not None and not step.is_lot
    return AnswerCount(decisions, answers)
