"""What everybody sees of a seat, and how the end of any game is told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.faces.oled import arrange
from companion.faces.sheet import TextLine
from companion.kit.text import speak, text, verbatim
from companion.kit.view import MOST_LINES, SeatView, View, victory, won_by
from companion.testing.fitting import unfit

LONG = ("Maximilian", "Wilhelmina", "Friederike", "Alexandria", "Konstantin", "Bartolomeo")


def test_a_seat_of_which_a_game_says_nothing_more_is_a_person_who_plays_on() -> None:
    seat = SeatView(1, "Pia", "red")
    assert (seat.is_in, seat.sits_out, seat.is_bot) == (True, False, False)


def test_of_ever_so_many_lines_a_view_keeps_some() -> None:
    lines = tuple(verbatim(f"{n}") for n in range(10 * MOST_LINES))
    view = View(text("Matches"), lines=lines, page_lines=lines)
    assert view.lines == view.page_lines == lines[:MOST_LINES]
    assert replace(view, lines=(*view.lines, *lines)) == view


def test_one_who_has_won_stands_there_alone() -> None:
    assert won_by(["Pia"]) == text("{name} wins", name="Pia")
    assert (victory(["Pia"]).number, victory(["Pia"]).lines) == ("Pia", ())


@pytest.mark.parametrize(("winners", "rows"), [(2, 2), (3, 3), (4, 2), (5, 3), (6, 3)])
def test_all_who_have_won_together_stand_there_whole(winners: int, rows: int) -> None:
    assert won_by(LONG[:winners]) == text("Shared victory")
    told = victory(LONG[:winners])
    assert len(told.lines) == rows
    shown = [piece.words for piece in arrange(told, str) if isinstance(piece, TextLine) and piece.words]
    assert shown == [speak(told.title, str), *LONG[:winners]]


@pytest.mark.parametrize("winners", [2, 3, 4, 5, 6])
def test_all_who_have_won_together_stand_whole_above_a_notice(winners: int) -> None:
    told = replace(victory(LONG[:winners]), notice=text("Dice checked"))
    assert unfit(told, str) == []
