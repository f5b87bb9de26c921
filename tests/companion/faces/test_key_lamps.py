"""The lights in the keys."""

from __future__ import annotations

import pytest

from companion.faces.lamps import BESIDE, FULL, HALF, LAMPS, WAITING, glow
from companion.faces.strip import LightShow, StripMap
from companion.kit.seats import COLOURS
from companion.kit.text import text, verbatim
from companion.kit.view import Legend, SeatView, Space, Token, Track, View

SEATS = tuple(SeatView(seat, COLOURS[seat - 1], COLOURS[seat - 1], pair=seat + 1) for seat in (1, 2, 3))
"""Seats 1, 2 and 3 sit at pairs 2, 3 and 4."""
TRACK = Track((Space("1"),), (Token(1, "1"),))
BOTH = Legend(green_tap=text("next"), red_hold=text("pass"))
PLAIN = StripMap({"1": [0]}, [[at] for at in range(1, 7)], 30)
DARK = (0, 0, 0)
PULSE_S = 1.5


def shown(view: View, t: float = 0.0, each: int = 2, key_level: float = 1.0) -> list[tuple[int, ...]]:
    """The lights in the keys, which are the last ones of thirty."""
    made = LightShow(PLAIN.with_keys(each), 100_000, key_level=key_level)
    made.show(view, 0.0)
    colours = made.colours(t)
    return [tuple(colours[3 * led : 3 * led + 3]) for led in range(30 - 6 * each, 30)]


def view(who: int | None = None, legend: Legend | None = BOTH, track: Track = TRACK, keys: int = 0) -> View:
    typed = tuple(verbatim(letter) for letter in "abcdef"[:keys])
    return View(verbatim("Race"), who, seats=SEATS, track=track, legend=legend, keys=typed)


def light(seat: int, level: float) -> tuple[int, ...]:
    return tuple(int(255 * channel) for channel in glow(LAMPS[COLOURS[seat - 1]], level))


def test_the_asked_seat_s_keys_pulse_between_full_and_half_and_no_other_shines() -> None:
    asked = view(2)
    assert shown(asked)[4:6] == [light(2, FULL)] * 2
    assert shown(asked, PULSE_S / 2)[4:6] == [light(2, HALF)] * 2
    assert {*shown(asked)[:4], *shown(asked)[6:]} == {DARK}


@pytest.mark.parametrize(
    ("legend", "lit"),
    [
        (Legend(green_tap=text("next")), [True, False]),
        (Legend(green_hold=text("OK")), [True, False]),
        (Legend(red_tap=text("more")), [False, True]),
        (Legend(red_hold=text("pass")), [False, True]),
        (Legend(table_tap=text("table key ►")), [False, False]),
        (None, [False, False]),
    ],
)
def test_a_key_that_does_nothing_is_dark(legend: Legend | None, lit: list[bool]) -> None:
    assert [colours != DARK for colours in shown(view(2, legend))[4:6]] == lit
    single = shown(view(2, legend), each=1)[2]
    assert (single != DARK) == any(lit), "one light for both keys"


def test_all_who_may_press_shine_steadily_and_before_a_game_also_where_nobody_sits() -> None:
    playing = shown(view())
    assert playing == [DARK] * 2 + [light(seat, WAITING) for seat in (1, 2, 3) for _ in "gr"] + [DARK] * 4
    assert shown(view(), PULSE_S / 2) == playing
    joining = shown(view(track=Track()))
    white = tuple(int(255 * channel) for channel in glow(LAMPS["white"], WAITING))
    assert joining[2:8] == playing[2:8]
    assert {*joining[:2], *joining[8:]} == {white}


def test_keys_that_type_something_shine_faintly_beside_the_asked_seat() -> None:
    typing = shown(view(1, keys=5))
    assert typing[2:4] == [light(1, FULL)] * 2
    assert typing[0] == light(1, BESIDE)
    assert typing[1] == DARK
    assert typing[8] == light(5, BESIDE)
    assert typing[10:] == [DARK] * 2, "pair 6 types nothing"
    assert max(glow((1.0, 1.0, 1.0), BESIDE)) < 1 / 5


def test_a_dark_room_has_dark_keys() -> None:
    assert shown(view(2), key_level=0.3)[4] == light(2, 0.3)


def test_no_key_takes_a_light_of_the_board_or_of_a_seat() -> None:
    short = StripMap({"1": range(40)}, [[]] * 6, 45).with_keys(2)
    assert [list(leds) for leds in short.keys] == [[at, at + 1] for at in range(40, 52, 2)]
    assert short.count == 52
