"""Undo with consent at the table: who is asked, how they answer, and that otherwise nothing changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.state import State
from companion.kit.event import Refused
from companion.kit.policy import Bots
from companion.kit.text import text
from companion.match.history import Redo, Undo
from companion.match.session import Session
from companion.table.afar import MEANWHILE, Reply
from companion.table.controls import PressKind
from companion.table.layers import BUSY
from companion.table.owning import Again, Back
from companion.table.playing import FINAL
from companion.table.screens.consenting import CONSENT_S, PART_S, Consenting
from companion.table.table import Table
from companion.testing.whole_games import SEED, finish
from tests.companion.games.galopp_royal.positions import RULES, start
from tests.companion.table.at_the_table import Paper, People, bidding, plain_race, say


def rolled(seats: int = 1, bots: Bots | None = None) -> People:
    """A race of four in which some have rolled; some of them may be bots."""
    table = People(plain_race())
    for seat in range(1, seats + 1):
        table.hold(seat)
    playing = table.table.playing
    assert playing is not None
    playing.bots = bots or {}
    table.read()
    return table


def asked(table: People) -> Consenting[State]:
    asking = table.table.consenting
    assert asking is not None
    return asking


def reply(table: People, *, sheet: int = 0) -> Reply:
    return Reply(asked(table).moment, sheet=sheet, is_said=True)


def moment(table: People) -> int:
    assert table.table.playing is not None
    return table.table.playing.moment


# --- what is asked, and of whom --------------------------------------------------------------------------------------


def test_a_roll_that_all_have_seen_goes_back_only_if_whoever_is_asked_now_holds_green() -> None:
    table = rolled()
    before, entries = table.state, list(table.paper.entries)
    table.undo()
    assert (asked(table).seat, table.view.who) == (2, 2)
    assert (table.state, table.paper.entries) == (before, entries)
    table.hold(2)
    assert table.paper.entries == [*entries, Undo(agreed=2)]
    assert (table.state, table.turn) == (plain_race(), 1)
    assert table.view.notice == text("Undone.")


def test_the_display_says_whose_decision_goes_back_and_what_all_have_seen_since() -> None:
    table = rolled(2)
    table.take_back()
    table.undo()
    told = [say(table.view)]
    table.wait(PART_S)
    told.append(say(table.view))
    assert told[0].startswith("Undo? |  | Undo: Hans | Hans\tdie ")
    assert told[1].startswith("Undo? |  | seen since: | Hans\tdie ")
    assert told[1].count("die") == 2, "what Pia has rolled is undone, and seen"
    assert table.view.legend is not None
    assert (table.view.legend.green_hold, table.view.legend.red_hold) == (text("Agree"), text("No"))
    all_at_once = table.table.seen(table.t)
    assert len(all_at_once.lines) == 5
    assert {*asked(table).view(table.t).lines} < {*all_at_once.lines}


def test_each_part_is_looked_at_anew_when_its_time_is_over_until_the_question_is() -> None:
    table = rolled(2)
    table.take_back()
    table.undo()
    asking, since = asked(table), table.t
    deadlines = []
    while not asking.is_over(table.t):
        deadline, shown = asking.next_deadline(table.t), asking.view(table.t)
        assert asking.view(deadline - 0.01) == shown
        table.t = deadline
        deadlines.append(deadline - since)
    assert deadlines == pytest.approx([3.0, 6.0, 9.0, 12.0, 15.0])


def test_before_letting_go_the_table_key_says_who_has_to_agree() -> None:
    table = rolled()
    table.down(0, "table")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    assert table.view.lines[1:] == (text("Let go: undo,"), text("if {name} agrees", name="Pia"))
    table.press(0, "table", "withdrawn")


@pytest.mark.parametrize("cards", ["box", "table"])
def test_a_slip_before_anybody_has_seen_anything_new_goes_back_freely(cards: str) -> None:
    table = bidding("box" if cards == "box" else "table")
    table.bid(1, 3)
    table.passes(2)
    for turn in (2, 1):
        table.undo()
        assert (table.paper.entries[-1], table.turn) == (Undo(), turn)


def test_what_has_been_undone_stays_known() -> None:
    """Pia's roll is undone; Hans's roll before it still needs consent again, and after a redo both rolls do."""
    table = rolled(2)
    table.undo()
    assert asked(table).seat == 3
    table.hold(3)
    table.undo()
    assert asked(table).seat == 2, "who is asked again is another than Hans"
    table.hold(2)
    assert table.paper.entries[-2:] == [Undo(agreed=3), Undo(agreed=2)]
    owner = [Again(moment(table)), Again(moment(table) + 1)]
    assert [table.table.order(each, table.t) for each in owner] == [None, None], "redo needs no consent"
    table.undo()
    assert asked(table).seat == 3


def test_seen_once_it_stays_seen_though_the_game_went_on_another_way() -> None:
    table = bidding("box")
    table.bid(1, 1)
    table.passes(2, 3, 4)  # sold, the next team dealt: Pia opens
    table.take_back()
    table.bid(4, 2)  # after all; the cards have been seen
    table.undo()
    assert table.paper.entries[-1] == Undo(), "nothing new has come of it"
    table.undo()
    assert asked(table).seat == 4, "Werner passed before all saw them"


def test_whose_decision_it_is_does_not_decide_and_the_next_one_clockwise_does() -> None:
    """Hans's schemer asks him what it does: his own roll would be undone while he himself is asked."""
    table = People(replace(plain_race(), displays=(("+2/-2",) * 4,) * 4))
    table.hold(1)
    table.read()
    assert table.turn == 1
    table.undo()
    assert asked(table).seat == 2


