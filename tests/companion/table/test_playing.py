from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count, groupby
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.ending import Closing, Over
from companion.games.galopp_royal.state import State
from companion.kit.event import Event
from companion.kit.question import Question, commit
from companion.kit.setup import Who
from companion.kit.text import speak, text
from companion.kit.view import Cue, Key, Legend, View
from companion.match.session import Session
from companion.table.controls import PressKind
from companion.table.notices import NOTICE_S, Notices
from companion.table.playing import END_S, Playing
from companion.table.table import Table
from companion.testing.whole_games import SEED, seated
from tests.companion.games.galopp_royal.positions import RULES, race
from tests.companion.table.at_the_table import (
    Paper,
    People,
    agree_up_to_the_last,
    bidding,
    choose,
    open_menu,
    plain_race,
)
from tests.toy.tin_frogs import State as FrogState
from tests.toy.tin_frogs import Throw, TinFrogs

NOT_YOURS = text("Not your turn.")


# --- commit, then show -----------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """A table one gesture before it writes."""

    table: People
    gesture: tuple[int, Key, PressKind]
    plain: View
    """What the table shows if nothing lies over the question."""


def about_to_start() -> Moment:
    table = People()
    for pair in (1, 2, 3):
        table.tap(pair)
    plain = table.view
    table.down(1)
    return Moment(table, (1, "green", "hold"), plain)


def about_to_bid() -> Moment:
    table = bidding()
    table.tap(1, times=3)
    plain = table.view
    table.down(1)
    return Moment(table, (1, "green", "hold"), plain)


def about_to_roll() -> Moment:
    table = People(race(4))
    plain = table.view
    table.reach(1)
    return Moment(table, (1, "green", "release"), plain)


def about_to_undo() -> Moment:
    table = bidding()
    table.hold(1)
    plain = table.view
    table.down(0, "table")
    table.press(0, "table", "hold", 1)
    return Moment(table, (0, "table", "release"), plain)


def about_to_choose(table: People, row: str) -> Moment:
    plain = table.view
    open_menu(table)
    choose(table, row)
    return Moment(table, (1, "green", "hold"), plain)


def about_to_open(menu: Moment) -> Moment:
    """A table at the second row of the menu that this row opens."""
    menu.table.hold(1)
    menu.table.tap(1)
    return menu


def about_to_redo() -> Moment:
    table = bidding()
    table.hold(1)
    table.undo()
    table.wait(30.0)
    return about_to_choose(table, "Redo")


def about_to_agree() -> Moment:
    table = People()
    plain = table.view
    agree_up_to_the_last(table)
    table.tap(2)
    return Moment(table, (1, "green", "hold"), plain)


def about_to_change_the_language() -> Moment:
    return about_to_open(about_to_choose(bidding(), "Language"))


def about_to_leave() -> Moment:
    return about_to_choose(bidding(), "New game")


def about_to_leave_what_is_over() -> Moment:
    table = ended()
    plain = table.view
    table.down(1)
    return Moment(table, (1, "green", "hold"), plain)


EVERY_WAY_TO_WRITE = [
    about_to_start,
    about_to_bid,
    about_to_roll,
    about_to_undo,
    about_to_redo,
    about_to_agree,
    about_to_change_the_language,
    about_to_leave,
    about_to_leave_what_is_over,
]


def known(table: People) -> tuple[object, ...]:
    """What a ledger keeps."""
    return table.table.session, table.table.joining.choices, table.table.language


@pytest.mark.parametrize("about_to", EVERY_WAY_TO_WRITE)
def test_while_an_entry_is_written_nothing_of_it_can_be_seen(about_to: Callable[[], Moment]) -> None:
    table, gesture, plain = about_to()
    before, shown, language = known(table), table.view, table.table.language
    written = 0

    def look() -> None:
        nonlocal written
        written += 1
        if written == 1:
            assert known(table) == before
            assert replace(table.view, bar=None) in (plain, replace(shown, bar=None))

    table.paper.watch = look
    table.press(*gesture, 1)
    assert written
    assert known(table) != before
    assert table.view not in (plain, shown) or table.table.language != language


