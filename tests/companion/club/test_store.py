"""The club's records in SQLite, and with the same statements in a real PostgreSQL (slow)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, create_engine, text

from companion.club.admission import Result, sum_of_play
from companion.club.store import TABLES, Store, StoredGame
from companion.kit.errors import BadConfig, NotLetIn, Unstored
from companion.match.outcome import PlayerResult
from companion.match.reader import read_lines
from tests.companion.club.databases import postgres

CAME = (
    PlayerResult(1, "Zoë", "red", 2, "40", is_guest=False),
    PlayerResult(2, "Blue", "blue", 1, "60", is_guest=True, level="strong", side=1),
)
RECORD = '{"record": 1}\n'
PLAYED = sum_of_play(read_lines(RECORD))
ARRIVED = "2026-11-22T23:00:00+00:00"
GAME = Result("a" * 64, "Galopp Royal", "2026-11-22T19:15:00+00:00", ARRIVED, "1" * 64, PLAYED, RECORD, CAME)
LATER = replace(GAME, game="b" * 64, began="2026-11-22T21:15:00+00:00", sum="2" * 64, played="d" * 64)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A PostgreSQL server, in a folder that its own user can enter: each run of pytest shuts the folder of all runs."""
    with TemporaryDirectory(prefix="companion-club-") as folder:
        Path(folder).chmod(0o755)
        with postgres(Path(folder, "server")) as url:
            yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield str(tmp_path / "club.sqlite")
        return
    yield request.getfixturevalue("server")
    engine = create_engine(request.getfixturevalue("server").replace("postgresql:", "postgresql+psycopg:"))
    TABLES.drop_all(engine)
    engine.dispose()


