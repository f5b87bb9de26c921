from __future__ import annotations

from companion.kit.text import text
from companion.table.saving import DOES_NOT_LAST, GOOD_NIGHT, NOT_SAVED, Saving
from tests.companion.table.at_the_table import Paper


def test_where_nothing_lasts_it_is_never_safe_to_unplug() -> None:
    saving = Saving(Paper(), lasts=False)
    assert not saving.is_safe
    assert saving.last_picture() == DOES_NOT_LAST
    assert Saving(Paper()).is_safe


def test_it_is_told_once_when_the_ledger_fails_and_once_when_it_is_mended() -> None:
    paper = Paper()
    saving = Saving(paper)
    told = []
    for is_full in (False, True, True, False, False, True):
        paper.is_full = is_full
        paper.close()
        told.append(saving.news())
    failed = text("Not saved: disk full or broken.")
    assert told == [None, failed, None, text("Saved again."), None, failed]


def test_the_last_picture_says_whether_every_game_is_safe() -> None:
    paper = Paper()
    saving = Saving(paper)
    assert saving.last_picture() == GOOD_NIGHT
    paper.is_full = True
    paper.close()
    assert saving.last_picture() == NOT_SAVED
