"""A game without options, board, coins, rulebooks, duties, lots, news and pages passes the suite of every game."""

from __future__ import annotations

from companion.kit.decision import decide
from companion.kit.event import Correcting, Refused
from companion.testing.whole_games import seated
from tests.companion.games.nim import NIM, Counted, Take


def test_there_is_nothing_to_agree_on_to_compare_or_to_count() -> None:
    assert (NIM.options({}), NIM.agreed(())) == ((), {})
    assert (NIM.board_file, NIM.board_name, NIM.measures({}), NIM.unconfirmed({})) == ("", "", (), None)
    assert NIM.measured({}, ()) == ""
    assert (tuple(NIM.counts(())), NIM.track({}).spaces, NIM.chart({})) == ((), (), None)
    assert (NIM.duties, NIM.rulebooks, NIM.settings, NIM.draws_lots({})) == ((), (), (), False)


def test_there_is_nothing_to_draw() -> None:
    assert NIM.curves([(NIM.begin(seated(NIM, 2, "box"), {}), Counted(3))]) == ()


def test_there_are_no_coins_to_put_right() -> None:
    refused = decide(NIM, NIM.begin(seated(NIM, 2, "box"), {}), Correcting(payee=1, amount=1, reason="lost"))
    assert isinstance(refused, Refused)
    assert (refused.code, NIM.has_coins) == ("no_coins", False)


def test_it_has_no_secrets_and_says_no_more_of_a_refusal_than_that_it_is_none() -> None:
    state = NIM.begin(seated(NIM, 2, "box"), {})
    assert NIM.without_secrets(state, Counted(3)) == Counted(3)
    refused = decide(NIM, state, Take(seat=1, count=99))
    assert isinstance(refused, Refused)
    assert refused.code == "not_asked"


def test_nothing_is_hidden_from_a_seat_and_nothing_says_how_well_it_stands() -> None:
    state = NIM.begin(seated(NIM, 2, "box"), {})
    assert (NIM.seen(state, 1), NIM.worth(state, 1)) == (state, None)
