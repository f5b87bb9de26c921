"""A box with real keys except for the kernel's chip: lgpio, gpiozero, our keys and the loop in real time.

It can be told to block one of its threads, `main 0.3`, `notify 0.3`, `gil 0.3`, and to unplug a part or plug it in
again: `display 0`, `lights 1`. It prints what the table is told. The table does nothing else; with `plays` it plays.
"""

from __future__ import annotations

import ctypes
import json
import sys
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from companion.config import Config, GameSettings
from companion.daemon import assembly
from companion.daemon.live import InboxItem, Live
from companion.daemon.parts import Parts, parts_over
from companion.journal.journal import Journal
from companion.kit.setup import SetUp
from companion.table.controls import Press
from hardware.keys import open_real_pins
from hardware.pins import PinMap
from hardware.twin.chip import Chip, SimulatedBus
from hardware.twin.far_ends import SILENCE, FarEnds


def parts_over_chips(chips: Path) -> assembly.MakeParts:
    """Display and lights of a twin, and keys over these chips."""

    def parts(config: Config, rules: SetUp[Any], settled: Mapping[str, object], pins: PinMap) -> Parts:
        return parts_over(config, rules, settled, pins, ends_over_chips(chips, config))

    return parts


def ends_over_chips(chips: Path, config: Config) -> FarEnds:
    """The far ends of such a box."""
    chip = Chip(config.display.chip)
    return FarEnds(lambda: _open(chips), chip, SimulatedBus({config.display.address: chip}))


def main(chips: Path, *, plays: bool) -> None:
    parts = parts_over_chips(chips)
    with TemporaryDirectory() as folder:
        journal = Journal(Path(folder))
        live = Live(
            assembly.assemble(
                Config(game=GameSettings("galopp-royal"), explains=False), journal, parts, t=time.monotonic()
            )
        )
        stalls: dict[str, deque[float]] = {"main": deque(), "notify": deque()}
        _stall(live, stalls)

        def tell(press: Press, t: float) -> None:
            print(json.dumps([press.kind, press.pair, press.key, t]), flush=True)

        if not plays:
            live.box.table.press = tell  # type: ignore[method-assign]  # the table stays, and its presses are told
        keys = live.open_keys()
        print(json.dumps({"held": keys.held_at_start, "faults": [fault.sentence for fault in keys.faults]}), flush=True)
        Thread(target=_obey, args=(live, stalls)).start()
        while live.run() is not None:
            live.box.table.menu.request = None  # the box goes on, whatever the menu has requested
        live.close()
        journal.shut()


class NoHand:
    """A twin without hands: the process with the chips moves the fingers, and nobody hears the buzzer."""

    tone = SILENCE

    def press(self, key: str) -> float:
        raise AssertionError(f"key {key} is not here")

    def release(self, key: str, at: float | None = None) -> None:
        raise AssertionError(f"key {key} is not here, and not let go at {at}")


def _open(chips: Path) -> NoHand:
    open_real_pins(chips)
    return NoHand()


def _stall(live: Live, stalls: dict[str, deque[float]]) -> None:
    step = live.box.step

    def slow_step(t: float) -> None:
        while stalls["main"]:
            time.sleep(stalls["main"].popleft())
        step(t)

    class SlowInbox(SimpleQueue[InboxItem]):
        """An inbox into which a slow thread puts."""

        def put(self, edge: InboxItem, block: bool = True, timeout: float | None = None) -> None:
            while stalls["notify"]:
                time.sleep(stalls["notify"].popleft())
            super().put(edge, block, timeout)

    live.box.step = slow_step  # type: ignore[method-assign]  # the box stays the one that Live has made
    live._inbox = SlowInbox()


def _obey(live: Live, stalls: dict[str, deque[float]]) -> None:
    for line in sys.stdin:
        what, seconds = line.split()
        if what == "gil":
            ctypes.PyDLL(None).usleep(int(1e6 * float(seconds)))  # this keeps Python's global lock
        elif what in ("display", "lights"):
            _plug(live, what, is_in=seconds == "1")
        else:
            stalls[what].append(float(seconds))
    live.stop()


def _plug(live: Live, part: str, *, is_in: bool) -> None:
    twin = live._parts.twin
    assert twin is not None
    if part == "display":
        twin.chip.plugged = is_in
    elif is_in:
        twin.controller.replug()
    else:
        twin.controller.unplug()


if __name__ == "__main__":
    main(Path(sys.argv[1]), plays="plays" in sys.argv)