@contextmanager
def opened(url: str) -> Iterator[Connection]:
    """The database itself."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:") if "://" in url else f"sqlite:///{url}")
    with engine.begin() as db:
        yield db
    engine.dispose()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    made = Store(url)
    yield made
    made.close()


def test_a_game_is_kept_with_all_who_came(store: Store) -> None:
    store.keep("box", GAME)
    assert store.games() == [StoredGame("box", "Galopp Royal", GAME.began, CAME, GAME.began)]
    assert store.known(GAME.sum) == ""


def test_games_stand_in_the_order_in_which_they_were_begun(store: Store) -> None:
    store.keep("box", LATER)
    store.keep("box", GAME)
    assert [game.began for game in store.games()] == [GAME.began, LATER.began]


def test_a_later_record_of_its_own_box_takes_the_place_of_the_first(store: Store) -> None:
    store.keep("box", GAME)
    turned = (replace(CAME[0], place=1), replace(CAME[1], place=2))
    store.keep("box", replace(GAME, sum="3" * 64, came=turned))
    assert [game.came for game in store.games()] == [turned]
    assert store.known(GAME.sum) is None


def test_copies_of_a_play_replace_it_whatever_date_and_names_they_have(store: Store) -> None:
    store.keep("box", GAME)
    store.keep("box", LATER)
    for number in range(500):
        copy = replace(GAME, game=f"{number:064}", sum=f"{number + 1000:064}", began="2026-11-22T20:15:00+00:00")
        store.keep("box", copy)
    assert [game.began for game in store.games()] == ["2026-11-22T20:15:00+00:00", LATER.began]


def test_a_real_game_whose_end_was_put_right_takes_the_place_of_what_it_was(store: Store) -> None:
    store.keep("box", GAME)
    store.keep("box", replace(GAME, sum="3" * 64, played="e" * 64))
    assert len(store.games()) == 1


@pytest.mark.parametrize(
    ("began", "arrived", "is_first"),
    [
        ("2026-11-20T00:00:00+00:00", "2026-11-29T00:00:00+00:00", True),
        ("2026-11-23T00:00:00+00:00", "2026-11-22T00:00:00+00:00", True),
        ("2026-11-23T00:00:00+00:00", "2026-11-24T00:00:00+00:00", False),
        ("1970-01-01T00:00:00+00:00", "2026-11-24T00:00:00+00:00", False),
        ("1970-01-01T00:00:00+00:00", "2026-11-22T00:00:00+00:00", True),
    ],
)
def test_a_date_that_is_in_doubt_gives_way_to_when_a_game_first_arrived(
    store: Store, began: str, arrived: str, *, is_first: bool
) -> None:
    doubted = replace(LATER, began=began, arrived=arrived)
    store.keep("box", GAME)
    store.keep("other", doubted)
    store.keep("other", replace(doubted, sum="4" * 64, arrived="2026-11-30T00:00:00+00:00"))
    assert [game.box for game in store.games()] == (["other", "box"] if is_first else ["box", "other"])


def test_another_box_s_game_is_let_alone(store: Store) -> None:
    store.keep("box", GAME)
    store.keep("box", LATER)
    other = replace(GAME, sum="3" * 64, record='{"record": 1, "seats": []}\n')
    for copy in (other, replace(other, played="e" * 64), replace(other, game="c" * 64, began=LATER.began)):
        with pytest.raises(NotLetIn, match="expected a game of its own; came one that box has brought"):
            store.keep("other", copy)
    assert [game.box for game in store.games()] == ["box", "box"]


BEFORE = ("game.arrived", "came.level", "came.side")
FIRST = (*BEFORE, "game.played")
"""The columns that older clubs did not have."""


@pytest.mark.parametrize("missing", [BEFORE, FIRST])
def test_the_database_of_a_club_of_before_comes_over_with_each_play_once(
    store: Store, url: str, missing: tuple[str, ...]
) -> None:
    people = tuple(replace(each, level=None, side=None) for each in CAME)
    other = RECORD + '{"n": 1, "event": "ended", "after": {}}\n'
    with opened(url) as db:
        db.execute(text("DROP INDEX once"))
    store.keep("box", replace(LATER, record=other, came=people))
    spelled = '{"record": 1, "seats": [{"name": "Zoe\\u0308"}]}\n'
    store.keep("box", replace(LATER, game="f" * 64, sum="f" * 64, played="f" * 64, record=spelled, came=people))
    for day in (20, 22, 21):  # the order in which it stored them
        copy = replace(GAME, game=f"{day:064}", sum=f"{day:064}", played=f"{day:064}", came=people)
        store.keep("box", replace(copy, began=f"2026-11-{day}T19:15:00+00:00"))
    with opened(url) as db:
        for column in missing:
            table, _, name = column.partition(".")
            db.execute(text(f"ALTER TABLE {table} DROP COLUMN {name}"))
    again = Store(url)
    assert [(game.began, game.came) for game in again.games()] == [
        (began, people) for began in (GAME.began, LATER.began, LATER.began)
    ]
    copy = replace(GAME, game="c" * 64, sum="3" * 64)
    with pytest.raises(NotLetIn, match="came one that box has brought"):
        again.keep("other", copy)
    again.keep("box", copy)
    assert len(again.games()) == 3
    again.close()
    with opened(url) as db:
        db.execute(text("UPDATE game SET arrived = '2027'"))
    Store(url).close()
    with opened(url) as db:
        assert set(db.execute(text("SELECT arrived FROM game")).scalars()) == {"2027"}, "it has come over once"


def test_what_was_refused_is_known_and_counted_once(store: Store) -> None:
    assert store.known("9" * 64) is None
    store.refuse("box", "9" * 64, "line 7: no.")
    store.refuse("box", "9" * 64, "line 7: no.")
    assert store.known("9" * 64) == "line 7: no."
    assert store.refused() == 1
    assert store.games() == []


def test_all_of_it_is_there_when_the_club_opens_again(store: Store, url: str) -> None:
    store.keep("box", GAME)
    again = Store(url)
    assert again.games() == store.games()
    again.close()


def test_a_game_is_there_whole_or_not_at_all(store: Store) -> None:
    twice = replace(GAME, came=(CAME[0], CAME[0]))
    with pytest.raises(Unstored):
        store.keep("box", twice)
    assert store.games() == []


def test_a_game_that_goes_takes_its_people_with_it(store: Store, url: str) -> None:
    store.keep("box", GAME)
    with opened(url) as db:
        if db.dialect.name == "sqlite":
            db.execute(text("PRAGMA foreign_keys = ON"))
        db.execute(text("DELETE FROM game"))
        assert db.execute(text("SELECT COUNT(*) FROM came")).scalar() == 0


def test_a_database_that_takes_nothing_says_so_and_takes_it_later(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/club.sqlite?timeout=0.1")
    other = create_engine(f"sqlite:///{tmp_path}/club.sqlite", connect_args={"timeout": 0})
    with other.connect() as busy:
        busy.exec_driver_sql("BEGIN EXCLUSIVE")
        with pytest.raises(Unstored, match="locked"):
            store.keep("box", GAME)
    other.dispose()
    store.keep("box", GAME)
    assert len(store.games()) == 1
    store.close()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (
            "/nowhere/at/all/club.sqlite",
            "--database: sqlite:////nowhere/at/all/club.sqlite cannot be used: unable to open",
        ),
        (
            "postgresql://club:secret@127.0.0.1:1/club",
            "--database: postgresql+psycopg://club:***@127.0.0.1:1/club cannot",
        ),
        ("whist://club", "--database: whist://club cannot be used: Can't load plugin"),
        ("://", "--database: expected a file, or postgresql://user@host/name"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_a_sentence_without_its_password(url: str, said: str) -> None:
    with pytest.raises(BadConfig) as why:
        Store(url)
    assert said in str(why.value)
    assert "secret" not in str(why.value)
    assert "\n" not in str(why.value)
