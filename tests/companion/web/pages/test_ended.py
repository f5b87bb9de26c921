"""The report of the game that has just ended: every watcher may ask, and many cause no more lookups than one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.daemon.library import Library
from companion.journal.journal import Journal
from companion.kit.errors import Unwritten, WrongUse
from companion.kit.text import speak
from companion.match.highlights import headline
from companion.match.history import Redo, Undo
from companion.web.pages import ended
from companion.web.pages.keys import SEAT_KEY, at_port
from tests.companion.cli.told import game, kept

from .at_home import Home
from .kept_report import keep_report


def test_everybody_may_ask_and_all_get_one_look(home: Home) -> None:
    for _ in range(3):
        answer, body = home.ask("GET", "/report", Origin="")
        assert (answer.status, body) == (200, '{"curve":null,"players":[[],[]]}')
        assert answer.getheader("Content-Type") == "application/json"
    assert home.shelf.asked == ["ended"]
    home.box.number += 1
    home.ask("GET", "/report")
    assert home.shelf.asked == ["ended", "ended"], "the box has another picture"


def test_what_is_said_to_a_player_goes_to_the_phone_of_its_seat_alone(home: Home) -> None:
    told = {}
    for pair in range(1, 7):
        cookie = f"{at_port(SEAT_KEY, home.port)}={home.key(pair)}"
        told[pair] = json.loads(home.ask("GET", "/report", Cookie=cookie)[1])["players"]
    assert told == {2: [["a"], []], 3: [[], ["b"]], **{other: [[], []] for other in (1, 4, 5, 6)}}
    assert home.shelf.asked == ["ended"]


def test_after_a_while_it_is_looked_at_again(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ended, "LOOK_S", 0.0)
    home.ask("GET", "/report")
    home.ask("GET", "/report")
    assert home.shelf.asked == ["ended", "ended"]


@pytest.mark.parametrize(("why", "status"), [(WrongUse("No game has just ended."), 404), (Unwritten("Later."), 503)])
def test_why_there_is_none_is_said(home: Home, why: WrongUse | Unwritten, status: int) -> None:
    home.shelf.no_end = why
    answer, body = home.ask("GET", "/report")
    assert (answer.status, body) == (status, str(why))


def test_nobody_comes_by_another_name_or_changes_anything(home: Home) -> None:
    assert home.ask("GET", "/report", Host="evil.example")[0].status == 403
    assert home.ask("POST", "/report", b"{}")[0].status == 405
    assert home.shelf.asked == []


# --- of a real journal -----------------------------------------------------------------------------------------------


def test_it_is_that_of_the_game_at_the_table_once_that_is_over_and_no_other(tmp_path: Path) -> None:
    library = Library(tmp_path, lambda: "en")
    with pytest.raises(WrongUse, match="No game has just ended"):
        library.ended()
    kept(tmp_path, *game(3).entries, seats=3)
    journal = Journal(tmp_path)
    report = keep_report(tmp_path, journal.running())
    assert speak(headline(report), str) in json.loads(library.ended())["curve"]["narrow"]
    journal.append(Undo())
    with pytest.raises(WrongUse, match="No game has just ended"):
        library.ended()
    journal.append(Redo())
    assert json.loads(library.ended())["curve"] is None, "another end has a report of its own"
    journal.close()
    with pytest.raises(WrongUse, match="No game has just ended"):
        library.ended()
    journal.shut()
    library.close()
