import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from serial import Serial

from hardware.adalight import clearing, encode
from hardware.twin.controller import Controller

RED, BLUE = bytes.fromhex("FF0000") * 3, bytes.fromhex("0000FF") * 3
DARK = ((0, 0, 0),) * 3


@pytest.fixture
def far() -> Iterator[Controller]:
    controller = Controller(3)
    yield controller
    controller.close()


@pytest.fixture
def near(far: Controller) -> Iterator[Serial]:
    with Serial(far.port, 115200, timeout=5) as serial:
        yield serial


def test_the_first_frame_is_blanked_and_the_second_shown(far: Controller, near: Serial) -> None:
    near.write(encode(RED))
    far.poll(0.0)
    assert (far.live, far.frames, far.colours) == (True, 1, DARK)
    near.write(encode(RED))
    far.poll(0.1)
    assert (far.frames, far.colours) == (2, ((255, 0, 0),) * 3)


@pytest.mark.parametrize("since", [b"", b"\0", b"v", encode(RED)[:-1]])
def test_live_mode_ends_two_and_a_half_seconds_after_the_last_whole_frame(
    since: bytes, far: Controller, near: Serial
) -> None:
    near.write(encode(RED) * 2)
    far.poll(0.0)
    near.write(since)
    far.poll(2.4)
    assert far.live
    far.poll(2.5)
    assert (far.live, far.colours) == (False, DARK)


def test_a_frame_that_comes_after_live_mode_has_ended_is_blanked(far: Controller, near: Serial) -> None:
    near.write(encode(RED) * 2)
    far.poll(0.0)
    near.write(encode(BLUE))
    far.poll(2.6)
    assert (far.live, far.colours) == (True, DARK)


def test_each_whole_frame_prolongs_live_mode(far: Controller, near: Serial) -> None:
    for n in range(10):
        near.write(encode(RED))
        far.poll(2.4 * n)
    assert far.colours == ((255, 0, 0),) * 3


def test_frames_may_be_cut_anywhere(far: Controller, near: Serial) -> None:
    for byte in encode(RED) + encode(BLUE):
        near.write(bytes((byte,)))
        far.poll(0.0)
    assert (far.frames, far.colours) == (2, ((0, 0, 255),) * 3)


def test_a_wrong_check_byte_drops_the_header(far: Controller, near: Serial) -> None:
    wrong = bytearray(encode(RED))
    wrong[5] ^= 1
    near.write(bytes(wrong) + encode(BLUE) * 2)
    far.poll(0.0)
    assert (far.frames, far.colours) == (2, ((0, 0, 255),) * 3)


def test_half_a_header_is_dropped(far: Controller, near: Serial) -> None:
    near.write(b"Ad!" + encode(BLUE) * 2)
    far.poll(0.0)
    assert far.frames == 2


def test_a_frame_cut_off_swallows_the_next_unless_it_is_cleared(far: Controller, near: Serial) -> None:
    near.write(encode(RED) * 2 + encode(RED)[:8])
    near.write(encode(BLUE))
    far.poll(0.0)
    assert far.colours != ((0, 0, 255),) * 3
    near.write(clearing(3) + encode(BLUE))
    far.poll(0.1)
    assert far.colours == ((0, 0, 255),) * 3


def test_more_leds_than_it_has_and_fewer(far: Controller, near: Serial) -> None:
    near.write(encode(RED + RED) * 2)
    far.poll(0.0)
    assert far.colours == ((255, 0, 0),) * 3
    near.write(encode(b"\1\2\3"))
    far.poll(0.0)
    assert far.colours == ((1, 2, 3), (255, 0, 0), (255, 0, 0)), "those that were not sent stay"


