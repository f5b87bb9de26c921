"""What ends a process, and what does not."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator

import pytest

from companion import __main__ as program
from companion.daemon.signals import MEANINGLESS, STOPS, Stopped, ended_by_signals, stopped_by_signals

ALL = (*STOPS, signal.SIGINT, *MEANINGLESS)


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    """No signal is ignored at first, and after the test all is as it was."""
    usual = dict.fromkeys(ALL, signal.SIG_DFL) | {signal.SIGINT: signal.default_int_handler}
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    assert {number: signal.getsignal(number) for number in ALL} == usual
    for number, handler in before.items():
        signal.signal(number, handler)


def told(number: int) -> None:
    os.kill(os.getpid(), number)


@pytest.mark.parametrize("number", [*STOPS, signal.SIGINT])
def test_signals_stop_the_box(number: signal.Signals) -> None:
    stopped: list[bool] = []
    with stopped_by_signals(lambda: stopped.append(True)):
        told(number)
    assert stopped == [True]


@pytest.mark.parametrize("number", MEANINGLESS)
def test_signals_that_mean_nothing_end_nothing(number: signal.Signals) -> None:
    with stopped_by_signals(lambda: pytest.fail("stopped")):
        told(number)
    with ended_by_signals():
        told(number)
        started = subprocess.Popen(["/bin/sleep", "9"])  # for a program that we start, it may have a meaning
        started.send_signal(number)
        assert started.wait() == -number


@pytest.mark.parametrize("number", ALL)
def test_who_asked_for_one_to_be_ignored_is_heeded(number: signal.Signals) -> None:
    before = signal.signal(number, signal.SIG_IGN)
    try:
        with ended_by_signals(), stopped_by_signals(lambda: pytest.fail("nohup")):
            told(number)
            assert signal.getsignal(number) == signal.SIG_IGN
    finally:
        signal.signal(number, before)


@pytest.mark.parametrize("number", STOPS)
def test_a_terminal_that_closes_tells_it_twice_and_clearing_away_is_done(number: signal.Signals) -> None:
    cleared = []

    def work() -> None:
        try:
            told(number)
        finally:
            told(signal.SIGHUP)
            cleared.append(True)

    with ended_by_signals():
        with pytest.raises(Stopped):
            work()
        assert cleared == [True]


def test_a_stop_that_was_lost_can_be_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.daemon.signals.SAME_S", 0.0)
    with ended_by_signals():
        for _ in range(2):
            with pytest.raises(Stopped):
                told(signal.SIGTERM)


@pytest.mark.parametrize("number", [*STOPS, signal.SIGINT])
@pytest.mark.parametrize("is_loading", [True, False])
def test_every_command_ends_by_a_signal_as_a_shell_tells_it_and_says_nothing(
    number: signal.Signals, is_loading: bool, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> int:
        told(number)
        return 0

    if is_loading:
        monkeypatch.setattr("companion.cli.main", stop)
    else:
        monkeypatch.setattr("companion.cli._parsed", stop)
    assert program.run() == 128 + number
    assert tuple(capfd.readouterr()) == ("", "")
