"""Starting the box: the real one on a Pi, its twin elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from companion.config import BadConfig, Config, state_folder
from companion.daemon import setting
from companion.daemon.box import Box
from companion.daemon.live import Live, stopped_by_signals
from companion.daemon.page import Page
from companion.daemon.parts import Parts, real_parts, twin_parts
from companion.kit.rules import Rules
from companion.kit.text import text
from hardware.keys import PinsUnavailableError, open_real_pins
from hardware.pins import PinMap, WiringError, read_pins

MODEL: Final = Path("/proc/device-tree/model")


def is_pi() -> bool:
    """Whether this is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in MODEL.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def play(config: Config) -> int:
    """Run the box until it is told to stop. Raises BadConfig, Unusable, UnknownGame."""
    is_twin = not is_pi()
    rules, pins = setting.find_rules(config.game.name), pin_map()
    settled = setting.choices(config, rules, state_folder(config))
    journal = setting.open_journal(config)
    desk = setting.desk(rules, setting.house(config, settled, is_twin=is_twin), journal)
    if journal.set_aside is not None:
        _say(f"the games on this box were damaged; they are kept as {journal.set_aside}, and the box goes on anew")
        desk.say(text("Old games were damaged."), 0.0)
    page = Page(config.page.port) if is_twin else None
    parts = twin_parts(config, rules, settled, pins) if is_twin else _real(config, rules, settled)
    live = Live(config, pins, parts, lambda outputs: Box(desk, outputs, config))
    for fault in live.keys.faults:
        _say(fault.sentence)
    if page is not None and parts.twin is not None:
        page.serve(parts.twin)
    with stopped_by_signals(live.stop):
        live.run()
    if page is not None:
        page.stop()
    live.close()
    journal.shut()
    return 0


def pin_map() -> PinMap:
    """The pins of the keys. Raises BadConfig."""
    try:
        return read_pins()
    except WiringError as error:
        raise BadConfig(str(error)) from None


def _real(config: Config, rules: Rules[Any], settled: dict[str, object]) -> Parts:
    try:
        open_real_pins()
    except PinsUnavailableError as error:
        raise BadConfig(str(error)) from None
    return real_parts(config, rules, settled, config.display.bus)


def _say(sentence: str) -> None:
    print(f"companion: {sentence}.", file=sys.stderr)