@pytest.mark.parametrize("about_to", EVERY_WAY_TO_WRITE)
def test_a_ledger_that_takes_nothing_holds_up_nobody_and_the_screen_says_so(about_to: Callable[[], Moment]) -> None:
    """All is the same as with a sound ledger, but for one notice and a mark."""
    (sound, gesture, _), (table, _, _) = about_to(), about_to()
    table.paper.is_full = True
    calls = list(table.paper.calls)
    assert table.view.is_saved
    for at in (sound, table):
        at.press(*gesture, 1)
        at.wait(0.0)
    assert table.paper.calls == calls
    assert table.view == replace(sound.view, notice=table.view.notice, is_saved=False)
    if table.view.notice is not None:  # no news before it
        assert table.view.notice == text("Not saved: disk full or broken.")
    for at in (sound, table):
        at.wait(60.0)
    assert table.view == replace(sound.view, is_saved=False), "the mark lasts"
    assert known(table)[:2] == known(sound)[:2]


def test_when_the_ledger_takes_all_again_it_is_said_and_the_mark_goes() -> None:
    table = bidding()
    table.paper.is_full = True
    table.bid(1, 1)
    table.passes(2)
    assert len(table.paper.waiting) == 2
    table.wait(60.0)
    table.paper.is_full = False
    assert not table.view.is_saved, "nothing has been tried yet"
    table.passes(3)
    assert (table.view.is_saved, table.view.notice) == (True, text("Saved again."))
    table.wait(60.0)
    assert table.view.notice is None


def test_a_notice_that_nothing_is_saved_waits_until_the_news_is_over() -> None:
    table = People()
    table.paper.is_full = True
    table.start()
    table.read()
    assert table.view.notice == text("Not saved: disk full or broken.")


def test_every_entry_of_a_chain_is_written_before_it_shows() -> None:
    table = bidding("box")
    table.bid(1, 1)
    table.passes(2, 3)
    sessions: list[Session[State] | None] = []
    table.paper.watch = lambda: sessions.append(table.table.session)
    table.passes(4)  # sold, laid, dealt anew: two entries
    first, _ = table.paper.entries[-2:]
    _, between = sessions
    assert between is not None
    assert between.history.done[-1].step == first


# --- after a power cut -----------------------------------------------------------------------------------------------


def reopened(table: People) -> People:
    """The same box after a power cut: it has what the ledger holds, and nothing else."""
    begun = table.paper.begun
    again = People(cards=table.settings.duties["cards"], die=table.settings.duties["die"])
    session = Session(RULES, begun.seed, RULES.read_header(begun.header)).resume(table.paper.entries)
    again.table = Table(RULES, again.settings, again.paper, lambda: "00")
    again.table.go_on(session, begun.pairs, again.t)
    again.wait(60.0)
    return again


def test_a_box_that_comes_back_asks_the_same_question_on_the_same_screen() -> None:
    table = People()
    table.sit(2, 4, 6, first=4)
    table.bid(4, 2)
    table.hold(6, "red")
    table.wait(60.0)
    again = reopened(table)
    assert again.table.session == table.table.session
    assert again.view == table.view
    assert again.table.joined == (2, 4, 6)
    assert again.paper.calls == []


def test_a_box_that_comes_back_deals_and_rolls_what_it_would_have() -> None:
    table = People()
    table.sit(1, 2, 3)
    again = reopened(table)
    for each in (table, again):
        for pair in (1, 2, 3):
            each.hold(pair, "red")
    assert table.happened()[-1] == again.happened()[-1]
    assert isinstance(again.happened()[-1], events.Dealt)


def test_what_was_undone_can_be_done_again_after_a_power_cut() -> None:
    table = bidding()
    table.bid(1, 4)
    table.undo()
    again = reopened(table)
    assert again.turn == 1
    open_menu(again)
    choose(again, "Redo")
    again.hold(1)
    assert again.turn == 2


def test_a_box_that_went_out_between_two_entries_goes_on_by_itself() -> None:
    table = People()
    table.sit(1, 2, 3)
    begun, paper = table.paper.begun, Paper()
    start = Session(RULES, begun.seed, RULES.read_header(begun.header))  # begun, and nothing dealt yet
    again: Table[State] = Table(RULES, table.settings, paper, lambda: "00")
    again.go_on(start, begun.pairs, 0.0)
    assert paper.entries == table.paper.entries
    assert again.session == table.table.session


