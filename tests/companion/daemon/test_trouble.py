"""A box that cannot start says why on its display: a real failing start, and the screen that follows it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from smbus2 import i2c_msg

from companion.daemon import trouble
from companion.daemon.trouble_lights import RED, RescueLights
from companion.faces import oled
from companion.faces.drift import HOME, WALK
from companion.faces.sheet import TextLine
from companion.kit.text import speak
from companion.kit.view import View
from companion.locale import LANGUAGES, translator
from hardware.i2c import Bus
from hardware.oled import TURNED, ChipName, Oled
from hardware.twin.chip import Chip, SimulatedBus
from hardware.twin.controller import Controller


def words(view: View, language: str = "en") -> list[str]:
    """What a screen says, the title first."""
    pieces = oled.arrange(view, translator(language))
    return [piece.words for piece in pieces if isinstance(piece, TextLine) and piece.words]


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_the_whole_sentence_is_shown_and_then_what_to_do() -> None:
    why = "/etc/companion/companion.toml: display.chip: expected one of ssd1306, ssd1309, sh1106; came 'ssd1331'."
    screens = [words(view) for view in trouble.screens(why, "en")]
    assert screens == [
        ["The box cannot start", "companion.toml:", "display.chip:", "expected one of", "ssd1306, ssd1309,"],
        ["The box cannot start", "sh1106; came", "'ssd1331'."],
        ["The box cannot start", "It is tried again", "every two minutes.", "What mends it:", "companion doctor"],
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_in_any_language(language: str) -> None:
    for view in trouble.screens(None, language):
        title, *lines = words(view, language)
        assert title == speak(trouble.TITLE, translator(language))
        assert lines == [speak(line, str) for line in view.lines]


def test_the_rest_of_a_sentence_is_written_as_its_beginning() -> None:
    first, rest, _ = trouble.screens("one two three four five six " * 3 + "seven", "en")
    sizes = {
        piece.font.size
        for view in (first, rest)
        for piece in oled.arrange(view, str)
        if isinstance(piece, TextLine) and piece.words and piece.words != "The box cannot start"
    }
    assert len(sizes) == 1


def test_without_a_sentence_it_says_so() -> None:
    assert words(trouble.screens(None, "en")[0])[1:] == ["It ended without a", "word."]


# --- with what is left of the settings -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "read"),
    [
        ('language = "de"\n[game\n[display]\nchip = "sh1106"', {"language": "de", "display": {"chip": "sh1106"}}),
        ('language = de\n[display]\nchip = "sh1106"\naddress = ', {"display": {"chip": "sh1106"}}),
        ('language = "de"\nlanguage = "fr"', {}),
        ("\x00", {}),
    ],
)
def test_a_mistake_in_the_settings_costs_its_line(settings: str, read: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(settings, encoding="utf-8")
    assert trouble.legible_settings(path) == read
    assert trouble.legible_settings(tmp_path / "nowhere.toml") == {}


CHIPS: tuple[ChipName, ...] = ("ssd1306", "ssd1309", "sh1106")
PAGE = trouble.screens("companion.toml: display.chip: MMMMMMMMMMMMMMMMMMMMM", "en")[0]


def turned(picture: Image.Image, columns: int) -> Image.Image:
    return ImageChops.offset(picture, columns, 0)


def shows(chip: Chip, drawn: Image.Image) -> bool:
    """Whether the display shows the whole picture, shifted by one column at most."""
    seen = chip.picture()
    return any(seen.tobytes() == turned(drawn, by).tobytes() for by in range(-TURNED, TURNED + 1))


def shown_on(bus: Bus, settings: dict[str, object]) -> Image.Image:
    """The picture that a display with these settings gets."""
    panel = trouble.display(settings, bus)
    picture = oled.draw(PAGE, str)
    panel.show(picture)
    panel.tick(0.0)
    assert panel.fault is None
    return picture


@pytest.mark.parametrize("is_strict", [True, False])
@pytest.mark.parametrize("is_readable", [True, False])
@pytest.mark.parametrize(("named", "real"), list(product((*CHIPS, "ssd1331", None), CHIPS)))
def test_whatever_chip_is_set_it_is_legible_on_every_chip(
    named: str | None, real: ChipName, is_readable: bool, is_strict: bool
) -> None:
    chip = Chip(real, is_strict=is_strict)
    chip.is_readable = is_readable
    picture = shown_on(SimulatedBus({0x3C: chip}), {"display": {"chip": named}} if named else {})
    assert shows(chip, picture)


@pytest.mark.parametrize(("before", "real"), list(product(CHIPS, CHIPS)))
def test_a_box_that_ended_in_the_middle_of_a_picture_leaves_nothing_in_its_way(
    before: ChipName, real: ChipName
) -> None:
    chip = Chip(real, is_strict=False)
    box = Oled(SimulatedBus({0x3C: chip}), before)
    box.tick(0.0)
    some = Image.new("1", (128, 64))
    some.paste(1, (40, 20, 90, 50))
    box.show(some)
    box.tick(0.1)
    assert shows(chip, shown_on(SimulatedBus({0x3C: chip}), {}))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("minute", range(len(WALK)))
def test_no_letter_is_cut_by_the_turn(language: str, minute: int) -> None:
    for view in trouble.screens("M" * 200, language):
        body = oled.draw(view, translator(language), trouble.shift(60.0 * minute)).crop((0, 17, 128, 64))
        left, _, right, _ = body.getbbox() or (0, 0, 0, 0)
        assert TURNED <= left < right <= 128 - TURNED


@pytest.mark.parametrize(
    ("wanted", "there"), [(0x3C, 0x3D), (0x3D, 0x3C), (0x3D, 0x3D), (0x3A, 0x3D), (0x3A, 0x3A), (None, 0x3D)]
)
def test_it_is_found_at_the_other_address_too(wanted: int | None, there: int) -> None:
    chip = Chip("sh1106")
    assert shows(chip, shown_on(SimulatedBus({there: chip}), {"display": {"address": wanted}}))


def test_where_one_answers_at_its_address_no_other_is_spoken_to() -> None:
    right, other = Chip(), Chip()
    picture = shown_on(SimulatedBus({0x3C: right, 0x3D: other}), {"display": {"address": 0x3D}})
    assert (right.transactions, shows(other, picture)) == (0, True)


def test_upside_down_it_is_upside_down() -> None:
    chip = Chip()
    picture = shown_on(SimulatedBus({0x3C: chip}), {"display": {"is_upside_down": True}})
    assert shows(chip, picture.transpose(Image.Transpose.ROTATE_180))


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"display": 7},
        {"display": {"chip": ["sh1106"]}},
        {"display": {"address": "here"}},
        {"display": {"address": 1000}},
        {"display": {"address": 60.0}},
        {"display": {"column_offset": 2}},
    ],
)
def test_nonsense_in_the_settings_is_passed_over(settings: dict[str, object]) -> None:
    chip = Chip()
    assert shows(chip, shown_on(SimulatedBus({0x3C: chip}), settings))


# --- for a while -----------------------------------------------------------------------------------------------------


class Patience:
    """A clock that moves only while somebody waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, told_at: float = 1e9) -> None:
        self.now = 1000.0
        self.told_at = told_at
        monkeypatch.setattr("companion.daemon.trouble.time.monotonic", lambda: self.now)

    def told_to_end(self, longest_s: float) -> bool:
        self.now += longest_s
        self.seen()
        return self.now >= self.told_at

    def seen(self) -> None:
        """What the test looks at."""


