"""What choices cost, by what the players could know and with all cards open."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import find_rules
from companion.match import record
from companion.study.choices import Choice, choices
from companion.study.coach import ChoiceLook, Cost, cost, played
from companion.study.told import ToldGame, read
from companion.testing.whole_games import finish, seated
from tests.companion.games.nim import Take
from tests.companion.games.won_nim import WON_NIM

GALOPP = find_rules("galopp-royal")


@cache
def told(number: int) -> ToldGame:
    start = GALOPP.begin(seated(GALOPP, 3, "box"), {})
    return read(GALOPP, record.write(GALOPP, start, finish(GALOPP, start, number).entries))


def looks(game: ToldGame, *, is_open: bool, guesses: int = 16) -> list[tuple[Choice, Cost]]:
    each = [(choice, cost(GALOPP, 3, ChoiceLook(choice, is_open, guesses, "luck"))) for choice in choices(game)]
    return [(choice, found) for choice, found in each if found is not None]


def nim(left: int, take: int) -> Cost:
    """The cost of taking so many matches, where one or two may be taken."""
    start = replace(WON_NIM.begin(seated(WON_NIM, 2, "box"), {}), left=left, is_counted=True)
    answers = tuple(Take(seat=start.turn, count=count) for count in (take, 3 - take))
    found = cost(WON_NIM, 2, ChoiceLook(Choice(1, start.turn, start, (), 0.0, answers), True, 400, "luck"))
    assert found is not None
    return found


@pytest.mark.parametrize(("left", "take", "lost"), [(2, 1, 1.0), (2, 2, 0.0), (4, 2, 0.25), (4, 1, 0.0)])
def test_a_cost_as_reckoned_by_hand(left: int, take: int, lost: float) -> None:
    """On turn before m matches: p(1) = 1, p(2) = 1/2, p(3) = 1/4; the other player then has the rest."""
    found = nim(left, take)
    assert found.chance == pytest.approx(lost, abs=0.08)
    assert found.better == (lost > 0)
    assert (found.error == 0) == (lost in {0.0, 1.0})


def test_what_cannot_be_guessed_is_not_judged_by_what_was_known() -> None:
    start = WON_NIM.begin(seated(WON_NIM, 2, "box"), {})
    choice = Choice(1, 1, start, (), 0.0, (Take(seat=1, count=1), Take(seat=1, count=2)))
    assert cost(WON_NIM, 2, ChoiceLook(choice, False, 16, "luck")) is None
    assert [*played(WON_NIM, {1: 1}, [(choice, None)])] == []


@pytest.mark.untraced
def test_an_auction_is_one_choice_of_a_seat() -> None:
    asked = [
        (choice.seat, len(choice.heard))
        for choice in choices(told(7))
        if type(choice.answers[0]).__name__ in {"Bid", "Pass"}
    ]
    sold = [n for n, event in enumerate(heard(told(7))) if type(event).__name__ == "Dealt"]
    spans = [(seat, sum(n < at for n in sold)) for seat, at in asked]
    assert len(spans) == len(set(spans)) > 20


def heard(game: ToldGame) -> list[Any]:
    return [event for moment in game.moments for event in moment.events]


@pytest.mark.untraced
def test_who_draws_its_answers_loses_chances_by_them() -> None:
    for is_open in (False, True):
        found = looks(told(7), is_open=is_open)
        assert fmean([each.chance for _, each in found]) > 0.002
        assert any(each == Cost(0.0, 0.0, 0) for _, each in found)
    known = looks(told(7), is_open=False)
    players = [*played(GALOPP, Counter(choice.seat for choice, _ in known), known)]
    assert [player.seat for player in players] == [1, 2, 3]
    assert all(player.worst is not None and player.worst.cost > player.lost for player in players)


@pytest.mark.untraced
def test_what_a_seat_could_not_know_changes_nothing() -> None:
    """The hidden cards are dealt anew: no cost by what was known changes, and some with all cards open do."""
    differ = 0
    for choice in [*choices(told(7))][::9]:
        seen = GALOPP.seen(choice.before, choice.seat)
        guess = GALOPP.guess(seen, choice.seat, choice.heard)
        if guess is not None:
            other = choice._replace(before=guess(Random(3).random))
            known, same, lies, not_same = (
                cost(GALOPP, 3, ChoiceLook(each, is_open, 16, "luck"))
                for is_open in (False, True)
                for each in (choice, other)
            )
            assert known == same
            differ += lies != not_same
    assert differ > 2
