"""The page in a real browser, on a real server, with a twin that writes down what is touched."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import combinations, pairwise
from typing import Any, TypeAlias

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.kit.chart import Chart, Label, Ornament, Shape, Spot
from companion.web.app import SpaceLeds, TwinLayout, make_app
from companion.web.port import bind
from companion.web.server import Server
from tests.companion.faces import ring
from tests.ports import free_port

from .fake_twin import FakeTwin
from .pages.axe import axe_core
from .test_reading import HEAR

CHROMIUM = shutil.which("chromium")
DOTS = """() => {
  const canvas = document.getElementById("oled"), scale = canvas.width / 128;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const lit = (x, y) => data[((y * scale) * canvas.width + x * scale) * 4] > 128;
  return Array.from({ length: 1024 }, (_, i) => [0, 1, 2, 3, 4, 5, 6, 7]
    .reduce((byte, bit) => byte | lit(i % 128, 8 * Math.floor(i / 128) + bit) << bit, 0));
}"""
RECTANGLES = """selector => Array.from(document.querySelectorAll(selector), (element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [element.outerHTML, left, top, right, bottom];
})"""
IS_REDRAWN = """() => {
  const board = document.getElementById("board"), { width, height } = board.viewBox.baseVal;
  return Math.abs(width - board.clientWidth) < 1 && Math.abs(height - board.clientHeight) < 1;
}"""
Rectangle: TypeAlias = tuple[str, float, float, float, float]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]


class Box:
    """A fake twin and its server, which can be switched off and on."""

    def __init__(self) -> None:
        self.twin = FakeTwin()
        self.port = free_port()
        self.switch_on()

    def switch_off(self) -> None:
        self._server.stop()

    def switch_on(self) -> None:
        self._server = Server(make_app(self.twin), bind(self.port))
        self._server.start()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless=new", "--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def box() -> Iterator[Box]:
    box = Box()
    yield box
    box.switch_off()


@pytest.fixture
def page(browser: Browser, box: Box) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if "Security" in message.text else None)
    page.goto(f"http://127.0.0.1:{box.port}/")
    page.wait_for_selector("body:not(.away)")
    yield page
    assert errors == []
    context.close()


@pytest.fixture
def expect(page: Page, box: Box) -> Callable[..., None]:
    """Wait until the twin was touched like this since the last time: `+green1` pressed, `-green1` released."""

    def expect(*touches: str) -> None:
        calls = [({"+": "press", "-": "release"}[touch[0]], touch[1:]) for touch in touches]
        deadline = time.monotonic() + 3
        while len(box.twin.calls) < len(calls) and time.monotonic() < deadline:
            page.wait_for_timeout(10)
        page.wait_for_timeout(60)  # nothing more may come
        assert box.twin.calls == calls
        box.twin.calls.clear()

    return expect


def middle(page: Page, key: str) -> tuple[float, float]:
    found = page.locator(f"[data-key={key}]").bounding_box()
    assert found is not None
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def test_a_key_goes_down_and_up_with_the_mouse(page: Page, expect: Callable[..., None]) -> None:
    page.mouse.move(*middle(page, "green1"))
    page.mouse.down()
    expect("+green1")
    assert "down" in (page.locator("[data-key=green1]").get_attribute("class") or "")
    page.mouse.up()
    expect("-green1")


def is_pressed(page: Page, key: str) -> bool:
    return "pressed" in (page.locator(f"[data-key={key}]").get_attribute("class") or "")


def test_a_key_that_the_box_feels_goes_down_on_the_page_and_up_again(page: Page, box: Box) -> None:
    box.twin.felt = bytes([0, 1, *[0] * 11])
    page.wait_for_selector("[data-key=green2].pressed")
    assert page.locator(".pressed").count() == 1
    tops = "() => ['green2', 'green3'].map((key) => document.querySelector(`[data-key=${key}] .cap`)"
    tops += ".getBoundingClientRect().top)"
    page.wait_for_function(f"() => {{ const [down, up] = ({tops})(); return down > up + 3; }}")  # it sinks softly
    box.twin.felt = bytes([0, 2, *[0] * 11])
    page.wait_for_selector("[data-key=green2]:not(.pressed)")
    assert box.twin.calls == []


COUNTING = """() => {
  const key = document.querySelector("[data-key=table]");
  window.sunk = [];
  new MutationObserver(() => window.sunk.push(key.classList.contains("pressed")))
    .observe(key, { attributeFilter: ["class"] });
}"""
"""How often the table key goes down and up: it is down for so short a time that a look may miss it."""


def test_a_press_between_two_looks_is_seen(page: Page, box: Box) -> None:
    box.twin.felt = bytes([0, 1, *[0] * 11])
    page.wait_for_selector("[data-key=green2].pressed")  # it looks
    page.evaluate(COUNTING)
    box.twin.felt = bytes([0, 1, *[0] * 10, 254])  # twice a hundred times and more, and up again
    page.wait_for_function("() => window.sunk.join() === 'true,false'")
    box.twin.felt = bytes([0, 1, *[0] * 11])
    page.wait_for_function("() => window.sunk.join() === 'true,false,true,false'")


def test_away_from_the_box_no_key_is_pressed_and_what_was_pressed_before_is_not_told(page: Page, box: Box) -> None:
    box.twin.felt = bytes([8, 1, *[0] * 11])
    page.wait_for_selector("[data-key=green2].pressed")
    box.switch_off()
    page.wait_for_selector("body.away")
    assert page.locator(".pressed").count() == 0
    box.switch_on()
    page.wait_for_selector("[data-key=green2].pressed")
    assert not is_pressed(page, "green1")


HELD_UP = """ms => addEventListener("keydown", () => setTimeout(() => {
  for (const end = performance.now() + ms; performance.now() < end;);
}, 200), { once: true })"""
"""Lets nothing happen on the page for a while, soon after a key has gone down."""


def held_s(box: Box, key: str) -> float:
    """How long the page has said that this key is held, last."""
    return [seconds for held, seconds in box.twin.held if held == key][-1]


def test_a_tap_on_a_page_that_is_held_up_is_no_hold(page: Page, box: Box, expect: Callable[..., None]) -> None:
    page.evaluate(HELD_UP, 2400)
    page.keyboard.down("KeyQ")
    while not box.twin.calls:
        page.wait_for_timeout(5)
    pressed_at = time.monotonic()
    time.sleep(0.3)  # now the page is held up
    page.keyboard.up("KeyQ")
    expect("+green1", "-green1")
    told_after_s = time.monotonic() - pressed_at
    assert all(earlier <= later for (_, earlier), (_, later) in pairwise(box.twin.held))
    assert 0.1 < held_s(box, "green1") < told_after_s - 0.5


def test_a_page_tells_that_a_key_is_held_still(page: Page, box: Box) -> None:
    page.mouse.move(*middle(page, "red2"))
    began = time.monotonic()
    page.mouse.down()
    while not box.twin.held or held_s(box, "red2") < 0.6:
        page.wait_for_timeout(5)
        assert time.monotonic() < began + 3
    assert time.monotonic() - began > 0.5
    page.mouse.up()


def test_letting_go_outside_the_key_lets_go(page: Page, expect: Callable[..., None]) -> None:
    page.mouse.move(*middle(page, "red3"))
    page.mouse.down()
    page.mouse.move(5, 5)
    expect("+red3")
    page.mouse.up()
    expect("-red3")


def test_two_keys_of_the_keyboard_at_once(page: Page, expect: Callable[..., None]) -> None:
    page.keyboard.down("KeyQ")
    page.keyboard.down("KeyH")
    page.keyboard.down("KeyH")  # held long: the keyboard repeats it
    expect("+green1", "+red6")
    page.keyboard.up("KeyQ")
    page.keyboard.up("KeyH")
    expect("-green1", "-red6")


def test_two_fingers_at_once(page: Page, expect: Callable[..., None]) -> None:
    wire = page.context.new_cdp_session(page)
    fingers = [dict(zip("xy", middle(page, key), strict=True), id=i) for i, key in enumerate(("green2", "red5"))]
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers[:1]})
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers})
    expect("+green2", "+red5")
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": fingers[:1]})
    expect("-green2")
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect("-red5")


def test_the_space_bar_is_the_table_key_also_after_a_click(page: Page, expect: Callable[..., None]) -> None:
    page.mouse.click(*middle(page, "green4"))
    expect("+green4", "-green4")
    page.keyboard.press("Space")
    expect("+table", "-table")


def test_a_focused_key_is_pressed_by_enter_and_space(page: Page, expect: Callable[..., None]) -> None:
    page.focus("[data-key=red2]")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect("+red2", "-red2", "+red2", "-red2")


def test_a_key_held_twice_comes_up_when_both_let_go(page: Page, expect: Callable[..., None]) -> None:
    page.keyboard.down("KeyW")
    page.mouse.move(*middle(page, "green2"))
    page.mouse.down()
    page.keyboard.up("KeyW")
    expect("+green2")
    page.mouse.up()
    expect("-green2")


@pytest.mark.parametrize("event", ["blur", "pagehide"])
def test_looking_away_lets_go(page: Page, expect: Callable[..., None], event: str) -> None:
    page.keyboard.down("KeyE")
    page.keyboard.down("Space")
    page.evaluate(f"dispatchEvent(new Event('{event}'))")
    expect("+green3", "+table", "-green3", "-table")


def test_a_shortcut_of_the_browser_is_no_key(page: Page, expect: Callable[..., None]) -> None:
    page.keyboard.down("Control")
    page.keyboard.press("KeyE")
    expect()


def test_the_canvas_shows_the_memory_dot_for_dot(page: Page, box: Box) -> None:
    for memory in (bytes((7 * i * i + i // 3) % 256 for i in range(1024)), bytes(1024)):
        box.twin.oled = memory
        page.wait_for_function(f"memory => ({DOTS})().join() === memory.join()", arg=list(memory))


def test_a_box_that_dims_sleeps_and_wakes_is_seen_to(page: Page, box: Box) -> None:
    def shine() -> float:
        """How bright the brightest dot of the display is, as it comes to the eye."""
        page.wait_for_timeout(700)  # it fades
        glass = Image.open(BytesIO(page.locator("#oled").screenshot())).convert("L")
        return max(at for at, count in enumerate(glass.histogram()) if count)

    heard = "light => Math.abs(getComputedStyle(document.getElementById('oled')).opacity - light) < 0.01"
    box.twin.oled, box.twin.level = b"\xff" * 1024, 0xCF
    page.wait_for_function(f"() => ({DOTS})().every((byte) => byte === 255)")
    lit = shine()
    box.twin.level = 16
    page.wait_for_function(heard, arg=0.25 + 0.75 * 16 / 127)
    assert 0.2 * lit < shine() < 0.6 * lit, "dim, and still to be read"
    box.twin.oled = bytes(1024)
    page.wait_for_selector("text=any key wakes it")
    assert not any(page.evaluate(DOTS))
    box.twin.oled, box.twin.level = b"\xff" * 1024, 0xCF
    page.wait_for_selector("text=any key wakes it", state="detached")
    page.wait_for_function(heard, arg=1)
    assert shine() == lit


def test_a_light_shows_its_colour(page: Page, box: Box) -> None:
    box.twin.leds = bytes([0] * 9 + [0, 0, 55] + [0] * 93)
    page.wait_for_selector("[data-led='3'][style*='--light: 0 0 255']", state="attached")
    power = "e => Number(e.style.getPropertyValue('--power'))"
    assert page.locator("[data-led='3']").evaluate(power) == pytest.approx(0.5, abs=0.01)
    assert page.locator("[data-led='4']").evaluate(power) == 0


def test_a_box_that_goes_away_is_said_and_comes_back(page: Page, box: Box, expect: Callable[..., None]) -> None:
    box.twin.oled = b"\xff" * 1024
    page.keyboard.down("KeyQ")
    expect("+green1")
    box.switch_off()
    page.wait_for_selector("text=box not reachable")
    expect("-green1")
    assert page.locator(".down").count() == 0
    assert not any(page.evaluate(DOTS))
    box.switch_on()
    page.wait_for_function(f"() => ({DOTS})().every((byte) => byte === 255)")
    page.keyboard.up("KeyQ")
    expect()


# Without eyes


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_axe_finds_nothing_and_the_page_has_headings(page: Page, box: Box, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for box.twin.lines in (("Pia: bids", "13 coins"), ()):
        page.wait_for_function(
            "(count) => document.querySelectorAll('#reading p').length === count", arg=len(box.twin.lines)
        )
        page.evaluate(axe_core())
        found = page.evaluate("() => axe.run()")["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    headings = page.get_by_role("heading").all_text_contents()
    assert headings == ["Sample Royal", "Display of the box", "Board", "Keys of the box"]


def test_of_a_change_only_the_new_lines_are_told_and_of_a_new_question_all(page: Page, box: Box) -> None:
    page.evaluate(HEAR)
    pictures = (
        (("Pia: bids", "1 coin", "Hans 3"), ["Pia: bids", "1 coin", "Hans 3"]),
        (("Pia: bids", "2 coins", "Hans 3"), ["2 coins"]),
        (("Pia: bids", "2 coins", "Hold longer", "Hans 3"), ["Hold longer"]),
        (("Pia: bids", "2 coins", "Hans 3"), None),
        (("Hans: bids", "2 coins", "Hans 3"), ["Hans: bids", "2 coins", "Hans 3"]),
    )
    for box.twin.lines, new in pictures:
        page.wait_for_function(
            "(lines) => [...document.querySelectorAll('#reading p')].map((p) => p.textContent).join() === lines.join()",
            arg=list(box.twin.lines),
        )
        assert page.evaluate("heard.splice(0)") == ([new] if new else [])


def test_what_stands_for_a_moment_only_is_not_told(page: Page, box: Box) -> None:
    page.evaluate(HEAR)
    page.clock.install(time=0)
    page.clock.pause_at(1)  # else a face stands for as long as a busy machine likes
    for face in (*range(1, 7), 4):
        box.twin.lines = ("Pia: rolls", str(face))
        page.wait_for_timeout(80)
    page.clock.resume()
    page.wait_for_selector("#reading >> text=4")
    assert page.evaluate("heard") == [["Pia: rolls", "4"]]


def test_a_click_of_a_screen_reader_is_a_tap(page: Page, expect: Callable[..., None]) -> None:
    page.get_by_role("button", name="Seat 1, red: ring ○").evaluate("key => key.click()")
    expect("+red1", "-red1")


def is_inside(thing: Rectangle, width: int, height: int) -> bool:
    _, left, top, right, bottom = thing
    return left >= 0 and top >= 0 and right <= width and bottom <= height


def do_overlap(one: Rectangle, other: Rectangle) -> bool:
    return one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 800), (1024, 640), (844, 390), (667, 375), (390, 844), (320, 568)]
)
def test_everything_is_in_sight_and_no_key_covers_another(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(IS_REDRAWN)
    things = page.evaluate(RECTANGLES, ".key, #oled, .seat header, .legend, .led")
    assert [thing for thing in things if not is_inside(thing, width, height)] == []
    solid = page.evaluate(RECTANGLES, ".key, #oled, .seat header, .legend")
    assert [pair for pair in combinations(solid, 2) if do_overlap(*pair)] == []


@pytest.mark.parametrize(
    ("width", "height"), [(1920, 1080), (1280, 800), (844, 390), (667, 375), (820, 1180), (390, 844), (360, 640)]
)
def test_the_display_takes_the_room_of_a_board_if_the_game_has_none(
    page: Page, box: Box, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(IS_REDRAWN)
    before, layout = [things[1:] for things in page.evaluate(RECTANGLES, "main, main *")], box.twin.board
    for board, state in ((TwinLayout("Sample Nim", (), layout.seats), "hidden"), (layout, "visible")):
        box.switch_off()
        box.twin.board = board
        box.switch_on()
        page.wait_for_selector("#board", state=state)  # type: ignore[arg-type]  # of a Literal
        page.wait_for_selector("body:not(.away)")
        page.wait_for_timeout(100)
        if not board.spaces:
            assert page.locator(".board").evaluate("(board) => board.checkVisibility()") is False
            things = page.evaluate(RECTANGLES, ".key, .glass, #oled, .seat header, .legend, .seat .led")
            assert [thing for thing in things if not is_inside(thing, width, height)] == []
            solid = page.evaluate(RECTANGLES, ".key, .glass, .seat header, .legend")
            assert [pair for pair in combinations(solid, 2) if do_overlap(*pair)] == []
            (screen,) = page.evaluate(RECTANGLES, ".screen")
            assert screen[3] - screen[1] >= width / 2
    assert [things[1:] for things in page.evaluate(RECTANGLES, "main, main *")] == before


# The sound

EAR = """
  const Real = AudioContext;
  window.AudioContext = class extends Real {
    constructor(options) {
      super(options);
      this.analyser = new AnalyserNode(this, { fftSize: 16384, smoothingTimeConstant: 0 });
      window.ear = this;
    }
    get destination() { return this.analyser ?? super.destination; }
  };
  const { setTargetAtTime } = AudioParam.prototype;
  window.swells = [];
  AudioParam.prototype.setTargetAtTime = function (level, at, seconds) {
    window.swells.push({ level, at, seconds });
    return setTargetAtTime.call(this, level, at, seconds);
  };
  window.hear = () => {
    const { analyser, sampleRate, state } = window.ear;
    const wave = new Float32Array(2048), bins = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatTimeDomainData(wave);
    analyser.getFloatFrequencyData(bins);
    const peak = bins.indexOf(Math.max(...bins)) * sampleRate / analyser.fftSize;
    return { state, peak, level: Math.max(...wave.map(Math.abs)) };
  };
