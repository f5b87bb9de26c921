"""Games that are set aside: their package is gone or changed, or they stopped answering."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import games
from companion.daemon.aside import changed, looking_at, missing, silent, silent_alone
from companion.daemon.earlier import earlier
from companion.daemon.resuming import record_of, resume
from companion.daemon.systemd import ENDED, PLAYING, keep_playing
from companion.installed import join
from companion.installed.shelf import add, remove
from companion.journal.journal import Journal
from companion.journal.schema import put
from companion.kit.errors import SetAside, UnknownGame
from companion.kit.view import View
from companion.match import referee
from companion.testing.whole_games import SEED
from tests import disk
from tests.companion.daemon.stepped_box import SteppedBox, config
from tests.companion.installed.wheels import RULES, sources, wheel

Install = Callable[..., None]

SAME = RULES.replace('text("Matches")', 'text("Sticks")')
"""A newer version that makes the same events."""
OTHER = RULES.replace("FEW: Final = 5", "FEW: Final = 8")
"""One that counts the matches earlier."""
BLIND = RULES.replace("        count = draft", "        raise TypeError\n        count = draft")
"""One that plays on but shows nothing."""
BROKEN = RULES.replace("turn=seat %", "turn=seat.number %")
"""One that raises what no game should."""


@pytest.fixture
def install(shelf_folder: Path, tmp_path: Path) -> Install:
    """Gives what puts a version of the otters on the shelf, or takes them off it, for the next start of the box."""
    built_in, path = games.LIST, [*sys.path]

    def install(rules: str | None = RULES, version: str = "1.0") -> None:
        for name in [name for name in sys.modules if name.partition(".")[0] == "otters"]:
            del sys.modules[name]
        games.LIST, sys.path[:] = built_in, path
        if rules is None:
            remove("otters")
        else:
            add(wheel(tmp_path, sources(rules=rules), version=version))
        join()

    assert not shelf_folder.exists()
    return install


@pytest.fixture
def folder(tmp_path: Path, install: Install) -> Path:
    """The folder of a box in which otters 1.0 are half played: one of nine is taken."""
    install()
    folder = tmp_path / "games"
    folder.mkdir()
    box = SteppedBox(folder, config("otters"))
    box.tap("green1", "green3")
    box.hold("green3", "green3")
    assert box.session.state.left == 8
    box.pull_the_plug()
    return folder


def shown(box: SteppedBox) -> View:
    return box.box.box.table.view(box.box.now)


def is_shown(box: SteppedBox, screen: View) -> bool:
    return (shown(box).title, shown(box).lines) == (screen.title, screen.lines)


def left(folder: Path) -> int | None:
    """Start the box and pull its plug; how many otters are left in the game it goes on with, if in any."""
    box = SteppedBox(folder)
    session = box.box.box.table.session
    box.pull_the_plug()
    return session.state.left if session is not None else None


# --- its package is gone, or another one -----------------------------------------------------------------------------


def test_a_game_whose_package_is_gone_is_named_and_goes_on_when_it_is_back(folder: Path, install: Install) -> None:
    install(None)
    box = SteppedBox(folder)
    assert is_shown(box, missing("otters"))
    assert games.title("otters") == "Otters"
    assert box.box.box.table.session is None
    box.pull_the_plug()
    install()
    assert left(folder) == 8


def test_a_newer_version_that_makes_the_same_events_goes_on(folder: Path, install: Install) -> None:
    install(SAME, "1.1")
    assert left(folder) == 8


@pytest.mark.parametrize("rules", [OTHER, BLIND, BROKEN], ids=["other events", "no screen", "an error"])
def test_a_version_that_does_not_is_named_and_the_game_goes_on_with_the_old_one(
    folder: Path, install: Install, rules: str
) -> None:
    install(rules, "2.0")
    box = SteppedBox(folder)
    assert is_shown(box, changed("otters"))
    assert box.box.box.table.session is None
    assert box.journal.numbers() == [1], "nothing is cut"
    box.pull_the_plug()
    install()
    assert left(folder) == 8


def test_a_game_of_another_evening_is_offered_while_its_package_fits(folder: Path, install: Install) -> None:
    journal = Journal(folder)
    journal.close()
    offered = []
    for rules, version in ((RULES, "1.0"), (None, ""), (OTHER, "2.0"), (SAME, "2.1")):
        install(rules, version)
        offered.append([game.number for game in earlier(journal)])
    assert offered == [[1], [], [], [1]]
    assert journal.go_on_with(1)
    copy = journal.running()
    assert copy is not None
    assert copy.package == "otters-game 2.1"
    journal.shut()


def test_a_game_from_before_packages_were_kept_goes_on(folder: Path) -> None:
    journal = Journal(folder)
    saved = journal.running()
    assert saved is not None
    assert saved.package == "otters-game 1.0"
    journal._db.execute("DELETE FROM chosen WHERE what = 'package of 1'")
    journal._db.commit()
    journal.shut()
    assert left(folder) == 8


def test_the_record_of_such_a_game_names_the_package(folder: Path, install: Install) -> None:
    journal = Journal(folder, read_only=True)
    saved = journal.running()
    assert saved is not None
    text = record_of(saved)
    assert text.startswith('{"record": 1, "game": "otters", "package": "otters-game 1.0", ')
    assert referee.check(games.find_rules("otters"), text).events == 1
    games.LIST = games.LIST[:2]
    with pytest.raises(UnknownGame, match=r"^otters: it comes with the package otters-game 1\.0, which is not"):
        resume(saved)
    install(None)
    with pytest.raises(UnknownGame, match=r"^otters: it came with the package otters-game 1\.0; that package is not"):
        record_of(saved)
    journal.shut()


# --- it stopped answering --------------------------------------------------------------------------------------------


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of systemd, which it keeps while it starts the box anew."""
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(folder))
    return folder


