"""That there are figures, not how high they are: that depends on the machine."""

from __future__ import annotations

import importlib
import json
import re
import sys
from functools import partial
from random import Random
from types import ModuleType

import pytest

from companion.games import GAMES
from companion.games.galopp_royal.sprint import Sprint, ahead
from companion.kit.seats import COLOURS
from companion.players.play import AnswerCount, begin, play, played
from companion.study.show import as_json
from tests.bench import bench, races, rule_speed
from tests.bench.bench import Bench
from tests.bench.figure import Figure

pytestmark = pytest.mark.untraced

OURS = ("play", "bots", "rollouts", "replay", "memory")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game for each measure, and little thought."""
    for rules in GAMES:
        monkeypatch.setattr(type(rules), "guesses", 2)
    for name in ("ROUNDS", "EVENINGS", "REPEATS"):
        monkeypatch.setattr(rule_speed, name, 1)
    monkeypatch.setattr(rule_speed, "ROUND_S", 0)


def taken(*names: str) -> Bench:
    return bench.bench(names, lambda _: None)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was imported with an engine, or without, does not count."""
    monkeypatch.delitem(sys.modules, "tests.bench.backgammon", raising=False)
    monkeypatch.delattr("tests.bench.backgammon", raising=False)


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSpiel is not installed."""
    forget(monkeypatch)
    monkeypatch.setitem(sys.modules, "pyspiel", None)


class Dice:
    """A game of one roll of two ways and one forced move."""

    def __init__(self) -> None:
        self.done: list[int] = []

    def is_terminal(self) -> bool:
        return len(self.done) == 2

    def is_chance_node(self) -> bool:
        return not self.done

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(5, 1.0), (6, 0.0)]

    def legal_actions(self) -> list[int]:
        assert self.done == [5]
        return [7]

    def apply_action(self, action: int) -> None:
        assert action in ((7,) if self.done else (5,))
        self.done.append(action)

    def new_initial_state(self) -> Dice:
        return Dice()


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine with the few words of OpenSpiel's that are used."""
    fake = ModuleType("pyspiel")
    vars(fake)["load_game"] = lambda name: Dice() if name == "backgammon" else None
    forget(monkeypatch)
    monkeypatch.setitem(sys.modules, "pyspiel", fake)


@pytest.mark.slow
def test_every_figure_of_ours_is_there_and_positive() -> None:
    found = taken(*OURS)
    assert len({figure.name for figure in found.figures}) == len(found.figures)
    assert [sum(figure.name.startswith(rules.title) for figure in found.figures) for rules in GAMES] == [15, 11]
    assert all(figure.value > 0 and figure.unit for figure in found.figures)
    assert not found.left_out
    for rules in GAMES:
        times = [
            figure.value
            for figure in found.figures
            if re.fullmatch(f"{rules.title}: .* answers?(, at most)?", figure.name)
        ]
        mean, most, median, longest = times
        assert mean <= most
        assert median <= longest


def test_games_decisions_and_lots_are_of_the_same_rounds() -> None:
    figures = taken("play").figures
    for rules in GAMES:
        games, decisions, answers = (figure.value for figure in figures if figure.name.startswith(rules.title))
        assert games < decisions < answers


def test_the_limits_are_those_of_the_first_game() -> None:
    for figure in taken("play", "replay", "memory").figures:
        if not figure.name.startswith(GAMES[0].title):
            assert figure.is_held is None, figure


def test_only_the_measures_asked_for_are_taken() -> None:
    names = [figure.name for figure in taken("memory").figures]
    assert names == [f"{rules.title}: a finished game in memory" for rules in GAMES]


@pytest.mark.usefixtures("no_engine")
def test_without_the_public_engine_one_sentence_says_how_to_get_it() -> None:
    found = taken("backgammon", "memory")
    assert len(found.figures) == len(GAMES)
    (why,) = found.left_out.values()
    assert why.startswith("OpenSpiel's backgammon is left out (")
    assert why.endswith("`uv sync --extra bench` installs it")


