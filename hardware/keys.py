"""The keys, through gpiozero.

1. A callback does one thing, `put(Edge)`, and never raises: one exception would end the thread that serves all keys.
2. Every raw edge is told, with the time that the pin library gives it; lgpio's is the kernel's. `debounce` takes the
   bounce out, in the same way for every pin library.
3. A key's first edge says whether it was down when it was opened; its level says so only if no edge came.
4. A key that cannot be opened is a fault of that key alone.
"""

import logging
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Lock

import msgspec
from gpiozero import Device, InputDevice

from hardware.chips import DEV, header_chip
from hardware.closing import close_all
from hardware.edge import Edge
from hardware.errors import PinsUnavailableError
from hardware.kernel_pin import KernelPin
from hardware.pins import KeyPins, describe
from hardware.pipe import PIECE_S, Patience, Pipe, be_awake, edges_arrive, wait_for_the_library, wake_the_library

__all__ = ["Edge", "KeyFault", "Keys", "PinsUnavailableError", "edges_arrive", "open_real_pins"]

CERTAIN = 12
"""If a key's first edge is still missing after this many waits of `PASSAGE_S`, none came while it was opened."""
NOISE = 4
"""A key that told edges in this many waits of `PASSAGE_S`, and whose level still differs, is on a noisy line."""
FREE_S = 2.0
"""The longest wait for closed lines: a thread that is delayed for longer is worse than a busy line."""
DEAF = 20
"""If a key's level differs and it tells nothing in this many waits of `PASSAGE_S`, perhaps nobody listens to it."""
OPEN_S = 3.0
"""The longest wait for edges that came while the keys were opened."""

_log = logging.getLogger(__name__)


class KeyFault(msgspec.Struct, frozen=True):
    """A key that cannot be used."""

    key: str
    sentence: str
    """Names the key and both numbers of its pin, and says what to do."""


class Keys:
    """All keys of a pin map, on gpiozero's current pin factory.

    `put` is called for every edge, from the pin library's thread; it must not block.
    """

    held_at_start: tuple[str, ...]
    """Keys that were down when they were opened: perhaps stuck. An edge for their press has been put, too."""
    faults: tuple[KeyFault, ...]

    def __init__(self, pins: KeyPins, put: Callable[[Edge], None]) -> None:
        self._put = put
        self._lock = Lock()
        self._early: list[Edge] | None = []
        self._down: set[str] = set()
        self._told: Counter[str] = Counter()
        self._devices: dict[str, _Key] = {}
        faults: list[KeyFault] = []
        levels: dict[str, bool] = {}
        if _is_lgpio():
            wait_for_the_library()
        opened_at = Device.pin_factory.ticks()
        for key, bcm in pins.keys.items():
            try:
                self._devices[key] = _Key(key, bcm, self._tell)
                levels[key] = self._devices[key].is_down()
            except Exception as error:  # lgpio's errors derive from nothing narrower
                faults.append(KeyFault(key, _sentence(key, bcm, error)))
        self.faults = tuple(faults)
        self._pipe = Pipe() if _is_lgpio() else None
        if self._pipe is not None:
            self._wait_for_early_edges(self._pipe, levels)
        self.held_at_start = self._begin(levels, opened_at)

    def settle(self, patience: Patience) -> float:
        """Wait a few milliseconds; if this process or a thread is delayed, wait longer, at most the patience.

        Returns a time soon after the call; all edges up to that time have been put. If a key's level differs from what
        it told, an edge is under way and is waited for; if that edge does not come, the level counts from now on.
        """
        now = float(Device.pin_factory.ticks())
        for attempt in count():
            told, known = self._told.copy(), self._let_come(patience)
            wrong = [key for key in self._devices if self._is_wrong(key)]
            silent = [key for key in wrong if told[key] == self._told[key]]
            if not wrong or (attempt >= NOISE and not silent):
                break
            if attempt == DEAF and self._pipe is not None:
                wake_the_library(Device.pin_factory.chip)
            if patience.is_over:
                for key in silent:
                    self._tell(Edge(key, key not in self._down, now))
                break
        return known

    @property
    def opened(self) -> tuple[str, ...]:
        """The keys that are listened to."""
        return tuple(self._devices)

    @property
    def are_wrong(self) -> bool:
        """Whether any key's level differs from what it told: an edge is under way, or lost."""
        return any(self._is_wrong(key) for key in self._devices)

    def _let_come(self, patience: Patience) -> float:
        """Let edges under way come in; gives the time up to which all have come."""
        if self._pipe is None:  # pins of other libraries call back at once, perhaps from another thread
            time.sleep(0.0)
            return float(Device.pin_factory.ticks())
        known = be_awake(patience)
        self._pipe.drain(patience)
        return known

    def close(self) -> None:
        """Give the pins back. No edge is put afterwards."""
        close_all(*(device.close for device in self._devices.values()))
        if self._pipe is not None:
            close_all(self._wait_until_free, self._pipe.close)

    def _wait_until_free(self) -> None:
        """Wait for lgpio's own thread, which may still have the lines: the next program must find them free."""
        deadline = time.monotonic() + FREE_S
        while any(device.is_taken for device in self._devices.values()) and time.monotonic() < deadline:
            time.sleep(PIECE_S)

    def _is_wrong(self, key: str) -> bool:
        """Whether its level differs from what it told; `False` if the level cannot be read."""
        with suppress(Exception):  # lgpio's errors derive from nothing narrower
            return self._devices[key].is_down() != (key in self._down)
        return False

    def _wait_for_early_edges(self, pipe: Pipe, levels: Mapping[str, bool]) -> None:
        """Wait for edges that happened while the keys were opened; longer for a key that is down without an edge.

        Such a key is rare, so there is time to be certain.
        """
        patience = Patience(OPEN_S)
        for _ in range(CERTAIN):
            be_awake(patience)
            pipe.drain(patience)
            if all(self._told[key] for key, is_down in levels.items() if is_down):
                break

    def _begin(self, levels: Mapping[str, bool], opened_at: float) -> tuple[str, ...]:
        """Tell the edges that came while the keys were opened; return the keys that are down without an edge."""
        with self._lock:
            early, self._early = sorted(self._early or (), key=lambda edge: edge.at), None
            were_down = {**levels, **{edge.key: not edge.pressed for edge in reversed(early)}}
            held = tuple(key for key, is_down in were_down.items() if is_down)
            for edge in (*(Edge(key, True, opened_at) for key in held), *early):
                self._pass_on(edge)
        return held

    def _tell(self, edge: Edge) -> None:
        with self._lock:
            self._told[edge.key] += 1
            if self._early is not None:
                self._early.append(edge)
            else:
                self._pass_on(edge)

    def _pass_on(self, edge: Edge) -> None:
        try:
            self._put(edge)
        except Exception:
            _log.exception("an edge of key %s was lost", edge.key)
        (self._down.add if edge.pressed else self._down.discard)(edge.key)  # the keys whose press has been put


