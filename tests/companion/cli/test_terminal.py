"""What every command does with its terminal: it shows its progress, and is not disturbed by a reader that leaves."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cli import terminal
from companion.workshop.doctor import examine
from tests.companion.cli.told import NIM, Run, options, played

pytestmark = pytest.mark.usefixtures("small")

LONG: dict[str, tuple[object, ...]] = {
    "demo": ("demo", *NIM, "--seed", "1", "--speed", "max", "--no-web"),
    "games": ("games",),
    "replay": ("replay", "{record}", "{record}"),
    "report": ("report", "{record}", "--playouts", "1", "--jobs", "1"),
    "simulate": ("simulate", *NIM, "--games", "2", "--jobs", "1"),
    "ladder": ("ladder", *NIM, "--games", "1", "--jobs", "1"),
    "screens": ("screens", "{folder}"),
    "doctor": ("doctor",),
    "game check": ("game", "check", "nim"),
    "backup": ("backup", "{backup}"),
    "restore": ("restore", "{backup}"),
}
"""The commands that may take longer than two seconds."""
OTHERS = {
    "companion",
    "bench",
    "club",
    "publish",
    "test",
    "learn",
    "export",
    "game",
    "game list",
    "game add",
    "game remove",
    "game new",
}
"""Commands that run until they are told to end and say what they do; and those that read one game, or a few."""


@pytest.fixture
def typed(run: Run, tmp_path: Path) -> Callable[[str], list[object]]:
    record, backup, folder = played(run, tmp_path), tmp_path / "box.zip", tmp_path / "sheets"
    assert run("backup", backup).code == 0
    return lambda name: [str(word).format(record=record, backup=backup, folder=folder) for word in LONG[name]]


def test_every_command_is_known_as_long_or_not() -> None:
    assert {command for command, _ in options()} == LONG.keys() | OTHERS


def slow(_: object) -> tuple[()]:
    time.sleep(0.1)
    return ()


def sit_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run at a terminal where everything seems to take long."""
    monkeypatch.setattr(terminal, "LONG_S", 0.0)
    monkeypatch.setattr(terminal, "EACH_S", 0.0)
    monkeypatch.setattr(examine, "examine", slow)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)


@pytest.mark.parametrize("name", LONG)
def test_a_long_command_tells_on_a_terminal_how_far_it_is(
    run: Run, typed: Callable[[str], list[object]], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(monkeypatch)
    told = run(*typed(name))
    assert told.code == 0
    assert "\x1b[K" in told.err or "\x1b[2K" in told.err, "a line is written over"
    assert any(letter.isdecimal() for letter in told.err), "and it counts"
    assert "\x1b" not in told.out
    assert told.err.endswith(("\r\x1b[K", "\x1b[2K")), "nothing of it stays"


@pytest.mark.untraced
@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("where", ["no terminal", "dumb"])
def test_elsewhere_nothing_is_written_over(
    run: Run, typed: Callable[[str], list[object]], name: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(monkeypatch)
    if where == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    else:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    told = run(*typed(name))
    assert told.code == 0
    assert "\x1b[K" not in told.err
    assert "\x1b[2K" not in told.err


def test_before_it_takes_long_nothing_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(monkeypatch)
    monkeypatch.setattr(terminal, "LONG_S", 60.0)
    assert run("games").err == ""


# --- a reader who leaves ---------------------------------------------------------------------------------------------

ANSWERS: dict[str, tuple[object, ...]] = {
    **LONG,
    "export": ("export",),
    "simulate --json": (*LONG["simulate"], "--json", "-"),
    "ladder --json": (*LONG["ladder"], "--json", "-"),
    "report --json": (*LONG["report"], "--json", "-"),
    "doctor --json": ("doctor", "--json"),
    "--version": ("--version",),
    "--help": ("--help",),
    **{f"{name} --help": (*name.split(), "--help") for name in (*LONG, *sorted(OTHERS - {"companion"}))},
}


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The reader of stdout has left, as `| head` does."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        yield
        monkeypatch.undo()


@pytest.mark.parametrize("name", ANSWERS)
def test_a_reader_who_leaves_ends_it_quietly(
    run: Run, tmp_path: Path, name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.study.kept.EVERY_S", 0.0)
    record, backup = played(run, tmp_path), tmp_path / "box.zip"
    assert run("backup", backup).code == 0
    words = [str(word).format(record=record, backup=backup, folder=tmp_path / "sheets") for word in ANSWERS[name]]
    request.getfixturevalue("nobody")
    told = run(*words)
    assert (told.code, told.err) == (0, "")
    assert list(tmp_path.joinpath("here").iterdir()) == [], "nor does it leave anything"
