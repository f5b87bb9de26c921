import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace

import pytest
from gpiozero import Device, DigitalInputDevice
from gpiozero.pins.mock import MockFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.chips import GpioChip
from hardware.keyboard import Down, Edge, Keyboard, Tap
from hardware.keys import Keys, PinsUnavailableError, edges_arrive, open_real_pins
from hardware.pins import PinMap
from hardware.pipe import Patience
from hardware.twin.pins import Fingers, Pin, tell_time
from tests.hardware.worn_contacts import taps, worn


def test_every_edge_of_every_key_is_told_raw(pins: PinMap, fingers: Fingers) -> None:
    edges: list[Edge] = []
    keys = Keys(pins, edges.append)
    times = iter(range(100))
    tell_time(lambda: float(next(times)))
    for key in pins.keys:
        fingers.press(key)
    for key in pins.keys:
        fingers.release(key)
    keys.close()
    assert (keys.faults, keys.held_at_start) == ((), ())
    assert [(edge.key, edge.pressed) for edge in edges] == [
        (key, pressed) for pressed in (True, False) for key in pins.keys
    ]
    assert [edge.at for edge in edges] == [float(n) for n in range(26)]


def test_bounce_is_not_taken_out(pins: PinMap, fingers: Fingers) -> None:
    edges: list[Edge] = []
    keys = Keys(pins, edges.append)
    for _ in range(5):
        fingers.press("red3")
        fingers.release("red3")
    keys.close()
    assert [edge.pressed for edge in edges] == [True, False] * 5


@pytest.mark.usefixtures("fingers")
def test_the_pin_library_is_not_asked_to_take_it_out_either(pins: PinMap) -> None:
    keys = Keys(pins, lambda _: None)
    assert all(Device.pin_factory.pin(bcm).bounce is None for bcm in pins.keys.values())
    keys.close()


def test_a_key_held_at_start_is_a_press(pins: PinMap, fingers: Fingers) -> None:
    edges: list[Edge] = []
    fingers.press("green2")
    tell_time(lambda: 7.0)
    keys = Keys(pins, edges.append)
    assert keys.held_at_start == ("green2",)
    fingers.release("green2")
    keys.close()
    assert edges == [Edge("green2", True, 7.0), Edge("green2", False, 7.0)]


def test_a_busy_pin_is_a_fault_of_its_key_alone(pins: PinMap, fingers: Fingers) -> None:
    edges: list[Edge] = []
    with DigitalInputDevice(5):
        keys = Keys(pins, edges.append)
    fingers.press("green2")
    keys.close()
    (fault,) = keys.faults
    assert fault.key == "red2"
    assert fault.sentence == (
        "key red2: GPIO 5 (physical pin 29) is used by another program or by SPI; stop that and start the box again"
    )
    assert [edge.key for edge in edges] == ["green2"]


@pytest.mark.usefixtures("fingers")
def test_any_other_trouble_with_a_pin_is_told_too(pins: PinMap, monkeypatch: pytest.MonkeyPatch) -> None:
    open_pin = Device.pin_factory.pin

    def broken(name: int) -> object:
        if name == 4:
            raise Exception("no such line")  # lgpio's errors derive from nothing narrower  # noqa: TRY002
        return open_pin(name)

    monkeypatch.setattr(Device.pin_factory, "pin", broken)
    keys = Keys(pins, lambda _: None)
    keys.close()
    (fault,) = keys.faults
    assert fault.sentence == (
        "key table: GPIO 4 (physical pin 7) cannot be opened (no such line); check its number in wiring/pins.toml"
    )


def test_a_failing_put_costs_one_edge_and_no_key(
    pins: PinMap, fingers: Fingers, caplog: pytest.LogCaptureFixture
) -> None:
    edges: list[Edge] = []

    def put(edge: Edge) -> None:
        if not caplog.records:
            raise RuntimeError("queue is full")
        edges.append(edge)

    tell_time(lambda: 1.0)
    keys = Keys(pins, put)
    fingers.press("table")
    assert "an edge of key table was lost" in caplog.text
    fingers.release("table")
    fingers.press("red1")
    keys.close()
    assert edges == [Edge("table", False, 1.0), Edge("red1", True, 1.0)]


@pytest.mark.untraced
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), count=st.integers(1, 13))
def test_from_worn_contacts_to_gestures_no_press_is_lost_and_none_doubled(
    pins: PinMap, fingers: Fingers, seed: int, count: int
) -> None:
    rng = Random(seed)
    now = 0.0
    chosen = rng.sample(list(pins.keys), count)
    presses = {key: taps(rng, rng.random(), 3) for key in chosen}
    edges: list[Edge] = []
    tell_time(lambda: now)
    keys = Keys(pins, edges.append)
    for at, name, pressed in sorted((t, key, pressed) for key in chosen for t, pressed in worn(rng, presses[key])):
        now = at
        (fingers.press if pressed else fingers.release)(name)
    keys.close()
    keyboard = Keyboard(lambda _: (0.6,))
    felt = [told for edge in edges for told in keyboard.feed(edge)] + list(keyboard.tick(now + 1))
    for key in chosen:
        assert [type(gesture) for gesture in felt if gesture.key == key] == [Down, Tap] * 3
    downs = [gesture.at for gesture in felt if isinstance(gesture, Down)]
    assert downs == sorted(downs)


def test_no_edge_after_close(pins: PinMap, fingers: Fingers) -> None:
    edges: list[Edge] = []
    Keys(pins, edges.append).close()
    fingers.press("table")
    assert edges == []


