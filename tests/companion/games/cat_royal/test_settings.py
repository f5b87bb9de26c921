"""What an owner may settle of this game in the settings, and the errors for wrong values."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.daemon import owner
from companion.games.cat_royal.options import PRESETS
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.testing.whole_games import seated
from tests.companion.games.cat_royal.positions import start
from tests.companion.written_settings import complaint, loaded

SETTLED = """
[games.cat-royal]
rulebook = "dog"
last_deal = 7
start_areas = false
cards = "table"

[games.cat-royal.options]
no_move = "discard_one"
"""


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    return tmp_path / "companion.toml"


def test_a_game_begins_as_its_owner_has_settled_it(toml: Path) -> None:
    config = loaded(toml, SETTLED, owner.load)
    choices = owner.settled(config, CAT_ROYAL, toml.parent)
    setup = CAT_ROYAL.begin(seated(CAT_ROYAL, 2, "box"), choices).setup
    assert (setup.rulebook, setup.last_deal) == ("dog", 7)
    assert (setup.options.no_move, setup.options.opening) == ("discard_one", "one_out")
    assert owner.duties(config, CAT_ROYAL, is_twin=True) == {"cards": "table"}
    assert len(CAT_ROYAL.track(choices).spaces) == len(CAT_ROYAL.track({}).spaces) - 16


def test_without_settings_the_booklet_is_played_to_the_letter(toml: Path) -> None:
    choices = owner.settled(loaded(toml, "", owner.load), CAT_ROYAL, toml.parent)
    assert CAT_ROYAL.begin(seated(CAT_ROYAL, 4, "box"), choices).setup == start(4).setup


@pytest.mark.parametrize("rulebook", PRESETS)
def test_a_rulebook_asked_for_is_played_as_printed(toml: Path, rulebook: str) -> None:
    config = owner.by_rulebook(loaded(toml, SETTLED, owner.load), CAT_ROYAL, rulebook, as_printed=True)
    setup = CAT_ROYAL.begin(seated(CAT_ROYAL, 2, "box"), owner.settled(config, CAT_ROYAL, toml.parent)).setup
    assert (setup.rulebook, setup.options, setup.last_deal) == (rulebook, PRESETS[rulebook], 7)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('rulebook = "de"', "games.cat-royal.rulebook: expected one of manual, app, dog; came 'de'."),
        ("last_deal = 0", "games.cat-royal: last_deal must be from 1 to 999, not 0."),
        ("last_deal = 1000", "games.cat-royal: last_deal must be from 1 to 999, not 1000."),
        ('start_areas = "no"', "games.cat-royal: start_areas: expected yes or no (true or false); came 'no'."),
        ("options = 1", "games.cat-royal.options: expected a section; came 1."),
        (
            "[games.cat-royal.options]\ndice = 2",
            "games.cat-royal: options.dice: expected one of opening, starter, no_move, goal_entry, start_guard, "
            "green_passes, green_takes_king, magnet_zero, holes, tricks, caught, partners; came an unknown key.",
        ),
        (
            "[games.cat-royal.options]\ntricks = 2",
            "games.cat-royal: options.tricks: expected yes or no (true or false); came 2.",
        ),
        (
            '[games.cat-royal.options]\nholes = "deep"',
            "games.cat-royal: options.holes: expected one of random, pairs, hats; came 'deep'.",
        ),
        (
            'die = "box"',
            "games.cat-royal.die: expected one of lights, rulebook, cards, options, last_deal, start_areas; "
            "came an unknown key.",
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_was_expected(toml: Path, wrong: str, said: str) -> None:
    assert complaint(toml, f"[games.cat-royal]\n{wrong}\n", owner.load) == said