class _Key:
    """A key between its pin and ground.

    Not `gpiozero.Button`: it starts a thread for each key. Not `DigitalInputDevice`: it does not give the time of an
    edge. Not `bounce` either: it means something else in each pin factory.
    """

    def __init__(self, key: str, bcm: int, tell: Callable[[Edge], None]) -> None:
        self._key, self._tell = key, tell
        self._device = InputDevice(bcm, pull_up=True)
        self._pin = self._device.pin
        try:
            self._pin.when_changed = self._changed
        except BaseException:
            close_all(self._device.close)
            raise

    def is_down(self) -> bool:
        """Whether its level says that it is down now."""
        return bool(self._device.is_active)

    @property
    def is_taken(self) -> bool:
        """Whether the kernel says that its line is in use. For lgpio's pins only."""
        return bool(self._pin.is_taken)

    def close(self) -> None:
        """Give the pin back."""
        self._device.close()

    def _changed(self, ticks: float, state: int) -> None:
        self._tell(Edge(self._key, not state, ticks))


def _sentence(key: str, bcm: int, error: Exception) -> str:
    if "busy" in str(error) or "in use" in str(error):
        return f"key {key}: {describe(bcm)} is used by another program or by SPI; stop that and start the box again"
    return f"key {key}: {describe(bcm)} cannot be opened ({error}); check its number in wiring/pins.toml"


def open_real_pins(folder: Path = DEV) -> None:
    """Make lgpio, on the header's chip, gpiozero's pin factory: no other works on every Pi.

    Raises `PinsUnavailableError` instead of falling back to another library, which would hide the real fault.
    """
    here = Path.cwd()
    try:
        # At import lgpio makes a FIFO in the folder `LG_WD` and changes into it. Once open, it needs no name any more.
        with tempfile.TemporaryDirectory() as work:
            os.environ["LG_WD"] = work
            from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 (only now is LG_WD set)
    except ImportError as error:
        raise PinsUnavailableError(
            f"the pins need lgpio ({error}); `sudo companion doctor` says how this system gets it"
        ) from error
    except AttributeError as error:  # a package of the same name, which an installer without wheels picks
        raise PinsUnavailableError(
            f"the lgpio of this Python is another package ({error}); remove it and install Debian's python3-lgpio"
        ) from error
    except OSError as error:
        raise PinsUnavailableError(
            f"lgpio found no folder to write in ({error}); see that there is room in {tempfile.gettempdir()}"
        ) from error
    finally:
        os.chdir(here)
    chip = header_chip(folder)
    if Device.pin_factory is not None:
        close_all(Device.pin_factory.close)
    try:
        Device.pin_factory = LGPIOFactory(chip=chip.number)
    except Exception as error:  # lgpio's errors derive from nothing narrower
        raise PinsUnavailableError(
            f"the pins cannot be opened: lgpio says {error} of gpiochip{chip.number}, which is {chip.label}; start the "
            "Pi again, and bring its system up to date if that does not help"
        ) from error
    Device.pin_factory.pin_class = type("Pin", (KernelPin, Device.pin_factory.pin_class), {})


def _is_lgpio() -> bool:
    return type(Device.pin_factory).__module__ == "gpiozero.pins.lgpio"
