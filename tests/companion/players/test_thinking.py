"""A bot that thinks, at small games: what it guesses, which answers it drops, when time is up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from random import Random

import pytest

from companion.kit.event import Event, Intent, Unsealing
from companion.kit.policy import ATTENTION, Chance, Guess, Level
from companion.kit.question import OneOf, Question, commit, unsealing
from companion.kit.seats import Seat
from companion.players import levels, thinking
from companion.players.levels import IsLate, in_time
from companion.players.sensible import Eyes
from tests.companion.games.nim import State, Take
from tests.companion.players.test_sensible import Bidding, Chatty, Sly, Weighed, heap


class Deep(Weighed):
    """Nim with a worth that says nothing; played out, it is best to leave `aim` matches, plus or minus `blur`."""

    aim = 7
    blur = 0.0
    guesses = 100

    def __init__(self) -> None:
        self.made = 0

    def worth(self, state: State, seat: Seat) -> float:  # noqa: ARG002  # nothing counts
        return 0.0

    def guess(self, state: State, seat: Seat, heard: Sequence[Event]) -> Guess[State] | None:  # noqa: ARG002  # it is all open
        def drawn(_: Chance) -> State:
            self.made += 1
            return state

        return drawn

    def playout(self, state: State, seat: Seat, limits: Sequence[int], chance: Chance) -> Sequence[float] | None:  # noqa: ARG002  # for all alike
        return [-abs(state.left - self.aim) + self.blur * (chance() - 0.5) * state.left + limit for limit in limits]


class Meant(Deep):
    """The same, but leaving eight is by far the best with the right limit."""

    def limits(self, state: State, seat: Seat) -> Sequence[int]:  # noqa: ARG002  # for all alike
        return (0, 3, 2) if state.left == 8 else (0, 1)


class ByRules(Deep):
    """The same, played out by its rules: the player who takes the second last match does well."""

    guesses = 10

    def playout(self, state: State, seat: Seat, limits: Sequence[int], chance: Chance) -> Sequence[float] | None:  # noqa: ARG002  # it says none
        return None

    def worth(self, state: State, seat: Seat) -> float:
        return float(state.left == 4 and state.turn == seat)


class Scheming(Sly, Deep):
    """The same, but three may be taken only in secret."""


class Even(Deep):
    """The same, but three may be taken, and leaving seven or eight is ahead by turns."""

    def __init__(self) -> None:
        super().__init__()
        self.left: list[int] = []

    def question(self, state: State) -> Question | None:  # noqa: ARG002  # the heap is never empty
        return Question(1, OneOf(tuple([Take(seat=1, count=count) for count in (1, 2, 3)])))

    def playout(self, state: State, seat: Seat, limits: Sequence[int], chance: Chance) -> Sequence[float] | None:  # noqa: ARG002  # for all alike
        self.left.append(state.left)
        ahead = self.made % 2 - 0.5
        return [{8: ahead, 7: -ahead}.get(state.left, -9.0)]


class Near(Even):
    """The same, but with the right limit leaving six is as good as leaving seven."""

    def limits(self, state: State, seat: Seat) -> Sequence[int]:  # noqa: ARG002  # for all alike
        return (0, 1)

    def playout(self, state: State, seat: Seat, limits: Sequence[int], chance: Chance) -> Sequence[float] | None:
        (first,) = super().playout(state, seat, limits, chance) or ()
        return [first, 0.5 - self.made % 2 if state.left == 6 else first]


class Leaning(Deep):
    """The same; at first sight it is better to leave more."""

    few = 4

    def worth(self, state: State, seat: Seat) -> float:  # noqa: ARG002  # for all alike
        return float(state.left)


class Twice(Deep):
    """The same with one answer that is listed twice, in other words."""

    def question(self, state: State) -> Question | None:  # noqa: ARG002  # the heap is never empty
        return Question(1, OneOf((Take(seat=1, count=2), Take(seat=1, count=3))))

    def answered(self, state: State, intent: Intent) -> Event:  # noqa: ARG002  # whatever is said
        return super().answered(state, Take(seat=1, count=2))


class Unsealed(Unsealing, frozen=True, kw_only=True):
    """The box opens its seed."""


class Promised(ByRules):
    """The same with a box that has sealed its seed and must open it at the end."""

    def question(self, state: State) -> Question | None:
        return super().question(state) if state.left else unsealing(Unsealed(), commit("1" * 64))

    def worth(self, state: State, seat: Seat) -> float:  # noqa: ARG002  # for all alike
        return -float(state.left)


def said(rules: Weighed, state: State, seed: int = 1, is_late: IsLate = in_time) -> object:
    question = rules.question(state)
    assert question is not None
    return levels.says("strong", rules, state, question, Random(seed), is_late=is_late)[1]


@pytest.mark.parametrize(("aim", "count"), [(7, 2), (8, 1)])
def test_the_answer_with_the_best_result_is_taken(aim: int, count: int) -> None:
    rules = Deep()
    rules.aim = aim
    assert said(rules, heap()) == Take(seat=1, count=count)


def test_an_answer_is_as_good_as_the_best_that_may_be_meant_by_it() -> None:
    rules = Meant()
    assert said(rules, heap()) == Take(seat=1, count=1)
    assert rules.made == rules.guesses // thinking.LOOKS


def test_it_stops_when_it_is_clear() -> None:
    rules = Deep()
    said(rules, heap())
    assert rules.made == rules.guesses // thinking.LOOKS


def test_it_goes_on_while_it_is_not_clear_as_long_as_is_worth_it() -> None:
    rules = Deep()
    rules.blur = 1000.0
    said(rules, heap())
    assert rules.guesses // thinking.LOOKS < rules.made <= rules.guesses


def test_an_answer_that_is_behind_is_followed_no_further() -> None:
    """Leaving seven or eight comes to the same in the mean; leaving six is behind each time."""
    rules = Even()
    assert said(rules, heap()) in (Take(seat=1, count=1), Take(seat=1, count=2))
    assert rules.left.count(6) == rules.guesses // thinking.LOOKS
    assert rules.left.count(7) == rules.left.count(8) == rules.guesses


def test_an_answer_that_is_near_with_one_of_its_limits_is_followed_further() -> None:
    rules = Near()
    said(rules, heap())
    assert rules.left.count(6) == rules.made > rules.guesses // thinking.LOOKS


def test_it_stops_when_time_is_up() -> None:
    rules = Deep()
    rules.blur = 1000.0
    late = iter((False, *repeat(True, 9)))
    said(rules, heap(), is_late=late.__next__)
    assert rules.made == 2


def test_the_same_seed_the_same_thought() -> None:
    rules = Deep()
    rules.blur = 30.0
    assert [said(rules, heap(), seed) for seed in range(20)] == [said(rules, heap(), seed) for seed in range(20)]


def test_without_a_shorter_way_the_rules_play_on_for_a_round() -> None:
    rules = ByRules()
    assert said(rules, heap(7)) in (Take(seat=1, count=1), Take(seat=1, count=2))
    assert rules.made == thinking.FEWEST


def test_it_thinks_to_the_end_of_a_game_whose_seed_is_sealed() -> None:
    rules = Promised()
    assert said(rules, heap(2)) == Take(seat=1, count=2)
    assert rules.made == thinking.FEWEST


@pytest.mark.parametrize("rules", [Weighed(), Bidding()])
def test_with_nothing_to_guess_it_takes_the_best_it_sees(rules: Weighed) -> None:
    question = rules.question(heap())
    assert question is not None
    assert said(rules, heap()) == levels.says("simple", rules, heap(), question, Random(1))[1]


def test_one_answer_needs_no_thought() -> None:
    rules = Deep()
    assert said(rules, heap(1)) == Take(seat=1, count=1)
    assert rules.made == 0


def test_nothing_is_done_in_secret_without_a_thought() -> None:
    assert {said(Sly(), heap(), seed) for seed in range(60)} == {Take(seat=1, count=2)}


@pytest.mark.parametrize(("aim", "count"), [(7, 2), (6, 3)])
def test_what_is_possible_only_in_secret_is_thought_over_too(aim: int, count: int) -> None:
    rules = Scheming()
    rules.aim = aim
    assert {said(rules, heap(), seed) for seed in range(20)} == {Take(seat=1, count=count)}


@pytest.mark.parametrize(("few", "count"), [(4, 2), (1, 1)])
def test_only_so_many_answers_are_followed(few: int, count: int) -> None:
    rules = Leaning()
    rules.few = few
    assert said(rules, heap()) == Take(seat=1, count=count)


def test_answers_that_lead_to_the_same_are_followed_once() -> None:
    rules = Twice()
    assert said(rules, heap()) == Take(seat=1, count=2)
    assert rules.made == 0


def test_it_sees_most_of_what_it_had_better_say_aside() -> None:
    rules = Chatty()
    question = rules.question(heap())
    assert question is not None
    asked = [levels.says("strong", rules, heap(), question, Random(seed))[0] for seed in range(200)]
    assert abs(1 - asked.count(question) / 200 - ATTENTION["strong"]) < 0.1


@pytest.mark.parametrize(("level", "has_whims"), [("simple", True), ("strong", False)])
def test_it_says_nothing_aside_on_a_whim(level: Level, has_whims: bool) -> None:
    rules = Chatty()
    rules.best = 9
    question = rules.question(heap())
    assert question is not None
    asked = [levels.says(level, rules, heap(), question, Random(seed))[0] for seed in range(300)]
    assert (asked.count(question) < 300) == has_whims


def test_one_that_draws_says_aside_now_and_then_for_the_seats_it_plays() -> None:
    rules = Chatty()
    question = rules.question(heap())
    assert question is not None
    luck = Random(1)
    addressed = [levels.says("random", rules, heap(), question, luck, seats={2})[0].seat for _ in range(500)]
    assert 0 < addressed.count(2) < 40


def test_eyes_see_nothing_else() -> None:
    rules = Deep()
    question = rules.question(heap())
    assert question is not None
    assert thinking.best(Eyes(rules, heap(), 1), question, (), Random(1)) == Take(seat=1, count=2)
