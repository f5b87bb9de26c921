"""The card: how much an evening writes to it, and that nothing is written while nobody plays."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.kit.errors import LeftOut
from tests.bench.card_wear import NOBODY_S, card, measure_wear
from tests.companion.daemon.stepped_box import SteppedBox, config


@pytest.mark.slow
@pytest.mark.in_box_time
def test_an_evening_writes_little_and_nothing_while_nobody_plays() -> None:
    try:
        figures = list(measure_wear())
    except LeftOut as why:
        pytest.skip(str(why))
    assert [figure.name for figure in figures] == [
        f"the card, an evening of {game}: {what}"
        for game in ("galopp-royal", "cat-royal")
        for what in ("written", "written while nobody plays")
    ]
    assert all(figure.is_held for figure in figures), figures
    assert all(figure.value > 1 for figure in figures[::2]), "it is written indeed"


def state(folder: Path) -> dict[str, tuple[int, bytes]]:
    """When each file of the journal was last written, and what it holds."""
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("questions", [0, 12], ids=["while people may join", "within a game"])
def test_in_an_hour_in_which_nobody_plays_no_file_is_touched(questions: int, tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, config())
    if questions:
        table.play(3, Random(5), questions)
    table.box.wait(1.0)
    before = state(tmp_path)
    table.box.wait(NOBODY_S)
    assert state(tmp_path) == before
    assert sum(len(content) for _, content in before.values()) > 0
    table.pull_the_plug()


def test_only_root_can_look_at_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(LeftOut, match="only root has loop devices"), card(tmp_path):
        pytest.fail("there is no card")


def test_where_there_is_no_loop_device_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LeftOut, match="there is no loop device with ext4 here"), card(tmp_path):
        pytest.fail("there is no card")