# --- the end ---------------------------------------------------------------------------------------------------------


def ended() -> People:
    table = People(replace(race(4, number=6), phase=Closing()))
    table.wait(60.0)
    return table


def test_at_the_end_the_box_opens_its_seed_by_itself() -> None:
    table = ended()
    (closing,) = table.happened()
    assert isinstance(closing, events.Ended)
    assert closing.seed == SEED
    assert table.view.legend == Legend(green_hold=text("Players"), red_hold=text("Rematch"))


def test_how_a_game_went_is_leafed_through_first_and_a_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    def summary(_rules: object, pairs: Iterable[tuple[State, Event]]) -> tuple[View, ...]:
        told.append(len(list(pairs)))
        return (View(text("Luck, in spaces")),)

    monkeypatch.setattr(type(RULES), "summary", summary)
    again = People(replace(race(4, number=6), phase=Closing()))
    while again.view.notice != text("Table key: summary"):
        again.wait(0.1)
    winner = again.view.title
    again.tap(0, "table")
    assert again.view.title == text("Luck, in spaces")
    again.tap(0, "table")
    assert again.view.title == text("Coins")
    again.wait(10.0)
    assert again.view.title == winner, "the end stays"
    assert told == [1], "the whole game is gone through once"


@pytest.mark.parametrize("pair", [1, 4])
def test_a_game_that_is_over_is_left_by_a_held_green_key(pair: int) -> None:
    table = ended()
    table.tap(pair)
    table.hold(5, "red")
    assert table.table.session is not None, "nobody plays there"
    table.hold(pair)
    assert table.paper.calls[-1] == "close"
    assert table.view.title == text("Who plays?")
    assert table.table.joined == (1, 2, 3, 4)


def test_what_a_game_has_told_goes_with_it_and_what_the_box_says_stays() -> None:
    said = []
    for warning in (None, text("The disk is nearly full.")):
        table = People(replace(race(4, number=6), phase=Closing()))
        table.read()
        assert table.view.notice == text("Dice were fair")
        if warning is not None:
            table.table.say(warning, table.t)
        table.reach(1)
        assert table.view.title == text("Who plays?")
        said.append(table.view.notice)
    assert said == [None, text("The disk is nearly full.")]


def test_the_same_people_play_again_by_one_hold_and_the_next_one_starts() -> None:
    over = replace(race(4, number=6), phase=Closing())
    for first, after in ((1, 2), (3, 4), (4, 1)):
        setup = replace(over.setup, first=first)
        table = People(replace(over, setup=setup), (1, 2, 4, 6))
        table.wait(60.0)
        table.hold(4, "red")
        assert table.table.session is not None
        assert table.table.session.state.setup.first == after
        assert table.table.joined == (1, 2, 4, 6)


@pytest.mark.parametrize("is_first", [False, True])
def test_a_game_is_not_left_while_the_display_shows_what_an_undo_would_take_back(*, is_first: bool) -> None:
    table = ended()
    if is_first:
        table.down(3)
    table.down(0, "table")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    if not is_first:
        table.down(3)
    table.press(3, "green", "hold", 1)
    assert table.view.title == text("Undo")
    assert table.paper.calls[-1] != "close"


def test_at_the_end_the_box_says_that_it_has_checked_its_seed_and_shows_it() -> None:
    table = People(replace(race(4, number=6), phase=Closing()))
    table.read()
    assert table.view.notice == text("Dice were fair")
    table.wait(NOTICE_S)
    legend = Legend(green_hold=text("Players"), red_hold=text("Rematch"))
    assert table.view == replace(table.view, notice=None, legend=legend)
    seal = {}
    for _ in range(12):
        table.tap(0, "table")
        seal[table.view.title] = "".join(speak(line, str) for line in table.view.lines)
    assert seal[text("Fair dice: proof")] == commit(SEED)
    assert seal[text("Dice were fair")] == SEED


