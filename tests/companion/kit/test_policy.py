"""Bots can play a game that offers them nothing to think with."""

from __future__ import annotations

from random import Random

from companion.kit.policy import LEVELS
from companion.players.play import begin
from tests.companion.games.nim import NIM, Counted


def test_the_levels_from_the_weakest_on() -> None:
    assert LEVELS == ("random", "easy", "simple", "strong")


def test_what_a_game_leaves_out_means_that_there_is_none() -> None:
    state = begin(NIM, 2, ("Hans", "Pia"), {})
    assert NIM.seen(state, 1) == state
    assert NIM.worth(state, 1) is None
    assert NIM.guess(state, 1, ()) is None
    assert NIM.playout(state, 1, NIM.limits(state, 1), Random(1).random) is None
    assert NIM.guesses > 0
    assert NIM.effort(state) == 1
    assert NIM.few > 1
    assert NIM.winners(state) == ()
    assert not NIM.has_contests
    assert NIM.contest(state) is None
    assert NIM.prospects(state) is None
    assert NIM.chances(state) is None
    assert NIM.former == {}


def test_what_a_report_goes_without() -> None:
    state = begin(NIM, 2, ("Hans", "Pia"), {})
    assert NIM.rest(state, Random(1).random) is None
    assert NIM.outlook(state, Random(1).random) is None
    assert NIM.source(Counted(3)) is None
    assert NIM.off == 0
    assert NIM.stage(Counted(3)) == ""
    assert NIM.sale(state, [Counted(3)]) is None
