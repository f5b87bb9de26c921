"""Undone lines: whether each says rightly who agreed, tried with games of people who change their minds."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.kit.errors import WrongLine
from companion.kit.event import Correcting, Refused
from companion.kit.rules import Rules
from companion.match import record, referee, undone
from companion.match.consent import in_turn
from companion.match.history import Entry, Redo, Undo
from companion.match.session import Session
from companion.players import bots
from companion.testing.whole_games import SEED, seated, taken_back
from tests.companion.games.every_game import SHORT
from tests.companion.games.galopp_royal.positions import bid, passes
from tests.companion.games.whole_games import RANDOM, some
from tests.companion.match.any_record import Row, check, fault, joined, rows, written

SALE = (bid(1, 5), *passes(2, 3, 4))
"""The first team goes to Hans; Pia, who is asked next, has seen the next cards."""


# --- who is asked ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "asked", "order"),
    [
        (1, {2}, (2, 3, 4)),
        (1, {4}, (4, 2, 3)),
        (1, {1}, (2, 3, 4)),
        (4, {4}, (1, 2, 3)),
        (2, {1, 2, 3, 4}, (3, 4, 1)),
        (3, {1, 2}, (1, 2, 4)),
        (3, {1, 3}, (1, 2, 4)),
    ],
)
def test_whoever_is_asked_now_else_the_next_one_clockwise(by: int, asked: set[int], order: tuple[int, ...]) -> None:
    assert in_turn(by, asked, 4) == order


# --- what a record says ----------------------------------------------------------------------------------------------


def sale_undone() -> list[Row]:
    """The sale is undone with all that followed, and Pia agreed; then Claudia's bid is undone without consent."""
    return rows(written(*SALE, Undo(), bid(4, 6), Undo(), *passes(4), undone=True))


def test_each_line_of_a_decision_says_who_agreed_and_a_line_undone_freely_nothing() -> None:
    told = [(row["n"], row["event"], row.get("undone"), row.get("agreed", "-")) for row in sale_undone()[4:]]
    assert told == [
        (4, "passed", None, "-"),
        *((n, event, True, 2) for n, event in enumerate(("passed", "sold", "laid", "dealt"), 5)),
        (5, "bid", True, "-"),
        *((n, event, None, "-") for n, event in enumerate(("passed", "sold", "laid", "dealt"), 5)),
    ]


def test_what_counts_again_has_no_mark_and_undone_once_more_the_latest_one() -> None:
    redone = rows(written(*SALE, Undo(), Redo(), undone=True))
    assert not any("agreed" in row or "undone" in row for row in redone)
    assert rows(written(*SALE, Undo(), Redo(), Undo(), undone=True))[5]["agreed"] == 2


