"""The box as `companion` starts it, telling on stdout when its first picture stands, and what was loaded by then.

Law: it watches the far end and changes nothing: `python -m tests.bench.inspection` takes what `companion` takes.
"""

import runpy
import sys
import time
from collections.abc import Callable, Sequence

from hardware.twin.chip import Chip


def run_until_its_picture(then: Callable[[], None]) -> None:
    """Run `companion` with this process's arguments, and call `then` as soon as its first picture stands."""
    write = Chip.write

    def watched(chip: Chip, control: int, data: Sequence[int]) -> None:
        write(chip, control, data)
        if chip.on and chip.picture().getbbox():  # the panel is lit, and something stands on it
            Chip.write = write  # type: ignore[method-assign]
            then()

    Chip.write = watched  # type: ignore[method-assign, assignment]
    runpy.run_module("companion", run_name="__main__")


if __name__ == "__main__":
    run_until_its_picture(
        lambda: print("picture", time.monotonic(), time.process_time(), *sorted(sys.modules), flush=True)
    )
