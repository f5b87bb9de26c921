"""A bot that guesses the hidden facts again and again, and plays its best answers out for a short way.

Laws: it decides by what its seat sees and has heard; the same random numbers give the same answer; it follows the best
few answers by worth, all with the same guesses, and drops those that fall behind; of the last two, the better one must
be clearly ahead before it stops early; it stops by counts, and by time only if necessary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from heapq import nlargest
from itertools import repeat, starmap, tee
from math import inf, sqrt
from random import Random
from statistics import fmean
from typing import Final, TypeAlias, TypeVar

from companion.kit.decision import settled
from companion.kit.event import Event, Intent
from companion.kit.policy import Chance, Guess
from companion.kit.question import Question, Seed
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.players import bots
from companion.players.levels import IsLate, in_time
from companion.players.sensible import Eyes, tried

S = TypeVar("S")
Followed: TypeAlias = dict[Intent, list[Sequence[float]]]
"""The answers that are followed: for each guess how well each of their limits did."""

FEW_IN_SECRET: Final = 2
"""How many more answers from secret forms are followed."""
LOOKS: Final = 6
"""After each such part of its guesses it looks which answers are behind."""
FEWEST: Final = 5
"""How many guesses it makes at least between two looks: of fewer the error says nothing."""
BEHIND: Final = 1.25
"""By how many standard errors an answer must be behind the best one to be dropped, if two others are left."""
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
    followed: Followed = {answer: [] for answer in answers}
    guesses = round(eyes.rules.guesses * eyes.rules.effort(eyes.state))
    between = max(FEWEST, guesses // LOOKS)
    for made in range(1, guesses + 1):
        for answer, gains in zip(followed, _gains(eyes, guess, followed, rng), strict=True):
            followed[answer].append(gains)
        if is_late():
            break
        if made % between == 0:
            behind = _behind(followed)
            if min(behind.values()) >= CLEAR:
                break
            followed = _in_reach(followed, behind)
    return _leader(followed)


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


def _gains(eyes: Eyes[S], guess: Guess[S], answers: Iterable[Intent], rng: Random) -> list[Sequence[float]]:
    """The result of each answer in one guess, with each of its possible limits, all with the same luck."""
    state = guess(rng.random)
    (luck,) = tee(starmap(rng.random, repeat(())), 1)
    after = [settled(eyes.rules, state, eyes.rules.answered(state, answer)) for answer in answers]
    return [_followed(eyes.rules, each, eyes.seat, copy(luck).__next__) for each in after]


def _followed(rules: Rules[S], state: S, seat: Seat, chance: Chance) -> Sequence[float]:
    """How well a seat does: by the game's own short playout, or by the rules until the seat has played once more.

    It stops before the end, where the seed would open, which is the box's secret.
    """
    short = rules.playout(state, seat, rules.limits(state, seat), chance)
    if short is not None:
        return short
    is_last, rng = False, Random(chance())  # noqa: S311  # a bot's luck is no secret
    while not is_last and (question := rules.question(state)) is not None and type(question.form) is not Seed:
        is_last = question.seat == seat
        answer = None
        if question.seat is not None:
            answer = Eyes(rules, state, question.seat).best(tried(question), rng)
        state = settled(rules, state, rules.answered(state, answer or bots.answer(question, rng)))
    return (rules.worth(state, seat) or 0.0,)


def _leader(followed: Followed) -> Intent:
    """The answer that does best, with the best of its limits."""
    return max(followed, key=lambda answer: max(map(sum, zip(*followed[answer], strict=True))))


def _in_reach(followed: Followed, behind: dict[Intent, float]) -> Followed:
    """The best answer and the next one, and those that are not behind by more than chance."""
    second = min(behind, key=behind.__getitem__)
    return {answer: gains for answer, gains in followed.items() if answer == second or behind.get(answer, 0.0) < BEHIND}


def _behind(followed: Followed) -> dict[Intent, float]:
    """By how many standard errors each other answer is behind the best one, with whatever limit."""
    leader = _leader(followed)
    best = max(zip(*followed[leader], strict=True), key=sum)
    return {
        answer: min(_errors_behind(each, best) for each in {*zip(*gains, strict=True)})
        for answer, gains in followed.items()
        if answer != leader
    }


def _errors_behind(gains: Sequence[float], best: Sequence[float]) -> float:
    """By how many standard errors these gains are behind the best ones; what is always as far behind, is infinitely."""
    behind = [other - own for own, other in zip(gains, best, strict=True)]
    mean, count = fmean(behind), len(behind)
    spread = sqrt(sum([(each - mean) ** 2 for each in behind]))
    return mean * count / spread if spread else inf
