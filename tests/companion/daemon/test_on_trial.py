"""What the box notes of its parts, and how it tells that an update was taken back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.daemon.on_trial import WORKS, Refusal, WorkNote, read_refusal, refusal_news
from companion.journal.journal import Journal
from companion.kit.text import verbatim
from tests.companion.daemon.test_live import live_twin


def noted(folder: Path) -> list[str]:
    return (folder / WORKS).read_text().split()


def test_what_works_is_noted_with_the_process_in_which_it_works(tmp_path: Path) -> None:
    note = WorkNote({"RUNTIME_DIRECTORY": str(tmp_path)})
    note.tell(("lights", "green1"))
    assert noted(tmp_path) == [str(os.getpid()), "green1", "lights"]
    note.tell(("green1",))
    assert noted(tmp_path) == [str(os.getpid()), "green1"]
    (tmp_path / WORKS).unlink()
    note.tell(("green1",))
    assert not (tmp_path / WORKS).exists(), "nothing is written while nothing changes"


def test_without_systemd_or_room_nothing_is_noted(tmp_path: Path) -> None:
    WorkNote({}).tell(("lights",))
    note = WorkNote({"RUNTIME_DIRECTORY": str(tmp_path / "none")})
    note.tell(("lights",))
    (tmp_path / "none").mkdir()
    note.tell(("lights",))
    assert noted(tmp_path / "none")[1:] == ["lights"], "it is tried again"


def test_a_box_names_every_key_it_has_opened_and_every_part_that_answers(tmp_path: Path) -> None:
    live, journal = live_twin(tmp_path, are_open=False)
    assert set(live.works) == {"display", "lights", "games"}
    live.open_keys()
    assert set(live.works) == {"display", "lights", "games", *live._pins.keys}
    assert {"green1", "red6", "table"} <= set(live.works)
    journal.is_saved = False
    assert "games" not in live.works
    live.close()
    journal.shut()


def test_a_refused_update_is_told_once_and_names_its_parts(tmp_path: Path) -> None:
    file = tmp_path / "refused"
    journal = Journal(tmp_path)
    assert refusal_news(journal, file) is None
    file.write_text("0.4.0~dev7+gabc\ngreen1\nred1\nlights\n")
    news = refusal_news(journal, file)
    assert news is not None
    assert news.lines[0] == verbatim("0.4.0~dev7")
    assert refusal_news(journal, file) is None
    os.utime(file, (1, 1))
    assert refusal_news(journal, file) is not None, "another refusal of the same version"
    journal.shut()


@pytest.mark.parametrize("said", [None, "", "\n"])
def test_without_its_words_there_is_no_refusal(said: str | None) -> None:
    assert read_refusal(said) is None


def test_the_keys_of_a_refusal_are_one_part() -> None:
    assert read_refusal("0.4.0\ngreen1\nred1\nlights\n") == Refusal("0.4.0", ("green1", "red1", "lights"))
    assert Refusal("0.4.0", ("green1", "table", "lights")).parts == ("keys", "lights")
