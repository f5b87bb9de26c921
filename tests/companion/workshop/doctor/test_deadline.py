import subprocess
import sys
import time
from threading import Event

import pytest

from companion.workshop.doctor.deadline import all_in_time


def test_results_and_errors_come_by_name() -> None:
    def fails() -> int:
        raise KeyError("x")

    came = all_in_time({"one": (lambda: 1, 5.0), "wrong": (fails, 5.0), "two": (lambda: 2, 5.0)})
    assert list(came) == ["one", "wrong", "two"]
    assert (came["one"], came["two"]) == (1, 2)
    assert isinstance(came["wrong"], KeyError)


def test_who_hangs_is_left_behind() -> None:
    over = Event()
    came = all_in_time({"hangs": (over.wait, 0.05), "works": (lambda: True, 5.0)})
    over.set()
    assert isinstance(came["hangs"], TimeoutError)
    assert came["works"] is True


@pytest.mark.slow
def test_not_even_the_end_of_the_program_waits() -> None:
    program = (
        "from threading import Event; from companion.workshop.doctor.deadline import all_in_time; "
        "all_in_time({'hangs': (Event().wait, 0.1)})"
    )
    began = time.monotonic()
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == 0
    assert time.monotonic() - began < 10
