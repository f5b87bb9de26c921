from __future__ import annotations

from companion.games import GAMES
from companion.kit.text import text
from companion.table.controls import Press
from companion.table.selftest import STEP_S, SelfTest

TRACK = GAMES[0].track({})


def test_every_key_is_named() -> None:
    test = SelfTest(TRACK)
    for key in ("green", "red"):
        for place in range(1, 7):
            after = test.after(Press(place, key, "down"))
            assert after is not None
            assert after.view(0.0).lines[0].id == f"{key} {{n}}"
            assert dict(after.view(0.0).lines[0].facts) == {"n": place}


def test_the_key_that_opened_it_is_let_go_unnoticed() -> None:
    test = SelfTest(TRACK)
    assert test.after(Press(1, "green", "release", 1)) is test


def test_only_a_tap_of_the_table_key_ends_it() -> None:
    test = SelfTest(TRACK)
    assert test.after(Press(0, "table", "down")) is test
    assert test.after(Press(0, "table", "tap")) is None


def test_every_colour_visits_every_place() -> None:
    visited = {(token.seat, token.place) for n in range(len(TRACK.places)) for token in _tokens(n * STEP_S)}
    assert visited == {(seat, place.id) for seat in range(1, 7) for place in TRACK.places}


def test_all_seats_are_lit() -> None:
    view = SelfTest(TRACK).view(0.0)
    assert [seat.place for seat in view.seats] == [1, 2, 3, 4, 5, 6]
    assert all(seat.is_in for seat in view.seats)
    assert view.lines[0] == text("Press every key")


def _tokens(t: float):  # type: ignore[no-untyped-def]
    return SelfTest(TRACK).view(t + 0.01).track.tokens
