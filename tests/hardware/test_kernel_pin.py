"""What a pin over lgpio asks of it when it is closed. Over the real one: test_over_lgpio.py."""

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from weakref import WeakMethod

import pytest

from hardware.kernel_pin import KernelPin


class Library(Exception):
    """lgpio, which notes what is asked of it; and its own error."""


class Finger:
    """A listener that is told of edges."""

    def __init__(self) -> None:
        self.told: list[tuple[float, int]] = []

    def changed(self, ticks: float, level: int) -> None:
        self.told.append((ticks, level))


class Below:
    """It holds its listener as gpiozero's own pin does."""

    def __init__(self) -> None:
        self.factory, self._number = SimpleNamespace(_handle=3), 17
        self._callback: Any = SimpleNamespace(cancel=lambda: asked.append("cancel"))
        self._when_changed: Any = None

    @property
    def when_changed(self) -> None:
        """gpiozero can read it, too."""

    @when_changed.setter
    def when_changed(self, told: Callable[[float, int], None] | None) -> None:
        if told is None and self._when_changed is not None:
            self._disable_event_detect()  # type: ignore[attr-defined]  # it is `KernelPin`'s
        self._when_changed = told and WeakMethod(told)


asked: list[object] = []


@pytest.fixture
def pin(monkeypatch: pytest.MonkeyPatch) -> Any:
    asked.clear()
    taken = [17]

    def gpio_free(handle: int, line: int) -> None:
        asked.append((handle, line))
        if line not in taken:
            raise Library("GPIO not allocated")
        taken.remove(line)

    library = SimpleNamespace(
        gpio_free=gpio_free, error=Library, gpio_get_mode=lambda _handle, line: 0x101 if line in taken else 0x100
    )
    monkeypatch.setitem(sys.modules, "lgpio", library)
    return type("Pin", (KernelPin, Below), {})()


def test_closed_it_lets_its_line_go_and_claims_nothing(pin: Any) -> None:
    finger = Finger()
    pin.when_changed = finger.changed
    assert pin.is_taken
    pin.close()
    assert not pin.is_taken
    assert asked == ["cancel", (3, 17), (3, 17)], "the second time it is free already"
    pin.close()


def test_one_that_listens_to_nothing_lets_its_line_go_too_and_after_its_chip_asks_nothing(pin: Any) -> None:
    pin.close()
    assert asked == [(3, 17)]
    pin.factory._handle = None
    pin.close()
    assert asked == [(3, 17)]


def test_an_edge_is_told_in_seconds_and_one_that_comes_after_closing_is_dropped(pin: Any) -> None:
    finger = Finger()
    pin.when_changed = finger.changed
    pin._call_when_changed(0, 17, 1, 2_500_000_000)
    assert finger.told == [(2.5, 1)]
    pin.close()
    pin._call_when_changed(0, 17, 0, 2_600_000_000)
    pin.when_changed = finger.changed
    del finger
    pin._call_when_changed(0, 17, 0, 2_700_000_000)
