"""The box as `companion` starts it, telling on stdout when its first picture stands, and what was loaded by then.

Law: it watches the far end and changes nothing: `python -m tests.bench.inspection` takes what `companion` takes. As
its first word, `--without-page` leaves out the twin's page, which a Pi with keys does not have. As in the package,
there is no `importlib_metadata`: gpiozero would load it, and only Dask brings it here.
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
    sys.modules["importlib_metadata"] = None  # type: ignore[assignment]
    runpy.run_module("companion", run_name="__main__")


def no_page(_port: int) -> None:
    """In place of the twin's page."""


if __name__ == "__main__":
    if sys.argv[1:2] == ["--without-page"]:
        from companion.daemon import start

        start.TwinPage = no_page  # type: ignore[assignment, attr-defined]
        del sys.argv[1]
    run_until_its_picture(
        lambda: print(
            "picture", time.monotonic(), time.process_time(), *sorted(filter(sys.modules.get, sys.modules)), flush=True
        )
    )
