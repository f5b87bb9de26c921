"""A club night of two hundred boxes at a real Mosquitto that is killed twice: each finished game is stored once.

Each box plays two or three games, of both kinds. The night is sent twice: live, to a club with SQLite; and afterwards,
from the journals, to a club with a real PostgreSQL. `COMPANION_BOXES=20` takes fewer boxes, `COMPANION_ROUNDS=3`
longer evenings.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import pytest

from companion.club import marks
from companion.club.board import MOST
from companion.club.marks import Marks
from companion.club.season import table
from companion.club.store import Store
from companion.club.story import ALL, Place
from companion.club.topics import Receipt, Record, topic
from companion.club.wire import BrokerConnection, link_of
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.match.session import Session
from tests.companion.club.brokers import Broker, broker, until
from tests.companion.club.databases import holds, postgres
from tests.companion.club.evenings import Evening, text_of
from tests.companion.club.night import Night, Voice, all_done, club, voices

BOXES: Final = int(os.environ.get("COMPANION_BOXES", "200"))
ROUNDS: Final = int(os.environ.get("COMPANION_ROUNDS", "1"))
"""How often a box plays its evening."""
Playing: TypeAlias = tuple[Any, dict[str, int]]
"""Rules and choices."""
RACE: Final[Playing] = (GALOPP_ROYAL, {})
CATS: Final[Playing] = (CAT_ROYAL, {"last_deal": 3})
"""A short game."""
EVENINGS: Final[tuple[tuple[Playing, ...], ...]] = (
    (RACE, CATS, CATS),
    (CATS, RACE),
    (CATS, CATS, CATS),
    (CATS, CATS),
)
"""What the boxes play: the first box the first evening, and so on."""
AT_ONCE: Final = 6
"""How many entries a box plays between two steps of the publishers."""

pytestmark = pytest.mark.slow


class Played(NamedTuple):
    """The result of a night."""

    folder: Path
    evenings: dict[str, Evening]
    records: dict[str, list[str]]
    """The records of each box, in order."""
    database: str


@pytest.fixture(scope="module")
def memory() -> Iterator[Path]:
    """A folder in memory: on a disk, each of a hundred thousand entries would wait for a sync."""
    there = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  # its own folder there
    with tempfile.TemporaryDirectory(prefix="companion-club-", dir=there) as folder:
        Path(folder).chmod(0o755)  # so that PostgreSQL's own user can enter
        yield Path(folder)


@pytest.fixture(scope="module")
def night(memory: Path) -> Played:
    """Play the night; the broker is killed after one third and after two thirds of all games."""
    names = [f"box-{number:03}" for number in range(1, BOXES + 1)]
    database = str(memory / "club.sqlite")
    with ExitStack() as leaving:
        here = leaving.enter_context(broker(memory / "broker", *names, "box-x"))
        open_club = leaving.enter_context(club(here, database, memory))
        boxes = [(name, memory / "games" / name) for name in names]
        there = leaving.enter_context(voices(boxes, here, memory / "live"))
        until(lambda: all(voice.wire.is_up for voice in there), "all boxes", 120)  # before journals take all files
        made = {name: Evening(folder, number) for number, (name, folder) in enumerate(boxes)}
        records = play_all(made, there, here)
        all_done(there, 240)
        for evening in made.values():
            evening.journal.shut()
        forge(here, records)
        until(lambda: open_club.now()["refused"] == len(FORGED), "all refusals", 120)
        tables(open_club, there)
    return Played(memory, made, records, database)


def play_all(evenings: dict[str, Evening], there: list[Voice], here: Broker) -> dict[str, list[str]]:
    """All boxes play at once; returns the records of each."""
    records: dict[str, list[str]] = {name: [] for name in evenings}
    running = {
        name: whole_evening(evening, records[name], number) for number, (name, evening) in enumerate(evenings.items())
    }
    kills = [games() // 3, 2 * games() // 3]
    down_until = 0.0
    while running:
        for name in list(running):
            for _ in range(AT_ONCE):
                if next(running[name], None) is None:
                    del running[name]
                    break
        for voice in there:
            voice.step()
        if kills and sum(map(len, records.values())) >= kills[0]:
            del kills[0]
            here.kill()
            down_until = time.monotonic() + 3.0
        if down_until and time.monotonic() > down_until:
            here.start()
            down_until = 0.0
    if down_until:
        here.start()
    assert not kills
    return records


def evening_of(number: int) -> tuple[Playing, ...]:
    return EVENINGS[number % len(EVENINGS)] * ROUNDS


def games() -> int:
    """How many games all boxes play together."""
    return sum(len(evening_of(number)) for number in range(BOXES))


def whole_evening(evening: Evening, records: list[str], number: int) -> Iterator[Session[Any]]:
    """Play one game after another; at the end some boxes are switched off, the others show the winner."""
    for rules, choices in evening_of(number):
        evening.rules, evening.choices = rules, choices
        for session in evening.play(players=3 + number % 2):
            last = session
            yield session
        records.append(text_of(last))
    if number % 3:
        evening.journal.close()


# --- what the club refuses -------------------------------------------------------------------------------------------


def changed(record: str, line: int, old: str, new: str) -> str:
    """The record with one line changed. Lines count from 1; -1: the last."""
    lines = record.splitlines(keepends=True)
    at = line - 1 if line > 0 else line
    assert old in lines[at]
    lines[at] = lines[at].replace(old, new, 1)
    return "".join(lines)


def richer(record: str) -> str:
    """The record with one more coin for the richest player at the end."""
    end = msgspec.json.decode(record.splitlines()[-1])
    best = max(end["coins"].values())
    return changed(record, -1, f": {best}", f": {best + 1}")


def another_face(record: str) -> tuple[str, int]:
    """The record with another face of the first roll; and the number of that line."""
    at = next(number for number, line in enumerate(record.splitlines(), 1) if '"rolled"' in line)
    face = msgspec.json.decode(record.splitlines()[at - 1])["face"]
    return changed(record, at, f'"face": {face}', f'"face": {face % 4 + 1}'), at


def without_promise(record: str) -> str:
    """The record as if no seed had been promised: then any dice would be possible."""
    head = msgspec.json.decode(record.splitlines()[0])
    end = msgspec.json.decode(record.splitlines()[-1])
    shorn = changed(record, 1, f'"commitment": "{head["commitment"]}"', '"commitment": null')
    return changed(shorn, -1, f'"seed": "{end["seed"]}"', '"seed": null')


def message(record: str, began: str = "2026-11-22T19:00:00+00:00") -> bytes:
    return msgspec.json.encode(Record(began, record))


FORGED: Final = (
    "richer",
    "another face",
    "no promise",
    "not over",
    "somebody else's",
    "under other names",
    "cut off",
    "no UTF-8",
)


def forgeries(record: str) -> dict[str, tuple[bytes, str]]:
    """What a forger or a bad wire sends, and the answer to each."""
    lines = len(record.splitlines())
    face, at = another_face(record)
    return {
        "richer": (message(richer(record)), f"line {lines}, ended: expected "),
        "another face": (message(face), f"line {at}, rolled: expected "),
        "no promise": (message(without_promise(record)), "line 1, header: expected the promise of a seed"),
        "not over": (
            message("".join(record.splitlines(keepends=True)[:-1])),
            f"line {lines}: expected a game that is over",
        ),
        "somebody else's": (message(record), "line 1, header: expected a game of its own; came one that box-001"),
        "under other names": (
            message(changed(record, 1, '"name": "', '"name": "Sir '), "2026-11-23T19:00:00+00:00"),
            "line 1, header: expected a game of its own; came one that box-001",
        ),
        "cut off": (message(record)[:5000], "expected a finished game as a message of companion/1 has it"),
        "no UTF-8": (message(record).replace(b"open", b"op\xffn", 1), "expected a finished game"),
    }


def forge(here: Broker, records: dict[str, list[str]]) -> None:
    """Send all forgeries with a valid password; each gets its answer, with the line."""
    wire = BrokerConnection(link_of(here.settings("box-x")), topic("box-x", "online"), [topic("box-x", "receipt")])
    wire.start()
    until(lambda: wire.is_up or wire.fault, "the broker")
    assert wire.is_up, wire.fault
    for name, (words, said) in forgeries(records["box-001"][0]).items():
        wire.say(topic("box-x", "record"), words)
        _, answer = wire.came.get(timeout=240)  # the club first reads what two hundred boxes have sent
        why = msgspec.json.decode(answer, type=Receipt).refused
        assert said in why, f"{name}: {why}"
    wire.stop()


def tables(open_club: Night, there: list[Voice]) -> None:
    """The scoreboard shows all boxes, or as many as it has room for."""

    def are_there() -> bool:
        shown = open_club.now()["tables"]
        assert isinstance(shown, list)
        online = [each for each in shown if each["is_online"]]
        return len(online) == min(len(there), MOST)

    until(are_there, "the boxes on the scoreboard", 120)


# --- the tests -------------------------------------------------------------------------------------------------------


def as_kept(night: Played) -> Counter[str]:
    return Counter(str(row[-1]) for row in holds(night.database)["game"])


def test_every_finished_game_has_arrived_exactly_once(night: Played) -> None:
    played = Counter(record for records in night.records.values() for record in records)
    assert played.total() == games()
    assert set(played.values()) == {1}
    assert as_kept(night) == played


def test_each_game_is_that_of_its_box_and_of_its_people(night: Played) -> None:
    rows = holds(night.database)
    owner = {record: box for box, records in night.records.items() for record in records}
    assert all(owner[str(row[-1])] == row[1] for row in rows["game"])
    people = {
        str(row[0]): [player["name"] for player in msgspec.json.decode(str(row[-1]).splitlines()[0])["seats"]]
        for row in rows["game"]
    }
    for game, names in people.items():
        assert [row[2] for row in rows["came"] if row[0] == game] == names


def test_the_season_has_counted_each_of_them_once(night: Played) -> None:
    records = [record for records in night.records.values() for record in records]
    heads = [msgspec.json.decode(record.splitlines()[0]) for record in records]
    played = Counter(player["name"] for head in heads for player in head["seats"])
    with closing(Store(night.database)) as store:
        season = table(game.came for game in store.games())
    assert {row.name: row.games for row in season} == played


def test_what_was_refused_is_no_game_and_its_line_is_kept(night: Played) -> None:
    refused = holds(night.database)["refused"]
    assert len(refused) == len(FORGED)
    assert {row[1] for row in refused} == {"box-x"}
    assert "box-x" not in {row[1] for row in holds(night.database)["game"]}


def test_a_club_with_postgresql_that_hears_of_the_night_afterwards_holds_the_same(night: Played, memory: Path) -> None:
    with postgres(memory / "postgres") as url:
        with (
            broker(memory / "broker-2", *night.evenings, "box-x", tls=False) as here,
            club(here, url, memory) as open_club,
        ):
            boxes = [(name, evening.folder) for name, evening in night.evenings.items()]
            for name, records in night.records.items():  # all entries were sent that night; the records are still owed
                owed = tuple(range(1, len(records) + 1))
                marks.keep(memory / "afterwards" / name, Marks(Place(len(records), ALL), owed))
            with voices(boxes, here, memory / "afterwards") as there:
                until(lambda: all(voice.wire.is_up for voice in there), "all boxes", 120)
                for voice in there:
                    voice.step()
                here.kill()
                here.start()
                until(lambda: steps(there) and int(str(open_club.now()["games"])) > BOXES // 2, "half of it", 240)
                here.kill()
                here.start()
                all_done(there, 240)
            forge(here, night.records)
            until(lambda: open_club.now()["refused"] == len(FORGED), "all refusals", 120)
            season = open_club.now()["seasons"]
        assert holds(url) == holds(night.database)
    with ExitStack() as leaving:
        again = leaving.enter_context(broker(memory / "broker-3"))
        assert leaving.enter_context(club(again, night.database, memory)).now()["seasons"] == season


def steps(there: list[Voice]) -> bool:
    for voice in there:
        voice.step()
    return True