def test_at_the_end_coins_are_counted_in_the_order_of_the_seats_and_then_the_winner_stands_for_a_while() -> None:
    table = People(replace(race(4, number=6), phase=Closing()))
    told: list[tuple[int | None, str]] = []
    stood: list[float] = []
    while table.table.showing.is_telling:
        told.append((table.view.who, speak(table.view.title, str)))
        stood.append(table.t)
        table.wait(0.1)
    assert [said for said, _ in groupby(told)] == [
        (None, "Coins"),
        *((seat, "coins") for seat in (1, 2, 3, 4)),
        (None, "Shared victory"),
    ]
    assert told.count((None, "Shared victory")) == pytest.approx(END_S / 0.1, abs=1)


def test_a_seed_that_was_not_promised_is_not_said_to_be_right() -> None:
    start = race(4, number=6)
    over = replace(start, setup=replace(start.setup, commitment=None), phase=Over((1,)))
    table = People(over)
    table.wait(0.1)
    assert table.view.notice is None
    titles = set()
    for _ in range(12):
        table.tap(0, "table")
        titles.add(table.view.title)
    assert not titles & {text("Fair dice: proof"), text("Dice were fair")}


# --- beside the question ---------------------------------------------------------------------------------------------


class OneThrow(TinFrogs):
    """Only one player throws, who is not on turn; then nobody may any more."""

    def asides(self, state: FrogState) -> tuple[Question, ...]:
        left = () if state.thrown else super().asides(state)
        return tuple(aside for aside in left if aside.seat != state.turn)


def test_after_an_aside_only_what_is_asked_as_before_may_be_answered_by_whoever_saw_it_before() -> None:
    rules = OneThrow()
    playing = Playing(
        Session(rules, SEED, rules.begin(seated(rules, 3, "box"), {})), (1, 2, 3), Paper(), Notices(), count()
    )
    playing.go_on(0.0)
    before, asked_at = playing.session, playing.asked_at
    assert playing.enter(before.answer(Throw(seat=2, slots=(1, 2, 3))), 0.0)
    playing.go_on(0.0)
    assert playing.session.question == before.question
    playing.ask_on(before, asked_at, 2)
    kept = [now == then for now, then in zip(playing.asked_at, asked_at, strict=True)]
    assert kept == [True, False, False], "the second has spoken, and the third may not any more"


# --- news, undo and a new start --------------------------------------------------------------------------------------


def test_undo_says_whose_decision_goes_and_drops_what_waits_of_it_once() -> None:
    table = People(plain_race())
    table.hold(1)
    assert table.view.title == text("rolls")
    table.press(0, "table", "down")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    assert table.view.title == text("Undo: {name}", name="Hans")
    table.let_go(0, "table")
    table.hold(2)
    assert (table.view.who, table.view.notice) == (1, text("Undone."))
    assert not table.table.showing.is_telling
    table.wait(NOTICE_S)
    assert table.view.notice is None


def test_what_was_told_before_the_plug_was_pulled_is_not_told_again() -> None:
    table = People(cards="box")
    table.sit(1, 2, 3)
    table.bid(1, 3)
    table.passes(2)
    begun = table.paper.begun
    session = Session(RULES, begun.seed, RULES.read_header(begun.header)).resume(table.paper.entries)
    again: Table[State] = Table(RULES, table.settings, Paper(), lambda: "00")
    again.go_on(session, begun.pairs, 0.0)
    assert not again.showing.is_telling
    assert (again.view(0.0).notice, again.cue) == (None, None)


def test_the_chair_runs_when_the_die_has_been_read_whatever_lies_over_it() -> None:
    table = People(plain_race())
    before = table.view.track
    table.hold(1)
    assert (table.view.title, table.view.track) == (text("rolls"), before)
    table.press(0, "table", "down")
    table.press(0, "table", "hold", 2)
    table.press(0, "table", "release", 2)
    table.wait(60.0)
    assert (table.view.title, table.view.track) == (text("Menu"), before)
    table.press(0, "table", "tap")
    assert table.view.title == text("rolls")
    table.wait(1.5)
    assert table.view.title == text("runs")
    assert table.view.track != before


