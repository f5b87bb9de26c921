"""A game without options, board, coins, rulebooks, duties, lots, news and pages passes the suite of every game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.kit.event import Correcting, Refused
from companion.kit.rules import Rules, decide
from tests.companion.games import test_every_game as suite
from tests.companion.games.nim import NIM
from tests.companion.games.play import Game, finish, seated

TABLES: list[tuple[Rules[Any], Game]] = [
    (NIM, finish(NIM, NIM.begin(seated(NIM, seats, "box"), {}), seats)) for seats in NIM.seats
]


@pytest.mark.parametrize("table", TABLES, ids=[f"{seats}" for seats in NIM.seats])
@pytest.mark.parametrize(
    "test",
    [
        suite.test_random_play_ends,
        suite.test_somebody_is_asked_or_something_follows,
        suite.test_every_event_leads_to_a_sound_state,
        suite.test_the_state_is_the_fold_of_its_events,
        suite.test_every_event_is_read_back_as_it_was_written,
        suite.test_the_intent_behind_an_event_leads_to_it_again,
        suite.test_the_record_replays_to_the_same_table,
        suite.test_what_is_counted_fills_the_tables,
        suite.test_every_moment_has_a_picture_for_everybody,
        suite.test_the_one_asked_is_the_one_the_screen_names,
    ],
)
def test_it_passes_the_suite_of_every_game(test: Any, table: tuple[Rules[Any], Game]) -> None:
    test(table)


def test_there_is_nothing_to_agree_on_to_compare_or_to_count() -> None:
    assert (NIM.options({}), NIM.agreed(())) == ((), {})
    assert (NIM.board_file, NIM.board_name, NIM.measures({}), NIM.unconfirmed({})) == ("", "", (), None)
    assert (tuple(NIM.counts(())), NIM.track({}).spaces) == ((), ())
    assert (NIM.duties, NIM.rulebooks, NIM.settings, NIM.draws_lots({})) == ((), (), (), False)


def test_there_are_no_coins_to_put_right() -> None:
    refused = decide(NIM, TABLES[0][1].start, Correcting(payee=1, amount=1, reason="lost"))
    assert isinstance(refused, Refused)
    assert (refused.code, NIM.has_coins) == ("no_coins", False)
