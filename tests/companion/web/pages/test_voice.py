"""Pages speak by the browser's own voice; a browser without a head has none, so what it is asked to say is noted."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page

from companion.faces.page import page

from .looking import CUT, SIZES, SMALL
from .phone_box import Open, PhoneBox

pytestmark = pytest.mark.slow

HEARD: Final = """() => {
  window.heard = [];
  speechSynthesis.speak = ({ text, lang, rate, volume }) => heard.push([text, lang, rate, volume]);
}"""
TOLD_MS: Final = 900
"""After this time, what stands on the page has been told."""


def said(page: Page) -> list[str]:
    """What has been said since the last call."""
    page.wait_for_timeout(TOLD_MS)
    return [words for words, *_ in page.evaluate("heard.splice(0)")]


def spoken(page: Page) -> list[str]:
    """The same, once there is something."""
    page.wait_for_function("() => heard.length > 0")
    return said(page)


def switch(page: Page, how: str) -> None:
    """Choose what is spoken."""
    if page.get_attribute("#voice", "open") is None:
        page.click("#voice summary")
    page.select_option("#how-much", how)


def test_a_phone_says_whose_turn_it_is_or_everything_and_nothing_before_it_is_asked(box: PhoneBox, phone: Open) -> None:
    pia, keys = phone(2), box.box
    pia.evaluate(HEARD)
    keys.tap("green1", "green3")
    pia.click("#join")
    box.until(pia, lambda: box.box.joined() == (1, 2, 3))
    assert said(pia) == [], "nobody has switched it on"
    switch(pia, "turns")
    said(pia)
    keys.hold("green1")
    assert said(pia) == [], "it is not this seat's turn"
    keys.hold("red1")
    box.sees(pia, "#amount")
    (turn,) = spoken(pia)
    assert turn.startswith("Your turn. Pia: "), turn
    pia.click("#again")
    assert said(pia) == [turn]
    pia.click("#say-board")
    (board,) = said(pia)
    assert "Pia: 50, on space 5." in board, board
    switch(pia, "all")
    said(pia)
    pia.click("#offer")
    box.until(pia, lambda: not pia.is_visible("#amount"))
    pia.wait_for_function("() => heard.some(([words]) => words.startsWith('Werner: '))")  # somebody else's turn


def test_it_speaks_the_page_s_language_as_fast_and_as_loud_as_this_browser_was_told(phone: Open) -> None:
    pia = phone(2)
    switch(pia, "all")
    for slider, value in (("#rate", "1.5"), ("#loud", "0.4")):
        pia.locator(slider).evaluate("(slider, value) => { slider.value = value; slider.onchange(); }", value)
    pia.reload()
    pia.wait_for_selector("#me:not(:empty)")
    pia.evaluate(HEARD)
    switch(pia, "all")
    spoken(pia)
    pia.click("#again")
    *_, (_, language, rate, volume) = pia.evaluate("heard")
    assert (language, rate, round(volume, 1)) == ("en", 1.5, 0.4)


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_secrets_are_spoken_only_while_their_seat_looks_at_them(box: PhoneBox, phone: Open) -> None:
    pia, keys = phone(2), box.box
    pia.evaluate(HEARD)
    keys.tap("green1")
    pia.click("#join")
    box.until(pia, lambda: box.box.joined() == (1, 2))
    switch(pia, "all")
    keys.hold("green1")
    box.sees(pia, "#look")
    pia.wait_for_function("() => document.getElementById('aloud').textContent.startsWith('Deal 1: ')")
    before = " ".join(said(pia))
    pia.click("#look")
    (secret,) = said(pia)
    hand = keys.session.rules.secret(keys.session.state, 2, 0)[0]
    assert secret == ". ".join(page(hand, str).said) + "."
    assert not any(sentence in before for sentence in page(hand, str).said[1:])


def test_the_table_speaks_too_and_its_panel_can_be_read_and_touched(box: PhoneBox, phone: Open) -> None:
    wall = phone(None, "/")
    wall.evaluate(HEARD)
    switch(wall, "all")
    said(wall)
    box.box.tap("green1")
    wall.wait_for_function("() => heard.some(([words]) => words.includes('joins'))")
    for width, height in SIZES:
        wall.set_viewport_size({"width": width, "height": height})
        wall.wait_for_timeout(300)
        assert [wall.evaluate(CUT), wall.evaluate(SMALL)] == [[], []]
