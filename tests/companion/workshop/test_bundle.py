"""What goes into the file for a helper; above all, what does not."""

from __future__ import annotations

import faulthandler
import json
import os
import re
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.kit.errors import Impossible, Unwritable, Unwritten
from companion.match import record, referee
from companion.match.history import NewGame
from companion.testing.whole_games import SEED, finish
from companion.workshop import bundle
from companion.workshop.bundle import gather, write
from companion.workshop.doctor.examine import examine
from companion.workshop.doctor.machine import Machine
from hardware.twin.controller import Controller
from tests.companion.games.whole_games import sitting
from tests.companion.workshop.doctor.made_up_pi import RULES, SETTINGS, STATE, UP, MadeUpPi
from tests.companion.workshop.test_confidential import WAYS

START = RULES.begin(sitting(4), {})
GAME = finish(RULES, START, 4)
RUNNING = 30
"""How many entries are on disk when the bundle is made."""


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
    journal.begin(NewGame(RULES.name, RULES.header(START), SEED, (1, 2, 3, 4)))
    for entry in GAME.entries[:entries]:
        journal.append(entry)
    journal.shut()
    pi.give(STATE)


def parts(pi: MadeUpPi) -> dict[str, str]:
    machine = pi.machine()
    return gather(machine, examine(machine))


def test_everything_somebody_far_away_asks_for_is_in_it(pi: MadeUpPi) -> None:
    keep(pi, RUNNING)
    pi.write(f"{STATE}/wiring.toml", '[display]\nchip = "sh1106"\naddress = 0x3D\n')
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
    assert 'chip = "sh1106"\naddress = 0x3D\n' in found["wiring.toml"]
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


# --- secrets ---------------------------------------------------------------------------------------------------------

SETTINGS_WITH_SECRETS = """
# the router's password is {comment}
# passwort = "{commented}"
# broker = "mqtts://box:{address_in_comment}@broker"
language = "fr"
wachtwoord = "{dutch}"
"mot de passe" = "{french}"
door = "{no_name}"

[game]
names = ["Hans"]
api_key = "{api_key}"

[club]
broker = "mqtts://box:{address}@broker.club.example"
passwort = "{german}"
password_file = "/etc/companion/club.password"
name = 12345678
"""
SECRETS = {
    "comment": "over-the-1-comment",
    "commented": "swordfish in a comment",
    "address_in_comment": "t1de&t2de/+",
    "dutch": "zoute dröp",
    "french": 'l\'été à 2 "mains"',
    "no_name": "behind the d00r",
    "api_key": "sk-1234-ABCD",
    "address": "brok3r-p4ss",
    "german": "Übermut+tut",
    "password_file": "of the club's f1le",
    "wifi": "neighbours-have-none",
    "old_wifi": "an-older-n3twork",
    "environment": "card-writer-p4ss",
    "board": "b0ard-comment",
    "wiring": "w1ring-comment",
    "lock": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=",
    "seed": SEED,
}
"""Each value stands somewhere on the box."""
UNKNOWN = {
    "phone key": "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
    "bearer": "eyJhbGciOiJIUzI1NiJ9.e30",
    "cookie": "owner-c00kie",
    "pin": "407162",
    "pem": "MIIEvQIBADANBgkqhkiG9w0BAQEF",
    "elsewhere": "p4ss-of-another-broker",
}
"""These stand only in the log."""


def planted(pi: MadeUpPi, settings: str = SETTINGS_WITH_SECRETS) -> Machine:
    """A box that knows all of these, and has written all of them into its log."""
    keep(pi, RUNNING)
    pi.write(SETTINGS, settings.format_map({name: value.replace('"', '\\"') for name, value in SECRETS.items()}))
    pi.write("/etc/companion/club.password", f"{SECRETS['password_file']}\n", 0o600)
    pi.write("/etc/NetworkManager/system-connections/home.nmconnection", f"[wifi-security]\npsk={SECRETS['wifi']}\n")
    pi.write("/etc/wpa_supplicant/wpa_supplicant.conf", f'network={{\n  psk="{SECRETS["old_wifi"]}"\n}}\n')
    pi.add(f"{STATE}/board.toml", f"# Kennwort: {SECRETS['board']}\n")
    pi.write(f"{STATE}/wiring.toml", f"# token: {SECRETS['wiring']}\n[pins]\n")
    pi.write(f"{STATE}/doors.json", json.dumps({"0": SECRETS["lock"]}))
    pi.write(f"{STATE}/games-damaged-{SECRETS['german']}.sqlite", "")
    log = [f"came {way(value)} here" for value in (*SECRETS.values(),) for way in WAYS]
    log += [f"{name}: {value}, {value!r}" for name, value in SECRETS.items()]
    log += [
        f"http://192.168.178.20:8080/#{UNKNOWN['phone key']}",
        f"Authorization: Bearer {UNKNOWN['bearer']}",
        f"Cookie: {UNKNOWN['cookie']}",
        f"PIN = {UNKNOWN['pin']}",
        f"-----BEGIN PRIVATE KEY-----\n{UNKNOWN['pem']}\n-----END PRIVATE KEY-----",
        f"calling mqtts://club:{UNKNOWN['elsewhere']}@other.example:8883",
        "all is well",
    ]
    pi.write("/var/log/made-up", "\n".join(log))
    pi.program("journalctl", f"/bin/cat {pi.path('/var/log/made-up')}")
    return pi.machine(environment={"PATH": str(pi.path("/usr/bin")), "COMPANION_WIFI_PASSWORD": SECRETS["environment"]})


