"""`companion doctor` as an owner types it."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.doctor import NOT_WELL
from companion.kit.errors import WrongUse
from companion.workshop.doctor import machine
from companion.workshop.doctor.examine import examine
from hardware.twin.controller import Controller
from tests.companion.workshop.doctor.made_up_pi import SETTINGS, UP, Failing, MadeUpPi

Doctor = Callable[..., int]


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MadeUpPi:
    controller = Controller(35)
    pi = MadeUpPi(tmp_path / "pi", controller)
    controller.close()
    pi.unplug()
    pi.unit = dict(UP)
    monkeypatch.setenv("COMPANION_CONFIG", str(pi.path(SETTINGS)))
    monkeypatch.setattr(machine, "Machine", pi.machine)
    return pi


@pytest.mark.usefixtures("pi")
def test_a_healthy_box_is_exit_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("good  Pi            Raspberry Pi 5 Model B Rev 1.0\n")
    assert told.out.endswith("\nNothing is to be mended.\n")
    assert told.err == ""


def test_what_the_box_needs_and_is_bad_is_exit_1(pi: MadeUpPi, capsys: pytest.CaptureFixture[str]) -> None:
    pi.free = 1_000_000
    assert main(["doctor"]) == NOT_WELL
    assert "$ sudo apt clean && sudo journalctl --vacuum-size=50M\n" in capsys.readouterr().out


def test_wrong_settings_are_a_line_and_no_end(pi: MadeUpPi, capsys: pytest.CaptureFixture[str]) -> None:
    pi.write(SETTINGS, "languages = 1\n")
    assert main(["doctor", "--json"]) == NOT_WELL
    told = json.loads(capsys.readouterr().out)
    (wrong,) = [check for check in told["checks"] if check["state"] == "bad"]
    assert wrong["said"].startswith(f"{SETTINGS}: languages: expected one of language, state_folder")
    assert wrong["mend"] == f"sudo nano {SETTINGS}"


@pytest.mark.usefixtures("pi")
def test_json_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["is_well"] is True
    assert {"name", "state", "said", "mend"} <= set(told["checks"][0])


@pytest.mark.usefixtures("pi")
@pytest.mark.parametrize(("term", "has_colour"), [("xterm", True), ("dumb", False), (None, False)])
def test_a_terminal_that_knows_no_colour_is_given_none(
    term: str | None, has_colour: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", term or "")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if term is None:
        monkeypatch.delenv("TERM")
    assert main(["doctor"]) == 0
    assert ("\x1b" in capsys.readouterr().out) is has_colour


@pytest.mark.usefixtures("pi")
def test_it_knows_how_wide_the_terminal_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("importlib.metadata.version", lambda _: "0.2.0.dev596+g0a1b2c3d")  # a changed tree's is longer
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("good  Pi\n    Raspberry Pi 5 Model B Rev 1.0\n")
    assert max(map(len, told.splitlines())) <= 40


@pytest.mark.usefixtures("pi")
def test_a_bundle_is_written_beside_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "box.zip"
    assert main(["doctor", "--bundle", str(file)]) == 0
    told = capsys.readouterr()
    assert "Nothing is to be mended." in told.out
    assert told.err == f"companion: {file} holds all of it, and nothing secret.\n"
    with zipfile.ZipFile(file) as packed:
        assert packed.read("companion-support/doctor.txt").decode() == told.out


@pytest.mark.usefixtures("pi")
@pytest.mark.parametrize("words", [["--bundle", "box.rar"], ["--bundle"], ["--yaml"], ["display"]])
def test_wrong_use_is_one_sentence_and_exit_2(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(["doctor", *words]) == WrongUse.code
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


@pytest.mark.slow
def test_whatever_hangs_it_takes_less_than_ten_seconds(tmp_path: Path) -> None:
    controller = Controller(35)  # which nobody runs
    pi = MadeUpPi(tmp_path, controller)
    pi.answer_s = 2.5

    class Hanging(Failing):
        def read_byte_data(self, _address: int, _register: int, /) -> int:
            time.sleep(60)
            raise OSError(errno.EIO, "late")

    pi.bus = Hanging(errno.EIO)
    for program in ("systemctl", "timedatectl", "vcgencmd"):
        pi.program(program, "/bin/sleep 60 & /bin/sleep 60")
    pi.program("python", "/bin/sleep 60", "/opt/companion/bin")
    began = time.monotonic()
    lines = examine(pi.machine())
    assert time.monotonic() - began < 9.5
    told = {line.name: line.finding.state for line in lines}
    assert told["display"] == told["lights"] == told["Python"] == "bad"
    assert told["I2C"] == told["GPIO chip"] == "good"
    controller.close()


@pytest.mark.slow
def test_the_real_program_answers_on_this_machine(tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path), "COMPANION_CONFIG": str(tmp_path / "companion.toml")}
    (tmp_path / "companion.toml").touch()
    began = time.monotonic()
    ran = subprocess.run(
        [sys.executable, "-m", "companion", "doctor", "--bundle", str(tmp_path / "box.tar.gz")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert time.monotonic() - began < 20
    assert ran.returncode == 0, ran.stdout
    assert "This is no Raspberry Pi" in ran.stdout
    assert "\x1b" not in ran.stdout
    assert (tmp_path / "box.tar.gz").stat().st_size > 500
