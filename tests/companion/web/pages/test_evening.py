"""Phones on one evening: with a scanned or typed code a seat is in the game at once, gets a name, and leaves again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest
from playwright.sync_api import Page, expect

from companion.config import GameSettings

from .conftest import HOME_NAME
from .looking import CUT, one_over_another
from .phone_box import Open, PhoneBox
from .test_whole_games import play

pytestmark = pytest.mark.slow


def scans(box: PhoneBox, phone: Open, pair: int, **settings: object) -> Page:
    """A phone comes in by the link that the display's QR code carries."""
    page = phone(None, f"/s#{box.code(pair)}", **settings)
    page.wait_for_url(f"{box.address}/seat")
    return page


def types(box: PhoneBox, phone: Open, pair: int, **settings: object) -> Page:
    """A phone comes in by the address on a page or on paper, and the digits of the display."""
    page = phone(None, **settings)
    page.wait_for_url(f"{box.address}/s")
    expect(page.locator("#code")).to_be_focused()
    digits = box.code(pair)
    page.keyboard.type(f"{digits[:3]} {digits[3:]}")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{box.address}/seat")
    return page


@pytest.mark.parametrize("comes_in", [scans, types])
@pytest.mark.parametrize("box", [{"names": GameSettings().names}], indirect=True)
def test_a_phone_that_comes_in_joins_is_asked_for_a_name_and_may_leave(
    box: PhoneBox, phone: Open, comes_in: Callable[[PhoneBox, Open, int], Page]
) -> None:
    page = comes_in(box, phone, 2)
    box.sees(page, "#how >> text=You are in.")
    assert box.box.joined() == (2,)
    assert (page.evaluate("document.activeElement.id"), page.input_value("#name")) == ("name", "")
    page.keyboard.type(" Oma Hilde ")
    page.keyboard.press("Enter")
    box.until(page, lambda: page.inner_text("#me").endswith("Oma Hilde"))
    assert box.box.journal.names[0] == {2: "Oma Hilde"}
    assert page.inner_text("#colour").startswith("Blue.")
    page.click("#join")
    box.sees(page, "#how >> text=You do not play yet.")
    assert box.box.joined() == ()
    page.click("#join")
    box.sees(page, "#how >> text=You are in.")


DEVICES: Mapping[int, Mapping[str, object]] = {
    1: {"viewport": {"width": 375, "height": 667}, "is_mobile": True},  # an iPhone SE
    2: {"viewport": {"width": 412, "height": 915}, "is_mobile": True, "device_scale_factor": 2.6},  # a large Android
    3: {"viewport": {"width": 820, "height": 1180}, "is_mobile": True},  # a tablet
    4: {"viewport": {"width": 1280, "height": 800}, "has_touch": False},
    5: {"viewport": {"width": 1920, "height": 1080}, "has_touch": False},
    6: {"viewport": {"width": 390, "height": 844}, "is_mobile": True},  # with letters twice as large
}
AT_KEYS = (4, 5)
"""The pairs whose players watch on a desktop, and answer at the keys."""
TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"


@pytest.mark.parametrize("box", [{"names": GameSettings().names}], indirect=True)
def test_six_come_in_and_play_while_phones_sleep_are_loaded_again_and_are_out_of_the_network(
    box: PhoneBox, phone: Open
) -> None:
    pages = {pair: (scans, types)[pair % 2](box, phone, pair, **device) for pair, device in DEVICES.items()}
    pages[6].evaluate(TWICE)
    for pair, page in pages.items():
        box.sees(page, "#how >> text=You are in.")
        page.fill("#name", f"Oma {pair}")
        page.press("#name", "Enter")
        box.until(page, lambda: page.inner_text("#me").endswith(f"Oma {pair}"))  # noqa: B023  # waited for at once
    assert box.box.joined() == tuple(DEVICES)
    box.box.hold("green4")
    rng, phones = Random(6), {pair: page for pair, page in pages.items() if pair not in AT_KEYS}
    sleeper = pages[1].context.new_cdp_session(pages[1])
    for what, away in (
        (lambda: sleeper.send("Page.setWebLifecycleState", {"state": "frozen"}), 1),
        (lambda: sleeper.send("Page.setWebLifecycleState", {"state": "active"}), None),
        (pages[2].reload, None),
        (lambda: box.cut(pages[3]), 3),
        (lambda: pages[3].context.set_offline(False), None),
    ):
        what()
        play(box, {pair: page for pair, page in phones.items() if pair != away}, rng, most=8)
    box.until(pages[3], lambda: "away" not in (pages[3].get_attribute("body", "class") or ""))
    for page in pages.values():
        box.until(page, lambda: page.get_attribute("body", "data-stage") == "playing")  # noqa: B023
        assert one_over_another(page) == []
        assert page.evaluate(CUT) == []


# --- a phone between two turns ---------------------------------------------------------------------------------------

PLAYS = "() => { const film = document.getElementById('film'); return !film.paused && film.currentTime > 0; }"
HEARD = """() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.heard.push(this.frequency.value);
    start.call(this, at);
  };
  navigator.vibrate = (pattern) => window.heard.push(pattern.length);
}"""


