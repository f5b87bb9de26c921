"""A child process plays whole games and is killed with SIGKILL again and again; no entry it has reported is ever lost.

`COMPANION_KILLS=10000` is the whole test; without it there are as many kills as CI has time for.
`COMPANION_FIRST_GAME=40` begins with that game's seed, so the whole test can run in pieces: each says where the next
begins.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.power import killed_process
from tests.power.company import Company
from tests.power.killed_box import Bots, Uninterrupted, opened, uninterrupted

pytestmark = [pytest.mark.slow, pytest.mark.in_box_time]

KILLS = int(os.environ.get("COMPANION_KILLS", "100"))
FIRST_GAME = int(os.environ.get("COMPANION_FIRST_GAME", "0"))
LONGEST_LIFE_S = 0.25
"""Counted from the fork: some die before they have opened the journal."""

processes = multiprocessing.get_context("fork")  # everything is imported already, so a life begins at once


references: dict[tuple[int, str], Uninterrupted] = {}


def reference(seed: int, people: type[Bots] = Bots) -> Uninterrupted:
    name = seed, people.__name__
    if name not in references:
        with TemporaryDirectory() as folder:
            references[name] = uninterrupted(Path(folder), seed, people)
    return references[name]


class Life(list[bytes]):
    """What a child reported before it died or was killed."""

    @property
    def is_over(self) -> bool:
        return self[-1:] == [b"over"]

    @property
    def told(self) -> int:
        """How many entries it has acknowledged; 0: none."""
        return max((int(word) for word in self if word != b"over"), default=0)


def live(target: Callable[..., None], *values: Any, life_s: float | None = None) -> Life:
    """Let a child live once; `life_s`: the seconds until it is killed, if it does not end by itself."""
    ours, theirs = processes.Pipe(duplex=False)
    process = processes.Process(target=target, args=(*values[:2], theirs, *values[2:]))
    process.start()
    theirs.close()
    if life_s is not None:
        process.join(life_s)
        process.kill()
    told = Life()
    try:
        while ours.poll(None):
            told.append(ours.recv_bytes())
    except EOFError:
        pass
    process.join()
    ours.close()
    assert process.exitcode in (0, -signal.SIGKILL), "it died by itself"
    process.close()
    return told


def untimed(entries: Sequence[bytes]) -> list[bytes]:
    """The entries without how long people thought: to look takes a minute, and a killed life begins to count anew."""
    return [re.sub(rb',"thought_s":[0-9.e-]+', b"", entry) for entry in entries]


def comes_back(folder: Path, seed: int, told: int, people: type[Bots] = Bots) -> int:
    """Start again; gives how many entries there are."""
    whole = reference(seed, people)
    with opened(folder) as journal:
        assert journal.set_aside is None
        saved = journal.running()
        if saved is None:
            assert told == 0
            return 0
        assert (saved.header, saved.bots) == (whole.header, whole.bots)
        assert told <= len(saved.entries) <= told + 1
        assert untimed(saved.entries) == untimed(whole.entries[: len(saved.entries)])
        table = people(journal, seed)
        assert table.moment() == whole.moments[table.length]
        return table.length


def test_random_kills_lose_nothing(tmp_path: Path) -> None:
    luck, seed = Random(f"1995 {FIRST_GAME}"), FIRST_GAME
    acknowledged = kills = games = 0
    while kills < KILLS:
        folder, before = tmp_path / str(seed), 0
        while kills < KILLS:
            told = live(killed_process.play, folder, seed, Company, life_s=luck.uniform(0.0, LONGEST_LIFE_S))
            before = comes_back(folder, seed, max(told.told, before), Company)
            acknowledged += sum(word != b"over" for word in told)
            if told.is_over:
                assert before == len(reference(seed, Company).entries)
                games += 1
                break
            kills += 1
        seed += 1
    print(f"{kills} kills in {games} whole games and one begun: {acknowledged} entries acknowledged, none lost")
    print(f"the next piece: COMPANION_FIRST_GAME={seed}")


@pytest.mark.parametrize("people", [Bots, Company])
def test_whether_anybody_looks_in_between_changes_no_game(tmp_path: Path, people: type[Bots]) -> None:
    """The games for comparison are looked at after every answer; the killed ones are not."""
    for seed in range(12):
        with opened(tmp_path / str(seed)) as journal:
            list(people(journal, seed).play())
            saved = journal.running()
        assert saved is not None
        assert untimed(saved.entries) == untimed(reference(seed, people).entries), seed


@pytest.mark.parametrize("people", [Bots, Company])
def test_killed_before_every_statement_from_the_first_start_on(tmp_path: Path, people: type[Bots]) -> None:
    """Making the file, opening it, beginning a game, with a bot or without, and appending to it."""
    for kill_at in range(400):
        folder = tmp_path / str(kill_at)
        told = live(killed_process.play_until_statement, folder, 3, kill_at, people)
        comes_back(folder, 3, told.told, people)
        if told.told >= 12:
            return
    pytest.fail("400 statements do not make a file and 12 entries")


def test_killed_at_every_step_of_an_append(tmp_path: Path) -> None:
    for kill_at in range(400):
        folder = tmp_path / str(kill_at)
        told = live(killed_process.play_until_step, folder, 3, 20, kill_at)
        assert told.told >= 20
        assert comes_back(folder, 3, told.told) >= 20
        if told.is_over:
            assert kill_at > 10, "the append was not killed at all"
            return
    pytest.fail("an append of 400 steps")
