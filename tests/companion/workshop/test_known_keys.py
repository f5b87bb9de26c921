"""The owner's files, rewritten: only what the box knows of them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.daemon import owner
from companion.games import GAMES
from companion.kit.errors import BadConfig
from companion.workshop import known_keys
from companion.workshop.known_keys import toml

WELL = """
language = "de"       # a comment
keys = { menu_s = 6, hold_s = 0.5 }

[game]
names = ["Zoë", "Ann \\"the\\" 2nd"]
die = "table"

[game.options]
open_cash = false

[games.cat-royal]
last_deal = 50
[games.cat-royal.lights]
leds_per_space = 2

[lights]
places = { 0 = [0, 1], 1 = [3] }
seats = [[60], [61], [62], [63], [64], [65]]

[club]
broker = "broker.club.example"
"""

FREE = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | FREE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.toml"


@settings(max_examples=40)
@given(st.dictionaries(FREE, VALUES | st.lists(VALUES) | st.dictionaries(FREE, VALUES | st.dictionaries(FREE, VALUES))))
def test_what_is_written_is_read_again(raw: dict[str, Any]) -> None:
    assert tomllib.loads(toml(raw)) == raw


def test_settings_that_are_well_lose_nothing_but_their_comments(path: Path) -> None:
    path.write_text(WELL, encoding="utf-8")
    told = known_keys.settings(path)
    assert "#" not in told
    assert tomllib.loads(told) == tomllib.loads(WELL)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ('[club.more]\nkey = "swordfish"\n', "club.more: expected one of broker"),
        ('[more]\nkey = "swordfish"\n', "more: expected one of language"),
        ('[games.nim]\nkey = "swordfish"\n', "games.nim: expected one of"),
        ('[games.cat-royal.options]\nswordfish = "swordfish"\n', "games.cat-royal"),
        ('[pages]\nport = "swordfish"\ninterface = "wlan0"\n', "pages.port: expected a whole number"),
        ('[games.galopp-royal]\ncards = "swordfish"\n', "games.galopp-royal.cards: expected one of"),
    ],
)
def test_what_is_not_known_is_left_out_and_the_sentence_stands_above(path: Path, more: str, why: str) -> None:
    path.write_text(WELL + more, encoding="utf-8")
    first, rest = known_keys.settings(path).split("\n", 1)
    assert first.startswith(f"# {path}: {why}")
    assert "swordfish" not in rest
    known = tomllib.loads(rest)
    if more.startswith("[pages]"):
        assert known.pop("pages") == {"interface": "wlan0"}
    assert known == tomllib.loads(WELL)
    path.write_text(rest, encoding="utf-8")
    owner.load(path)


def test_what_is_no_toml_is_a_sentence(path: Path) -> None:
    path.write_text(f"{WELL}\npasswort = swordfish\n", encoding="utf-8")
    with pytest.raises(BadConfig, match="expected TOML") as refused:
        known_keys.settings(path)
    assert "swordfish" not in str(refused.value)


def test_a_board_loses_nothing_but_its_comments(tmp_path: Path) -> None:
    (rules,) = (rules for rules in GAMES if rules.board_file)
    path = tmp_path / rules.board_name
    path.write_text(rules.board_file + "# swordfish\n", encoding="utf-8")
    told = known_keys.board(tmp_path, rules)
    assert "#" not in told
    assert tomllib.loads(told) == tomllib.loads(rules.board_file)
    path.write_text('passwort = "swordfish"\n' + rules.board_file, encoding="utf-8")
    first, rest = known_keys.board(tmp_path, rules).split("\n", 1)
    assert first.startswith("# passwort: ")
    assert tomllib.loads(rest) == tomllib.loads(rules.board_file)
