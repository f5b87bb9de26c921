"""Pages for eyes that need more: letters twice as large on a phone, and the colours that a reader's system forces.

What was looked at, and mended: names broken into single letters, numbers and answers cut at the right, four parts of a
page in one row, a list of answers of which half a row was in sight; and, without backgrounds, who is asked, what is
chosen, which part is open.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from companion.daemon import demo
from companion.table.ports import OWNER
from tests.companion.daemon.stepped_box import SteppedBox, config

from .looking import settle
from .phone_box import PhoneBox

pytestmark = pytest.mark.slow

ASKED: Final = -1
"""The seat that is asked."""
PATHS: Final = (
    ("/seat", ASKED),
    ("/", None),
    ("/s", None),
    *((f"/owner#{part}", OWNER) for part in ("now", "next", "check", "games")),
)
"""All pages, and whose key they need."""
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
TWICE: Final = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"
"""What a browser's setting "text size: 200 %" does."""
LANGUAGES: Final = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR", "nl": "nl-NL"}
WIDE: Final = """() => Array.from(document.querySelectorAll("html, body, body *"), (element) => {
  if (element.closest(".aloud, svg, select") || !element.clientWidth) return null;
  return element.scrollWidth > element.clientWidth ? element.outerHTML.slice(0, 200) : null;
}).filter(Boolean)"""
"""Finds elements whose content is wider than their room; a list that opens shows all of its words then."""
COVERED: Final = """() => Array.from(document.querySelectorAll("button, input, select, a, summary"), (control) => {
  const isFree = (block) => {
    control.scrollIntoView({ block });
    const { left, top, width, height } = control.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return left >= 0 && left + width <= innerWidth && control.contains(there);
  };
  const isSeen = control.checkVisibility({ visibilityProperty: true });
  return !isSeen || ["start", "center", "end"].some(isFree) ? null : control.outerHTML.slice(0, 200);
}).filter(Boolean)"""
"""Finds controls that something covers, or that reach beyond the screen, however one scrolls."""
SMALL_SIGHT: Final = """() => {
  const dock = document.querySelector("#dock"), list = document.querySelector("#choices");
  if (!dock?.checkVisibility() || !list?.checkVisibility()) return 99;
  dock.scrollTo(0, 0);
  const rows = Array.from(list.children, (row) => row.getBoundingClientRect());
  const bottom = Math.min(dock.getBoundingClientRect().bottom, innerHeight);
  return rows.filter((row) => row.bottom <= bottom).length;
}"""
"""How many answers of a list are wholly in sight at once."""
UNLINED: Final = """() => Array.from(document.querySelectorAll("button, input, select, a, summary"), (control) => {
  if (!control.checkVisibility({ visibilityProperty: true }) || control.type === "range") return null;
  const style = getComputedStyle(control), around = getComputedStyle(document.body);
  const isLined = parseFloat(style.borderTopWidth) >= 1 && style.borderTopColor !== around.backgroundColor;
  const isLink = style.textDecorationLine.includes("underline") || style.color !== around.color;
  return isLined || isLink ? null : control.outerHTML.slice(0, 200);
}).filter(Boolean)"""
"""Finds controls that look like the text around them."""
TOLD_APART: Final = """(which) => {
  const [is, not] = which.map((one) => document.querySelector(one)).map((one) => one && getComputedStyle(one));
  if (!is || !not) return null;
  return ["backgroundColor", "borderTopColor", "outlineStyle", "borderTopWidth"].some((each) => is[each] !== not[each]);
}"""
"""Whether two states of a control, or of a row, look different."""


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    """A browser whose letters are twice as large."""
    chromium = shutil.which("chromium")
    args = ["--headless=new", "--no-sandbox", "--disable-gpu", TWICE]
    large = browser.browser_type.launch(executable_path=chromium, args=args)
    yield large
    large.close()


class Sight:
    """A box, and its pages as one person after the other opens them."""

    def __init__(self, folder: Path, game: str) -> None:
        self.box = PhoneBox(SteppedBox(folder, config(name=game)))
        self._playing = demo.play(self.box.box.box, 4, Random(3), self.table.joining.rules.pairs)

    @property
    def table(self) -> Any:
        return self.box.box.box.box.table

    def join(self) -> None:
        """Two people come."""
        self.box.box.tap("green1", "green3")

    def play(self, until: str) -> None:
        """Play until this phase, at the earliest after ten questions; `over`: to the end."""
        for nth in count():
            session = next(self._playing, None)
            if session is None or (nth >= 10 and type(session.state.phase).__name__ == until):
                return

    @property
    def asked(self) -> int:
        """The pair of keys that is asked; otherwise the first."""
        view = self.table.seen(self.box.box.box.now)
        return next((seat.pair for seat in view.seats if seat.seat == view.who), 1)

    def pages(self, context: BrowserContext) -> Iterator[Page]:
        """Each page, and what opens on it."""
        for path, pair in PATHS:
            context.clear_cookies()
            if pair is not None:
                self.box.let_in(context, self.asked if pair == ASKED else pair)
            page = context.new_page()
            page.goto(f"{self.box.address}{path}")
            page.wait_for_selector("#me:not(:empty), #asked:not(:empty), nav a[aria-current], #code")
            settle(self.box, page)
            yield page
            for opens in ("#look", "#open", "#choices button", "#voice summary"):
                if page.locator(opens).first.is_visible():
                    page.locator(opens).first.click()
                    settle(self.box, page)
                    yield page
            page.close()

    def close(self) -> None:
        self.box.switch_off()
        self.box.box.pull_the_plug()


MOMENTS: Final = [
    ("galopp-royal", "", "fr"),
    ("galopp-royal", "Bidding", "de"),
    ("galopp-royal", "Rolling", "nl"),
    ("galopp-royal", "Scheming", "de"),
    ("galopp-royal", "over", "fr"),
    ("cat-royal", "Turn", "de"),
]


@pytest.fixture
def sight(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Sight]:
    """A box at a moment of a game."""
    game, until = request.param
    sight = Sight(tmp_path, game)
    if until:
        sight.play(until)
    else:
        sight.join()
    yield sight
    sight.close()


@pytest.mark.parametrize(
    ("sight", "language"), [((game, until), language) for game, until, language in MOMENTS], indirect=["sight"]
)
def test_with_letters_twice_as_large_nothing_is_cut_or_covered_on_a_phone(
    sight: Sight, language: str, large: Browser
) -> None:
    context = large.new_context(viewport=PHONE, has_touch=True, locale=LANGUAGES[language], reduced_motion="reduce")
    for page in sight.pages(context):
        wrong = [page.evaluate(WIDE), page.evaluate(COVERED)]
        assert wrong == [[], []], (page.url, wrong)
        assert page.evaluate(SMALL_SIGHT) >= 1, page.url
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sight", [("galopp-royal", "Bidding"), ("galopp-royal", "Scheming")], indirect=True)
def test_in_forced_colours_each_control_and_each_state_can_be_told(sight: Sight, scheme: Any, browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, forced_colors="active", color_scheme=scheme)
    found = set()
    for page in sight.pages(context):
        assert page.evaluate(UNLINED) == [], page.url
        for pair in (
            ("#seats .on-turn", "#seats li:not(.on-turn)"),
            ("#choices [aria-pressed='true']", "#choices [aria-pressed='false']"),
            ("nav a[aria-current]", "nav a:not([aria-current])"),
            (".panel", "body"),
        ):
            told = page.evaluate(TOLD_APART, pair)
            assert told is not False, (page.url, pair)
            found |= {pair} if told else set()
    assert len(found) >= 3
    context.close()
