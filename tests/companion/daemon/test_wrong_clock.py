"""A Pi without a network may think that it is 1970, or 2099: it plays, keeps games in order, tells no such date."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from companion.daemon.earlier import earlier
from companion.daemon.library import Library
from companion.journal import beginning
from companion.journal.dates import likely
from companion.journal.journal import Journal
from tests.companion.cli.told import game, kept, written

NONSENSE = re.compile(r"\b(?:1970|1969|2099|2100)\b(?! MB)")
"""A year by itself: the 64 hexadecimal digits of a game's sum may have the same four, and free space be as many MB."""
MAY = re.compile(r"^(BAD|note) +clock|games-before-")
"""The doctor says what is wrong with the clock; and a file set aside has the date in its name."""
CLOCKS = ["1970-01-01 00:00:12", "2099-12-31 23:59:50"]


def test_a_date_that_cannot_be_is_none() -> None:
    assert likely("2026-11-28T20:00:00+00:00") is not None
    for moment in ("1970-01-01T00:00:12+00:00", "2099-12-31T23:59:50+00:00", "", "0001-01-01T00:00:00+14:00"):
        assert likely(moment) is None


@pytest.mark.parametrize("clock", CLOCKS)
def test_games_of_a_wrong_clock_stay_in_their_order_and_no_date_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    kept(tmp_path, *game(3).entries[:9], seats=3)

    class Wrong(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Wrong:
            return cls.fromisoformat(clock).replace(tzinfo=tz)

    monkeypatch.setattr(beginning, "datetime", Wrong)
    kept(tmp_path, *game(4).entries[:9])
    monkeypatch.undo()
    journal = Journal(tmp_path)
    journal.close()
    assert journal.numbers() == [1, 2]
    assert [each.began for each in earlier(journal)] == [""]
    journal.shut()
    assert not NONSENSE.search(Library(tmp_path, lambda: "en").games().decode())


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("faketime") is None, reason="Debian's faketime sets another clock for a program")
@pytest.mark.parametrize("clock", CLOCKS)
def test_every_command_works_by_a_wrong_clock_and_tells_no_date_of_it(tmp_path: Path, clock: str) -> None:
    settings, record = tmp_path / "companion.toml", tmp_path / "game.jsonl"
    settings.write_text(f'state_folder = "{tmp_path / "games"}"\n', encoding="utf-8")
    kept(tmp_path / "games", *game(3).entries, seats=3)
    record.write_text(written(), encoding="utf-8")
    bundle, backup = tmp_path / "bundle.zip", tmp_path / "box.zip"

    def told(*words: object) -> str:
        command = ["faketime", clock, sys.executable, "-m", "companion", "--config", str(settings), *map(str, words)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        assert ran.returncode == 0 or words[0] == "doctor", ran.stderr
        assert "Traceback" not in ran.stderr
        assert "should not have happened" not in ran.stderr
        return ran.stdout + ran.stderr

    more = ["--players", "3", "--seed", "1", "--speed", "max", "--no-web"]
    said = [told("demo", *more), told("games"), told("export", "--csv", "games"), told("replay", record)]
    said += [told("backup", backup), told("restore", backup), told("doctor", "--bundle", bundle)]
    lines = [line for line in "".join(said).splitlines() if not MAY.search(line)]
    assert [line for line in lines if NONSENSE.search(line)] == []
    for file in (bundle, backup):
        with zipfile.ZipFile(file) as packed:
            assert packed.testzip() is None
