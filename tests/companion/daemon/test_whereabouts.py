"""The note of where the pages are: one process writes it, another one reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.daemon import whereabouts


@pytest.fixture(autouse=True)
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like that of systemd, which the reader knows."""
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setattr(whereabouts, "RUN", folder)
    return folder


def test_without_systemd_it_is_beside_the_games_and_goes_again(tmp_path: Path) -> None:
    assert whereabouts.read(tmp_path) == ""
    whereabouts.keep(tmp_path, "http://192.168.1.7:8080/")
    assert whereabouts.read(tmp_path) == "http://192.168.1.7:8080/"
    whereabouts.keep(tmp_path, "")
    whereabouts.keep(tmp_path, "")
    assert whereabouts.read(tmp_path) == ""


def test_with_systemd_it_is_in_memory(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(run))
    whereabouts.keep(tmp_path, "http://192.168.1.7/")
    monkeypatch.delenv("RUNTIME_DIRECTORY")
    assert whereabouts.read(tmp_path) == "http://192.168.1.7/"
    assert not (tmp_path / whereabouts.FILE).exists()


NO_ADDRESSES = (
    *("", "x", "\xff", "javascript:alert(1)", "http://evil.example/"),
    *("http://10.0.0.7", "http://10.0.0.7/x", "http://10.0.0.7/\n"),
)


@pytest.mark.parametrize("words", NO_ADDRESSES)
def test_what_is_no_address_of_a_page_counts_as_none(tmp_path: Path, words: str) -> None:
    (tmp_path / whereabouts.FILE).write_bytes(words.encode("latin-1"))
    assert whereabouts.read(tmp_path) == ""


def test_a_disk_that_fails_stops_nobody(tmp_path: Path) -> None:
    whereabouts.keep(tmp_path / "nowhere", "http://10.0.0.7/")
    (tmp_path / whereabouts.FILE).mkdir()
    whereabouts.keep(tmp_path, "http://10.0.0.7/")
    assert whereabouts.read(tmp_path) == ""
