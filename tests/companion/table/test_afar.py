"""A question answered from a page: every answer has a path, an unfinished answer is none, the first answer counts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.state import State as Galopp
from companion.kit.event import Intent, Offering, Refused
from companion.kit.question import Amount, Cards, OneOf, Question, Seed
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.match.history import Entry
from companion.match.session import Session
from companion.table.afar import MEANWHILE, NO_PATH, Reply, drafted, options, said, sheets
from companion.table.layers import BUSY, NO_GAME
from companion.table.ports import Settings
from companion.table.screens.answering import BOT_PLAYS
from companion.table.table import Table
from companion.testing.whole_games import NAMES, SEED, seated
from tests.companion.games.every_game import EVERY_GAME, SHORT
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.table.at_the_table import HOLD_S, Hands, Paper, People, bidding, choose, filled_in, open_menu
from tests.toy.frogs_at_the_table import Frogs, at_rest
from tests.toy.tin_frogs import TIN_FROGS, Hopped, State

WHO: tuple[Who, ...] = ("box", "table")
PLAYED = [(rules, who) for rules in EVERY_GAME for who in (WHO if rules.duties else WHO[:1])]


def paths(question: Question, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every path that comes to an end."""
    further = options(question, path)
    for at in further:
        yield from paths(question, (*path, at))
    if path and not further:
        yield path


def someone(hands: Hands[Any], luck: Random) -> tuple[int, Reply]:
    """Any seat that may answer, and its answer."""
    playing, session = hands.table.playing, hands.table.session
    assert playing is not None
    assert session is not None
    may = [
        (seat, at, sheet.question)
        for seat in range(1, len(playing.pairs) + 1)
        for at, sheet in enumerate(sheets(session, seat))
    ]
    asked = [each for each in may if each[1] == 0 and session.question and each[0] == session.question.seat]
    seat, at, question = luck.choice(may if luck.random() < 0.2 else asked)
    return playing.pairs[seat - 1], Reply(playing.asked_at[seat - 1], filled_in(question, luck), at, is_said=True)


@pytest.mark.untraced
@pytest.mark.parametrize(("rules", "who"), PLAYED, ids=lambda of: of if isinstance(of, str) else of.name)
def test_a_whole_game_is_played_from_pages(rules: Rules[Any], who: Who) -> None:
    luck, seats = Random(7), rules.seats[0]
    hands: Hands[Any] = Hands(rules, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0))
    start = rules.begin(seated(rules, seats, who), SHORT.get(rules.name, {}))
    hands.table.go_on(Session(rules, SEED, start), rules.pairs[:seats], hands.t)
    dead_ends, answers = 0, 0
    while hands.table.session is not None and hands.table.session.question is not None:
        pair, reply = someone(hands, luck)
        refused = hands.table.answer(pair, reply, hands.t)
        hands.wait(0.1)
        dead_ends += refused is not None
        answers += refused is None
    assert answers >= 5
    assert dead_ends < answers, "only a draft that is barred leads nowhere"


@pytest.mark.untraced
@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_every_answer_of_a_list_is_at_the_end_of_one_path(rules: Rules[Any]) -> None:
    luck, session = Random(3), Session(rules, SEED, rules.begin(seated(rules, rules.seats[0], "box"), {}))
    lists = 0
    for _ in range(120):
        question = session.question
        if question is None:
            break
        step: Entry | Refused | None = session.automatic()
        if step is None:
            if question.seat is not None and isinstance(question.form, OneOf) and not question.by_lot:
                for sheet in sheets(session, question.seat):
                    lists += 1
                    check_list(sheet.question)
            step = said(session, question, filled_in(question, luck))
        if not isinstance(step, Refused):
            session = session.apply(step)
    assert lists > 0


def check_list(question: Question) -> None:
    form, ends = question.form, [drafted(question, path) for path in paths(question)]
    if isinstance(form, OneOf):
        assert sorted(map(repr, ends)) == sorted(map(repr, (*form.answers, *form.barred)))


def test_an_amount_is_offered_within_its_limits_or_not_at_all() -> None:
    table = bidding(cards="box")
    session = table.table.session
    assert session is not None
    (sheet,) = sheets(session, 1)
    form = sheet.question.form
    assert isinstance(form, Amount)
    for amount in range(-1, form.most + 2):
        came = drafted(sheet.question, (0, amount))
        is_right = form.least <= amount <= form.most
        assert isinstance(came, Offering if is_right else Refused)
    assert drafted(sheet.question, (1,)) == form.otherwise
    assert options(sheet.question, ()) == {}
    for path in ((2,), (0,), (0, 1, 2), (1, 1)):
        assert drafted(sheet.question, path) == NO_PATH


def test_cards_keep_their_places_while_a_team_is_typed() -> None:
    table = bidding(cards="table")
    table.bid(1, 1)
    table.passes(2, 3, 4)
    table.read()
    session = table.table.session
    assert session is not None
    (sheet,) = sheets(session, 1)
    form = sheet.question.form
    assert isinstance(form, Cards)
    path: tuple[int, ...] = ()
    for nth in range(form.count):
        there = options(sheet.question, path)
        assert all(
            isinstance(said(session, sheet.question, (*path, at)), Refused) for at in there if nth + 1 < form.count
        )
        path = (*path, max(there))
    assert options(sheet.question, path) == {}
    assert not isinstance(said(session, sheet.question, path), Refused)
    assert drafted(sheet.question, (99,)) == NO_PATH
    assert isinstance(drafted(sheet.question, (0,) * 30), Refused)


