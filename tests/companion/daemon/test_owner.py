from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.config import Config, OneGame, StripLayout
from companion.config import GameSettings as Named
from companion.daemon import owner
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.errors import BadConfig
from companion.kit.rules import Rules
from tests.companion.games.nim import NIM
from tests.companion.games.offered import offer
from tests.companion.written_settings import complaint, loaded

FRENCH = 'rulebook = "fr"\ncards = "table"\noptions = {open_cash = false}'


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, GALOPP_ROYAL, NIM)


# --- where a game's keys stand ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        f"[game]\n{FRENCH}",
        f"[games.galopp-royal]\n{FRENCH}",
        f'[game]\nrulebook = "nl"\ndie = "box"\n[games.galopp-royal]\n{FRENCH}',
    ],
)
def test_a_game_is_settled_under_game_or_under_its_own_name_which_wins(box_toml: Path, settings: str) -> None:
    config = loaded(box_toml, settings, owner.load)
    chosen = owner.settled(config, GALOPP_ROYAL, box_toml.parent)
    assert chosen == {"rulebook": "fr", "options": {"open_cash": False}}
    assert owner.duties(config, GALOPP_ROYAL, is_twin=True) == {"cards": "table", "die": "box"}


def test_without_settings_the_game_s_first_rulebook_and_its_usual_duties_count(tmp_path: Path) -> None:
    assert owner.settled(Config(), GALOPP_ROYAL, tmp_path) == {"rulebook": "de"}
    assert owner.duties(Config(), GALOPP_ROYAL, is_twin=True) == {"cards": "box", "die": "box"}
    assert owner.duties(Config(), GALOPP_ROYAL, is_twin=False) == {"cards": "table", "die": "box"}


@pytest.mark.usefixtures("two_games")
def test_a_game_without_anything_to_settle_is_settled(box_toml: Path) -> None:
    config = loaded(
        box_toml, '[game]\nname = "nim"\nnames = ["Ann"]\n[games.galopp-royal]\ndie = "table"\n', owner.load
    )
    assert owner.choices(config, NIM, box_toml.parent) == {}
    assert owner.duties(config, NIM, is_twin=False) == {}
    assert owner.duties(config, GALOPP_ROYAL, is_twin=False)["die"] == "table"
    assert sorted(file.name for file in box_toml.parent.iterdir()) == ["box.toml"], "it has no board to describe"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('[game]\nname = "chess"', "game.name: expected one of galopp-royal, nim; came 'chess'."),
        ("[games.chess]", "games.chess: expected one of galopp-royal, nim; came an unknown game."),
        (
            "[game]\nplayers = 4",
            "game.players: expected one of name, names, rulebook, cards, die, options; came an unknown key.",
        ),
        (
            '[games.galopp-royal]\ncrads = "box"',
            "games.galopp-royal.crads: expected one of lights, rulebook, cards, die, options; came an unknown key; "
            "the nearest is cards.",
        ),
        (
            '[game]\nnames = ["Ann", "Ὀδυσσεύς", "字名字?"]',
            "game.names: expected letters that the display has; came 字, 名.",
        ),
        ('[game]\nname = "nim"\ndie = "box"', "game.die: expected one of name, names; came an unknown key."),
        ("[games.nim]\nheap = 9", "games.nim.heap: expected one of lights; came an unknown key."),
        ('[game]\ncards = "hand"', "game.cards: expected one of table, box; came 'hand'."),
        ('[games.galopp-royal]\ndie = ["box"]', "games.galopp-royal.die: expected one of table, box; came ['box']."),
        ('[game]\nrulebook = "es"', "game.rulebook: expected one of de, nl, en, fr; came 'es'."),
        ("[game]\noptions = true", "game.options: expected a section; came true."),
        (
            '[game]\noptions = {schemer = "none"}',
            "game: options.schemer: expected one of both, one_effect; came 'none'.",
        ),
    ],
)
@pytest.mark.usefixtures("two_games")
def test_a_wrong_setting_of_a_game_is_named_with_what_was_expected_and_what_came(
    box_toml: Path, settings: str, said: str
) -> None:
    assert complaint(box_toml, settings, owner.load) == said


# --- rulebooks and players asked for ---------------------------------------------------------------------------------


def test_a_rulebook_asked_for_leaves_single_rules_or_takes_them_back(tmp_path: Path) -> None:
    config = Config(game=Named(settings={"rulebook": "fr", "options": {"open_cash": False}}))
    asked = owner.by_rulebook(config, GALOPP_ROYAL, "nl")
    assert owner.settled(asked, GALOPP_ROYAL, tmp_path) == {"rulebook": "nl", "options": {"open_cash": False}}
    printed = owner.by_rulebook(config, GALOPP_ROYAL, "nl", as_printed=True)
    assert owner.settled(printed, GALOPP_ROYAL, tmp_path) == {"rulebook": "nl", "options": {}}


def test_a_rulebook_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadConfig, match=r"--rulebook: expected one of de, nl, en, fr; came 'es'\."):
        owner.by_rulebook(Config(), GALOPP_ROYAL, "es")
    with pytest.raises(BadConfig, match=r"--rulebook: expected none, as nim has none; came 'de'\."):
        owner.by_rulebook(Config(), NIM, "de")


