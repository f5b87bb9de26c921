"""The way on which a figure came."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.cat_royal.booklet import FIGURES, At
from companion.games.cat_royal.moves import moved
from tests.companion.games.cat_royal.positions import accuse, come_out, play, turn, use


@pytest.mark.parametrize(
    ("stands", "card", "to", "way"),
    [
        ("1C 20", "3", 23, (20, 21, 22, 23)),
        ("1C 62", "8", 6, (62, 63, 64, 1, 2, 3, 4, 5, 6)),
        ("1C 63", "5", "G3", (63, 64, 1, "G1", "G2", "G3")),
        ("1C G1", "2", "G3", ("G1", "G2", "G3")),
        ("1C G2", "2", "G4", ("G2", "G3", "G4")),
        ("1C 2", "+4/-4", 62, (2, 1, 64, 63, 62)),
        ("1C 2", "+4/-4", 61, (2, 1, 64, 63, 62, 61)),
        ("1C 2", "+4/-4", 6, (2, 3, 4, 5, 6)),
        ("", "13", 1, ("S", 1)),
        ("1C 62, 2K 3", "magnet", 2, (62, 63, 64, 1, 2)),
    ],
)
def test_a_figure_goes_through_every_field(stands: str, card: str, to: At, way: tuple[At, ...]) -> None:
    state = turn(stands, card)
    after = play(state, use(state, "citizen", to))
    assert after.ways[0][2] == way


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
@pytest.mark.parametrize("figure", FIGURES)
def test_no_other_figure_is_moved_with_one(seat: int, figure: str) -> None:
    places = [[10 * owner + rank for rank in range(4)] for owner in range(1, 5)]
    state = replace(
        turn(),
        at=tuple(map(tuple, places)),
        ways=tuple(tuple((place - 1, place) for place in own) for own in places),
        fresh=("king", "knight", "citizen", "jester"),
    )
    after = moved(state, seat, figure, 60, (59, 60))
    places[seat - 1][FIGURES.index(figure)] = 60
    assert after.at == tuple(map(tuple, places))
    assert after.ways == tuple(tuple((place - 1, place) for place in own) for own in places)
    left = tuple("" if (owner, own) == (seat, figure) else own for owner, own in enumerate(state.fresh, 1))
    assert after.fresh == left


def test_a_copied_card_leads_back_too() -> None:
    state = turn("1C 20", "copy", last="+4/-4")
    assert play(state, use(state, "citizen", 16)).ways[0][2] == (20, 19, 18, 17, 16)


def test_a_pull_by_0_fields_leaves_the_way_before() -> None:
    state = turn("1C 20, 2K 24", "3", "magnet")
    walked = play(state, use(state, "citizen", 23, "3"), use(turn("1C 20, 2K 24", seat=2), "king", 26))
    assert walked.ways[0][2] == (20, 21, 22, 23)


def test_swapped_captured_sent_home_and_out_of_a_wormhole_figures_fade() -> None:
    state = turn("1C 20, 2K 30", "swap")
    swapped = play(state, use(state, "citizen", 30))
    assert (swapped.ways[0][2], swapped.ways[1][0]) == ((), ())
    state = turn("1C 20, 2J 23", "3")
    assert play(state, use(state, "citizen", 23)).ways[1][3] == ()
    state = turn("1C 24", "3")
    assert play(state, use(state, "citizen", 27), come_out(43)).ways[0][2] == ()
    state = play(turn("1C 20, 2K 40", "3"), use(turn("1C 20, 2K 40", "3"), "citizen", 23))
    assert play(state, accuse(2, 1)).ways[1][0] == ()
