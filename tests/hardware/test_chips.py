"""Which GPIO chip is the header's, with any number."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from hardware.chips import GpioChip, gpio_chips, header_chip
from hardware.errors import PinsUnavailableError

GET_CHIP_INFO = 0x8044B401


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which `gpiochip<number>` holds its label, or the name of the error with which it cannot be opened."""
    really_open = os.open

    def open_chip(path: Path, flags: int) -> int:
        assert flags == os.O_RDWR | os.O_CLOEXEC, "as lgpio will"
        if error := getattr(errno, path.read_text(), None):
            raise OSError(error, os.strerror(error), str(path))
        return really_open(path, flags)

    def ask(chip: int, request: int, room: bytes) -> bytes:
        assert request == GET_CHIP_INFO
        label = os.read(chip, 32)
        if label == b"no chip":
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        return b"gpiochip".ljust(32, b"\0") + label.ljust(32, b"\0") + (54).to_bytes(len(room) - 64, "little")

    monkeypatch.setattr(os, "open", open_chip)
    monkeypatch.setattr(fcntl, "ioctl", ask)
    return tmp_path


def put(dev: Path, **labels: str) -> None:
    for name, label in labels.items():
        (dev / name).write_text(label)


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        ({"gpiochip0": "pinctrl-bcm2835", "gpiochip1": "raspberrypi-exp-gpio"}, 0),
        ({"gpiochip0": "pinctrl-bcm2711", "gpiochip1": "raspberrypi-exp-gpio"}, 0),
        ({"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip4": "pinctrl-rp1"}, 4),
        ({"gpiochip0": "pinctrl-rp1", "gpiochip10": "gpio-brcmstb@107d508500"}, 0),
        (
            {f"gpiochip{n}": f"gpio-brcmstb@{n}" for n in (11, 12, 14, 15)} | {"gpiochip13": "pinctrl-rp1"},
            13,
        ),
    ],
)
def test_the_header_is_found_by_its_label(labels: dict[str, str], number: int, dev: Path) -> None:
    put(dev, null="", gpiomem="", gpiochip_="", **labels)
    assert header_chip(dev) == GpioChip(number, labels[f"gpiochip{number}"], 54)


def test_every_chip_is_asked_in_the_order_of_the_numbers(dev: Path) -> None:
    put(dev, gpiochip10="b", gpiochip9="a", gpiochip2="EACCES", gpiochip3="no chip")
    chips = gpio_chips(dev)
    assert [(chip.number, chip.label, chip.lines) for chip in chips] == [
        (2, "", 0),
        (3, "", 0),
        (9, "a", 54),
        (10, "b", 54),
    ]
    assert [chip.fault and chip.fault.errno for chip in chips] == [errno.EACCES, errno.ENOTTY, None, None]


def test_a_chip_that_may_not_be_opened_is_a_matter_of_groups(dev: Path) -> None:
    put(dev, gpiochip0="EACCES", gpiochip1="EACCES")
    with pytest.raises(PinsUnavailableError, match=r"^no permission to use the pins; add this user to the group gpio"):
        header_chip(dev)


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        ({}, "or pinctrl-rp1, there is none; bring the system up to date"),
        ({"gpiochip0": "pca9555", "gpiochip7": "EIO"}, "gpiochip0 is pca9555, gpiochip7 is .*Input/output error"),
        ({"gpiochip0": "EPERM"}, "the system keeps this program from the pins; its unit needs .*DeviceAllow"),
    ],
)
def test_what_is_no_matter_of_groups_is_not_said_to_be(labels: dict[str, str], sentence: str, dev: Path) -> None:
    put(dev, **labels)
    with pytest.raises(PinsUnavailableError, match=sentence) as raised:
        header_chip(dev)
    assert "group" not in str(raised.value)


def test_one_that_may_not_be_opened_does_not_matter_beside_the_right_one(dev: Path) -> None:
    put(dev, gpiochip0="EACCES", gpiochip4="pinctrl-rp1")
    assert header_chip(dev).number == 4
