"""How fast the rules are and how much a game holds, of every game; the first beside a public engine in the same run."""

from __future__ import annotations

import gc
import statistics
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial, reduce
from random import Random
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

from companion.games import GAMES
from companion.kit.decision import unfold
from companion.kit.errors import LeftOut
from companion.kit.event import Event
from companion.kit.policy import Level
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS
from companion.match import record, referee
from companion.match.history import Step
from companion.match.session import Session
from companion.players import levels
from companion.players.play import AnswerCount, begin, play, played, rest
from companion.players.playouts import won
from tests.bench.figure import Figure
from tests.bench.races import Races

RULES: Final[Rules[Any]] = GAMES[0]
"""The box's first game: the limits are for this game, with which they were found."""
PLAYERS: Final = 4
ROUNDS: Final = 5
ROUND_S: Final = 1.0
EVENINGS: Final = 5
REPEATS: Final = 3

GAMES_PER_S: Final = {RULES.name: 500}
"""A hundred thousand games in a few minutes."""
BESIDE_DECISIONS: Final = f"{RULES.title}: decisions, beside OpenSpiel backgammon's"
BESIDE_ANSWERS: Final = f"{RULES.title}: decisions and lots, beside OpenSpiel backgammon's"
BESIDE_RACES: Final = f"{RULES.title}: rolls of races in short, beside OpenSpiel backgammon's decisions and lots"
BESIDE: Final = {BESIDE_DECISIONS: 1.45, BESIDE_ANSWERS: 1.7, BESIDE_RACES: 10.0}
"""At least how many times as many as the public engine makes."""

PART: Final = ("race_began", "race_ended")
"""A rollout ends with the second of these events. It begins in part `PART_NUMBER` of game 1, at its lot `PART_LOT`."""
PART_NUMBER: Final = 3
PART_LOT: Final = 3

RESUME_MS: Final = {RULES.name: 200}
"""A Pi Zero 2 W takes ten times as long: after a pulled plug, it resumes an evening in two seconds."""
HELD_KIB: Final = {RULES.name: 4096}
"""A hundredth of what a Pi Zero 2 W has left for programs."""

METHOD: Final = (
    f"One core, every event audited. Rates: the best of {ROUNDS} rounds of {ROUND_S:g} s of CPU, each from game 1 on. "
    f"Times and bytes: the median of {EVENINGS} games, each time the best of {REPEATS}; bytes by tracemalloc. "
    "A decision is a player's answer, the only legal one too; the lot's answers are dice and cards. "
    "A sensible answer is the best of all that are tried, by a bot; a strong one is thought over, as often as is worth "
    "it (its median, game 1). "
    f"A rollout is not audited: game 1 from lot {PART_LOT} after {PART[0]} {PART_NUMBER}, by chance to {PART[1]}. "
    "Of a race in short, a roll with all that it moves counts as one, with the making of its dice in the time."
)


def measure_play() -> Iterator[Figure]:
    """Random games of every game, by the rules alone."""
    for rules in GAMES:
        yield from _figures(rules.title, _best(_one_game(rules)), GAMES_PER_S.get(rules.name))


