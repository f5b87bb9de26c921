"""A hand that shakes at real keys: what it does not mean shows nowhere, and what it means it can say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.config import OneSeat
from companion.daemon.demo import press, read
from companion.games.galopp_royal.events import Bid
from companion.journal.entries import decode
from companion.kit.text import text
from companion.match.history import Step
from tests.hardware.worn_contacts import Raw, worn

from .stepped_box import RESTED_S, SteppedBox, config
from .test_keys import feel, presses

pytestmark = pytest.mark.untraced

SHAKING = OneSeat(shortest_s=0.1, again_s=0.3)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SteppedBox]:
    """The hand at seat 1 shakes; nothing is shown but the question."""
    box = SteppedBox(tmp_path, replace(config(), seats={"1": SHAKING}))
    box.box.wait(RESTED_S)
    yield box
    box.pull_the_plug()


def shaken(*downs: tuple[float, float]) -> list[Raw]:
    """A worn contact under such a hand."""
    return worn(Random(1), downs)


def test_a_touch_shows_nowhere(table: SteppedBox, monkeypatch: pytest.MonkeyPatch) -> None:
    table.box.box._strip.show = lambda _: pytest.fail("a light")  # type: ignore[method-assign]
    told, screen = presses(table, monkeypatch), table.screen()
    feel(table, {"green1": shaken((0.0, 0.06), (0.2, 0.26), (0.4, 0.46)), "red1": [(0.9, True), (0.95, False)]})
    assert told == []
    assert table.joined() == ()
    assert table.screen() == screen


def test_a_touch_skips_no_news(table: SteppedBox) -> None:
    table.tap("green2", "green3")
    press(table.box, "green1", 0.2)
    table.box.wait(0.5)
    press(table.box, "green1", 0.9)
    table.box.wait(0.4)
    assert table.box.box.table.showing.is_telling
    news = table.screen()
    feel(table, {"green1": [(0.0, True), (0.06, False)]}, seconds=0.3)
    assert table.screen() == news
    feel(table, {"green1": [(0.0, True), (0.15, False)]}, seconds=0.2)
    assert table.screen() != news


def test_a_tap_that_is_repeated_is_one_and_others_tap_as_quickly_as_ever(table: SteppedBox) -> None:
    taps = [(0.0, 0.12), (0.25, 0.37), (0.5, 0.62)]
    feel(table, {"green1": shaken(*taps), "green2": shaken(*taps), "green3": shaken(*taps[:2])}, seconds=1.0)
    assert table.joined() == (1, 2)


def test_a_hand_that_shakes_bids_and_a_hold_that_flickers_counts(table: SteppedBox) -> None:
    table.tap("green2", "green3")
    press(table.box, "green1", 0.2)
    table.box.wait(0.5)
    feel(table, {"green1": shaken((0.0, 0.2), (0.3, 0.5), (0.6, 1.0))}, seconds=1.0)
    assert table.box.box.table.session is not None
    read(table.box)
    feel(table, {"green1": shaken((0.0, 0.15), (1.0, 1.15), (2.0, 2.15), (2.2, 2.24))}, seconds=1.0)
    feel(table, {"green1": shaken((0.0, 0.03), (0.1, 0.4), (0.55, 1.1))}, seconds=1.0)
    saved = table.journal.running()
    assert saved is not None
    last = decode(saved.entries[-1], table.session.rules.events)
    assert isinstance(last, Step)
    assert last.events[0] == Bid(1, 3)


def test_there_is_always_room_for_a_tap(tmp_path: Path) -> None:
    settings = replace(config(), seats={"1": OneSeat(shortest_s=0.5, hold_s=0.4)})
    box = SteppedBox(tmp_path, settings)
    box.box.wait(RESTED_S)
    assert box.box.box.table.hold_s(1) == 1.5
    press(box.box, "green1", 0.6)
    box.box.wait(0.1)
    assert box.joined() == (1,)
    box.choose(text("Hold time"))
    box.hold("green2")
    assert box.box.box.table.view(box.box.now).position == (1, 2), "1.5 s or 2 s"
    box.pull_the_plug()


def test_a_single_switch_is_steadied_too(tmp_path: Path) -> None:
    box = SteppedBox(tmp_path, replace(config(), seats={"1": replace(SHAKING, switches=1, scan_s=1.0)}))
    box.box.wait(RESTED_S)
    scanner = box.box.box.table._switches._scanners[1]
    feel(box, {"green1": shaken((0.0, 0.06), (0.2, 0.26))})
    assert not scanner.is_awake
    feel(box, {"green1": shaken((0.0, 0.2), (0.3, 0.5), (0.6, 0.7))}, seconds=0.2)
    assert scanner.is_awake
    assert box.joined() == (), "the second and third press are one with that which woke it"
    box.pull_the_plug()
