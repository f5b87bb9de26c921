"""The box's voice: a real socket, and programs that write down what they speak."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.daemon import speaker, to_speaker
from companion.daemon.speaker import Speaker, serve
from companion.daemon.telling import HELP
from companion.daemon.to_speaker import SpeakerLine, can_speak, lacking, program
from companion.faces.aloud import Utterance

PATIENCE_S = 10.0
SLOW = 'words=$(cat); echo "begin $1 $words" >>"$0.said"; sleep 30 & wait; echo "end" >>"$0.said"\n'
"""A voice that takes long over everything."""
QUICK = 'words=$(cat); echo "$1 $words" >>"$0.said"\n'


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


class Voice:
    """A voice that listens once its thread is started."""

    def __init__(self, folder: Path, script: str, idle_s: float = 60.0) -> None:
        self.program = folder / "voice"
        self.program.write_text(f"#!/bin/sh\n{script}")
        self.program.chmod(0o755)
        self.path = folder / "words"
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(self.path))
        self.speaker = Speaker((str(self.program), "{language}"))
        self.box = SpeakerLine(self.path)
        self.thread = threading.Thread(target=self._serve, args=(idle_s,), daemon=True)

    def _serve(self, idle_s: float) -> None:
        with suppress(OSError):  # the test has ended
            serve(self._line, self.speaker, idle_s)

    def said(self) -> list[str]:
        told = self.program.with_name("voice.said")
        return told.read_text().splitlines() if told.exists() else []

    def close(self) -> None:
        self.speaker.stop()
        self._line.close()


@pytest.fixture
def voice(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Voice]:
    made = Voice(tmp_path, *getattr(request, "param", (QUICK,)))
    made.thread.start()
    yield made
    made.close()


def test_it_speaks_what_the_box_says_in_its_language(voice: Voice) -> None:
    voice.box.show(Utterance("fr", "À toi, Pia : 13."))
    until(lambda: voice.said() == ["fr À toi, Pia : 13."])
    assert voice.box.fault is None


@pytest.mark.parametrize("voice", [(SLOW,)], indirect=True)
def test_the_newest_words_end_those_being_spoken(voice: Voice) -> None:
    voice.box.show(Utterance("en", "a long story"))
    until(lambda: voice.said() == ["begin en a long story"])
    voice.box.show(Utterance("en", "news"))
    until(lambda: len(voice.said()) > 1)
    assert voice.said() == ["begin en a long story", "begin en news"]
    voice.box.show(Utterance("en", ""))
    until(lambda: voice.speaker._speaking is None)
    assert "end" not in voice.said()


def test_of_words_that_come_at_once_only_the_last_are_spoken(tmp_path: Path) -> None:
    with closing(Voice(tmp_path, QUICK)) as voice:
        for amount in range(5, 55, 5):
            voice.box.show(Utterance("en", str(amount)))
        voice.thread.start()
        until(lambda: voice.said() != [])
        assert voice.said() == ["en 50"]


def test_what_is_no_message_is_passed_over(voice: Voice) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(b"\xff", str(voice.path))
    voice.box.show(Utterance("en", "still here"))
    until(lambda: voice.said() == ["en still here"])


def test_a_voice_that_cannot_speak_says_why_and_listens_on(voice: Voice, capfd: pytest.CaptureFixture[str]) -> None:
    voice.program.chmod(0o644)
    voice.box.show(Utterance("en", "one"))
    told = ""

    def hears() -> bool:
        nonlocal told
        told += capfd.readouterr().err
        return told.endswith("\n")

    until(hears)
    assert told == f"companion: {voice.program} cannot speak: Permission denied. {HELP}.\n"
    voice.program.chmod(0o755)
    voice.box.show(Utterance("en", "two"))
    until(lambda: voice.said() == ["en two"])


def test_it_ends_when_nobody_has_spoken_for_long(tmp_path: Path) -> None:
    with closing(Voice(tmp_path, QUICK, 0.3)) as voice:
        voice.box.show(Utterance("en", "one"))
        voice.thread.start()
        voice.thread.join(PATIENCE_S)
        assert not voice.thread.is_alive()
        until(lambda: voice.said() == ["en one"])


def test_the_box_never_waits_for_a_voice_that_does_not_listen(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "words"))
        box = SpeakerLine(tmp_path / "words")
        began = time.monotonic()
        for _ in range(1000):
            box.show(Utterance("en", "words " * 100))
        assert time.monotonic() - began < 1.0
        assert box.fault is None


def test_a_missing_voice_is_a_fault_until_it_is_there(tmp_path: Path) -> None:
    box = SpeakerLine(tmp_path / "words")
    box.show(Utterance("en", "words"))
    assert box.fault is not None
    assert box.fault.endswith("(No such file or directory); run: companion doctor")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "words"))
        box.show(Utterance("en", "words"))
        assert box.fault is None


def test_what_a_voice_lacks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    command = ("espeak-ng", "-v")
    assert program(command) == "/usr/bin/espeak-ng"
    assert program(("/opt/voice/say",)) == "/opt/voice/say"
    assert lacking(command, lambda _: False) == ("/usr/bin/espeak-ng", "a sound card")
    assert lacking(command, lambda name: name.startswith("/dev")) == ("/usr/bin/espeak-ng",)
    assert lacking(command, lambda _: True) == ()
    monkeypatch.setattr(to_speaker, "CARDS", "/dev/nul*")
    assert not can_speak(("/bin/sh",)), "nobody listens"
    (tmp_path / "words").touch()
    monkeypatch.setattr(to_speaker, "SOCKET", tmp_path / "words")
    assert can_speak(("/bin/sh",))
    assert not can_speak(("/bin/no-such-voice",))


def test_as_a_service_it_speaks_as_the_settings_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    says = tmp_path / "say"
    says.write_text(f"#!/bin/sh\n{QUICK}")
    says.chmod(0o755)
    settings = tmp_path / "companion.toml"
    settings.write_text(f'[speech]\ncommand = ["{says}", "in-{{language}}"]\n')
    monkeypatch.setenv("COMPANION_CONFIG", str(settings))
    monkeypatch.setattr(speaker, "IDLE_S", 0.5)
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    monkeypatch.setattr(speaker, "PASSED_ON", os.dup(far.fileno()))
    far.close()
    near.send(b'["de", "Hallo."]')
    assert speaker.main() == 0
    assert (tmp_path / "say.said").read_text() == "in-de Hallo.\n"
    near.close()


def test_wrong_settings_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text("[speech]\ncommand = []\n")
    monkeypatch.setenv("COMPANION_CONFIG", str(settings))
    assert speaker.main() == 1
    assert "speech.command" in capsys.readouterr().err
