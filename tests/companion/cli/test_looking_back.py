"""`companion report`: for a game on the box or for a record, and its errors for anything else."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.match.report import Report
from tests.companion.cli.told import RULES, Run, game, kept, sentence, written

FEW = ("--playouts", "1", "--jobs", "1")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    file.write_text(written(3), encoding="utf-8")
    return file


@pytest.mark.slow
@pytest.mark.in_box_time
def test_a_game_on_the_box_is_reported_as_its_record_is(run: Run, state: Path, record: Path, tmp_path: Path) -> None:
    kept(state, *game(3).entries, seats=3)
    told, drawn = tmp_path / "report.json", tmp_path / "curve.svg"
    said = run("report", "1", *FEW, "--json", told, "--svg", drawn)
    assert (said.code, said.err) == (0, "")
    assert "Chance to win, %" in said.out
    found = msgspec.json.decode(told.read_bytes(), type=Report)
    assert found.game == RULES.name
    assert drawn.read_text(encoding="utf-8").startswith("<svg ")
    again = run("report", record, *FEW, "--json", "-")
    assert (again.code, again.out) == (0, told.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.in_box_time
def test_how_long_everybody_thought_is_told_of_a_game_on_the_box(run: Run, state: Path, tmp_path: Path) -> None:
    timed = [replace(step, thought_s=5.0) if step.seat == 2 else step for step in game(3).entries]
    kept(state, *timed, seats=3)
    told = tmp_path / "report.json"
    said = run("report", "1", *FEW, "--json", told)
    (pia,) = msgspec.json.decode(told.read_bytes(), type=Report).thought
    assert (pia.seat, pia.total_s, pia.median_s) == (2, 5.0 * pia.decisions, 5.0)
    assert f"(decisions: {pia.decisions}, half of them within 5 s)" in said.out
    assert "Thinking time" in said.out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("7", "there is no game 7; `companion games` lists them."),
        ("9" * 40, f"{'9' * 40}: expected a game record; No such file or directory."),
        ("nothing.jsonl", "nothing.jsonl: expected a game record; No such file or directory."),
    ],
)
def test_what_is_not_there(run: Run, asked: str, said: str) -> None:
    assert sentence(run("report", asked)) == said


def test_a_game_that_is_not_over(run: Run, record: Path) -> None:
    record.write_text("".join(written(3).splitlines(keepends=True)[:40]), encoding="utf-8")
    assert sentence(run("report", record)).startswith(f"{record}: expected a game that is over; this one is not")


def test_a_wrong_record_is_told_by_its_line(run: Run, record: Path) -> None:
    rows = written(3).splitlines(keepends=True)
    record.write_text("".join([*rows[:3], rows[5], *rows[4:]]), encoding="utf-8")
    assert sentence(run("report", record)).startswith(f"{record}: line 4, ")


def test_a_drawing_that_cannot_be_written_stops_before_the_work(run: Run, record: Path) -> None:
    folder = record.parent
    assert sentence(run("report", record, "--svg", folder)) == f"{folder}: the file cannot be written; Is a directory."
