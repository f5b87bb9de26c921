"""Which wire goes where: the pin map in `wiring/pins.toml`.

1. A map that uses a pin twice, or a pin kept for a bus, is never built.
2. Every sentence about a pin names both its numbers, BCM and physical: mixing them up is the classic fault.
"""

from collections.abc import Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import Protocol

import msgspec

from hardware.errors import WiringError

# The 40-pin header is the same on every Pi since the B+; this is a Zero 2 W.
_REVISION = 0x902120
_KEPT = (
    {2: "I2C", 3: "I2C", 14: "UART", 15: "UART"}
    | dict.fromkeys(range(7, 12), "SPI")
    # At its start, a Pi reads there which board is plugged in.
    | dict.fromkeys((0, 1), "a HAT's memory")
)


class KeyPins(Protocol):
    """Which keys there are, and on which pins."""

    @property
    def keys(self) -> Mapping[str, int]:
        """BCM number of every key."""


class SeatPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two keys of a seat."""

    green: int
    """BCM number."""
    red: int
    """BCM number."""


class PinMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every pin the box uses. Raises `WiringError` if two wires want the same pin."""

    seats: tuple[SeatPins, ...]
    """Seat 1 first, unless `pairs` says otherwise."""
    table: int
    """BCM number of the table key."""
    buzzer: int
    """BCM number."""
    i2c_bus: int
    """The N of `/dev/i2c-N`."""
    pairs: tuple[int, ...] = msgspec.field(default=(), name="places")
    """Which of the box's six pairs of keys these are, 1 to 6; empty: 1, 2, 3 … A pair that is not here is not wired."""

    def __post_init__(self) -> None:
        if self.pairs and (len(self.pairs) != len(self.seats) or not _are_pairs(self.pairs)):
            raise WiringError(
                f"places: expected {len(self.seats)} different numbers from 1 to 6, one for each seat; "
                f"got {list(self.pairs)}"
            )
        used: dict[int, str] = {}
        for name, bcm in [*self.keys.items(), ("buzzer", self.buzzer)]:
            if not 0 <= bcm <= 27:
                raise WiringError(f"{name}: expected a BCM number from 0 to 27, got {bcm}")
            if bcm in _KEPT:
                raise WiringError(f"{name}: {describe(bcm)} is kept for {_KEPT[bcm]}; take another pin")
            if bcm in used:
                raise WiringError(f"{name}: {describe(bcm)} is already the pin of {used[bcm]}; take another pin")
            used[bcm] = name

    @property
    def keys(self) -> dict[str, int]:
        """BCM number of every key: `green1`, `red1`, `green2` … and `table`."""
        seats = zip(self.pairs or count(1), self.seats, strict=False)
        keys = [key for n, seat in seats for key in ((f"green{n}", seat.green), (f"red{n}", seat.red))]
        return {**dict(keys), "table": self.table}


msgspec.json.Decoder(PinMap)
"""Made for its side effect: msgspec works out the pin map here, before two threads can do so at once."""


def free_pins() -> tuple[int, ...]:
    """The BCM numbers of all pins of the header that are not kept for a bus."""
    return tuple(bcm for bcm in range(28) if bcm not in _KEPT)


def _are_pairs(numbers: tuple[int, ...]) -> bool:
    return len(set(numbers)) == len(numbers) and all(1 <= number <= 6 for number in numbers)


def read_pins(text: str | None = None) -> PinMap:
    """Read a pin map: from this TOML text, else from the `wiring/pins.toml` that came with the box.

    Raises `WiringError`.
    """
    if text is None:
        text = (Path(__file__).parents[1] / "wiring/pins.toml").read_text("utf-8")
    try:
        return msgspec.toml.decode(text, type=PinMap)
    except msgspec.DecodeError as error:
        raise WiringError(f"pins.toml: {error}") from error


@cache
def physical(bcm: int) -> int:
    """Position on the 40-pin header, 1 to 40, of a BCM number from 0 to 27."""
    # gpiozero takes a tenth of a second to load, and only sentences about pins ask for this.
    from gpiozero.pins.pi import PiBoardInfo  # noqa: PLC0415

    ((_, pin),) = PiBoardInfo.from_revision(_REVISION).find_pin(f"GPIO{bcm}")
    return int(pin.number)


def describe(bcm: int) -> str:
    """Name a pin for people: `GPIO 17 (physical pin 11)`."""
    return f"GPIO {bcm} (physical pin {physical(bcm)})"
