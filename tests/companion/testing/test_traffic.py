"""What phones get in two games: nothing differs between equal ones."""

from __future__ import annotations

from companion.match.session import Session
from companion.testing.traffic import OTHER_SEED, differences
from companion.testing.whole_games import SEED, finish, seated
from tests.companion.games.nim import NIM

START = NIM.begin(seated(NIM, 2, "box"), {})
GAME = finish(NIM, START, 1)


def test_nothing_differs_in_the_same_game_whatever_the_seed() -> None:
    here = Session(NIM, SEED, START)
    for viewer in (None, 1, 2):
        assert differences(here, Session(NIM, OTHER_SEED, START), viewer) == []


def test_another_heap_is_seen_by_all_and_by_its_seat() -> None:
    here = Session(NIM, SEED, START)
    there = here.apply(GAME.entries[0]).apply(GAME.entries[1])
    assert differences(here, there, None) == ["table"]
    assert "table" in differences(here, there, here.state.turn)
    assert len(differences(here, there, here.state.turn)) > 1
