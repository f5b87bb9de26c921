from __future__ import annotations

import re

from companion.games.galopp_royal.booklet import Board
from companion.games.galopp_royal.chart import chart
from companion.games.galopp_royal.track import track
from companion.kit.chart import Label, Shape
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


# --- the drawings ----------------------------------------------------------------------------------------------------

SHELL, _, ARCH, TREES = chart(Board()).ornaments


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """From where to where the straight lines of an outline go: left, right, top, bottom."""
    corners = re.findall(r"[ML](\S+) (\S+)", shape.path)
    across = [float(x) for x in (*(x for x, _ in corners), *re.findall(r"H(\S+)", shape.path))]
    down = [float(y) for y in (*(y for _, y in corners), *re.findall(r"V(\S+)", shape.path))]
    return min(across), max(across), min(down), max(down)


def test_the_prizes_stand_in_the_middle_of_their_stone_and_the_words_of_the_pond_inside_its_shell() -> None:
    _, stone = ARCH.shapes
    left, right, top, bottom = extent(stone)
    assert ARCH.label == Label((left + right) / 2, round((top + bottom) / 2, 4), 0.25, is_carved=True)
    left, right, top, bottom = extent(SHELL.shapes[0])
    assert SHELL.label is not None
    assert left < SHELL.label.x < right
    assert top < SHELL.label.y < bottom


def test_the_trees_are_smaller_the_further_from_the_middle_alike_on_both_sides() -> None:
    radii = [float(radius) for tree in TREES.shapes for radius in re.findall(r"a(\S+) .* a", tree.path)]
    assert radii == radii[::-1]
    assert 0 < radii[0] < radii[1] < radii[2]
