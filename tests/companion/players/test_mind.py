"""Where a bot thinks: what is sent to its process, and how the box behaves if this process dies or hangs."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games import find_rules
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.installed import join
from companion.installed.shelf import add
from companion.kit.event import Event
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS
from companion.match.session import Session
from companion.players import mind
from companion.players.mind import BotProcess, BotTask, InlineBot, PublicHistory, thought
from companion.players.play import begin, play
from companion.testing.whole_games import SEED
from tests.companion.installed.wheels import wheel

GAMES = [GALOPP_ROYAL, CAT_ROYAL]
PATIENCE_S = 60.0
"""Seconds for a process to start on a busy machine."""


def matter_of(rules: Rules[Any], seed: int = 1) -> BotTask:
    """A question in the middle of a game, as its seat may know it."""
    session: Session[Any] = Session(rules, SEED, begin(rules, 3, COLOURS, {}))
    for step in play(rules, session.state, Random(1)):
        question = session.question
        if len(session.history.done) > 12 and question is not None and question.seat and not question.by_lot:
            break
        session = session.apply(step)
    assert session.question is not None
    seat = session.question.seat
    assert seat is not None
    seen = rules.seen(session.state, seat)
    return BotTask(seen, PublicHistory().heard(session), frozenset({seat}), "strong", seed, seat)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_what_leaves_holds_no_secret_of_others_and_comes_over_whole(rules: Rules[Any]) -> None:
    matter = matter_of(rules)
    seat = rules.question(matter.state).seat  # type: ignore[union-attr]
    assert seat is not None
    assert rules.seen(matter.state, seat) == matter.state
    assert pickle.loads(pickle.dumps(matter)) == matter  # noqa: S301  # our own


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_here_it_thinks_at_once(rules: Rules[Any]) -> None:
    here, matter = InlineBot(), matter_of(rules)
    here.ask(rules, matter)
    assert not here.is_thinking()
    assert here.answer() == thought(rules, matter)
    assert here.answer() is not None
    here.close()


def test_nothing_is_thought_when_nothing_is_asked() -> None:
    start = begin(GALOPP_ROYAL, 3, COLOURS, {})
    steps = list(play(GALOPP_ROYAL, start, Random(1)))
    over = Session(GALOPP_ROYAL, SEED, start).resume(steps).state
    assert thought(GALOPP_ROYAL, BotTask(over, (), frozenset(), "strong", 1, 1)) is None


# --- what has been heard ---------------------------------------------------------------------------------------------


def listened(rules: Rules[Any], session: Session[Any]) -> tuple[Event, ...]:
    """The same, from the beginning."""
    told: list[Event] = []
    for past in session.history.done:
        state = past.before
        for event in past.step.events:
            told.append(rules.without_secrets(state, event))
            state = rules.evolve(state, event)
    return tuple(told)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_ears_hear_every_event_that_counts_once(rules: Rules[Any]) -> None:
    session: Session[Any] = Session(rules, SEED, begin(rules, 3, COLOURS, {}))
    ears, luck = PublicHistory(), Random(3)
    for number, step in enumerate(play(rules, session.state, Random(2))):
        session = session.apply(step)
        if luck.random() < 0.2:
            assert ears.heard(session) == listened(rules, session)
        if number > 60:
            break
    shorter = Session(rules, SEED, begin(rules, 3, COLOURS, {})).resume(past.step for past in session.history.done[:9])
    assert ears.heard(shorter) == listened(rules, shorter)


# --- a process of its own --------------------------------------------------------------------------------------------


@pytest.fixture
def apart() -> Iterator[BotProcess]:
    mind = BotProcess()
    yield mind
    mind.close()


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def pid_of(apart: BotProcess) -> int:
    assert apart.process is not None
    assert apart.process.pid is not None
    return apart.process.pid


def waits(apart: BotProcess) -> None:
    """Wait until the process has started and a question waits for it."""
    until(lambda: apart.process is not None)
    apart.is_thinking()


@pytest.mark.slow
def test_it_answers_from_another_process_again_and_again(apart: BotProcess) -> None:
    asked = matter_of(CAT_ROYAL)
    for _ in range(2):
        apart.ask(CAT_ROYAL, asked)
        until(lambda: not apart.is_thinking())
        answer = apart.answer()
        assert answer is not None
        assert answer.seat in asked.seats
    assert pid_of(apart) != os.getpid()


@pytest.mark.slow
@pytest.mark.usefixtures("shelf_folder")
def test_it_knows_installed_games(apart: BotProcess, tmp_path: Path) -> None:
    add(wheel(tmp_path))
    join()
    otters = find_rules("otters")
    start = begin(otters, 3, COLOURS, {})
    apart.ask(otters, BotTask(start, (), frozenset({1}), "strong", 1, 1))
    until(lambda: not apart.is_thinking())
    answer = apart.answer()
    assert answer is not None
    assert answer.seat == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_one_that_dies_owes_nothing_and_the_next_question_starts_another(apart: BotProcess, number: int) -> None:
    asked = matter_of(GALOPP_ROYAL)
    apart.ask(GALOPP_ROYAL, asked)
    waits(apart)
    os.kill(died := pid_of(apart), number)
    until(lambda: not apart.is_thinking())
    assert apart.answer() is None
    apart.ask(GALOPP_ROYAL, asked)
    waits(apart)
    assert pid_of(apart) != died
    until(lambda: not apart.is_thinking())
    assert apart.answer() is not None


@pytest.mark.slow
def test_one_that_hangs_is_ended_by_the_next_question_after_a_while(
    apart: BotProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = matter_of(GALOPP_ROYAL)
    apart.ask(GALOPP_ROYAL, asked)
    waits(apart)
    os.kill(hung := pid_of(apart), signal.SIGSTOP)
    assert apart.is_thinking()
    assert apart.answer() is None
    apart.ask(GALOPP_ROYAL, asked)
    assert pid_of(apart) == hung, "it may only be slow"
    now = time.monotonic()
    monkeypatch.setattr("companion.players.mind.time.monotonic", lambda: now + mind.HANGS_S)
    apart.ask(GALOPP_ROYAL, asked)
    monkeypatch.undo()
    waits(apart)
    assert pid_of(apart) != hung
    until(lambda: not apart.is_thinking())
    assert apart.answer() is not None


@pytest.mark.slow
def test_one_that_starts_or_is_slow_answers_the_newest_question_alone(
    apart: BotProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    unhurried = "from companion.players import mind; mind.THOUGHT_S = 60.0; mind.think()"
    monkeypatch.setattr(mind, "START", (sys.executable, "-P", "-c", unhurried))
    old, new = matter_of(GALOPP_ROYAL), matter_of(CAT_ROYAL)
    for rules, matter in ((GALOPP_ROYAL, old), (GALOPP_ROYAL, old), (CAT_ROYAL, new)):
        apart.ask(rules, matter)
    until(lambda: not apart.is_thinking())
    first, started = apart.answer(), pid_of(apart)
    assert first == thought(CAT_ROYAL, new)
    apart.ask(GALOPP_ROYAL, old)
    apart.ask(CAT_ROYAL, new)
    assert apart.is_thinking()
    until(lambda: not apart.is_thinking())
    assert apart.answer() == first
    assert pid_of(apart) == started, "it is the same process"


@pytest.mark.slow
def test_it_ends_when_the_box_is_gone_however_it_went(tmp_path: Path) -> None:
    box = subprocess.Popen(
        [sys.executable, "-c", BOX, str(tmp_path / "matter")], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )
    (tmp_path / "matter").write_bytes(pickle.dumps(matter_of(GALOPP_ROYAL)))
    with box:
        assert box.stdin is not None
        assert box.stdout is not None
        print("go", file=box.stdin, flush=True)
        bot = int(box.stdout.readline())
        box.kill()
    until(lambda: is_gone(bot))


def is_gone(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


BOX = """
import pickle, sys, time
from pathlib import Path
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.players.mind import BotProcess
input()
apart = BotProcess()
apart.ask(GALOPP_ROYAL, pickle.loads(Path(sys.argv[1]).read_bytes()))
while apart.process is None:
    time.sleep(0.01)
