import errno
import os
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
from serial import Serial, SerialException

from hardware.errors import LineLostError
from hardware.line import SerialLine, find_port
from hardware.twin.controller import Controller


@pytest.fixture
def far() -> Iterator[Controller]:
    controller = Controller(3)
    yield controller
    controller.close()


def test_the_wanted_port_is_taken_as_it_is(tmp_path: Path) -> None:
    assert find_port("/dev/somewhere", tmp_path) == "/dev/somewhere"


def test_the_only_port_with_an_identity_is_found(tmp_path: Path) -> None:
    (tmp_path / "usb-1a86_USB_Serial-if00-port0").touch()
    assert find_port(None, tmp_path) == str(tmp_path / "usb-1a86_USB_Serial-if00-port0")


def test_no_port_and_several_ports_are_told(tmp_path: Path) -> None:
    with pytest.raises(LineLostError, match="no controller is plugged in; plug in its USB cable"):
        find_port(None, tmp_path)
    with pytest.raises(LineLostError, match="no controller is plugged in"):
        find_port(None, tmp_path / "missing")
    for name in ("usb-b", "usb-a"):
        (tmp_path / name).touch()
    with pytest.raises(LineLostError, match=r"several serial devices are plugged in \(usb-a, usb-b\); name the right"):
        find_port(None, tmp_path)


def test_bytes_go_both_ways(far: Controller) -> None:
    line = SerialLine(far.port, 115200)
    assert line.receive() == b""
    assert line.send(b"v") == 1
    far.poll(0.0)
    assert line.receive() == b"WLED 2410000\r\n"
    line.close()


def test_a_silent_line_may_also_say_that_it_would_block(far: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
    def would_block(_file: int, _count: int) -> bytes:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    line = SerialLine(far.port, 115200)
    with monkeypatch.context() as patch:
        patch.setattr(os, "read", would_block)
        assert line.receive() == b""
    line.close()


def test_a_full_buffer_blocks_nothing_and_the_rest_follows_in_order(far: Controller) -> None:
    line = SerialLine(far.port, 115200)
    data = bytes(n for n in range(1, 256) if n not in b"Av\xc9" and not 0xB0 <= n < 0xB8) * 256
    taken = line.send(data)
    while more := line.send():
        taken += more
    assert 0 < taken < len(data)
    assert line.unsent == len(data) - taken
    while line.unsent:
        far.poll(0.0)
        line.send()
    far.poll(0.0)
    assert bytes(far.commands) == data
    line.close()


def test_closing_does_not_wait_for_a_far_end_that_takes_nothing(far: Controller) -> None:
    line = SerialLine(far.port, 115200)
    line.send(b"\x01" * 100_000)
    line.close()
    far.poll(0.0)
    assert len(far.commands) < 10_000, "what was on its way is dropped"
    line.close()
    with pytest.raises(LineLostError):
        line.send(b"more")


@pytest.mark.parametrize("drop", [False, True])
def test_closing_drops_what_was_taken_only_if_asked(
    far: Controller, drop: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped = []
    monkeypatch.setattr(Serial, "reset_output_buffer", lambda _: dropped.append(True))
    line = SerialLine(far.port, 115200)
    line.send(b"\x01\x02")
    line.close(drop=drop)
    assert bool(dropped) == drop


def test_an_unplugged_line_is_lost_when_reading_and_when_writing(far: Controller) -> None:
    line = SerialLine(far.port, 115200)
    far.unplug()
    with pytest.raises(LineLostError, match=f"no controller at {far.port}; check its USB cable"):
        line.receive()
    with pytest.raises(LineLostError, match="check its USB cable"):
        line.send(b"x")
    line.close()


def test_a_port_has_one_owner(far: Controller) -> None:
    line = SerialLine(far.port, 115200)
    with pytest.raises(LineLostError, match="is used by another program; stop that program"):
        SerialLine(far.port, 115200)
    line.close()
    SerialLine(far.port, 115200).close()


def test_a_missing_port_is_told(tmp_path: Path) -> None:
    with pytest.raises(LineLostError, match=r"no controller at .*nowhere; check its USB cable"):
        SerialLine(str(tmp_path / "nowhere"), 115200)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            SerialException(errno.EACCES, "Permission denied"),
            "no permission to use .*; add this user to the group dial",
        ),
        (SerialException("Could not configure port"), "no controller at"),
        (termios.error(5, "Input/output error"), "no controller at"),
    ],
)
def test_errors_of_opening_are_one_plain_sentence(
    error: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_: object) -> None:
        raise error

    monkeypatch.setattr(Serial, "open", failing)
    with pytest.raises(LineLostError, match=sentence):
        SerialLine("/dev/ttyUSB0", 115200)


def test_dtr_and_rts_are_equal(far: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    opening = Serial.open

    def watch(self: Serial) -> None:
        seen.append((self.dtr, self.rts, self.exclusive))
        opening(self)

    monkeypatch.setattr(Serial, "open", watch)
    SerialLine(far.port, 115200).close()
    assert seen == [(True, True, True)]


def test_no_file_stays_open(far: Controller) -> None:
    def open_files() -> int:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208

    before = open_files()
    for _ in range(5):
        line = SerialLine(far.port, 115200)
        line.send(b"x")
        line.close()
    assert open_files() == before
