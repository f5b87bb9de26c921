"""The odds of a race at the table key."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.games import find_rules
from companion.kit.event import Event
from companion.kit.policy import EVERYBODY
from companion.kit.text import ordinal, speak, text
from companion.kit.view import View
from companion.table.odds_page import RUNS, SLICE, SLICE_S
from companion.testing.whole_games import finish, seated
from tests.companion.games.galopp_royal.positions import closing, race, with_display
from tests.companion.table.at_the_table import People, bidding, say

COUNTED_S = 2 * SLICE_S * RUNS / SLICE
"""How long the odds take at most, with a slice every `SLICE_S`."""


def racing(*, shows_odds: bool = True) -> People:
    """Ida has arrived, Hans and Pia are before the arch, Claudia far behind; Hans is about to roll."""
    arch = race(4).finish
    state = race(4, chairs=(arch - 3, arch - 1, "F1", 5))
    for seat in (2, 4):
        state = with_display(state, seat, "1", "1", "1", "1")
    table = People(with_display(state, 1, "1", "2", "3", "5"))
    table.table.menu.odds.value = shows_odds
    return table


def looked(table: People) -> Iterator[View]:
    """The lines of the page, from one slice to the next."""
    end, luck = table.t + COUNTED_S, Random(1)
    while table.t < end:
        table.wait(SLICE_S)
        table.table.pages.count(luck.random, table.t)
        yield table.view


def shares(view: View) -> list[tuple[str, int]]:
    told = [speak(line, str).split("\t") for line in view.lines]
    return [(name, int(share.removesuffix(" %"))) for name, share in told]


def test_they_are_a_page_of_a_race_once_they_are_wanted() -> None:
    table = racing()
    table.tap(1, "table")
    assert table.view.title == text("Odds: {place}", place=ordinal(2))
    assert say(table.view).count("...") == 3
    pictures = list(looked(table))
    told = shares(pictures[-1])
    assert told == sorted(told, key=lambda each: -each[1])
    assert dict(told) == {"Hans": pytest.approx(50, abs=10), "Pia": pytest.approx(50, abs=10), "Claudia": 0}
    assert sum(dict(told).values()) == 100
    assert len(set(pictures)) == 2, "nothing flickers while it is counted"


def test_without_the_wish_there_is_no_such_page() -> None:
    table = racing(shows_odds=False)
    table.tap(1, "table")
    assert table.view.title == text("Coins")


def test_without_a_race_there_are_the_odds_of_the_game_alone() -> None:
    table = bidding("box")
    table.table.menu.odds.value = True
    table.tap(1, "table")
    assert table.view.title == text("Odds: victory")
    told = shares(table.view)
    assert told == sorted(told, key=lambda each: -each[1])
    assert sum(dict(told).values()) == pytest.approx(100, abs=2)
    assert dict(told) == {seat.name: table.table.pages.odds.chances[seat.seat - 1] for seat in table.view.seats}
    table.tap(1, "table")
    assert table.view.title == text("Coins")


def test_they_follow_every_event_and_end_with_the_game() -> None:
    table = racing()
    table.wait(SLICE_S)
    before = table.table.pages.odds.chances
    table.hold(1)
    table.wait(SLICE_S)
    assert table.table.pages.odds.chances != before
    over = People(closing(1, 2, 3))
    over.table.menu.odds.value = True
    over.wait(30.0)
    assert over.table.session is not None
    assert over.table.session.question is None
    assert (over.table.pages.odds.chances, over.table.pages.odds.pages) == ((), ())


def test_the_same_race_has_the_same_odds_however_often_somebody_looks() -> None:
    table = racing()
    seen = []
    for _ in range(2):
        table.tap(1, "table")
        seen.append(list(looked(table))[-1])
        table.wait(10.0)
    assert seen[0] == seen[1]


def test_they_are_counted_anew_once_the_race_has_gone_on() -> None:
    table = racing()
    table.tap(1, "table")
    before = list(looked(table))[-1]
    table.tap(1)  # this closes the page
    table.hold(1)
    table.wait(30.0)
    table.tap(1, "table")
    assert say(table.view).count("...") == 2, "Hans has arrived"
    assert list(looked(table))[-1] != before


def test_nothing_is_counted_as_long_as_nobody_leafs() -> None:
    table = racing()
    table.wait(SLICE_S)
    table.table.pages.count(Random(1).random, table.t)
    assert table.table.pages.odds.is_counting
    deadline = table.table.next_deadline(table.t)
    assert deadline is None or deadline > table.t + SLICE_S
    table.tap(1, "table")
    soon = table.table.next_deadline(table.t)
    assert soon is not None
    assert soon <= table.t + SLICE_S


def test_there_are_so_many_slices_and_no_more() -> None:
    table = racing()
    odds = table.table.pages.odds
    odds.look(table.table.session)
    for _ in range(RUNS // SLICE):
        assert odds.is_counting
        odds.count(Random(1).random)
    assert not odds.is_counting
    counted = odds.pages
    odds.count(Random(1).random)
    assert odds.pages == counted


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["galopp-royal", "cat-royal"])
def test_what_only_one_seat_knows_does_not_show_in_them(name: str) -> None:
    """All that a seat cannot see is dealt anew: the odds for everybody stay the same, in 500 pairs of states a game."""
    rules, luck, pairs = find_rules(name), Random(5), 0
    number = 0
    while pairs < 500:
        game, number = finish(rules, rules.begin(seated(rules, 3, "box"), {}), number), number + 1
        state, heard = game.start, list[Event]()
        for event in game.events:
            heard.append(rules.without_secrets(state, event))
            state = rules.evolve(state, event)
            seat = 1 + len(heard) % 3
            if (guess := rules.guess(rules.seen(state, seat), seat, heard)) is not None:
                other = guess(luck.random)
                assert rules.chances(rules.seen(state, EVERYBODY)) == rules.chances(rules.seen(other, EVERYBODY))
                pairs += other != state
