import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.locale import LANGUAGES
from hardware.pins import read_pins
from tests.companion.locale.written_catalogues import translate
from wiring.diagram import FOLDER
from wiring.paper import __main__ as paper
from wiring.paper.case import read_sizes


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    monkeypatch.setattr("wiring.paper.solid.stl", lambda solid: b"%d terraces" % len(solid))  # these take seconds
    return paper.made(read_pins(), read_sizes(), speech=translate)


def test_a_card_for_each_game_and_language_and_seats_in_each(files: dict[str, bytes]) -> None:
    cards = {f"quick-start-{game.name}-{language}.pdf" for game in GAMES for language in LANGUAGES}
    assert {name for name in files if name.startswith("quick-start")} == cards
    assert {name for name in files if name.startswith("seats")} == {f"seats-{language}.pdf" for language in LANGUAGES}
    assert all(content.startswith(b"%PDF") for name, content in files.items() if name.endswith(".pdf"))


def test_the_archive_holds_all_and_always_the_same(files: dict[str, bytes]) -> None:
    archive = paper.packed(files)
    assert archive == paper.packed(dict(reversed(files.items())))
    with ZipFile(BytesIO(archive)) as pack:
        assert {name: pack.read(f"companion-paper/{name}") for name in files} == files
        assert {entry.date_time[0] for entry in pack.infolist()} == {1980}


def test_each_package_comes_with_it() -> None:
    packaging = (FOLDER.parent / ".ci/package").read_text("utf-8")
    assert (
        'python -m wiring.paper "$work/paper"\ncp "$work/paper.zip" "$dist/companion_${version}_paper.zip"' in packaging
    )


def test_lengths_that_do_not_fit_are_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "read_sizes", lambda: replace(read_sizes(), key_pitch=20.0))
    with pytest.raises(SystemExit, match=r"case.toml: .* overlap by"):
        paper.main([str(tmp_path / "paper")])
    assert [*tmp_path.iterdir()] == []


@pytest.mark.slow
def test_two_runs_give_the_same_bytes(tmp_path: Path) -> None:
    for number in (1, 2):
        command = [sys.executable, "-m", "wiring.paper", str(tmp_path / str(number)), "--host", "box.local"]
        subprocess.run(command, cwd=FOLDER.parent, env=os.environ | {"PYTHONHASHSEED": str(number)}, check=True)
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
    assert len([*(tmp_path / "1").glob("*.stl")]) == 3
