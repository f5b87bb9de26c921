"""Phones join by joining: scanned or typed, each seat is in the game at once, is named, and leaves again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from companion.config import GameSettings

from .phone_box import Open, PhoneBox

pytestmark = pytest.mark.slow


def scans(box: PhoneBox, phone: Open, pair: int, **settings: object) -> Page:
    """A phone comes in by the link that the display's QR code carries."""
    return phone(None, f"/s#{box.code(pair)}", **settings)


def types(box: PhoneBox, phone: Open, pair: int, **settings: object) -> Page:
    """A phone comes in by the address on a page or on paper, and the digits of the display."""
    page = phone(None, **settings)
    page.wait_for_url(f"{box.address}/s")
    digits = box.code(pair)
    page.keyboard.type(f"{digits[:3]} {digits[3:]}")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{box.address}/seat")
    return page


@pytest.mark.parametrize("comes_in", [scans, types])
@pytest.mark.parametrize("box", [{"names": GameSettings().names}], indirect=True)
def test_who_comes_in_is_in_the_game_is_asked_for_a_name_and_may_leave(
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
