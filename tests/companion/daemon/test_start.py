"""Starting on a Pi: without display and lights it says so in one line each, and runs until it is told to stop."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
from pathlib import Path
from threading import Timer

import msgspec
import pytest

from companion.config import Config
from companion.daemon import start
from companion.daemon.setting import BOARD
from companion.table.outside import KeepBoard, ShutDown, Wish
from hardware.pins import read_pins
from tests.hardware.over_fake_rpi import fake_rpi_pins


@pytest.mark.slow
def test_a_pi_without_display_and_lights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(start, "is_pi", lambda: True)
    monkeypatch.setattr("hardware.keys.open_real_pins", lambda: None)  # fake-rpi is below gpiozero already
    monkeypatch.setattr("hardware.strip.BY_ID", tmp_path / "no-serial-ports")
    config = msgspec.structs.replace(Config(), state_folder=str(tmp_path))
    with fake_rpi_pins(read_pins()) as fingers:
        fingers.press("green2")
        Timer(2.5, os.kill, (os.getpid(), signal.SIGTERM)).start()
        assert start.play(config) == 0
    said = [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.WARNING]
    assert sum(line.startswith("display: ") for line in said) == 1
    assert sum(line.startswith("lights: ") for line in said) == 1
    assert len(said) == 2


@pytest.mark.parametrize("is_pi", [True, False])
def test_a_board_is_kept_and_the_box_starts_anew_until_it_is_shut_down(
    is_pi: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lives: list[Wish] = [KeepBoard("confirmed = true\n"), ShutDown()]
    called: list[tuple[str, ...]] = []
    monkeypatch.setattr(start, "is_pi", lambda: is_pi)
    monkeypatch.setattr(start, "_run", lambda _config: lives.pop(0))

    def run(command: tuple[str, ...], **_: object) -> subprocess.CompletedProcess[str]:
        called.append(command)
        return subprocess.CompletedProcess(command, returncode=1)

    monkeypatch.setattr(subprocess, "run", run)
    assert start.play(msgspec.structs.replace(Config(), state_folder=str(tmp_path))) == 0
    assert (tmp_path / BOARD).read_text(encoding="utf-8") == "confirmed = true\n"
    assert list(tmp_path.iterdir()) == [tmp_path / BOARD], "nothing half-written is left"
    assert called == [start.POWER_OFF] * is_pi
    assert ("could not be switched off" in capsys.readouterr().err) == is_pi
