from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from math import dist

import pytest

from companion.games.cat_royal.cats import cat
from companion.games.cat_royal.chart import HALF, chart
from companion.games.cat_royal.track import empty
from companion.kit.chart import Spot

SPOTS = chart().spots


def at(space: str) -> tuple[float, float]:
    """The position of a space, in fields from the middle."""
    return lies(SPOTS[space])


def lies(spot: Spot) -> tuple[float, float]:
    """The position of a spot, in fields from the middle."""
    return (spot.x - 0.5) * (2 * HALF[0] + 1), (spot.y - 0.5) * (2 * HALF[1] + 1)


@pytest.mark.parametrize("start_areas", [True, False])
def test_every_space_has_a_spot_on_the_board(start_areas: bool) -> None:
    spots = chart(start_areas=start_areas).spots
    assert list(spots) == [space.id for space in empty(start_areas=start_areas).spaces]
    assert all(0 <= spot.x <= 1 and 0 <= spot.y <= 1 for spot in spots.values())


def test_fields_that_follow_each_other_lie_about_one_apart() -> None:
    ring = [at(str(field)) for field in (*range(1, 65), 1)]
    lanes = [
        [at(str(start)), *(at(f"{colour} G{n}") for n in (1, 2, 3, 4))] for colour, start in (("red", 1), ("green", 33))
    ]
    for way in (ring, *lanes):
        assert all(0.9 < dist(*step) < 1.1 for step in pairwise(way))


def test_no_two_lights_lie_on_each_other() -> None:
    assert min(dist(at(one), at(other)) for one, other in combinations(SPOTS, 2)) > 0.9


def test_the_corners_lie_clockwise_red_first_and_mirror_each_other() -> None:
    corners = [at(field) for field in ("1", "17", "33", "49")]
    assert [(x > 0, y > 0) for x, y in corners] == [(False, False), (True, False), (True, True), (False, True)]
    assert len({(round(abs(x), 6), round(abs(y), 6)) for x, y in corners}) == 1


def drawn(spots: Iterable[Spot], across: int = 1, down: int = 1) -> set[tuple[float, float]]:
    """Where they lie; -1: in a mirror."""
    places = map(lies, spots)
    return {(round(across * x, 2), round(down * y, 2)) for x, y in places}


def test_the_board_is_its_own_mirror_image_across_and_but_for_the_cats_that_sit_upright_down() -> None:
    prints = [spot for one in chart().ornaments for spot in one.spots]
    road = [spot for space, spot in SPOTS.items() if " S" not in space]
    assert min(len(prints), len(road)) > 20
    for spots in ([*SPOTS.values()], prints):
        assert drawn(spots, across=-1) == drawn(spots)
    for spots in (road, prints):
        assert drawn(spots, down=-1) == drawn(spots)


def test_the_cats_of_a_colour_sit_evenly_and_clear_of_their_lane() -> None:
    places = [at(space)[0] for space in ("red G1", "red S1", "red S2", "red S3", "red S4")]
    first, *apart = (right - left for left, right in pairwise(places))
    assert apart == [pytest.approx(apart[0])] * 3
    assert first > apart[0]


def test_a_field_is_drawn_as_wide_as_it_is_high() -> None:
    across, down = SPOTS["2"].x - SPOTS["1"].x, SPOTS["red G2"].y - SPOTS["red G1"].y
    assert across * (chart().aspect or 0) == pytest.approx(down)


def test_the_lanes_lead_to_the_middle() -> None:
    for colour in ("red", "blue", "green", "yellow"):
        assert abs(at(f"{colour} G4")[1]) < abs(at(f"{colour} G1")[1])


def test_a_cat_sits_on_each_light_of_a_start_area_and_stays_if_there_are_none() -> None:
    benches = [one for one in chart().ornaments if one.spaces]
    assert sorted(space for one in benches for space in one.spaces) == sorted(
        space.id for space in empty().spaces if space.role == "home"
    )
    without = chart(start_areas=False).ornaments
    assert [len(one.spots) for one in without[:4]] == [4] * 4
    assert without[0].spots[0] == Spot(SPOTS["red S1"].x, SPOTS["red S1"].y)


def test_a_cat_has_two_eyes_like_each_other() -> None:
    pairs = [shape.path for shape in cat("king") if shape.path.count("Z") == 2]
    assert len(pairs) == 3, "ears, eyes, pupils"
    for path in pairs:
        right, left = (half.strip() for half in path.replace("M", "|M").split("|")[1:])
        xs = [[float(pair.split()[0]) for pair in _pairs(half)] for half in (right, left)]
        assert xs[0] == [-x for x in xs[1]]


def _pairs(path: str) -> list[str]:
    numbers = [word.strip("MLQCZ") for word in path.split() if word.strip("MLQCZ")]
    return [f"{x} {y}" for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
