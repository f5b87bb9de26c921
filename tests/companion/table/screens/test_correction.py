from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.ending import Closing
from companion.kit.event import Correcting
from companion.kit.text import joined, text
from companion.match.history import Step, Undo
from companion.table.controls import Press
from companion.table.screens.correction import MOST, REASONS, Correction
from tests.companion.games.galopp_royal.positions import race
from tests.companion.table.at_the_table import People, bidding, choose, open_menu, say
from tests.companion.table.screens.filled_form import BACK, LESS, MORE, OK, Filled


def correction(chosen: list[Correcting] | None = None) -> Filled:
    made = [] if chosen is None else chosen
    return Filled(lambda _: Correction(("Hans", "Pia", "Otto"), lambda intent, _: made.append(intent)))


@pytest.mark.parametrize(
    ("strokes", "seat", "amount", "reason"),
    [
        ([OK, OK, OK, OK], 1, +1, "miscounted"),
        ([MORE, OK, MORE, MORE, OK, MORE, OK, OK], 2, +3, "forgotten"),
        ([LESS, OK, LESS, OK, LESS, OK, OK], 3, -1, "other"),
        ([OK, LESS, MORE, OK, OK, BACK, BACK, MORE, OK, OK, OK], 1, +2, "miscounted"),
        ([OK, OK, OK, MORE, LESS, OK], 1, +1, "miscounted"),
    ],
    ids=["as it opens", "given", "taken back", "back and on", "nothing to choose at the end"],
)
def test_seat_coins_and_reason_are_chosen_one_after_the_other(
    strokes: list[str], seat: int, amount: int, reason: str
) -> None:
    chosen: list[Correcting] = []
    correction(chosen).after(*strokes)
    assert chosen == [Correcting(seat=seat, payee=seat, amount=amount, reason=reason)]


def test_there_is_no_correction_of_nothing_and_none_of_three_figures() -> None:
    shown = []
    filled = correction().after(OK)
    for stroke in (LESS, MORE, *[MORE] * (MOST + 1), *[LESS] * (2 * MOST + 1)):
        shown.append(int(str(filled.after(stroke).view.number)))
    assert 0 not in shown
    assert (min(shown), max(shown)) == (-MOST, MOST)


def test_the_first_and_the_third_screen_say_which_of_how_many_is_chosen() -> None:
    filled, shown = correction(), []
    for stroke in (MORE, MORE, MORE, OK, OK, MORE, LESS, LESS):
        shown.append(filled.after(stroke).view.position)
    assert shown == [(2, 3), (3, 3), (1, 3), None, (1, 5), (2, 5), (1, 5), (5, 5)]


def test_the_last_screen_says_all_of_it() -> None:
    filled = correction().after(MORE, OK, LESS, OK, MORE, OK)
    assert filled.view.lines == (joined("Pia", "-1"), REASONS[1][1])
    assert filled.view.legend is not None
    assert (filled.view.legend.green_hold, filled.view.legend.green_tap) == (text("Done"), None)


# --- at the table ----------------------------------------------------------------------------------------------------


def give(table: People, coins: int) -> None:
    """Another player corrects the coins of seat 2."""
    open_menu(table)
    choose(table, "Correct coins")
    table.hold(6)
    table.tap(6)
    table.hold(6)
    table.tap(6, "green" if coins > 0 else "red", times=abs(coins) - (coins > 0))
    for _ in range(3):
        table.hold(6)


@pytest.mark.parametrize("coins", [+5, -3])
def test_coins_are_put_right_and_the_same_question_is_asked_on(coins: int) -> None:
    table = People(race(4))
    table.wait(60.0)
    before, question = table.state.money.purses, table.view
    give(table, coins)
    assert table.happened() == [events.Corrected(2, coins, "miscounted")]
    assert table.state.money.purses == (before[0], before[1] + coins, *before[2:])
    assert replace(table.view, seats=()) == replace(question, seats=())


def test_a_correction_is_undone_like_any_decision_of_a_person() -> None:
    table = People(race(4))
    before = table.state
    give(table, 5)
    (step,) = table.paper.entries
    assert isinstance(step, Step)
    assert (step.seat, step.is_lot) == (2, False)
    table.down(0, "table")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    assert text("{name}\t{n} fixed", name="Pia", n="+5") in table.view.lines
    table.let_go(0, "table")
    assert table.paper.calls[-1] == Undo()
    assert table.state == before


def test_what_the_rules_refuse_is_said_and_nothing_is_entered() -> None:
    table = bidding()
    written = list(table.paper.calls)
    give(table, 5)
    assert table.view.notice == text("Correct coins after this auction.")
    poor = People(race(4))
    give(poor, -99)
    assert "cannot be taken" in say(poor.view)
    assert (table.paper.calls, poor.paper.calls) == (written, [])


def test_a_draft_outlives_a_correction_that_is_refused() -> None:
    table = bidding()
    table.tap(1, times=3)
    give(table, 5)
    assert (table.view.number, table.view.is_draft) == ("3", True)


@pytest.mark.parametrize(
    "table", [People(), People(replace(race(4, number=6), phase=Closing()))], ids=["joining", "over"]
)
def test_it_is_offered_only_while_a_game_runs(table: People) -> None:
    open_menu(table)
    seen = set()
    for _ in range(12):
        seen.add(say(table.view))
        table.press(1, "green", "tap")
    assert not any("Correct" in words for words in seen)
    assert table.table.session is None or table.table.session.question is None


def test_leaving_it_changes_nothing() -> None:
    table = People(race(4))
    before = table.view
    open_menu(table)
    choose(table, "Correct coins")
    table.hold(1)
    table.tap(3)
    table.table.press(Press(0, "table", "tap"), table.t)
    assert replace(table.view, notice=None) == before
    assert table.paper.calls == []
