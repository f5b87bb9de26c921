"""An hour of box time without the broker: box and publisher are killed; afterwards all is sent once and in order.

The box is a whole twin in stepped time; publisher and club are the real programs.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.club import marks
from companion.club.marks import Marks
from companion.club.story import Place
from companion.club.telling import state
from companion.club.topics import TableState, TurnBegan
from companion.config import Config
from companion.daemon.demo import HOLD_S, WINNER_S, play, press
from companion.daemon.resuming import record_of, resume
from companion.games import find_rules
from companion.journal.journal import Journal
from companion.journal.permanent import name_of
from companion.journal.saved import Saved
from companion.match.record import header
from tests.companion.club.brokers import Broker, broker, until
from tests.companion.club.databases import holds
from tests.companion.club.evenings import Evening, MakeEvening
from tests.companion.club.night import club, publish, settings
from tests.companion.club.watcher import Watcher
from tests.companion.daemon.stepped_box import SteppedBox, config

pytestmark = pytest.mark.slow

HOUR_S = 3600.0
PATIENCE_S = 120.0
"""Long, because other tests may run at the same time."""
ALL = 10_000
"""More questions than a game asks."""
CAT_ROYAL = config("cat-royal", last_deal=2)


class Lives:
    """A box that is switched off and on again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.table = SteppedBox(folder)
        self._before = 0.0
        self._count = 1
        """Counts the lives, so that no two games have the same seed."""

    @property
    def now(self) -> float:
        """Seconds of box time, over all its lives."""
        return self._before + self.table.box.now

    def pull_the_plug(self, settings: Config | None = None) -> None:
        """Cut the power at any moment; then the box starts again with these settings."""
        self._before = self.now
        self._count += 1
        self.table.pull_the_plug()
        self.table = SteppedBox(self.folder, settings, seed=self._count)

    def play(self, questions: int = ALL) -> None:
        """Play a new game, or the one in progress, for this many questions."""
        for _ in islice(play(self.table.box, 3, Random(questions)), questions):
            pass

    def leave_the_winner(self) -> None:
        """Go back to joining, as people do after a while."""
        self.table.box.wait(WINNER_S)
        press(self.table.box, "green1", HOLD_S)
        assert self.table.box.box.table.session is None

    def close(self) -> None:
        """Switch it off for good."""
        self.table.pull_the_plug()


def saved(folder: Path) -> list[Saved]:
    """All games of a box, as they are on disk."""
    journal = Journal(folder, read_only=True)
    games = [journal.load(number) for number in journal.numbers()]
    journal.shut()
    return [game for game in games if game is not None]


class Program:
    """`companion publish`, which can be killed and started again."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        """Kill it like a power cut."""
        self._process.kill()
        self._process.wait()

    close = kill


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Broker]:
    with broker(tmp_path / "broker", "box") as made:
        yield made


@contextmanager
def watching(here: Broker) -> Iterator[Watcher]:
    made = Watcher(here)
    until(lambda: made.listens, "the watcher", PATIENCE_S)
    yield made
    made.wire.stop()


def command(folder: Path, games: Path, here: Broker) -> list[str]:
    file = settings(folder, here)
    return publish("--config", file, "publish", "--games", games, "--told", folder / "told")


def entries(*games: Saved) -> list[tuple[str, int]]:
    """The permanent name of each entry."""
    return [(name(game), number) for game in games for number in range(1, len(game.entries) + 1)]


def name(game: Saved) -> str:
    rules = find_rules(game.name)
    return name_of(header(rules, rules.read_header(game.header)), game.began)


def heard(watcher: Watcher) -> list[tuple[str, int]]:
    return [(told.game, told.entry) for told in watcher.entries()]


def test_an_hour_without_the_broker_is_told_afterwards_once_and_in_order(here: Broker, tmp_path: Path) -> None:
    database, told = str(tmp_path / "club.sqlite"), tmp_path / "told"
    with ExitStack() as leaving:
        box = leaving.enter_context(closing(Lives(tmp_path / "games")))
        night = leaving.enter_context(club(here, database, tmp_path))
        voice = leaving.enter_context(closing(Program(command(tmp_path, box.folder, here))))
        with watching(here) as watcher:
            box.play(questions=15)
            (running,) = saved(box.folder)
            known = Place(1, len(running.entries))
            until(lambda: heard(watcher) == entries(running), "what is played before", PATIENCE_S)
            until(lambda: marks.read(told).place == known, "that it is written down", PATIENCE_S)

        here.kill()
        away_at = box.now
        box.play(questions=60)
        voice.kill()
        box.pull_the_plug()
        box.play()
        voice.start()
        box.leave_the_winner()
        box.pull_the_plug(CAT_ROYAL)
        box.play()
        box.leave_the_winner()
        box.pull_the_plug(CAT_ROYAL)
        box.play(questions=12)
        box.table.box.wait(max(0.0, away_at + HOUR_S - box.now) + 1.0)
        assert box.now > away_at + HOUR_S
        assert marks.read(told).place == known, "nobody has heard anything"

        voice.kill()
        here.start()
        played = saved(box.folder)
        assert [resume(game).question is None for game in played] == [True, True, False]
        with watching(here) as watcher:
            voice.start()
            expected = entries(*played)[known.entry :]
            until(lambda: len(heard(watcher)) >= len(expected), "all of the hour", PATIENCE_S)
            until(lambda: marks.read(told) == Marks(Place(3, len(played[-1].entries))), "the receipts", PATIENCE_S)
            assert heard(watcher) == expected
            until(lambda: watcher.heard("turn"), "whose turn it is", PATIENCE_S)
            (now,) = [msgspec.json.decode(words, type=TableState) for words in watcher.heard("state")]
            assert now == state(box.table.session, "en")
            turns = [msgspec.json.decode(words, type=TurnBegan) for words in watcher.heard("turn")]
            assert turns == [TurnBegan(now.turn_seat or 0, now.turn)], "nobody is called to a turn of that hour"
        until(lambda: night.now()["games"] == 2, "both games on the scoreboard", PATIENCE_S)
        kept = [row[-1] for row in holds(database)["game"]]
        assert sorted(map(str, kept)) == sorted(map(record_of, played[:2]))


def test_a_voice_killed_in_the_midst_of_telling_repeats_little_and_leaves_out_nothing(
    evening_in: MakeEvening, here: Broker, tmp_path: Path
) -> None:
    evening: Evening = evening_in(tmp_path / "games")
    records = [evening.whole(), evening.whole()]
    evening.journal.close()
    marks.keep(tmp_path / "told", Marks(Place(1)))
    database = str(tmp_path / "club.sqlite")
    games = saved(evening.folder)
    end = Marks(Place(2, len(games[-1].entries)))
    with (
        club(here, database, tmp_path),
        watching(here) as watcher,
        closing(Program(command(tmp_path, evening.folder, here))) as voice,
    ):
        for some in (50, 250):
            until(lambda some=some: len(set(heard(watcher))) > some, "a part", PATIENCE_S)  # type: ignore[misc]  # each its own
            voice.kill()
            voice.start()
        until(lambda: marks.read(tmp_path / "told") == end, "the receipts", PATIENCE_S)
        until(lambda: {*entries(*games)} <= {*heard(watcher)}, "all of it", PATIENCE_S)
        assert list(dict.fromkeys(heard(watcher))) == entries(*games)
        same = {(told.game, told.entry): told for told in watcher.entries()}
        assert all(same[told.game, told.entry] == told for told in watcher.entries())
    assert sorted(str(row[-1]) for row in holds(database)["game"]) == sorted(records)