"""
"""Listens to what the page's one AudioContext gives out, in place of a loudspeaker."""


class Ear:
    """Hears what the page really plays."""

    def __init__(self, page: Page, box: Box) -> None:
        self.page, self.twin = page, box.twin
        page.add_init_script(EAR)
        page.reload()
        page.wait_for_selector("body:not(.away)")

    def hears(self, hertz: float, share: float) -> tuple[float, float]:
        """The highest peak of its spectrum, in hertz, and the greatest swing of its wave."""
        self.twin.sounding = (hertz, share)
        self.page.wait_for_timeout(600)  # its spectrum is of the last 0.4 s
        heard = self.page.evaluate("hear()")
        assert heard["state"] == "running"
        return heard["peak"], heard["level"]


def test_the_page_plays_what_the_buzzer_sounds_from_the_first_press_on(page: Page, box: Box) -> None:
    ear = Ear(page, box)
    box.twin.sounding = (440.0, 0.5)
    page.wait_for_timeout(100)
    assert page.evaluate("window.ear") is None, "nothing before somebody presses something"
    page.mouse.click(*middle(page, "green1"))
    for hertz, share, level in ((440.0, 0.5, 0.25), (659.0, 0.1, 0.077)):
        peak, swing = ear.hears(hertz, share)
        assert peak == pytest.approx(hertz, abs=4)
        assert swing == pytest.approx(level, abs=0.01)
    assert ear.hears(0.0, 0.0)[1] < 1e-3