def over_plain_http(box: PhoneBox, phone: Open, pair: int) -> Page:
    page = phone(None, "/")
    page.goto(f"{box.address.replace('127.0.0.1', HOME_NAME)}/s#{box.code(pair)}")
    box.sees(page, "#how >> text=You are in.")
    assert not page.evaluate("isSecureContext")
    return page


def test_over_plain_http_a_touch_keeps_the_screen_on_by_a_film_until_the_phone_stops_it(
    box: PhoneBox, phone: Open
) -> None:
    page = over_plain_http(box, phone, 2)
    box.sees(page, "#awake >> text=Touch to keep the screen on")
    page.click("#awake")
    box.until(page, lambda: page.evaluate(PLAYS))
    film = "document.getElementById('film')"
    assert page.evaluate(f"[{film}.muted, {film}.loop, {film}.checkVisibility()]") == [False, False, True]
    box.until(page, lambda: not page.is_visible("#awake"))
    page.evaluate(f"{film}.currentTime = {film}.duration - 0.05")
    box.until(page, lambda: page.evaluate(f"{film}.currentTime < 30"))
    box.until(page, lambda: page.evaluate(PLAYS))
    page.evaluate(f"{film}.pause()")
    box.sees(page, "#awake >> text=Touch to keep the screen on")


def test_with_a_wake_lock_nothing_is_asked_and_without_film_a_sentence_says_what_to_do(
    box: PhoneBox, phone: Open
) -> None:
    page = phone(2)
    page.wait_for_timeout(300)
    assert not page.is_visible("#awake"), "this computer gives it a wake lock"
    page.route("**/awake.mp4", lambda asked: asked.abort())
    page.add_init_script("delete Navigator.prototype.wakeLock")
    box.was_away = True
    page.reload()
    box.sees(page, "#awake >> text=Set your phone so that its screen stays on")
    assert page.is_disabled("#awake")


SOON = """() => {
  const later = setTimeout;
  window.setTimeout = (act, ms, ...more) => later(act, ms === 30_000 ? 600 : ms, ...more);
}"""
"""What would come after 30 seconds comes soon."""


def ask_second(box: PhoneBox, pia: Page) -> None:
    """Three join, the second by its phone, and the first bidder passes."""
    box.box.tap("green1", "green3")
    pia.click("#join")
    box.until(pia, lambda: box.box.joined() == (1, 2, 3))
    box.box.hold("green1")
    box.box.hold("red1")


def test_a_phone_whose_seat_is_asked_for_long_is_called_once_more(box: PhoneBox, phone: Open) -> None:
    pia = phone(2)
    pia.evaluate(HEARD)
    pia.evaluate(SOON)
    ask_second(box, pia)
    box.until(pia, lambda: pia.evaluate("heard.length") == 6)
    assert pia.evaluate("heard.splice(0)") == [3, 659, 880] * 2
    pia.wait_for_timeout(1000)
    assert pia.evaluate("heard") == [], "once is enough"
    pia.click("[data-step='5']")
    pia.click("#offer")
    box.until(pia, lambda: not pia.is_visible("#amount"))
    pia.wait_for_timeout(1000)
    assert pia.evaluate("heard") == [], "it has answered"


def test_a_phone_rings_and_shakes_when_its_seat_is_asked_each_by_its_own_switch(box: PhoneBox, phone: Open) -> None:
    pia = phone(2)
    pia.evaluate(HEARD)
    ask_second(box, pia)
    box.sees(pia, "#amount")
    box.until(pia, lambda: pia.evaluate("heard.length") == 3)
    assert pia.evaluate("heard.splice(0)") == [3, 659, 880]
    pia.click("[data-step='5']")
    assert pia.evaluate("heard.splice(0)") == [], "it calls once"
    pia.click("#offer")
    box.until(pia, lambda: not pia.is_visible("#amount"))
    pia.click("#ring")
    pia.click("#shake")
    pia.click("#shake")
    assert pia.evaluate("heard") == [3], "what is off is not heard, and what is switched on is tried"
    pia.reload()
    pia.wait_for_selector("#calls")
    assert [pia.get_attribute(switch, "aria-pressed") for switch in ("#ring", "#shake")] == ["false", "true"]


def test_the_board_keeps_its_shape_whatever_stands_above_it(box: PhoneBox, phone: Open) -> None:
    pia, keys = phone(2), box.box
    shapes = set()

    def look() -> None:
        for height in (640, 800):
            pia.set_viewport_size({"width": 360, "height": height})
            room = pia.locator(".frame").bounding_box()
            assert room is not None
            shapes.add(round(room["width"] / room["height"], 1))

    look()
    keys.tap("green1", "green2", "green3")
    keys.hold("green1")
    box.sees(pia, "#who >> text=Hans")
    look()
    keys.hold("red1")
    box.sees(pia, "#amount")
    look()
    assert shapes == {1.2}
