import re
from argparse import Namespace
from collections import defaultdict
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest

from companion.config import Config, StripLayout
from companion.daemon import owner
from companion.faces.strip import StripMap, lay_out
from companion.games import find_rules
from companion.table.ports import BoxPart
from tests.papers import commands
from wiring import image
from wiring.card import boot_words
from wiring.diagram import FOLDER

OF_THE_GAME = defaultdict(list, game=["rulebook", "options", "cards", "die"])
"""The keys of a section that the game knows."""
README = (FOLDER / "README.md").read_text("utf-8")
OWNER = (FOLDER / "OWNER.md").read_text("utf-8")


def example() -> str:
    (found,) = re.findall(r"^```toml\n(.*?)^```$", OWNER, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    path = tmp_path_factory.mktemp("etc") / "companion.toml"
    path.write_text(example(), encoding="utf-8")
    return owner.load(path)


@pytest.fixture(scope="module")
def strip(config: Config) -> StripMap:
    return lay_out(find_rules(config.game.name).track({}), config.lights.leds_per_space)


# The settings


def test_the_example_is_a_box_s(config: Config) -> None:
    assert config.state_folder == "/var/lib/companion"
    duties = owner.duties(config, find_rules(config.game.name), is_twin=True)
    assert (duties, config.display.chip) == ({"cards": "table", "die": "box"}, "sh1106")


def test_the_example_names_every_setting() -> None:
    for section, shape in get_type_hints(Config).items():
        if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
            _, _, rest = example().partition(f"[{section}]\n")
            named = re.findall(r"^(?:# )?(\w+) = ", re.split(r"\n(?:# )?\[", rest)[0], re.MULTILINE)
            assert sorted(named) == sorted({*shape.__struct_encode_fields__, *OF_THE_GAME[section]} - {"settings"})
        else:
            assert re.search(rf"^{section} = |^# \[{section}\.", example(), re.MULTILINE)


def test_lines_with_a_hash_are_settings_too(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(re.sub(r"^# ", "", example(), flags=re.MULTILINE), encoding="utf-8")
    config, rules = owner.load(path), find_rules("galopp-royal")
    assert owner.settled(config, rules, tmp_path) == {"rulebook": "de", "options": {"open_cash": False}}
    assert owner.duties(config, rules, is_twin=True)["die"] == "table"
    assert owner.lights(config, rules) == StripLayout(leds_per_space=2)
    assert config.lights.spaces["0"] == (0, 1)


def test_the_example_draws_half_of_what_the_strip_s_supply_gives(config: Config) -> None:
    assert "| supply of the strip, 5 V 3 A |" in README
    assert config.lights.milliamps == 1500


# The strip


def test_the_leds_come_in_the_order_told(strip: StripMap) -> None:
    pond, first, *_, last, one, _, three = strip.spaces.values()
    assert [*strip.spaces][-3:] == ["I", "II", "III"]
    assert f"\n| {pond[0]} | the pond |\n" in README
    assert f"\n| {first[0]} to {last[0]} | spaces {first[0]} to {last[0]}," in README
    assert f"\n| {one[0]} to {three[0]} | the places I, II, III |\n" in README
    assert f"\n| {strip.seats[0][0]} to {strip.seats[5][0]} | seats 1 to 6," in README


def test_the_number_of_leds_is_the_one_told(strip: StripMap) -> None:
    (row,) = re.findall(r"^\| (\d+) \| LEDs WS2812B.* \| for (\d+) spaces \|$", README, re.MULTILINE)
    assert row == (str(strip.count), str(len(strip.spaces) - 4))
    assert f"*Length* {strip.count}" in README
    assert f"LEDs: {strip.count} here" in README


# Commands


def test_the_command_that_makes_a_card_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    (words,) = [words[1:] for words in commands(README, "python3") if words[0] == "wiring/image.py"]
    seen: dict[str, object] = {}

    def make(chosen: Namespace) -> str:
        seen.update(vars(chosen))
        return ""

    monkeypatch.setattr(image, "make", make)
    assert image.main(words) == 0
    assert (seen["hostname"], seen["wifi"], seen["country"]) == ("companion", "Our Wi-Fi", "DE")


def test_the_lines_for_config_txt_are_those_a_card_gets() -> None:
    assert "```\n{}\n{}\n```".format(*boot_words.I2C) in README


def test_the_parts_to_be_tried_are_all_told() -> None:
    listed = re.search(r"`sudo companion test (keys)` \(or ((?:`\w+`(?:, )?)+);", README)
    assert listed is not None
    assert (listed[1], *re.findall(r"\w+", listed[2])) == get_args(BoxPart)


# The rest


def test_the_faults_are_quoted_as_the_box_tells_them() -> None:
    code = "".join(path.read_text("utf-8") for path in (FOLDER.parent / "hardware").glob("*.py"))
    for quoted in re.findall(r'^\|[^|]*"([^"|]{12,}?)(?: …)?"', OWNER, re.MULTILINE):
        assert quoted in code, quoted
