"""The marks of a game that keeps every law (bronze): silver for what a table expects, gold for what makes it whole.

Law: each mark is a check of what the game shows, none a promise. The name of a function is what it checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, TypeAlias

from companion.kit.event import Event, Refused
from companion.kit.manifest import Manifest
from companion.kit.policy import Level
from companion.kit.rules import Rules
from companion.locale import LANGUAGES
from companion.match.history import Step
from companion.match.session import Session
from companion.players import levels
from companion.testing.whole_games import SEED, Game, seated

MarkCheck: TypeAlias = Callable[[Manifest, Rules[Any], Sequence[Game]], bool]
MATCHES: Final = 20
"""The fewest games that a bot plays against others that draw their answers."""
STEPS: Final = 20_000
"""After so many steps of such games no other one begins, so that more short games are played than long ones."""
SURE: Final = 3.0
"""So many standard errors the result must be away from what is asked; then it is sure before `STEPS`."""
BETTER: Final = 1.3
"""How many times as often as by luck it must win."""


def two_languages_of_the_box(game: Manifest, _rules: Rules[Any], _games: Sequence[Game]) -> bool:
    """With all words, as the laws have shown."""
    return len({*game.languages} & {*LANGUAGES}) > 1


def every_question_is_explained_and_has_a_rule(_game: Manifest, rules: Rules[Any], games: Sequence[Game]) -> bool:
    """If people are asked it; a lot that is held needs no rule."""
    return all(
        rules.explain(session.state, question) and (question.by_lot or rules.rule(session.state, question))
        for session, _ in _steps(rules, games)
        for question in (session.questions if session.automatic() is None else ())
    )


def every_lot_that_a_seat_draws_is_told(_game: Manifest, rules: Rules[Any], games: Sequence[Game]) -> bool:
    """Everybody sees the die."""
    return all(
        any(rules.tell(*pair) for pair in _after(session, step))
        for session, step in _steps(rules, games)
        if step.is_lot and step.seat is not None
    )


def the_end_has_winners_and_places(_game: Manifest, rules: Rules[Any], games: Sequence[Game]) -> bool:
    """The winners have the first place."""
    ends = [(rules.winners(game.state), rules.places(game.state)) for game in games]
    return all(winners and places and {places[seat - 1] for seat in winners} == {1} for winners, places in ends)


def a_bot_wins_more_often_than_by_luck(_game: Manifest, rules: Rules[Any], _games: Sequence[Game]) -> bool:
    """It takes the best answer by `worth`; the others draw theirs. They play until the result is sure, or `STEPS`."""
    seats = rules.seats[0]
    asked, won, steps = BETTER / seats, list[float](), 0
    while len(won) < MATCHES or (steps < STEPS and not _is_sure(won, asked)):
        bot = len(won) % seats + 1
        state, length = _match(rules, bot, len(won))
        winners = rules.winners(state)
        won.append((bot in winners) / max(len(winners), 1))
        steps += length
    return fmean(won) > asked


def _is_sure(won: Sequence[float], asked: float) -> bool:
    """Whether the mean is above or below what is asked by more than luck."""
    return abs(fmean(won) - asked) > SURE * stdev(won) / sqrt(len(won))


def a_report_tells_how_a_game_went(_game: Manifest, rules: Rules[Any], games: Sequence[Game]) -> bool:
    """By pages, curves and counts."""
    told = [(game, [pair for here in _steps(rules, [game]) for pair in _after(*here)]) for game in games]
    return all(rules.summary(pairs) and rules.curves(pairs) and [*rules.counts(game.events)] for game, pairs in told)


def lights_and_sound_follow_the_game(_game: Manifest, rules: Rules[Any], games: Sequence[Game]) -> bool:
    """The end has a cue, and something before it."""
    cues = [[rules.cue(*pair) for here in _steps(rules, [game]) for pair in _after(*here)] for game in games]
    moments = [[cue.moment for cue in each if cue is not None] for each in cues]
    return all(len(each) > 1 and each.count("win") == 1 for each in moments)


ABOVE_BRONZE: Final[dict[str, tuple[MarkCheck, ...]]] = {
    "silver": (
        two_languages_of_the_box,
        every_question_is_explained_and_has_a_rule,
        every_lot_that_a_seat_draws_is_told,
        the_end_has_winners_and_places,
    ),
    "gold": (
        a_bot_wins_more_often_than_by_luck,
        a_report_tells_how_a_game_went,
        lights_and_sound_follow_the_game,
    ),
}
"""What a game must show for each mark."""


def lacking(checks: Sequence[MarkCheck], game: Manifest, rules: Rules[Any], games: Sequence[Game]) -> list[str]:
    """What a game lacks for a mark, in words."""
    return [check.__name__.replace("_", " ") for check in checks if not check(game, rules, games)]


def _steps(rules: Rules[Any], games: Sequence[Game]) -> Iterator[tuple[Session[Any], Step]]:
    """Each step of these games, with the session before it."""
    for game in games:
        session: Session[Any] = Session(rules, SEED, game.start)
        for step in game.entries:
            yield session, step
            session = session.apply(step)


def _after(session: Session[Any], step: Step) -> Iterator[tuple[Any, Event]]:
    """Each event of a step, with the state it led to."""
    state = session.state
    for event in step.events:
        state = session.rules.evolve(state, event)
        yield state, event


def _match(rules: Rules[Any], bot: int, number: int) -> tuple[Any, int]:
    """The end of a game of one bot against others that draw, and its steps."""
    luck = Random(number)
    seed = luck.randbytes(32).hex()
    sitting = seated(rules, rules.seats[0], "box", seed)
    session: Session[Any] = Session(rules, seed, rules.begin(sitting, {}))
    steps = 0
    while (question := session.question) is not None:
        step: Step | Refused | None = session.automatic()
        if step is None:
            level: Level = "simple" if question.seat == bot else "random"
            asked, said = levels.says(level, rules, session.state, question, luck)
            step = session.draw(asked) if asked.by_lot else session.answer(said)
        if isinstance(step, Refused):
            raise AssertionError(step)
        session, steps = session.apply(step), steps + 1
    return session.state, steps
