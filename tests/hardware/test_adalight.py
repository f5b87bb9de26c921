import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.adalight import clearing, encode, harmless


def test_the_golden_bytes_of_three_leds() -> None:
    assert encode(bytes.fromhex("FF0000 00FF00 0000FF")).hex(" ") == "41 64 61 00 02 57 ff 00 00 00 ff 00 00 00 ff"


def test_the_count_has_two_bytes() -> None:
    assert encode(bytes(3 * 257))[:6].hex(" ") == "41 64 61 01 00 54"
    assert encode(bytes(3 * 65536))[:6].hex(" ") == "41 64 61 ff ff 55"


@given(st.integers(1, 600))
def test_a_frame_is_six_bytes_and_three_for_each_led(count: int) -> None:
    frame = encode(bytes(3 * count))
    assert len(frame) == 6 + 3 * count
    assert frame[3] * 256 + frame[4] + 1 == count
    assert frame[5] == frame[3] ^ frame[4] ^ 0x55


@pytest.mark.parametrize("size", [0, 1, 4, 3 * 65537])
def test_broken_leds_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"expected 3 bytes for each of 1 to 65536 LEDs, got {size} bytes"):
        encode(bytes(size))


def test_clearing_is_as_long_as_a_frame_and_all_zero() -> None:
    assert clearing(60) == bytes(186)


def test_harmless_colours_are_the_nearest_that_are_no_command_of_wled() -> None:
    changed = {n: harmless(bytes((n,)))[0] for n in range(256) if harmless(bytes((n,))) != bytes((n,))}
    assert list(changed) == [*range(0xB0, 0xB8), 0xC9]
    assert set(changed.values()) == {0xAF, 0xB8, 0xC8}
    assert all(abs(n - other) <= 4 for n, other in changed.items())
