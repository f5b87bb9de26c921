from __future__ import annotations

import msgspec
import pytest

from companion.games.galopp_royal import events
from companion.kit.event import Refused
from companion.kit.setup import ALL_PAIRS
from companion.kit.text import text
from companion.match.history import Redo, Step, Undo
from companion.table.afar import MEANWHILE, NO_PATH
from companion.table.layers import BUSY, IN_GAME, NO_GAME
from companion.table.owning import (
    GAME_ON,
    LARGEST,
    LONGEST,
    NO_REASON,
    Again,
    Agree,
    AssignDuty,
    Back,
    Call,
    CorrectCoins,
    Keep,
    Orders,
    Restore,
    Speak,
)
from companion.table.ports import KeepBoard, PutBack
from companion.table.screens.correction import MOST
from companion.table.screens.main_menu import NO_BOARD
from tests.companion.games.galopp_royal.positions import RULES, race
from tests.companion.table.at_the_table import Agreed, Assigned, People, Spoken, open_menu


def obeys(table: People, order: Orders) -> Refused | None:
    """The answer to the owner's page; a refusal has changed nothing."""
    before = (
        list(table.paper.calls),
        table.table.joining.choices,
        table.table.joining.duties,
        table.table.request,
        table.table.session,
    )
    refused = table.table.order(order, table.t)
    after = (
        list(table.paper.calls),
        table.table.joining.choices,
        table.table.joining.duties,
        table.table.request,
        table.table.session,
    )
    assert refused is None or before == after
    return refused


def chosen(table: People) -> tuple[int, ...]:
    return tuple(option.chosen for option in RULES.options(table.table.joining.choices))


def numbers(table: People) -> tuple[int, ...]:
    return tuple(measure.value for measure in RULES.measures(table.table.joining.choices))


# --- for the next game -----------------------------------------------------------------------------------------------


def test_rules_agreed_on_by_the_page_hold_for_the_next_game_and_are_kept_as_at_the_box() -> None:
    table = People()
    french = RULES.options(table.table.joining.choices)[0].presets[3]
    assert obeys(table, Agree((3, *french))) is None
    assert table.paper.calls == [Agreed(RULES.name, {"rulebook": "fr", "options": {}})]
    assert table.view.notice == text("Agreed for the next game.")
    table.start()
    assert table.paper.begun.header["rulebook"] == "fr"


def test_rules_agreed_on_during_a_game_leave_it_as_it_is() -> None:
    table = People()
    table.start()
    assert obeys(table, Agree((1, *chosen(table)[1:]))) is None
    assert table.state.setup.rulebook == "de"
    assert table.table.joining.choices["rulebook"] == "nl"


@pytest.mark.parametrize("wrong", [(), (0,), (9, 0, 0, 0, 0, 0, 0), (-1, 0, 0, 0, 0, 0, 0)])
def test_rules_that_do_not_fit_what_there_is_to_agree_on_are_refused(wrong: tuple[int, ...]) -> None:
    assert obeys(People(), Agree(wrong)) == MEANWHILE


def test_a_board_is_kept_by_a_new_start_of_the_box() -> None:
    table = People()
    start, *others = numbers(table)
    assert obeys(table, Keep((start + 1, *others))) is None
    request = table.table.request
    assert isinstance(request, KeepBoard)
    assert request == KeepBoard(RULES.measured(table.table.joining.choices, (start + 1, *others)), RULES.board_name)
    assert "start = 6" in request.file


def test_a_board_on_which_nobody_can_play_or_of_other_numbers_is_refused() -> None:
    table = People()
    assert obeys(table, Keep((99, *numbers(table)[1:]))) == NO_BOARD
    assert obeys(table, Keep(numbers(table)[1:])) == MEANWHILE


@pytest.mark.parametrize("value", [-1, LARGEST + 1])
def test_no_number_is_below_zero_or_beyond_reason(value: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f'{{"order": "keep", "values": [{value}]}}', type=Orders)


def test_who_does_something_holds_for_the_next_game() -> None:
    table = People(cards="box", die="box")
    assert obeys(table, AssignDuty("die", "table")) is None
    assert table.paper.calls == [Assigned(RULES.name, "die", "table")]
    assert table.view.notice == text("Agreed for the next game.")
    table.start()
    assert table.state.setup.duties.die == "table"
    assert obeys(table, AssignDuty("die", "box")) is None
    assert table.state.setup.duties.die == "table"
    assert obeys(table, AssignDuty("bank", "table")) == MEANWHILE


def test_another_language_is_spoken_at_once() -> None:
    table = People()
    assert obeys(table, Speak("nl")) is None
    assert table.table.language == "nl"
    assert table.paper.calls == [Spoken("nl")]
    assert obeys(table, Speak("eo")) == NO_PATH