@pytest.mark.parametrize(
    ("pair", "key", "skips"),
    [(1, "green", True), (2, "red", True), (3, "green", False), (6, "green", False), (0, "table", True)],
)
def test_the_player_concerned_the_next_one_or_the_table_key_skips_one_screen(pair: int, key: Key, skips: bool) -> None:
    table = People(plain_race())
    table.hold(1)
    entries = list(table.paper.calls)
    table.press(pair, key, "down")
    table.press(pair, key, "tap")
    assert table.view.title == (text("runs") if skips else text("rolls"))
    table.read()
    assert (table.view.notice, table.paper.calls) == (None, entries)


def test_a_press_that_skips_neither_drafts_nor_commits_and_the_next_one_does() -> None:
    table = People()
    for pair in (1, 2, 3):
        table.tap(pair)
    table.hold(1)
    table.press(1, "green", "down")
    table.press(1, "green", "tap")
    assert (table.table.showing.is_telling, table.view.is_draft) == (False, False)
    table.press(1, "green", "down")
    table.press(1, "green", "tap")
    assert (table.view.is_draft, table.view.number) == (True, "1")


def test_a_finger_that_took_the_last_screen_away_commits_nothing_but_may_look_and_roll() -> None:
    table = bidding("box")
    table.bid(1, 3)
    table.passes(2, 3, 4)
    calls = list(table.paper.calls)
    for _ in range(2):
        table.press(2, "red", "down")
        table.wait(0.6)
        table.press(2, "red", "hold", 1)
        table.press(2, "red", "release", 1)
    assert (table.table.showing.is_telling, table.paper.calls, table.turn) == (False, calls, 2)
    rolling = People(plain_race())
    rolling.hold(1)
    for _ in range(2):
        rolling.press(2, "green", "down")
        rolling.wait(0.6)
        rolling.press(2, "green", "hold", 1)
        rolling.press(2, "green", "release", 1)
    assert [event.seat for event in rolling.happened() if isinstance(event, events.Rolled)] == [1, 2]


# --- the worked example ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["table", "box"])
@pytest.mark.parametrize("pairs", [(1, 2, 3, 4), (1, 3, 4, 6)])
def test_worked_example_of_all_four_booklets(cards: Who, pairs: tuple[int, ...]) -> None:
    table = People(cards=cards)
    hans, pia, werner, claudia = pairs
    table.sit(*pairs, first=hans)

    def team(pair: int) -> None:
        if cards == "table":
            table.wait(60.0)  # the news are read
            assert table.turn == pairs.index(pair) + 1
            table.lay(pair, "1", "2", "3", "1")

    for pair, amount in ((hans, 1), (pia, 2), (werner, 3), (claudia, 5)):
        table.bid(pair, amount)
    table.passes(hans)
    table.bid(pia, 6)
    table.passes(werner)
    table.bid(claudia, 7)
    table.bid(pia, 9)
    table.passes(claudia)
    team(pia)
    assert table.state.money.purses == (50, 41, 50, 50)

    table.passes(werner)  # clockwise: the next without a team opens
    table.passes(claudia)
    table.bid(hans, 4)
    team(hans)
    assert table.state.money.purses == (46, 41, 50, 50)

    table.bid(claudia, 8)
    table.passes(werner)
    team(claudia)
    assert [event.seat for event in table.happened() if isinstance(event, events.Assigned)] == [3]
    team(werner)
    assert table.state.money.purses == (46, 41, 40, 42)
    assert sum(table.state.money.accounts) == 0
    assert table.state.race == 1
    assert table.turn == 1
    sold = [(event.seat, event.price) for event in table.happened() if isinstance(event, events.Sold)]
    assert sold == [(2, 9), (1, 4), (4, 8)]


# --- cues ------------------------------------------------------------------------------------------------------------


def test_each_cue_comes_once_and_in_order() -> None:
    table = bidding(cards="box")
    table.wait(60.0)
    assert table.table.cue == Cue("deal", nth=1)
    table.tap(1)
    assert table.table.cue == Cue("deal", nth=1)
    table.hold(1)
    assert table.table.cue == Cue("offer", 1, nth=2)
    table.passes(2, 3)
    assert table.table.cue == Cue("out", 3, nth=4)
