"""Pins that every test finds new."""

from collections.abc import Iterator

import pytest
from gpiozero import Device

from hardware.pins import PinMap, read_pins
from hardware.twin.pins import Fingers, mock_pins


@pytest.fixture
def pins() -> PinMap:
    return read_pins()


@pytest.fixture
def fingers(pins: PinMap) -> Iterator[Fingers]:
    yield mock_pins(pins)
    Device.pin_factory.close()
    Device.pin_factory = None