WRONG: dict[str, tuple[int, object]] = {
    "missing": (5, "-"),
    "missing in the middle": (6, "-"),
    "missing at the end": (8, "-"),
    "whose decision it was": (5, 4),
    "not who was asked": (5, 3),
    "nobody, though people play": (5, None),
    "no such seat": (5, 9),
    "the bank": (5, 0),
    "a word": (5, "2"),
    "a truth": (5, True),
    "half a seat": (5, 2.0),
    "another in the same decision": (7, 1),
    "nobody in the same decision": (7, None),
    "superfluous": (9, 2),
    "superfluous, though nobody": (9, None),
    "on a line that counts": (10, 2),
    "on the first line": (1, 2),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_missing_wrong_or_superfluous_consent_is_a_fault_of_its_line(name: str) -> None:
    line, agreed = WRONG[name]
    lines = sale_undone()
    if agreed == "-":
        del lines[line]["agreed"]
    else:
        lines[line]["agreed"] = agreed
    assert fault(lines).line == line + 1


def test_a_fault_says_what_was_expected() -> None:
    lines = sale_undone()
    del lines[5]["agreed"]
    missing = 'line 6, passed: expected "agreed": 2, as all had learned something since; came nobody\'s consent.'
    assert str(fault(lines)) == missing
    lines = sale_undone()
    lines[9]["agreed"] = 2
    expected = 'line 10, bid: expected no "agreed", as nothing had become known since; came 2.'
    assert str(fault(lines)) == expected


def test_what_came_of_a_decision_that_counts_cannot_be_undone_alone() -> None:
    lines = rows(written(*SALE, undone=True))
    for row in lines[6:]:
        row |= {"undone": True, "agreed": 2}
    assert fault(lines).line == 7


def test_what_nobody_can_have_seen_before_needs_no_consent() -> None:
    """Hans's bid was undone without consent; what the others did and saw later, on another branch, does not matter."""
    lines = rows(written(bid(1, 4), Undo(), *SALE, Undo(), undone=True))
    assert [row.get("agreed", "-") for row in lines[2:]] == ["-"] * 4 + [2] * 4
    lines[2]["agreed"] = 2
    assert fault(lines).line == 3


# --- bots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "right"),
    [
        ([], [2]),
        ([(2, 1, None)], [3]),
        ([(2, 1, 4)], [2, 3]),
        ([(3, 1, None)], [2]),
        ([(2, 1, None), (3, 2, 9)], [3, 1]),
        ([(2, 1, None), (3, 1, None), (1, 1, None)], [None]),
        ([(1, 1, None), (2, 3, None), (3, 1, 5)], [2, 3, None]),
    ],
)
def test_bots_never_agree_and_where_nobody_else_plays_nobody_was_asked(
    bots: list[tuple[int, int, int | None]], right: list[int | None]
) -> None:
    """Claudia's pass is undone, while Pia (2), Werner (3) and Hans (1) can be asked, in this order."""
    for agreed in (1, 2, 3, 4, None):
        lines = sale_undone()
        lines[0]["bots"] = [{"seat": seat, "level": "simple", "from": first, "to": last} for seat, first, last in bots]
        for row in lines[5:9]:
            row["agreed"] = agreed
        if agreed in right:
            check(lines)
        else:
            assert fault(lines).line == 6


# --- any game of second thoughts -------------------------------------------------------------------------------------


def wavering(rules: Rules[Any], number: int, most: int = 60) -> str:
    """A whole game in which people often undo and the asked player always agrees."""
    luck = random.Random(number)
    seats = luck.choice(rules.seats)
    start = rules.begin(seated(rules, seats, luck.choice(("box", "box", "table"))), SHORT.get(rules.name, {}))
    session, entries = Session(rules, SEED, start), list[Entry]()
    while (question := session.question) is not None and len(entries) < most:
        entry: object = session.automatic()
        if entry is None and luck.random() < 0.35:
            entry = luck.choice((functools.partial(taken_back, session),) * 3 + (session.redo,))()
        if entry is None or isinstance(entry, Refused):
            asked = bots.addressed(question, rules.asides(session.state), luck)
            entry = session.draw(asked) if asked.by_lot else session.answer(bots.answer(asked, luck))
        assert not isinstance(entry, Refused), entry
        session = session.apply(entry)  # type: ignore[arg-type]  # an entry
        entries.append(entry)  # type: ignore[arg-type]
    return record.write(rules, start, entries, secrets=True, undone=True)


def naive(rules: Rules[Any], lines: list[Row], at: int) -> bool:
    """Whether something had become known before line `at` was undone: a slow, simple reading of the record.

    The decision that led to it is above it, and every line below that decision was seen.
    """
    parents = {at: above(lines, at) for at in range(1, len(lines))}
    by = decider(lines, at)
    return any(
        shows(rules.name, lines[0], lines[below], by)
        for below in range(at, len(lines))
        if at in ancestors(parents, below)
    )


def above(lines: list[Row], at: int) -> int:
    """The latest line above with the number before."""
    return max((line for line in range(1, at) if lines[line]["n"] == lines[at]["n"] - 1), default=0)


def ancestors(parents: dict[int, int], at: int) -> set[int]:
    found = {at}
    while at := parents.get(at, 0):
        found.add(at)
    return found


def decider(lines: list[Row], at: int) -> int:
    row = lines[at]
    by = row.get("by", row.get("seat"))
    assert isinstance(by, int)
    return by


