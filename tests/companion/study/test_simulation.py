from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.config import Config, GameSettings
from companion.games import GAMES
from companion.kit.errors import BrokenGame, Unwritable, Unwritten
from companion.kit.tally import SPREAD
from companion.match import referee
from companion.study import portions
from companion.study.executors import Alone, Executor, Processes
from companion.study.show import as_json
from companion.study.simulation import Simulation, plan, simulate
from tests.companion.study.faulty_rules import LosesACoin

pytestmark = pytest.mark.untraced


@dataclass
class Wanted:
    """What is asked of a simulation; the shortest games."""

    games: int = 25
    players: int | None = 3
    game: str | None = None
    rulebook: str | None = None
    seed: int = 7
    records: Path | None = None


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the owner's board."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state"


def simulated(wanted: Wanted, cores: int = 1, config: Config | None = None) -> Simulation:
    return simulate(plan(config or Config(), wanted), on(cores), lambda _: None)


def on(cores: int) -> Executor:
    return Alone() if cores == 1 else Processes(cores)


def test_result_and_records_are_the_same_on_one_core_and_on_two(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    alone, two = (simulated(Wanted(games=5, records=folder), at) for at, folder in enumerate(folders, 1))
    assert as_json(alone) == as_json(two)
    one, other = ({file.name: file.read_bytes() for file in folder.iterdir()} for folder in folders)
    assert one == other
    assert len(one) == 5


@pytest.mark.parametrize("lasts_s", [1e-9, 0.01, 1e9])
def test_the_result_does_not_depend_on_the_portions(monkeypatch: pytest.MonkeyPatch, lasts_s: float) -> None:
    wanted = Wanted(games=9)
    usual = simulated(wanted)
    monkeypatch.setattr(portions, "LASTS_S", lasts_s)
    assert simulated(wanted) == usual


def test_another_seed_gives_other_games() -> None:
    assert simulated(Wanted(games=3)).counts != simulated(Wanted(games=3, seed=8)).counts


def test_every_game_is_counted_and_reported() -> None:
    reported: list[int] = []
    found = simulate(plan(Config(), Wanted(games=21)), Alone(), reported.append)
    assert sum(reported) == 21
    assert sum(found.counts["game"]["events"].values()) == 21
    assert sum(found.counts["game"]["decisions"].values()) == 21
    assert found.tables[0].title == "21 games, all ended"


def test_every_row_of_every_table_fills_its_columns() -> None:
    found = simulated(Wanted(games=2))
    assert len({table.name for table in found.tables}) == len(found.tables) > 2
    assert all(len(row) == len(table.columns) for table in found.tables for row in table.rows)


def test_a_table_is_read_off_the_counts() -> None:
    found = simulated(Wanted(games=4))
    (row,) = (row for row in found.tables[0].rows if row[0] == "events")
    events = [int(value) for value, count in found.counts["game"]["events"].items() for _ in range(count)]
    by_name = dict(zip(SPREAD, row[1:], strict=True))
    assert (by_name["least"], by_name["most"]) == (min(events), max(events))
    assert by_name["mean"] == sum(events) / 4


# --- rules -----------------------------------------------------------------------------------------------------------


def test_the_owners_settings_and_board_are_played_by(state: Path) -> None:
    state.mkdir()
    (state / "board.toml").write_text(GAMES[0].board_file.replace("start = 5", "start = 6"), encoding="utf-8")
    owner = Config(
        game=GameSettings(
            names=("Ann",), settings={"rulebook": "fr", "options": {"open_cash": False}, "cards": "table"}
        )
    )
    planned = plan(owner, Wanted())
    header: dict[str, Any] = planned.rules.header(planned.start)
    assert header["rulebook"] == "fr"
    assert header["options"]["open_cash"] is False
    assert header["board"]["start"] == 6
    assert [player["name"] for player in header["seats"]] == ["Ann", "Blue", "Green"]
    assert header["duties"] == {"cards": "box", "die": "box"}


def test_a_rulebook_asked_for_is_played_as_printed() -> None:
    owner = Config(game=GameSettings(settings={"rulebook": "fr", "options": {"open_cash": False}}))
    asked = plan(owner, Wanted(rulebook="de"))
    assert asked.start == plan(Config(), Wanted()).start


def test_nothing_is_written_into_the_owners_folder(state: Path) -> None:
    simulated(Wanted(games=1))
    assert not state.exists()


# --- records ---------------------------------------------------------------------------------------------------------


def test_every_game_has_a_record_that_the_referee_finds_right(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    found = simulated(Wanted(games=5, records=folder))
    assert sorted(path.name for path in folder.iterdir()) == [f"{number:04}.jsonl" for number in range(1, 6)]
    lengths = []
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        refereed = referee.check(GAMES[0], text)
        state, count = refereed.state, refereed.events
        assert GAMES[0].question(state) is None
        head = json.loads(text.splitlines()[0])
        assert [(each["seat"], each["level"]) for each in head.pop("bots")] == [(seat, "random") for seat in (1, 2, 3)]
        assert head == json.loads(json.dumps(found.header))
        lengths.append(str(count))
    assert sorted(lengths) == sorted(
        length for length, count in found.counts["game"]["events"].items() for _ in range(count)
    )


@pytest.mark.parametrize(("games", "name"), [(1, "0001.jsonl"), (9999, "0001.jsonl"), (10_000, "00001.jsonl")])
def test_names_have_four_digits_or_as_many_as_the_last(tmp_path: Path, games: int, name: str) -> None:
    assert plan(Config(), Wanted(games=games, records=tmp_path)).record_of(1) == tmp_path / name


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "records"):
        with pytest.raises(Unwritable, match="expected a folder to write into"):
            plan(Config(), Wanted(records=folder))


def test_something_in_the_way_of_a_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "0003.jsonl").mkdir()
    with pytest.raises(Unwritten, match=r"0003\.jsonl: the file cannot be written; Is a directory"):
        simulated(Wanted(games=4, records=tmp_path))


# --- faults ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cores", [1, 2])
def test_a_broken_rule_names_the_game_and_the_seed(cores: int) -> None:
    faulty = replace(plan(Config(), Wanted()), rules=LosesACoin())
    with pytest.raises(BrokenGame, match=r"^game 1 of seed 7: AssertionError: a coin was lost$"):
        simulate(faulty, on(cores), lambda _: None)


@pytest.mark.slow
@pytest.mark.parametrize("after_s", [1.0, 2.5])
def test_ctrl_c_ends_all_processes_and_says_at_most_what_is_kept(after_s: float, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "simulate", "--games", "100000", "--jobs", "3"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, cwd=tmp_path
    ) as process:
        time.sleep(after_s)
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)  # the end of both: the last process has let go of them
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert out == b""
    assert re.fullmatch(rb"(companion: \d+ games? (is|are) kept: [^\n]*\n)?", err)
    assert process.returncode == 130
