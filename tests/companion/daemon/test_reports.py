"""A process of its own makes each report, once, and no request waits for it."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.daemon.library import Library
from companion.daemon.reports import FOLDER, KIND, Reports
from companion.games import find_rules
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.installed import join
from companion.installed.shelf import add
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from companion.kit.errors import Unwritten, WrongUse
from companion.match.highlights import highlights
from companion.match.history import NewGame
from companion.match.report import Report
from companion.testing.whole_games import SEED, finish
from tests.companion.cli.told import game, kept
from tests.companion.games.whole_games import sitting
from tests.companion.installed.wheels import RULES, sources, wheel

PATIENCE_S = 300.0


@pytest.fixture
def reports(tmp_path: Path) -> Iterator[Reports]:
    reports = Reports(tmp_path)
    yield reports
    reports.close()


def saved(folder: Path) -> Saved:
    journal = Journal(folder, read_only=True)
    found = journal.load(1)
    journal.shut()
    assert found is not None
    return found


def found(reports: Reports, folder: Path) -> Report | None:
    """The report, as soon as the process has ended."""
    end = time.monotonic() + PATIENCE_S
    while (report := reports.find(saved(folder))) is None and time.monotonic() < end:
        time.sleep(0.05)
    return report


@pytest.mark.slow
def test_a_report_is_made_once_and_kept(reports: Reports, tmp_path: Path) -> None:
    kept(tmp_path, *game(3).entries, seats=3)
    began = time.monotonic()
    assert reports.find(saved(tmp_path)) is None
    assert time.monotonic() - began < 2
    assert reports._making is not None
    assert os.getpriority(os.PRIO_PROCESS, reports._making[1].pid) == KIND
    report = found(reports, tmp_path)
    assert report is not None
    assert report.game == GALOPP_ROYAL.name
    assert reports._making is None
    (file,) = (tmp_path / FOLDER).iterdir()
    assert file.suffix == ".json"
    assert Reports(tmp_path).find(saved(tmp_path)) == report
    library = Library(tmp_path, lambda: "de")
    told = json.loads(library.report(1))
    assert all(re.search("Gewinnchance, % ± [0-9]+<", told["curve"][kind]) for kind in ("narrow", "wide"))
    assert len(told["curve"]["marks"]) == len(highlights(report))
    assert [sentence for sentence in told["sentences"] if "±" not in sentence] == []
    library.close()


@pytest.mark.slow
def test_a_game_from_others_has_one_too(
    reports: Reports, tmp_path: Path, shelf_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(shelf_folder.parent))  # where that process finds it
    winner = "return () if state.left else ((state.turn - 2) % len(state.table.seats) + 1,)"
    won = f"def winners(self, state: State) -> tuple[Seat, ...]:\n        {winner}\n\n    def view("
    add(wheel(tmp_path, sources(rules=RULES.replace("def view(", won))))
    join()
    otters = find_rules("otters")
    start = otters.begin(sitting(2), {})
    journal = Journal(tmp_path)
    journal.begin(NewGame(otters.name, otters.header(start), SEED, (1, 2)))
    for entry in finish(otters, start, 2).entries:
        journal.append(entry)
    journal.shut()
    report = found(reports, tmp_path)
    assert report is not None
    assert report.game == "otters"


@pytest.mark.slow
def test_a_game_that_is_not_over_has_none(reports: Reports, tmp_path: Path) -> None:
    kept(tmp_path, *game(3).entries[:5], seats=3)
    with pytest.raises(Unwritten, match="`companion report` says why"):
        found(reports, tmp_path)
    assert list((tmp_path / FOLDER).glob("*.json")) == []


def test_where_nothing_can_be_written_or_started(
    reports: Reports, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(tmp_path, *game(3).entries, seats=3)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(Unwritten, match="no report can be made"):
        reports.find(saved(tmp_path))


def test_another_companions_report_is_made_anew(reports: Reports, tmp_path: Path) -> None:
    kept(tmp_path, *game(3).entries, seats=3)
    assert reports.find(saved(tmp_path)) is None
    assert reports._making is not None
    file, process = reports._making
    reports.close()
    assert process.returncode is not None
    file.write_text('{"game": "of old"}', encoding="utf-8")
    assert reports.find(saved(tmp_path)) is None
    assert reports._making is not None


def test_a_library_asks_for_games_there_are(tmp_path: Path) -> None:
    kept(tmp_path, *game(3).entries, seats=3)
    library = Library(tmp_path, lambda: "en")
    with pytest.raises(WrongUse, match="There is no game 7"):
        library.report(7)
    library.close()