def shows(game: str, header: Row, row: Row, by: int) -> bool:
    """Whether an event shows something new, by the rules of both games (*Undo*)."""
    duties, event = header["duties"], row["event"]
    if game == "galopp-royal":
        of_cards = event in {"dealt", "assigned", "drew", "sold"} or (event == "passed" and row["leaves"])
        return bool((duties["cards"] == "box" and of_cards) or (duties["die"] == "box" and event == "rolled"))
    if event in {"played", "discarded", "forfeited"}:
        return bool(row["seat"] != by)
    return event == "shifted" or bool(event == "teleported" and header["options"]["holes"] == "random")


def decisions(lines: list[Row]) -> list[int]:
    """The first undone line of each decision: where the mark begins, or where a person acts."""
    spoken = {"bid", "passed", "rolled", "removed", "played", "discarded", "forfeited", "shifted", "set_out"}
    return [at for at in range(1, len(lines)) if lines[at].get("undone") and lines[at]["event"] in spoken]


@pytest.mark.untraced
@settings(RANDOM, max_examples=some(60))
@given(game=st.sampled_from(GAMES), number=st.integers(0, 1 << 30))
def test_who_agreed_stands_where_something_had_become_known_and_nowhere_else(game: Rules[Any], number: int) -> None:
    text = wavering(game, number)
    referee.check(game, text)
    lines = rows(text)
    for at in decisions(lines):
        assert ("agreed" in lines[at]) == naive(game, lines, at), f"line {at + 1}"


@pytest.mark.untraced
@settings(RANDOM, max_examples=some(40))
@given(game=st.sampled_from(GAMES), number=st.integers(0, 1 << 30), data=st.data())
def test_any_consent_that_is_changed_is_found_at_its_line(game: Rules[Any], number: int, data: st.DataObject) -> None:
    lines = rows(wavering(game, number))
    undone = [at for at in range(1, len(lines)) if lines[at].get("undone") and is_closed(lines, at)]
    if not undone:
        return
    at = data.draw(st.sampled_from(undone))
    seats = len(lines[0]["seats"])
    others = [
        each for each in (*range(seats + 2), None, True, "1", "-") if not same(each, lines[at].get("agreed", "-"))
    ]
    if (agreed := data.draw(st.sampled_from(others))) == "-":
        del lines[at]["agreed"]
    else:
        lines[at]["agreed"] = agreed
    with pytest.raises(WrongLine) as raised:
        referee.check(game, joined(lines))
    assert raised.value.line == at + 1


def same(one: object, other: object) -> bool:
    return one == other and type(one) is type(other)


def is_closed(lines: list[Row], at: int) -> bool:
    """Whether a later line cannot belong to this branch, so that the record is not cut off inside it."""
    return any(row["n"] <= lines[at]["n"] and not row.get("undone") for row in lines[at + 1 :])


@settings(RANDOM, max_examples=some(40))
@given(game=st.sampled_from(GAMES), number=st.integers(0, 1 << 30), data=st.data())
def test_cut_off_anywhere_it_is_a_record_of_an_unfinished_game(
    game: Rules[Any], number: int, data: st.DataObject
) -> None:
    text = wavering(game, number)
    referee.check(game, text[: data.draw(st.integers(text.index("\n"), len(text)))])


def test_coins_put_right_are_the_decision_of_the_seat_that_gets_them() -> None:
    rules = GAMES[0]
    state = rules.begin(seated(rules, 3, "box"), {})
    question = rules.question(state)
    assert question is not None
    right = Correcting(seat=1, payee=2, amount=1, reason="counted again")
    assert undone.decider(rules, state, right, question) == 2


@pytest.mark.parametrize(
    ("by", "asked", "order"),
    [(1, {3}, (4, 2)), (3, {1}, (2, 4)), (1, {2}, (2, 4)), (1, {1}, (2, 4)), (2, {1, 3, 4}, (3, 1)), (4, {4}, (1, 3))],
)
def test_a_partner_never_agrees(by: int, asked: set[int], order: tuple[int, ...]) -> None:
    assert in_turn(by, asked, 4, {(by + 1) % 4 + 1}) == order
