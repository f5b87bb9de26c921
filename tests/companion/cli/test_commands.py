from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from importlib import metadata
from pathlib import Path
from threading import Thread

import pytest

from companion import games
from companion.daemon.lasting import Loss
from companion.games.galopp_royal.events import Ended
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.schema import put
from companion.kit.errors import NotARecord, OurFault, Unwritten, WrongLine
from companion.match.history import Redo, Step, Undo
from tests.companion.cli.told import RULES, Run, Told, game, kept, options, sentence, written
from tests.companion.games.nim import NIM
from tests.companion.games.offered import offer
from tests.companion.study.faulty_rules import LosesACoin
from tests.ports import free_port

pytestmark = pytest.mark.usefixtures("settings")


@pytest.fixture
def settings(state: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The owner's, with nothing in it."""
    file = state.with_name("companion.toml")
    file.touch()
    monkeypatch.setenv("COMPANION_CONFIG", str(file))
    return file


# --- replay ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_finished_game_is_right(run: Run, file: Path, seats: int) -> None:
    file.write_text(written(seats), encoding="utf-8")
    count = len(game(seats).events)
    said = f"{file}: right, {count} events of a finished game; dice and cards checked.\n"
    assert run("replay", file) == (0, said, "")


@pytest.mark.parametrize(("lines", "drawn"), [(1, ""), (2, "cards"), (400, "dice and cards")])
def test_a_game_cut_off_after_a_line_is_right(run: Run, file: Path, lines: int, drawn: str) -> None:
    file.write_text("".join(written().splitlines(keepends=True)[:lines]), encoding="utf-8")
    said = f"; {drawn} not checked: the seed is told at the end" if drawn else ""
    assert run("replay", file) == (0, f"{file}: right, {lines - 1} events of an unfinished game{said}.\n", "")


def test_a_game_cut_off_where_something_comes_by_itself_is_unfinished(run: Run, file: Path) -> None:
    rows = written().splitlines(keepends=True)
    (*_, last) = (line for line, row in enumerate(rows) if '"event": "moved"' in row)
    file.write_text("".join(rows[: last + 1]), encoding="utf-8")
    assert "of an unfinished game" in run("replay", file).out


@pytest.mark.parametrize("letters", [1500, 3001, 9999])
def test_a_game_cut_off_anywhere_is_right(run: Run, file: Path, letters: int) -> None:
    assert letters > len(written().splitlines()[0])
    file.write_text(written()[:letters], encoding="utf-8")
    told = run("replay", file)
    assert told.code == 0
    assert "of an unfinished game" in told.out


def test_a_wrong_line_is_named_with_event_expected_and_came(run: Run, file: Path) -> None:
    rows = written().splitlines()
    at, row = next((at, json.loads(row)) for at, row in enumerate(rows) if '"event": "bid"' in row)
    rows[at] = json.dumps(row | {"amount": 51})
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    told = run("replay", file)
    assert (told.code, told.err) == (WrongLine.code, "")
    assert told.out.startswith(f"{file}: line {at + 1}, bid: expected what the rules allow here; came ")
    assert "51 is too much: at most 50" in told.out
    assert told.out.count("\n") == 1


def test_wrong_coins_are_named_with_what_they_should_be(run: Run, file: Path) -> None:
    rows = written().splitlines()
    row = json.loads(rows[1])
    row["after"]["coins"]["2"] = 49
    rows[1] = json.dumps(row)
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    told = run("replay", file)
    assert told.code == WrongLine.code
    assert told.out.startswith(f"{file}: line 2, dealt: expected after ")
    assert '"2": 50' in told.out.partition("; came ")[0]
    assert '"2": 49' in told.out.partition("; came ")[2]
    assert told.out.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this is no game record"),
        (b"\n", "this is no game record"),
        (b"Dear diary,\n", "this is no game record"),
        (b"[1, 2]\n", "this is no game record"),
        (b'{"game": "galopp-royal"}\n', "this is no game record"),
        (b'{"record": 1, "game": "chess"}\n', "unknown game 'chess': this companion plays galopp-royal, cat-royal."),
        (b'{"record": 2, "game": "galopp-royal"}\n', "update it to read newer ones."),
        (b'{"record": 2, "game": "cat-royal"}\n', "update it to read newer ones."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "this is no game record: expected UTF-8 text."),
        (b"\x00" * 100, "this is no game record"),
        (b"[" * 100_000, "this is no game record"),
    ],
)
def test_what_nobody_can_referee_is_refused_in_one_sentence(run: Run, file: Path, content: bytes, said: str) -> None:
    file.write_bytes(content)
    assert said in sentence(run("replay", file))


