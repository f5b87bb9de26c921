"""The owner's settings, read as what a game needs: wrong values are named by their place."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from companion.kit.errors import BadChoice
from companion.kit.seats import Player
from companion.kit.setup import Duty, Seating, SetUp, check_commitment, check_seats, read
from tests.companion.games.nim import NIM


class Promise(msgspec.Struct):
    seed: str

    def __post_init__(self) -> None:
        raise BadChoice("no promise")


class Header(msgspec.Struct):
    promise: Promise


def test_plain_values_are_read_as_their_shape() -> None:
    assert read({"name": "cards", "beside_a_board": "table"}, Duty) == Duty("cards", "table")


def test_a_wrong_value_is_named_by_its_place_and_a_missing_one_by_its_name() -> None:
    with pytest.raises(BadChoice, match=r"^name: expected text; came 1$"):
        read({"name": 1}, Duty)
    with pytest.raises(BadChoice, match=r"^name: expected a value; came nothing$") as told:
        read({}, Duty)
    assert not isinstance(told.value, msgspec.ValidationError)


def test_a_bad_choice_within_a_header_has_its_place() -> None:
    with pytest.raises(BadChoice, match=r"^promise: no promise$"):
        read({"promise": {"seed": "1"}}, Header)


RED, BLUE, GREEN = Player(1, "Hans", "red"), Player(2, "Pia", "blue"), Player(3, "Werner", "green")


@pytest.mark.parametrize(
    ("players", "first", "sentence"),
    [
        ((RED,), 1, "2 to 3 seats can play, not 1"),
        ((RED, BLUE, GREEN, RED), 1, "2 to 3 seats can play, not 4"),
        ((BLUE, RED), 1, "seats must be numbered 1 to 2 in order"),
        ((RED, GREEN), 1, "seats must be numbered 1 to 2 in order"),
        ((RED, BLUE), 0, "first must be a seat from 1 to 2, not 0"),
        ((RED, BLUE), 3, "first must be a seat from 1 to 2, not 3"),
    ],
)
def test_who_could_not_sit_down_is_told_why(players: tuple[Player, ...], first: int, sentence: str) -> None:
    with pytest.raises(BadChoice, match=f"^{sentence}$"):
        check_seats(players, range(2, 4), first)


@pytest.mark.parametrize(("players", "first"), [((RED, BLUE), 2), ((RED, BLUE, GREEN), 1)])
def test_who_can_sit_down(players: tuple[Player, ...], first: int) -> None:
    check_seats(players, range(2, 4), first)


@pytest.mark.parametrize("commitment", ["", "ab" * 31, "ab" * 33, "AB" * 32, "xy" * 32])
def test_what_is_no_promise_of_a_seed(commitment: str) -> None:
    with pytest.raises(BadChoice, match=f"^commitment must be a SHA-256, 64 hexadecimal digits, not '{commitment}'$"):
        check_commitment(commitment)


@pytest.mark.parametrize("commitment", ["ab" * 32, None])
def test_a_promise_of_a_seed_or_none(commitment: str | None) -> None:
    check_commitment(commitment)


def test_a_game_without_a_board_has_no_file_of_it() -> None:
    assert NIM.board_with({}) == NIM.board_file == ""


class Corners(SetUp[Seating]):
    """A game for the four pairs of keys at the corners of the table."""

    name = title = "corners"
    seats = range(2, 4)
    pairs = (1, 3, 4, 6)

    def begin(self, sitting: Seating, choices: Mapping[str, object]) -> Seating:
        raise BadChoice(", ".join(player.colour for player in sitting.players) + f"; {sorted(choices)}")


def test_choices_are_tried_by_a_full_table_in_the_colours_of_its_pairs() -> None:
    with pytest.raises(BadChoice, match=r"^red, green, yellow; \['luck'\]$"):
        Corners().check({"luck": 1})
