"""Results for other programs: the app's link, its code, tables of games and players."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from companion.daemon.bgstats import LINK
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.games.galopp_royal.state import State
from companion.journal.journal import Journal
from companion.journal.schema import put
from companion.kit.names import tidied
from companion.kit.seats import Player
from companion.match.history import NewGame
from companion.testing.whole_games import SEED, finish
from tests.companion.cli.told import RULES, Run, game, kept, sentence
from tests.companion.games.whole_games import sitting

END: State = game(3).state  # type: ignore[assignment]  # a game of these rules


@pytest.fixture
def games(state: Path) -> Path:
    """One that is over, and one that runs."""
    kept(state, *game(3).entries, seats=3)
    kept(state, *game().entries[:9])
    return state


def rows(told: str) -> list[dict[str, str]]:
    assert "\r\n" in told
    return list(csv.DictReader(StringIO(told, newline="")))


@pytest.mark.usefixtures("games")
def test_the_link_is_printed_written_and_drawn(run: Run, tmp_path: Path) -> None:
    printed = run("export", 1, "--bgstats")
    assert (printed.code, printed.err) == (0, "")
    assert printed.out.startswith(LINK)
    assert printed.out.count("\n") == 1
    file, drawing = tmp_path / "play.txt", tmp_path / "play.png"
    assert run("export", 1, "--bgstats", "--record", file, "--qr", drawing) == (0, "", "")
    assert file.read_text() == printed.out
    (found,) = zxingcpp.read_barcodes(Image.open(drawing).convert("L"))
    assert found.text == printed.out.strip()
    assert run("export", 1, "--bgstats", "--qr", tmp_path / "play.svg").out == printed.out
    assert (tmp_path / "play.svg").read_bytes().startswith(b"<?xml")


@pytest.mark.usefixtures("games")
def test_a_game_that_runs_is_not_for_the_app(run: Run) -> None:
    assert sentence(run("export", "--bgstats")) == "game 2 is not over: expected a finished one."


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--qr", "play.svg"), "--qr: expected --bgstats, and a file .svg or .png; came play.svg."),
        (("--bgstats", "--qr", "play.gif"), "--qr: expected --bgstats, and a file .svg or .png; came play.gif."),
        (("--csv", "games", "--all"), "--all and --secrets: expected a record; came a result for other programs."),
        (("--bgstats", "--secrets"), "--all and --secrets: expected a record; came a result for other programs."),
    ],
)
def test_what_does_not_fit_together_is_refused(run: Run, words: tuple[str, ...], why: str) -> None:
    assert sentence(run("export", *words)) == why


@pytest.mark.usefixtures("games")
def test_the_table_of_games(run: Run) -> None:
    first, second = rows(run("export", "--csv", "games").out)
    ended = GALOPP_ROYAL.places(END)
    assert (first["number"], first["game"], first["state"], first["seats"]) == ("1", "galopp-royal", "over", "3")
    assert first["winners"] == ("Hans", "Pia", "Werner")[ended.index(1)]
    assert first["began"].endswith("+00:00")
    assert (second["number"], second["state"], second["winners"]) == ("2", "running", "")
    assert first["id"] != second["id"]


@pytest.mark.usefixtures("games")
def test_the_table_of_players(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    assert run("export", "--csv", "players", "--record", file) == (0, "", "")
    found = rows(file.read_bytes().decode())
    assert [row["number"] for row in found] == ["1"] * 3 + ["2"] * 4
    assert [row["name"] for row in found[:3]] == ["Hans", "Pia", "Werner"]
    assert [row["place"] for row in found[:3]] == [str(place) for place in GALOPP_ROYAL.places(END)]
    assert [row["has"] for row in found[:3]] == [str(coins) for coins in END.money.purses]
    assert [row["starts"] for row in found[:3]] == ["1", "0", "0"]
    assert {(row["place"], row["starts"], row["bot"]) for row in found[3:]} == {("", "", "")}
    assert [row["number"] for row in rows(run("export", 2, "--csv", "players").out)] == ["2"] * 4


@pytest.mark.parametrize("name", ["=1+1", "+49 30", "-Bo-", "@all"])
def test_no_name_is_a_formula(run: Run, state: Path, name: str) -> None:
    players = (Player(1, tidied(name), "red"), *sitting(3).players[1:])
    header = RULES.header(RULES.begin(sitting(3), {})) | {
        "seats": [{"seat": p.seat, "name": p.name, "colour": p.colour} for p in players]
    }
    journal = Journal(state)
    journal.begin(NewGame(RULES.name, header, SEED, (1, 2, 3)))
    for entry in finish(RULES, RULES.read_header(header), 3).entries:
        journal.append(entry)
    journal.shut()
    assert rows(run("export", "--csv", "players").out)[0]["name"] == f"'{name}"


def test_a_game_that_cannot_be_read_is_told_and_left_out(run: Run, games: Path) -> None:
    kept(games)
    with closing(sqlite3.connect(next(games.glob("games.sqlite")))) as db, db:
        db.execute(*put("entry", 3, 1, b"{"))
    told = run("export", "--csv", "games")
    assert told.code == 0
    assert [row["number"] for row in rows(told.out)] == ["1", "2"]
    assert told.err.startswith("companion: game 3 cannot be read")