def test_brackets_without_end_are_a_wrong_line(run: Run, file: Path) -> None:
    file.write_text(f"{written().splitlines()[0]}\n{'[' * 100_000}\n", encoding="utf-8")
    told = run("replay", file)
    assert told.code == WrongLine.code
    assert told.out.startswith(f"{file}: line 2, text: expected one JSON object a line; came ")


def test_a_record_that_is_not_there_is_named(run: Run, file: Path) -> None:
    assert sentence(run("replay", file)) == f"{file}: expected a game record; No such file or directory."


def test_a_folder_is_no_record(run: Run, tmp_path: Path) -> None:
    assert sentence(run("replay", tmp_path)) == f"{tmp_path}: expected a game record; Is a directory."


def test_a_header_no_game_can_begin_from_is_wrong(run: Run, file: Path) -> None:
    file.write_text('{"record": 1, "game": "galopp-royal"}\n', encoding="utf-8")
    told = run("replay", file)
    assert told.code == WrongLine.code
    assert told.out.startswith(f"{file}: line 1, header: expected a header the game can be set up from; came ")


# --- games and export ------------------------------------------------------------------------------------------------


def test_a_new_box_has_no_games_and_makes_no_folder_to_say_so(run: Run, state: Path) -> None:
    assert run("games") == (0, "There is no game on this box yet; `companion` lets you play one.\n", "")
    assert not state.exists()


def test_a_new_box_has_nothing_to_export(run: Run) -> None:
    assert sentence(run("export")) == "there is no game to export yet; play one first."


def test_games_lists_the_running_the_left_and_those_that_are_over(run: Run, state: Path) -> None:
    kept(state, *game().entries)
    kept(state, *game(3).entries[:9], seats=3)
    kept(state, *game().entries[:9])
    told = run("games")
    assert (told.code, told.err) == (0, "")
    assert [line.split()[0] for line in told.out.splitlines()] == ["1", "2", "3"]
    assert [line.split()[3] for line in told.out.splitlines()] == ["over", "left", "running"]
    assert all("galopp-royal" in line for line in told.out.splitlines())
    ended = game().events[-1]
    assert isinstance(ended, Ended)
    for seat, coins in ended.coins:
        assert f"{('Hans', 'Pia', 'Werner', 'Claudia')[seat - 1]} {coins}" in told.out.splitlines()[0]


def test_games_lists_ten_and_says_how_to_see_the_earlier_ones(run: Run, state: Path) -> None:
    for _ in range(12):
        kept(state, *game(3).entries[:1], seats=3)
    told = run("games").out.splitlines()
    assert told[0] == "There are earlier ones: companion games --before 3"
    assert [int(line.split()[0]) for line in told[1:]] == list(range(3, 13))
    assert [int(line.split()[0]) for line in run("games", "--before", 3).out.splitlines()] == [1, 2]
    assert run("games", "--before", 1).out == "There is no game on this box before 1.\n"


def test_export_writes_the_latest_game_or_the_one_asked_for(run: Run, state: Path) -> None:
    kept(state, *game(3).entries, seats=3)
    kept(state, *game().entries)
    assert run("export") == (0, written(), "")
    assert run("export", 1) == (0, written(3), "")
    assert run("export", 2) == (0, written(), "")


def test_what_is_exported_is_right(run: Run, state: Path, file: Path) -> None:
    for entries in (game().entries, game().entries[:30]):
        kept(state, *entries)
        file.write_text(run("export").out, encoding="utf-8")
        assert run("replay", file).code == 0


def test_a_game_that_is_not_there_cannot_be_exported(run: Run, state: Path) -> None:
    kept(state)
    for number in (0, 2, 10**30):
        assert sentence(run("export", number)) == f"there is no game {number}; `companion games` lists them."


def test_a_running_game_keeps_its_secrets_unless_asked(run: Run, state: Path) -> None:
    kept(state, *game().entries[:3])
    hands = json.loads(run("export").out.splitlines()[1])["hands"]
    assert set(map(str, hands.values())) == {"[None]"}
    shown = json.loads(run("export", "--secrets").out.splitlines()[1])["hands"]
    assert all(card is not None for hand in shown.values() for card in hand)


