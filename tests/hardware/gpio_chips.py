"""GPIO chips for another process, over the real lgpio: this process is the hardware, and the kernel's clock runs on.

`gpio_chips.c`, which this compiles and preloads into the other process, answers its calls to the kernel.
"""

import mmap
import os
import shutil
import struct
import subprocess
import sys
import time
from array import array
from collections.abc import Mapping
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from termios import FIONREAD

import pytest

from hardware.pins import PinMap

ROOT = Path(__file__).parents[2]
LINES = 54
QUEUE = 16
"""How many events of a line the kernel keeps; a new one then replaces the oldest."""
EVENT = struct.Struct("=QII32x")
CHANGE = struct.Struct("=QQ")
RISING, FALLING = 1, 2


class Chips:
    """GPIO chips with these labels; keys hang on the lines of the pin map."""

    def __init__(self, folder: Path, pins: PinMap, labels: Mapping[int, str]) -> None:
        """If a label is the name of an error, opening the chip fails with this error."""
        self.folder = folder
        self._lines = pins.keys
        for number, label in labels.items():
            (folder / f"gpiochip{number}").write_text(label)
        (folder / "revision").write_bytes(struct.pack(">L", 0x902120))
        (folder / "control").write_bytes(b"\1" * LINES + bytes(2 * LINES + 3))
        with (folder / "control").open("r+b") as file:
            self._control = mmap.mmap(file.fileno(), 0)
        self._library = _compiled(folder)

    def start(self, module: str, *arguments: str) -> subprocess.Popen[str]:
        """A Python program that finds these chips, and its ends."""
        return subprocess.Popen(
            [sys.executable, "-m", module, str(self.folder), *arguments],
            cwd=ROOT,
            env=os.environ | {"LD_PRELOAD": str(self._library), "GPIO_CHIPS": str(self.folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def press(self, key: str) -> float:
        """Press the key; gives the time of the edge."""
        return self._change(self._lines[key], high=False)

    def release(self, key: str) -> float:
        """Release the key; gives the time of the edge."""
        return self._change(self._lines[key], high=True)

    def change_when_read(self, key: str, *, before: bool) -> None:
        """Let the key change just before its level is read next, or just after."""
        self._control[LINES + self._lines[key]] = 1 if before else 2

    def take(self, key: str) -> None:
        """Let another program have this key's pin."""
        self.take_line(self._lines[key])

    def take_line(self, line: int) -> None:
        """Let another program have this line."""
        self._control[2 * LINES + 1 + line] = 1

    def hold_alerts(self, held: bool) -> None:
        """Delay lgpio's own thread, which takes edges from the kernel."""
        self._control[2 * LINES] = held

    def let_it_wait_late(self, milliseconds: int) -> None:
        """Delay lgpio's own thread after it has looked for lines, before it waits for a signal."""
        self._control[3 * LINES + 1] = milliseconds

    def sleep_late(self, milliseconds: int) -> None:
        """Let every sleep of the process's main thread end this much later, as on a slow machine."""
        self._control[3 * LINES + 2] = milliseconds

    def lose(self, key: str, *, down: bool) -> None:
        """A finger goes down or lets go, and the edge is lost on its way: only the level tells."""
        self._control[self._lines[key]] = not down

    def driven(self, line: int) -> list[tuple[float, bool]]:
        """Every change of the level of a line that the process drives, with its time; at first it was low."""
        file = self.folder / f"driven{line}"
        changes = CHANGE.iter_unpack(file.read_bytes() if file.exists() else b"")
        return [(at / 1e9, bool(level)) for at, level in changes]

    def _change(self, line: int, *, high: bool) -> float:
        at = time.monotonic_ns()
        self._control[line] = high
        with suppress(FileNotFoundError):  # nobody listens
            end = os.open(self.folder / f"line{line}", os.O_RDWR | os.O_NONBLOCK)
            waiting = array("i", [0])
            ioctl(end, FIONREAD, waiting)
            if waiting[0] >= QUEUE * EVENT.size:
                os.read(end, EVENT.size)
            os.write(end, EVENT.pack(at, RISING if high else FALLING, line))
            os.close(end)
        return at / 1e9


def _compiled(folder: Path) -> Path:
    pytest.importorskip("lgpio", reason="lgpio has no wheel for this Python", exc_type=ImportError)
    if (compiler := shutil.which("cc")) is None:
        pytest.skip("no C compiler")
    library = folder / "gpio_chips.so"
    source = Path(__file__).with_suffix(".c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], check=True)
    return library