PAGES = trouble.screens("one two three four five six " * 6, "en")


def shown(patience: Patience, chip: Chip) -> None:
    trouble.show(trouble.display({}, SimulatedBus({0x3C: chip})), PAGES, "en", patience.told_to_end)


def runs(looks: Sequence[tuple[float, bytes]]) -> list[tuple[bytes, float]]:
    """Each picture in a row and how long it stood."""
    found: list[tuple[bytes, float]] = []
    before = 1000.0
    for at, picture in looks:
        stood = found.pop()[1] if found and found[-1][0] == picture else 0.0
        found.append((picture, stood + at - before))
        before = at
    return found


def test_every_page_stands_for_five_seconds_the_first_one_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trouble, "due", lambda _t: HOME)
    chip, looks = Chip(), []
    patience = Patience(monkeypatch)
    monkeypatch.setattr(patience, "seen", lambda: looks.append((patience.now, chip.picture().tobytes())))
    shown(patience, chip)
    assert len(PAGES) == 4
    drawn = [turned(oled.draw(page, str), TURNED).tobytes() for page in PAGES]
    assert runs(looks) == [(drawn[n % 4], trouble.PAGE_S) for n in range(24)]
    assert chip.on, "the last one stays for the next start"


def test_a_display_that_is_plugged_in_late_has_all_pages_from_the_first_one_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trouble, "due", lambda _t: HOME)
    chip, looks = Chip(), []
    chip.plugged = False
    patience = Patience(monkeypatch)

    def seen() -> None:
        chip.plugged = patience.now > 1060.5
        looks.append((patience.now, chip.picture().tobytes()))

    monkeypatch.setattr(patience, "seen", seen)
    shown(patience, chip)
    dark, *lit = runs(looks)
    assert 60.0 < dark[1] < 65.0
    drawn = [turned(oled.draw(page, str), TURNED).tobytes() for page in PAGES]
    assert [picture for picture, _ in lit[:5]] == [*drawn, drawn[0]]
    assert [stood for _, stood in lit[:4]] == [trouble.PAGE_S] * 4