@pytest.mark.usefixtures("engine")
def test_a_public_engine_is_measured_the_same_way() -> None:
    found = taken("backgammon")
    assert not found.left_out
    games, decisions, answers, *beside = found.figures
    assert games.value == decisions.value > 0
    assert answers.value == pytest.approx(2 * decisions.value)
    assert importlib.import_module("tests.bench.backgammon").play(1) == AnswerCount(1, 2)
    assert [(figure.unit, figure.at_least) for figure in beside] == [("times", 1.45), ("times", 1.7), ("times", 10)]


@pytest.mark.usefixtures("engine")
def test_ours_is_told_as_a_multiple_of_the_public_engine() -> None:
    *_, decisions, answers, in_short = taken("backgammon").figures
    ours = played(play(rule_speed.RULES, begin(rule_speed.RULES, rule_speed.PLAYERS, COLOURS, {}), Random(1)))
    # Of the same rounds, so the clock falls out; a game of the engine has one decision and one lot.
    assert answers.value / decisions.value == pytest.approx(ours.answers / ours.decisions / 2)
    assert in_short.name == rule_speed.BESIDE_RACES
    assert in_short.value > 0


def test_a_rollout_begins_before_a_roll_of_the_third_race() -> None:
    state = rule_speed.rollout_start()
    question = rule_speed.RULES.question(state)
    assert question is not None
    assert question.by_lot
    assert state.race == 3


def test_every_roll_of_the_races_in_short_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(races, "RACES", 3)
    state = rule_speed.rollout_start()
    found = races.Races(state)
    assert found.play(1) == found.play(2) == AnswerCount(0, found.rolls)
    chance, seen = Random(1).random, list[int]()
    for _ in range(3):
        dice = [map(partial(noted, seen), faces) for faces in ahead(state, chance)]
        Sprint(state).run(state.phase.seat - 1, dice)
    assert found.rolls == len(seen) > 3 * 8


def noted(seen: list[int], face: int) -> int:
    seen.append(face)
    return face


def test_rollouts_are_counted_with_the_answers_in_them() -> None:
    rollouts, answers, in_short, rolls, *to_the_end = taken("rollouts").figures
    assert 0 < in_short.value < rolls.value
    assert len(to_the_end) == len(GAMES)
    assert all(figure.value > 0 for figure in to_the_end)
    assert 0 < rollouts.value < answers.value


def test_whatever_is_installed_there_are_figures_or_a_reason() -> None:
    found = taken("backgammon")
    assert len(found.figures) == (0 if found.left_out else 6)


@pytest.mark.parametrize(
    ("figure", "is_held", "limit", "kept"),
    [
        (Figure("f", 3.0, "s"), None, "", ""),
        (Figure("f", 3.0, "s", at_most=3), True, "≤ 3", "yes"),
        (Figure("f", 3.1, "s", at_most=3), False, "≤ 3", "no"),
        (Figure("f", 3.0, "s", at_least=3), True, "≥ 3", "yes"),
        (Figure("f", 2.9, "s", at_least=3), False, "≥ 3", "no"),
        (Figure("f", 9.0, "s", at_least=3, at_most=5), False, "≥ 3, ≤ 5", "no"),
    ],
)
def test_a_figure_is_held_against_its_limits(figure: Figure, is_held: bool | None, limit: str, kept: str) -> None:
    (table,) = Bench("3", "here", "how", (figure,), {}).tables
    assert table.rows == (("f", figure.value, "s", limit, kept),)
    (told,) = json.loads(as_json(Bench("3", "here", "how", (figure,), {})))["figures"]
    assert told["is_held"] is is_held


def test_without_figures_there_is_no_table() -> None:
    assert Bench("3", "here", "how", (), {"backgammon": "not here"}).tables == ()


def test_a_figure_is_shown_with_the_digits_that_count() -> None:
    figures = tuple(Figure("f", value, "s") for value in (12345.678, 12.3456, 0.5))
    (table,) = Bench("3", "here", "how", figures, {}).tables
    assert [row[1] for row in table.rows] == [12346, 12.35, 0.5]