def test_undone_events_are_exported_only_if_asked(run: Run, state: Path, file: Path) -> None:
    steps = game().entries[:6]
    decided = max(at for at, step in enumerate(steps) if step.seat is not None)
    kept(state, *steps, Undo(agreed=2), Redo(), Undo(agreed=2), *steps[decided:])
    count = sum(len(step.events) for step in steps)
    rows = [json.loads(row) for row in run("export", "--secrets").out.splitlines()[1:]]
    assert [row["n"] for row in rows] == list(range(1, count + 1))
    assert not any("undone" in row for row in rows)
    told = run("export", "--all", "--secrets")
    lines = [json.loads(row) for row in told.out.splitlines()[1:]]
    agreed = [row["agreed"] for row in lines if row.get("undone")]
    assert agreed == [2] * sum(len(step.events) for step in steps[decided:]), "the seat that the journal has"
    file.write_text(told.out, encoding="utf-8")
    assert run("replay", file).out.startswith(f"{file}: right, {count} events of an unfinished game; ")


def test_games_and_export_read_while_a_box_is_at_work(run: Run, state: Path) -> None:
    kept(state, *game().entries[:9])
    journal = Journal(state)
    assert "running" in run("games").out
    assert run("export").code == 0
    journal.shut()


def test_a_damaged_journal_is_said_in_one_sentence(run: Run, state: Path) -> None:
    state.mkdir()
    (state / FILE).write_bytes(b"x" * 5000)
    for command in ("games", "export"):
        assert "SQLite writes no such format" in sentence(run(command))


@pytest.mark.parametrize("body", [b"{", b'{"kind":"step","events":[{"event":"bid","seat":1,"amount":1}]}'])
def test_one_game_that_cannot_be_read_does_not_hide_the_others(run: Run, state: Path, body: bytes) -> None:
    kept(state, *game(3).entries, seats=3)
    kept(state)
    with closing(sqlite3.connect(state / FILE)) as db, db:
        db.execute(*put("entry", 2, 1, body))
    told = run("games")
    assert told.code != OurFault.code
    assert "over" in told.out


def test_a_damaged_game_is_named_in_its_line_and_the_others_are_listed(run: Run, state: Path) -> None:
    kept(state, *game(3).entries, seats=3)
    kept(state)
    with closing(sqlite3.connect(state / FILE)) as db, db:
        db.execute("UPDATE entry SET body = CAST(REPLACE(body, 'step', 'stop') AS BLOB) WHERE n = 9")
    told = run("games")
    assert told.out.startswith("   1  game 1 cannot be read: entry 9 is not what was written\n   2  ")
    assert sentence(run("export", 1)) == "game 1 cannot be read: entry 9 is not what was written."


# --- simulate --------------------------------------------------------------------------------------------------------


def simulated(*words: object) -> list[object]:
    """The shortest games, on one core."""
    return ["simulate", "--games", 2, "--players", 3, "--seed", 4, "--jobs", 1, *words]


def test_simulate_prints_tables_and_writes_the_same_as_json(run: Run, tmp_path: Path) -> None:
    told = run(*simulated("--json", tmp_path / "found.json"))
    assert (told.code, told.err) == (0, "")
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert (found["seed"], found["games"], len(found["header"]["seats"])) == (4, 2, 3)
    for table in found["tables"]:
        assert table["title"] in told.out


def test_a_dash_prints_the_json_and_nothing_else(run: Run, tmp_path: Path) -> None:
    run(*simulated("--json", tmp_path / "found.json"))
    printed = run(*simulated("--json", "-"))
    assert printed == (0, (tmp_path / "found.json").read_text(encoding="utf-8"), "")


def test_simulate_keeps_records_that_replay_finds_right(run: Run, tmp_path: Path) -> None:
    assert run(*simulated("--records", tmp_path / "records")).code == 0
    for number in (1, 2):
        assert "of a finished game" in run("replay", tmp_path / "records" / f"{number:04}.jsonl").out


