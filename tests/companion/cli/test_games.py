"""Games from others at the command line."""

from __future__ import annotations

import os
import re
from pathlib import Path
from shutil import rmtree

import pytest

from companion import config, games
from companion.config import FOUND_GAMES
from companion.installed.wheel import unpack
from companion.journal.journal import Journal
from companion.kit.errors import BrokenLaw, Unplayable
from companion.match.history import NewGame
from companion.testing import mutants, time_limit
from companion.testing.whole_games import SEED, seated
from companion.version import version
from tests.companion.cli.told import Run, sentence
from tests.companion.games.nim import NIM
from tests.companion.installed.test_project import write
from tests.companion.installed.wheels import RULES, beavers, manifest, sources, wheel

pytestmark = pytest.mark.usefixtures("state")

BUILT_IN = (
    f"galopp-royal    Galopp Royal  companion-box  {version()}  kit 1.0  MIT  en, de, fr, nl  built in\n"
    f"cat-royal       Cat Royal  companion-box  {version()}  kit 1.0  MIT  en, de, fr, nl  built in\n"
)
OTTERS = ("--game", "otters", "--players", "2")


def test_where_nothing_is_installed_only_the_games_of_the_box_are_listed(run: Run, shelf_folder: Path) -> None:
    assert run("game", "list") == (0, BUILT_IN, "")
    assert not shelf_folder.exists()


def test_a_game_is_added_listed_and_removed(run: Run, shelf_folder: Path, tmp_path: Path) -> None:
    file = wheel(tmp_path)
    assert run("game", "add", file) == (0, "otters: Otters 1.0 can be played from the next start on.\n", "")
    place = shelf_folder / "otters-game"
    said = f"otters          Otters  otters-game  1.0  kit 1.0  MIT  en, de  {place}\n"
    assert run("game", "list") == (0, BUILT_IN + said, "")
    assert run("game", "remove", "otters") == (
        0,
        "otters is removed; its records and games in progress are kept.\n",
        "",
    )
    assert run("game", "list") == (0, BUILT_IN, "")


def test_a_game_that_cannot_be_played_is_listed_with_its_sentence(run: Run, shelf_folder: Path, tmp_path: Path) -> None:
    run("game", "add", wheel(tmp_path))
    (shelf_folder / "otters-game/otters/rules.py").write_text("import os\n", encoding="utf-8")
    why = "cannot be played: otters/rules.py, line 1: a game may not use os."
    assert run("game", "list").out == f"{BUILT_IN}otters          otters-game  1.0  {why}\n"


@pytest.mark.usefixtures("shelf_folder")
@pytest.mark.parametrize(
    ("made", "why"),
    [
        (sources(more="import os"), "otters: otters/more.py, line 1: a game may not use os."),
        (sources(init=manifest("7.0")), "otters: it needs the kit 7.0; this companion has 1.0: update the companion."),
        (
            sources(init=manifest(languages=("en", "de", "fr"))),
            "otters: it says it speaks fr, but brings no words (.mo) for that.",
        ),
        ({"/etc/otters": ""}, "expected names inside one folder; came '/etc/otters'."),
    ],
)
def test_what_is_refused_is_one_sentence(run: Run, tmp_path: Path, made: dict[str, str | bytes], why: str) -> None:
    file = wheel(tmp_path, made)
    assert sentence(run("game", "add", file), Unplayable.code) == f"{file}: {why}"
    assert run("game", "list").out == BUILT_IN


