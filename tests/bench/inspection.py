"""The box as `companion` starts it, telling on stdout when its first picture stands, and what was loaded by then.

Law: it watches the far end and changes nothing: `python -m tests.bench.inspection` takes what `companion` takes.
"""

import runpy
import sys
import time
from collections.abc import Sequence

from hardware.twin.chip import Chip

_write = Chip.write


def _watched(chip: Chip, control: int, data: Sequence[int]) -> None:
    _write(chip, control, data)
    if chip.on and chip.picture().getbbox():  # the panel is lit, and something stands on it
        Chip.write = _write  # type: ignore[method-assign]
        print("picture", time.monotonic(), time.process_time(), *sorted(sys.modules), flush=True)


if __name__ == "__main__":
    Chip.write = _watched  # type: ignore[method-assign, assignment]
    runpy.run_module("companion", run_name="__main__")
