"""Who was ahead when: found moment by moment once a game is over, and forgotten when it is not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.daemon.remembering import LOOK_S, MOMENTS, Remembering
from companion.games import find_rules
from companion.kit.rules import Rules
from companion.kit.view import Ahead
from companion.match.session import Session
from companion.players.play import begin, play
from companion.testing.whole_games import SEED
from tests.companion.games.nim import NIM

GALOPP = find_rules("galopp-royal")


def over(rules: Rules[Any] = GALOPP) -> Session[Any]:
    """A whole game of four."""
    start = begin(rules, 4, ("Anna", "Bo", "Cleo", "Dora"), {})
    return Session(rules, SEED, start).resume(play(rules, start, Random(4)))


def looked(session: Session[Any], seconds: float) -> Remembering:
    """After so long, looked at whenever it was due."""
    found, t = Remembering(), 0.0
    found.look(session, t)
    while (due := found.next_deadline()) is not None and due <= seconds:
        found.look(session, t := due)
    return found


def test_it_goes_from_equal_chances_to_the_winner() -> None:
    session = over()
    ahead = looked(session, 10.0).ahead
    assert len(ahead) == MOMENTS
    assert ahead[0].by < 0.2
    assert [ahead[-1]] == [Ahead(seat, 1.0) for seat in GALOPP.winners(session.state)]
    assert all(0 <= each.by <= 1 for each in ahead)
    assert len({each.seat for each in ahead}) > 1


def test_one_moment_at_a_time_and_nothing_before_all_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    session, asked, chances = over(), list[Any](), GALOPP.chances

    def counted(_rules: object, state: Any) -> Sequence[float] | None:
        asked.append(state)
        return chances(state)

    monkeypatch.setattr(type(GALOPP), "chances", counted)
    for count in (0, 1, 2):
        asked.clear()
        assert looked(session, count * LOOK_S).ahead == ()
        assert len(asked) == count


def test_while_a_game_runs_nothing_is_computed() -> None:
    session, found = over(), Remembering()
    found.look(session, 0.0)
    running = Session(GALOPP, SEED, session.history.done[0].before)
    found.look(running, 1.0)
    assert (found.next_deadline(), found.ahead) == (None, ())
    found.look(None, 2.0)
    assert found.next_deadline() is None


def test_what_was_found_is_forgotten_with_the_game() -> None:
    session = over()
    found = looked(session, 10.0)
    assert found.ahead
    found.look(Session(GALOPP, SEED, session.history.done[0].before), 11.0)
    assert found.ahead == ()


def test_where_nobody_has_fitted_chances_there_is_nothing_to_tell() -> None:
    found = looked(over(NIM), 10.0)
    assert (found.ahead, found.next_deadline()) == ((), None)
