from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.seats import COLOURS, Duties, Player
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Space, Track
from companion.table.lobby import Lobby

NAMES = ("Hans", "Pia", "Werner", "Claudia", "Anna", "Otto")


def lobby(*pairs: int) -> Lobby:
    table = Lobby(NAMES, range(3, 7))
    for pair in pairs:
        table = table.toggled(pair)
    return table


def test_at_first_nobody_plays() -> None:
    assert lobby().joined == ()
    assert not lobby().may_start


def test_who_joins_sits_down_clockwise_whenever_it_was() -> None:
    assert lobby(6, 2, 4).joined == (2, 4, 6)


def test_who_joins_twice_has_left_again() -> None:
    assert lobby(1, 2, 1).joined == (2,)
    assert lobby(1, 2, 1, 1).joined == (1, 2)


@pytest.mark.parametrize(
    ("pairs", "may"),
    [((), False), ((1,), False), ((1, 2), False), ((1, 2, 3), True), ((6, 3, 1), True), ((1, 2, 3, 4, 5, 6), True)],
)
def test_three_to_six_may_start(pairs: tuple[int, ...], may: bool) -> None:
    assert lobby(*pairs).may_start is may


def test_those_who_joined_become_seats_in_their_own_colours() -> None:
    sitting = lobby(2, 4, 6).sitting(4, Duties("table", "box"), "abc")
    assert sitting.players == (Player(1, "Pia", "blue"), Player(2, "Claudia", "yellow"), Player(3, "Otto", "violet"))
    assert sitting.first == 2
    assert sitting.duties == Duties("table", "box")
    assert sitting.commitment == "abc"


@given(st.lists(st.integers(1, 6), max_size=20), st.data())
def test_every_seat_keeps_the_name_and_colour_of_its_place(taps: list[int], data: st.DataObject) -> None:
    table = lobby(*taps)
    assert table.joined == tuple(pair for pair in range(1, 7) if taps.count(pair) % 2)
    if not table.joined:
        return
    first = data.draw(st.sampled_from(table.joined))
    sitting = table.sitting(first, Duties(), None)
    assert [player.seat for player in sitting.players] == list(range(1, len(table.joined) + 1))
    for player, pair in zip(sitting.players, table.joined, strict=True):
        assert (player.name, player.colour) == (NAMES[pair - 1], COLOURS[pair - 1])
    assert sitting.players[sitting.first - 1].name == NAMES[first - 1]


@pytest.mark.parametrize(
    ("pairs", "lines", "start"),
    [
        ((), (text("Press green"), text("{n} or more", n=3)), None),
        ((1, 4), (verbatim("Claudia"), text("{n} or more", n=3)), None),
        ((1, 4, 5), (verbatim("Anna"), text("smallest: hold")), text("Start")),
    ],
)
def test_the_screen_says_who_has_joined_and_what_to_do(
    pairs: tuple[int, ...], lines: tuple[Text, ...], start: Text | None
) -> None:
    view = lobby(*pairs).view(Track())
    assert view.number == str(len(pairs))
    assert view.lines == lines
    assert view.legend is not None
    assert view.legend.green_tap == text("join")
    assert view.legend.green_hold == start
    assert view.legend.red_tap is view.legend.red_hold is None


def test_the_lights_show_the_empty_track_and_the_places_taken() -> None:
    track = Track((Space("0", "trap"), Space("1", "start")))
    view = lobby(2, 6).view(track)
    assert view.track == track
    assert [(seat.seat, seat.pair, seat.colour, seat.coins) for seat in view.seats] == [
        (1, 2, "blue", None),
        (2, 6, "violet", None),
    ]


def test_the_screen_names_whoever_has_just_joined() -> None:
    assert lobby(4, 1).view(Track()).lines[0] == verbatim("Hans")
    assert lobby(4, 1, 1).view(Track()).lines[0] == text("Press green")
