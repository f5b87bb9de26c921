import re
import shutil
from pathlib import Path

import pytest
import yaml

from hardware.pins import PinMap, SeatPins, describe, physical, read_pins
from wiring import diagram

PINS = read_pins()
needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="graphviz's `dot` is not installed")


def words(svg: str) -> list[str]:
    """What stands in a picture; where it stands depends on graphviz and fonts."""
    return sorted(re.findall(r"<text[^>]*>([^<]*)</text>", svg))


# The parts on the header


def test_every_key_has_its_pin() -> None:
    wires = {(part.name, wire): pin for part in diagram.parts(PINS) for wire, pin in part.wires.items()}
    for number, seat in enumerate(PINS.seats, start=1):
        assert wires[f"Seat {number}", "green key"] == physical(seat.green)
        assert wires[f"Seat {number}", "red key"] == physical(seat.red)
    assert wires["Table", "table key"] == physical(PINS.table)
    assert [wires["Display", wire] for wire in ("VCC", "SDA", "SCL")] == [1, 3, 5]


def test_no_pin_has_two_wires_and_each_part_its_own_ground() -> None:
    made = diagram.parts(PINS)
    used = [pin for part in made for pin in part.wires.values()]
    assert len(used) == len({*used, physical(PINS.buzzer)}) - 1
    assert [[*part.wires.values()][-1] for part in made] == diagram.GROUNDS == [6, 9, 14, 20, 25, 30, 34, 39]


def test_the_header_is_the_pi_s() -> None:
    assert [diagram.HEADER[number] for number in (1, 2, 6, 11, 39, 40)] == [
        *("3.3 V", "5 V", "ground", "GPIO 17", "ground", "GPIO 21")
    ]
    assert len(diagram.HEADER) == 40


# The description


def test_diagram_yml_is_what_the_pin_map_gives() -> None:
    assert (diagram.FOLDER / "diagram.yml").read_text("utf-8") == diagram.describe(PINS), "run python -m wiring.diagram"


def test_every_key_is_described_by_both_its_numbers() -> None:
    text = diagram.describe(PINS)
    labels = [label for cable in yaml.safe_load(text)["cables"].values() for label in cable["wirelabels"]]
    for bcm in PINS.keys.values():
        assert f" GPIO {bcm} = pin {physical(bcm)}" in labels


def test_other_pins_give_another_description() -> None:
    other = PinMap((SeatPins(5, 6),), table=26, buzzer=18, i2c_bus=1)
    text = diagram.describe(other)
    assert "GPIO 26 = pin 37" in text
    assert "GPIO 17 = pin 11" not in text
    assert "Seat 2" not in text


# The table


def test_the_table_of_the_readme_is_what_the_pin_map_gives() -> None:
    readme = (diagram.FOLDER / "README.md").read_text("utf-8")
    assert diagram.put_into(readme, diagram.table(PINS)) == readme, "run python -m wiring.diagram"


def test_a_line_of_the_table() -> None:
    assert describe(17) == "GPIO 17 (physical pin 11)"
    assert "| Seat 1 (red) | green key | GPIO 17 | **11** |\n" in diagram.table(PINS)
    assert diagram.table(PINS).count("\n") == 2 + 13 + 8 + 3 + 1


def test_only_the_table_is_replaced() -> None:
    old = f"before\n{diagram.BEGIN}old\n{diagram.END}after\n"
    assert diagram.put_into(old, "new\n") == f"before\n{diagram.BEGIN}new\n{diagram.END}after\n"


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
    (tmp_path / "README.md").write_text(diagram.BEGIN + diagram.END)
    return tmp_path


@needs_dot
def test_all_three_are_written(folder: Path) -> None:
    diagram.main()
    assert (folder / "README.md").read_text("utf-8") == diagram.BEGIN + diagram.table(PINS) + diagram.END
    assert (folder / "diagram.yml").read_text("utf-8") == diagram.describe(PINS)
    assert (folder / "diagram.svg").read_text("utf-8").endswith("</svg>\n")


def test_without_graphviz_there_is_no_picture_but_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="install graphviz"):
        diagram.main()
    assert {path.name for path in folder.iterdir()} == {"README.md", "diagram.yml"}
