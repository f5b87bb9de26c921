"""What ends a process, and what does not."""

from __future__ import annotations

import os
import signal

import pytest

from companion.daemon.signals import stopped_by_signals


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_stop_the_box(number: signal.Signals) -> None:
    stopped: list[bool] = []
    before = signal.signal(number, signal.SIG_DFL)  # who runs the tests by nohup has it ignored
    try:
        with stopped_by_signals(lambda: stopped.append(True)):
            os.kill(os.getpid(), number)
        assert stopped == [True]
        assert signal.getsignal(number) == signal.SIG_DFL
    finally:
        signal.signal(number, before)


def test_a_hang_up_that_is_not_to_be_heard_is_not_heard() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopped_by_signals(lambda: pytest.fail("nohup")):
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
