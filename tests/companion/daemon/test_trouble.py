"""A box that cannot start says why on its display: a real failing start, and the screen that follows it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from PIL import ImageChops

from companion.daemon import trouble
from companion.faces import oled
from companion.faces.drift import HOME
from companion.faces.sheet import Words
from companion.kit.text import speak, text
from companion.kit.view import View
from companion.locale import LANGUAGES, translator
from hardware.i2c import Bus
from hardware.oled import Oled
from hardware.twin.chip import Bus as SimulatedBus
from hardware.twin.chip import Chip


def words(view: View, language: str = "en") -> list[str]:
    """What stands on a screen, the title first."""
    pieces = oled.arrange(view, translator(language))
    return [piece.words for piece in pieces if isinstance(piece, Words) and piece.words]


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_the_whole_sentence_is_shown_and_then_what_to_do() -> None:
    why = "/etc/companion/companion.toml: display.chip: expected one of ssd1306, ssd1309, sh1106; came 'ssd1331'."
    screens = [words(view) for view in trouble.screens(why, "en")]
    assert screens == [
        ["The box cannot start", "companion.toml:", "display.chip:", "expected one of", "ssd1306, ssd1309,"],
        ["The box cannot start", "sh1106; came", "'ssd1331'."],
        ["The box cannot start", "It is tried again", "every two minutes.", "All of it: journalctl", "-u companion"],
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_in_any_language(language: str) -> None:
    for view in trouble.screens(None, language):
        title, *lines = words(view, language)
        assert title == speak(trouble.TITLE, translator(language))
        assert lines == [speak(line, str) for line in view.lines]


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


def shown_by(panel: Oled, chip: Chip) -> bool:
    """Whether this panel's driver gets a picture onto this chip."""
    panel.show(oled.draw(View(text("The box cannot start")), str))
    panel.tick(0.0)
    return chip.picture().getbbox() == (0, 0, 128, 16)


def test_the_display_is_the_one_of_the_settings() -> None:
    chip = Chip("sh1106")
    settings = {"display": {"chip": "sh1106", "address": 0x3D, "column_offset": 2, "is_upside_down": False}}
    assert shown_by(trouble.display(settings, SimulatedBus({0x3D: chip})), chip)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"display": 7},
        {"display": {"chip": "ssd1331"}},
        {"display": {"chip": ["sh1106"]}},
        {"display": {"address": "here"}},
        {"display": {"address": 1000}},
        {"display": {"column_offset": 2}},
    ],
)
def test_nonsense_in_the_settings_is_passed_over(settings: dict[str, object]) -> None:
    chip = Chip()
    assert shown_by(trouble.display(settings, SimulatedBus({0x3C: chip})), chip)


# --- for a while -----------------------------------------------------------------------------------------------------


class Patience(Event):
    """Time that passes only while somebody waits."""

    now = 1000.0

    def wait(self, timeout: float | None = None) -> bool:
        self.now += timeout or 0.0
        self.seen()
        return self.is_set()

    def seen(self) -> None:
        """What the test looks at once a second."""


def shown(patience: Patience, chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.daemon.trouble.time.monotonic", lambda: patience.now)
    pages = trouble.screens("one two three", "en")
    trouble.show(Oled(SimulatedBus({0x3C: chip})), pages, "en", patience)


def test_the_pages_take_turns_and_the_last_one_stays_for_the_next_start(monkeypatch: pytest.MonkeyPatch) -> None:
    chip, looks = Chip(), []
    patience = Patience()
    monkeypatch.setattr(patience, "seen", lambda: looks.append(chip.picture().tobytes()))
    shown(patience, chip, monkeypatch)
    assert len(looks) == trouble.SHOWN_S
    assert looks[:5] == [looks[0]] * 5
    assert looks[5:10] == [looks[5]] * 5 != looks[:5]
    assert looks[10] == looks[0]
    assert chip.on


def test_a_display_that_is_plugged_in_late_shows_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    chip, patience = Chip(), Patience()
    chip.plugged = False
    monkeypatch.setattr(patience, "seen", lambda: setattr(chip, "plugged", patience.now > 1060.0))
    shown(patience, chip, monkeypatch)
    assert chip.picture().getbbox() is not None


def test_told_to_end_it_leaves_the_display_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    chip, patience = Chip(), Patience()
    monkeypatch.setattr(patience, "seen", lambda: patience.set() if patience.now > 1010.0 else None)
    shown(patience, chip, monkeypatch)
    assert patience.now < 1012.0
    assert not chip.on


# --- after a real start that fails -----------------------------------------------------------------------------------


@pytest.fixture
def _signals_as_before() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("_signals_as_before")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_of_a_start_that_failed_is_on_the_display(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text(f'language = "{language}"\n[game]\nrulebook = "xx"\n[display]\nchip = "sh1106"\n', "utf-8")
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
    monkeypatch.setattr(trouble, "wish", lambda _t: HOME)
    monkeypatch.setattr(trouble, "SHOWN_S", 0.01)
    trouble.main()
    first = oled.draw(trouble.screens(said, language)[0], translator(language))
    assert "companion.toml: game:" in " ".join(words(trouble.screens(said, language)[0]))
    assert ImageChops.logical_xor(chip.picture(), first).getbbox() is None


@pytest.mark.slow
def test_as_a_process_without_a_display_it_waits_until_it_is_told_to_end(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.daemon.trouble"],
        env={**os.environ, "RUNTIME_DIRECTORY": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(3.0)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=10)
    assert (process.returncode, said) == (0, "")
