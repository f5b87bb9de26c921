from __future__ import annotations

import io
import zipfile
from pathlib import Path
from random import Random

import pytest

from companion.daemon.backup import restore
from companion.daemon.library import Library
from companion.daemon.support import backup, bundle
from companion.kit.errors import Unwritten
from tests.companion.daemon.stepped_box import SteppedBox


@pytest.mark.slow
def test_the_bundle_has_what_an_engineer_asks_for_beside_a_box_that_plays_and_nothing_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text('language = "nl"\n')
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "games"))
    box = SteppedBox(tmp_path / "games")
    box.play(3, Random(3), 3)
    (tmp_path / "games" / "doors.json").write_text('{"0": "a key"}')
    packed = Library(tmp_path / "games", lambda: "en", settings).bundle()
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        parts = {name.partition("/")[2]: files.read(name).decode() for name in files.namelist()}
    assert {"doctor.txt", "doctor.json", "settings.toml", "last-game.jsonl"} <= {*parts}
    assert parts["settings.toml"] == 'language = "nl"\n'
    assert "versions" in parts["doctor.txt"]
    everything = "".join(parts.values())
    assert box.session.seed not in everything
    assert "a key" not in everything
    box.box.close()
    box.journal.shut()


@pytest.mark.slow
def test_a_bundle_that_takes_too_long_is_a_sentence() -> None:
    with pytest.raises(Unwritten, match="companion doctor --bundle FILE"):
        bundle(None, patience_s=0.01)


@pytest.mark.slow
def test_a_doctor_that_makes_none_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(Unwritten, match="could not be made"):
        bundle(tmp_path / "nothing.toml")


@pytest.mark.slow
def test_a_backup_is_made_beside_a_box_that_plays_and_leaves_nothing_beside_its_games(tmp_path: Path) -> None:
    box = SteppedBox(tmp_path / "games")
    box.play(3, Random(3), 3)
    (tmp_path / "games" / "backing-up").mkdir()
    (tmp_path / "games" / "backing-up" / "of a cut").touch()
    (tmp_path / "box.zip").write_bytes(Library(tmp_path / "games", lambda: "en").backup())
    assert not (tmp_path / "games" / "backing-up").exists()
    assert restore(tmp_path / "box.zip", tmp_path / "new", None).about.games == 1
    box.box.close()
    box.journal.shut()


@pytest.mark.slow
def test_a_backup_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unwritten, match="companion backup FILE"):
        backup(tmp_path, None, patience_s=0.01)
    with pytest.raises(Unwritten, match="companion backup FILE"):
        backup(tmp_path / "nowhere", None)