def test_a_name_is_given_before_a_game() -> None:
    table = People()
    assert obeys(table, Call(2, "Zoë")) is None
    assert table.table.joining.names.players(ALL_PAIRS)[1].name == "Zoë"
    table.start()
    assert obeys(table, Call(2, "Eva")) == IN_GAME


def test_while_somebody_is_busy_at_the_box_nothing_is_taken() -> None:
    table = People(race(4))
    open_menu(table)
    for order in (
        Agree(chosen(table)),
        Keep(numbers(table)),
        Speak("de"),
        Call(1, "Eva"),
        Back(0),
        CorrectCoins(1, 1, "x", 0),
    ):
        assert obeys(table, order) == BUSY


# --- in a game -------------------------------------------------------------------------------------------------------


def moment(table: People) -> int:
    assert table.table.playing is not None
    return table.table.playing.moment


def test_a_step_back_and_again_stand_in_the_ledger_as_at_the_box() -> None:
    table = People()
    table.start()
    table.bid(1, 3)
    bid = table.state
    assert obeys(table, Back(moment(table))) is None
    assert table.view.notice == text("Undone.")
    assert table.state != bid
    assert obeys(table, Again(moment(table))) is None
    assert table.view.notice == text("Done again.")
    assert table.state == bid
    assert table.paper.entries[-2:] == [Undo(), Redo()]


def test_a_page_that_has_not_seen_the_latest_event_undoes_nothing() -> None:
    table = People()
    table.start()
    table.bid(1, 3)
    assert obeys(table, Back(moment(table) - 1)) == MEANWHILE
    assert obeys(table, Again(moment(table) - 1)) == MEANWHILE


def test_a_correction_that_is_sent_twice_is_made_once() -> None:
    table = People(race(4))
    before, order = table.state.money.purse(2), CorrectCoins(2, 3, "fell under the table", moment(table))
    assert obeys(table, order) is None
    assert obeys(table, order) == MEANWHILE
    assert table.state.money.purse(2) == before + 3


def test_where_there_is_nothing_to_take_back_or_no_game_it_is_said() -> None:
    table = People(race(4))
    assert obeys(table, Back(0)) == Refused("nothing_to_undo", text("There is nothing to undo."))
    assert obeys(table, Again(0)) == Refused("nothing_to_redo", text("There is nothing to redo."))
    for order in (Back(0), Again(0), CorrectCoins(1, 1, "x", 0)):
        assert obeys(People(), order) == NO_GAME


def test_coins_are_put_right_and_the_record_has_the_reason_in_the_owners_words() -> None:
    table = People(race(4))
    before = table.state.money.purse(2)
    assert obeys(table, CorrectCoins(2, -3, "  fell under\tthe table ", 0)) is None
    assert table.state.money.purse(2) == before - 3
    (step,) = [entry for entry in table.paper.entries if isinstance(entry, Step)]
    assert step == Step(2, False, (events.Corrected(2, -3, "fell under the table"),))
    assert obeys(table, CorrectCoins(2, 0, "nothing", moment(table))) == Refused(
        "too_poor", text("0 coins change nothing.")
    )


@pytest.mark.parametrize("reason", ["", "  ", "a\x07b", "\u200b"])
def test_a_correction_without_a_reason_is_refused(reason: str) -> None:
    assert obeys(People(race(4)), CorrectCoins(2, 1, reason, 0)) == NO_REASON


@pytest.mark.parametrize(("amount", "reason"), [(MOST + 1, "x"), (-MOST - 1, "x"), (1, "x" * (LONGEST + 1))])
def test_a_correction_beyond_what_the_box_takes_is_no_order(amount: int, reason: str) -> None:
    said = msgspec.json.encode({"order": "correct", "seat": 1, "amount": amount, "reason": reason, "moment": 0})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(said, type=Orders)


@pytest.mark.parametrize("ends_game", [True, False])
def test_a_backup_is_put_back_before_a_game(ends_game: bool) -> None:
    table = People()
    assert obeys(table, Restore(ends_game)) is None
    assert table.table.request == PutBack()


def test_during_a_game_a_backup_is_put_back_only_if_the_owner_knows_that_the_game_ends() -> None:
    table = People(race(4))
    assert obeys(table, Restore(ends_game=False)) == GAME_ON
    assert obeys(table, Restore(ends_game=True)) is None
    assert table.table.request == PutBack()


def test_nothing_is_put_back_while_somebody_is_busy_at_the_box() -> None:
    table = People()
    open_menu(table)
    assert obeys(table, Restore(ends_game=True)) == BUSY
