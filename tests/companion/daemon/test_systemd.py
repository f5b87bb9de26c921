"""What systemd gets over a real socket; and what a failed start leaves for the screen that shows why."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.daemon.systemd import (
    ENDED,
    Systemd,
    keep_playing,
    keep_why,
    passed,
    playing,
    read_why,
    stopped_answering,
)


class Ear:
    """systemd's end of the socket."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._socket.bind(address)

    def heard(self) -> list[str]:
        """Everything told since it was last asked."""
        told = []
        while True:
            try:
                told.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return told

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    with closing(Ear(str(tmp_path / "notify"))) as ear:
        yield ear


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "notify")


def test_it_hears_of_the_box_s_life(ear: Ear, path: str) -> None:
    systemd = Systemd({"NOTIFY_SOCKET": path})
    systemd.works()
    systemd.ready()
    systemd.status("a game is on")
    systemd.stopping()
    assert ear.heard() == ["EXTEND_TIMEOUT_USEC=120000000", "READY=1", "STATUS=a game is on", "STOPPING=1"]


def test_an_abstract_name_has_no_file() -> None:
    name = f"companion-test-{os.getpid()}"
    with closing(Ear(f"\0{name}")) as ear:
        Systemd({"NOTIFY_SOCKET": f"@{name}"}).stopping()
        assert ear.heard() == ["STOPPING=1"]


def test_a_status_is_one_line_and_told_once(ear: Ear, path: str) -> None:
    systemd = Systemd({"NOTIFY_SOCKET": path})
    for sentence in ("one\ntwo", "one\ntwo", "three"):
        systemd.status(sentence)
    assert ear.heard() == ["STATUS=one two", "STATUS=three"]


def test_the_heart_beats_when_half_of_the_patience_is_over(ear: Ear, path: str) -> None:
    systemd = Systemd({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())})
    beats = []
    for t in range(100, 150):
        systemd.beat(t)
        beats += [t] * len(ear.heard())
    assert beats == [100, 115, 130, 145]


@pytest.mark.parametrize("asked", [{}, {"WATCHDOG_USEC": ""}, {"WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"}])
def test_without_a_watchdog_of_ours_no_heart_beats(asked: dict[str, str], ear: Ear, path: str) -> None:
    Systemd({"NOTIFY_SOCKET": path, **asked}).beat(1.0)
    assert ear.heard() == []


def test_with_nobody_there_nothing_happens(path: str) -> None:
    for environment in ({}, {"NOTIFY_SOCKET": path}, {"NOTIFY_SOCKET": "@nobody-there"}):
        Systemd(environment).ready()


def test_one_who_does_not_read_holds_up_nothing(ear: Ear, path: str) -> None:
    systemd = Systemd({"NOTIFY_SOCKET": path})
    for n in range(2000):
        systemd.status(f"{n}")
    assert 0 < len(ear.heard()) < 2000, "the socket was full"


def test_the_last_words_of_a_start_are_read_until_one_succeeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    assert read_why() is None
    keep_why("box.toml: é.")
    assert read_why() == "box.toml: é."
    Systemd({}).ready()
    assert read_why() is None


def test_without_a_folder_to_leave_them_in_there_are_no_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("", str(tmp_path / "nowhere")):
        monkeypatch.setenv("RUNTIME_DIRECTORY", folder)
        keep_why("nobody will read this")
        assert read_why() is None


@pytest.mark.parametrize(("word", "told"), [("watchdog", "otters"), ("timeout", "otters"), ("success", None)])
def test_the_game_that_ran_when_the_box_stopped_answering_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, told: str | None
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    assert (playing(), stopped_answering()) == ("", None)
    keep_playing("otters")
    assert playing() == "otters"
    (tmp_path / ENDED).write_text(f"{word}\n", encoding="utf-8")
    assert stopped_answering() == told
    assert stopped_answering() is None
    assert {*tmp_path.iterdir()} == set()


def test_a_socket_that_is_handed_over_is_known_by_its_name_and_process() -> None:
    own = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "2", "LISTEN_FDNAMES": "other:pages"}
    assert (passed("other", own), passed("pages", own)) == (3, 4)
    assert passed("page", own) is None
    assert passed("pages", own | {"LISTEN_PID": "1"}) is None
    assert passed("pages", {}) is None
