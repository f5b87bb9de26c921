"""The numbers that no booklet prints, checked against the real board with two keys."""

from __future__ import annotations

import tomllib

import pytest

from companion.games.galopp_royal.booklet import DECK, Board
from companion.games.galopp_royal.measures import of_board, to_board
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.errors import BadChoice


def values(board: Board, deck: dict[str, int]) -> tuple[int, ...]:
    return tuple(measure.value for measure in of_board(board, deck))


def test_there_and_back() -> None:
    board = Board(start=4, finishes=(18, 20, 22, 24, 26, 28), prizes=tuple((n, n - 1, 1) for n in range(3, 9)))
    deck = DECK | {"1": 11}
    assert to_board(values(board, deck)) == (board, deck)


def test_every_number_has_a_name_of_its_own() -> None:
    measures = of_board(Board(), DECK)
    assert len(measures) == 1 + 6 + 18 + 6
    assert len({(measure.caption, measure.name, measure.counted) for measure in measures}) == len(measures)


def test_where_a_space_is_asked_it_can_be_shown() -> None:
    asked = [measure for measure in of_board(Board(), DECK) if measure.is_space]
    assert [measure.value for measure in asked] == [Board().start, *Board().finishes]
    spaces = {space.id for space in GALOPP_ROYAL.track({}).spaces}
    assert {str(measure.value) for measure in asked} <= spaces


def test_a_prize_stands_at_the_arch_of_its_race_and_on_its_place() -> None:
    prizes = [measure.at for measure in of_board(Board(), DECK) if measure.at]
    assert prizes[:4] == [("20", "I"), ("20", "II"), ("20", "III"), ("21", "I")]
    spaces = {space.id for space in GALOPP_ROYAL.track({}).spaces}
    assert {at for each in prizes for at in each} <= spaces


def test_the_file_is_confirmed_and_read_as_measured() -> None:
    numbers = values(Board(start=6), DECK)
    file = tomllib.loads(GALOPP_ROYAL.measured({}, numbers))
    assert file["confirmed"] is True
    assert GALOPP_ROYAL.unconfirmed(file) is None
    assert tuple(measure.value for measure in GALOPP_ROYAL.measures(file)) == numbers


@pytest.mark.parametrize("numbers", [(30, *values(Board(), DECK)[1:]), (*values(Board(), DECK)[:-6], 0, 0, 0, 0, 0, 0)])
def test_no_board_that_no_game_fits_is_kept(numbers: tuple[int, ...]) -> None:
    with pytest.raises(BadChoice, match=r"must rise|need a deck"):
        GALOPP_ROYAL.measured({}, numbers)


def test_the_shipped_file_is_the_shipped_board() -> None:
    file = tomllib.loads(GALOPP_ROYAL.board_file)
    assert file["confirmed"] is False
    assert tuple(measure.value for measure in GALOPP_ROYAL.measures(file)) == values(Board(), DECK)


def test_a_track_longer_than_any_board_is_a_slip_of_the_finger() -> None:
    with pytest.raises(BadChoice, match="up to 200"):
        GALOPP_ROYAL.track({"board": {"finishes": [20, 21, 22, 23, 24, 2_500_000]}})