def test_replay_goes_through_all_records_and_tells_if_one_is_wrong(run: Run, tmp_path: Path) -> None:
    run(*simulated("--records", tmp_path))
    first, second = tmp_path / "0001.jsonl", tmp_path / "0002.jsonl"
    assert run("replay", first, second).code == 0
    first.write_text(first.read_text(encoding="utf-8").replace('"n": 2,', '"n": 3,'), encoding="utf-8")
    told = run("replay", first, second)
    assert told.code == WrongLine.code
    assert [line.split(":")[0] for line in told.out.splitlines()] == [str(first), str(second)]


def test_what_is_no_record_keeps_no_other_from_being_checked(run: Run, tmp_path: Path) -> None:
    run(*simulated("--records", tmp_path))
    first, last, chess = tmp_path / "0001.jsonl", tmp_path / "0002.jsonl", tmp_path / "chess.jsonl"
    last.write_text(last.read_text(encoding="utf-8").replace('"n": 2,', '"n": 3,'), encoding="utf-8")
    chess.write_text('{"record": 1, "game": "chess"}\n')
    told = run("replay", first, tmp_path / "none", chess, last, first)
    assert told.code == NotARecord.code
    assert [line.split(":")[0] for line in told.out.splitlines()] == [str(first), str(last), str(first)]
    assert (
        told.err.splitlines()[0]
        == f"companion: {tmp_path / 'none'}: expected a game record; No such file or directory."
    )
    assert told.err.splitlines()[1].startswith(f"companion: {chess}: unknown game 'chess'")
    assert run("replay", last, first).code == WrongLine.code


def test_records_with_something_in_their_way_are_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "0002.jsonl").mkdir()
    told = sentence(run(*simulated("--records", tmp_path / "file")))
    assert told == f"{tmp_path / 'file'}: expected a folder to write into; File exists."
    told = sentence(run(*simulated("--records", tmp_path)), Unwritten.code)
    assert told == f"{tmp_path / '0002.jsonl'}: the file cannot be written; Is a directory."


def test_a_json_file_that_cannot_be_written_stops_before_the_work(run: Run, tmp_path: Path) -> None:
    none = tmp_path / "none" / "found.json"
    assert sentence(run(*simulated("--json", none))) == (
        f"{none}: the file cannot be written; No such file or directory."
    )


def test_a_fault_in_a_game_names_the_game_and_the_seed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.study.simulation.find_rules", lambda _: LosesACoin())
    told = run(*simulated())
    assert (told.code, told.out, told.err.count("\n")) == (OurFault.code, "", 1)
    assert "(BrokenGame: game 1 of seed 4: AssertionError: a coin was lost)" in told.err


# --- more than one game ----------------------------------------------------------------------------------------------


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, RULES, NIM)


@pytest.mark.usefixtures("two_games")
def test_a_demo_plays_the_game_asked_for(run: Run, file: Path) -> None:
    told = run("demo", "--game", "nim", "--players", 2, "--seed", 1, "--speed", "max", "--no-web", "--record", file)
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("Matches: Red, Blue ("), "it has no coins"
    first, *events = file.read_text(encoding="utf-8").splitlines()
    assert json.loads(first)["game"] == "nim"
    assert [json.loads(event)["after"] for event in events][-1] == {"left": 0}
    assert run("replay", file).out.startswith(f"{file}: right, {len(events)} events of a finished game")


@pytest.mark.slow
@pytest.mark.usefixtures("two_games")
def test_the_winner_of_a_demo_stays_on_the_page_until_ctrl_c_and_the_record_is_written_before(
    run: Run, file: Path, settings: Path
) -> None:
    def interrupt() -> None:
        while not (file.exists() and file.read_text(encoding="utf-8")):
            time.sleep(0.05)
        time.sleep(0.5)
        recorded.append(file.read_text(encoding="utf-8"))
        os.kill(os.getpid(), signal.SIGINT)

    recorded: list[str] = []
    settings.write_text(f"[page]\nport = {free_port()}\n")
    Thread(target=interrupt, daemon=True).start()
    told = run("demo", "--game", "nim", "--players", 2, "--speed", "max", "--record", file)
    assert (told.code, told.err) == (0, "")
    address, summary, standing = told.out.splitlines()
    assert address.endswith("(Ctrl-C ends it; the game is not kept).")
    assert summary.startswith("Matches: Red, Blue (")
    assert standing == "The winner stays on display and page until you press Ctrl-C."
    assert recorded == [file.read_text(encoding="utf-8")] != [""]


