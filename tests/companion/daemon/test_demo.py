"""The show: news stays for its time, the winner stays or the next game comes, and Ctrl-C leaves nothing half done."""

from __future__ import annotations

import os
import signal
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest

from companion.config import Config, TwinSettings
from companion.daemon import demo
from companion.daemon.stepped import Stepped
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.journal.journal import Journal
from companion.kit.view import View
from companion.match import referee
from companion.table.notices import GLANCE_S
from companion.web.port import bind
from tests.companion.daemon.stepped_box import config, seeds
from tests.companion.games.nim import NIM
from tests.companion.games.offered import offer


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is soon over."""
    offer(monkeypatch, GALOPP_ROYAL, NIM)


def asked(*, loop: bool = False, no_web: bool = True, seed: int = 1) -> Namespace:
    return Namespace(game="nim", players=2, rulebook=None, seed=seed, speed=None, loop=loop, no_web=no_web)


@pytest.fixture
def free() -> Config:
    """Settings with a port that nobody listens on."""
    with bind(0) as sock:
        port = sock.getsockname()[1]
    return Config(page=TwinSettings(port))


# --- what is told ----------------------------------------------------------------------------------------------------


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Stepped]:
    """A box that somebody looks at, a thousand times as fast as one at a table."""
    journal = Journal(tmp_path)
    box = demo.stepped_twin(config(), journal, seeds(3), 1000)
    yield box
    box.close()
    journal.shut()


@pytest.mark.untraced
def test_all_that_is_told_stands_its_time_before_the_next_press(watched: Stepped) -> None:
    table = watched.box.table
    stood: dict[View, float] = {}
    since, shown = watched.now, None

    def look() -> None:
        nonlocal since, shown
        if shown is not None:
            stood[shown] = stood.get(shown, 0.0) + watched.now - since
        since, shown = watched.now, table.view(watched.now) if table.showing.is_telling else None

    watched.watch = look
    for _ in islice(demo.play(watched, 3, Random(3)), 60):
        assert not table.showing.is_telling
    assert len(stood) > 3, "the warning of the board, and teams that are sold"
    assert min(stood.values()) > GLANCE_S - 0.05


# --- the winner ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("nim")
def test_without_a_page_it_ends_with_the_game() -> None:
    (told,) = demo.demo(Config(), asked())
    found = referee.check(NIM, told.record)
    assert found.is_over
    assert {(each.seat, each.level, each.first, each.last) for each in found.stints} == {
        (seat, "simple", 1, None) for seat in range(1, asked().players + 1)
    }, "nobody sits there"
    assert "Red" in told.summary
    assert "Text(" not in told.summary
    assert not told.stands


@pytest.mark.slow
@pytest.mark.usefixtures("nim")
def test_with_a_page_the_winner_stands_until_ctrl_c(free: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[Stepped] = []
    seen: list[bytes] = []

    def opened(*given: Any) -> Stepped:
        boxes.append(stepped_twin(*given))
        return boxes[0]

    def interrupt() -> None:
        seen.append(boxes[0].twin.memory())
        os.kill(os.getpid(), signal.SIGINT)

    stepped_twin = demo.stepped_twin
    monkeypatch.setattr(demo, "stepped_twin", opened)
    with closing(demo.demo(free, asked(no_web=False))) as shown:
        assert next(shown).stands
        (box,) = boxes
        winner, since = box.twin.memory(), box.now
        assert sum(box.twin.keys()) > 10, "the page has been told of the presses"
        Timer(1.5, interrupt).start()
        assert list(shown) == []
    assert seen == [winner]
    assert winner != bytes(len(winner))
    assert box.now - since == pytest.approx(1.5, abs=0.5), "by the clock, however fast the game has been"


@pytest.mark.usefixtures("nim")
def test_one_game_comes_after_another() -> None:
    with closing(demo.demo(Config(), asked(loop=True))) as shown:
        first, second, third = islice(shown, 3)
    for told in (first, second, third):
        assert referee.check(NIM, told.record).is_over
        assert not told.stands
    assert len({first.record, second.record, third.record}) == 3


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", [None, 1.0])
def test_ctrl_c_waits_until_nothing_is_half_done(watched: Stepped, pace: float | None) -> None:
    done = []

    def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)
        done.append(watched.now)

    watched.pace = pace
    before = signal.getsignal(signal.SIGINT)
    with demo.ended_between_instants(watched):
        watched.watch = interrupted
        watched.press("green1")
        watched.watch = None
        assert done, "whatever was under way"
        since = watched.now
        with pytest.raises(KeyboardInterrupt):
            watched.wait(60.0)
    assert watched.now - since < 1
    assert signal.getsignal(signal.SIGINT) == before


def test_an_ignored_signal_stays_so(watched: Stepped) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with demo.ended_between_instants(watched):
            signal.raise_signal(signal.SIGHUP)
            watched.wait(0.1)
    finally:
        signal.signal(signal.SIGHUP, before)