def test_a_frame_of_tpm2_has_colours_too_and_no_check(far: Controller, near: Serial) -> None:
    near.write(b"\xc9\xda\x00\x09" + RED + b"\x36" + encode(BLUE))
    far.poll(0.0)
    assert (far.frames, far.colours) == (2, ((0, 0, 255),) * 3)
    near.write(b"\xc9\xda\x00\x00" + encode(RED) * 3)
    far.poll(0.1)
    assert (far.frames, far.colours) == (2, ((0, 0, 255),) * 3), "it waits for 65536 LEDs"


def test_bytes_between_frames_are_commands_and_v_is_answered(far: Controller, near: Serial) -> None:
    near.write(b"\0\0v" + encode(RED) + b"\xb3")
    far.poll(0.0)
    assert bytes(far.commands) == b"v\xb3"
    assert near.readline() == b"WLED 2410000\r\n"


def test_a_byte_between_frames_may_change_its_speed_until_it_is_reset(far: Controller, near: Serial) -> None:
    near.write(b"\xb0" + encode(RED) * 2)
    far.poll(0.0)
    assert far.colours == ((255, 0, 0),) * 3
    near.write(b"\xb3")
    far.poll(0.1)
    near.write(encode(BLUE) * 2)
    far.poll(0.2)
    assert far.colours == ((255, 0, 0),) * 3
    far.poll(2.6)
    assert not far.live
    far.reset()
    near.write(encode(BLUE) * 2)
    far.poll(2.7)
    assert far.colours == ((0, 0, 255),) * 3


def test_reset_in_a_frame_it_is_dark_and_takes_the_rest_for_commands(far: Controller, near: Serial) -> None:
    near.write(encode(RED) * 2 + encode(b"xyzxyzxyz")[:8])
    far.poll(0.0)
    far.reset()
    assert (far.live, far.colours) == (False, DARK)
    near.write(encode(b"xyzxyzxyz")[8:] + encode(BLUE) * 2)
    far.poll(0.1)
    assert bytes(far.commands) == b"zxyzxyz"
    assert far.colours == ((0, 0, 255),) * 3


def test_polling_an_empty_line_does_not_wait(far: Controller) -> None:
    far.poll(0.0)
    assert far.frames == 0


def test_unplugged_the_port_is_gone_and_comes_back_under_its_name(far: Controller, near: Serial) -> None:
    near.write(encode(RED) * 2 + encode(RED)[:8])
    far.poll(0.0)
    far.unplug()
    far.unplug()
    far.poll(0.1)
    assert (far.live, far.colours) == (False, DARK)
    assert not Path(far.port).exists()
    with pytest.raises(OSError, match="Input/output error"):
        os.write(near.fileno(), b"x")
    far.replug()
    far.replug()
    with Serial(far.port) as again:
        again.write(encode(BLUE) * 2)
        far.poll(0.2)
    assert far.colours == ((0, 0, 255),) * 3


def test_its_port_is_the_only_one_in_its_folder(far: Controller) -> None:
    assert [str(path) for path in far.folder.iterdir()] == [far.port]


def test_closed_it_leaves_nothing(far: Controller) -> None:
    far.close()
    assert not far.folder.exists()


def test_in_a_thread_it_answers_by_itself(far: Controller) -> None:
    far.run()
    with Serial(far.port, timeout=5) as near:
        near.write(b"v")
        assert near.readline() == b"WLED 2410000\r\n"
        far.unplug()
    far.stop()
    far.stop()


@given(st.lists(st.sampled_from([encode(RED), encode(BLUE)[:-1], b"Ad", b"\xc9\xda\0\x03abc6", b"v", b"\0"])))
def test_bytes_that_come_together_are_read_as_one_by_one(pieces: list[bytes]) -> None:
    together, apart = Controller(3), Controller(3)
    with closing(together), closing(apart), Serial(together.port) as one, Serial(apart.port) as other:
        one.write(b"".join(pieces))
        together.poll(0.0)
        for byte in b"".join(pieces):
            other.write(bytes([byte]))
            apart.poll(0.0)
        assert (together.frames, together.colours, together.commands) == (apart.frames, apart.colours, apart.commands)
