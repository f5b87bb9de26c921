"""Bad input of every kind: each ends in one sentence, in time, and harms nothing."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import result
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.look import LOCK
from companion.kit.errors import Unwritten, WrongLine, WrongUse
from companion.kit.shape import KINDS
from companion.match.history import NewGame
from companion.testing.whole_games import SEED, finish
from tests.companion.cli.told import RULES, Run, Told, game, kept, sentence, written
from tests.companion.games.whole_games import sitting

NOBODY = 65_534

pytestmark = pytest.mark.usefixtures("state")


def process(*words: object, streams: str = '"$@"', **environment: str) -> Told:
    """A command as a process of its own; `streams` says what is done to its streams."""
    command = ["sh", "-c", streams, "sh", sys.executable, "-m", "companion", *map(str, words)]
    env = {**os.environ, **environment}
    ended = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60, check=False)
    return Told(ended.returncode, ended.stdout, ended.stderr)


# --- settings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (f"[page]\nport = {'9' * 5000}\n", "integer"),
        (f"[page]\nport = {'9' * 300}\n", "a number beyond"),
        (f"[page]\nport = {'[' * 5000}", "too many brackets"),
        (f"[page]\nport = {'[' * 90}{']' * 90}\n", "without end"),
        (f"{'.'.join('a' * 3000)} = 1\n", ""),
        (f"[game.options]\nschemer = {'9' * 300}\n", "a number beyond"),
        ('state_folder = "a\\u0000b"\n', "no file can have this name"),
        ('language = "\\uD800"\n', "expected TOML"),
    ],
)
def test_settings_no_program_should_be_fed_with(run: Run, tmp_path: Path, settings: str, said: str) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(settings)
    assert said in sentence(
        run("--config", file, "demo", "--no-web") if "state" not in settings else run("--config", file)
    )


WORDS_OF_PROGRAMMERS = re.compile(r"array|object|enum|codec|\bstr\b|\bint\b|bool|float|null|`")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('[game]\nnames = "Hans"\n', "game.names: expected a list; came 'Hans'."),
        ("game = 1\n", "game: expected a section; came 1."),
        ("[display]\nchip = 1\n", "display.chip: expected one of ssd1306, ssd1309, sh1106; came 1."),
        ("[display]\nis_upside_down = 1\n", "display.is_upside_down: expected yes or no (true or false); came 1."),
        ("language = 1979-05-27\n", "language: expected text; came a date or a time."),
        ('[page]\nport = "8737"\n', "page.port: expected a whole number; came '8737'."),
        ("[lights]\nplaces = {1 = [0], 2 = 3}\n", "lights.places.2: expected a list; came 3."),
        (
            "[lights]\nplaces = {1 = [0, 9999]}\n",
            "lights.places.1.1: expected a whole number of at most 2000; came 9999.",
        ),
        (
            '[game.options]\nopen_cash = "no"\n',
            "game: options.open_cash: expected yes or no (true or false); came 'no'.",
        ),
        ("[game.options]\nschemer = 1\n", f"game: options.schemer: expected {KINDS['bool']} or text; came 1."),
        ('[game.options]\nschemer = "none"\n', "game: options.schemer: expected one of both, one_effect; came 'none'."),
    ],
)
def test_a_wrong_setting_is_told_in_the_words_of_its_owner(run: Run, tmp_path: Path, settings: str, said: str) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(settings)
    told = sentence(run("--config", file, "games"))
    assert told == f"{file}: {said}"
    assert not WORDS_OF_PROGRAMMERS.search(said)


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ('[board]\nfinishes = "far"\n', "board.finishes: expected a list; came 'far'."),
        ("[board]\nfinishes = [20, 21]\n", "board.finishes: expected a list of 6 entries; came [20, 21]."),
        ("[deck]\n1 = 1.5\n", "deck.1: expected a whole number; came 1.5."),
        ('confirmed = "yes"\n', "confirmed: expected yes or no (true or false); came 'yes'."),
        (
            "[bord]\n",
            "bord: expected one of rulebook, options, board, deck, confirmed; came an unknown key; "
            "the nearest is board.",
        ),
    ],
)
def test_a_wrong_board_is_told_in_the_words_of_its_owner(run: Run, tmp_path: Path, board: str, said: str) -> None:
    (tmp_path / "state").mkdir()
    file = tmp_path / "state" / "board.toml"
    file.write_text(board)
    assert damage(run) == f"{file} ({said[:-1]})"


def damage(run: Run) -> str:
    """What the doctor says of the box's small files: the box still starts."""
    checks = json.loads(run("doctor", "--json").out)["checks"]
    (told,) = [check["said"] for check in checks if check["name"] == "small files"]
    return str(told).removeprefix("Damaged: ").partition(". The next start")[0]


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_a_file_in_another_encoding(run: Run, tmp_path: Path, encoding: str) -> None:
    file, board = tmp_path / "companion.toml", tmp_path / "state" / "board.toml"
    file.write_text("# für uns\n", encoding=encoding)
    told = sentence(run("--config", file))
    assert told == f"{file}: expected text in UTF-8; came another encoding; save it again with the encoding UTF-8."
    board.parent.mkdir()
    board.write_text("# für uns\n", encoding=encoding)
    assert damage(run) == f"{board} (expected text in UTF-8; came another encoding)"


