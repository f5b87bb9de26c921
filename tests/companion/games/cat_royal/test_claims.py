from __future__ import annotations

import pytest

from companion.games.cat_royal.claims import Claim, claim

from .positions import LETTERS, turn


@pytest.mark.parametrize(
    ("stands", "card", "to", "points", "lapsed"),
    [
        ("C 10", "6", 16, 6, 0),
        ("C 10", "6", 15, 6, 0),
        ("C 10", "6", 17, 6, 0),
        ("C 62", "6", 4, 6, 0),
        ("C 1", "+4/-4", 5, 4, 0),
        ("C 1", "+4/-4", 61, -4, 0),
        ("C 1", "+4/-4", 60, -4, 0),
        ("C 1", "+4/-4", 62, -4, 0),
        ("C 1", "+4/-4", 6, 4, 0),
        ("K 60", "1-7", 63, 3, 0),
        ("T 60", "1-7", 4, 7, 0),
        ("C 10", "1/11", 11, 1, 0),
        ("C 10", "1/11", 12, 1, 0),
        ("C 10", "1/11", 20, 11, 0),
        ("C 10", "1/11", 21, 11, 0),
        ("C 10", "13", 24, 13, 0),
        ("C 62", "6", "G3", 6, 0),
        ("C 62", "6", "G4", 6, 0),
        ("C 62", "6", "G2", 6, 0),
        ("J 62", "6", "G1", 6, 2),
        ("J 62", "6", "G2", 6, 1),
        ("J 62", "6", "G3", 6, 0),
        ("J 62", "6", "G4", 6, 0),
        ("J 62", "9", "G4", 9, 2),
        ("J 62", "9", "G3", 9, 2),
        ("J 62", "1-7", "G1", 4, 0),
        ("J G1", "2", "G3", 2, 0),
        ("J G1", "2", "G4", 2, 0),
        ("K 60", "1-7", "G2", 7, 0),
    ],
)
def test_a_move_claims_the_points_of_its_card_whether_it_keeps_to_them_or_not(
    stands: str, card: str, to: int | str, points: int, lapsed: int
) -> None:
    state = turn(f"1{stands}")
    assert claim(state, 1, card, LETTERS[stands[0]], to) == Claim(points, lapsed)


def test_who_comes_out_is_pulled_or_changes_places_claims_no_points() -> None:
    state = turn("1C 10")
    assert claim(state, 1, "13", "king", 1) == Claim()
    assert claim(state, 1, "swap", "citizen", 14) == Claim()
    assert claim(state, 1, "magnet", "citizen", 14) == Claim()
