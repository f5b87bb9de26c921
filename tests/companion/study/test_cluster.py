"""Against a real scheduler with real workers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.config import Config
from companion.installed import join
from companion.installed.shelf import add
from companion.kit.errors import BrokenGame, Lost, WrongUse
from companion.study import cluster
from companion.study.cluster import Cluster
from companion.study.executors import Alone
from companion.study.show import as_json
from companion.study.simulation import Plan, Simulation, plan, simulate
from companion.study.sources import SOURCES, fingerprint
from tests.companion.installed.wheels import wheel
from tests.companion.study.dask_machines import machines
from tests.companion.study.faulty_rules import LosesACoin
from tests.companion.study.mortal_work import killing, square
from tests.companion.study.test_simulation import Wanted

pytestmark = pytest.mark.slow

GAMES = 600


def alone(games: int = GAMES) -> str:
    return as_json(simulate(plan(Config(), Wanted(games=games)), Alone(), lambda _: None))


def on(address: str, report: Callable[[int], None] = lambda _: None, games: int = GAMES) -> Simulation:
    return simulate(plan(Config(), Wanted(games=games)), Cluster(address), report)


def test_a_worker_that_dies_costs_no_result_and_one_that_comes_later_helps(tmp_path: Path) -> None:
    ended = 0

    def report(games: int) -> None:
        nonlocal ended
        before, ended = ended, ended + games
        if before < GAMES // 3 <= ended:
            here.workers[0].kill()
            here.hire("--no-nanny")

    with machines(tmp_path, workers=2) as here:
        assert as_json(on(here.address, report)) == alone()
    assert ended == GAMES


def test_records_are_written_here(tmp_path: Path) -> None:
    there, folder = tmp_path / "there", tmp_path / "records"
    there.mkdir()
    with machines(there, workers=1) as here:
        simulate(plan(Config(), Wanted(games=12, records=folder)), Cluster(here.address), lambda _: None)
    simulate(plan(Config(), Wanted(games=12, records=tmp_path / "alone")), Alone(), lambda _: None)
    written = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert written == {file.name: file.read_bytes() for file in (tmp_path / "alone").iterdir()}
    assert len(written) == 12


def test_work_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    work = killing(tmp_path / "deaths", times=100)
    with machines(tmp_path, workers=0) as here:
        here.hire("--nanny")  # which starts it anew
        with pytest.raises(Lost, match="one piece has ended every worker"):
            list(Cluster(here.address).results(work, range(10)))


def test_a_scheduler_that_goes_is_said(tmp_path: Path) -> None:
    with machines(tmp_path, workers=1) as here, pytest.raises(Lost, match="expected the scheduler to stay"):
        on(here.address, lambda _: here.scheduler.kill())


def test_what_a_scheduler_has_left_is_resumed_on_another_one_to_the_same_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = [sys.executable, "-m", "companion", "simulate", "--games", "1000", "--players", "3", "--json"]
    subprocess.run([*command, "alone.json"], check=True, stdout=subprocess.DEVNULL)
    here = [*command, "found.json", "--on"]
    for at, resume in enumerate(((), ("--resume", "found.json.kept"))):
        (folder := tmp_path / f"machines{at}").mkdir()
        with machines(folder, workers=1) as those:
            running = subprocess.Popen([*here, those.address, *resume], stdout=PIPE, stderr=PIPE, text=True)
            if not resume:
                until((tmp_path / "found.json.kept").exists)
                those.scheduler.kill()
            _, said = running.communicate(timeout=100)
        if not resume:
            gone = "expected the scheduler to stay; it has gone: start one anew"
            kept = "[0-9]+ games are kept: `--resume found.json.kept` goes on with them"
            assert running.returncode == 1
            assert re.fullmatch(f"companion: {those.address}: {gone}; {kept}\\.\n", said)
    assert (running.returncode, said) == (0, "")
    assert (tmp_path / "found.json").read_bytes() == (tmp_path / "alone.json").read_bytes()


def until(is_so: Callable[[], bool]) -> None:
    due = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < due
        time.sleep(0.05)


def test_no_scheduler_and_no_worker_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT_S", 2.0)
    with machines(tmp_path, workers=0) as here:
        with pytest.raises(WrongUse, match=r"expected a worker at .*; none came in 2 s: dask worker tcp"):
            list(Cluster(here.address).results(square, range(3)))
        here.end()
        with pytest.raises(WrongUse, match=r"expected a Dask scheduler at tcp://127\.0\.0\.1"):
            list(Cluster(here.address).results(square, range(3)))


def test_another_companion_on_a_worker_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(SOURCES, other / "companion")
    (other / "companion" / "games" / "later.py").touch()
    with machines(tmp_path, workers=0) as here:
        here.hire("--no-nanny", path=other)
        with pytest.raises(WrongUse, match="expected the same companion on every worker"):
            on(here.address)
    assert fingerprint() == fingerprint()


@pytest.fixture
def guest(tmp_path: Path, shelf_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game that the user of all these machines has added; its folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(shelf_folder.parent))
    folder = Path(add(wheel(tmp_path))["otters"].folder)
    join()
    return folder


def otters() -> Plan:
    return plan(Config(), Wanted(games=12, players=2, game="otters"))


@pytest.mark.usefixtures("guest")
def test_workers_play_an_installed_game(tmp_path: Path) -> None:
    asked = otters()
    with machines(tmp_path, workers=1) as here:
        found = as_json(simulate(asked, Cluster(here.address), lambda _: None))
    assert found == as_json(simulate(asked, Alone(), lambda _: None))


def test_a_worker_with_another_version_of_an_installed_game_is_refused(guest: Path, tmp_path: Path) -> None:
    asked = otters()
    with machines(tmp_path, workers=1) as here:
        assert fingerprint() == fingerprint(["otters"])
        (guest / "otters" / "later.py").touch()
        with pytest.raises(WrongUse, match="expected the same companion on every worker"):
            simulate(asked, Cluster(here.address), lambda _: None)


@pytest.mark.usefixtures("guest")
def test_a_worker_without_an_installed_game_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = otters()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    why = "--on: expected the same games on every worker; unknown game 'otters'"
    with machines(tmp_path, workers=1) as here, pytest.raises(WrongUse, match=why):
        simulate(asked, Cluster(here.address), lambda _: None)


@pytest.mark.parametrize("address", ["8786", "udp://a:1", "tcp://a", "tcp://a:b", "tcp://:1"])
def test_what_is_no_address_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--on", address]) == 2
    assert f"expected an address such as tcp://10.0.0.1:8786; came {address!r}" in capsys.readouterr().err


def test_a_broken_rule_is_told_as_at_home(tmp_path: Path) -> None:
    faulty = replace(plan(Config(), Wanted()), rules=LosesACoin())
    with machines(tmp_path, workers=1) as here, pytest.raises(BrokenGame, match=r"^game 1 of seed 7"):
        simulate(faulty, Cluster(here.address), lambda _: None)
