"""Who has won, and which steps of a game changed most."""

from __future__ import annotations

from msgspec.structs import replace

from companion.kit.text import speak, text
from companion.match.highlights import MOST, headline, highlights
from companion.match.report import Point, Report

from .test_report import LINE, REPORT


def curve(*chances: float, error: float = 0.0, line: bool = False) -> Report:
    """A game of two, by the chances of the second."""
    told = LINE if line else None
    points = tuple(Point(n, "", told, (1 - chance, chance), (error, error)) for n, chance in enumerate(chances))
    return replace(REPORT, curve=points)


def said(report: Report) -> list[str]:
    return [speak(highlight.says, str).replace("\t", " ") for highlight in highlights(report)]


def test_the_winner_is_named_and_a_shared_victory_names_all() -> None:
    assert speak(headline(REPORT), str) == "Red wins"
    assert speak(headline(REPORT), {"Red": "Rot", "{name} wins": "{name} gewinnt"}.__getitem__) == "Rot gewinnt"
    assert speak(headline(curve(0.2, 0.5)), str) == "Shared victory: Hans, Red"


def test_the_steps_that_changed_most_come_in_the_order_of_the_game() -> None:
    found = highlights(curve(0.5, 0.4, 0.8, 0.75, 0.2, 1.0))
    assert [highlight.at for highlight in found] == [2, 4, 5]
    assert len(found) == MOST


def test_a_highlight_tells_of_the_seat_that_it_moved_most_up_or_down() -> None:
    points = (Point(0, "", None, (0.5, 0.2, 0.3), (0.0,) * 3), Point(1, "", LINE, (0.1, 0.4, 0.5), (0.0,) * 3))
    three = replace(REPORT, names=("Hans", text("Red"), "Otto"), curve=points)
    assert [(each.at, each.seat) for each in highlights(three)] == [(1, 1)]
    assert said(three) == ["Hans went from 50 % to 10 % (Pia bids 3)"]


def test_it_says_how_certain_it_is_and_what_happened_if_there_are_words_for_it() -> None:
    assert said(curve(0.3, 0.6, error=0.02)) == ["Red went from 30 ± 4 % to 60 ± 4 %"]
    assert said(curve(0.3, 0.6, error=0.02, line=True)) == ["Red went from 30 ± 4 % to 60 ± 4 % (Pia bids 3)"]


def test_what_may_be_chance_alone_is_no_highlight() -> None:
    assert said(curve(0.3, 0.6, error=0.2)) == []
    assert said(curve(0.5, 0.5)) == []
    once = curve(0.3, 0.6, error=0.08)
    assert len(said(once)) == 1
    assert said(replace(once, curve=(*once.curve, *once.curve[1:] * 50))) == [], "the greatest of many is mostly chance"
