"""The whole box over fake-rpi: RPi.GPIO below gpiozero's RPiGPIOFactory, smbus below luma."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from companion.config import Config
from companion.daemon import assembly, demo
from companion.daemon.parts import Parts, parts_over
from companion.daemon.stepped import Stepped
from companion.journal.journal import Journal
from companion.kit.rules import SetUp
from hardware.pins import PinMap, read_pins
from hardware.twin.chip import Chip
from hardware.twin.far_ends import FarEnds
from tests.companion.daemon.stepped_box import config, seeds
from tests.hardware.fake_rpi_ends import Bus, fake_rpi_pins


def test_a_whole_game_over_fake_rpi(tmp_path: Path) -> None:
    journal, chip = Journal(tmp_path), Chip(Config().display.chip)
    with fake_rpi_pins(read_pins()) as fingers:

        def parts(config: Config, rules: SetUp[Any], settled: Mapping[str, object], pins: PinMap) -> Parts:
            ends = FarEnds(lambda: fingers, chip, Bus({config.display.address: chip}))
            return parts_over(config, rules, settled, pins, ends)

        box = Stepped(assembly.assemble(config(), journal, parts, seeds(6)))
        for session in demo.play(box, 3, Random(6)):
            assert box.box.table.session is session
        assert session.question is None, "the game has ended"
        assert chip.bytes_seen > 100_000
        assert chip.picture().getbbox() is not None
        box.close()
    journal.shut()