def test_as_many_play_as_can() -> None:
    assert [owner.players(GALOPP_ROYAL, asked) for asked in (None, 3, 6)] == [4, 3, 6]
    with pytest.raises(BadConfig, match=r"--players: expected 3 to 6 players; came 2\."):
        owner.players(GALOPP_ROYAL, 2)
    assert owner.players(NIM, 2) == 2


# --- boards and strips -----------------------------------------------------------------------------------------------


def test_the_board_s_file_is_written_once_and_read(tmp_path: Path) -> None:
    owner.choices(Config(), GALOPP_ROYAL, tmp_path)
    file = tmp_path / "board.toml"
    assert file.read_text(encoding="utf-8").endswith(f"\n{GALOPP_ROYAL.board_file}")
    file.write_text(GALOPP_ROYAL.board_file.replace("start = 5", "start = 6"), encoding="utf-8")
    chosen = owner.choices(Config(), GALOPP_ROYAL, tmp_path)
    assert GALOPP_ROYAL.measures(chosen)[0].value == 6


def test_what_belongs_in_the_settings_does_not_hide_in_the_board_s_file(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("options = {open_cash = false}\n", encoding="utf-8")
    assert "options" not in owner.settled(Config(), GALOPP_ROYAL, tmp_path)


def test_what_is_left_of_a_damaged_board_is_not_confirmed(tmp_path: Path) -> None:
    """Whether or not the disk takes what is put right."""
    text = GALOPP_ROYAL.board_file.replace("confirmed = false", "confirmed = true").replace(
        '"1" = 8\n"2" = 8', '"1" = 9\n"2" = 7'
    )
    (tmp_path / "board.toml").write_text(text.replace("start = 5", "start = 99"), encoding="utf-8")
    for _ in range(2):
        chosen = owner.settled(Config(), GALOPP_ROYAL, tmp_path)
        assert GALOPP_ROYAL.unconfirmed(chosen) is not None
        assert GALOPP_ROYAL.measures(chosen)[0].value == 5
        assert chosen["deck"] == {"1": 9, "2": 7, "3": 7, "5": 5, "-2": 6, "+2/-2": 6}
        owner.board(GALOPP_ROYAL).mend(tmp_path / "board.toml")


def test_a_board_that_cannot_be_seen_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "board.toml").mkdir()
    with pytest.raises(BadConfig, match=r"board\.toml: expected a file, or none; Is a directory\."):
        owner.settled(Config(), GALOPP_ROYAL, tmp_path)


@pytest.mark.parametrize("rules", games.GAMES, ids=lambda rules: rules.name)
def test_no_key_of_a_game_means_something_else_beside_it(rules: Rules[object]) -> None:
    keys = [*(duty.name for duty in rules.duties), *rules.settings, *(["rulebook"] if rules.rulebooks else [])]
    assert len(set(keys)) == len(keys)
    assert not {"name", "names", "lights", "settings"} & set(keys)


def test_no_two_games_share_a_board_s_file() -> None:
    names = [rules.board_name for rules in games.GAMES if rules.board_file]
    assert all(names)
    assert len(set(names)) == len(names)


def test_the_strip_lies_beside_the_board_of_the_game_named_and_others_are_laid_out_by_themselves() -> None:
    lights = Config().lights
    config = Config(lights=type(lights)(leds_per_space=3, spaces={"0": (7,)}, seats=((1,),) * 6))
    assert owner.lights(config, GALOPP_ROYAL) is config.lights
    assert owner.lights(config, NIM) == StripLayout(leds_per_space=3)
    own = StripLayout(leds_per_space=2)
    assert owner.lights(Config(games={"nim": OneGame(own)}), NIM) is own


@pytest.mark.usefixtures("two_games")
def test_to_play_another_game_leaves_what_is_settled_of_each(box_toml: Path) -> None:
    config = loaded(
        box_toml,
        '[game]\nnames = ["Ann"]\nrulebook = "fr"\n[games.galopp-royal]\ndie = "table"\n[games.nim]\n'
        "lights = {leds_per_space = 2}\n[lights]\nleds_per_space = 3\nplaces = {0 = [7]}\n"
        "seats = [[0], [1], [2], [3], [4], [5]]\n",
        owner.load,
    )
    for asked in (owner.playing(config, "nim"), owner.playing(owner.playing(config, "nim"), "galopp-royal")):
        assert asked.game.names == ("Ann",)
        assert owner.settled(asked, GALOPP_ROYAL, box_toml.parent)["rulebook"] == "fr"
        assert owner.duties(asked, GALOPP_ROYAL, is_twin=True)["die"] == "table"
        assert owner.lights(asked, GALOPP_ROYAL).spaces == {"0": (7,)}
        assert owner.settled(asked, NIM, box_toml.parent) == {}
        assert owner.lights(asked, NIM) == StripLayout(leds_per_space=2)
    assert owner.playing(config, "nim").game.name == "nim"
