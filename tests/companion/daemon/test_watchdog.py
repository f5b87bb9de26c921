"""When the box must be restarted: if only a restart can mend it, it stops telling systemd that it is alive."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.config import Config, GameSettings
from companion.daemon import assembly
from companion.daemon.live import QUIET_S, Live
from companion.daemon.parts import twin_parts
from companion.daemon.systemd import keep_playing, playing
from companion.journal.journal import Journal
from hardware.edge import Edge
from tests.companion.daemon.test_systemd import Ear


class Thread:
    """A worker whose thread and part are as the test says."""

    def __init__(self, _part: object, name: str) -> None:
        self.name = name
        self.lives = True
        self.hangs = False

    @property
    def fault(self) -> str | None:
        return f"{self.name}: no answer" if self.hangs else None

    def show(self, frame: object) -> None:
        """Nobody looks."""

    def flush(self, _longest_s: float) -> None:
        """It is there at once."""

    def close(self, close: object = None) -> None:
        """Nothing is open."""


class Watched(msgspec.Struct):
    """A live box whose workers the test controls, and systemd's end of the socket."""

    live: Live
    ear: Ear
    display: Thread
    lights: Thread
    t: float = 0.0

    def beats(self, seconds: float) -> list[str]:
        """What systemd gets when the loop runs once, so many seconds later."""
        self.ear.heard()
        self.t += seconds
        self.live._report(self.t)
        return self.ear.heard()


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    monkeypatch.setattr("companion.daemon.live.Worker", Thread)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    journal = Journal(tmp_path)
    with closing(Ear(str(tmp_path / "notify"))) as ear:
        live = Live(assembly.assemble(Config(game=GameSettings("galopp-royal"), explains=False), journal, twin_parts))
        live.open_keys()
        assert ear.heard() == ["READY=1"], "once the keys are open"
        display, lights = live._screen, live._strip
        assert isinstance(display, Thread)
        assert isinstance(lights, Thread)
        yield Watched(live, ear, display, lights, live.box.idle.touched_at)
        live.close()
    journal.shut()


def touch(box: Watched) -> None:
    """Somebody presses a key."""
    for pressed, t in ((True, box.t - 0.2), (False, box.t - 0.1)):
        box.live.box.feed(Edge("green1", pressed, t))
        box.live.box.step(t + 0.05)


def test_a_box_that_is_well_says_so_whatever_its_parts_say(box: Watched) -> None:
    assert box.beats(0.0) == ["STATUS=people join", "WATCHDOG=1"]
    assert box.beats(15.0) == ["WATCHDOG=1"]
    assert box.beats(QUIET_S) == ["WATCHDOG=1"], "however long nobody plays"


@pytest.mark.parametrize("name", ["display", "lights"])
def test_a_thread_that_has_ended_calls_for_a_new_start(name: str, box: Watched) -> None:
    getattr(box, name).lives = False
    touch(box)
    assert "WATCHDOG=1" not in box.beats(15.0)


def test_keys_that_nobody_listens_to_call_for_a_new_start(box: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.keys.edges_arrive", lambda: False)
    assert "WATCHDOG=1" not in box.beats(15.0)


def test_a_silence_that_is_not_the_game_s_sets_no_game_aside(
    box: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    keep_playing("otters")
    box.beats(15.0)
    assert playing() == "otters"
    box.display.lives = False
    box.beats(15.0)
    assert playing() == ""


def test_a_life_that_ends_in_order_sets_no_game_aside(
    box: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    keep_playing("otters")
    box.live.close()
    assert playing() == ""


@pytest.mark.parametrize("name", ["display", "lights"])
def test_a_part_that_hangs_costs_no_game(name: str, box: Watched) -> None:
    getattr(box, name).hangs = True
    for _ in range(100):
        touch(box)
        assert "WATCHDOG=1" in box.beats(60.0), "people play on"
    touch(box)
    assert box.live.is_well(box.t + QUIET_S - 1.0)
    assert not box.live.is_well(box.t + QUIET_S + 1.0), "nobody plays: a new start may mend it"
    getattr(box, name).hangs = False
    assert box.live.is_well(box.t + QUIET_S + 1.0)


def test_systemd_is_told_what_is_wrong(box: Watched) -> None:
    box.lights.hangs = True
    assert box.beats(0.0)[0] == "STATUS=people join; lights: no answer"