@pytest.mark.parametrize("word", ["watchdog", "timeout"])
def test_a_game_that_stopped_answering_is_named_and_does_not_go_on(folder: Path, runtime: Path, word: str) -> None:
    assert left(folder) == 8
    assert (runtime / PLAYING).read_text() == "otters", "its plug was pulled"
    (runtime / ENDED).write_text(f"{word}\n")
    box = SteppedBox(folder)
    assert is_shown(box, silent("otters"))
    assert box.box.box.table.session is None
    saved = box.journal.load(1)
    assert saved is not None
    assert (saved.is_left, saved.silent_with, len(saved.entries)) == (True, "otters-game 1.0", 1)
    assert earlier(box.journal) == ()
    with pytest.raises(SetAside, match=r"^game 1 stopped answering with otters-game 1\.0; it waits for "):
        resume(saved)
    assert record_of(saved), "whoever looks for the fault needs it"
    box.pull_the_plug()
    assert {*runtime.iterdir()} == set()
    assert left(folder) is None


def test_another_version_is_offered_what_the_old_one_left(folder: Path, runtime: Path, install: Install) -> None:
    journal = Journal(folder)
    journal.keep_silent(1, "otters-game 1.0")
    assert earlier(journal) == ()
    install(SAME, "1.1")
    assert [game.number for game in earlier(journal)] == [1]
    assert {*runtime.iterdir()} == set()
    journal.shut()


@pytest.mark.parametrize("word", ["success", "signal", "exit-code", "oom-kill", None])
def test_nothing_else_sets_a_game_aside(folder: Path, runtime: Path, word: str | None) -> None:
    assert left(folder) == 8
    if word is not None:
        (runtime / ENDED).write_text(f"{word}\n")
    assert left(folder) == 8


@pytest.mark.usefixtures("folder")
def test_a_game_of_the_box_is_never_set_aside(tmp_path: Path, runtime: Path) -> None:
    folder = tmp_path / "others"
    box = SteppedBox(folder)
    box.start(3)
    box.pull_the_plug()
    (runtime / ENDED).write_text("watchdog\n")
    again = SteppedBox(folder)
    assert again.session.rules.name == "galopp-royal"
    again.pull_the_plug()


def test_a_game_that_stops_answering_while_people_join_makes_way_for_the_first_one(
    tmp_path: Path, runtime: Path, install: Install
) -> None:
    install()
    settings = config("otters")
    SteppedBox(tmp_path / "games", settings).pull_the_plug()
    (runtime / ENDED).write_text("watchdog\n")
    box = SteppedBox(tmp_path / "games", settings)
    assert is_shown(box, silent_alone("otters"))
    assert box.box.box.table.joining.rules.name == "galopp-royal"
    box.pull_the_plug()


def test_an_earlier_game_that_stops_answering_costs_not_the_one_in_progress(folder: Path, runtime: Path) -> None:
    box = SteppedBox(folder)
    assert box.journal.go_on_with(1)
    box.pull_the_plug()
    journal = Journal(folder)
    saved = journal.load(1)
    assert saved is not None
    keep_playing("otters")
    with looking_at(saved):
        assert (runtime / PLAYING).read_text() == "otters 1"
    assert (runtime / PLAYING).read_text() == "otters"
    keep_playing("otters 1")
    journal.shut()
    (runtime / ENDED).write_text("watchdog\n")
    again = SteppedBox(folder)
    assert is_shown(again, silent("otters"))
    assert again.session.state.left == 8
    assert earlier(again.journal) == ()
    again.pull_the_plug()


def test_it_does_not_go_on_either_if_the_disk_keeps_nothing(folder: Path, runtime: Path) -> None:
    keep_playing("otters")
    (runtime / ENDED).write_text("watchdog\n")
    with disk.full():
        assert left(folder) is None


def test_a_damaged_game_in_progress_is_told_as_damaged(folder: Path, runtime: Path) -> None:
    journal = Journal(folder)
    journal._db.execute("DELETE FROM game")
    journal._db.execute(*put("game", 1, "otters", "no header", SEED, "[1, 3]", "then"))
    journal._db.commit()
    journal.shut()
    keep_playing("otters")
    (runtime / ENDED).write_text("watchdog\n")
    assert left(folder) is None
