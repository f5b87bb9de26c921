"""A pin over lgpio that gives its line back.

1. gpiozero claims a line anew when it closes a pin, to hold it as an input. As long as lgpio's own thread still waits
   there, the kernel refuses that (`GPIO busy`). Here a line is only let go: the kernel frees it as soon as that thread,
   which may be held up, looks up.
2. An edge that comes while its pin is closed is dropped: an exception would end the thread that serves every key.
"""

import sys
from contextlib import suppress
from typing import Any


class KernelPin:
    """What is another way than in `gpiozero.pins.lgpio.LGPIOPin`, which lies below."""

    factory: Any
    when_changed: Any
    _callback: Any
    _number: int
    _when_changed: Any

    @property
    def is_taken(self) -> bool:
        """Whether the kernel says that somebody has the line; after `close` perhaps lgpio's own thread, for a while."""
        lgpio = sys.modules["lgpio"]
        return bool(lgpio.gpio_get_mode(self.factory._handle, self._number) & 1)  # LG_GPIO_IS_KERNEL

    def close(self) -> None:
        """Tell of no edge any more, and let the line go."""
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
