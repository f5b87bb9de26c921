"""The results of games are kept and resumed, in whatever way the run has ended."""

from __future__ import annotations

import errno
import logging
import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.kit.errors import WrongUse
from companion.kit.tally import Occurrence, Tally
from companion.study import kept
from companion.study.kept import KeptGames

ASKED = {"command": "simulate", "seed": 7, "games": 1000, "board": {"spaces": 4}, "records": None}
PORTIONS = [
    Counter(
        {Occurrence("won", seat, 1): 3 * at + seat for seat in range(1, 4)} | {Occurrence("how", "long", at): at + 1}
    )
    for at in range(20)
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "found.json.kept"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "EVERY_S", 0.0)


def summed(portions: list[Counter[Occurrence]]) -> Tally:
    found: Tally = Counter()
    for portion in portions:
        found.update(portion)
    return found


def stopped(run: KeptGames, *portions: Tally) -> list[str]:
    """Play this much, then press Ctrl-C; gives the note."""
    stop = KeyboardInterrupt()
    with suppress(KeyboardInterrupt), run:
        for portion in portions:
            run.add(10, portion)
        raise stop
    return getattr(stop, "__notes__", [])


def interrupted(path: Path, portions: int) -> None:
    stopped(KeptGames(path, ASKED), *PORTIONS[:portions])


def test_what_is_kept_is_resumed(path: Path) -> None:
    interrupted(path, 5)
    again = KeptGames.resumed(path, ASKED)
    assert (again.games, again.tally) == (50, summed(PORTIONS[:5]))
    stopped(again, PORTIONS[5])
    with KeptGames.resumed(path, ASKED) as again:
        assert (again.games, again.tally) == (60, summed(PORTIONS[:6]))
    assert not list(path.parent.iterdir()), "what is done needs no file"


def test_a_file_torn_anywhere_gives_the_first_portions_or_a_sentence(path: Path) -> None:
    interrupted(path, 3)
    raw = path.read_bytes()
    head, *_ = raw.splitlines(keepends=True)
    found = set()
    for length in range(0, len(raw), 7):
        path.write_bytes(raw[:length])
        if length < len(head):
            with pytest.raises(WrongUse, match="expected the file of an earlier run"):
                KeptGames.resumed(path, ASKED)
            continue
        with KeptGames.resumed(path, ASKED) as again:
            assert again.tally == summed(PORTIONS[: again.games // 10])
            found.add(again.games)
    assert found == {0, 10, 20}


def test_after_a_torn_line_more_is_kept(path: Path) -> None:
    interrupted(path, 3)
    path.write_bytes(path.read_bytes()[:-5])
    stopped(KeptGames.resumed(path, ASKED), PORTIONS[2])
    with KeptGames.resumed(path, ASKED) as again:
        assert (again.games, again.tally) == (30, summed(PORTIONS[:3]))


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"seed": 8}, "expected seed 8; F has 7"),
        ({"games": 2000}, "expected games 2000; F has 1000"),
        ({"command": "ladder"}, "expected command 'ladder'; F has 'simulate'"),
        ({"board": {"spaces": 5}}, "F has another board"),
        ({"records": "/records"}, "expected records '/records'; F has nothing"),
        ({"new": 1}, "expected new 1; F has nothing"),
    ],
)
def test_other_games_are_refused_and_the_file_stays(path: Path, other: dict[str, object], why: str) -> None:
    interrupted(path, 3)
    raw = path.read_bytes()
    with pytest.raises(WrongUse) as refused:
        KeptGames.resumed(path, ASKED | other)
    assert str(refused.value) == f"--resume: expected the same games; {why.replace('F', str(path))}"
    assert path.read_bytes() == raw


def test_another_companion_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(path, 3)
    monkeypatch.setattr(kept, "fingerprint", lambda: "another")
    with pytest.raises(WrongUse, match=r"expected the very same companion and Python; .* was written by another one"):
        KeptGames.resumed(path, ASKED)


@pytest.mark.parametrize("raw", [b"", b"{}\n", b"no file of ours\nat all\n", bytes(600), b"00000000 \n"])
def test_what_is_no_such_file_is_refused(path: Path, raw: bytes) -> None:
    path.write_bytes(raw)
    with pytest.raises(WrongUse):
        KeptGames.resumed(path, ASKED)
    assert path.read_bytes() == raw


def test_no_file_a_folder_and_a_fifo_are_refused(path: Path) -> None:
    with pytest.raises(WrongUse, match="No such file"):
        KeptGames.resumed(path, ASKED)
    with pytest.raises(WrongUse, match="Is a directory"):
        KeptGames.resumed(path.parent, ASKED)
    os.mkfifo(path)
    with pytest.raises(WrongUse, match="came a fifo"):
        KeptGames.resumed(path, ASKED)


def test_two_runs_never_go_on_with_one_file(path: Path) -> None:
    interrupted(path, 3)
    with KeptGames.resumed(path, ASKED), pytest.raises(WrongUse, match="another run is at work with it"):
        KeptGames.resumed(path, ASKED)


def test_an_error_tells_where_they_are(path: Path) -> None:
    path.touch()
    noted = stopped(KeptGames(path, ASKED), PORTIONS[0])
    other = path.with_name("found.json-2.kept")
    assert noted == [f"10 games are kept: `--resume {other}` goes on with them"]
    assert path.read_bytes() == b""


def test_what_ends_soon_makes_no_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "EVERY_S", 60.0)
    assert not stopped(KeptGames(path, ASKED), PORTIONS[0])
    assert not path.exists()


def test_a_full_disk_stops_nothing_is_said_once_and_loses_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pwrite, chance = os.pwrite, Random(3)

    def full(descriptor: int, raw: bytes, at: int) -> int:
        if chance.random() < 0.6:
            raise OSError(errno.ENOSPC, "No space left on device")
        return pwrite(descriptor, raw[:50], at)

    begun = KeptGames(path, ASKED)
    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", full)
        for portion in PORTIONS[:-1]:
            begun.add(10, portion)
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert said
    assert set(said) == {f"{path}: expected a place for finished games; No space left on device."}
    begun.add(10, PORTIONS[-1])
    stopped(begun)
    assert KeptGames.resumed(path, ASKED).tally == summed(PORTIONS)


def test_a_folder_that_takes_no_file_stops_nothing(tmp_path: Path) -> None:
    with KeptGames(tmp_path / "none" / "found.kept", ASKED) as begun:
        begun.add(10, PORTIONS[0])
    assert begun.games == 10


def test_the_file_does_not_grow_with_the_games(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "LONGEST", 4000)
    begun = KeptGames(path, ASKED)
    longest = 0
    for at in range(300):
        begun.add(10, PORTIONS[at % 20])
        longest = max(longest, path.stat().st_size)
    assert longest < 6000
    stopped(begun)
    assert KeptGames.resumed(path, ASKED).tally == summed(15 * PORTIONS)
