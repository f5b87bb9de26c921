"""A seat with a single switch, from the pin to the journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.config import OneSeat
from companion.daemon.demo import press, read
from companion.games.galopp_royal.events import Passed
from companion.journal.entries import decode
from companion.kit.text import Text, speak, text
from companion.kit.view import View
from companion.match.history import Step, Undo
from tests.hardware.worn_contacts import worn

from .stepped_box import RESTED_S, SteppedBox, config
from .test_keys import feel

pytestmark = pytest.mark.untraced

SCAN_S = 1.5


@pytest.fixture(params=[0.0, 0.15], ids=["steady", "shaking"])
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SteppedBox]:
    """Seat 1 has a single switch, with or without a hand that shakes."""
    seat = OneSeat(switches=1, scan_s=SCAN_S, shortest_s=request.param, again_s=2 * request.param)
    box = SteppedBox(tmp_path, replace(config(), seats={"1": seat}))
    box.box.wait(RESTED_S)
    yield box
    box.pull_the_plug()


def until(table: SteppedBox, words: str) -> None:
    """Take the offer with these words by the switch when it is on the display; a switch at rest is woken first."""
    scanner = table.box.box.table._switches._scanners[1]
    for _ in range(600):
        read(table.box)
        offer = scanner.offer
        if offer is None:
            click(table)
        elif offer.words is not None and offer.words.id == words and table.box.now >= scanner._shown_at + 0.3:
            assert on_display(table, offer.words)
            return click(table)
        table.box.wait(0.1)
    raise AssertionError(f"{words} never comes")


def on_display(table: SteppedBox, words: Text) -> bool:
    """Whether the display says that this is taken now; of a seat that waits, by name below the question."""
    view = table.box.box.table.view(table.box.now)
    said = (view.legend.green_tap if view.legend is not None else None, view.notice)
    return bool(table.screen()) and any(speak(words, str) in speak(each, str) for each in said if each is not None)


def click(table: SteppedBox) -> None:
    """A worn switch goes down and up."""
    feel(table, {"green1": worn(Random(2), [(0.0, 0.25)])}, seconds=0.4)


def test_it_joins_starts_passes_and_takes_it_back(table: SteppedBox) -> None:
    table.tap("green2", "green3")
    until(table, "in/out")
    assert table.joined() == (1, 2, 3)
    until(table, "Start")
    assert table.asked.seat == 1
    until(table, "Pass")
    assert table.asked.seat == 2
    until(table, "Undo")
    until(table, "Undo")
    assert table.asked.seat == 1
    saved = table.journal.running()
    assert saved is not None
    *_, passed, undone = (decode(entry, table.session.rules.events) for entry in saved.entries)
    assert isinstance(passed, Step)
    assert isinstance(passed.events[0], Passed)
    assert isinstance(undone, Undo)


def test_its_other_pin_does_nothing_and_others_play_as_ever(table: SteppedBox) -> None:
    until(table, "join")
    press(table.box, "red1", 0.8)
    press(table.box, "red1", 2.5)
    assert table.joined() == (1,)
    table.tap("green2", "green3")
    table.hold("green2")
    assert table.session.question is not None


def test_a_look_shows_only_on_the_display_and_not_in_the_lights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The light of ○ would say whether a page follows, and so what is on the present one."""
    box = SteppedBox(tmp_path, config("cat-royal"))
    box.start(3)
    read(box.box)
    lit: list[View] = []
    show = box.box.box._lights.show

    def spy(view: View, *others: Any) -> None:
        lit.append(view)
        show(view, *others)

    monkeypatch.setattr(box.box.box._lights, "show", spy)
    box.box.press("green1")
    box.box.wait(1.0)
    for _ in range(3):
        press(box.box, "red1", 0.1)
        box.box.wait(0.5)
    assert box.box.box.table.view(box.box.now).title == text("only {name} looks", name="Hans")
    assert lit
    assert all(view.title != text("only {name} looks", name="Hans") for view in lit)
    box.pull_the_plug()
