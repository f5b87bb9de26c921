"""The pictures of the README, made by playing: `python -m tests.companion.web.readme_pictures` draws them anew.

Each is what Chromium shows of a box in stepped time: the same games and moments each time, until rules or words change.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.web.app import make_app
from companion.web.port import bind
from companion.web.server import Server
from tests.companion.daemon.stepped_box import NAMES, SteppedBox, config
from tests.companion.web.pages.phone_box import PhoneBox

PICTURES: Final = Path(__file__).parents[3] / "wiring" / "pictures"
TWIN: Final = 1280, 800
TELEVISION: Final = 1920, 1080
PHONE: Final = 360, 640
HEIGHT: Final = 432
"""The height of the picture with pages of all sizes side by side."""
GAP: Final = 13
SETTLED_MS: Final = 1500
"""After this long a page stands still."""


def race(folder: Path) -> SteppedBox:
    """Five in a race, one of them rolling."""
    box = SteppedBox(folder, config(names=(*NAMES, "Otto")))
    box.play(5, Random(3), 60, "Rolling")
    return box


def card(folder: Path) -> SteppedBox:
    """Four play Cat Royal, and one of them is about to move a figure."""
    box = SteppedBox(folder, config("cat-royal", names=()))
    box.play(4, Random(3), 78, "Turn")
    asked = box.asked.seat
    assert asked is not None
    box.tap(f"green{asked}")
    box.hold(f"green{asked}")
    return box


def twin(browser: Browser, box: SteppedBox) -> Image.Image:
    """The page of a twin."""
    with page_of(box) as address:
        page = opened(browser, address, TWIN)
        page.wait_for_selector("body:not(.away)")
        return shot(page, SETTLED_MS)


@contextmanager
def page_of(box: SteppedBox) -> Iterator[str]:
    """The address of a box's page; then its plug is pulled."""
    sock = bind(0)
    server = Server(make_app(box.box.twin), sock)
    server.start()
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}/"
    finally:
        server.stop()
        box.pull_the_plug()


@contextmanager
def asking(folder: Path, phase: str) -> Iterator[tuple[PhoneBox, int]]:
    """A box with pages where four play Galopp Royal, and the pair of keys of the seat that is asked in that phase."""
    box = PhoneBox(SteppedBox(folder))
    box.box.play(4, Random(3), 40, phase)
    seat = box.box.asked.seat
    assert seat is not None
    try:
        yield box, box.box.joined()[seat - 1]
    finally:
        box.switch_off()
        box.box.pull_the_plug()


def pages(browser: Browser, folder: Path) -> Image.Image:
    """A table page while somebody schemes, a phone that bids by night, and the phone of the schemer."""
    with asking(folder / "bidding", "Bidding") as (box, pair):
        bidder = opened(browser, f"{box.address}/seat", PHONE, box=box, pair=pair, color_scheme="dark")
        box.sees(bidder, "#amount")
        bids = shot(bidder, SETTLED_MS)
    with asking(folder / "scheming", "Scheming") as (box, pair):
        schemer = opened(browser, f"{box.address}/seat", PHONE, box=box, pair=pair)
        table = opened(browser, f"{box.address}/", TELEVISION)
        box.sees(schemer, "#choices button")
        schemes = shot(schemer, SETTLED_MS)
        schemer.locator("#choices button").first.click()
        box.until(table, lambda: table.locator(".aim").count() > 0)
        shown = shot(table, SETTLED_MS)
    return side_by_side([shown, bids, schemes])


def side_by_side(pictures: list[Image.Image]) -> Image.Image:
    """Pictures side by side, all scaled to one height."""
    small = [each.resize((each.width * HEIGHT // each.height, HEIGHT), Image.Resampling.LANCZOS) for each in pictures]
    whole = Image.new("RGB", (sum(each.width for each in small) + GAP * (len(small) - 1), HEIGHT), "white")
    left = 0
    for each in small:
        whole.paste(each, (left, 0))
        left += each.width + GAP
    return whole


def opened(
    browser: Browser,
    address: str,
    size: tuple[int, int],
    box: PhoneBox | None = None,
    pair: int = 0,
    **settings: Any,
) -> Page:
    """A page of this size; of a pair of keys at a box, if they are said."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **settings)
    if box is not None:
        box.let_in(context, pair)
    page = context.new_page()
    page.goto(address)
    return page


def shot(page: Page, settled_ms: float) -> Image.Image:
    """A picture of a page, taken after so long."""
    page.wait_for_timeout(settled_ms)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this computer."""
    program = shutil.which("chromium")
    assert program is not None, "Chromium is not installed: install it by your system's packages"
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(
            executable_path=program, args=["--headless=new", "--no-sandbox", "--disable-gpu"]
        )


def draw(folder: Path, into: Path) -> None:
    """Draw all pictures; `folder`: where the games are kept meanwhile."""
    made: dict[str, Callable[[Browser], Image.Image]] = {
        "twin": lambda browser: twin(browser, race(folder / "race")),
        "cat-royal": lambda browser: twin(browser, card(folder / "card")),
        "pages": lambda browser: pages(browser, folder),
    }
    with chromium() as browser:
        for name, picture in made.items():
            picture(browser).quantize(256).save(into / f"{name}.png", optimize=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as kept:
        draw(Path(kept), PICTURES)
