"""People choose an earlier game from those that the daemon has found."""

from __future__ import annotations

import pytest

from companion.kit.text import speak, text, verbatim
from companion.table.ports import Earlier, GoOnWith, Settings
from companion.testing.whole_games import NAMES
from tests.companion.games.nim import NIM
from tests.companion.games.nim import State as NimState
from tests.companion.table.at_the_table import HOLD_S, Hands, choose

GAMES = (
    Earlier(7, "Galopp Royal", ("Hans", "Pia", "Werner"), "2026-11-20 20:15"),
    Earlier(3, "Cat Royal", ("Anna", "Otto"), "2026-11-02 19:00"),
)


@pytest.mark.parametrize("is_on", [True, False])
def test_the_latest_comes_first_and_the_one_chosen_is_asked_for(is_on: bool) -> None:
    hands = at_a_table(GAMES)
    if is_on:
        for pair in (1, 2):
            hands.tap(pair)
        hands.hold(1)
    open_the_list(hands)
    assert hands.view.title == verbatim("Galopp Royal")
    assert [speak(line, str) for line in hands.view.lines] == ["Hans Pia Wern", "2026-11-20 20:15"]
    hands.tap(2)
    assert hands.view.title == verbatim("Cat Royal")
    hands.hold(2)
    assert hands.table.request == GoOnWith(3)
    assert "close" not in hands.paper.calls, "the one in progress is nobody's to end"


def test_where_there_is_none_it_says_so() -> None:
    hands = at_a_table(())
    open_the_list(hands)
    assert hands.view.notice == text("There is no other unfinished game.")
    assert hands.table.request is None


def test_leaving_the_list_changes_nothing() -> None:
    hands = at_a_table(GAMES)
    open_the_list(hands)
    hands.hold(1, "red")
    assert hands.view.title == text("Menu")
    hands.hold(1, "red")
    assert hands.table.request is None
    assert hands.view.title == text("Who plays?")


def at_a_table(games: tuple[Earlier, ...]) -> Hands[NimState]:
    return Hands(NIM, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0, earlier=lambda: games))


def open_the_list(hands: Hands[NimState]) -> None:
    hands.hold_table(5.1)
    choose(hands, "An earlier game", 3)
    hands.hold(3)
