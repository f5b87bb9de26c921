"""The law of results: each option that writes one always leaves the old file or the new one, complete."""

from __future__ import annotations

import errno
import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.daemon.signals import Stopped, code_of
from companion.kit.errors import OurFault, Unwritten
from tests.companion.cli.told import NIM, Run, options, played, sentence

pytestmark = pytest.mark.usefixtures("small")


class Output(NamedTuple):
    """An option that writes a result."""

    words: tuple[str, ...]
    """The words before the option."""
    work: str
    """A function that is called between the check of the place and the end of the work."""
    file: str = ""
    """The name of the file in the folder, if the option names a folder."""
    name: str = "result.json"


OUTPUTS = {
    ("demo", "--record"): Output(
        ("demo", *NIM, "--seed", "1", "--speed", "max", "--no-web"), "companion.daemon.demo.one_game"
    ),
    ("export", "--record"): Output(("export",), "companion.cli.records.record_of"),
    ("export", "--qr"): Output(("export", "1", "--bgstats"), "companion.cli.records.finished", name="qr.svg"),
    ("simulate", "--json"): Output(
        ("simulate", *NIM, "--games", "2", "--jobs", "1"), "companion.study.simulation._steps"
    ),
    ("simulate", "--records"): Output(
        ("simulate", *NIM, "--games", "2", "--jobs", "1"), "companion.study.simulation._steps", "0001.jsonl"
    ),
    ("ladder", "--json"): Output(("ladder", *NIM, "--games", "1", "--jobs", "1"), "companion.study.ladder.game"),
    ("report", "--json"): Output(
        ("report", "{record}", "--playouts", "1", "--jobs", "1"), "companion.study.report.odds"
    ),
    ("report", "--svg"): Output(
        ("report", "{record}", "--playouts", "1", "--jobs", "1"), "companion.study.report.odds"
    ),
    ("doctor", "--bundle"): Output(("doctor",), "companion.workshop.bundle.gather", name="box.zip"),
    ("backup", "file"): Output(("backup",), "companion.journal.look.copy", name="box.zip"),
    ("screens", "folder"): Output(("screens",), "companion.study.contact_sheet.sheet", "box-en.png"),
    ("game check", "--sheets"): Output(("game", "check", "nim"), "companion.study.contact_sheet.sheet", "nim-en.png"),
}

NO_RESULTS = {
    ("companion", "--config"),
    ("simulate", "--resume"),  # grows line by line, with a law of its own
    ("ladder", "--resume"),
    ("replay", "files"),
    ("restore", "file"),  # what it writes has a law of its own
    ("report", "game"),
    ("game add", "file"),
    ("game new", "folder"),  # never there before
    ("publish", "--games"),
    ("publish", "--told"),  # marks, which have a law of their own
    ("publish", "--through"),
    ("publish", "--voice"),
    ("club", "--ca"),
    ("club", "--password-file"),
    ("club", "--database"),
}


def test_every_argument_that_names_a_file_is_known_as_a_result_or_as_none() -> None:
    named = {
        (command, action.option_strings[-1] if action.option_strings else action.dest)
        for command, action in options()
        if action.type is Path
        or action.metavar in {"FILE", "DIR", "WHERE"}
        or (command, action.dest) == ("report", "game")
    }
    assert named == {*OUTPUTS, *NO_RESULTS}


@pytest.fixture
def typed(run: Run, tmp_path: Path) -> Callable[[tuple[str, str]], tuple[list[object], Path]]:
    """The words typed for an output, and the file it writes, which exists already."""

    def words(which: tuple[str, str]) -> tuple[list[object], Path]:
        output = OUTPUTS[which]
        folder = tmp_path / "out"
        folder.mkdir()
        file = folder / (output.file or output.name)
        given = [word.format(record=played(run, tmp_path)) if "{" in word else word for word in output.words]
        option = [which[1]] if which[1].startswith("-") else []
        file.write_text("old")
        return [*given, *option, folder if output.file else file], file

    return words


Typed = Callable[[tuple[str, str]], tuple[list[object], Path]]


def left(file: Path) -> tuple[list[str], str]:
    """What is in the folder, and in the file."""
    return [path.name for path in file.parent.iterdir()], file.read_text()


@pytest.mark.parametrize("which", OUTPUTS, ids=" ".join)
def test_a_result_takes_the_place_of_the_one_before(run: Run, typed: Typed, which: tuple[str, str]) -> None:
    words, file = typed(which)
    with file.open("rb") as before:
        told = run(*words)
        assert told.code == 0, told
        assert before.read() == b"old", "it was never written to"
    found = file.read_bytes()
    assert len(found) > 50
    if which[1] == "--json":
        json.loads(found)
    assert not [path for path in file.parent.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("which", OUTPUTS, ids=" ".join)
@pytest.mark.parametrize(
    "fault",
    [KeyboardInterrupt(), Stopped(signal.SIGTERM), Stopped(signal.SIGHUP), ZeroDivisionError("by zero")],
    ids=["ctrl-c", "sigterm", "sighup", "fault"],
)
def test_work_that_fails_or_is_stopped_leaves_the_one_before(
    run: Run, typed: Typed, which: tuple[str, str], fault: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, file = typed(which)

    def stopped(*_given: object, **_more: object) -> None:
        raise fault

    monkeypatch.setattr(OUTPUTS[which].work, stopped)
    told = run(*words)
    assert told.code == (code_of(fault) if isinstance(fault, KeyboardInterrupt) else OurFault.code)
    assert told.err.count("\n") == (told.code == OurFault.code)
    assert left(file) == ([file.name], "old")


@pytest.mark.parametrize("which", OUTPUTS, ids=" ".join)
@pytest.mark.parametrize("fault", [OSError(errno.ENOSPC, "No space left on device"), Stopped(signal.SIGTERM)], ids=repr)
def test_a_disk_that_is_full_and_a_stop_while_writing_leave_the_one_before(
    run: Run, typed: Typed, which: tuple[str, str], fault: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, file = typed(which)

    def full(*_: object) -> None:
        raise fault

    monkeypatch.setattr(Path, "replace", full)
    told = run(*words)
    if isinstance(fault, OSError):
        assert told.code == Unwritten.code
        assert told.err == f"companion: {file}: the file cannot be written; No space left on device.\n"
    else:
        assert told.code == 128 + signal.SIGTERM
    assert left(file) == ([file.name], "old")


@pytest.mark.parametrize("which", OUTPUTS, ids=" ".join)
def test_a_result_that_has_no_place_is_told_before_the_work(
    run: Run, typed: Typed, which: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words, file = typed(which)
    monkeypatch.setattr(OUTPUTS[which].work, lambda *_given, **_more: pytest.fail("work was done"))
    nowhere = file.parent / "none" / file.name
    if OUTPUTS[which].file:
        nowhere = file  # a file where a folder should be
    if which != ("export", "--record"):
        assert str(nowhere) in sentence(run(*words[:-1], nowhere))
