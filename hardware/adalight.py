"""The Adalight protocol, as WLED and the Arduino sketches read it. Pure.

A frame: `Ada`, the count of LEDs less one (high byte, low byte), both bytes XORed with 0x55, then R G B for each LED.
"""

_MAX_LEDS = 0x10000
# Between frames, any of 0xB0 to 0xB7 makes WLED change its baud rate: after that it cannot read us. At 0xC9 it may
# begin a frame of another protocol, TPM2; the next bytes then say how many LEDs it has.
_OBEYED = {**dict.fromkeys(range(0xB0, 0xB4), 0xAF), **dict.fromkeys(range(0xB4, 0xB8), 0xB8), 0xC9: 0xC8}
_HARMLESS = bytes(_OBEYED.get(n, n) for n in range(256))


def encode(colours: bytes) -> bytes:
    """Make a frame of 3 bytes R G B for each LED. Raises `ValueError` unless they are 1 to 65536 whole LEDs."""
    count, rest = divmod(len(colours), 3)
    if rest or not 1 <= count <= _MAX_LEDS:
        raise ValueError(f"expected 3 bytes for each of 1 to {_MAX_LEDS} LEDs, got {len(colours)} bytes")
    high, low = divmod(count - 1, 256)
    return bytes((*b"Ada", high, low, high ^ low ^ 0x55)) + colours


def harmless(colours: bytes) -> bytes:
    """The nearest colours without a byte that WLED would take for a command if it started reading in mid-frame."""
    return colours.translate(_HARMLESS)


def clearing(count: int) -> bytes:
    """Bytes that end any frame a controller may be in the middle of, and that mean nothing between frames."""
    return bytes(3 * count + 6)
