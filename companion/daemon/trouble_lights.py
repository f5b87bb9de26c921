"""The lights of a box that cannot start and whose display does not answer: every tenth LED is red, and no other is lit.

Laws: they need no game and no layout of the strip, and of the settings only what can be read; no game looks like this;
nothing blinks.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from hardware.strip import Strip

COUNT: Final = 150
"""The LEDs that are used, and those of a strip whose length the settings do not name: a controller ignores what it does
not have."""
EVERY: Final = 10
RED: Final = 60
"""The brightness, of 255: fifteen such LEDs draw less than 0.1 A, which the weakest supply has left."""
DARK: Final = bytes(3)
BAUD: Final = 115_200


class RescueLights:
    """The strip and its two pictures."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        """`settings`: those of the whole box, as far as they can be read."""
        wanted = settings.get("lights")
        wanted = wanted if isinstance(wanted, dict) else {}
        port, order = wanted.get("port"), wanted.get("order")
        count, baud = wanted.get("count"), wanted.get("baud")
        self._count = count if isinstance(count, int) and 0 < count <= 1000 else COUNT
        self._red = order.index("r") if isinstance(order, str) and sorted(order) == sorted("rgb") else 0
        baud = baud if isinstance(baud, int) and baud > 0 else BAUD
        self.strip = Strip(port if isinstance(port, str) else None, self._count, baud, clock=time.monotonic)

    def picture(self, *, is_lit: bool) -> bytes:
        """Three bytes for each LED."""
        red = bytes(RED if channel == self._red else 0 for channel in range(3))
        return b"".join(red if is_lit and nth < COUNT and nth % EVERY == 0 else DARK for nth in range(self._count))