def test_a_bid_lasts_as_long_as_its_tone_and_begins_and_ends_without_a_click(page: Page, box: Box) -> None:
    ear = Ear(page, box)
    page.mouse.click(*middle(page, "green1"))
    ear.hears(0.0, 0.0)
    box.twin.sounding = (262.0, 0.5)
    began = time.monotonic()
    time.sleep(0.25)
    box.twin.sounding = (0.0, 0.0)
    sounded_s = time.monotonic() - began
    page.wait_for_timeout(400)
    begun, ended = page.evaluate("window.swells")[-2:]
    assert (begun["level"], ended["level"]) == (pytest.approx(0.25), 0.0)
    assert ended["at"] - begun["at"] == pytest.approx(sounded_s, abs=0.06)
    assert {begun["seconds"], ended["seconds"]} == {0.004}, "nothing jumps"


def test_the_sound_is_muted_by_mouse_and_keyboard_and_the_space_bar_stays_the_table_key(
    page: Page, box: Box, expect: Callable[..., None]
) -> None:
    ear, button = Ear(page, box), page.get_by_role("button", name="Mute the sound")
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    assert ear.hears(440.0, 0.5)[1] < 1e-3
    page.keyboard.press("Space")
    expect("+table", "-table")
    button.focus()
    for key, level in (("Space", 0.25), ("Enter", 0.0), ("Enter", 0.25)):
        page.keyboard.press(key)
        assert ear.hears(440.0, 0.5)[1] == pytest.approx(level, abs=0.02)
    expect()


