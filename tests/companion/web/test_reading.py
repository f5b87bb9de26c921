"""Somebody who does not see the page plays by what is told in its live region, and by names of keys."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, sync_playwright

from tests.companion.daemon.test_process import Daemon

CHROMIUM = shutil.which("chromium")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]

HEAR = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).map(({ textContent }) => textContent);
    if (added.length) window.heard.push(added);
  }).observe(document.querySelector("[aria-live]"), { childList: true, subtree: true, characterData: true });
}"""
"""Hears what a screen reader would tell: one entry for each change of the live region."""
HOLD_MS = 750


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    """The page of a box that has just been started."""
    daemon = Daemon(tmp_path)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless=new", "--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{daemon.port}/")
        page.wait_for_selector("body:not(.away)")
        page.evaluate(HEAR)
        yield page
        browser.close()
    daemon.stop()


def told(page: Page, *begins: str) -> list[str]:
    """The lines of the display, as soon as the first of them begin like this."""
    lines = page.get_by_role("region", name="Display of the box").get_by_role("paragraph")
    for _ in range(200):
        found = lines.all_text_contents()
        if len(found) >= len(begins) and all(map(str.startswith, found, begins)):
            return found
        page.wait_for_timeout(50)
    raise AssertionError(f"this stands instead: {lines.all_text_contents()}")


def dot(page: Page, seat: str) -> Locator:
    """The key of the seat of this colour."""
    return page.get_by_role("button", name=f"{seat}: dot ●")


def tap(page: Page, seat: str) -> None:
    """Tap the dot key of this seat as a screen reader does: no busy machine makes a hold of it."""
    dot(page, seat).evaluate("key => key.click()")


def test_three_join_and_bid_by_what_is_told_and_by_names_of_keys(page: Page) -> None:
    told(page, "Who plays?")
    for seat in ("Red", "Blue", "Green"):
        tap(page, seat)
        told(page, f"{seat} joins")
    dot(page, "Red").press("Enter", delay=HOLD_MS)
    for seat in ("Red", "Blue", "Green"):
        lines = told(page, f"{seat}: ")
        assert lines[-1].endswith("hold ring: Pass")
        high = max(map(int, re.findall(r"High bid (\d+)", " ".join(lines))), default=0)
        for bid in (high + 1, high + 2):
            tap(page, seat)
            told(page, f"{seat}: bid {bid}?")
        dot(page, seat).press("Enter", delay=HOLD_MS)
    told(page, "Red: ")
    heard: list[list[str]] = page.evaluate("heard")
    pictures, steps = 3 + 2 + 3 * 2 + 1, 3
    assert pictures - 3 <= len(heard) <= pictures + steps, (
        "one message a picture, and none of a bar; of a step of a draft only if a busy machine lets it stand"
    )
    assert all(before != after for before, after in pairwise(heard))
    bids = [int(bid) for lines in heard for bid in re.findall(r": bid (\d+)\?", " ".join(lines))]
    assert {2, 4, 6} <= {*bids}, "each draft that was committed is told"
    assert bids == sorted({*bids}), "each one once, in order"


def test_each_click_without_a_pointer_is_one_tap(page: Page) -> None:
    told(page, "Who plays?")
    tap(page, "Violet")
    told(page, "Violet joins", "1")
    tap(page, "Violet")
    told(page, "Violet", "0")
