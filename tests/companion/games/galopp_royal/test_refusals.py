"""Why somebody may not: every code the rules know, a position in which it comes, and what its sentence names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import companion
from companion.games.galopp_royal import intents
from companion.games.galopp_royal.state import State
from companion.kit.event import Intent
from companion.kit.text import Fact, speak
from tests.companion.games.galopp_royal.table import (
    SIX,
    all_taken,
    bid,
    carry,
    close,
    closing,
    correct,
    deal,
    dealt,
    draw,
    exchange,
    lay,
    passes,
    play,
    race,
    refused,
    roll,
    scheme,
    start,
    start_auction,
    take,
    unseen,
    with_display,
)
from tests.companion.games.play import SEED

AUCTION = play(dealt(start(4)), bid(1, 7))
"""Seat 2 is asked to bid above 7."""
TYPING = play(start(4, cards="table", confirmed=True), unseen(4), bid(1, 4), *passes(2, 3, 4))
"""Seat 1 types in the team it has bought."""
SCHEMING = play(race(4), carry("+2/-2", 1))
ENDED = play(closing(50, 50, 50), close(SEED))

REFUSALS: list[tuple[str, State, Intent, dict[str, Fact]]] = [
    ("over", ENDED, roll(1, 1), {}),
    ("over", ENDED, close(SEED), {}),
    ("not_your_turn", AUCTION, bid(1, 9), {}),
    ("not_your_turn", AUCTION, deal(*SIX[:4]), {}),
    ("not_your_turn", race(4), roll(2, 1), {}),
    ("not_your_turn", exchange(last=3), take(3, 1, by=4), {}),
    ("not_your_turn", TYPING, lay("1", "2", "3", "5", seat=2), {}),
    ("not_asked", AUCTION, roll(2, 1), {}),
    ("not_asked", race(4), roll(1, 5), {}),
    ("not_asked", race(4), passes(1)[0], {}),
    ("not_asked", race(4), scheme(1, (1, 2)), {}),
    ("not_asked", SCHEMING, scheme(1, (1, -2)), {}),
    ("not_asked", exchange(last=3), take(4, 1), {}),
    ("not_asked", all_taken(exchange(), 1, 1, 1, 1), draw(4, "5"), {}),
    ("not_asked", start_auction(4, seats=4), intents.Pass(seat=None), {}),
    ("not_asked", closing(50, 50, 50), unseen(4), {}),
    ("too_low", AUCTION, bid(2, 7), {"amount": 7, "least": 8}),
    ("too_high", AUCTION, bid(2, 51), {"amount": 51, "most": 50}),
    ("wrong_count", start(4), deal(*SIX[:3]), {"came": 3, "count": 4}),
    ("wrong_count", TYPING, lay("1", "2", "3", None), {"came": 3, "count": 4}),
    ("no_such_card", TYPING, lay("1", "2", "3", "7"), {"card": "7"}),
    ("no_such_card", with_display(TYPING, 2, *"5555"), lay("5", "5", "1", "1"), {"card": "5"}),
    ("no_such_card", all_taken(exchange(6), 4, 4, 4, 4, 4, 4), draw(3, "+2/-2"), {"card": "+2/-2"}),
    ("wrong_seed", closing(50, 50, 50), close("00" * 32), {}),
    ("wrong_seed", closing(50, 50, 50), close(), {}),
    ("too_early", AUCTION, correct(1, 5), {}),
    ("too_early", ENDED, correct(1, 5), {}),
    ("no_such_seat", race(4), correct(5, 1), {"seat": 5}),
    ("too_poor", race(4), correct(1, -51), {"amount": -51}),
    ("too_poor", race(4), correct(1, 0), {"amount": 0}),
    ("too_poor", start(4), correct(1, -50), {"amount": -50}),
]
"""The code, the position, what is wanted, and the facts its sentence must name."""


@pytest.mark.parametrize(
    ("code", "state", "intent", "facts"),
    REFUSALS,
    ids=[f"{code} {type(state.phase).__name__} {type(intent).__name__}" for code, state, intent, _ in REFUSALS],
)
def test_a_refusal_says_what_came_and_what_was_expected_and_changes_nothing(
    code: str, state: State, intent: Intent, facts: dict[str, Fact]
) -> None:
    why = refused(state, intent)
    assert why.code == code
    assert dict(why.why.facts) == facts
    sentence = speak(why.why, str)
    assert [fact for fact in facts.values() if str(fact) not in sentence] == []
    assert sentence[-1] == "."


def codes() -> set[object]:
    """Every code in the source of the rules; a code that is no plain word stands there as `None`."""
    root = Path(companion.__file__).parent
    trees = [
        ast.parse(file.read_text("utf-8"))
        for part in ("kit", "games/galopp_royal")
        for file in (root / part).rglob("*.py")
    ]
    return {
        node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused"
    }


def test_every_code_in_the_source_is_refused_above_and_no_other() -> None:
    assert {code for code, *_ in REFUSALS} == codes()
