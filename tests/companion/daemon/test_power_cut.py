"""The plug is pulled: the game comes back to the same question, the same screen and the same coming die."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.daemon import demo
from companion.daemon.demo import HOLD_S, press
from companion.kit.text import text
from companion.match.session import Session
from tests.companion.daemon.stepped_box import RESTED_S, SteppedBox, config
from tests.disk import Files, files, lay

pytestmark = pytest.mark.untraced

ROLLING = 33
CUTS = {3: "Bidding", 11: "Bidding", ROLLING: "Rolling", 40: "Removing", 57: None, 90: None, 140: None}
"""When the plug is pulled: after so many questions, and in this phase, if any."""


class Cut(NamedTuple):
    """The instant of a power cut."""

    session: Session[Any]
    screen: bytes
    left: Files
    """The files on the disk."""


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Cut]]:
    """Play one game as far as needed, and note what a power cut would leave at each of these instants."""
    found: dict[int, Cut] = {}
    due = deque(CUTS.items())
    table = SteppedBox(tmp_path_factory.mktemp("played"))
    game = enumerate(demo.play(table.box, 4, Random(8)))

    def at(questions: int) -> Cut:
        while questions not in found:
            count, session = next(game)
            if count >= due[0][0] and due[0][1] in (None, type(session.state.phase).__name__):
                table.box.wait(RESTED_S)
                found[due.popleft()[0]] = Cut(session, table.screen(), files(table.folder))
        return found[questions]

    yield at
    table.pull_the_plug()


@pytest.mark.parametrize(
    "questions",
    [pytest.param(each, marks=[pytest.mark.slow, pytest.mark.in_box_time] if each > 40 else []) for each in CUTS],
)
def test_the_game_comes_back_as_it_was(questions: int, cut: Callable[[int], Cut], tmp_path: Path) -> None:
    before = cut(questions)
    lay(tmp_path, before.left)
    again = SteppedBox(tmp_path)
    again.box.wait(RESTED_S)
    assert again.session.question == before.session.question
    assert again.session.state == before.session.state
    assert again.screen() == before.screen
    again.pull_the_plug()


def test_the_next_die_is_the_same(cut: Callable[[int], Cut], tmp_path: Path) -> None:
    before = cut(ROLLING)
    assert before.session.question is not None
    assert before.session.question.by_lot
    faces = []
    for folder in (tmp_path / "one", tmp_path / "other"):
        folder.mkdir()
        lay(folder, before.left)
        again = SteppedBox(folder)
        again.box.wait(RESTED_S)
        press(again.box, f"green{before.session.question.seat}", HOLD_S)
        faces.append(again.session.history.done[-1].step.events[0])
        again.pull_the_plug()
    assert faces[0] == faces[1]


def test_a_draft_is_not_a_decision(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    table.tap("green1", "green1")
    before = table.session.state
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    assert again.session.state == before
    again.pull_the_plug()


def test_what_is_half_typed_is_typed_again(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, config(cards="table"))
    table.start(3)
    table.hold("green1", "red2", "red3")
    table.box.wait(RESTED_S)
    screen = table.screen()
    table.tap("green4", "green6")
    assert table.screen() != screen
    table.pull_the_plug()
    again = SteppedBox(tmp_path, config(cards="table"))
    again.box.wait(RESTED_S)
    assert again.screen() == screen
    again.tap("green4", "green6", "green1", "green2")
    again.hold("green5")
    assert again.session.state.displays[0] == ("5", "+2/-2", "1", "2")
    again.pull_the_plug()


def test_the_language_chosen_at_the_table_survives_a_power_cut(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    table.choose(text("Language"))
    table.tap("green2")
    table.hold("green2")
    assert table.box.box.table.language == "de"
    table.box.wait(RESTED_S)
    screen = table.screen()
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    again.box.wait(RESTED_S)
    assert again.box.box.table.language == "de"
    assert again.screen() == screen
    again.pull_the_plug()


def test_undo_survives_a_power_cut(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    table.tap("green1")
    table.hold("green1")
    state = table.session.state
    table.tap("green2")
    table.hold("green2")
    press(table.box, "table", 2.3)
    assert table.session.state == state
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    assert again.session.state == state
    again.pull_the_plug()
