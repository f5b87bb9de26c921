"""Finding the wiring of an unknown box, with an owner who presses the keys asked for, looks, and answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import pytest

from companion.config import ColourOrder, Config
from companion.config import WantedChip as ChipName
from companion.daemon import assembly, demo
from companion.daemon import stepped as daemon_stepped
from companion.daemon.parts import parts_over
from companion.daemon.wired import Wired, WiredDisplay, WiredLights, keep_wired, read
from companion.faces import oled
from companion.faces.drift import due
from companion.faces.lamps import LAMPS, WAITING, glow
from companion.games import GAMES
from companion.kit.seats import COLOURS
from companion.kit.text import text
from companion.kit.view import Legend, View
from companion.study.hands import ScratchLedger
from companion.table.table import Table
from companion.workshop.find_keys import FindKeys
from companion.workshop.learning import LEAVE_S, PATIENCE_S, Learning
from companion.workshop.touches import Touch
from hardware.pins import PinMap, SeatPins, read_pins
from hardware.twin.chip import Chip
from hardware.twin.controller import Controller
from hardware.twin.far_ends import FarEnds
from hardware.twin.pins import mock_pins
from tests.companion.workshop.stepped_bench import Ends, Owner, Stepped, learning, shuffled_pins

CHIPS: Final = get_args(ChipName)
ORDERS: Final = get_args(ColourOrder)


def anywhere(rng: Random) -> Ends:
    """A box whose wires went anywhere, with any display and any strip."""
    name, order = rng.choice(CHIPS), rng.choice(ORDERS)
    chip = Chip(name, is_strict=False)
    chip.is_readable = rng.random() < 0.5
    pins = shuffled_pins(rng, rng.choice(((), (), (1, 2, 3, 4), (2, 4, 5))))
    strip = Controller(rng.randint(12, 300), order)
    return Ends(pins, chip, name, rng.choice((0x3C, 0x3D)), strip, order, rng.random() < 0.5)


@pytest.fixture
def box() -> Iterator[Stepped]:
    """Three seats on known pins, an SH1106, 50 LEDs that want green first."""
    pins = PinMap((SeatPins(5, 6), SeatPins(16, 26), SeatPins(20, 21)), table=17, buzzer=18, i2c_bus=1)
    made = learning(Ends(pins, Chip("sh1106", is_strict=False), "sh1106", 0x3D, Controller(50, "grb"), "grb"))
    yield made
    made.close()


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(12))
def test_everything_is_found_in_one_pass_and_the_box_that_knows_it_is_right(seed: int, tmp_path: Path) -> None:
    there = anywhere(Random(seed))
    at = learning(there)
    owner = Owner(at)
    owner.press_all()
    owner.answer_all()
    found = owner.job.found
    assert found is not None
    assert found.pins is not None
    assert found.pins.keys == there.pins.keys
    assert found.display is not None
    assert there.name == found.display.chip or {there.name, found.display.chip} == {"ssd1306", "ssd1309"}
    assert found.display == WiredDisplay(found.display.chip, there.address, None, there.is_mounted_upside_down)
    assert found.lights == WiredLights(there.controller.port, len(there.controller.colours), there.order)
    at.keys.close()
    at.running.close()
    assert keep_wired(tmp_path, found)
    a_box_that_knows_this_is_right(read(tmp_path), there)
    there.controller.close()


def a_box_that_knows_this_is_right(found: Wired, there: Ends) -> None:
    """Over the same far ends: a press, a picture and a light."""
    assert found.pins is not None
    config, rules = found.over(Config()), GAMES[0]
    ends = FarEnds(lambda: mock_pins(there.pins), there.chip, there.bus, there.controller)
    settings = assembly.settings_of(config, rules, {}, None, is_twin=False)
    table: Table[Any] = Table(rules, settings, ScratchLedger(), lambda: "5eed" * 16)
    parts = parts_over(config, rules, {}, found.pins, ends)
    box = daemon_stepped.Stepped(assembly.Assembled(config, found.pins, table, parts))
    place = (there.pins.pairs or (1,))[0]
    demo.press(box, f"green{place}", demo.TAP_S)
    box.wait(1.0)
    assert table.joined == (place,), "a press is the right one"
    picture = oled.draw(table.view(box.now), str, due(box.now))
    assert there.glass().tobytes() == picture.tobytes(), "a picture is right"
    shining = {led: colour for led, colour in enumerate(there.controller.colours) if any(colour)}
    colour = COLOURS[place - 1]
    expected = [255 * part for part in glow(LAMPS[colour], WAITING)]
    for led in parts.strip_map.seats[place - 1]:
        if led < len(there.controller.colours):
            assert shining[led] == pytest.approx(expected, abs=8), "a light is right"
    assert all(led < parts.strip_map.needed for led in shining), "the rest is dark"
    box._keys.close()
    parts.oled.close()
    parts.strip.close()


def test_few_questions_are_asked_about_a_usual_box() -> None:
    at = learning(Ends(shuffled_pins(Random(7)), Chip("sh1106"), "sh1106", 0x3C, Controller(35)))
    owner = Owner(at)
    owner.press_all()
    owner.answer_all()
    assert owner.questions == 8, "frame, way up, shine, red, green, last, proof, keep"
    at.close()


# --- what leaves a doubt gets a sentence and changes nothing ---------------------------------------------------------


def job(at: Stepped) -> Learning:
    assert isinstance(at.job, Learning)
    return at.job


def kept(at: Stepped) -> Wired:
    """The findings that the box has kept."""
    found = job(at).found
    assert found is not None
    return found


def asked(at: Stepped) -> str:
    """What is asked, without remarks."""
    return at.said[-1].partition("Press ")[2].partition(".")[0]


def until(at: Stepped, words: str) -> Owner:
    """Press and answer everything rightly, until this question comes."""
    owner = Owner(at)
    owner.press_all()
    while words not in job(at).sentence():
        owner.answer_all(most=owner.questions + 1)
    return owner


def test_two_pins_at_once_are_a_solder_bridge(box: Stepped) -> None:
    box.touch("table")
    box.touch("green1", "green2")
    assert box.said[-1].startswith(
        "GPIO 5 (physical pin 29) and GPIO 16 (physical pin 36) went down together: press one key alone; "
        "if you did, look for solder between these pins. Press the green key of seat 1."
    )
    box.touch("green1")
    assert asked(box) == "the red key of seat 1"


def test_the_same_key_twice(box: Stepped) -> None:
    box.touch("table")
    box.touch("green1")
    box.touch("green1")
    assert box.said[-1].startswith("That is the green key of seat 1, which has been found already. Press the red key")


def test_pins_are_named_in_the_order_of_the_header() -> None:
    found = FindKeys().after(Touch(("21", "26"), 0.1))
    assert found.notice == text("Pins {a} and {b} at once: solder bridge?", a=37, b=40)


def test_a_key_held_from_the_start_is_told_and_can_be_found_later() -> None:
    at = learning(Ends(read_pins(), Chip("sh1106"), "sh1106", 0x3C, Controller(35)), held="red1")
    assert at.said[-1].startswith("GPIO 27 (physical pin 13) stays down: let its key go; ")
    at.touch("table")
    at.fingers.release("red1")
    at.touch("green1")
    at.touch("red1")
    assert at.said[-1].startswith("GPIO 27 (physical pin 13). Press the green key of seat 2.")
    at.close()


def test_a_key_that_stays_down_is_told_and_stops_nobody(box: Stepped) -> None:
    box.touch("table")
    box.fingers.press("red3")
    box.wait(9.0)
    assert box.said[-1].startswith("GPIO 21 (physical pin 40) stays down: ")
    box.touch("green1")
    box.touch("red1")
    assert asked(box) == "the green key of seat 2"
    box.fingers.release("red3")
    box.wait(0.1)
    assert asked(box) == "the green key of seat 2"


def test_a_seat_is_skipped_whole(box: Stepped) -> None:
    box.touch("table")
    for key in ("green1", "red1", "green2"):
        box.touch(key)
    box.touch("table")
    assert box.said[-1].startswith("Seat 2 is not wired. Press the green key of seat 3.")
    box.touch("green2")  # now it may be seat 3's
    assert asked(box) == "the red key of seat 3"


def test_seats_are_skipped_from_the_terminal_too(box: Stepped) -> None:
    job(box).answer("skip", box.now)
    box.wait(0.1)
    assert asked(box) == "the table key", "every box has one"
    box.touch("table")
    for _ in range(6):
        job(box).answer("skip", box.now)
    job(box).answer("yes", box.now)
    job(box).answer("no", box.now)
    job(box).answer("skip", box.now)
    job(box).answer("yes", box.now)
    found = job(box).found
    assert found is not None
    assert found.pins is None, "no key but the table's is no box"
    assert found.display is not None
    assert found.lights is None


# --- leaving ---------------------------------------------------------------------------------------------------------


def test_the_table_key_held_leaves_and_nothing_is_found(box: Stepped) -> None:
    box.touch("table")
    box.touch("green1")
    box.touch("table", seconds=LEAVE_S + 0.1)
    assert job(box).is_over
    assert job(box).found is None


def test_whoever_goes_away_has_changed_nothing(box: Stepped) -> None:
    until(box, "Keep it?")
    job(box).tick(box.now + PATIENCE_S - 1)
    assert not job(box).is_over
    job(box).tick(box.now + PATIENCE_S)
    assert job(box).is_over
    assert job(box).found is None


def test_quit_typed_leaves_at_the_last_question_too(box: Stepped) -> None:
    until(box, "Keep it?")
    job(box).answer("quit", box.now)
    assert job(box).is_over
    assert job(box).found is None


def test_a_no_to_what_was_found_begins_anew(box: Stepped) -> None:
    until(box, "Keep it?")
    box.touch("red1")
    assert asked(box) == "the table key"


# --- answers that cannot be right ------------------------------------------------------------------------------------


def test_a_wrong_answer_about_the_lights_is_noticed_by_the_last_look(box: Stepped) -> None:
    owner = until(box, "Are the first 10 lights")
    box.touch("green1")  # "red": it is not, the strip wants green first
    while "first three" not in job(box).sentence():
        owner.answer_all(most=owner.questions + 1)
    owner.answer_all()
    assert kept(box).lights == WiredLights(box.ends.controller.port, 50, "grb")


def test_a_display_that_is_never_right_stays_as_the_settings_say(box: Stepped) -> None:
    Owner(box).press_all()
    while "thin frame" in job(box).sentence():
        box.touch("red1")
    assert "first 10 lights" in job(box).sentence()
    assert job(box).display == WiredDisplay("ssd1306", 0x3C)


def test_without_display_and_controller_the_keys_are_found() -> None:
    there = Ends(shuffled_pins(Random(1)), Chip(), "ssd1306", 0x3C, Controller(5))
    there.chip.plugged = False
    at = learning(there, ports=())
    Owner(at).press_all()
    assert job(at).sentence() == (
        "Found: the table key and the keys of 6 seats; no display; no lights. Keep it? (y/n; n begins anew)"
    )
    asked_last = job(at).scene()
    assert isinstance(asked_last, View)
    assert asked_last.title == text("Keep this?")
    assert asked_last.legend == Legend(green_tap=text("keep"), red_tap=text("anew"))
    at.touch("green4")
    pins = kept(at).pins
    assert pins is not None
    assert kept(at) == Wired(pins)
    assert pins.keys == there.pins.keys
    assert [line for line in at.said if line.startswith("display: no answer at I2C 0x3C")]
    at.close()


def test_the_right_one_of_several_ports_is_found() -> None:
    other, there = Controller(9), Controller(35)
    at = learning(
        Ends(read_pins(), Chip("sh1106"), "sh1106", 0x3C, there), ports=(other.port, "/dev/nowhere", there.port)
    )
    owner = Owner(at)
    owner.press_all()
    owner.answer_all()
    assert kept(at).lights == WiredLights(there.port, 35, "rgb")
    assert [line for line in at.said if line.startswith("lights: no controller at /dev/nowhere")]
    at.close()
    other.close()


def test_a_strip_that_is_too_short_is_told() -> None:
    there = Ends(read_pins(), Chip("sh1106"), "sh1106", 0x3C, Controller(20))
    at = learning(there)
    until(at, "Keep it?")
    assert f"20 lights at {there.controller.port}, 35 are needed, colours in the order rgb" in job(at).sentence()
    at.close()


def test_an_sh1106_whose_glass_begins_elsewhere_is_found() -> None:
    """Its panel shows the first columns of the chip's memory."""
    there = Ends(read_pins(), FromTheLeft("sh1106", is_strict=False), "sh1106", 0x3C, Controller(35))
    at = learning(there)
    owner = Owner(at)
    owner.press_all()
    owner.answer_all(most=owner.questions + 3)
    assert job(at).display.column_offset in (0, None)
    while "thin frame" in job(at).sentence() or "upside" in job(at).sentence():
        owner.answer_all(most=owner.questions + 1)
    assert job(at).display == WiredDisplay("sh1106", 0x3C, 0)
    at.close()


class FromTheLeft(Chip):
    """A panel wired to column 0 of an SH1106's memory."""

    @property
    def memory(self) -> bytes:
        with self._lock:
            rows = range(0, self._width * 8, self._width)
            return b"".join(bytes(self._ram[row : row + 128]) for row in rows)
