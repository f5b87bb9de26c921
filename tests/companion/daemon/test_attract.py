"""A box that nobody has touched for long shows games of bots, and any key ends them and does nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.config import Config
from companion.daemon.attract import LOOK_S, PRESS, Attract
from companion.games import GAMES
from companion.kit.rules import Rules
from tests.companion.daemon.stepped_box import SteppedBox, config

AFTER_S = 30.0
DIM_S, OFF_S = 10.0, 40.0


def free(folder: Path, name: str, after_s: float = AFTER_S) -> SteppedBox:
    settings: Config = config(name)
    display = msgspec.structs.replace(settings.display, attract_after_s=after_s, dim_after_s=DIM_S, off_after_s=OFF_S)
    return SteppedBox(folder, msgspec.structs.replace(settings, display=display))


@pytest.mark.parametrize("name", [rules.name for rules in GAMES])
def test_it_shows_a_game_until_a_key_which_does_nothing_else(tmp_path: Path, name: str) -> None:
    box = free(tmp_path, name)
    box.box.wait(1.0)
    idle, still = box.box.box.idle, box.box.twin.colours()
    box.box.wait(AFTER_S - 2.0)
    assert idle.light(box.box.now) == "dim"
    pictures, lights = set(), set()
    for _ in range(60):
        box.box.wait(LOOK_S)
        pictures.add(box.box.twin.memory())
        lights.add(box.box.twin.colours())
    assert idle.light(box.box.now) == "lit"
    assert min(len(pictures), len(lights)) > 20
    box.tap("green1")
    box.box.wait(1.0)
    assert box.box.twin.colours() == still
    assert (box.joined(), box.journal.running()) == ((), None)
    box.tap("green1")
    assert box.joined() == (1,)
    box.pull_the_plug()


def test_it_is_off_and_never_covers_a_game(tmp_path: Path) -> None:
    off = free(tmp_path / "off", GAMES[0].name, 0.0)
    off.box.wait(2 * OFF_S)
    assert off.box.box.idle.light(off.box.now) == "dark"
    off.pull_the_plug()
    box = free(tmp_path / "on", GAMES[0].name)
    box.start(3)
    box.box.wait(2 * AFTER_S)
    assert not box.box.box.idle.attracts(box.box.now)
    box.pull_the_plug()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_each_picture_says_how_to_begin_and_no_key_has_a_meaning(rules: Rules[Any]) -> None:
    attract = Attract(rules, Random(3))
    shown = [attract.view(t * LOOK_S) for t in range(400)]
    assert {(view.notice, view.legend, view.keys) for view in shown} == {(PRESS, None, ())}
