"""The printed tables, as the rules text gives them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict

from companion.games.galopp_royal.booklet import CAPITAL, DEALS, DECK, LAST_TEAM_PRICE, PRESETS, Board, DealtCards
from companion.kit.errors import BadChoice

PRINTED = {
    "next_opener": ("clockwise", "clockwise", "clockwise", "left_of_winner"),
    "schemer": ("both", "both", "both", "one_effect"),
    "race_end": ("third_place", "third_place", "last_known", "last_known"),
    "pond_prize": ("three_players",) * 4,
    "start_teams": ("at_once", "when_all_have_one", "at_once", "at_once"),
    "open_cash": (True,) * 4,
}


@pytest.mark.parametrize(("column", "book"), [(0, "de"), (1, "nl"), (2, "en"), (3, "fr")])
def test_setup_the_option_table_of_the_four_booklets(column: int, book: str) -> None:
    assert asdict(PRESETS[book]) == {option: values[column] for option, values in PRINTED.items()}


def test_deals_by_seats_without_a_team() -> None:
    assert {
        6: DealtCards(1, 0, 2),
        5: DealtCards(1, 0, 1),
        4: DealtCards(1, 0, 0),
        3: DealtCards(1, 1, 0),
        2: DealtCards(2, 0, 0),
    } == DEALS


@pytest.mark.parametrize("seats", DEALS)
def test_every_deal_sells_a_team_of_four(seats: int) -> None:
    deal = DEALS[seats]
    assert deal.hand * seats + deal.open - deal.leave == 4


def test_setup_forty_cards_of_six_kinds() -> None:
    assert DECK == {"1": 8, "2": 8, "3": 7, "5": 5, "-2": 6, "+2/-2": 6}
    assert sum(DECK.values()) == 40
    assert (CAPITAL, LAST_TEAM_PRICE) == (50, 10)


def test_setup_the_board_as_shipped() -> None:
    board = Board()
    assert (board.pond, board.start, board.finishes) == (0, 5, (20, 21, 22, 23, 24, 25))
    assert board.prizes == ((20, 10, 5), (25, 12, 6), (30, 15, 7), (35, 17, 8), (40, 20, 10), (45, 22, 11))


@pytest.mark.parametrize(
    "wrong",
    [
        {"start": 0},
        {"start": 20},
        {"finishes": (20, 21, 22, 23, 24, 24)},
        {"finishes": (21, 20, 22, 23, 24, 25)},
        {"pond": 1},
        {"prizes": ((20, 10, 5),)},
        {"prizes": ((20, 10),) * 6},
        {"prizes": ((20, 10, -5),) * 6},
    ],
)
def test_a_board_on_which_no_race_could_be_run(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadChoice, match=r"must|position 0"):
        Board(**wrong)
