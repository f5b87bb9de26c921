"""One game of simple bots: how much of its result each source of luck, the seats and the play explain.

Laws: a share is what the changes of the chances by one source have in common with the result, their covariance. So all
shares of a game add up to the square of its result exactly; and the luck of the playouts, which knows nothing of the
result, adds nothing to a share in the mean of many games. Games of one number have the same luck by each rulebook.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

import msgspec

from companion.kit.decision import unfold
from companion.kit.policy import Level
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS
from companion.match import record
from companion.match.history import Step
from companion.match.report import Luck
from companion.players import levels
from companion.players.play import begin
from companion.players.playouts import SeatOdds, outlook, shared
from companion.study import ladder, luck, told
from companion.study.told import ToldGame

BETTER: Final[Level] = "strong"
OTHER: Final[Level] = "simple"
"""The two levels whose players meet for some evenings."""
MEETINGS: Final = 8
"""How many games they play for each game of equal bots, which takes much longer to judge."""
PLAY: Final = "play"
SEAT: Final = "seat"
"""Who sits where, and so begins: the chance before the first card."""


class Kind(msgspec.Struct, frozen=True):
    """Which games."""

    rules: Rules[Any]
    players: int
    rulebook: str
    seed: int
    playouts: int
    """How many judge each state before and after a lot."""

    @property
    def start(self) -> Any:
        """The state before the first card."""
        return begin(self.rules, self.players, COLOURS, {"rulebook": self.rulebook})

    @property
    def fair(self) -> float:
        """The share of the victories that is everybody's."""
        return 1 / self.players


class Measured(NamedTuple):
    """What the games of one number tell."""

    explained: Mapping[str, float]
    """Between equal bots, by source: the covariance with the result, the mean of all seats."""
    won: Sequence[float]
    """The share of the victory of one better bot among others, in each of their games."""


def mean(games: Sequence[Measured]) -> Measured:
    """The mean of some games."""
    sources = {source for each in games for source in each.explained}
    explained = {source: fmean(each.explained.get(source, 0.0) for each in games) for source in sources}
    return Measured(explained, [fmean(won) for won in zip(*(each.won for each in games), strict=True)])


def measured(kind: Kind, number: int) -> Measured:
    """Play a game of equal bots, and some with a better bot, on each seat in turn."""
    first = MEETINGS * number
    return Measured(explained(kind, number), [_better(kind, each) for each in range(first, first + MEETINGS)])


def _better(kind: Kind, number: int) -> float:
    """The share of the victory of a better bot among others."""
    who = 1 + number % kind.players, BETTER, OTHER
    shared_by = ladder.game(kind.rules, kind.start, who, Random(f"{kind.seed}.{number}.better")).shared
    return 1 / shared_by if shared_by else 0.0


def explained(kind: Kind, number: int) -> dict[str, float]:
    """By source, the covariance with the result of one game of equal bots; the sum is the square of its result."""
    game = told.read(kind.rules, _record(kind, Random(f"{kind.seed}.{number}")))
    found = dict(_found(kind, game, f"{kind.seed}.{number}"))
    parts = defaultdict[str, float](float)
    for each in luck.luck(game, found, kind.rules.off):
        result = found[len(game.moments)].chances[each.seat - 1] - kind.fair
        for source, change in _changes(each, found[0].chances[each.seat - 1] - kind.fair):
            parts[source] += change * result * kind.fair
    return dict(parts)


def _changes(of: Luck, at_start: float) -> Iterator[tuple[str, float]]:
    """What made a seat's result: who sits where, each source of luck, the play."""
    yield SEAT, at_start
    for source in of.by:
        yield source.name.id, source.change
    yield PLAY, of.play


def _record(kind: Kind, rng: Random) -> str:
    rules, state, steps = kind.rules, kind.start, list[Step]()
    while (question := rules.question(state)) is not None:
        addressed, said = levels.says(OTHER, rules, state, question, rng)
        events = []
        for event, after in unfold(rules, state, rules.answered(state, said)):
            events.append(event)
            state = after
        steps.append(Step(addressed.seat, addressed.by_lot, tuple(events)))
    return record.write(rules, kind.start, steps)


def _found(kind: Kind, game: ToldGame, name: str) -> Iterator[tuple[int, SeatOdds]]:
    """The chances at the start, before and after each lot, and the result; each part is one playout."""
    lots, end, seats = luck.lots(game), len(game.moments), kind.players
    for at in {0, *lots, *(lot - 1 for lot in lots)}:
        state = game.moments[at - 1].states[-1] if at else game.start
        lucks = [Random(f"{name}.{playout}") for playout in range(kind.playouts)]
        yield at, SeatOdds(tuple([tuple(outlook(kind.rules, state, seats, rng)) for rng in lucks]))
    won = tuple(shared(kind.rules.winners(game.moments[-1].states[-1]), seats))
    yield end, SeatOdds((won,) * kind.playouts)