def test_told_to_end_it_leaves_the_display_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    chip = Chip()
    patience = Patience(monkeypatch, told_at=1010.0)
    shown(patience, chip)
    assert patience.now < 1012.0
    assert not chip.on


def test_a_bus_that_hangs_does_not_hold_up_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trouble, "LOOK_S", 0.01)
    go = threading.Event()

    class Hanging(SimulatedBus):
        def write_i2c_block_data(self, _address: int, _register: int, _data: Sequence[int], /) -> None:
            go.wait()

        def i2c_rdwr(self, *_messages: i2c_msg) -> None:
            go.wait()

    told = iter([False, False, True])
    trouble.show(trouble.display({}, Hanging({})), PAGES, "en", lambda _s: next(told))
    go.set()


# --- without a display ----------------------------------------------------------------------------------------------


def test_without_a_display_every_tenth_light_is_red_until_one_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A controller at the far end of a real serial line."""
    monkeypatch.setattr(trouble, "LOOK_S", 0.05)
    monkeypatch.setattr(trouble, "SHOWN_S", 30.0)
    monkeypatch.setattr("hardware.strip.GREETING_S", 0.0)
    far = Controller(30, "grb")
    far.run()
    seen: list[list[int]] = []
    chip = Chip()
    chip.plugged = False

    def told_to_end(longest_s: float) -> bool:
        time.sleep(longest_s)
        lit = [nth for nth, colour in enumerate(far.colours) if any(colour)]
        if lit != (seen[-1] if seen else []):
            seen.append(lit)
            assert {far.colours[nth] for nth in lit} <= {(RED, 0, 0)}
            chip.plugged = True
        return len(seen) > 1

    settings = {"lights": {"port": far.port, "count": 30, "order": "grb"}}
    trouble.show(trouble.display({}, SimulatedBus({0x3C: chip})), PAGES, "en", told_to_end, RescueLights(settings))
    far.close()
    assert seen == [[0, 10, 20], []]
    assert capsys.readouterr().err.count("every tenth is red") == 1


@pytest.mark.parametrize(
    "lights", [7, {"count": "many"}, {"count": 0}, {"order": "red"}, {"port": 1, "baud": -1}, {"order": ["r"]}]
)
def test_nonsense_about_the_lights_is_passed_over(lights: object) -> None:
    picture = RescueLights({"lights": lights}).picture(is_lit=True)
    assert picture == (bytes((RED, 0, 0)) + bytes(27)) * 15


# --- after a real start that fails -----------------------------------------------------------------------------------


@pytest.fixture
def _signals_as_before() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("_signals_as_before")
@pytest.mark.parametrize(
    "language", ["de", *(pytest.param(each, marks=pytest.mark.slow) for each in LANGUAGES if each != "de")]
)
def test_the_sentence_of_a_start_that_failed_is_on_the_display(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text(
        f'state_folder = "{tmp_path}"\nlanguage = "{language}"\n[game]\nrulebook = "xx"\n[display]\nchip = "ssd1306"\n',
        encoding="utf-8",
    )
    (tmp_path / "wiring.toml").write_text("[display]\nis_upside_down = true\n", encoding="utf-8")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("COMPANION_CONFIG", str(settings))
    start = subprocess.run([sys.executable, "-m", "companion"], capture_output=True, text=True, check=False)
    assert start.returncode == 2
    said = start.stderr.removeprefix("companion: ").strip()

    chip = Chip("sh1106")

    def simulated(number: int) -> Bus:
        assert number == 1
        return SimulatedBus({0x3C: chip})

    monkeypatch.setattr(trouble, "RealBus", simulated)
    monkeypatch.setattr(trouble, "due", lambda _t: HOME)
    monkeypatch.setattr(trouble, "SHOWN_S", 0.01)
    trouble.main()
    first = oled.draw(trouble.screens(said, language)[0], translator(language))
    assert "companion.toml: game.rulebook:" in " ".join(words(trouble.screens(said, language)[0]))
    assert shows(chip, first.transpose(Image.Transpose.ROTATE_180))


def listens(pid: int) -> bool:
    """Whether this process handles the signal that ends it."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    (caught,) = (int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(caught >> signal.SIGTERM - 1 & 1)


@pytest.mark.slow
def test_as_a_process_without_a_display_it_waits_until_it_is_told_to_end(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.daemon.trouble"],
        env={**os.environ, "RUNTIME_DIRECTORY": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    end = time.monotonic() + 60.0
    while not listens(process.pid):
        assert time.monotonic() < end
        time.sleep(0.1)
    assert process.stderr is not None
    assert select.select([process.stderr], [], [], 10.0)[0], "it says why"
    line = process.stderr.readline()
    time.sleep(2.0)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=10) == 0
    with process.stderr as said:
        assert said.read() == ""
    assert line.startswith("companion: display: ")
    assert "the lights show that the box cannot start: every tenth is red" in line
