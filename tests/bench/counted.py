"""What `tests.bench.instructions` counts, in a process of its own: a start to its picture, or presses.

Law: the same work in each run. `--config FILE` starts the box with these settings; a number presses so many times.
"""

import os
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path

from tests.bench import inspection


def tap(taps: int) -> None:
    """So many taps in stepped time while people join; each changes the number on the display."""
    from companion.daemon.demo import TAP_S, press  # noqa: PLC0415  # a start does not load them
    from tests.companion.daemon.stepped_box import SteppedBox  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        box = SteppedBox(Path(folder))
        box.tap("green1")  # clears the screen a new box begins with
        for pair in islice(cycle(range(1, 7)), taps):
            press(box.box, f"green{pair}", TAP_S)
        box.pull_the_plug()


if __name__ == "__main__":
    if sys.argv[1].isdecimal():
        tap(int(sys.argv[1]))
    else:
        inspection.run_until_its_picture(lambda: os._exit(0))