print(apart.process.pid, flush=True)
time.sleep(100)
"""
"""A box that is killed while its bot starts to think."""


MUMBLES = "import os, sys, time; os.write(0, b'\\0\\0\\0\\xff' + b'half a word'); time.sleep(100)"
SAYS_IT_IS_THERE = (
    "from multiprocessing.connection import Connection; Connection(0).send(None); import time; time.sleep(100)"
)


@pytest.mark.parametrize("program", [MUMBLES, SAYS_IT_IS_THERE])
def test_nobody_waits_for_one_that_stops_in_the_middle_of_a_word_or_never_listens(
    program: str, apart: BotProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mind, "START", (sys.executable, "-S", "-c", program))
    asked = msgspec.structs.replace(matter_of(GALOPP_ROYAL), heard=(b"x" * 10**6,))  # more than a line holds
    took: list[float] = []
    for _ in range(5):
        began = time.monotonic()
        apart.ask(GALOPP_ROYAL, asked)
        assert apart.is_thinking()
        assert apart.answer() is None
        took.append(time.monotonic() - began)
        time.sleep(0.1)
    began = time.monotonic()
    apart.close()
    took.append(time.monotonic() - began)
    assert max(took) < mind.END_S


def test_without_a_process_there_is_no_answer(apart: BotProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mind, "START", ("/nowhere/python",))
    for _ in range(2):
        apart.ask(GALOPP_ROYAL, matter_of(GALOPP_ROYAL))
        until(lambda: not apart.is_thinking())
        assert apart.answer() is None
