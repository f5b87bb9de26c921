from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.installed import join
from companion.installed.shelf import add
from companion.study import sources
from companion.study.sources import fingerprint
from tests.companion.installed.wheels import wheel


@pytest.mark.usefixtures("shelf_folder")
def test_the_sources_of_an_installed_game_count_once_it_is_loaded(tmp_path: Path) -> None:
    alone = fingerprint()
    place = Path(add(wheel(tmp_path))["otters"].folder)
    join()
    assert fingerprint() == alone
    games.find_rules("otters")
    before = fingerprint()
    assert before != alone
    (place / "otters/rules.py").write_text("x = 1", encoding="utf-8")
    sources._of.cache_clear()
    assert fingerprint() != before


def test_a_module_that_stands_alone_counts_too(tmp_path: Path) -> None:
    (tmp_path / "otters.py").write_text("x = 1", encoding="utf-8")
    first = sources._of(tmp_path / "otters")
    (tmp_path / "otters.py").write_text("x = 2", encoding="utf-8")
    sources._of.cache_clear()
    assert sources._of(tmp_path / "otters") != first