def test_a_demo_of_game_after_game_writes_no_record(run: Run, file: Path) -> None:
    assert "not allowed with" in sentence(run("demo", "--loop", "--no-web", "--record", file))


@pytest.mark.usefixtures("two_games")
def test_a_simulation_plays_the_game_asked_for(run: Run) -> None:
    told = run("simulate", "--game", "nim", "--players", 2, "--games", 20, "--jobs", 1, "--json", "-")
    assert (told.code, told.err) == (0, "")
    found = json.loads(told.out)
    assert [one["name"] for one in found["tables"]] == ["game"], "it has no statistics of its own"
    assert found["games"] == 20


@pytest.mark.usefixtures("two_games")
def test_the_help_tells_of_each_game_what_it_has(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("simulate", "--help")
    told = " ".join(capsys.readouterr().out.split())
    assert "galopp-royal, nim (as in the settings)" in told
    assert "galopp-royal: 3 to 6; nim: 2 to 4 (4)" in told
    assert "galopp-royal: de, nl, en, fr (as in the settings)" in told


def test_every_game_is_simulated_by_each_of_its_rulebooks_and_its_records_are_right(run: Run, tmp_path: Path) -> None:
    for rules in games.GAMES:
        for rulebook in rules.rulebooks:
            folder = tmp_path / rules.name / rulebook
            words = ("--game", rules.name, "--rulebook", rulebook, "--games", 2, "--jobs", 1, "--records", folder)
            told = run("simulate", *words, "--json", "-")
            assert (told.code, told.err) == (0, "")
            found = json.loads(told.out)
            assert (found["header"]["game"], found["header"]["rulebook"]) == (rules.name, rulebook)
            assert len(found["tables"]) > 2
            for path in sorted(folder.iterdir()):
                assert "of a finished game" in run("replay", path).out


def test_each_game_is_asked_for_by_its_own_rulebooks_and_players(run: Run) -> None:
    for rules in games.GAMES:
        asked = ("simulate", "--game", rules.name)
        least, most = rules.seats[0], rules.seats[-1]
        told = sentence(run(*asked, "--players", most + 1))
        assert told == f"--players: expected {least} to {most} players; came {most + 1}."
        told = sentence(run(*asked, "--rulebook", "es"))
        assert told == f"--rulebook: expected one of {', '.join(rules.rulebooks)}; came 'es'."


# --- wrong use -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["frobnicate"], "frobnicate"),
        (["--frobnicate"], "see `companion --help`."),
        (["demo", "--players", "two"], "expected a whole number from 1 to 10000000; came two"),
        (["demo", "--speed", "fast"], "expected 0.1 to 1000, or max; came fast"),
        (["demo", "--speed", "nan"], "expected 0.1 to 1000, or max; came nan"),
        (["demo", "--speed", "0"], "expected 0.1 to 1000, or max; came 0"),
        (["demo", "--seed", "x"], "see `companion demo --help`."),
        (["export", "first"], "see `companion export --help`."),
        (["replay"], "see `companion replay --help`."),
        (["games", "b"], "unrecognized arguments: b"),
        (["simulate", "--games", "0"], "expected a whole number from 1 to 10000000000; came 0"),
        (["simulate", "--games", "many"], "expected a whole number from 1 to 10000000000; came many"),
        (["simulate", "--players", "0"], "expected a whole number from 1 to 10000000; came 0"),
        (["simulate", "--jobs", "-1"], "expected a whole number from 1 to 10000000; came -1"),
        (["simulate", "--seed", "x"], "see `companion simulate --help`."),
        (["screens"], "see `companion screens --help`."),
    ],
)
def test_wrong_use_is_told_in_one_line_with_where_to_read_more(run: Run, words: list[str], said: str) -> None:
    told = sentence(run(*words))
    assert said in told
    assert told.endswith("--help`.")


COMMANDS = ["demo", "games", "export", "replay", "backup", "restore", "simulate", "bench", "doctor", "test", "learn"]


