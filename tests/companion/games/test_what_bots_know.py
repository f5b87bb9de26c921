"""Two games that differ only in what a seat may not know: its bot gives the same answer in both, at each level, and
sends the same bytes to the process in which it thinks.

For each kind of question of both games, a few moments are checked by default, many by the tests marked `slow`.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.cat_royal.state import State as CatState
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.games.galopp_royal.state import State as GaloppState
from companion.kit.event import Intent
from companion.kit.money import Money
from companion.kit.policy import LEVELS, Level
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.match.session import Session
from companion.players import levels
from companion.players.mind import BotTask, PublicHistory
from tests.companion.games.cat_royal import other_secrets
from tests.companion.games.cat_royal import test_phones as cat
from tests.companion.games.galopp_royal import test_phones as galopp
from tests.companion.games.galopp_royal.other_secrets import otherwise
from tests.companion.games.phones import kind
from tests.companion.players.hurried import late_after

GUESSES: Final = 8
"""The guesses of one thought: hidden facts that change none of so many change none of more."""


class Moment(NamedTuple):
    """A question to a seat, and the same one in another game that this seat cannot tell apart."""

    rules: Rules[Any]
    here: Session[Any]
    there: Session[Any]
    other: Any
    """The state of the other game; facts that no history could change are the same."""


def of_galopp(number: int, few: int) -> Iterator[Moment]:
    for opened in galopp.TABLES.values():
        for past, here in galopp.some(opened, number, few):
            if here.question is not None and here.question.seat is not None:
                there = otherwise(opened, past, here.question.seat)
                yield Moment(GALOPP_ROYAL, here, there, _dealt_around(here.state, there.state, here.question.seat))


def _dealt_around(here: GaloppState, there: GaloppState, seat: int) -> GaloppState:
    """The same coins; but if they are hidden, each other seat has the coins of the next one.

    A player who counts knows their sum, since all payments are open.
    """
    bank, *purses = here.money.accounts
    if not here.setup.options.open_cash:
        own, *others = (*purses[seat - 1 :], *purses[: seat - 1])
        around = (own, *others[1:], *others[:1])
        purses = [around[(other - seat) % len(purses)] for other in range(1, len(purses) + 1)]
    return replace(there, money=Money((bank, *purses)))


def of_cats(number: int, few: int) -> Iterator[Moment]:
    for table, opened in cat.TABLES.items():
        for past, here in cat.some(table, number, few):
            if here.question is not None and here.question.seat is not None:
                yield _of_cats(opened, past, here, here.question.seat)


def _of_cats(opened: CatState, past: Any, here: Session[CatState], seat: int) -> Moment:
    is_known = opened.setup.duties.cards == "box" and bool(past)
    others = other_secrets.with_other_hands(past, seat, opened) if is_known else past
    there = Session(CAT_ROYAL, "1" * 64, opened).resume(others)
    spent = {*there.state.spent} ^ ({*range(1, opened.seats + 1)} - {seat})
    return Moment(CAT_ROYAL, here, there, replace(there.state, spent=tuple(sorted(spent))))


MOMENTS: Final[dict[str, Callable[[int, int], Iterator[Moment]]]] = {"galopp-royal": of_galopp, "cat-royal": of_cats}
KINDS: Final = {"galopp-royal": galopp.SCREENS - {galopp.OVER}, "cat-royal": cat.SCREENS - {"Over nothing"}}


def asked(session: Session[Any]) -> Question:
    assert session.question is not None
    return session.question


def matter(rules: Rules[Any], state: Any, session: Session[Any], level: Level, seed: int) -> bytes:
    """The bytes of a task, which do not tell whether equal parts are the same object."""
    seat = asked(session).seat
    assert seat is not None
    written = BytesIO()
    pickler = pickle.Pickler(written)
    pickler.fast = True
    pickler.dump(BotTask(rules.seen(state, seat), PublicHistory().heard(session), frozenset({seat}), level, seed, seat))
    return written.getvalue()


def said(rules: Rules[Any], state: Any, session: Session[Any], level: Level, seed: int) -> tuple[Question, Intent]:
    """The answer of a bot at the table, which has the game as the box knows it."""
    question, heard, luck = asked(session), PublicHistory().heard(session), Random(seed)
    assert question.seat is not None
    soon = late_after(GUESSES)
    return levels.says(level, rules, state, question, luck, heard=heard, seats={question.seat}, is_late=soon)


def compare(game: str, number: int, few: int) -> tuple[set[str], int]:
    """The kinds of questions that were compared, and how many pairs are two different states."""
    kinds, differ = set[str](), 0
    for seed, (rules, here, there, other) in enumerate(MOMENTS[game](number, few)):
        for level in LEVELS:
            assert matter(rules, here.state, here, level, seed) == matter(rules, other, there, level, seed)
            one, same = (said(rules, *game, level, seed) for game in ((here.state, here), (other, there)))
            assert one == same, (kind(here), level, seed)
        kinds.add(kind(here))
        differ += other != here.state
    return kinds, differ


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("game", MOMENTS)
def test_a_bot_knows_nothing_more_than_its_seat_at_every_kind_of_question(game: str) -> None:
    kinds, differ = compare(game, 1, few=2)
    assert kinds == KINDS[game]
    assert differ > 10


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("number", range(2, 4))
@pytest.mark.parametrize("game", MOMENTS)
def test_a_bot_knows_nothing_more_at_many_moments(game: str, number: int) -> None:
    kinds, _ = compare(game, number, few=20)
    assert kinds <= KINDS[game] | (cat.RARE if game == "cat-royal" else set())
