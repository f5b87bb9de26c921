"""The whole box over fake-rpi: RPi.GPIO below gpiozero's RPiGPIOFactory, smbus below luma."""

from __future__ import annotations

from pathlib import Path
from random import Random

from companion.config import Config
from companion.daemon import assembly, demo
from companion.daemon.box import Box
from companion.daemon.parts import Parts, parts_over
from companion.daemon.stepped import Stepped
from companion.journal.journal import Journal
from hardware.pins import read_pins
from hardware.twin.chip import Chip
from hardware.twin.far_ends import FarEnds
from tests.companion.daemon.table import seeds
from tests.hardware.fake_rpi_ends import Bus, fake_rpi_pins


def test_a_whole_game_over_fake_rpi(tmp_path: Path) -> None:
    config, pins, journal = Config(), read_pins(), Journal(tmp_path)
    rules = assembly.find_rules(config.game.name)
    settled = assembly.choices(config, rules, tmp_path)
    desk = assembly.desk(rules, assembly.house(config, settled, journal.language, is_twin=True), journal, seeds(6))
    chip = Chip(config.display.chip)

    def make_box(parts: Parts) -> Box:
        return Box(desk, parts.outputs(parts.oled, parts.strip, 1500), config)

    with fake_rpi_pins(pins) as fingers:
        parts = parts_over(config, rules, settled, FarEnds(lambda: fingers, chip, Bus({config.display.address: chip})))
        box = Stepped(pins, parts, make_box)
        for session in demo.play(box, 3, Random(6)):
            assert box.box.desk.session is session
        assert session.question is None, "the game has ended"
        assert chip.bytes_seen > 100_000
        assert chip.picture().getbbox() is not None
        box.close()
    journal.shut()