def measure_bots() -> Iterator[Figure]:
    """How long a bot takes that tries each answer, where a game says what is worth what."""
    for rules in GAMES:
        if rules.worth(_start(rules), 1) is not None:
            times = sorted(took for number in range(1, EVENINGS + 1) for took in _answers_ms(rules, number))
            yield Figure(f"{rules.title}: a sensible answer", statistics.fmean(times), "ms")
            yield Figure(f"{rules.title}: 99 of 100 sensible answers, at most", times[len(times) * 99 // 100], "ms")
            times = sorted(_answers_ms(rules, 1, "strong"))
            yield Figure(f"{rules.title}: a strong answer", statistics.median(times), "ms")
            yield Figure(f"{rules.title}: 99 of 100 strong answers, at most", times[len(times) * 99 // 100], "ms")


def measure_rollouts() -> Iterator[Figure]:
    """The random rest of a part of the game, again and again from one state: what bots that think will do."""
    state, last = rollout_start(), _event(PART[1])
    rate = _best(lambda number: rest(RULES, state, Random(number), last))
    yield Figure(f"{RULES.title}: rollouts", rate.games, "per s")
    yield Figure(f"{RULES.title}: decisions and lots in rollouts", rate.answers, "per s")
    if RULES.playout(state, 1, (0,), Random(1).random) is not None:
        yield Figure(f"{RULES.title}: rollouts in short", _best(partial(_in_short, state)).games, "per s")
    yield Figure(f"{RULES.title}: rolls of races in short", _best(Races(state).play).answers, "per s")
    for rules in GAMES:
        yield Figure(f"{rules.title}: games to their end, for a report", _best(_to_its_end(rules)).games, "per s")


def measure_replay() -> Iterator[Figure]:
    """A whole evening out of the journal after a pulled plug, and in the hands of the referee."""
    for rules in GAMES:
        start, games = _start(rules), [_game(rules, number) for number in range(1, EVENINGS + 1)]
        session: Session[Any] = Session(rules, "", start)
        texts = [record.write(rules, start, game) for game in games]
        resumed = statistics.median(_best_ms(session.resume, game) for game in games)
        checked = statistics.median(_best_ms(partial(referee.check, rules), text) for text in texts)
        most = RESUME_MS.get(rules.name)
        yield Figure(f"{rules.title}: a whole evening resumed", resumed, "ms", at_most=most)
        yield Figure(f"{rules.title}: its record refereed", checked, "ms")


def measure_memory() -> Iterator[Figure]:
    """A finished game with its whole history, as the box holds it."""
    for rules in GAMES:
        held = statistics.median(_held(rules, number) for number in range(1, EVENINGS + 1))
        name = f"{rules.title}: a finished game in memory"
        yield Figure(name, held / 1024, "KiB", at_most=HELD_KIB.get(rules.name))


def measure_backgammon() -> Iterator[Figure]:
    """A public engine, measured the same way, rounds of ours after each of its own."""
    try:
        from tests.bench import backgammon
    except ImportError as error:
        raise LeftOut(f"OpenSpiel's backgammon is left out ({error}); `uv sync --extra bench` installs it") from None
    plays = (backgammon.play, _one_game(RULES), Races(rollout_start()).play)
    engine, own, races = map(max, zip(*([_round(one) for one in plays] for _ in range(ROUNDS)), strict=True))
    yield from _figures("OpenSpiel backgammon", engine)
    for name, times in (
        (BESIDE_DECISIONS, own.decisions / engine.decisions),
        (BESIDE_ANSWERS, own.answers / engine.answers),
        (BESIDE_RACES, races.answers / engine.answers),
    ):
        yield Figure(name, times, "times", at_least=BESIDE[name])


# --- how they are taken ----------------------------------------------------------------------------------------------


class Rate(NamedTuple):
    """How many of each in a second."""

    games: float
    decisions: float
    answers: float


def rollout_start() -> Any:
    """The state before the lot that rollouts begin with."""
    state, begun, lots, first = _start(RULES), 0, 0, _event(PART[0])
    for step in play(RULES, state, Random(1)):
        lots += begun == PART_NUMBER and step.is_lot
        if lots == PART_LOT:
            return state
        state = reduce(RULES.evolve, step.events, state)
        begun += sum(isinstance(event, first) for event in step.events)
    raise AssertionError(f"game 1 has no part {PART_NUMBER} of {PART_LOT} lots")


def _in_short(state: Any, number: int) -> AnswerCount:
    """A rollout by the game's own short form, which thinking bots use."""
    RULES.playout(state, 1, (0,), Random(number).random)
    return AnswerCount(0, 0)


def _to_its_end(rules: Rules[Any]) -> Callable[[int], AnswerCount]:
    """A rollout from the first card to the end, as in a report."""
    start = _start(rules)

    def play_on(number: int) -> AnswerCount:
        won(rules, start, PLAYERS, Random(number))
        return AnswerCount(0, 0)

    return play_on


def _event(tag: str) -> type[Event]:
    return next(kind for kind in RULES.events if kind.__struct_config__.tag == tag)


def _one_game(rules: Rules[Any]) -> Callable[[int], AnswerCount]:
    start = _start(rules)
    return lambda number: played(play(rules, start, Random(number)))


def _figures(what: str, rate: Rate, games_at_least: float | None = None) -> Iterator[Figure]:
    yield Figure(f"{what}: games", rate.games, "per s", at_least=games_at_least)
    yield Figure(f"{what}: decisions", rate.decisions, "per s")
    yield Figure(f"{what}: decisions and lots", rate.answers, "per s")


def _best(one: Callable[[int], AnswerCount]) -> Rate:
    return max(_round(one) for _ in range(ROUNDS))


def _round(one: Callable[[int], AnswerCount]) -> Rate:
    games = decisions = answers = 0
    gc.collect()
    began = process_time()  # a second of computing: whatever else the machine does falls out
    while (took := process_time() - began) < ROUND_S or not games:
        games += 1
        played = one(games)
        decisions += played.decisions
        answers += played.answers
    return Rate(games / took, decisions / took, answers / took)


def _best_ms(do: Callable[[Any], object], what: object) -> float:
    times: list[float] = []
    for _ in range(REPEATS):
        gc.collect()
        began = perf_counter()
        do(what)
        times.append(perf_counter() - began)
    return 1000 * min(times)


def _held(rules: Rules[Any], number: int) -> int:
    start = _start(rules)
    gc.collect()
    gc.freeze()  # what was there before is not looked through again and again
    tracemalloc.start()
    try:
        session = Session(rules, "", start).resume(_game(rules, number))
        gc.collect()
        return tracemalloc.get_traced_memory()[0] if session.question is None else 0
    finally:
        tracemalloc.stop()
        gc.unfreeze()


def _answers_ms(rules: Rules[Any], number: int, level: Level = "simple") -> Iterator[float]:
    """How long each answer took in a game of bots of this level."""
    state, rng, heard = _start(rules), Random(number), list[Event]()
    while (question := rules.question(state)) is not None:
        began = process_time()
        _, said = levels.says(level, rules, state, question, rng, heard=heard)
        if question.seat is not None and not question.by_lot:
            yield 1000 * (process_time() - began)
        before = state
        for event, after in unfold(rules, state, rules.answered(state, said)):
            heard.append(rules.without_secrets(before, event))
            before = state = after


def _start(rules: Rules[Any]) -> Any:
    return begin(rules, PLAYERS, COLOURS, {})


def _game(rules: Rules[Any], number: int) -> list[Step]:
    return list(play(rules, _start(rules), Random(number)))