@pytest.mark.parametrize("start", [9 * 10**300, 10**16])
def test_a_board_of_endless_numbers(run: Run, tmp_path: Path, start: int) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "board.toml").write_text(f"[board]\nprizes = [[{start}, 1, 1]]\n")
    assert "a number beyond" in damage(run)


def test_control_characters_are_shown_as_they_are_spelled(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    rows = written().splitlines()
    rows[3] = json.dumps(json.loads(rows[3]) | {"event": "\x1b]0;owned\x07\u202e\x9b2J"}, ensure_ascii=False)
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    told = run("replay", file)
    assert told.code == WrongLine.code
    assert told.out.rstrip("\n").isprintable()
    assert r"\x1b]0;owned\x07\u202e\x9b2J" in told.out
    file.write_text('{"record": 1, "game": "\\u001b[31m' + "x" * 100_000 + '"}\n')
    assert "\x1b" not in sentence(run("replay", file))


@pytest.mark.parametrize("first", ["\ufeff{}", '{"record": 1, "record": 1, "game": "galopp-royal"}'])
def test_a_mark_and_a_key_that_stands_twice_are_faults_of_their_line(run: Run, tmp_path: Path, first: str) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(f"{first}\n", encoding="utf-8")
    told = run("replay", file)
    assert (told.code, told.err) == (WrongLine.code, "")
    assert told.out.startswith(f"{file}: line 1, text: expected ")
    assert sentence(run("report", file)).startswith(f"{file}: line 1, text: expected ")


def test_names_from_the_journal_are_plain_in_the_list_of_games(run: Run, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "state")
    header = json.loads(json.dumps(RULES.header(RULES.begin(sitting(3), {}))))
    header["seats"][0]["name"] = "\x1b[2J"
    journal.begin(NewGame(RULES.name, header, SEED, (1, 2, 3)))
    journal.shut()
    assert r"\x1b[2J 50" in run("games").out


def test_a_file_whose_name_is_no_text(run: Run, tmp_path: Path) -> None:
    name = tmp_path / os.fsdecode(b"\xff\x1b.jsonl")
    assert r"\udcff\x1b.jsonl" in sentence(run("replay", name))


# --- what is no file -------------------------------------------------------------------------------------------------


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "fifo")
    return tmp_path / "fifo"


@pytest.mark.parametrize("words", [["games"], ["export"], ["demo", "--no-web"], ["simulate", "--games", "1"]])
def test_settings_from_a_fifo_or_a_device(run: Run, fifo: Path, words: list[str]) -> None:
    assert sentence(run("--config", fifo, *words)) == f"{fifo}: expected a settings file; came a fifo."
    assert "came a device" in sentence(run("--config", "/dev/zero", *words))


def test_a_record_that_is_a_fifo_or_a_device(run: Run, fifo: Path) -> None:
    assert sentence(run("replay", fifo)) == f"{fifo}: expected a game record; came a fifo."
    assert "came a device" in sentence(run("replay", "/dev/zero"))