def test_an_end_stays() -> None:
    """The seed is public: the player at the key and the owner's page are told so; nobody is asked."""
    game = finish(RULES, start(3), 3)
    table = People()
    table.table.go_on(Session(RULES, SEED, start(3)).resume(game.entries), (1, 2, 3), table.t)
    table.down(0, "table")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    assert table.view.lines == FINAL
    table.let_go(0, "table")
    assert table.view.notice == text("What all know now cannot be undone.")
    refused = table.table.order(Back(moment(table)), table.t)
    assert isinstance(refused, Refused)
    assert (refused.code, table.table.consenting, table.paper.entries) == ("final", None, [])


# --- how it is answered ----------------------------------------------------------------------------------------------


def _late(table: People) -> None:
    table.wait(CONSENT_S)


def _red(table: People) -> None:
    table.hold(2, "red")


def _table_key(table: People) -> None:
    table.tap(0, "table")


def _phone(table: People) -> None:
    assert table.table.answer(2, reply(table, sheet=1), table.t) is None


@pytest.mark.parametrize("no", [_late, _red, _table_key, _phone])
def test_else_all_stays_as_it_was(no: Callable[[People], None]) -> None:
    table = rolled()
    before, calls, question = table.table.session, list(table.paper.calls), table.view
    table.undo()
    no(table)
    assert table.table.consenting is None
    assert (table.table.session, table.paper.calls) == (before, calls)
    assert table.view == replace(question, notice=text("Not undone."))
    table.wait(60.0)
    assert table.view == question
    table.hold(2)
    assert len(table.paper.calls) == len(calls) + 1, "Pia rolls"


def test_fourteen_seconds_are_in_time() -> None:
    table = rolled()
    table.undo()
    table.wait(CONSENT_S - 1.0)
    table.hold(2)
    assert table.paper.entries[-1] == Undo(agreed=2)


@pytest.mark.parametrize("pair", [1, 3, 4, 5])
def test_nobody_else_agrees_or_refuses(pair: int) -> None:
    table = rolled()
    table.undo()
    calls = list(table.paper.calls)
    for key in ("green", "red"):
        table.tap(pair, key)
        table.hold(pair, key)
    table.tap(2)
    table.tap(2, "red")
    assert asked(table).seat == 2
    assert table.paper.calls == calls


@pytest.mark.parametrize("kind", ["down", "hold", "release", "withdrawn"])
def test_only_a_tap_of_the_table_key_refuses(kind: PressKind) -> None:
    table = rolled()
    table.undo()
    table.press(0, "table", kind, 1)
    assert asked(table).seat == 2


def test_a_finger_that_was_down_before_has_not_seen_what_it_is_asked() -> None:
    table = rolled()
    table.down(2)
    assert table.table.order(Back(moment(table)), table.t) is None
    calls = list(table.paper.calls)
    table.press(2, "green", "hold", 1)
    table.let_go(2)
    assert (asked(table).seat, table.paper.calls) == (2, calls)
    table.hold(2)
    assert table.paper.entries[-1] == Undo(agreed=2)


def test_a_die_that_tumbles_is_not_rolled_by_a_question_that_comes_over_it() -> None:
    table = rolled()
    table.reach(2)
    assert table.table.order(Back(moment(table)), table.t) is None
    table.let_go(2)
    table.wait(CONSENT_S)
    assert len(table.happened()) == 2, "Hans has rolled and run, nobody else"


