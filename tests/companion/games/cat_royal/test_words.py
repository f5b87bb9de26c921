from __future__ import annotations

import pytest

from companion.games.cat_royal.booklet import CARDS
from companion.games.cat_royal.words import acting, goal, number, show, standing_at
from companion.kit.event import MaybeCard
from companion.kit.text import Text, speak


def english(said: Text) -> str:
    return speak(said, str)


@pytest.mark.parametrize(
    ("card", "name"), [("6", "6"), ("+4/-4", "±4"), ("1-7", "1-7"), ("1/11", "1/11"), ("swap", "swap"), (None, "?")]
)
def test_a_card_has_a_short_name(card: MaybeCard, name: str) -> None:
    assert english(show(card)) == name


def test_only_a_number_of_two_letters_stands_large() -> None:
    assert [number(card) for card in CARDS] == [
        "2",
        "3",
        "±4",
        "5",
        "6",
        "",
        "8",
        "9",
        "10",
        "12",
        "",
        "13",
        "",
        "",
        "",
    ]


def test_no_two_cards_share_a_name() -> None:
    assert len({english(show(card)) for card in CARDS}) == len(CARDS)


def test_a_copy_says_what_it_acts_as() -> None:
    assert english(acting("copy", "+4/-4")) == "copy:±4"
    assert english(acting("copy", "")) == english(acting("copy", "copy")) == "copy"
    assert english(acting("6", "8")) == "card 6"
    assert english(acting("swap", "8")) == "swap"


def test_a_place_on_the_loop_has_no_number() -> None:
    assert {english(standing_at(field)) for field in range(1, 65)} == {"on the track"}
    assert english(standing_at("S")) == "in start area"
    assert english(standing_at("G3")) == english(goal("G3")) == "goal 3"