@pytest.mark.usefixtures("shelf_folder")
@pytest.mark.parametrize("name", ["nowhere.whl", "folder.whl", "fifo.whl"])
def test_what_is_no_wheel_is_one_sentence(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.whl").mkdir()
    os.mkfifo(tmp_path / "fifo.whl")
    assert str(tmp_path / name) in sentence(
        run("game", "add", tmp_path / name), run("game", "add", tmp_path / name).code
    )


@pytest.mark.usefixtures("shelf_folder")
@pytest.mark.parametrize("written", ["", "Dear diary", '{"otters": 5}', '{"otters": {"package": "a"}}'])
def test_a_file_of_found_games_that_is_damaged_stops_nothing(run: Run, written: str) -> None:
    config.GAMES.mkdir()
    (config.GAMES / FOUND_GAMES).write_text(written, encoding="utf-8")
    assert run("games").code == 0
    assert run("game", "list").out == BUILT_IN


@pytest.mark.usefixtures("shelf_folder")
def test_wrong_use_is_one_sentence(run: Run) -> None:
    assert "cannot be removed" in sentence(run("game", "remove", "cat-royal"))
    assert "no game beavers is installed" in sentence(run("game", "remove", "beavers"))
    assert sentence(run("game")).endswith("see `companion game --help`.")
    assert sentence(run("game", "lend")).startswith("argument WHAT: ")


def test_an_installed_game_is_played_like_one_of_the_box(run: Run, shelf_folder: Path, tmp_path: Path) -> None:
    run("game", "add", wheel(tmp_path))
    record = tmp_path / "otters.jsonl"
    assert run("demo", *OTTERS, "--seed", 1, "--speed", "max", "--no-web", "--record", record).code == 0
    assert run("replay", record).out.startswith(f"{record}: right, ")
    assert "2 games, all ended" in (told := run("simulate", *OTTERS, "--games", 2, "--jobs", 2)).out
    assert told.out == run("simulate", *OTTERS, "--games", 2, "--jobs", 1).out, "other processes play the same"
    assert (shelf_folder / FOUND_GAMES).exists()


def test_a_game_that_pip_has_just_installed_is_played_at_once(
    run: Run, shelf_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpack(wheel(tmp_path), tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert run("demo", *OTTERS, "--seed", 1, "--speed", "max", "--no-web").code == 0
    assert not shelf_folder.exists(), "the box does not know it yet"
    assert games.look_further() == (), "only a command may"
    assert run("game", "list").out.endswith(f"otters-game  1.0  kit 1.0  MIT  en, de  {tmp_path / 'site'}\n")


@pytest.mark.usefixtures("shelf_folder")
def test_a_record_of_a_game_that_was_removed_says_which_package_it_asks_for(run: Run, tmp_path: Path) -> None:
    run("game", "add", wheel(tmp_path))
    record = tmp_path / "otters.jsonl"
    run("demo", *OTTERS, "--seed", 1, "--speed", "max", "--no-web", "--record", record)
    run("game", "remove", "otters")
    games.LIST = games.LIST[:2]
    told = "it came with the package otters-game 1.0; that package is not installed any more."
    assert sentence(run("replay", record)) == f"{record}: otters: {told}"
    (config.GAMES / FOUND_GAMES).unlink()  # as on a computer where it never was
    games.MISSING = {}
    told = "it comes with the package otters-game 1.0, which is not installed here."
    assert sentence(run("replay", record)) == f"{record}: otters: {told}"
    assert sentence(run("report", record)) == f"{record}: otters: {told}"


@pytest.mark.usefixtures("shelf_folder")
def test_so_does_a_game_in_the_journal(run: Run, tmp_path: Path, state: Path) -> None:
    run("game", "add", wheel(tmp_path))
    run("games")
    start = NIM.begin(seated(NIM, 2, "box"), {})
    journal = Journal(state)
    journal.begin(NewGame("otters", NIM.header(start), SEED, (1, 2)))
    journal.shut()
    assert '"package": "otters-game 1.0"' in run("export").out
    rmtree(config.GAMES)
    games.LIST = games.LIST[:2]
    told = "otters: it comes with the package otters-game 1.0, which is not installed here."
    assert sentence(run("export")) == sentence(run("report", 1)) == told
    assert run("games").out == f"   1  {told.rstrip('.')}\n"


@pytest.mark.usefixtures("shelf_folder")
def test_the_settings_of_a_game_that_was_removed_are_passed_over(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings := tmp_path / "companion.toml").write_text("[games.otters]\nmore = 5\n", encoding="utf-8")
    monkeypatch.setenv("COMPANION_CONFIG", str(settings))
    assert "came an unknown game" in sentence(run("games"))
    run("game", "add", wheel(tmp_path))
    assert "games.otters.more: expected one of lights; came" in sentence(run("games"))
    run("game", "remove", "otters")
    games.LIST = games.LIST[:2]
    assert run("games").code == 0


@pytest.mark.usefixtures("shelf_folder")
def test_a_box_of_two_wheels_has_both_games(run: Run, tmp_path: Path) -> None:
    run("game", "add", wheel(tmp_path))
    assert run("game", "add", beavers(tmp_path)).code == 0
    assert [game.name for game in games.LIST] == ["galopp-royal", "cat-royal", "otters"]
    run("game", "list")
    assert [game.name for game in games.LIST] == ["galopp-royal", "cat-royal", "otters", "beavers"]


@pytest.mark.usefixtures("shelf_folder")
def test_a_game_that_keeps_every_law_is_checked(run: Run, tmp_path: Path) -> None:
    run("game", "add", wheel(tmp_path, sources(init=manifest(languages=("en",)))))
    told = run("game", "check", "otters")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("kept    the rules have all that every game needs\n")
    assert "\nbronze  otters keeps every law of every game\n" in told.out
    assert told.out.splitlines()[-1].startswith("gold    not yet: ")


@pytest.mark.usefixtures("shelf_folder")
def test_the_folder_of_a_game_is_checked_and_the_first_broken_law_is_one_sentence(run: Run, tmp_path: Path) -> None:
    made = sources(
        init=manifest(languages=("en",)), rules=RULES.replace("who=state.turn if state.left", "who=1 if state.left")
    )
    folder = write(tmp_path / "here", made)
    told = run("game", "check", folder, "--seed", 7)
    assert told.code == BrokenLaw.code
    assert told.err.startswith(
        "companion: otters: the one asked is the one the screen names and of several nobody: the seat that the screen"
    )
    assert told.err.endswith("; in the game of 2 players with --seed 7.\n")
    assert told.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.usefixtures("shelf_folder")
def test_a_game_that_hangs_breaks_the_law_that_met_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_limit, "LIMIT_S", 3.0)
    begins = '"""The heap, or how many are about to be taken."""\n'
    hangs = RULES.replace(begins, f"{begins}        while state.left:\n            state = replace(state)\n")
    line = hangs[: hangs.index("while state.left")].count("\n") + 1
    told = run("game", "check", write(tmp_path / "here", sources(init=manifest(languages=("en",)), rules=hangs)))
    assert told.code == BrokenLaw.code
    sentence = (
        r"companion: otters: an undo leads back and a redo forward: expected an end within 3 seconds; "
        rf"came none, and it hung in rules\.py, line ({line}|{line + 1}); in the game of 2 players with --seed 1\.\n"
    )
    assert re.fullmatch(sentence, told.err), told.err


@pytest.mark.usefixtures("shelf_folder")
def test_the_folder_of_a_game_is_checked_also_if_it_is_installed(run: Run, tmp_path: Path) -> None:
    english = sources(init=manifest(languages=("en",)))
    run("game", "add", wheel(tmp_path, english))
    run("simulate", *OTTERS, "--games", 1, "--jobs", 1)
    told = run("game", "check", write(tmp_path / "here", english))
    assert (told.code, told.err) == (0, "")


@pytest.mark.usefixtures("shelf_folder")
def test_the_texts_without_words_stand_one_a_line_before_the_sentence(run: Run, tmp_path: Path) -> None:
    told = run("game", "check", write(tmp_path / "here", sources()))
    assert told.out.splitlines()[-1] == "        'Matches'"
    assert told.err.endswith("every text has words in de: texts without words: expected none; came 1.\n")


@pytest.mark.usefixtures("shelf_folder")
def test_an_unknown_game_cannot_be_checked(run: Run) -> None:
    assert "unknown game 'beavers'" in sentence(run("game", "check", "beavers"))
    assert "expected the folder in which you write" in sentence(run("game", "check", "cat-royal", "--mutants"))


@pytest.mark.usefixtures("shelf_folder")
def test_the_mutants_of_a_game_are_told_last(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "MANY", 1)
    monkeypatch.setattr(mutants, "_fault", lambda _, mutant: "a failure" if mutant is not None else None)
    folder = write(tmp_path / "here", sources(init=manifest(languages=("en",))))
    *_, mutant, told = run("game", "check", folder, "--mutants").out.splitlines()
    assert mutant.startswith("noticed __init__.py, line ")
    assert told == "mutants 1 of 1 are noticed"


@pytest.mark.usefixtures("shelf_folder")
def test_a_new_game_is_written_and_keeps_every_law(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = "otters has a game that works, in 11 files; README.md explains each one."
    assert run("game", "new", "otters") == (0, f"{said}\nCheck it: companion game check otters\n", "")
    assert run("game", "check", "otters", "--sheets", "drawn").out.splitlines()[-2] == "silver  reached"
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == ["otters-de.png", "otters-en.png"]
    assert "expected a folder that is not there yet" in sentence(run("game", "new", "otters"))
    assert run("game", "new", "sea-otters", tmp_path / "more" / "there").code == 0
    assert (tmp_path / "more/there/pyproject.toml").is_file()
