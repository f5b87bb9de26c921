"""Torn writes, cut logs, flipped bits: every start gives a valid prefix of the game, or says what it has set aside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.daemon.resuming import resume
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from tests import disk
from tests.disk import Files
from tests.power import tears
from tests.power.tears import pulled

pytestmark = [pytest.mark.slow, pytest.mark.in_box_time]

_played: set[tuple[bytes, ...]] = set()


def gone_on_with(saved: Saved) -> None:
    """Check that the game can be resumed; a game that was checked before is not resumed again."""
    if saved.entries not in _played:
        resume(saved)
        _played.add(saved.entries)


class Start:
    """One start of the box with such files."""

    def __init__(self, folder: Path, left: Files) -> None:
        disk.lay(folder, left)
        journal = Journal(folder)
        saved = journal.running()
        self.entries = saved.entries if saved is not None else None
        self.is_said = journal.set_aside is not None
        if journal.set_aside is not None:
            for name in (FILE, f"{FILE}-wal"):
                aside = journal.set_aside.with_name(name.replace(FILE, journal.set_aside.name))
                assert not left.get(name) or aside.read_bytes() == left[name], "set aside, but not as it was"
        _, _, game = pulled()
        assert self.entries is None or self.entries == game[: len(self.entries)], "no valid prefix"
        if saved is not None:
            gone_on_with(saved)
        journal.keep_language("en")
        assert journal.is_saved
        journal.shut()

    @property
    def length(self) -> int:
        return len(self.entries) if self.entries is not None else 0


@pytest.fixture
def start() -> Iterator[Callable[[Files], Start]]:
    with disk.none() as folder:
        yield lambda left: Start(folder, left)


def test_the_log_cut_anywhere_gives_a_prefix_that_only_grows(start: Callable[[Files], Start]) -> None:
    _, _, game = pulled()
    lengths = [start(torn.left).length for torn in tears.log_cut()]
    assert lengths == sorted(lengths)
    assert set(lengths) == set(range(len(game) + 1)), "every entry is a commit of its own"


@pytest.mark.parametrize("rest", ["missing", "zeros", "garbage"])
def test_the_last_write_torn_at_every_byte_costs_no_entry_but_the_last(
    start: Callable[[Files], Start], rest: str
) -> None:
    _, _, game = pulled()
    for torn in tears.last_write(rest):
        come_back = start(torn.left)
        assert come_back.length >= len(game) - 1
        assert not come_back.is_said


def test_a_flip_in_the_log_gives_a_prefix(start: Callable[[Files], Start]) -> None:
    dirty, _, game = pulled()
    for torn in tears.log_flipped():
        come_back = start(torn.left)
        if torn.at >= len(dirty[tears.WAL]) - 2 * tears.FRAME:
            assert come_back.length >= len(game) - 2


def test_a_flip_in_the_file_costs_nothing_or_is_said(start: Callable[[Files], Start]) -> None:
    _, _, game = pulled()
    said = lost = 0
    for torn in tears.file_flipped():
        come_back = start(torn.left)
        assert come_back.entries == game or come_back.is_said, f"byte {torn.at}"
        said += come_back.is_said
        lost += come_back.entries is None
    print(f"said {said} times; no game was left {lost} times")


def test_a_flip_in_the_file_with_its_log_beside_it_gives_a_prefix_or_is_said(start: Callable[[Files], Start]) -> None:
    _, _, game = pulled()
    for torn in tears.file_flipped_beside_its_log():
        come_back = start(torn.left)
        assert come_back.entries == game or come_back.is_said, f"byte {torn.at}"


def test_the_file_torn_anywhere_is_said(start: Callable[[Files], Start]) -> None:
    for torn in tears.file_cut():
        assert start(torn.left).is_said, f"cut at {torn.at}"


def test_a_page_of_anything_is_said(start: Callable[[Files], Start]) -> None:
    _, _, game = pulled()
    for torn in tears.page_of_anything():
        come_back = start(torn.left)
        assert come_back.entries == game or come_back.is_said, f"page at {torn.at}"


def test_whatever_stands_in_the_index_of_the_log_costs_nothing(start: Callable[[Files], Start]) -> None:
    _, _, game = pulled()
    for torn in tears.index_torn():
        assert start(torn.left).entries == game


def test_a_log_without_its_file_gives_the_whole_game_and_is_said(start: Callable[[Files], Start]) -> None:
    _, _, game = pulled()
    for torn in tears.log_alone():
        come_back = start(torn.left)
        assert come_back.entries == game
        assert come_back.is_said
