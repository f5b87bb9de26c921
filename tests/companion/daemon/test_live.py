"""The loop by the clock."""

from __future__ import annotations

from pathlib import Path

from companion.config import Config
from companion.daemon import setting
from companion.daemon.box import Box
from companion.daemon.live import Live
from companion.daemon.parts import twin_parts
from companion.journal.journal import Journal
from hardware.pins import read_pins


def live_twin(folder: Path) -> tuple[Live, Journal]:
    """A twin that runs by the clock, with its journal in a folder."""
    config, pins = Config(), read_pins()
    rules = setting.find_rules(None)
    settled = setting.choices(config, rules, folder)
    journal = Journal(folder)
    desk = setting.desk(rules, setting.house(config, settled, None, is_twin=True), journal)
    parts = twin_parts(config, rules, settled, pins)
    return Live(config, pins, parts, lambda outputs: Box(desk, outputs, config)), journal


def test_all_edges_that_wait_cost_one_look_at_the_table(tmp_path: Path) -> None:
    live, journal = live_twin(tmp_path)
    twin = live._parts.twin
    assert twin is not None
    for _ in range(1000):  # a noisy line, for half a second
        twin.press("red4")
        twin.release("red4")
    live.stop()
    looks, step = [], live.box.step
    live.box.step = lambda t: (looks.append(t), step(t))[1]  # type: ignore[method-assign,func-returns-value]
    fed, feed = [], live.box.feed
    live.box.feed = lambda edge: (fed.append(edge), feed(edge))[1]  # type: ignore[method-assign,func-returns-value]
    assert live.run() is None
    assert len(fed) == 2000
    assert len(looks) <= 1
    live.close()
    journal.shut()