@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal", f"{FILE}-journal", LOCK, "board.toml", "wiring.toml"])
def test_a_fifo_among_the_games(run: Run, tmp_path: Path, name: str) -> None:
    state = tmp_path / "state"
    state.mkdir()
    os.mkfifo(state / name)
    assert str(state / name) in sentence(run())
    if name.startswith(FILE):
        assert "came a fifo" in sentence(run("games"))


def test_a_fifo_in_the_place_of_the_folder(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "state")
    assert "expected a folder" in sentence(run())


# --- no home, closed folders -----------------------------------------------------------------------------------------


def test_without_a_home(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_: int) -> None:
        raise KeyError

    monkeypatch.delenv("HOME")
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert sentence(run("games")).startswith("HOME is not set, so there is no place for the games; ")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert run("games").out.startswith("There is no game on this box yet; ")
    monkeypatch.setenv("STATE_DIRECTORY", "~/state")
    assert "an unknown home folder" in sentence(run("games"))


@contextmanager
def closed(folder: Path) -> Iterator[None]:
    """A folder that nobody may open; root could, so it becomes another user meanwhile."""
    before = os.geteuid()
    folder.chmod(0)
    if before == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)
        folder.chmod(0o700)


@pytest.mark.parametrize("words", [["games"], ["simulate", "--games", "1", "--jobs", "1"]])
@pytest.mark.parametrize("variable", ["XDG_CONFIG_HOME", "XDG_STATE_HOME"])
def test_folders_nobody_may_look_into(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, words: list[str]
) -> None:
    run(*words)  # all that is imported is known before
    folder = tmp_path / "closed"
    (folder / "companion").mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/none")
    monkeypatch.setenv(variable, str(folder))
    monkeypatch.delenv("STATE_DIRECTORY")
    with closed(tmp_path):
        told = sentence(run(*words))
    assert "Permission denied" in told
    assert str(folder) in told


# --- streams and signals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["games"], ["export"], ["doctor"], ["simulate", "--games", "1", "--json", "-"]])
def test_a_full_disk_behind_stdout(tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where games are kept that nobody has heard of
    kept(tmp_path / "state")
    told = process(*words, streams='"$@" >/dev/full')
    assert sentence(told, Unwritten.code).startswith("stdout: the answer cannot be written; No space left on device")


@pytest.mark.parametrize("words", [["games"], ["export"]])
def test_a_closed_stdout(tmp_path: Path, words: list[str]) -> None:
    kept(tmp_path / "state")
    told = process(*words, streams='"$@" >&-')
    assert sentence(told, Unwritten.code) == "stdout: the answer cannot be written; Bad file descriptor."


def test_all_streams_closed(tmp_path: Path) -> None:
    kept(tmp_path / "state")
    before = (tmp_path / "state" / FILE).read_bytes()
    assert process("games", streams='"$@" <&- >&- 2>&-') == (Unwritten.code, "", "")
    assert process("frobnicate", streams='"$@" <&- 2>&-').code == WrongUse.code
    assert (tmp_path / "state" / FILE).read_bytes() == before


def test_a_reader_who_has_left(tmp_path: Path) -> None:
    kept(tmp_path / "state", *game().entries)
    assert process("export", streams='{ "$@"; echo $? >&2; } | head -c 1') == (0, "{", "0\n")


@pytest.mark.parametrize("words", [["--help"], ["demo", "--help"]])
def test_help_into_a_full_disk(words: list[str]) -> None:
    told = process(*words, streams='"$@" >/dev/full')
    assert sentence(told, Unwritten.code) == "stdout: the answer cannot be written; No space left on device."


def test_ctrl_c_while_modules_are_loaded_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "argparse.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(9)\n"
    )
    assert process("games", PYTHONPATH=str(tmp_path)) == (130, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_demo_that_is_ended_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "companion", "demo", "--no-web", "--speed", "0.5"]
    with subprocess.Popen(command, env={**os.environ, "TMPDIR": str(tmp_path)}, stderr=subprocess.PIPE) as demo:
        while not list(tmp_path.glob("companion-demo-*/games.sqlite")):
            time.sleep(0.01)
        demo.send_signal(number)
        assert demo.communicate(timeout=20)[1] == b""
        assert demo.returncode == 128 + number
    assert not list(tmp_path.glob("companion-demo-*"))


