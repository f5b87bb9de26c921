"""A box on the bench over simulated far ends, and its owner: fingers that press, eyes that see glass and lights."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from companion.config import ColourOrder, Config
from companion.config import WantedChip as ChipName
from companion.daemon.wired import WiredDisplay
from companion.faces import oled, patterns
from companion.faces.patterns import Pattern
from companion.kit.view import View
from companion.workshop.find_display import FoundDisplay
from companion.workshop.find_keys import ASKED, WIRES
from companion.workshop.job import Job
from companion.workshop.learning import Around, Learning
from companion.workshop.running import Ends as Bench
from companion.workshop.running import KeyWires, Running
from hardware.buzzer import Buzzer
from hardware.edge import Edge
from hardware.keys import Keys
from hardware.pins import PinMap, SeatPins, free_pins, read_pins
from hardware.probe import chip_at, i2c_addresses
from hardware.twin.chip import Chip, SimulatedBus
from hardware.twin.controller import Controller
from hardware.twin.far_ends import Tone
from hardware.twin.pins import mock_pins

STEP_S = 0.02


class Ends(Struct):
    """The parts at the ends of the wires, which the box does not know yet."""

    pins: PinMap
    chip: Chip
    name: ChipName
    address: int
    controller: Controller
    order: ColourOrder = "rgb"
    """The order in which the controller takes the colours."""
    is_mounted_upside_down: bool = False

    @property
    def bus(self) -> SimulatedBus:
        """A bus with one display."""
        return SimulatedBus({self.address: self.chip})

    def glass(self) -> Image.Image:
        """The display as its owner sees it."""
        seen = self.chip.picture()
        return seen.transpose(Image.Transpose.ROTATE_180) if self.is_mounted_upside_down else seen


def shuffled_pins(rng: Random, places: tuple[int, ...] = ()) -> PinMap:
    """Keys on any pins."""
    count = len(places) or 6
    green_and_red = rng.sample(free_pins(), 2 * count + 2)
    seats = tuple(SeatPins(*green_and_red[2 * at : 2 * at + 2]) for at in range(count))
    return PinMap(seats, green_and_red[-2], green_and_red[-1], 1, places)


class Stepped:
    """A job over far ends in stepped time."""

    def __init__(self, ends: Ends, make_job: Callable[[], Job], wires: dict[str, int], held: str = "") -> None:
        """`held`: a key that is down from the start."""
        self.now = 100.0
        self.ends = ends
        self.fingers = mock_pins(ends.pins)
        if held:
            self.fingers.press(held)
        self.said: list[str] = []
        self.tones: list[Tone] = []
        """The tones of the buzzer, each with its length."""
        self._edges: list[Edge] = []
        self.keys = Keys(KeyWires(wires), self._edges.append)
        self.job = make_job()
        self.job.were_down_at_start(self.keys.held_at_start, self.now)
        self.read: list[tuple[str, ...]] = []
        """The lines of the display, noted at every change."""
        self.spoken: list[str] = []
        """What its voice said."""
        bench = Bench(ends.bus, Buzzer(ends.pins.buzzer), 115_200, self.spoken.append)
        self.running = Running(self.job, bench, str, read_out=self.read.append)
        self.running.tell = self.said.append
        self.wait(0.1)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.now < end:
            self.now += STEP_S
            for edge in self._edges:
                self.job.feed(replace(edge, at=self.now))
            self._edges.clear()
            self.running.step(self.now)
            if self.tones[-1:] != [self.fingers.tone]:
                self.tones.append(self.fingers.tone)
            self.ends.controller.poll(self.now)

    def touch(self, *keys: str, seconds: float = 0.1) -> None:
        """Press keys, and let them go."""
        for key in keys:
            self.fingers.press(key)
        self.wait(seconds)
        for key in keys:
            self.fingers.release(key)
        self.wait(0.1)

    def close(self) -> None:
        """Put everything away."""
        self.running.close()
        self.keys.close()
        self.ends.controller.close()


def learning(ends: Ends, needed: int = 35, ports: tuple[str, ...] | None = None, held: str = "") -> Stepped:
    """A box that wants to learn how it is wired."""
    bus = ends.bus
    panels = tuple(FoundDisplay(address, chip_at(bus, address)) for address in i2c_addresses(bus))
    settings = Config().display
    ports = (ends.controller.port,) if ports is None else ports
    around = Around(read_pins(), WiredDisplay(settings.chip, settings.address), panels, ports, needed)
    return Stepped(ends, lambda: Learning(around, 100.0), WIRES, held)


class Owner:
    """An owner who presses the named key, looks, and answers; all that the owner gets from the box is the question."""

    def __init__(self, stepped: Stepped) -> None:
        self.at = stepped
        self.questions = 0
        job = stepped.job
        assert isinstance(job, Learning)
        self.job = job

    def press_all(self) -> None:
        """Press every key that the terminal asks for; the table key for a seat that does not exist."""
        there = self.at.ends.pins.keys
        for _ in ASKED:
            asked = next((key for key in ASKED if f"Press {_called(key)}." in self.job.sentence()), None)
            if asked is None:
                return
            self.at.touch(asked if asked in there else "table")

    def answer_all(self, most: int = 60) -> None:
        """Answer all questions, yes with a green key and no with a red one, until the job is over."""
        seats = self.at.ends.pins.pairs or range(1, 7)
        while not self.job.is_over and self.questions < most:
            self.at.wait(0.4)
            yes = self.look()
            self.questions += 1
            self.at.touch(f"{'green' if yes else 'red'}{next(iter(seats))}")

    def look(self) -> bool:
        """The answer to what is asked now."""
        said, scene = self.job.sentence(), self.job.scene()
        if "thin frame" in said:
            assert isinstance(scene, Pattern)
            return _edges(self.at.ends.glass())
        if "upside down" in said:
            assert isinstance(scene, Pattern)
            return self.at.ends.glass().tobytes() != patterns.draw(scene, str).tobytes()
        assert isinstance(scene, View)
        assert self.at.ends.glass().tobytes() == oled.draw(scene, str).tobytes(), "the question can be read"
        if said.startswith("Found"):
            return True
        return self._lights(said)

    def _lights(self, said: str) -> bool:
        lights = [_colour(led) for led in self.at.ends.controller.colours]
        first = set(lights[:10])
        if "shine white" in said:
            return first == {"white"}
        if said.startswith("Are the first 10"):
            return first == {said.split()[5]}
        if "very last one of the strip" in said:
            return [at for at, led in enumerate(lights) if led != "dark"] == [len(lights) - 1]
        if "any light" in said:
            return any(led != "dark" for led in lights)
        assert "first three lights" in said, said
        return lights[:3] == ["red", "green", "blue"] and lights[-1] == "white"


def _called(key: str) -> str:
    return "the table key" if key == "table" else f"the {key[:-1]} key of seat {key[-1]}"


def _edges(glass: Image.Image) -> bool:
    """Whether all four edges are light, and the pixels beside them dark."""
    width, height = glass.size
    border = [(x, y) for x in range(width) for y in (0, height - 1)] + [(x, y) for y in range(height) for x in (0, 127)]
    beside = [(x, y) for x in range(1, width - 1) for y in (1, height - 2)]
    return all(glass.getpixel(at) for at in border) and not any(glass.getpixel(at) for at in beside)


def _colour(led: tuple[int, int, int]) -> str:
    names = {(0, 0, 0): "dark", (1, 0, 0): "red", (0, 1, 0): "green", (0, 0, 1): "blue", (1, 1, 1): "white"}
    red, green, blue = (int(part > 30) for part in led)
    return names.get((red, green, blue), "other")
