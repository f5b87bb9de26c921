"""That every press is seen through to both wires, not how fast: that depends on the machine."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.daemon.live import Live
from companion.daemon.twin import Twin
from companion.kit.errors import LeftOut
from companion.kit.rules import Rules
from companion.players.mind import BotProcess, BotTask
from hardware.debounce import RELEASE_S
from tests.bench import press_latency
from tests.bench.press_latency import measure_press, measure_spoken, measure_thinking

pytestmark = pytest.mark.slow


def test_a_press_is_timed_on_the_bus_and_on_the_serial_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(press_latency, "PRESSES", 3)
    monkeypatch.setattr(press_latency, "HOLDS", 4)
    figures = {figure.name: figure for figure in measure_press()}
    for wire in ("bus", "serial line"):
        middle, high, share = (
            figures[f"a press, to the last byte on the {wire}: {what}"] for what in ("median", "p99", "our share")
        )
        assert 1000 * RELEASE_S < middle.value <= high.value
        assert share.value == pytest.approx(middle.value - 1000 * RELEASE_S)
        assert share.at_most == 2
    middle, high = (
        figures[f"a commit, through the disk, to the last byte on the bus: {what}"] for what in ("median", "p99")
    )
    assert 0 < middle.value <= high.value
    assert high.at_most == 50
    assert len(figures) == 8
    assert "not saved" not in caplog.text


def test_the_same_is_timed_beside_a_bot_that_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_latency, "PRESSES", 3)
    monkeypatch.setattr(press_latency, "HOLDS", 2)
    asked: list[BotTask] = []
    ask = BotProcess.ask

    def spy(mind: BotProcess, rules: Rules[Any], matter: BotTask) -> None:
        assert mind.answer() is not None or not asked, "it has thought"
        asked.append(matter)
        ask(mind, rules, matter)

    monkeypatch.setattr(BotProcess, "ask", spy)
    names = [figure.name for figure in measure_thinking()]
    assert len(names) == 8
    assert all("beside a bot that thinks" in name for name in names)
    assert len(asked) > 10, "again and again"


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_the_same_is_timed_while_all_is_spoken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(press_latency, "PRESSES", 3)
    monkeypatch.setattr(press_latency, "HOLDS", 2)
    spoken = tmp_path / "spoken.wav"
    adds = ("sh", "-c", 'espeak-ng --stdin -v {language} --stdout >> "$0"', str(spoken))
    monkeypatch.setattr(press_latency, "ESPEAK", adds)
    names = [figure.name for figure in measure_spoken()]
    assert len(names) == 8
    assert all("while all is spoken" in name for name in names)
    assert spoken.stat().st_size > 10_000, "the voice has spoken"


def test_a_key_that_changes_nothing_is_left_out_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_latency, "LONGEST_S", 0.1)
    monkeypatch.setattr(press_latency, "KEY", "red1")
    with pytest.raises(LeftOut, match="did not answer one within"):
        list(measure_press())


def test_a_commit_that_does_not_come_is_left_out_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_latency, "PRESSES", 2)
    monkeypatch.setattr(press_latency, "HOLD_S", 0.2)

    def begin(live: Live, twin: Twin) -> None:
        """All taps are over."""
        monkeypatch.setattr(press_latency, "LONGEST_S", 0.1)
        usual(live, twin)

    usual = press_latency.begin
    monkeypatch.setattr(press_latency, "begin", begin)
    with pytest.raises(LeftOut, match="did not make one within"):
        list(measure_press())
