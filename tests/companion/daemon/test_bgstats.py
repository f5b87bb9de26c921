"""The link for the app BG Stats: every field as the app's makers and the public users of the link have it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from msgspec.structs import replace

from companion import games
from companion.daemon.bgstats import LINK, link
from companion.daemon.finished import FinishedGame, finished
from companion.daemon.resuming import resume
from companion.journal.journal import Journal
from companion.kit.errors import WrongUse
from companion.kit.manifest import Manifest
from companion.match.outcome import PlayerResult
from companion.match.stints import HandOver
from tests.companion.club.evenings import Evening

ADA = PlayerResult(1, "Ada", "red", 2, "50", is_guest=False)
BEA = PlayerResult(2, "BEA", "blue", 1, "60", is_guest=False)
GAME = FinishedGame("5eed" * 16, "2026-11-22T19:15:07+00:00", "galopp-royal", (ADA, BEA), 2)


def play(game: FinishedGame) -> dict[str, Any]:
    """What the app reads in the link."""
    found = link(game)
    assert found.startswith(LINK)
    told: dict[str, Any] = json.loads(unquote(found.removeprefix(LINK), errors="strict"))
    return told


def test_all_that_the_app_wants_is_there() -> None:
    assert play(GAME) == {
        "sourceName": "Companion",
        "sourcePlayId": "5eed5eed-5eed-4eed-9eed-5eed5eed5eed",
        "playDate": "2026-11-22 19:15:07",
        "game": {
            "name": "Galopp Royal",
            "sourceGameId": "galopp-royal",
            "highestWins": True,
            "noPoints": False,
            "bggId": 428,
        },
        "players": [
            {
                "name": "Ada",
                "sourcePlayerId": "ada",
                "rank": 2,
                "winner": False,
                "startPlayer": False,
                "score": 50,
            },
            {
                "name": "BEA",
                "sourcePlayerId": "bea",
                "rank": 1,
                "winner": True,
                "startPlayer": True,
                "score": 60,
            },
        ],
    }


def test_the_link_is_one_word_of_plain_letters() -> None:
    found = link(GAME._replace(came=(replace(ADA, name="Gül & Jürgen = 100 % #1?+"), BEA)))
    assert found.isascii()
    assert not {*found.removeprefix(LINK)} & set(' "#&+=?{}<>\\')
    assert json.loads(unquote(found.removeprefix(LINK)))["players"][0]["name"] == "Gül & Jürgen = 100 % #1?+"


def test_a_game_without_a_number_at_boardgamegeek_leaves_it_out() -> None:
    assert "bggId" not in play(GAME._replace(name="cat-royal"))["game"]


def test_a_game_of_others_may_bring_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Manifest("frogs:FROGS", "frogs", "Frogs", "", range(2, 5), (), "1.0", ("en",), "MIT", bgg_id=7)
    monkeypatch.setattr(games, "LIST", (*games.LIST, own))
    assert play(GAME._replace(name="frogs"))["game"]["bggId"] == 7


@pytest.mark.parametrize(
    ("has", "scores", "highest_wins"),
    [
        (("50", "60"), [50, 60], True),
        (("-3", "-2"), [-3, -2], True),
        (("9", "4"), [9, 4], False),
        (("3 lives", "out"), [None, None], True),
        (("50", ""), [None, None], True),
    ],
)
def test_only_numbers_are_scores_and_whether_the_most_wins_is_seen(
    has: tuple[str, str], scores: list[int | None], highest_wins: bool
) -> None:
    told = play(GAME._replace(came=(replace(ADA, has=has[0]), replace(BEA, has=has[1]))))
    assert [player.get("score") for player in told["players"]] == scores
    assert told["game"]["highestWins"] is highest_wins
    assert told["game"]["noPoints"] is (None in scores)


def test_a_guest_is_somebody_else_each_time_and_a_bot_goes_by_its_level() -> None:
    guest = PlayerResult(1, "Red", "red", 1, "60", is_guest=True)
    bot = PlayerResult(2, "Blue", "blue", 2, "50", is_guest=True, level="strong")
    first = play(GAME._replace(came=(guest, bot)))["players"]
    other = play(GAME._replace(came=(guest, bot), permanent="0ff" * 21 + "0"))["players"]
    assert [player["name"] for player in first] == ["Red", "Strong bot"]
    assert first[0]["sourcePlayerId"] != other[0]["sourcePlayerId"]
    assert first[1]["sourcePlayerId"] == other[1]["sourcePlayerId"] == "bot strong 2"


# --- from the journal ------------------------------------------------------------------------------------------------


@pytest.fixture
def evening(tmp_path: Path) -> Any:
    made = Evening(tmp_path, 5)
    yield made
    made.journal.shut()


def told(journal: Journal, number: int = 1) -> FinishedGame:
    saved = journal.load(number)
    assert saved is not None
    return finished(saved, resume(saved))


def test_a_game_that_is_over_is_told_as_it_ended(evening: Evening) -> None:
    evening.whole("Ada", "Bea", "Cem")
    session = evening.session
    assert session is not None
    end = told(evening.journal)
    assert tuple(player.place for player in end.came) == session.rules.places(session.state)
    assert end.starts == 1
    assert end.began.endswith("+00:00")
    evening.journal.close()
    assert evening.journal.go_on_with(1)
    assert told(evening.journal, 2) == end, "a copy is the same game"


def test_a_game_that_is_not_over_has_no_end(evening: Evening) -> None:
    evening.some(9)
    with pytest.raises(WrongUse, match=r"^game 1 is not over: expected a finished one$"):
        told(evening.journal)


def test_a_bot_of_the_whole_game_is_told_from_one_that_took_over(evening: Evening) -> None:
    evening.whole("Ada", "Bea", "Cem")
    saved = evening.journal.load(1)
    assert saved is not None
    handed = (HandOver(0, {2: "strong"}), HandOver(10, {2: "strong", 3: "simple"}))
    end = finished(replace(saved, handed=handed), resume(saved))
    assert [player.level for player in end.came] == [None, "strong", None]
    assert [player.is_guest for player in end.came] == [False, True, True]
