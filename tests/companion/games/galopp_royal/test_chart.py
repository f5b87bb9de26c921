from __future__ import annotations

from companion.games.galopp_royal.booklet import Board
from companion.games.galopp_royal.chart import chart
from companion.games.galopp_royal.track import track
from tests.companion.games.galopp_royal.positions import RULES


def test_an_arch_stands_on_every_finish_a_flag_on_start_a_shell_in_the_pond() -> None:
    roles = {space.id: space.role for space in track(Board()).spaces}
    pond, start, finishes = (drawn.spaces for drawn in chart(Board()).ornaments if drawn.spaces)
    assert [roles[space] for space in (*pond, *start)] == ["trap", "start"]
    assert sorted(finishes) == sorted(space for space, role in roles.items() if role == "goal")


def test_ornaments_stand_where_the_owners_board_has_its_spaces() -> None:
    board = {"start": 4, "finishes": [18, 19, 20, 21, 22, 23]}
    drawn = RULES.chart({"board": board}).ornaments
    assert [one.spaces for one in drawn] == [("0",), ("4",), ("18", "19", "20", "21", "22", "23"), ()]


def test_the_page_lays_the_course_itself() -> None:
    assert RULES.chart({}).spots == {}
