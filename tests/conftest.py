"""What all tests share: in CI nothing may be skipped, since CI installs every tool a test can ask for."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator

import pytest
from gpiozero import Device
from hypothesis import given, settings
from hypothesis.strategies import none

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=30)
settings.register_profile("thorough", settings.get_profile("steady"), max_examples=100)
settings.load_profile(os.environ.get("HYPOTHESIS", "steady"))

_skipped: list[str] = []

gc.disable()  # to look for garbage takes a third of the time in which the tests are collected, and there is none

# A shell that starts the tests in the background makes them ignore these signals, and so do all their children.
for _number, _usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, _usual)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Traced, a test takes four times as long. (`pytest.mark.no_cover` still traces beside pytest-xdist.)"""
    tracer = sys.gettrace()
    if item.get_closest_marker("untraced"):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.hookimpl(optionalhook=True)  # `.ci/mutants` runs without plugins
def pytest_xdist_auto_num_workers() -> int:
    """Two a core: where one waits for a clock, a socket or a process, the other computes."""
    return 2 * (os.cpu_count() or 1)


@given(none())
def _one_example(_: None) -> None:
    """With its first example, Hypothesis makes its random numbers, and asks the garbage collector who has them."""


def pytest_collection_finish() -> None:
    _one_example()  # later, a thread that a test has left may freeze them meanwhile, so that nobody seems to have them
    gc.freeze()
    gc.enable()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if os.environ.get("CI") and _skipped:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if os.environ.get("CI") and _skipped:
        terminalreporter.write_line(f"skipped, which CI does not allow: {', '.join(_skipped)}", red=True)


@pytest.fixture(autouse=True)
def _no_pins_left_behind() -> Iterator[None]:
    """Every test begins without a pin factory and leaves none."""
    yield
    if Device.pin_factory is not None:
        Device.pin_factory.close()
        Device.pin_factory = None
