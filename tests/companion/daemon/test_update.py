"""What companion-update.service makes of a wish, of the settings and of apt's words. All of it at work, with apt and
systemd: tests/wiring/test_update.py.
"""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from subprocess import CompletedProcess

import msgspec
import pytest

from companion import config
from companion.daemon import newer, stick_backup, sticks, update
from companion.daemon.backup import BackupLabel
from companion.daemon.newer import NoUpdate, Refusing, UpdateAnswer
from companion.kit.errors import BadConfig, WrongUse
from companion.toml_file import read_toml
from wiring.diagram import FOLDER

APT: dict[str, NoUpdate] = {
    "Err:1 http://127.0.0.1:8000/apt ./ InRelease\n  Could not connect to 127.0.0.1:8000": "network",
    "E: Failed to fetch http://127.0.0.1/apt/InRelease  Temporary failure resolving 'example.org'": "network",
    "E: The repository 'http://127.0.0.1:8000/apt ./ Release' does not have a Release file.": "network",
    "E: The repository 'http://127.0.0.1:8000/apt ./ InRelease' is not signed.": "signature",
    "W: GPG error: http://127.0.0.1 ./ InRelease: The following signatures couldn't be verified": "signature",
    "Sub-process /usr/bin/sqv returned an error code (1), error message is: Missing key": "signature",
    "E: Failed to fetch http://127.0.0.1:8000/apt/./companion.deb  Hash Sum mismatch": "damaged",
    "E: Failed to fetch copy:/run/stick/companion.deb  File has unexpected size (3 != 4)": "damaged",
    "E: Write error - write (28: No space left on device)": "full",
    "E: You don't have enough free space in /var/cache/apt/archives/.": "full",
    "E: Sub-process /usr/bin/dpkg returned an error code (1)": "failed",
}


def did(folder: Path, monkeypatch: pytest.MonkeyPatch, wish: str) -> UpdateAnswer:
    """The answer to a wish, on a computer without sticks and without a box."""
    (folder / newer.WISH).write_text(wish)
    monkeypatch.setattr(sys, "argv", ["update", *(str(folder / name) for name in (newer.WISH, "answer", "box.toml"))])
    monkeypatch.setattr(sticks, "DISKS", (folder / "by-id", "usb-*"))
    assert update.main() == 0
    assert not (folder / newer.WISH).exists(), "it is a wish no more"
    return msgspec.json.decode((folder / "answer").read_bytes(), type=UpdateAnswer)


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What systemd knows of the box."""
    status = ["people join"]
    monkeypatch.setattr(update, "run", lambda *words: CompletedProcess(words, 0, status[-1]))
    return status


def test_without_a_stick_and_an_address_there_is_nowhere_to_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = did(tmp_path, monkeypatch, '{"number":7,"step":"look"}')
    assert told == UpdateAnswer(7, "refused", why="nowhere")


def test_in_a_game_nothing_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: list[str]) -> None:
    game.append("a game is on; lights: unplugged")
    told = did(tmp_path, monkeypatch, '{"number":7,"step":"install"}')
    assert told == UpdateAnswer(7, "refused", why="playing")


def test_a_backup_may_be_written_in_a_game_but_none_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: list[str]
) -> None:
    game.append("a game is on")
    assert did(tmp_path, monkeypatch, '{"number":7,"step":"backup"}') == UpdateAnswer(7, "refused", why="no_stick")
    assert did(tmp_path, monkeypatch, '{"number":7,"step":"bring"}') == UpdateAnswer(7, "refused", why="playing")


def test_what_was_done_with_a_stick_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    label = BackupLabel(1, "2.0", 1, "2026-11-29T20:00:00+00:00", 12, (), {})
    monkeypatch.setattr(stick_backup, "write", lambda *_: 12)
    monkeypatch.setattr(stick_backup, "bring", lambda *_: label)
    assert did(tmp_path, monkeypatch, '{"number":7,"step":"backup"}') == UpdateAnswer(7, "saved", games=12)
    told = did(tmp_path, monkeypatch, '{"number":7,"step":"bring"}')
    assert told == UpdateAnswer(7, "brought", games=12, made=label.made)


def test_a_stick_that_fills_up_meanwhile_is_told_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stick_backup, "write", full)
    assert did(tmp_path, monkeypatch, '{"number":7,"step":"backup"}').why == "stick_full"


def test_wrong_settings_are_said_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "box.toml").write_text('[updates]\nfrom = "http://a b"')
    assert did(tmp_path, monkeypatch, '{"number":7,"step":"look"}').why == "failed"
    assert "updates.from" in capsys.readouterr().err


def test_a_full_disk_is_told_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "box.toml").write_text('[updates]\nfrom = "http://127.0.0.1:9/apt"')
    (tmp_path / "cache").mkdir()
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path / "cache"))
    with monkeypatch.context() as context:
        context.setattr(update.Apt, "update", full)
        assert did(tmp_path, monkeypatch, '{"number":7,"step":"look"}').why == "full"
    assert not [path for path in (tmp_path / "cache").iterdir() if path.is_dir()], "nothing is left"


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("wish", ["", "[]", '{"number":7,"step":"look', '{"number":7,"step":"anything else"}'])
def test_what_is_no_wish_is_refused_and_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: str) -> None:
    with pytest.raises(WrongUse, match="expected a wish of the box"):
        did(tmp_path, monkeypatch, wish)
    assert not (tmp_path / newer.WISH).exists()


def test_it_is_told_three_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["update", "look"])
    with pytest.raises(WrongUse, match="came look"):
        update.main()


@pytest.mark.parametrize(("said", "why"), APT.items())
def test_each_trouble_of_apt_is_told_by_its_reason(said: str, why: NoUpdate) -> None:
    with pytest.raises(Refusing) as refused:
        update._right(CompletedProcess(["apt-get"], 100, said))
    assert refused.value.why == why


@pytest.mark.parametrize(
    "address", ["ftp://example.org", "https://a b", "https://[trusted=yes]", "https://a\\nb", "https://me:secret@b"]
)
def test_no_address_can_say_more_to_apt(tmp_path: Path, address: str) -> None:
    (tmp_path / "box.toml").write_text(f'[updates]\nfrom = "{address}"')
    with pytest.raises(BadConfig, match=r"updates\.from: expected an address"):
        config.read(tmp_path / "box.toml", read_toml(tmp_path / "box.toml"))


def value(unit: str, key: str) -> list[str]:
    lines = (FOLDER / "package" / unit).read_text("utf-8").splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{key}=")]


def test_its_unit_knows_the_same_files() -> None:
    (start,) = value("companion-update.service", "ExecStart")
    wish, answer = f"/run/companion/{newer.WISH}", str(newer.ANSWER)
    assert start.split()[1:] == ["-m", update.__name__, wish, answer, "/etc/companion/companion.toml"]
    assert value("companion-update.path", "PathExists") == [wish]
    assert newer.UNIT.name == "companion-update.path"


def test_a_game_is_told_by_the_same_words_as_to_debians_own_updates() -> None:
    assert f'"{update.GAME_ON}"*' in (FOLDER / "package/companion-updates.conf").read_text("utf-8")


@pytest.mark.parametrize("script", ["prerm", "postrm"])
def test_it_leaves_with_the_package(script: str) -> None:
    assert "companion-update" in (FOLDER / "package" / script).read_text("utf-8")
