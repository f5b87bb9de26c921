"""Games of simple bots, seen from outside: how well each seat stood at some moments, and who won.

Laws: the same seed and number give the same game; of each stage of a game one moment is kept, drawn by chance, since
moments of one stage are much alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.kit.decision import settled
from companion.kit.policy import EVERYBODY, Prospects
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS
from companion.players import levels
from companion.players.play import begin
from companion.study.executors import Executor

PORTION = 20
"""So many games are one piece of work."""


class Kind(msgspec.Struct, frozen=True):
    """Which games."""

    rules: Rules[Any]
    players: int
    rulebook: str
    seed: str
    is_checked: bool
    """The chances by the weights in use are wanted, too."""


class Moment(NamedTuple):
    """How well each seat stood, and how the game ended."""

    game: int
    """The number of the game: all its moments have one end."""
    stage: str
    numbers: tuple[tuple[float, ...], ...]
    chances: Sequence[float]
    """What the weights in use say of it; empty: not wanted."""
    won: tuple[float, ...]
    """Seats 1 … n: 1 for the winner; a shared victory is divided."""


def moments(kind: Kind, games: int, who: Executor) -> Iterator[Moment]:
    """The moments of so many games. Raises Lost."""
    portions = (range(first, min(first + PORTION, games)) for first in range(0, games, PORTION))
    for portion in who.results(partial(_played, kind), portions):
        yield from portion


def _played(kind: Kind, numbers: Iterable[int]) -> list[Moment]:
    return [moment for number in numbers for moment in _game(kind, number)]


def _game(kind: Kind, number: int) -> Iterator[Moment]:
    rules, rng = kind.rules, Random(f"{kind.seed}.{number}")
    state = begin(rules, kind.players, COLOURS, {"rulebook": kind.rulebook})
    found: dict[str, tuple[Prospects, Sequence[float]]] = {}
    count = Counter[str]()
    while (question := rules.question(state)) is not None:
        seen = rules.seen(state, EVERYBODY)
        stood = rules.prospects(seen)
        if stood is not None:
            count[stood.stage] += 1
            if rng.random() * count[stood.stage] < 1:
                found[stood.stage] = stood, (rules.chances(seen) or ()) if kind.is_checked else ()
        _, said = levels.says("simple", rules, state, question, rng)
        state = settled(rules, state, rules.answered(state, said))
    winners = rules.winners(state)
    won = tuple([(seat in winners) / len(winners) for seat in range(1, kind.players + 1)])
    for (stage, numbers), chances in found.values():
        yield Moment(number, stage, numbers, chances, won)
