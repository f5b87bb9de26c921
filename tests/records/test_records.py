"""Whole games, refereed line by line. A record laid into this folder is checked from then on.

`python -m tests.records.test_records` writes the three games of `RANDOM_GAMES` anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.setup import Who
from companion.match import reader, record, referee
from companion.testing.whole_games import finish
from tests.companion.games.whole_games import sitting

pytestmark = pytest.mark.untraced

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*.jsonl"))

RANDOM_GAMES: dict[str, tuple[int, str, Who, int]] = {
    "random-3-de-real-cards": (3, "de", "table", 31),
    "random-4-en": (4, "en", "box", 41),
    "random-6-fr": (6, "fr", "box", 61),
}
"""For each file, by its name: seats, rulebook, whether the cards are real, and the seed of the random numbers."""


def written(seats: int, rulebook: str, cards: Who, number: int) -> str:
    """A whole game by random legal answers."""
    start = GALOPP_ROYAL.begin(sitting(seats, cards=cards), {"rulebook": rulebook})
    return record.write(GALOPP_ROYAL, start, finish(GALOPP_ROYAL, start, number).entries)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_whole_game_is_refereed_to_its_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    (rules,) = (game for game in GAMES if game.name == reader.read_game(text).name)
    found = referee.check(rules, text)
    state, ended = found.state, json.loads(text.splitlines()[-1])
    assert found.is_over
    assert found.events == ended["n"] == len(text.splitlines()) - 1
    assert ended["event"] == "ended"
    assert isinstance(state.phase, Over)
    assert list(state.phase.winners) == ended["winners"]
    assert sum(state.money.accounts) == 0


@pytest.mark.parametrize("name", RANDOM_GAMES)
def test_the_same_luck_plays_the_same_game_to_the_coin(name: str) -> None:
    """If this differs, a rule, a draw or the spelling of a record has changed: records of players would too."""
    assert (HERE / f"{name}.jsonl").read_text(encoding="utf-8") == written(*RANDOM_GAMES[name])


if __name__ == "__main__":
    for name, game in RANDOM_GAMES.items():
        (HERE / f"{name}.jsonl").write_text(written(*game), encoding="utf-8")
