"""A bot that guesses the hidden facts again and again, and plays its best answers out for a short way.

Laws: it decides by what its seat sees and has heard; the same random numbers give the same answer; it follows the best
few answers by worth, all with the same guesses; it stops by counts, and by time only if necessary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from math import sqrt
from random import Random
from typing import Final, TypeVar

from companion.kit.decision import settled
from companion.kit.event import Event, Intent
from companion.kit.policy import Guess
from companion.kit.question import Question, Seed
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.players import bots
from companion.players.levels import IsLate, in_time
from companion.players.sensible import Eyes, tried

S = TypeVar("S")

FEW_IN_SECRET: Final = 2
"""How many more answers from secret forms are followed."""
BATCH: Final = 25
"""How many guesses are made between two checks for a clear best answer."""
CLEAR: Final = 2.0
"""By how many standard errors the best answer must lead each other one."""


def best(
    eyes: Eyes[S], question: Question, heard: Sequence[Event], rng: Random, is_late: IsLate = in_time
) -> Intent | None:
    """The answer with the best mean of all guesses; `None`: there is nothing to think about."""
    answers = _followable(eyes, question, rng)
    guess = eyes.rules.guess(eyes.state, eyes.seat, heard) if len(answers) > 1 else None
    if guess is None:
        return None
    gains: list[list[float]] = []
    is_clear = False
    while not is_clear and len(gains) < eyes.rules.guesses and not (gains and is_late()):
        followed = _gains(eyes, guess, answers, rng)
        gains.append([gain for of in followed for gain in of])
        plans = [answer for answer, of in zip(answers, followed, strict=True) for _ in of]
        is_clear = len(gains) % BATCH == 0 and _is_clear(gains, plans)
    means = _means(gains)
    return plans[means.index(max(means))]


def _followable(eyes: Eyes[S], question: Question, rng: Random) -> list[Intent]:
    """The best answers by worth, and a few that are possible only in secret."""
    plain = dict.fromkeys(tried(question))
    in_secret = [answer for answer in tried(question, question.armed) if answer not in plain] if question.armed else ()
    return [*_few(eyes, plain, eyes.rules.few, rng), *_few(eyes, in_secret, FEW_IN_SECRET, rng)]


def _few(eyes: Eyes[S], answers: Iterable[Intent], few: int, rng: Random) -> list[Intent]:
    """The best answers by worth, drawn among equals; one of those that lead to the same event."""
    different = {eyes.rules.answered(eyes.state, answer): answer for answer in answers}
    weighed = [
        (worth, rng.random(), answer) for answer in different.values() if (worth := eyes.worth(answer)) is not None
    ]
    return [answer for *_, answer in nlargest(few, weighed, key=lambda each: each[:2])]


def _gains(eyes: Eyes[S], guess: Guess[S], answers: list[Intent], rng: Random) -> list[Sequence[float]]:
    """The result of each answer in one guess, with each of its possible limits, all with the same luck."""
    state, luck = guess(rng.random), rng.getstate()
    gains = []
    for answer in answers:
        rng.setstate(luck)
        gains.append(
            _followed(eyes.rules, settled(eyes.rules, state, eyes.rules.answered(state, answer)), eyes.seat, rng)
        )
    return gains


def _followed(rules: Rules[S], state: S, seat: Seat, rng: Random) -> Sequence[float]:
    """How well a seat does: by the game's own short playout, or by the rules until the seat has played once more.

    It stops before the end, where the seed would open, which is the box's secret.
    """
    short = rules.playout(state, seat, rules.limits(state, seat), rng.random)
    if short is not None:
        return short
    is_last = False
    while not is_last and (question := rules.question(state)) is not None and type(question.form) is not Seed:
        is_last = question.seat == seat
        answer = None
        if question.seat is not None:
            answer = Eyes(rules, state, question.seat).best(tried(question), rng)
        state = settled(rules, state, rules.answered(state, answer or bots.answer(question, rng)))
    return (rules.worth(state, seat) or 0.0,)


def _means(gains: list[list[float]]) -> list[float]:
    return [sum(of) / len(gains) for of in zip(*gains, strict=True)]


def _is_clear(gains: list[list[float]], plans: Sequence[Intent]) -> bool:
    """Whether the best plan leads every plan that begins with another answer, by more than chance."""
    means = _means(gains)
    best = means.index(max(means))
    return all(_leads(gains, best, other) for other, plan in enumerate(plans) if plan != plans[best])


def _leads(gains: list[list[float]], best: int, other: int) -> bool:
    ahead = [of[best] - of[other] for of in gains]
    mean, count = sum(ahead) / len(ahead), len(ahead)
    spread = sqrt(sum((each - mean) ** 2 for each in ahead) / count)
    return mean >= CLEAR * spread / sqrt(count)
