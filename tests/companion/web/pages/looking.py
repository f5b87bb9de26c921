"""A page as people see it: on a phone, a tablet and a big screen, in light and dark, and with aids for poor sight."""

from __future__ import annotations

from itertools import combinations

from playwright.sync_api import Page

from .phone_box import PhoneBox

SIZES = [(360, 640), (768, 1024), (1920, 1080)]
DEPTH = "() => Number(document.getElementById('choices').dataset.depth)"
"""Gives how many steps of an answer have been taken."""
FAR = 60
"""A big screen is at most this many times as high as its capital letters, which are to be read from three metres."""
WRITTEN = """() => Array.from(document.querySelectorAll("body *"), (element) => {
  const node = Array.from(element.childNodes).find(({ nodeType, data }) => nodeType === 3 && data.trim());
  const isSeen = element.checkVisibility({ visibilityProperty: true }) && !element.closest(".aloud, svg");
  if (!node || !isSeen) return null;
  const range = document.createRange();
  range.selectNodeContents(element);
  let { left, top, right, bottom } = range.getBoundingClientRect();
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  [top, bottom] = [top + parseFloat(fontSize) / 5, bottom - parseFloat(fontSize) / 5];
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === "visible") continue;
    const seen = around.getBoundingClientRect();
    [top, bottom] = [Math.max(top, seen.top), Math.min(bottom, seen.bottom)];
  }
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const capital = pen.measureText("H").actualBoundingBoxAscent;
  return bottom - top > 1 ? [element.textContent.trim(), left, top, right, bottom, capital] : null;
}).filter(Boolean)"""
"""All that is written outside drawings: what, where, and how high its capitals are, in pixels."""
CUT = """() => Array.from(document.querySelectorAll("body, body *"), (element) => {
  if (element.closest(".aloud, svg") || !element.clientWidth) return null;
  return element.scrollWidth > element.clientWidth ? element.outerHTML.slice(0, 200) : null;
}).filter(Boolean)"""
"""Finds elements whose content is wider than their room."""
SMALL = """() => Array.from(document.querySelectorAll("button, input, a"), (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width && (width < 44 || height < 44) ? element.outerHTML : null;
}).filter(Boolean)"""
"""Finds controls that are too small for a thumb."""
AXE = "() => axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))"


def settle(box: PhoneBox, page: Page) -> None:
    """Wait until everything that is on its way has arrived."""
    for _ in range(10):
        page.wait_for_timeout(50)
        box.listen()


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two pieces of text cover each other."""
    return min(one[3], other[3]) - max(one[1], other[1]) > 2 and min(one[4], other[4]) - max(one[2], other[2]) > 2


def one_over_another(page: Page) -> list[tuple[str, str]]:
    """Words that cannot be read because other words cover them."""
    written = page.evaluate(WRITTEN)
    return [(a[0], b[0]) for a, b in combinations(written, 2) if overlap(a, b) and b[0] not in a[0]]


def too_low(page: Page, height: int) -> list[str]:
    """Words of a table page on a big screen that cannot be read from afar."""
    is_far = page.url.endswith("/") and height == SIZES[-1][1]
    return [said for said, *_, capital in page.evaluate(WRITTEN) if is_far and capital < height / FAR]


def look(box: PhoneBox, *pages: Page) -> None:
    """Check each page in all sizes and colours: nothing is cut, too small or covered, and axe-core, which must be
    loaded, finds no fault."""
    for page in pages:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            settle(box, page)
            where = page.url, width, box.box.box.box.table.seen(0.0).title
            wrong = [page.evaluate(CUT), page.evaluate(SMALL), one_over_another(page), too_low(page, height)]
            assert not any(wrong), (where, wrong)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate(AXE)
            assert found == [], (page.url, scheme, found)