def test_nobody_chooses_what_a_lot_decides_and_a_seed_has_no_path() -> None:
    lot = Question(1, OneOf((Intent(seat=1), Intent(seat=2))), by_lot=True)
    assert drafted(lot, (0,)) == NO_PATH
    assert options(lot, ()) == {}
    sealed = Question(1, Seed(None, ""))  # type: ignore[arg-type]  # nobody opens it
    assert drafted(sealed, (0,)) == NO_PATH
    assert options(sealed, ()) == {}


# --- at the table ----------------------------------------------------------------------------------------------------


def reply(table: Hands[Any], *path: int, sheet: int = 0, seat: int = 1) -> Reply:
    """A reply of a page that has seen the question of its seat."""
    assert table.table.playing is not None
    return Reply(table.table.playing.asked_at[seat - 1], path, sheet, is_said=True)


def test_keys_and_pages_are_equal_and_whoever_is_second_is_told() -> None:
    table = bidding(cards="box")
    late = reply(table, 0, 5)
    table.bid(1, 3)
    assert table.table.answer(1, late, table.t) == MEANWHILE
    assert table.table.answer(2, reply(table, 0, 7), table.t) is None
    assert (table.view.who, table.view.number) == (3, "7")
    table.tap(3)
    assert table.view.number == "8", "the next one has keys"


@pytest.mark.parametrize(("pair", "path", "sheet", "why"), [
    (1, (), 0, NO_PATH), (1, (0, -4), 0, NO_PATH), (1, (5,), 0, NO_PATH), (1, (1,), 1, MEANWHILE),
    (1, (1,), -1, MEANWHILE), (2, (1,), 0, MEANWHILE), (6, (1,), 0, NO_GAME),
])  # fmt: skip
def test_what_is_refused_changes_nothing(pair: int, path: tuple[int, ...], sheet: int, why: Refused) -> None:
    table = bidding(cards="box")
    before, saw = table.paper.entries[:], table.view
    assert table.table.answer(pair, reply(table, *path, sheet=sheet), table.t) == why
    assert (table.paper.entries, table.view) == (before, saw)


def test_a_page_waits_while_somebody_is_busy_at_the_box_or_a_bot_plays() -> None:
    assert People().table.answer(1, Reply(0), 100.0) == NO_GAME
    table = bidding(cards="box")
    open_menu(table)
    assert table.table.answer(1, reply(table, 1), table.t) == BUSY
    table = bidding(cards="box")
    playing = table.table.playing
    assert playing is not None
    playing.bots = {1: "simple"}
    assert table.table.answer(1, reply(table, 1), table.t) == BOT_PLAYS


def test_an_aside_from_a_page_leaves_the_question_and_what_is_drafted_for_it() -> None:
    frogs = at_rest()
    frogs.tap(1, times=2)
    drafted_view = frogs.view
    assert (
        frogs.table.answer(3, reply(frogs), frogs.t) is None or frogs.table.answer(3, reply(frogs, 0), frogs.t) is None
    )
    frogs.wait(10.0)
    assert frogs.view.lines == drafted_view.lines


def test_what_a_page_saw_before_another_s_aside_is_still_what_it_is_asked() -> None:
    frogs = at_rest()
    seen = reply(frogs, *filled_in(sheets(session_of(frogs), 1)[1].question, Random(1)), sheet=1)
    frogs.hold_long(3)
    assert len(frogs.paper.entries) > 1, "it has been said"
    frogs.wait(10.0)
    assert reply(frogs).moment == seen.moment
    assert frogs.table.answer(1, seen, frogs.t) is None
    assert next(event for event in reversed(frogs.happened()) if isinstance(event, Hopped)).more == 1
    assert frogs.table.answer(1, seen, frogs.t) == MEANWHILE, "an answer is given once"


def test_who_says_an_aside_twice_is_heard_once_and_an_undo_of_it_asks_anew() -> None:
    frogs = at_rest()
    throws = filled_in(sheets(session_of(frogs), 3)[0].question, Random(1))
    aside, answer = reply(frogs, *throws, seat=3), reply(frogs, 0)
    assert frogs.table.answer(3, aside, frogs.t) is None
    assert frogs.table.answer(3, aside, frogs.t) == MEANWHILE
    frogs.wait(10.0)
    frogs.undo()
    assert frogs.table.answer(1, answer, frogs.t) == MEANWHILE


def session_of(frogs: Frogs) -> Session[State]:
    assert frogs.table.session is not None
    return frogs.table.session


def test_what_a_page_saw_in_one_game_says_nothing_in_the_next() -> None:
    table = bidding(cards="box")
    late = reply(table, 0, 5)
    open_menu(table)
    choose(table, "New game")
    table.hold(1)
    table.hold(1)
    table.read()
    assert table.turn == 1
    assert table.table.answer(1, late, table.t) == MEANWHILE


def test_what_a_page_saw_in_one_life_of_the_box_says_nothing_in_the_next() -> None:
    table = bidding(cards="box")
    late = reply(table, 0, 5)
    again: Table[Galopp] = Table(RULES, replace(table.settings, first_moment=9), Paper(), lambda: SEED)
    again.go_on(Session(RULES, SEED, table.state), (1, 2, 3, 4), table.t)
    assert again.answer(1, late, table.t) == MEANWHILE
    assert again.answer(1, replace(late, moment=9), table.t) is None


def test_everybody_sees_the_question_on_pages_while_somebody_looks_at_the_box() -> None:
    frogs: Frogs = at_rest()
    open_to_all = frogs.table.seen(frogs.t)
    frogs.reach(2)
    assert frogs.view != open_to_all
    assert frogs.table.seen(frogs.t) == open_to_all
    assert TIN_FROGS.secret(frogs.state, 2)


def test_before_a_game_everybody_sees_who_joins() -> None:
    table = People()
    table.tap(1)
    assert table.table.seen(table.t).seats == table.view.seats
    assert table.table.playing is None
    assert table.table.joining.rules.name == "galopp-royal"
