from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from companion.kit.tally import Cell, TallySheet
from companion.study import show

TABLE = TallySheet("t", "A title", ("row", "number", "share"), (("one", 1234, 0.5), ("two", None, 1.25)), "A note.")


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


WORDS = ("a", "chair", "sold at", "galopp-royal", "decisions", "wormholes", "accusation", "rollouts: median")
NUMBER = re.compile(r"\d[\d.,]*\d|\d")


def any_cell(luck: Random, kind: str) -> Cell:
    if kind == "number":
        return luck.choice([luck.randrange(10 ** luck.randrange(1, 10)), luck.random() * 10**7, None])
    words = " ".join(luck.choice(WORDS) for _ in range(luck.randrange(1, 9)))
    return words + luck.choice(["", " 12.345", " ≥ 1,000, ≤ 2,000"])


def any_table(luck: Random) -> TallySheet:
    kinds = ["words", *(luck.choice(["number", "number", "words"]) for _ in range(luck.randrange(1, 10)))]
    columns = tuple(luck.choice(["mean", "games %", "some longer head", "p99 ms"]) for _ in kinds)
    rows = tuple(tuple(any_cell(luck, kind) for kind in kinds) for _ in range(4))
    return TallySheet("t", "A title of 123,456", columns, rows, "A note of 7,777.")


@pytest.mark.untraced
@pytest.mark.parametrize("width", [40, 60, 80])
def test_tables_fit_and_cut_no_number(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for n in range(60):
        table = any_table(Random(n))
        show.sheets([table])
        told = capsys.readouterr().out
        assert max(map(len, told.splitlines())) <= width
        assert "…" not in told
        cells = [show.words(cell) for row in table.rows for cell in row]
        wanted = Counter(number for cell in (*cells, table.title, table.note) for number in NUMBER.findall(cell))
        there = Counter(NUMBER.findall(told))
        assert all(there[number] >= count for number, count in wanted.items()), told


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
    """A starting box does not wait for rich, or for code that only measures."""
    names = {"rich", "pyspiel", "multiprocessing", "companion.study", "companion.match.record", "companion.web"}
    program = f"import sys, companion.cli; print(sorted({names} & sys.modules.keys()))"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "[]\n"
