"""What is agreed before the first card, and the table at that moment."""

from __future__ import annotations

import pytest

from companion.games.cat_royal.booklet import DECK
from companion.games.cat_royal.dealing import Dealing
from companion.kit.errors import BadChoice
from companion.kit.piles import Draws, Piles, spread
from tests.companion.games.cat_royal.positions import RULES, start

RED, BLUE = {"seat": 1, "name": "Hans", "colour": "red"}, {"seat": 2, "name": "Pia", "colour": "blue"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_all_figures_are_in_their_start_areas(seats: int) -> None:
    state = start(seats)
    assert state.at == (("S",) * 4,) * seats
    assert state.holes == (27, 43, 59, 11)
    assert state.hands == ((),) * seats
    assert state.piles == Piles(Draws(110, spread(DECK)))
    assert state.phase == Dealing()


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("seats", [RED], "2 to 4 seats can play, not 1"),
        ("seats", [RED | {"seat": at} for at in range(1, 6)], "2 to 4 seats can play, not 5"),
        ("seats", [RED, BLUE | {"seat": 3}], "numbered 1 to 2 in order"),
        ("seats", [RED | {"colour": "blue"}, BLUE], "colours must be different, in the order red, blue, green, yellow"),
        ("seats", [RED | {"colour": "blue"}, BLUE | {"colour": "red"}], "colours must be different, in the order"),
        ("seats", [RED, BLUE | {"colour": "white"}], "colours must be different"),
        ("seats", [RED, BLUE | {"seat": True}], "came true"),
        ("first", 0, "first must be a seat from 1 to 4, not 0"),
        ("first", 5, "first must be a seat from 1 to 4, not 5"),
        ("first", 1.0, "came 1.0"),
        ("rulebook", "de", "rulebook must be one of manual, app, dog, not 'de'"),
        ("last_deal", 0, "last_deal must be from 1 to 999, not 0"),
        ("last_deal", 1000, "last_deal must be from 1 to 999, not 1000"),
        ("commitment", "ab" * 31, "commitment must be a SHA-256, 64 hexadecimal digits"),
        ("commitment", "AB" * 32, "commitment must be a SHA-256, 64 hexadecimal digits"),
        ("deck", DECK | {"2": 8}, "there is one deck only, of 110 cards"),
        ("deck", {}, "there is one deck only"),
        ("board", {"loop": 64, "goal": 4, "starts": {"red": 1}, "holes": [27, 43, 59, 11]}, "one board only"),
        ("board", {"goal": 4}, "board must give loop, starts, holes too"),
        ("options", {"holes": "none"}, "none"),
        ("options", {"luck": True}, "luck"),
        ("options", {}, "options must give opening, starter"),
        ("duties", {}, "duties must give cards too"),
        ("duties", {"cards": "nobody"}, "nobody"),
        ("duties", {"cards": "box", "die": "box"}, "die"),
        ("capital", 50, "capital"),
    ],
)
def test_a_header_no_table_could_play(key: str, value: object, sentence: str) -> None:
    header = RULES.header(start(4)) | {key: value}
    with pytest.raises(BadChoice, match=sentence):
        RULES.read_header(header)


@pytest.mark.parametrize("missing", list(RULES.header(start(4))))
def test_a_header_with_something_missing(missing: str) -> None:
    header = RULES.header(start(4))
    del header[missing]
    with pytest.raises(BadChoice, match=missing):
        RULES.read_header(header)


def test_a_header_is_read_back_as_it_was_written() -> None:
    state = start(3, first=2, rulebook="dog", holes="pairs", cards="table", last_deal=7)
    assert RULES.read_header(RULES.header(state)) == state
