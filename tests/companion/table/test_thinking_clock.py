"""How long a question stood before a seat, in seconds of the table's clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from companion.games.cat_royal.state import State
from companion.kit.question import Amount
from companion.kit.text import text
from companion.kit.view import View
from companion.match.history import Step
from companion.match.session import Made, Session
from companion.table.thinking_clock import ThinkingClock
from companion.testing.whole_games import SEED
from tests.companion.games.cat_royal.positions import RULES
from tests.companion.games.cat_royal.test_handing import dealt, give
from tests.companion.games.galopp_royal.positions import race
from tests.companion.table.at_the_table import HOLD_S, People, bidding, choose, open_menu, plain_race


def taken(table: People) -> list[tuple[int | None, float | None]]:
    """Who thought how long about each of the decisions so far."""
    steps = [entry for entry in table.paper.entries if isinstance(entry, Step)]
    return [(step.seat, step.thought_s) for step in steps if step.seat is not None]


def rested() -> People:
    """An auction in which Pia has just been asked."""
    table = bidding()
    table.hold(1)
    table.read()
    return table


def test_it_is_the_time_from_the_question_to_its_answer() -> None:
    table = rested()
    table.wait(20.0)
    table.hold(2, "red")
    seat, seconds = taken(table)[-1]
    assert seat == 2
    assert seconds == pytest.approx(20.0 + HOLD_S, abs=0.3)


def menu_and_pause(table: People) -> None:
    open_menu(table)
    table.wait(500.0)
    choose(table, "Pause")
    table.hold(3)
    table.wait(3600.0)
    table.tap(3)


def menu_alone(table: People) -> None:
    open_menu(table)
    table.wait(500.0)
    table.hold(1, "red")
    table.hold(1, "red")


@pytest.mark.parametrize("stop", [menu_and_pause, menu_alone])
def test_a_menu_and_a_pause_stop_it(stop: Callable[[People], None]) -> None:
    table = rested()
    table.wait(20.0)
    stop(table)
    table.wait(10.0)
    table.hold(2, "red")
    seat, seconds = taken(table)[-1]
    assert seat == 2
    assert seconds == pytest.approx(30.0 + HOLD_S, abs=6.5), "the menu opens after five seconds of a hold"


def test_news_before_a_question_is_no_thinking() -> None:
    table = rested()
    table.table.tell(View(text("News")), table.t)
    assert table.table.showing.is_telling
    table.read()
    table.hold(2, "red")
    seat, seconds = taken(table)[-1]
    assert seat == 2
    assert seconds == pytest.approx(HOLD_S, abs=0.3)


def test_a_question_that_is_asked_again_after_an_undo_begins_anew() -> None:
    table = bidding()
    table.wait(100.0)
    table.hold(1)
    table.wait(60.0)
    table.undo()
    table.wait(7.0)
    table.read()
    table.hold(1)
    seat, seconds = taken(table)[-1]
    assert (seat, len(taken(table))) == (1, 2)
    assert seconds is not None
    assert seconds < 10.0


def test_a_throw_of_the_die_is_no_decision() -> None:
    table = People(plain_race())
    table.wait(30.0)
    table.hold(1)
    assert taken(table) == [(1, None)]


def test_a_number_typed_in_is_no_decision() -> None:
    table = People(race(4), die="table")
    table.wait(30.0)
    table.tap(1)
    table.hold(1)
    assert {seconds for _, seconds in taken(table)} <= {None}


def test_a_bot_does_not_think_and_a_player_who_comes_back_begins_anew() -> None:
    table = bidding()
    table.wait(100.0)
    playing, game = table.table.playing, table.table._layers.game
    assert playing is not None
    assert game is not None
    game.hand_over(1, "simple", table.t)
    table.wait(50.0)
    game.hand_over(1, None, table.t)
    table.wait(5.0)
    table.hold(1)
    game.hand_over(2, "simple", table.t)
    table.wait(50.0)
    question = playing.session.question
    assert question is not None
    assert isinstance(question.form, Amount)
    game.enter(playing.session.answer(question.form.otherwise), table.t)
    (hans, seconds), (pia, none) = taken(table)
    assert (hans, pia, none) == (1, 2, None)
    assert seconds == pytest.approx(5.0 + HOLD_S, abs=0.3)


Cats: TypeAlias = Session[State]


def handing() -> Cats:
    """Four choose a card for their partners, all at once."""
    return Session(RULES, SEED, dealt())


def given(session: Cats, seat: int) -> Made[State]:
    step = session.answer(give(seat, 1))
    assert isinstance(step, Made)
    return step


def test_of_several_each_has_a_time_of_its_own() -> None:
    session, clock = handing(), ThinkingClock[State]()
    clock.tick(session, 100.0, runs=True)
    clock.tick(session, 110.0, runs=True)
    step = given(session, 2)
    assert clock.taken_s(step) == 10.0
    session = session.apply(step)
    clock.tick(session, 115.0, runs=False)
    clock.tick(session, 125.0, runs=True)
    assert clock.taken_s(given(session, 3)) == 20.0


def test_a_clock_that_has_not_seen_the_question_tells_nothing() -> None:
    session, clock = handing(), ThinkingClock[State]()
    assert clock.taken_s(given(session, 1)) is None
    clock.tick(session, 100.0, runs=True)
    session = session.apply(given(session, 1))
    assert clock.taken_s(given(session, 2)) is None