def test_a_box_that_goes_away_is_silent(page: Page, box: Box) -> None:
    ear = Ear(page, box)
    page.mouse.click(*middle(page, "green1"))
    assert ear.hears(440.0, 0.5)[1] > 0.2
    box.switch_off()
    page.wait_for_selector("text=box not reachable")
    page.wait_for_timeout(600)
    assert page.evaluate("hear()")["level"] < 1e-3
    box.switch_on()


# The board


def ring_layout(chart: Chart) -> TwinLayout:
    """A board with a loop, lanes and yards, a light for each space."""
    spaces = [
        SpaceLeds(space.id, space.role, space.label, (at,), space.after, space.colour)
        for at, space in enumerate(ring.spaces())
    ]
    return TwinLayout("Sample Ring", tuple(spaces), (), chart)


def by_hand() -> dict[str, Spot]:
    """Spots for all its spaces: three rows."""
    ids = [space.id for space in ring.spaces()]
    return {space: Spot((at % 7 + 0.5) / 7, (at // 7 + 0.5) / 3) for at, space in enumerate(ids)}


def drawn(page: Page, box: Box, layout: TwinLayout, width: int = 1280, height: int = 800) -> None:
    """Show this board."""
    box.twin.board = layout
    page.set_viewport_size({"width": width, "height": height})
    page.reload()
    page.wait_for_selector("body:not(.away)")
    page.wait_for_function(IS_REDRAWN)


def at_once(page: Page, selector: str, value: str) -> list[Any]:
    """The value of each element, found and read in one step, since the page may be redrawn between two."""
    return list(page.evaluate(f"(found) => [...document.querySelectorAll(found)].map((one) => {value})", selector))


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize(
    "chart", [Chart(), Chart(by_hand()), Chart(by_hand(), aspect=1.5)], ids=["ring", "spots", "3:2"]
)
def test_a_board_with_a_loop_and_lanes_shows_every_light_once_beside_the_others(
    page: Page, box: Box, chart: Chart, width: int
) -> None:
    layout = ring_layout(chart)
    drawn(page, box, layout, width)
    assert sorted(map(int, at_once(page, "#lights .led", "one.dataset.led"))) == list(range(len(layout.spaces)))
    ((_, left, top, right, bottom),) = page.evaluate(RECTANGLES, "#board")
    lights = page.evaluate(RECTANGLES, "#lights .led")
    assert all(left < x0 and x1 < right and top < y0 and y1 < bottom for _, x0, y0, x1, y1 in lights)
    assert [pair for pair in combinations(lights, 2) if do_overlap(*pair)] == []


def test_a_loop_without_spots_is_a_ring_of_cells_and_the_rest_lies_inside(page: Page, box: Box) -> None:
    drawn(page, box, ring_layout(Chart()))
    assert page.locator("#board path.cell").count() == len(ring.LOOP)
    assert page.locator("#board circle.field").count() == 8


def test_spots_are_where_the_game_says_in_the_colour_of_their_seat(page: Page, box: Box) -> None:
    drawn(page, box, ring_layout(Chart(by_hand())))
    assert page.locator("#board path.cell").count() == 0
    assert page.locator("#board circle.field").count() == len(ring.spaces())
    assert page.locator("#board circle.field[data-colour=red]").count() == 5
    xs = at_once(page, "#board circle.field", "one.cx.baseVal.value")[:7]
    assert xs == sorted(xs)
    assert len({round(after - before) for before, after in pairwise(xs)}) == 1


def test_an_ornament_stands_on_its_space_with_its_label_and_beside_the_track_where_there_is_room(
    page: Page, box: Box
) -> None:
    square = (Shape("M-0.5 -0.5 H0.5 V0.5 H-0.5 Z", "stone"),)
    sign = Ornament(square, spaces=("5",), label=Label(0, 0, 0.3, is_carved=True))
    beside = Ornament(square, spots=(Spot(0.5, 0.5), Spot(0.5, 0.01)), reach=0.5)
    drawn(page, box, ring_layout(Chart(ground=("lawn", "lattice"), ornaments=(sign, beside))))
    assert page.locator("#board g.stone").count() == 2, "at the edge lies the road"
    assert page.locator("#board text.carved").text_content() == "5"
    assert at_once(page, "#board > rect", "one.className.baseVal") == [
        "lawn",
        "lattice",
    ]


def test_an_ornament_wears_the_colour_of_its_space_and_none_is_cut_by_the_edge_of_the_board(
    page: Page, box: Box
) -> None:
    cape = (Shape("M-0.5 -0.5 H0.5 V0.5 H-0.5 Z", "livery"),)
    worn = Ornament(cape, spaces=("k1", "k2"))
    beside = Ornament((Shape("M0 0 H0.5", "thread"),), spots=(Spot(0.5, 1 / 3), Spot(1.2, 1 / 3)), reach=0.3)
    drawn(page, box, ring_layout(Chart(by_hand(), ornaments=(worn, beside))))
    colours = at_once(page, "#board g:has(> .livery)", "one.dataset.colour")
    assert colours == ["red", "blue"]
    fills = at_once(page, "#board .livery path", "getComputedStyle(one).fill")
    assert len(set(fills)) == 2
    assert page.locator("#board g.thread").count() == 1
