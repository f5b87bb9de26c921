"""Tones over the real lgpio: the wave that comes out of a pin of a chip that this test process is."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from subprocess import Popen

import pytest

from hardware.buzzer import BuzzerNote
from hardware.pins import PinMap
from tests.hardware.gpio_chips import Chips

pytestmark = pytest.mark.slow

PI_ZERO = {0: "pinctrl-bcm2835"}
STILL_S = 0.01
TRIES = 20


class Heard:
    """What one melody did to the pin."""

    def __init__(self, began: float, fault: str | None, changes: list[tuple[float, bool]]) -> None:
        self.fault = fault
        self.changes = [(at - began, level) for at, level in changes if at >= began]

    def hertz(self, since: float, until: float) -> float:
        """Waves a second in that part of it."""
        rises = [at for at, level in self.changes if level and since <= at < until]
        return (len(rises) - 1) / (rises[-1] - rises[0])

    def share(self, since: float, until: float) -> float:
        """For which share of that part it was high."""
        highs = [after - at for (at, level), (after, _) in pairwise(self.changes) if level and since <= at < until]
        return sum(highs) / (until - since)


class Player:
    """The other process."""

    def __init__(self, chips: Chips, pin: int) -> None:
        self._chips, self._pin = chips, pin
        self.process: Popen[str] = chips.start("tests.hardware.buzzer_over_lgpio")

    def plays(self, *melody: BuzzerNote) -> Heard:
        """Play until it is over, and a bit longer; repeat if the machine was delayed, which would prove nothing."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        for _ in range(TRIES):
            print(json.dumps(melody), file=self.process.stdin, flush=True)
            began, fault, late_s = json.loads(self.process.stdout.readline())
            if late_s < STILL_S:
                break
        return Heard(began, fault, self._chips.driven(self._pin))


@pytest.fixture
def player(tmp_path: Path, pins: PinMap) -> Iterator[Player]:
    player = Player(Chips(tmp_path, pins, PI_ZERO), pins.buzzer)
    yield player
    assert player.process.communicate(timeout=10) == ("", "")


@pytest.mark.parametrize("share", [0.5, 0.1])
def test_a_tone_is_a_wave_of_its_pitch_as_loud_as_told_and_then_the_pin_is_low(player: Player, share: float) -> None:
    for hertz in (220.0, 440.0, 880.0):
        heard = player.plays((hertz, 0.5, share))
        assert heard.fault is None
        assert heard.hertz(0.05, 0.5) == pytest.approx(hertz, rel=0.03)
        assert heard.share(0.05, 0.45) == pytest.approx(share, abs=0.08)
        last, is_high = heard.changes[-1]
        assert not is_high, "no current through a silent buzzer"
        assert last < 0.6


def test_notes_and_rests_of_a_melody_follow_each_other(player: Player) -> None:
    heard = player.plays((330.0, 0.3, 0.5), (None, 0.2, 0.0), (660.0, 0.3, 0.5))
    assert heard.hertz(0.05, 0.28) == pytest.approx(330, rel=0.03)
    assert [at for at, _ in heard.changes if 0.33 <= at < 0.48] == []
    assert heard.hertz(0.55, 0.78) == pytest.approx(660, rel=0.03)
    assert not heard.changes[-1][1]


def test_a_pin_that_another_program_has_is_a_fault(tmp_path: Path, pins: PinMap) -> None:
    chips = Chips(tmp_path, pins, PI_ZERO)
    chips.take_line(pins.buzzer)
    player = Player(chips, pins.buzzer)
    heard = player.plays((440.0, 0.1, 0.5))
    assert heard.fault is not None
    assert heard.fault.startswith("buzzer: GPIO 18 (physical pin 12) cannot make tones (")
    assert "busy" in heard.fault
    player.process.communicate(timeout=10)
