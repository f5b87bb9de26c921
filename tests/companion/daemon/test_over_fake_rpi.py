"""The whole box over fake-rpi: RPi.GPIO below gpiozero's RPiGPIOFactory, smbus below luma."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.config import Config
from companion.daemon import assembly, demo
from companion.daemon.parts import Parts, parts_over
from companion.daemon.stepped import Stepped
from companion.journal.journal import Journal
from companion.kit.setup import SetUp
from hardware.key_health import STUCK_S
from hardware.pins import PinMap, read_pins
from hardware.twin.chip import Chip
from hardware.twin.far_ends import FarEnds
from tests.companion.daemon.stepped_box import config, seeds
from tests.hardware.fake_rpi_ends import Bus, Fingers, fake_rpi_pins


@contextmanager
def over_fake_rpi(folder: Path) -> Iterator[tuple[Stepped, Chip, Fingers]]:
    journal, chip = Journal(folder), Chip(Config().display.chip)
    with fake_rpi_pins(read_pins()) as fingers:

        def parts(config: Config, rules: SetUp[Any], settled: Mapping[str, object], pins: PinMap) -> Parts:
            ends = FarEnds(lambda: fingers, chip, Bus({config.display.address: chip}))
            return parts_over(config, rules, settled, pins, ends)

        box = Stepped(assembly.assemble(config(), journal, parts, assembly.World(seeds(6))))
        yield box, chip, fingers
        box.close()
    journal.shut()


@pytest.mark.slow
@pytest.mark.in_box_time
def test_a_whole_game_over_fake_rpi(tmp_path: Path) -> None:
    with over_fake_rpi(tmp_path) as (box, chip, _):
        for session in demo.play(box, 3, Random(6)):
            assert box.box.table.session is session
        assert session.question is None, "the game has ended"
        assert chip.bytes_seen > 100_000
        assert chip.picture().getbbox() is not None


def test_a_red_key_stuck_over_fake_rpi_seats_no_bot(tmp_path: Path) -> None:
    with over_fake_rpi(tmp_path) as (box, _, fingers):
        box.wait(10.0)
        fingers.press("red5")
        box.wait(1.0)
        assert [*box.box.table.joined] == [5]
        box.wait(STUCK_S)
        assert [*box.box.table.joined] == []
        fingers.release("red5")
        box.wait(5.0)
        assert [*box.box.table.joined] == []
