"""The keys, through gpiozero.

1. A callback does one thing, `put(Edge)`, and never raises: one exception would end the thread that serves every key.
2. Every edge is told, raw; taking the bounce out is `debounce`'s work, the same on every pin library.
3. A key that cannot be opened is a fault of that key alone.
"""

import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from gpiozero import Device, DigitalInputDevice

from hardware.edge import Edge
from hardware.pins import KeyPins, PinsUnavailableError, describe

__all__ = ["Edge", "Fault", "Keys", "PinsUnavailableError", "edges_arrive", "open_real_pins"]

_log = logging.getLogger(__name__)


class Fault(msgspec.Struct, frozen=True):
    """A key that cannot be used."""

    key: str
    sentence: str
    """Names the key and both numbers of its pin, and says what to do."""


class Keys:
    """All keys of a pin map, on gpiozero's current pin factory.

    `put` is called for every edge, from the pin library's thread; it must not block.
    """

    held_at_start: tuple[str, ...]
    """Keys that were down when they were opened: perhaps stuck. Their press has been put too."""
    faults: tuple[Fault, ...]

    def __init__(self, pins: KeyPins, put: Callable[[Edge], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._put = put
        self._clock = clock
        self._devices: dict[str, DigitalInputDevice] = {}
        faults: list[Fault] = []
        for key, bcm in pins.keys.items():
            try:
                self._devices[key] = self._open(key, bcm)
            except Exception as error:  # lgpio's errors derive from nothing narrower
                faults.append(Fault(key, _sentence(key, bcm, error)))
        self.faults = tuple(faults)
        # A key that is down now never gives the edge of going down.
        self.held_at_start = tuple(key for key, device in self._devices.items() if device.is_active)
        for key in self.held_at_start:
            self._tell(key, True)

    def close(self) -> None:
        """Give the pins back. No edge is put afterwards."""
        for device in self._devices.values():
            device.close()

    def _open(self, key: str, bcm: int) -> DigitalInputDevice:
        # Not `Button`: it starts a thread for each key. Not `bounce_time`: it means something else in each pin factory.
        device = DigitalInputDevice(bcm, pull_up=True, bounce_time=None)
        device.when_activated = partial(self._tell, key, True)
        device.when_deactivated = partial(self._tell, key, False)
        return device

    def _tell(self, key: str, pressed: bool) -> None:
        try:
            self._put(Edge(key, pressed, self._clock()))
        except Exception:
            _log.exception("an edge of key %s was lost", key)


def _sentence(key: str, bcm: int, error: Exception) -> str:
    if "busy" in str(error) or "in use" in str(error):
        return f"key {key}: {describe(bcm)} is used by another program or by SPI; stop that and start the box again"
    return f"key {key}: {describe(bcm)} cannot be opened ({error}); check its number in wiring/pins.toml"


def open_real_pins() -> None:
    """Make lgpio gpiozero's pin factory, the only one that works on every Pi.

    Raises `PinsUnavailableError` instead of falling back to another library, which would hide the real fault.
    """
    here = Path.cwd()
    try:
        # At import lgpio makes a FIFO in the folder `LG_WD` and changes into it. Once open, it needs no name any more.
        with tempfile.TemporaryDirectory() as folder:
            os.environ["LG_WD"] = folder
            from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 (only now is LG_WD set)
        if Device.pin_factory is not None:
            Device.pin_factory.close()
        Device.pin_factory = LGPIOFactory()
    except ImportError as error:
        raise PinsUnavailableError(
            f"the pins need lgpio ({error}); install Debian's python3-lgpio or the extra `pi`"
        ) from error
    except Exception as error:
        raise PinsUnavailableError(
            f"the pins cannot be opened ({error}); on a Pi, add this user to the group gpio and log in again"
        ) from error
    finally:
        os.chdir(here)


def edges_arrive() -> bool:
    """Whether lgpio's notify thread, which serves every key, is alive. Other pin libraries have none: true."""
    lgpio = sys.modules.get("lgpio")
    return lgpio is None or bool(lgpio._notify_thread.is_alive())
