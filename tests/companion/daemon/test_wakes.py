"""Who asks to be woken while nobody does anything, counted in the box's own time: only who has something to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.daemon import demo
from companion.faces.sound import PlayedNotes
from companion.faces.strip import PULSE
from companion.kit.text import text
from tests.companion.daemon.stepped_box import RESTED_S, SteppedBox

LOOKED_ON_S = 10.0
CHECKS = 10
"""A display is asked once a second whether it is there, and still lights are sent once a second."""


class Sleepers:
    """The loop of the box and the threads of its parts."""

    def __init__(self, table: SteppedBox) -> None:
        stepped = table.box
        self._asks: dict[str, Callable[[], float]] = {
            "box": lambda: stepped.box.next_deadline(stepped.now),
            "display": stepped.parts.oled.next_deadline,
            "lights": stepped._lights.next_deadline,
            "sound": stepped.parts.buzzer.next_deadline,
        }
        self._stepped = stepped
        self._controller = stepped.twin.controller

    def woken(self) -> Counter[str]:
        """How often each was woken in `LOOKED_ON_S`, and how many frames went to the strip."""
        stepped, woken, frames = self._stepped, Counter[str](), self._controller.frames
        end = stepped.now + LOOKED_ON_S
        while True:
            asked = {name: ask() for name, ask in self._asks.items()}
            if (first := min(asked.values())) > end:
                break
            woken.update(name for name, due in asked.items() if due <= first)
            stepped.wait(max(first - stepped.now, 0.001))
        stepped.wait(end - stepped.now)
        woken["frames"] = self._controller.frames - frames
        return woken


def test_while_people_join_nobody_wakes_but_who_checks_a_part(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.tap("green1", "green2")
    table.box.wait(RESTED_S)
    woken = Sleepers(table).woken()
    assert woken["box"] <= 1
    assert woken["display"] <= CHECKS
    assert woken["lights"] <= CHECKS
    assert woken["frames"] <= CHECKS
    assert woken["sound"] == 0
    table.pull_the_plug()


@pytest.mark.untraced
def test_a_sandglass_wakes_nobody_but_for_its_one_tone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def woken(folder: Path, *taps: str) -> tuple[Counter[str], int]:
        table, melodies = SteppedBox(folder), list[PlayedNotes]()
        table.play(3, Random(5), questions=12)
        table.choose(text("Sandglass"))
        table.tap(*taps)
        table.hold("green2")
        table.box.wait(RESTED_S)
        monkeypatch.setattr(table.box.parts.buzzer, "show", melodies.append)
        counted = sum((Sleepers(table).woken() for _ in range(7)), Counter[str]())
        table.pull_the_plug()
        return counted, len(melodies)

    (without, calls), (with_it, tones) = woken(tmp_path / "off"), woken(tmp_path / "on", "green2")
    assert tones == calls + 1
    assert with_it["box"] <= without["box"] + 1
    for part in ("display", "lights", "frames"):
        assert with_it[part] <= without[part] + 1, part


@pytest.mark.untraced
def test_while_a_player_is_awaited_only_the_lights_wake_and_every_frame_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SteppedBox(tmp_path)
    table.play(3, Random(5), questions=12)
    table.box.wait(RESTED_S)
    shown: list[bytes] = []
    strip, show = table.box.parts.strip, table.box.parts.strip.show

    def spy(colours: bytes) -> None:
        shown.append(colours)
        show(colours)

    monkeypatch.setattr(strip, "show", spy)
    woken = Sleepers(table).woken()
    assert woken["box"] <= 3, "now and then a hint"
    assert woken["display"] <= CHECKS + 3
    assert woken["lights"] <= LOOKED_ON_S / PULSE + CHECKS
    assert len(shown) <= LOOKED_ON_S / PULSE + 3
    assert len(set(shown)) > 3
    assert sum(one != other for one, other in pairwise(shown)) > 0.9 * len(shown)
    assert woken["sound"] == 0
    table.pull_the_plug()


@pytest.mark.untraced
def test_a_dark_box_only_checks_its_parts_whoever_is_awaited(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.play(3, Random(5), questions=12)
    table.box.wait(table.settings.display.off_after_s + RESTED_S)
    woken = Sleepers(table).woken()
    assert woken["box"] <= 1
    assert max(woken["display"], woken["lights"], woken["frames"]) <= CHECKS
    assert woken["sound"] == 0
    table.pull_the_plug()


@pytest.mark.slow
@pytest.mark.in_box_time
def test_after_a_game_lights_wake_for_their_rhythms_alone(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    for session in demo.play(table.box, 3, Random(3)):
        if session.question is None:
            break
    table.box.wait(RESTED_S)
    table.tap("red1")
    table.box.wait(RESTED_S)
    woken = Sleepers(table).woken()
    assert woken["box"] <= 3
    assert woken["lights"] <= 4 * LOOKED_ON_S + CHECKS, "at most one in a beat of a quarter second"
    assert woken["sound"] == 0
    table.pull_the_plug()


def test_without_lights_none_are_drawn(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.box.twin.controller.unplug()
    table.play(3, Random(5), questions=3)
    table.box.wait(RESTED_S)
    woken = Sleepers(table).woken()
    assert woken["lights"] <= 2 * LOOKED_ON_S, "a missing strip is looked for twice a second"
    table.box.twin.controller.replug()
    table.box.wait(RESTED_S)
    assert table.lights_are_right()
    table.pull_the_plug()
