"""Any input from anybody: it causes no traceback, no hang and no wrong exit code.

`COMPANION_FUZZ=20000` is the whole test, shared by all kinds; without it there are as many as CI has time for.
`COMPANION_FIRST_INPUT=500` begins with this seed of each kind, so that the whole test can be made in pieces. A failure
names its seed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.companion.web.pages.at_home import Home
from tests.fuzz.inputs import FILES, WIRES, in_time, pages

pytestmark = [pytest.mark.slow, pytest.mark.in_box_time]

COUNT = int(os.environ.get("COMPANION_FUZZ", "500")) // (len(FILES) + len(WIRES))
FIRST = int(os.environ.get("COMPANION_FIRST_INPUT", "0"))


@contextmanager
def of(kind: str, seed: int) -> Iterator[Random]:
    """The random numbers of one input; if it fails, the test names its seed."""
    try:
        with in_time():
            yield Random(f"{kind} {seed}")
    except BaseException as error:
        error.add_note(f"{kind}, COMPANION_FIRST_INPUT={seed}")
        raise


def serves(home: Home) -> bool:
    """Whether the server answers within a few seconds: so many requests from one address exceed its rate limit."""
    for _ in range(10):
        with suppress(OSError, HTTPException):
            return home.ask("GET", "/s")[0].status == 200
        time.sleep(0.5)
    return False


@pytest.mark.parametrize("kind", FILES)
def test_whatever_lies_or_comes_there(kind: str) -> None:
    for seed in range(FIRST, FIRST + COUNT):
        with of(kind, seed) as luck, TemporaryDirectory() as folder:
            FILES[kind](luck, Path(folder))


@pytest.mark.parametrize("kind", WIRES)
def test_whatever_is_said_to_the_pages(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    with pages() as home:
        for seed in range(FIRST, FIRST + COUNT):
            with of(kind, seed) as luck:
                WIRES[kind](home, luck)
                assert not [line for line in caplog.records if line.exc_info]
        assert serves(home), "it still serves"
