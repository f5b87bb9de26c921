"""A pin over lgpio that gives its line back.

1. When gpiozero closes a pin, it claims the line again, to hold it as an input. The kernel refuses that (`GPIO busy`)
   while lgpio's own thread still waits on the line. Here a line is only let go: the kernel frees it as soon as that
   thread, which may be delayed, notices.
2. An edge that comes while its pin is closed is dropped: an exception would end the thread that serves all keys.
"""

import sys
from contextlib import suppress
from typing import Any


class KernelPin:
    """What differs from `gpiozero.pins.lgpio.LGPIOPin`, the class beneath it."""

    factory: Any
    when_changed: Any
    _callback: Any
    _number: int
    _when_changed: Any

    @property
    def is_taken(self) -> bool:
        """Whether the kernel says that the line is in use; after `close` lgpio's own thread may keep it for a while."""
        lgpio = sys.modules["lgpio"]
        return bool(lgpio.gpio_get_mode(self.factory._handle, self._number) & 1)  # LG_GPIO_IS_KERNEL

    def close(self) -> None:
        """Report no more edges, and let the line go."""
        if self.factory._handle is not None:
            self.when_changed = None
            self._let_go()

    def _disable_event_detect(self) -> None:
        callback, self._callback = self._callback, None
        if callback is not None:
            callback.cancel()
        self._let_go()

    def _let_go(self) -> None:
        lgpio = sys.modules["lgpio"]
        with suppress(lgpio.error):  # it is free already
            lgpio.gpio_free(self.factory._handle, self._number)

    def _call_when_changed(self, _chip: int, _gpio: int, level: int, ticks: int) -> None:
        told = self._when_changed  # read once: another thread may end it meanwhile
        changed = told() if told is not None else None
        if changed is not None:
            changed(ticks / 1e9, level)