# --- phones and the owner's page -------------------------------------------------------------------------------------


def test_the_phone_of_whoever_is_asked_may_agree() -> None:
    table = rolled()
    table.undo()
    assert table.table.answer(2, reply(table), table.t) is None
    assert table.paper.entries[-1] == Undo(agreed=2)
    assert table.table.consenting is None


def test_a_phone_that_has_not_seen_the_question_does_not_answer_it() -> None:
    """A roll from Pia's phone is no consent, and a consent that comes late is no roll."""
    table = rolled()
    assert table.table.playing is not None
    roll = Reply(table.table.playing.asked_at[1], is_said=True)
    table.undo()
    late, calls = reply(table), list(table.paper.calls)
    assert table.table.answer(2, roll, table.t) == MEANWHILE
    assert table.table.answer(2, replace(late, path=(0,)), table.t) == MEANWHILE
    assert table.table.answer(2, replace(late, sheet=2), table.t) == MEANWHILE
    assert table.table.answer(3, late, table.t) == BUSY
    assert asked(table).seat == 2
    table.wait(CONSENT_S)
    assert table.table.answer(2, late, table.t) == MEANWHILE
    assert table.paper.calls == calls
    assert table.table.answer(2, roll, table.t) is None, "what it had chosen before is as good as it was"


def test_the_owners_page_asks_in_the_same_way() -> None:
    table = rolled()
    calls = list(table.paper.calls)
    assert table.table.order(Back(moment(table)), table.t) is None
    assert (asked(table).seat, table.paper.calls) == (2, calls)
    for order in (Back(moment(table)), Again(moment(table))):
        assert table.table.order(order, table.t) == BUSY
    table.hold(2)
    assert table.table.order(Again(moment(table)), table.t) is None
    assert table.paper.entries[-2:] == [Undo(agreed=2), Redo()]


# --- bots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "agrees"),
    [({}, 2), ({2: "simple"}, 3), ({2: "simple", 3: "strong"}, 4), ({1: "simple"}, 2), ({1: "random", 2: "simple"}, 3)],
)
def test_bots_never_agree_the_next_person_is_asked(bots: Bots, agrees: int) -> None:
    table = rolled(bots=bots)
    table.undo()
    assert asked(table).seat == agrees
    table.hold(agrees)
    assert table.paper.entries[-1] == Undo(agreed=agrees)


@pytest.mark.parametrize("is_owners", [False, True])
def test_a_player_with_only_bots_is_not_asked_and_the_record_says_so(is_owners: bool) -> None:
    table = rolled(bots={2: "simple", 3: "simple", 4: "strong"})
    if is_owners:
        assert table.table.order(Back(moment(table)), table.t) is None
    else:
        table.undo()
    assert table.table.consenting is None
    assert (table.paper.entries[-1], table.state) == (Undo(agreed=None), plain_race())


def test_a_bots_decision_is_asked_of_the_person_who_plays_with_it() -> None:
    table = rolled(2, bots={2: "simple", 3: "simple", 4: "simple"})
    table.undo()
    assert asked(table).seat == 1


def test_no_bot_presses_while_somebody_is_asked() -> None:
    table = rolled(bots={2: "simple"})
    game = [table.table.left_to_bots]
    table.undo()
    assert asked(table).seat == 3
    game.append(table.table.left_to_bots)
    assert [each is not None for each in game] == [True, False]


# --- power -----------------------------------------------------------------------------------------------------------


def test_a_plug_pulled_during_the_question_leaves_the_game_as_it_was() -> None:
    table = rolled()
    before = table.table.session
    table.undo()
    session = Session(RULES, before.seed if before else "", plain_race()).resume(table.paper.entries)
    again: Table[State] = Table(RULES, table.settings, Paper(), lambda: "00")
    again.go_on(session, table.table.joined, 0.0)
    assert (again.session, again.consenting) == (before, None)
    assert (again.view(0.0).who, again.view(0.0).notice) == (2, None)


def test_the_time_of_news_goes_on_from_the_moment_at_which_a_page_has_agreed() -> None:
    table = rolled()
    table.undo()
    table.table.tell(table.view, table.t)
    assert table.table.answer(2, reply(table), table.t) is None
    table.t += 60.0  # nobody looks meanwhile
    table.table.tick(table.t)
    assert not table.table.showing.is_telling
