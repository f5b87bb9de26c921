"""The box opened on the bench: alone, over the twin's far ends; the result is written at the end or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import cli
from companion.config import Config, TwinSettings
from companion.daemon import wired
from companion.daemon.wired import FILE, Wired, WiredDisplay, WiredLights
from companion.journal.journal import Journal
from companion.kit.errors import AtWork, BadConfig, WrongUse
from companion.table.ports import BoxPart, LearnWiring, Request, TryPart
from companion.workshop import opened
from companion.workshop.job import Job
from companion.workshop.learning import Learning
from companion.workshop.ports import ports
from companion.workshop.running import Running, run
from hardware.pins import read_pins
from tests.ports import free_port


def config(folder: Path) -> Config:
    return msgspec.structs.replace(Config(), state_folder=str(folder), page=TwinSettings(free_port()))


def instead(does: Callable[[Job, float], object], monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """Replace the job by one in which somebody does this at once."""
    jobs: list[Job] = []

    def run(job: Job, running: Running, _inbox: object) -> bool:
        jobs.append(job)
        running.tell = lambda _sentence: None
        now = time.monotonic()
        running.step(now)
        does(job, now)
        running.step(now)
        return True

    monkeypatch.setattr(opened, "run", run)
    monkeypatch.setattr(opened, "is_pi", lambda: False)
    return jobs


def find(found: Wired) -> Callable[[Job, float], None]:
    def does(job: Job, _t: float) -> None:
        assert isinstance(job, Learning)
        job.found = found

    return does


def quit_at_once(job: Job, t: float) -> None:
    job.answer("quit", t)


def test_what_is_found_is_written_beside_what_had_been_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Wired(display=WiredDisplay("sh1106", 0x3D), lights=WiredLights("/dev/x", 40, "rgb"))
    wired.keep_wired(tmp_path, before)
    found = Wired(read_pins(), lights=WiredLights("/dev/y", 50, "grb"))
    instead(find(found), monkeypatch)
    assert opened.learn(config(tmp_path), "en")
    assert wired.read(tmp_path) == Wired(read_pins(), before.display, found.lights)


def test_leaving_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    instead(quit_at_once, monkeypatch)
    assert opened.learn(config(tmp_path), "de")
    assert list(tmp_path.iterdir()) == []
    assert capsys.readouterr().out.endswith("Nothing is changed.\n")


def test_a_file_that_cannot_be_read_keeps_nobody_from_finding_it_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE).write_text("[pins", encoding="utf-8")
    instead(find(Wired(read_pins())), monkeypatch)
    opened.learn(config(tmp_path), "en")
    assert wired.read(tmp_path) == Wired(read_pins())


@pytest.mark.parametrize("part", ["keys", "display", "lights", "sound"])
def test_each_part_is_tried_over_the_twin_as_it_is_wired(
    part: BoxPart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wired.keep_wired(tmp_path, Wired(display=WiredDisplay("sh1106", 0x3D), lights=WiredLights("/dev/x", 50, "grb")))
    jobs = instead(quit_at_once, monkeypatch)
    assert opened.do(config(tmp_path), TryPart(part, "fr"))
    (job,) = jobs
    assert job.display == WiredDisplay("sh1106", 0x3D)
    assert job.count == 50
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("is_pi", [True, False])
def test_the_box_is_stopped_first(is_pi: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "is_pi", lambda: is_pi)
    journal = Journal(tmp_path)
    for errand in (TryPart("keys", "en"), LearnWiring("en")):
        with pytest.raises(AtWork, match="stop it first: ") as raised:
            opened.do(config(tmp_path), errand)
        assert ("sudo systemctl stop companion" in str(raised.value)) == is_pi
    journal.shut()


def test_the_box_does_not_start_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Journal(tmp_path).shut()

    def start(_job: Job, _t: float) -> None:
        with pytest.raises(Exception, match="another companion is at work"):
            Journal(tmp_path)

    assert instead(start, monkeypatch) == []
    opened.try_part(config(tmp_path), "keys", "en")


@pytest.fixture
def sealed(tmp_path: Path) -> Iterator[Path]:
    """A folder that nobody can write into, not even root: its file system is read-only."""
    if os.geteuid() != 0:
        tmp_path.chmod(0o500)
        yield tmp_path
    elif (
        subprocess.run(["/usr/bin/mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(tmp_path)], check=False).returncode
        == 0
    ):
        yield tmp_path
        subprocess.run(["/usr/bin/umount", str(tmp_path)], check=True)
    else:
        pytest.xfail("root may write anywhere, and this machine may mount nothing")


def test_a_user_who_may_not_write_is_told_before_the_first_question(sealed: Path) -> None:
    with pytest.raises(BadConfig, match="run: sudo companion learn"):
        opened.learn(config(sealed), "en")


def test_a_device_has_one_name_its_own(tmp_path: Path) -> None:
    for device in ("ttyUSB0", "ttyUSB1", "ttyACM0"):
        (tmp_path / device).touch()
    for kind, name, device in (
        ("by-path", "usb-0:1", "ttyUSB0"),
        ("by-path", "usbv2-0:1", "ttyUSB0"),
        ("by-path", "usb-0:2", "ttyUSB1"),
        ("by-path", "usb-0:3", "ttyACM0"),
        ("by-id", "usb-1a86", "ttyUSB1"),
        ("by-id", "usb-esp", "ttyACM0"),
    ):
        (tmp_path / kind).mkdir(exist_ok=True)
        (tmp_path / kind / name).symlink_to(f"../{device}")
    named = [Path(port).relative_to(tmp_path).as_posix() for port in ports(tmp_path)]
    assert named == ["by-id/usb-1a86", "by-id/usb-esp", "by-path/usbv2-0:1"]
    assert ports(tmp_path / "nowhere") == ()


# --- from the command line and from the table ------------------------------------------------------------------------


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "companion.toml"
    state = tmp_path / "state"
    path.write_text(f'state_folder = "{state}"\n[page]\nport = {config(state).page.port}\n', encoding="utf-8")
    monkeypatch.setenv("COMPANION_CONFIG", str(path))
    return path


@pytest.mark.usefixtures("settings")
def test_the_commands_say_in_one_sentence_that_the_box_is_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(opened, "is_pi", lambda: True)
    journal = Journal(tmp_path / "state")
    for words in (("test", "keys"), ("learn",)):
        assert cli.main(words) == WrongUse.code
        assert capsys.readouterr().err == (
            "companion: the box is at work, and has its parts; stop it first: sudo systemctl stop companion.\n"
        )
    journal.shut()


def test_an_unknown_part_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["test", "doorbell"]) == WrongUse.code
    assert "invalid choice: 'doorbell'" in capsys.readouterr().err


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("goes_on", [True, False])
def test_what_the_table_asks_for_is_done_between_two_lives(goes_on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    requests = [LearnWiring("nl"), TryPart("keys", "nl"), None]
    done: list[Request] = []
    monkeypatch.setattr("companion.daemon.start.play", lambda _config, _file: requests.pop(0))

    def do(_config: Config, errand: Request) -> bool:
        done.append(errand)
        return goes_on

    monkeypatch.setattr(opened, "do", do)
    assert cli.main([]) == 0
    assert done == ([LearnWiring("nl"), TryPart("keys", "nl")] if goes_on else [LearnWiring("nl")])


# --- by the clock ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_lights_are_tried_by_the_clock_until_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def until_green(job: Job, running: Running, inbox: Any) -> bool:
        tell = running.tell

        def told(sentence: str) -> None:
            tell(sentence)
            if "green" in sentence:
                os.kill(os.getpid(), signal.SIGINT)

        running.tell = told
        return run(job, running, inbox)

    monkeypatch.setattr(opened, "is_pi", lambda: False)
    monkeypatch.setattr(opened, "run", until_green)
    assert not opened.try_part(config(tmp_path), "lights", "en")
    said = capsys.readouterr().out
    assert "All 35 lights should be red." in said
    assert "All 35 lights should be green." in said
    assert "blue" not in said


@pytest.mark.slow
@pytest.mark.parametrize(("leaves_by", "code"), [("Ctrl-C", 130), ("q", 0)])
def test_the_wiring_is_found_by_the_clock_and_leaving_in_the_middle_changes_nothing(
    leaves_by: str, code: int, settings: Path
) -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "companion", "learn"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(4)]
        if leaves_by == "q":
            os.write(ours, b"What?\n q\n")
        else:
            process.send_signal(signal.SIGINT)
        said += process.stdout.readlines()
    os.close(ours)
    os.close(theirs)
    assert process.returncode == code
    assert said[0].startswith("Asking what is plugged in")
    assert "WLED" in said[1]
    assert "Press the table key.\n" in said
    assert said[-1] == "Nothing is changed.\n"
    assert not (settings.parent / "state").exists()
