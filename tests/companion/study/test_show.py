from __future__ import annotations

import subprocess
import sys

import pytest

from companion.kit.tally import Sheet
from companion.study import show

TABLE = Sheet("t", "A title", ("row", "number", "share"), (("one", 1234, 0.5), ("two", None, 1.25)), "A note.")


def test_a_table_has_title_columns_rows_and_note(capsys: pytest.CaptureFixture[str]) -> None:
    show.sheets([TABLE])
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line and "─" not in line] == [
        "A title",
        "row number share",
        "one 1,234 0.50",
        "two - 1.25",
        "A note.",
    ]


def test_where_there_is_no_terminal_nothing_moves(capsys: pytest.CaptureFixture[str]) -> None:
    with show.progress("games", 3) as report:
        report(2)
    assert capsys.readouterr() == ("", "")


def test_on_a_terminal_a_bar_goes_to_stderr(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with show.progress("games", 3) as report:
        report(3)
    told = capsys.readouterr()
    assert told.out == ""
    assert "games" in told.err
    assert "3/3" in told.err


def test_the_command_line_draws_only_when_asked() -> None:
    """A box that starts does not wait for rich, nor for what is only measured."""
    names = {"rich", "pyspiel", "multiprocessing", "companion.study", "companion.match.record", "companion.web"}
    program = f"import sys, companion.cli; print(sorted({names} & sys.modules.keys()))"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "[]\n"
