"""What goes into the file for somebody who helps; above all, what does not."""

from __future__ import annotations

import faulthandler
import json
import os
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from companion.config import Config
from companion.journal.journal import Journal
from companion.kit.errors import Impossible, Unwritable, Unwritten
from companion.match import record, referee
from companion.workshop import bundle
from companion.workshop.bundle import gather, write
from companion.workshop.doctor.examine import examine
from hardware.twin.controller import Controller
from tests.companion.games.whole_games import SEED, finish, sitting
from tests.companion.workshop.doctor.made_up_pi import RULES, SETTINGS, STATE, UP, MadeUpPi

START = RULES.begin(sitting(4), {})
GAME = finish(RULES, START, 4)
RUNNING = 30
"""So many entries are on disk when somebody asks."""


@pytest.fixture
def pi(tmp_path: Path) -> MadeUpPi:
    controller = Controller(35)
    pi = MadeUpPi(tmp_path / "pi", controller)
    controller.close()
    pi.unit = dict(UP)  # its parts are not looked at here
    return pi


def keep(pi: MadeUpPi, entries: int) -> None:
    """A game of which the box deals the cards is on the box."""
    journal = Journal(pi.path(STATE))
    journal.begin(RULES.name, RULES.header(START), SEED, (1, 2, 3, 4))
    for entry in GAME.entries[:entries]:
        journal.append(entry)
    journal.shut()
    pi.give(STATE)


def parts(pi: MadeUpPi) -> dict[str, str]:
    machine = pi.machine()
    return gather(machine, examine(machine))


def test_everything_somebody_far_away_asks_for_is_in_it(pi: MadeUpPi) -> None:
    keep(pi, RUNNING)
    pi.write(f"{STATE}/wiring.toml", "[display]\naddress = 0x3D\n")
    found = parts(pi)
    assert list(found) == [
        "doctor.txt",
        "doctor.json",
        "log.txt",
        "settings.toml",
        "board.toml",
        "wiring.toml",
        "last-game.jsonl",
    ]
    assert "good  Pi            Raspberry Pi 5" in found["doctor.txt"]
    assert json.loads(found["doctor.json"])["checks"][0]["name"] == "Pi"
    assert "the display is back" in found["log.txt"]
    assert found["settings.toml"] == pi.path(SETTINGS).read_text()
    assert found["wiring.toml"] == "[display]\naddress = 0x3D\n"
    assert "confirmed = true" in found["board.toml"]
    refereed = referee.check(RULES, found["last-game.jsonl"])
    state, count = refereed.state, refereed.events
    assert count > 0
    assert RULES.question(state) is not None


def test_seed_and_hidden_hands_of_a_running_game_stand_nowhere_in_it(pi: MadeUpPi, tmp_path: Path) -> None:
    keep(pi, RUNNING)
    events = [event for entry in GAME.entries[:RUNNING] for event in entry.events]
    open_lines = record.write(RULES, START, GAME.entries[:RUNNING]).splitlines()
    all_lines = record.write(RULES, START, GAME.entries[:RUNNING], secrets=True).splitlines()
    secret = [line for line, told in zip(all_lines, open_lines, strict=True) if line != told]
    assert len(secret) >= 3, "this game has something to hide"
    hands = [json.dumps(json.loads(line)["hands"]) for line in secret if "hands" in line]
    states = [START]
    for event in events:
        states.append(RULES.evolve(states[-1], event))

    # All of it has found its way into the log.
    log = [
        f"companion[400]: game 1 cannot be read: entry {n}: {Impossible(event, state)}"
        for n, (event, state) in enumerate(zip(events, states, strict=False), 1)
    ]
    log += [f"companion[400]: seed = {SEED}", f"it was {SEED}", f"AssertionError: {states[-1]!r}"]
    pi.write("/var/log/made-up", "\n".join(log))
    pi.program("journalctl", f"/bin/cat {pi.path('/var/log/made-up')}")

    found = parts(pi)
    assert "entry 1: " in found["log.txt"]
    file = tmp_path / "bundle.zip"
    write(file, found)
    with zipfile.ZipFile(file) as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    everything = "\n".join(texts.values())
    assert SEED not in everything
    for words in (*secret, *hands, *map(repr, events), *map(repr, states)):
        assert words not in everything
    for hidden in {str(event) for event in events if "hands" in repr(event)}:
        assert hidden not in everything
    assert not re.search(r'"hands": \{[^}]*"\d": \["', everything), "hands are told as unknown cards"
    assert "games.sqlite" not in " ".join(texts)


def test_a_finished_game_has_no_secrets_left(pi: MadeUpPi) -> None:
    keep(pi, len(GAME.entries))
    assert parts(pi)["last-game.jsonl"] == record.write(RULES, START, GAME.entries)