def helped(run: Run, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The output, in one line, of a command that only tells about itself."""
    with pytest.raises(SystemExit) as end:
        run(*words)
    assert end.value.code == 0
    told = capsys.readouterr()
    assert told.err == ""
    return " ".join(told.out.split())


def test_the_help_names_every_command_and_says_what_happens_without_one(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    told = helped(run, capsys, "--help")
    assert told.startswith("usage: companion [-h] [--version] [--config FILE] [--port P] COMMAND ...")
    assert "Without a command: the box beside the board is switched on" in told
    assert [command for command in COMMANDS if f" {command} " not in told] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_says_in_a_sentence_what_it_does(
    run: Run, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    told = helped(run, capsys, command, "--help")
    assert told.startswith(f"usage: companion {command} ")
    usage, _, rest = told.partition("] ")
    description, _, options = rest.partition(" options: ")
    assert re.search(r"[A-Z][^.]{20,}\.", description), usage
    assert all(re.search(r"\w", line) for line in options.split(" --")[1:])


def test_the_version_is_told(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert helped(run, capsys, "--version") == f"companion {metadata.version('companion-box')}"


# --- wrong settings --------------------------------------------------------------------------------------------------

EVERY_COMMAND = [[], ["games"], ["export"], ["demo", "--speed", "max", "--no-web"], ["simulate", "--games", "1"]]


@pytest.mark.parametrize("words", EVERY_COMMAND)
def test_wrong_settings_stop_every_command_before_it_does_anything(
    run: Run, settings: Path, state: Path, words: list[str]
) -> None:
    settings.write_text("[keys]\nhold_s = 99\n")
    assert sentence(run(*words)) == f"{settings}: keys.hold_s: expected a number of at most 30; came 99."
    assert not state.exists()


@pytest.mark.parametrize("words", EVERY_COMMAND)
def test_settings_that_are_named_and_not_there_stop_every_command(run: Run, tmp_path: Path, words: list[str]) -> None:
    none = tmp_path / "none.toml"
    assert sentence(run("--config", none, *words)) == (f"{none}: expected a settings file; No such file or directory.")


@pytest.mark.parametrize("words", [[], ["demo", "--speed", "max", "--no-web"], ["simulate", "--games", "1"]])
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('name = "chess"', "game.name: expected one of galopp-royal, cat-royal; came 'chess'."),
        ('rulebook = "es"', "game.rulebook: expected one of de, nl, en, fr; came 'es'."),
        ('options = {schemer = "none"}', "'none'"),
        ("options = {teams = true}", "options.teams: expected one of "),
        (
            'crads = "box"',
            "game.crads: expected one of name, names, rulebook, cards, die, options; came an unknown key; "
            "the nearest is cards.",
        ),
    ],
)
def test_a_game_nobody_knows_by_these_rules_is_refused(
    run: Run, settings: Path, words: list[str], wrong: str, said: str
) -> None:
    settings.write_text(f"[game]\n{wrong}\n")
    assert said in sentence(run(*words))


@pytest.mark.parametrize("command", ["demo", "simulate"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "7"], "--players: expected 3 to 6 players; came 7."),
        (["--players", "2"], "--players: expected 3 to 6 players; came 2."),
        (["--game", "chess"], "unknown game 'chess': this companion plays galopp-royal, cat-royal."),
    ],
)
def test_a_game_asked_for_on_the_command_line_says_who_can_play_it(
    run: Run, command: str, words: list[str], said: str
) -> None:
    assert sentence(run(command, *words)) == said


@pytest.mark.parametrize("words", [["demo", "--speed", "max", "--no-web"], ["simulate", "--games", "1"]])
def test_a_rulebook_asked_for_on_the_command_line_is_checked(run: Run, words: list[str]) -> None:
    told = run(*words, "--rulebook", "es")
    assert sentence(told) == "--rulebook: expected one of de, nl, en, fr; came 'es'."


def test_a_state_folder_that_cannot_be_written_to_is_named(run: Run, settings: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "state"
    settings.write_text(f'state_folder = "{folder}"')
    assert sentence(run()) == f"{folder}: expected a folder to keep games in; Not a directory."


def test_a_second_box_in_the_same_folder_is_told_so(run: Run, state: Path) -> None:
    journal = Journal(state)
    assert "another companion is at work in" in sentence(run())
    journal.shut()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


SERVING = [[], ["demo", "--speed", "max"], ["test", "keys"], ["learn"], ["club", "--broker", "127.0.0.1", "--no-tls"]]
"""All commands that serve a page."""


def refused(told: Told, port: int) -> bool:
    said = f"port {port} cannot be used (Address already in use); stop what uses it, or name another one: --port"
    return sentence(told).startswith(said)


@pytest.mark.parametrize("words", SERVING, ids=" ".join)
def test_a_port_that_is_named_and_taken_is_refused_with_what_to_do(
    run: Run, settings: Path, taken: int, words: list[str], state: Path
) -> None:
    settings.write_text("[page]\nport = 1\n")
    assert refused(run(*words, "--port", taken), taken)
    Journal(state).shut()  # nobody holds the journal any more


@pytest.mark.parametrize("words", SERVING[:-1], ids=" ".join)
def test_a_port_of_the_settings_that_is_taken_is_refused_too(
    run: Run, settings: Path, taken: int, words: list[str]
) -> None:
    settings.write_text(f"[page]\nport = {taken}\n")
    assert refused(run(*words), taken)


def test_every_command_that_serves_a_page_takes_a_port() -> None:
    with_port = {command for command, action in options() if "--port" in action.option_strings}
    assert with_port == {words[0] if words else "companion" for words in SERVING}


def test_a_port_named_before_another_command_is_not_lost(run: Run) -> None:
    told = sentence(run("--port", 9000, "demo"))
    assert told == "--port: expected after the command, as in `companion demo --port 9000`."


@pytest.mark.parametrize("words", [[], ["test", "keys"], ["learn"]])
def test_a_pi_has_no_page_to_name_a_port_of(run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setattr("companion.daemon.start.is_pi", lambda: True)
    assert sentence(run(*words, "--port", 9000)).startswith("--port: expected none on a Raspberry Pi")


# --- what should not happen ------------------------------------------------------------------------------------------


def test_a_fault_of_our_own_is_one_sentence_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("companion.config.load", broken)
    told = run("games")
    assert told.code == OurFault.code
    assert told.err.count("\n") == 1
    assert "ZeroDivisionError: by zero" in told.err
    assert "your games are safe" in told.err
    monkeypatch.setenv("COMPANION_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("games")


def test_ctrl_c_says_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.config.load", interrupted)
    assert run("games") == (130, "", "")


# --- a demo ----------------------------------------------------------------------------------------------------------


def demo(run: Run, file: Path, players: int, seed: int, *more: str) -> Told:
    words = ("demo", "--players", players, "--seed", seed, "--speed", "max", "--no-web", "--record", file)
    return run(*words, *more)


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("asked", [("galopp-royal", "nl", 5), ("cat-royal", "dog", 3)])
def test_bots_play_a_whole_game_by_the_rulebook_asked_for_and_its_record_is_right(
    run: Run, file: Path, state: Path, asked: tuple[str, str, int]
) -> None:
    name, rulebook, players = asked
    told = demo(run, file, players, 2, "--game", name, "--rulebook", rulebook)
    assert (told.code, told.err) == (0, "")
    assert "wins" in told.out or "Shared victory: " in told.out
    replayed = run("replay", file)
    assert replayed.code == 0
    assert "of a finished game" in replayed.out
    header = json.loads(file.read_text(encoding="utf-8").partition("\n")[0])
    assert (header["game"], header["rulebook"], len(header["seats"])) == asked
    assert not state.exists()  # a demo is none of the box's own games


@pytest.mark.slow
@pytest.mark.in_box_time
def test_the_same_seed_gives_the_same_record_byte_for_byte(run: Run, tmp_path: Path) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    for file in (first, again):
        assert demo(run, file, 3, 7).code == 0
    assert first.read_bytes() == again.read_bytes()


@pytest.mark.slow
def test_a_record_that_cannot_be_written_is_said_in_one_sentence(run: Run, tmp_path: Path) -> None:
    told = demo(run, tmp_path / "no" / "folder" / "game.jsonl", 3, 1)
    assert "the file cannot be written; No such file or directory" in sentence(told)


def test_entries_of_the_games_used_here_are_steps_only() -> None:
    assert all(isinstance(entry, Step) for entry in game().entries)


def test_a_demo_says_where_games_would_be_lost(run: Run, monkeypatch: pytest.MonkeyPatch, state: Path) -> None:
    def no_games(*_asked: object) -> Iterator[object]:
        yield from ()

    monkeypatch.setattr("companion.daemon.lasting.loss_here", lambda _folder: Loss("lies in memory", "move it"))
    monkeypatch.setattr("companion.daemon.demo.demo", no_games)
    told = run("demo", "--no-web")
    assert (told.code, told.err) == (0, f"companion: {state} lies in memory; move it.\n")
