"""How a game went: by hand on a few events, and at the end of whole games."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import RACES, SCHEMER
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.summary import curves, summary
from companion.kit.event import Event
from companion.kit.text import speak
from companion.kit.view import View
from companion.match.session import Session
from companion.testing.whole_games import SEED, finish
from tests.companion.games.galopp_royal.positions import RULES, race, with_display, with_purse
from tests.companion.games.whole_games import sitting


def read(pages: tuple[View, ...]) -> list[list[str]]:
    return [[speak(text, str) for text in (page.title, *page.lines)] for page in pages]


def raced(*told: Event, seats: int = 3) -> list[tuple[State, Event]]:
    """Events of one race; Hans has 1, 2, 3, 5 on his display, Pia 2, 2, 2 and a schemer."""
    state = with_display(with_display(race(seats), 1, "1", "2", "3", "5"), 2, "2", "2", "2", SCHEMER)
    return [(state, event) for event in (*told, events.RaceEnded(1, 3))]


def test_luck_is_what_the_die_called_against_the_mean_of_the_slots() -> None:
    rolls = (events.Rolled(1, 4, "5"), events.Rolled(1, 1, "1"), events.Rolled(1, 4, "5"), events.Rolled(2, 4, SCHEMER))
    pages = read(summary(raced(*rolls, events.Moved(1, ((1, 5),)))))
    assert ["Luck, in spaces", "Hans\t+2.8", "Pia\t+0.0"] in pages, "5 + 1 + 5 against three times 2.75"


def test_the_best_bearer_has_carried_its_own_chair_furthest() -> None:
    told = (
        *(events.Rolled(1, 3, "3"), events.Moved(1, ((1, 3),))) * 2,
        events.Rolled(1, 4, "5"),
        events.Moved(1, ((1, 5),)),
        *(events.Rolled(2, 4, SCHEMER), events.Moved(2, ((2, 2), (1, -2)))) * 2,
    )
    assert ["Best bearer", "Hans", "bearer +3", "6 spaces in all"] in read(summary(raced(*told)))


def test_coins_race_by_race_are_bars_by_one_measure_and_what_there_is_in_the_end() -> None:
    start = race(3)
    told: list[tuple[State, Event]] = [(start, events.Rolled(1, 1, "1")), (start, events.Moved(1, ((1, 1),)))]
    for number, coins in enumerate(((0, 30, 60), (60, 30, 0)), 1):
        state = replace(start, race=number)
        for seat, coin in enumerate(coins, 1):
            state = with_purse(state, seat, coin)
        told += [(start, events.RaceEnded(number, 1)), (state, events.Paid(1, 1, 5))]
    chart = read(summary(told))[0]
    assert chart == ["Coins by race", "Hans\t▁█ 60", "Pia\t▄▄ 30", "Werner\t█▁ 0"]


def test_what_was_spent_and_who_was_last() -> None:
    told = (
        events.Sold(2, 7, ()),
        events.Assigned(1, 10, ()),
        events.Sold(2, 8, ()),
        events.Rolled(1, 1, "1"),
        events.Moved(1, ((1, 1),)),
        events.RaceEnded(6, None),
    )
    pages = read(summary(raced(*told)))
    assert pages[-2:] == [["Spent on teams", "Pia\t15 coins", "Hans\t10 coins"], ["Times last", "Werner\t1"]]


def test_coins_are_drawn_from_the_first_race_on_if_all_may_count_them() -> None:
    (curve,) = curves(raced())
    assert (curve.stages, curve.counts) == (("0", "1"), ((50, 50, 50), race(3).money.purses))
    hidden = [(hiding_coins(state), event) for state, event in raced()]
    assert curves(hidden) == ()
    over = [(replace(state, phase=Over((1,))), event) for state, event in hidden]
    assert len(curves(over)) == 1, "in the end all are counted"


def hiding_coins(state: State) -> State:
    return replace(state, setup=replace(state.setup, options=replace(state.setup.options, open_cash=False)))


def test_without_a_race_there_is_nothing_to_sum_up() -> None:
    assert summary(()) == ()
    assert curves(()) == ()
    assert curves([(race(3), events.Sold(2, 7, ()))]) == ()
    assert summary([(race(3), events.Sold(2, 7, ()))]) == ()


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_whole_game_is_summed_up_on_pages_of_four_lines(seats: int) -> None:
    start = RULES.begin(sitting(seats), {})
    game = finish(RULES, start, Random(seats).randrange(99))
    session = Session(RULES, SEED, start).resume(game.entries)
    pages = RULES.summary(session.told())
    assert all(1 <= len(page.lines) <= 4 for page in pages)
    chart = [line for page in read(pages) if page[0] == "Coins by race" for line in page[1:]]
    assert [line.split()[-1] for line in chart] == [str(coins) for coins in session.state.money.purses]
    assert {len(line.split("\t")[1].split()[0]) for line in chart} == {RACES}
    (curve,) = RULES.curves(session.told())
    assert (len(curve.stages), curve.counts[-1]) == (1 + RACES, session.state.money.purses)
