"""A made-up Pi for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.twin.controller import Controller
from tests.companion.workshop.doctor.made_up_pi import MadeUpPi


@pytest.fixture
def controller() -> Iterator[Controller]:
    controller = Controller(35)
    controller.run()
    yield controller
    controller.close()


@pytest.fixture
def pi(tmp_path: Path, controller: Controller) -> MadeUpPi:
    return MadeUpPi(tmp_path, controller)
