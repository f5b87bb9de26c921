"""Which games of other evenings are offered, and that the chosen one is resumed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.daemon import life, start
from companion.daemon.earlier import OFFERED, earlier
from companion.daemon.live import Live
from companion.journal.journal import Journal
from companion.match.history import NewGame
from companion.table.ports import GoOnWith, Request, ShutDown
from companion.testing.whole_games import SEED, finish, seated
from tests.companion.daemon.test_start import config as live_config
from tests.companion.games.nim import NIM
from tests.companion.games.offered import offer


def kept(journal: Journal, seed: int, length: int | None = 1, pairs: tuple[int, ...] = (1, 2)) -> None:
    """A game of nim for two, so many steps of it; `None`: to its end."""
    begun = NIM.begin(seated(NIM, 2, "box"), {})
    journal.begin(NewGame(NIM.name, NIM.header(begun), f"{seed:064x}", pairs))
    for step in finish(NIM, begun, seed).entries[:length]:
        journal.append(step)


def numbers(journal: Journal) -> list[int]:
    return [game.number for game in earlier(journal)]


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    offer(monkeypatch, NIM)
    journal = Journal(tmp_path)
    yield journal
    journal.shut()


def test_unfinished_games_are_offered_the_latest_first(journal: Journal) -> None:
    for seed, length in enumerate((1, None, 2, 1, 3), 1):
        kept(journal, seed, length)
    assert numbers(journal) == [4, 3, 1], "not the one that is over, nor the one in progress"
    journal.close()
    assert numbers(journal) == [5, 4, 3, 1]
    (latest, *_) = earlier(journal)
    assert (latest.title, latest.names, len(latest.began)) == (NIM.title, ("Hans", "Pia"), 16)


def test_a_resumed_game_is_offered_once_and_not_at_all_when_it_is_over(journal: Journal) -> None:
    kept(journal, 1)
    kept(journal, 2)
    journal.go_on_with(1)
    assert numbers(journal) == [2], "the one in progress is kept and can be chosen again"
    journal.go_on_with(2)
    assert numbers(journal) == [3]
    begun = NIM.begin(seated(NIM, 2, "box"), {})
    for step in finish(NIM, begun, 2).entries[1:]:
        journal.append(step)
    journal.close()
    assert numbers(journal) == [3]


def test_what_cannot_be_read_or_is_of_no_known_game_is_not_offered(journal: Journal) -> None:
    kept(journal, 1)
    journal.begin(NewGame("whist", {}, SEED, (1, 2)))
    journal.begin(NewGame(NIM.name, {"heap": 9}, f"{3:064x}", (1, 2)))
    kept(journal, 4)
    journal.close()
    assert numbers(journal) == [4, 1]


def test_only_the_latest_are_offered(journal: Journal) -> None:
    for seed in range(OFFERED + 3):
        kept(journal, seed)
    assert numbers(journal) == list(range(OFFERED + 2, 2, -1))


def test_the_game_chosen_at_the_keys_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a life of the box for each."""
    seen: list[object] = []

    class Evening(Live):
        def run(self) -> Request | None:
            session = self.box.table.session
            assert session is not None
            seen.append(session.seed)
            offered = self.box.table._settings.earlier()
            self.box.table.menu.request = GoOnWith(offered[0].number) if len(seen) < 3 else ShutDown()
            return self.box.table.request

    offer(monkeypatch, NIM)
    before = Journal(tmp_path)
    kept(before, 1)
    kept(before, 2)
    before.shut()
    monkeypatch.setattr(start, "is_pi", lambda: False)
    monkeypatch.setattr(life, "Live", Evening)
    assert start.play(live_config(tmp_path)) is None
    assert seen == [f"{seed:064x}" for seed in (2, 1, 2)]
