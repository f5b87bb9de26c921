import re
import shutil
from pathlib import Path

import pytest
import yaml

from hardware.pins import PinMap, SeatPins, physical, read_pins
from wiring import diagram
from wiring.tables import TABLES

PINS = read_pins()
needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="graphviz's `dot` is not installed")


def words(svg: str) -> list[str]:
    """What stands in a picture; where it stands depends on graphviz and fonts."""
    return sorted(re.findall(r"<text[^>]*>([^<]*)</text>", svg))


# The description


def test_diagram_yml_is_what_the_pin_map_gives() -> None:
    assert (diagram.FOLDER / "diagram.yml").read_text("utf-8") == diagram.describe(PINS), "run python -m wiring.diagram"


def test_every_key_is_described_by_both_its_numbers() -> None:
    text = diagram.describe(PINS)
    labels = [label for cable in yaml.safe_load(text)["cables"].values() for label in cable["wirelabels"]]
    for bcm in PINS.keys.values():
        assert f" GPIO {bcm} = pin {physical(bcm)}" in labels


def test_the_lit_keys_hang_on_the_end_of_the_strip() -> None:
    connections = yaml.safe_load(diagram.describe(PINS))["connections"]
    (chain,) = [each for each in connections if "Lit keys" in each[0]]
    assert chain == [{"Lit keys": ["DIN", "GND", "5V"]}, {"To the keys": [1, 2, 3]}, {"Strip": ["DOUT", "GND", "5V"]}]


def test_other_pins_give_another_description() -> None:
    other = PinMap((SeatPins(5, 6),), table=26, buzzer=18, i2c_bus=1)
    text = diagram.describe(other)
    assert "GPIO 26 = pin 37" in text
    assert "GPIO 17 = pin 11" not in text
    assert "Seat 2" not in text


# The README


def test_the_tables_of_the_readme_are_what_the_pin_map_gives() -> None:
    readme = (diagram.FOLDER / "README.md").read_text("utf-8")
    assert diagram.put_into(readme, PINS) == readme, "run python -m wiring.diagram"


def test_only_the_tables_are_replaced() -> None:
    empty = (
        "".join(f"before {name}\n{diagram.BEGIN.format(name)}made before\n{diagram.END}" for name in TABLES) + "after\n"
    )
    filled = diagram.put_into(empty, PINS)
    assert filled == diagram.put_into(filled, PINS)
    assert filled.endswith(f"\n{diagram.END}after\n")
    assert "made before" not in filled
    assert [filled.count(made(PINS)) for made in TABLES.values()] == [1] * len(TABLES)


def test_a_readme_without_a_mark_is_told() -> None:
    with pytest.raises(SystemExit, match=r"README.md: expected the line '<!-- shopping, made by"):
        diagram.put_into("no marks\n", PINS)


# The picture


@needs_dot
def test_diagram_svg_is_drawn_from_diagram_yml() -> None:
    drawn = (diagram.FOLDER / "diagram.svg").read_text("utf-8")
    assert words(drawn) == words(diagram.draw(diagram.describe(PINS))), "run python -m wiring.diagram"


def test_the_picture_tells_nothing_of_the_machine_that_drew_it() -> None:
    drawn = (diagram.FOLDER / "diagram.svg").read_text("utf-8")
    assert not any(place in drawn for place in (str(diagram.FOLDER), str(Path.home()), "/tmp"))  # noqa: S108
    assert not re.search(r"\b20\d\d-\d\d|\d\d:\d\d", drawn)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(diagram, "FOLDER", tmp_path)
    (tmp_path / "README.md").write_text("".join(diagram.BEGIN.format(name) + diagram.END for name in TABLES))
    return tmp_path


@needs_dot
def test_all_three_are_written(folder: Path) -> None:
    diagram.main()
    readme = (folder / "README.md").read_text("utf-8")
    assert all(made(PINS) in readme for made in TABLES.values())
    assert (folder / "diagram.yml").read_text("utf-8") == diagram.describe(PINS)
    assert (folder / "diagram.svg").read_text("utf-8").endswith("</svg>\n")


def test_without_graphviz_there_is_no_picture_but_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="install graphviz"):
        diagram.main()
    assert {path.name for path in folder.iterdir()} == {"README.md", "diagram.yml"}
