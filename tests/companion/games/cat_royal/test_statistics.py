"""What is counted in a game: by hand on a few events, and on whole games at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games.cat_royal import events
from companion.games.cat_royal.booklet import CARDS, FIGURES
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.cat_royal.statistics import TRICKS, counts, sheets
from companion.kit.event import Event
from companion.kit.seats import COLOURS
from companion.kit.tally import Cell, Occurrence, TallySheet
from companion.players.play import begin, play

DEAL: list[Event] = [
    events.Dealt(1, ((1, ("2", "8")), (2, ("copy", "12")))),
    events.Played(1, "2", None, "king", 3, None, 0),
    events.Played(2, "copy", "2", "jester", 20, None, 1),
    events.Captured(1, "king"),
    events.Shifted(2, (2, 3, 4, 5)),
    events.Accused(1, 2, guilty=True),
    events.SentHome(2, "jester"),
    events.Discarded(1, "8"),
    events.Forfeited(2, ("12", None)),
]
HOME: list[Event] = [
    events.Played(1, "2", None, figure, f"G{depth}", None, 0) for depth, figure in enumerate(reversed(FIGURES), 1)
]
WON = events.Ended(((1, 1), (2, 2)), (1,), None)
SHARED = events.Ended(((1, 1), (2, 1), (3, 3)), (1, 2), None)


def sheet(name: str, told: list[Event]) -> TallySheet:
    (found,) = (sheet for sheet in sheets(Counter(counts(told))) if sheet.name == name)
    return found


def rows(name: str, told: list[Event]) -> dict[Cell, tuple[Cell, ...]]:
    return {row[0]: row[1:] for row in sheet(name, told).rows}


def means(name: str, told: list[Event]) -> dict[Cell, Cell]:
    return {what: row[0] for what, row in rows(name, told).items()}


def test_a_card_laid_counts_at_once_and_all_else_when_the_game_has_ended() -> None:
    assert list(counts(DEAL)) == [
        Occurrence("cards", "2", 1),
        Occurrence("cards", "copy", 1),
        Occurrence("cards", "8", 0),
        Occurrence("cards", "12", 0),
    ]


def test_a_hand_laid_off_is_one_turn_and_as_many_cards_as_are_known() -> None:
    assert means("length", [*DEAL, WON]) == {"deals": 1.0, "turns": 4.0}


def test_captures_are_counted_by_figure_those_of_nobody_too() -> None:
    assert means("captures", [*DEAL, WON]) == {"king": 1.0, "knight": 0.0, "citizen": 0.0, "jester": 0.0}


def test_a_cheat_is_unfound_until_somebody_says_so() -> None:
    unfound, found, wrong, moved, taken = TRICKS
    assert means("tricks", [*DEAL, WON]) == {unfound: 0.0, found: 1.0, wrong: 0.0, moved: 1.0, taken: 0.0}
    told = [*DEAL[:5], events.Accused(1, 3, guilty=False), events.Teleported(1, "king", 27, None), WON]
    assert means("tricks", told) == {unfound: 1.0, found: 0.0, wrong: 1.0, moved: 1.0, taken: 1.0}


def test_a_game_is_won_by_four_figures_in_the_goal_or_runs_out() -> None:
    assert rows("end", [*DEAL, *HOME, WON]) == {"by a win": (100.0, 1.0, 1, 1, 1, 1)}
    assert rows("end", [*DEAL, *HOME[1:], WON]) == {"by the last deal": (100.0, 1.0, 1, 1, 1, 1)}


def test_who_was_sent_home_from_the_goal_is_not_in_it() -> None:
    told = [*HOME, events.SentHome(1, "king"), events.SentHome(2, "king"), SHARED]
    assert {seat: row[2] for seat, row in rows("seats", told).items()} == {1: 3.0, 2: 0.0, 3: 0.0}


def test_a_shared_win_counts_half_and_a_seat_without_a_win_is_there_too() -> None:
    assert {seat: row[:2] for seat, row in rows("seats", [WON, SHARED]).items()} == {
        1: (75.0, 1.0),
        2: (25.0, 1.5),
        3: (0.0, 3.0),
    }


def test_cards_stand_in_the_decks_order() -> None:
    assert sheet("cards", DEAL).rows == (
        ("2", 1, 100.0, 0.0),
        ("8", 1, 0.0, 100.0),
        ("12", 1, 0.0, 100.0),
        ("copy", 1, 100.0, 0.0),
    )


@pytest.mark.parametrize("players", CAT_ROYAL.seats)
def test_whole_games_fill_every_sheet_and_agree_with_their_last_state(players: int) -> None:
    start = begin(CAT_ROYAL, players, COLOURS, {})
    steps = play(CAT_ROYAL, start, Random(players))
    state, told = start, [event for step in steps for event in step.events]
    for event in told:
        state = CAT_ROYAL.evolve(state, event)
    tally = Counter(counts(told))
    assert {seat: state.home(seat) for seat in range(1, players + 1)} == {
        count.row: count.value for count in tally if count.sheet == "home"
    }
    assert tally[Occurrence("length", "deals", state.deal)] == 1
    assert sum(tally[count] for count in tally if count.sheet == "cards") <= 5 * players * state.deal
    for found in sheets(tally):
        assert found.rows
        assert all(len(row) == len(found.columns) for row in found.rows)
    assert {row[0] for row in sheet("cards", told).rows} <= set(CARDS)


def test_a_partner_who_is_home_alone_wins_nothing() -> None:
    figures = ("king", "knight", "citizen", "jester")
    home = [events.Played(1, "5", None, figure, f"G{at}", None, 0, 1) for at, figure in enumerate(figures, 1)]
    helped = [events.Played(1, "5", None, figure, f"G{at}", None, 0, 3) for at, figure in enumerate(figures, 1)]
    ended = events.Ended(((1, 1), (2, 3), (3, 1), (4, 3)), (1, 3), None)
    assert set(rows("end", [*home, ended])) == {"by the last deal"}
    assert set(rows("end", [*home, *helped, ended])) == {"by a win"}
