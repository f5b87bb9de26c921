"""Refusals: every code of the rules, a position in which it occurs, and the facts in its sentence."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import companion
from companion.games.galopp_royal import intents
from companion.games.galopp_royal.state import State
from companion.kit.event import Intent
from companion.kit.text import Parameter, speak
from companion.testing.whole_games import SEED
from tests.companion.games.galopp_royal.positions import (
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
    with_purse,
)


def auction() -> State:
    """Seat 2 is asked to bid above 7."""
    return play(dealt(start(4)), bid(1, 7))


def typing() -> State:
    """Seat 1 types the team that it has bought; a confirmed deck has five 5s."""
    return play(start(4, cards="table", confirmed=True), unseen(4), bid(1, 4), *passes(2, 3, 4))


def broke() -> State:
    """Seat 1 has spent all its coins on the team that it types."""
    return play(start(4, cards="table"), unseen(4), bid(1, 50), *passes(2, 3, 4))


def scheming() -> State:
    """Seat 1 has rolled its schemer."""
    return play(race(4), carry("+2/-2", 1))


def scheming_last() -> State:
    """Seat 5, the last, has rolled its schemer; seat 2 is right before the pond."""
    return play(race(5, turn=5, chairs=(5, 1, 5, 5, 5)), carry("+2/-2", 5))


def near_the_pond() -> State:
    """Seat 1 has rolled its schemer; seats 2 and 3 are right before the pond."""
    return play(race(4, chairs=(5, 2, 1, 3)), carry("+2/-2", 1))


def counting() -> State:
    """The game is about to close."""
    return closing(50, 50, 50)


def unsealed() -> State:
    """The same, without a promise of the box."""
    return replace(counting(), setup=replace(counting().setup, commitment=None))


def last_team_unseen() -> State:
    """Seat 1 must get the last team, of real cards."""
    return start_auction(1, seats=4, cards="table")


def ended() -> State:
    """The game is over."""
    return play(counting(), close(SEED))


GO_AHEAD = scheme(1, (1, 2), (2, -2))

REFUSALS: list[tuple[str, Callable[[], State], Intent, dict[str, Parameter]]] = [
    ("over", ended, roll(1, 1), {}),
    ("over", ended, close(SEED), {}),
    ("not_your_turn", auction, bid(1, 9), {}),
    ("something_else", auction, deal(*SIX[:4]), {"name": "Pia"}),
    ("not_your_turn", lambda: race(4), roll(2, 1), {}),
    ("not_your_turn", lambda: exchange(last=3), take(3, 1, by=4), {}),
    ("not_your_turn", typing, lay("1", "2", "3", "5", seat=2), {}),
    ("something_else", auction, roll(2, 1), {"name": "Pia"}),
    ("no_such_face", lambda: race(4), roll(1, 5), {"n": 5, "most": 4}),
    ("something_else", lambda: race(4), passes(1)[0], {"name": "Hans"}),
    ("something_else", lambda: race(4), scheme(1, (1, 2)), {"name": "Hans"}),
    ("something_else", scheming, roll(1, 2), {"name": "Hans"}),
    ("something_else", lambda: exchange(last=3), passes(3)[0], {"name": "Werner"}),
    ("something_else", lambda: all_taken(exchange(), 1, 1, 1, 1), close(), {"name": "Werner"}),
    ("something_else", typing, bid(1, 5), {"name": "Hans"}),
    ("something_else", lambda: start(4), close(), {}),
    ("must_push", scheming, scheme(1, (1, -2)), {}),
    ("own_first", scheming, scheme(1, (2, -2), (1, 2)), {"name": "Hans"}),
    ("into_the_pond", near_the_pond, scheme(1, (1, 2), (2, -2)), {"name": "Pia"}),
    ("into_the_pond", near_the_pond, scheme(1, (1, 2), (3, -1), (4, -1)), {"name": "Werner"}),
    ("into_the_pond", scheming_last, scheme(5, (5, 2), (2, -2)), {"name": "Pia"}),
    ("off_the_track", lambda: play(race(4, chairs=(5, "F1", 5, 5)), carry("+2/-2", 1)), GO_AHEAD, {"name": "Pia"}),
    ("no_such_seat", scheming, scheme(1, (1, 2), (5, -2)), {"seat": 5, "n": 4}),
    ("no_such_seat", scheming, scheme(1, (1, 2), (0, -2)), {"seat": 0, "n": 4}),
    ("no_such_use", scheming, scheme(1, (1, 2), (2, -1)), {}),
    ("no_such_use", scheming_last, scheme(5, (5, 1)), {}),
    ("another_display", lambda: exchange(last=3), take(4, 1), {"name": "Werner"}),
    ("another_display", lambda: exchange(last=3), take(1, 1), {"name": "Werner"}),
    ("another_display", lambda: exchange(5, last=3), take(5, 1), {"name": "Werner"}),
    ("another_display", lambda: all_taken(exchange(), 1, 1, 1, 1), draw(4, "5"), {"name": "Werner"}),
    ("empty_slot", lambda: all_taken(exchange(last=3), 4), take(3, 4), {"n": 4, "name": "Werner"}),
    ("no_such_slot", lambda: exchange(last=3), take(3, 5), {"n": 5, "most": 4}),
    ("no_such_seat", lambda: exchange(last=3), take(5, 1), {"seat": 5, "n": 4}),
    ("no_such_seat", lambda: exchange(last=3), take(0, 1), {"seat": 0, "n": 4}),
    ("something_else", lambda: start_auction(4, seats=4), intents.Pass(seat=None), {"name": "Claudia"}),
    ("over", counting, unseen(4), {}),
    ("no_seed", unsealed, close(SEED), {}),
    ("dealt_unseen", lambda: start(4, cards="table"), deal(*SIX[:4]), {}),
    ("wrong_count", lambda: start(4, cards="table"), unseen(3), {"came": 3, "count": 4}),
    ("dealt_unseen", last_team_unseen, intents.Assign(cards=SIX[:4]), {}),
    ("too_low", auction, bid(2, 7), {"amount": 7, "least": 8}),
    ("too_high", auction, bid(2, 51), {"amount": 51, "most": 50}),
    ("wrong_count", lambda: start(4), deal(*SIX[:3]), {"came": 3, "count": 4}),
    ("wrong_count", typing, lay("1", "2", "3", None), {"came": 3, "count": 4}),
    ("no_such_card", typing, lay("1", "2", "3", "7"), {"card": "7"}),
    ("no_such_card", lambda: with_display(typing(), 2, *"5555"), lay("5", "5", "1", "1"), {"card": "5"}),
    ("no_such_card", lambda: all_taken(exchange(6), 4, 4, 4, 4, 4, 4), draw(3, "+2/-2"), {"card": "+2/-2"}),
    ("wrong_seed", counting, close("00" * 32), {}),
    ("wrong_seed", counting, close(), {}),
    ("too_early", auction, correct(1, 5), {}),
    ("over", ended, correct(1, 5), {}),
    ("no_such_seat", lambda: race(4), correct(5, 1), {"seat": 5, "n": 4}),
    ("too_poor", lambda: race(4), correct(1, -51), {"amount": 51, "most": 50}),
    ("too_poor", lambda: race(4), correct(1, 0), {}),
    ("too_poor", lambda: start(4), correct(1, -50), {"amount": 50, "most": 49}),
    ("too_poor", broke, correct(1, -1), {"amount": 1, "most": 0}),
    ("too_poor", lambda: with_purse(start(4), 1, 0), correct(1, -1), {"amount": 1, "most": 0}),
]
"""The code, the position, the intent, and the facts that its sentence must name."""


@pytest.mark.parametrize(
    ("code", "position", "intent", "facts"), REFUSALS, ids=[f"{row[0]} {type(row[2]).__name__}" for row in REFUSALS]
)
def test_a_refusal_says_what_came_and_what_was_expected_and_changes_nothing(
    code: str, position: Callable[[], State], intent: Intent, facts: dict[str, Parameter]
) -> None:
    why = refused(position(), intent)
    assert why.code == code
    assert dict(why.why.parameters) == facts
    sentence = speak(why.why, str)
    assert [fact for fact in facts.values() if str(fact) not in sentence] == []
    assert sentence[-1] == "."


ELSEWHERE = {"no_coins", "barred", "not_asked"}
"""Codes of other games: without coins, with drafts that lead nowhere, and without further reasons."""


def codes() -> set[object]:
    """Every code in the source of the rules; `None` for a code that is not a plain word there."""
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
    assert {code for code, *_ in REFUSALS} == codes() - ELSEWHERE