def test_the_stacks_that_a_watchdog_s_abort_leaves_are_in_it_line_by_line(pi: MadeUpPi, tmp_path: Path) -> None:
    with (tmp_path / "stacks").open("w+") as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        stacks = file.read().splitlines()
    assert any("in test_the_stacks" in line for line in stacks)
    log = [f"2026-11-20T20:00:00+0100 companion[400]: {line}" for line in ("Fatal Python error: Aborted", "", *stacks)]
    pi.write("/var/log/made-up", "\n".join(log))
    pi.program("journalctl", f"/bin/cat {pi.path('/var/log/made-up')}")
    assert parts(pi)["log.txt"].splitlines() == log


def test_passwords_stay_where_they_are(pi: MadeUpPi) -> None:
    pi.add(SETTINGS, '# psk="of the neighbours"\n')
    pi.program("journalctl", "echo 'wpa_passphrase: swordfish'; echo 'token=abc'; echo all is well")
    found = parts(pi)
    assert "neighbours" not in found["settings.toml"]
    assert found["settings.toml"].endswith("# psk=(left out)\n")
    assert found["log.txt"] == "wpa_passphrase: (left out)\ntoken=(left out)\nall is well\n"


def test_what_is_missing_is_named_and_keeps_nothing_else_out(pi: MadeUpPi) -> None:
    pi.program("journalctl", "echo 'No journal files were opened' >&2; exit 1")
    pi.remove(SETTINGS)
    pi.remove(f"{STATE}/board.toml")
    found = parts(pi)
    assert list(found) == ["doctor.txt", "doctor.json", "missing.txt"]
    assert found["missing.txt"] == (
        "log.txt: No journal files were opened\n"
        "settings.toml: there is no settings file\n"
        "board.toml: No such file or directory\n"
        "wiring.toml: No such file or directory\n"
        "last-game.jsonl: there is no game yet\n"
    )


def test_a_game_that_cannot_be_read_is_named_without_what_it_holds(pi: MadeUpPi) -> None:
    journal = Journal(pi.path(STATE))
    journal.begin(RULES.name, RULES.header(START), SEED, (1, 2, 3, 4))
    for entry in (GAME.entries[0], GAME.entries[0]):
        journal.append(entry)
    journal.shut()
    pi.give(STATE)
    assert "last-game.jsonl: game 1 cannot be read: entry 2: (left out)\n" in parts(pi)["missing.txt"]


def test_a_damaged_journal_is_named(pi: MadeUpPi) -> None:
    keep(pi, RUNNING)
    path = pi.path(f"{STATE}/games.sqlite")
    path.write_bytes(path.read_bytes()[:5000])
    assert "last-game.jsonl: cannot read" in parts(pi)["missing.txt"]


@pytest.mark.parametrize("name", ["box.zip", "box.tar.gz"])
def test_it_is_one_file_with_a_folder_in_it(tmp_path: Path, name: str) -> None:
    write(tmp_path / name, {"a.txt": "one", "b.txt": "zwölf"}, (os.getuid(), os.getgid()))
    if name.endswith(".zip"):
        with zipfile.ZipFile(tmp_path / name) as packed:
            found = {entry: packed.read(entry).decode() for entry in packed.namelist()}
    else:
        with tarfile.open(tmp_path / name) as tar:
            opened = {entry.name: tar.extractfile(entry) for entry in tar}
            found = {name: file.read().decode() for name, file in opened.items() if file is not None}
    assert found == {"box/a.txt": "one", "box/b.txt": "zwölf"}
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_another_kind_of_file_is_refused() -> None:
    with pytest.raises(Unwritable, match=r"expected a name that ends in \.zip or \.tar\.gz; came box\.rar"):
        bundle.kind_of(Path("box.rar"))


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unwritten, match="the file cannot be written; No such file or directory"):
        write(tmp_path / "nowhere" / "box.zip", {})


def test_the_file_is_for_whoever_asked_by_sudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert bundle.who_asks({"SUDO_UID": "1000", "SUDO_GID": "1001"}) == (1000, 1001)
    assert bundle.who_asks({}) is None
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert bundle.who_asks({"SUDO_UID": "1000", "SUDO_GID": "1001"}) is None


def test_settings_of_every_section_are_told_as_they_are(pi: MadeUpPi) -> None:
    """No setting has a name that would be left out."""
    names = [name for section in Config.__struct_fields__ for name in (section,)]
    pi.add(SETTINGS, "".join(f"# {name} = 1\n" for name in names))
    assert "(left out)" not in parts(pi)["settings.toml"]