@pytest.mark.parametrize("name", [f"{SECRETS['german']}.zip", "box.tar.gz"])
@pytest.mark.parametrize(
    "settings",
    [SETTINGS_WITH_SECRETS, SETTINGS_WITH_SECRETS + "\nno TOML = {german}\n"],
    ids=["some refused", "no TOML"],
)
def test_no_secret_stands_in_any_byte_of_it_in_whatever_form(
    pi: MadeUpPi, tmp_path: Path, name: str, settings: str
) -> None:
    machine = planted(pi, settings)
    found = gather(machine, examine(machine))
    write(tmp_path / name, found)
    texts = unpacked(tmp_path / name)
    everything = [(tmp_path / name).read_bytes(), *(raw for text in texts.items() for raw in map(str.encode, text))]
    is_read = "no TOML" not in settings
    for what, value in (SECRETS | UNKNOWN).items():
        for form in {way(value).encode() for way in WAYS}:
            assert not any(form in raw for raw in everything), (what, form)
    assert "all is well" in found["log.txt"]
    if is_read:
        first, *rest = found["settings.toml"].splitlines()
        assert "club.broker: expected a name or an address alone" in first
        known = tomllib.loads("\n".join(rest))
        assert known == {
            "language": "fr",
            "game": {"names": ["Hans"]},
            "club": {"password_file": "/etc/companion/club.password"},
        }
    else:
        assert "settings.toml: /etc/companion/companion.toml: expected TOML; " in found["missing.txt"]
        assert "settings.toml" not in found


def unpacked(file: Path) -> dict[str, str]:
    if file.suffix == ".zip":
        with zipfile.ZipFile(file) as packed:
            return {entry: packed.read(entry).decode() for entry in packed.namelist()}
    with tarfile.open(file) as tar:
        opened = {entry.name: tar.extractfile(entry) for entry in tar}
        return {name: part.read().decode() for name, part in opened.items() if part is not None}


def test_what_a_game_s_record_has_of_them_is_left_out_too(pi: MadeUpPi) -> None:
    """A secret may also be the name of a player."""
    keep(pi, RUNNING)
    pi.write("/etc/companion/club.password", "Claudia\n")
    pi.write(SETTINGS, '[club]\nbroker = "b.example"\npassword_file = "/etc/companion/club.password"\n')
    names = [player["name"] for player in json.loads(parts(pi)["last-game.jsonl"].splitlines()[0])["seats"]]
    assert names == ["Hans", "Pia", "Werner", "(left out)"]


def test_what_is_missing_is_named_and_keeps_nothing_else_out(pi: MadeUpPi) -> None:
    pi.program("journalctl", "echo 'No journal files were opened' >&2; exit 1")
    pi.remove(SETTINGS)
    pi.remove(f"{STATE}/board.toml")
    found = parts(pi)
    assert list(found) == ["doctor.txt", "doctor.json", "missing.txt"]
    assert found["missing.txt"] == (
        "log.txt: No journal files were opened.\n"
        "settings.toml: there is no settings file.\n"
        "board.toml: there is no such file.\n"
        "wiring.toml: there is no such file.\n"
        "last-game.jsonl: there is no game yet.\n"
    )


def test_a_game_that_cannot_be_read_is_named_without_what_it_holds(pi: MadeUpPi) -> None:
    journal = Journal(pi.path(STATE))
    journal.begin(NewGame(RULES.name, RULES.header(START), SEED, (1, 2, 3, 4)))
    for entry in (GAME.entries[0], GAME.entries[0]):
        journal.append(entry)
    journal.shut()
    pi.give(STATE)
    assert "last-game.jsonl: game 1 cannot be read: entry 2: (left out)" in parts(pi)["missing.txt"]


def test_a_damaged_journal_is_named(pi: MadeUpPi) -> None:
    keep(pi, RUNNING)
    path = pi.path(f"{STATE}/games.sqlite")
    path.write_bytes(path.read_bytes()[:5000])
    assert "last-game.jsonl: cannot read" in parts(pi)["missing.txt"]


@pytest.mark.parametrize("name", ["box.zip", "box.tar.gz"])
def test_it_is_one_file_with_a_folder_in_it(tmp_path: Path, name: str) -> None:
    write(tmp_path / name, {"a.txt": "one", "b.txt": "zwölf"}, (os.getuid(), os.getgid()))
    assert unpacked(tmp_path / name) == {"companion-support/a.txt": "one", "companion-support/b.txt": "zwölf"}
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