# --- numbers on the command line -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--seed", "9" * 5000],
        ["simulate", "--seed", "9" * 30],
        ["simulate", "--games", "9" * 5000],
        ["simulate", "--games", "9" * 12],
        ["demo", "--seed", "9" * 5000],
        ["demo", "--speed", "9" * 5000],
        ["export", "9" * 5000],
        ["export", "9" * 4000],
    ],
)
def test_endless_numbers_on_the_command_line(run: Run, tmp_path: Path, words: list[str]) -> None:
    kept(tmp_path / "state")
    sentence(run(*words))


# --- games and records -----------------------------------------------------------------------------------------------


def test_a_game_of_an_unknown_name_does_not_hide_the_others(run: Run, tmp_path: Path) -> None:
    kept(tmp_path / "state")
    kept(tmp_path / "state", name="chess")
    kept(tmp_path / "state")
    told = run("games")
    assert (told.code, told.err) == (0, "")
    first, second, third = told.out.splitlines()
    assert "galopp-royal" in first
    assert second == "   2  unknown game 'chess': this companion plays galopp-royal, cat-royal"
    assert "running" in third


def test_hidden_purses_are_hidden_in_the_list_of_games_and_in_a_running_record(run: Run, tmp_path: Path) -> None:
    entries = finish(RULES, RULES.begin(sitting(3), {"options": {"open_cash": False}}), 1).entries
    kept(tmp_path / "state", *entries[:20], seats=3, open_cash=False)
    assert run("games").out.endswith("  Hans, Pia, Werner\n")
    rows = [json.loads(row) for row in run("export").out.splitlines()]
    assert {row["after"]["coins"] for row in rows[1:]} == {None}
    (tmp_path / "game.jsonl").write_text(run("export").out)
    assert run("replay", tmp_path / "game.jsonl").code == 0
    kept(tmp_path / "state", *entries, seats=3, open_cash=False)
    assert "Hans " in run("games").out.splitlines()[1]
    assert json.loads(run("export").out.splitlines()[-1])["after"]["coins"]["1"] >= 0


def test_a_file_cut_off_inside_a_letter_is_an_unfinished_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    rows = written().encode().splitlines(keepends=True)
    half = '{"n": 2, "event": "corrected", "seat": 1, "amount": 1, "reason": "Zoë'.encode()[:-1]
    file.write_bytes(b"".join(rows[:2]) + half)
    assert "right, 1 events of an unfinished game" in run("replay", file).out


def test_what_came_out_cannot_be_written_down() -> None:
    with pytest.raises(Unwritten, match="/dev/full: the file cannot be written; No space left on device"):
        result.keep(result.place(Path("/dev/full")), "{}")


@pytest.mark.slow
def test_a_demo_whose_record_cannot_be_written_fails(run: Run) -> None:
    told = run("demo", "--players", 3, "--seed", 1, "--speed", "max", "--no-web", "--record", "/dev/full")
    assert sentence(told, Unwritten.code) == "/dev/full: the file cannot be written; No space left on device."


# --- whose files these are -------------------------------------------------------------------------------------------


def modes(folder: Path) -> dict[str, str]:
    return {path.name: f"{path.stat().st_mode & 0o777:o}" for path in (folder, *folder.iterdir())}


def test_the_games_are_nobody_elses(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        journal = Journal(tmp_path / "new" / "state")
        journal.begin(NewGame(RULES.name, {}, SEED, (1, 2, 3)))
        assert modes(tmp_path / "new" / "state").pop("state") == "700"
        assert set(modes(tmp_path / "new" / "state").values()) == {"700", "600"}
        assert f"{FILE}-wal" in modes(tmp_path / "new" / "state")
        journal.shut()
    finally:
        os.umask(before)


def test_a_folder_that_was_open_to_all_is_shut(tmp_path: Path) -> None:
    state = tmp_path / "state"
    kept(state)
    for path in (state, *state.iterdir()):
        path.chmod(0o755 if path == state else 0o644)
    kept(state)
    assert modes(state) == {"state": "700", FILE: "600", LOCK: "600"}


def test_a_folder_that_all_share_stays_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    kept(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777