def test_an_edge_while_the_keys_are_opened_is_told_once_and_after_what_was_before(
    pins: PinMap, fingers: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between opening a pin and reading its level: a press, a release, and a tap."""
    clock = count()
    edges: list[Edge] = []
    fingers.press("red2")
    state = Pin.state

    def read_late(pin: Pin) -> bool:
        some: dict[str, tuple[Callable[[str], object], ...]] = {
            "green1": (fingers.press,),
            "red2": (fingers.release,),
            "table": (fingers.press, fingers.release),
        }
        for key, moves in some.items():
            is_it = pin is Device.pin_factory.pin(pins.keys[key]) and pin.when_changed is not None
            if is_it and not any(edge.key == key for edge in seen):
                for move in moves:
                    move(key)
                    seen.append(Edge(key, move == fingers.press, 0.0))
        return bool(state.fget(pin))

    seen: list[Edge] = []
    tell_time(lambda: float(next(clock)))
    monkeypatch.setattr(Pin, "state", property(read_late))
    keys = Keys(pins, edges.append)
    keys.close()
    assert keys.held_at_start == ("red2",)
    assert [(edge.key, edge.pressed) for edge in edges] == [
        ("red2", True),
        ("green1", True),
        ("red2", False),
        ("table", True),
        ("table", False),
    ]
    assert edges == sorted(edges, key=lambda edge: edge.at)


def test_an_edge_that_never_comes_is_told_by_the_level(pins: PinMap, fingers: Fingers) -> None:
    """A full pipe drops edges; a key would be down for ever."""
    tell_time(lambda: 5.0)
    edges: list[Edge] = []
    keys = Keys(pins, edges.append)
    fingers.press("red4")
    fingers.press("green4")
    for key in ("red4", "table"):
        Device.pin_factory.pin(pins.keys[key]).edges = "none"
    fingers.release("red4")
    fingers.press("table")
    assert keys.settle(Patience(0.02)) == 5.0
    keys.close()
    assert [edge.key for edge in edges[:2]] == ["red4", "green4"]
    assert edges[2:] == [Edge("red4", False, 5.0), Edge("table", True, 5.0)]


def test_without_lgpio_the_real_pins_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setenv("LG_WD", "")
    with pytest.raises(PinsUnavailableError, match=r"the pins need lgpio .*; `sudo companion doctor` says how"):
        open_real_pins()


class Trap(ModuleType):
    """gpiozero's module for lgpio, which changes the folder when it is imported."""

    def __init__(self, factory: Callable[..., object]) -> None:
        super().__init__("lgpio")
        self.folders: list[Path] = []
        self._factory = factory

    def __getattr__(self, name: str) -> object:
        if name != "LGPIOFactory":
            raise AttributeError(name)
        self.folders.append(Path(os.environ["LG_WD"]))
        (self.folders[0] / ".lgd-nfy0").touch()
        os.chdir(self.folders[0])
        return self._factory


def test_lgpio_gets_a_folder_to_write_in_and_the_header_s_chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chips: list[int] = []

    def factory(chip: int) -> MockFactory:
        chips.append(chip)
        return MockFactory(revision="902120")

    trap = Trap(factory)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", trap)
    monkeypatch.setattr("hardware.keys.header_chip", lambda _: GpioChip(13, "pinctrl-rp1", 54))
    monkeypatch.setenv("LG_WD", "")
    monkeypatch.chdir(tmp_path)
    open_real_pins()
    assert chips == [13]
    assert type(Device.pin_factory) is MockFactory
    assert Path.cwd() == tmp_path
    assert not trap.folders[0].exists()


def test_what_lgpio_says_of_the_chip_is_no_matter_of_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def factory(**_: int) -> object:
        raise Exception("bad handle")  # lgpio's errors derive from nothing narrower  # noqa: TRY002

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", Trap(factory))
    monkeypatch.setattr("hardware.keys.header_chip", lambda _: GpioChip(13, "pinctrl-rp1", 54))
    monkeypatch.setenv("LG_WD", "")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        PinsUnavailableError, match="lgpio says bad handle of gpiochip13, which is pinctrl-rp1"
    ) as raised:
        open_real_pins()
    assert "group" not in str(raised.value)
    assert Path.cwd() == tmp_path
    assert Device.pin_factory is None


def test_another_library_of_the_same_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", ModuleType("lgpio"))
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setenv("LG_WD", "")
    with pytest.raises(PinsUnavailableError, match=r"the lgpio of this Python is another package .* remove it and"):
        open_real_pins()


def test_where_lgpio_cannot_write_that_is_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(ModuleType):
        """gpiozero's module for lgpio, which could not make its FIFO."""

        def __getattr__(self, name: str) -> object:
            raise (
                FileNotFoundError(2, "No such file", ".lgd-nfy-11") if name == "LGPIOFactory" else AttributeError(name)
            )

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", Broken("lgpio"))
    monkeypatch.setenv("LG_WD", "")
    with pytest.raises(PinsUnavailableError, match=r"lgpio found no folder to write in .*; see that there is room in"):
        open_real_pins()


@pytest.mark.parametrize("alive", [True, False])
def test_a_dead_notify_thread_is_noticed(alive: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = SimpleNamespace(is_alive=lambda: alive)
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(_notify_thread=thread))
    assert edges_arrive() is alive


def test_pin_libraries_without_a_notify_thread_need_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    assert edges_arrive()
