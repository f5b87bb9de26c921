import re
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest

from companion.cli import main
from companion.config import Config, load
from companion.daemon.setting import find_rules
from companion.faces.strip import StripMap, lay_out
from companion.table.outside import Part
from wiring.diagram import FOLDER

README = (FOLDER / "README.md").read_text("utf-8")


def example() -> str:
    (found,) = re.findall(r"^```toml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    path = tmp_path_factory.mktemp("etc") / "companion.toml"
    path.write_text(example(), encoding="utf-8")
    return load(path)


@pytest.fixture(scope="module")
def strip(config: Config) -> StripMap:
    return lay_out(find_rules(config.game.name).track({}), config.lights.leds_per_space)


# The settings


def test_the_example_is_a_box_s(config: Config) -> None:
    assert config.state_folder == "/var/lib/companion"
    assert (config.game.cards, config.game.die, config.display.chip) == ("table", "box", "sh1106")
    find_rules(config.game.name).check({"rulebook": config.game.rulebook, "options": dict(config.game.options)})


def test_the_example_names_every_setting() -> None:
    for section, shape in get_type_hints(Config).items():
        if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
            _, _, rest = example().partition(f"[{section}]\n")
            named = re.findall(r"^(?:# )?(\w+) = ", rest.partition("\n[")[0], re.MULTILINE)
            assert sorted(named) == sorted(shape.__struct_fields__), section
        else:
            assert f"{section} = " in example()


def test_lines_with_a_hash_are_settings_too(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(re.sub(r"^# ", "", example(), flags=re.MULTILINE), encoding="utf-8")
    config = load(path)
    assert config.game.options == {"open_cash": False}
    find_rules(config.game.name).check({"rulebook": config.game.rulebook, "options": dict(config.game.options)})
    assert config.lights.places["0"] == (0, 1)


def test_the_example_draws_half_of_what_the_strip_s_supply_gives(config: Config) -> None:
    assert "| supply of the strip | 5 V 3 A" in README
    assert config.lights.milliamps == 1500


# The strip


def test_the_leds_come_in_the_order_told(strip: StripMap) -> None:
    pond, first, *_, last, one, _, three = strip.places.values()
    assert [*strip.places][-3:] == ["I", "II", "III"]
    assert f"\n| {pond[0]} | the pond |\n" in README
    assert f"\n| {first[0]} to {last[0]} | spaces {first[0]} to {last[0]}," in README
    assert f"\n| {one[0]} to {three[0]} | the places I, II, III |\n" in README
    assert f"\n| {strip.seats[0][0]} to {strip.seats[5][0]} | seats 1 to 6," in README


def test_the_number_of_leds_is_the_one_told(strip: StripMap) -> None:
    assert f"{strip.count} LEDs for a board of {len(strip.places) - 4} spaces" in README
    assert f"*Length* {strip.count}" in README
    assert f"LEDs: {strip.count} here" in README


# The commands


def test_every_command_of_the_bench_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    commands = set(re.findall(r"companion ((?:test|learn)\b(?: keys)?)", README))
    assert commands == {"test keys", "learn"}
    for command in commands:
        with pytest.raises(SystemExit) as ended:
            main([*command.split(), "--help"])
        assert ended.value.code == 0
    listed = re.search(r"`sudo companion test (keys)` \(or ((?:`\w+`(?:, )?)+);", README)
    assert listed is not None
    assert (listed[1], *re.findall(r"\w+", listed[2])) == get_args(Part)
    assert capsys.readouterr().out


# The rest


def test_every_file_it_points_to_is_there() -> None:
    for name in re.findall(r"\]\(([^)#]+)\)", README):
        assert (FOLDER / name).is_file(), name


def test_the_faults_are_quoted_as_the_box_tells_them() -> None:
    code = "".join(path.read_text("utf-8") for path in (FOLDER.parent / "hardware").glob("*.py"))
    for quoted in re.findall(r'^\|[^|]*"([^"|]{12,}?)(?: …)?"', README, re.MULTILINE):
        assert quoted in code, quoted
