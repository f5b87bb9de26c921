"""What is agreed before the first card, and the table at that moment."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.galopp_royal.auction import Dealing
from companion.games.galopp_royal.booklet import DECK, PRESETS
from companion.kit.errors import BadChoice
from companion.kit.piles import Draws, Piles, spread
from companion.kit.setup import Who
from tests.companion.games.galopp_royal.positions import RULES, start


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_setup_everybody_has_50_coins_and_a_chair_on_start(seats: int) -> None:
    state = start(seats, first=2)
    assert state.money.accounts == (-50 * seats, *(50,) * seats)
    assert state.chairs == (5,) * seats
    assert state.displays == ((),) * seats
    assert state.piles == Piles(Draws(40, spread(DECK)))
    assert state.phase == Dealing(2, 0)
    assert (state.race, state.finish, state.finished, state.ponded) == (0, 20, (), ())


SEAT = {"seat": 1, "name": "Hans", "colour": "red"}


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("seats", [SEAT], "3 to 6 seats can play, not 1"),
        ("seats", [{**SEAT, "seat": at} for at in range(1, 8)], "3 to 6 seats can play, not 7"),
        ("seats", [{**SEAT, "seat": at} for at in (1, 2, 4)], "numbered 1 to 3 in order"),
        ("seats", [{**SEAT, "seat": at, "colour": "pink"} for at in (1, 2, 3)], "pink"),
        ("seats", [{**SEAT, "seat": at} for at in (1, 2, 3)], "a colour of its own, not red, red, red"),
        ("commitment", "ab" * 31, "commitment must be a SHA-256, 64 hexadecimal digits"),
        ("commitment", "AB" * 32, "commitment must be a SHA-256, 64 hexadecimal digits"),
        ("first", 0, "first must be a seat from 1 to 4, not 0"),
        ("first", 5, "first must be a seat from 1 to 4, not 5"),
        ("rulebook", "it", "rulebook must be one of de, nl, en, fr, not 'it'"),
        ("capital", 0, "capital must be 1 or more coins, not 0"),
        ("deck", None, "the box can only deal a deck it knows"),
        ("deck", {"1": 40}, "deck must give a count"),
        ("deck", {"1": 41, "2": 0, "3": 0, "5": 0, "-2": 0, "+2/-2": -1}, "deck must give a count"),
        ("deck", {"1": 21, "2": 0, "3": 0, "5": 0, "-2": 0, "+2/-2": 0}, "at least 22 cards, not 21"),
        ("options", {"schemer": "none"}, "none"),
        ("options", {"luck": True}, "luck"),
        ("duties", {"cards": "nobody"}, "nobody"),
        ("board", {"start": 0}, "must rise"),
        ("prize", 5, "prize"),
    ],
)
def test_a_header_no_table_could_play(key: str, value: object, sentence: str) -> None:
    header = RULES.header(start(4)) | {key: value}
    with pytest.raises(BadChoice, match=sentence):
        RULES.read_header(header)


@pytest.mark.parametrize("missing", ["rulebook", "options", "duties", "seats", "first", "capital", "board", "deck"])
def test_a_header_with_something_missing(missing: str) -> None:
    header = RULES.header(start(4))
    del header[missing]
    with pytest.raises(BadChoice, match=missing):
        RULES.read_header(header)


def test_the_smallest_deck_that_is_enough() -> None:
    deck = {"1": 22, "2": 0, "3": 0, "5": 0, "-2": 0, "+2/-2": 0}
    header = RULES.header(start(4)) | {"deck": deck, "deck_confirmed": True}
    assert RULES.read_header(header).piles == Piles(Draws(22, ("1",) * 22))


MORE = {**DECK, "1": DECK["1"] + 3}


def test_a_deck_of_another_size_says_that_somebody_has_counted_it() -> None:
    header = RULES.header(start(4)) | {"deck": MORE}
    with pytest.raises(BadChoice, match="a deck of 43 cards must be confirmed: the printed one has 40"):
        RULES.read_header(header)
    assert RULES.read_header(header | {"deck_confirmed": True}).setup.deck == MORE


@pytest.mark.parametrize("cards", ["box", "table"])
def test_an_owner_who_has_counted_another_deck_confirms_it(cards: Who) -> None:
    state = start(4, cards=cards, deck=MORE, confirmed=True)
    assert RULES.header(state)["deck_confirmed"] is True
    assert RULES.read_header(RULES.header(state)) == state


def test_a_header_says_nothing_of_a_deck_that_is_as_printed() -> None:
    assert "deck_confirmed" not in RULES.header(start(4, confirmed=True))


def test_every_option_stands_in_a_header() -> None:
    options = msgspec.to_builtins(PRESETS["de"])
    del options["open_cash"]
    with pytest.raises(BadChoice, match="options must give open_cash too"):
        RULES.read_header(RULES.header(start(4)) | {"options": options})


def test_a_record_older_than_hidden_start_teams_was_played_with_open_ones() -> None:
    options = msgspec.to_builtins(PRESETS["nl"])
    del options["start_teams"]
    assert RULES.read_header(RULES.header(start(4)) | {"options": options}).setup.options == PRESETS["de"]
