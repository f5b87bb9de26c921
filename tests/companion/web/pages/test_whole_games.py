"""Whole games of four in a real browser: two play by phone, two by the keys, and a table page looks on."""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import count
from random import Random

import pytest
from playwright.sync_api import Error, Page

from companion.daemon import demo
from companion.daemon.resuming import record_of
from companion.match import referee
from companion.players.fingers import turn

from .axe import axe_core
from .looking import look
from .phone_box import PATIENCE_S, Open, PhoneBox

BY_PHONE = (1, 2)
TELEVISION = {"width": 1920, "height": 1080}
BOLD = 0.4
"""How likely somebody bids on, by fives, so that auctions are short."""
SLY = 0.1
"""How likely a player tries to cheat, or to say something aside."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("box", ["galopp-royal", {"name": "cat-royal", "last_deal": 2}], indirect=True)
def test_four_play_to_the_end_by_phone_and_by_key_and_all_see_who_has_won(box: PhoneBox, phone: Open) -> None:
    axe = axe_core()
    table = phone(None, "/", viewport=TELEVISION)
    phones = {pair: phone(pair) for pair in BY_PHONE}
    box.box.start(4)
    play(box, phones, Random(4))
    demo.read(box.box.box)
    winner = next(str(seat.name) for seat in box.box.box.box.table.seen(0.0).seats if seat.is_in)
    for page in (table, *phones.values()):
        box.until(page, lambda: page.get_attribute("body", "data-stage") == "over")  # noqa: B023  # waited for at once
        box.until(page, lambda: winner in page.inner_text(".turn"))  # noqa: B023  # as above
        page.emulate_media(reduced_motion="reduce")
        page.evaluate(axe)
    box.until(table, lambda: table.locator("#papers article").count() > 1)  # how it went
    for page in phones.values():
        box.until(page, lambda: page.locator("#past article").count() > 1)  # noqa: B023  # as above
    look(box, table, phones[1])
    rules = box.box.session.rules
    saved = box.box.journal.running()
    assert saved is not None
    assert referee.check(rules, record_of(saved)).is_over


def play(box: PhoneBox, phones: dict[int, Page], rng: Random, most: int | None = None) -> None:
    """Play to the end, or for so many answers; players without a phone answer at the keys."""
    for _ in count() if most is None else range(most):
        if (question := box.box.session.question) is None or question.seat is None:
            break
        pair = box.box.joined()[question.seat - 1]
        if pair in phones:
            answer(box, phones[pair], rng)
        else:
            demo.read(box.box.box)
            _, strokes = turn(box.box.session, question, rng, {question.seat})
            for stroke in strokes:
                demo.perform(box.box.box, pair, stroke)


def answer(box: PhoneBox, page: Page, rng: Random) -> None:
    """Answer by clicks, like a player who waits for nothing."""
    before, is_sly = box.box.session, rng.random() < SLY
    end = time.monotonic() + PATIENCE_S
    while box.box.session is before:
        assert time.monotonic() < end, page.inner_text("body")
        if page.is_visible("#amount"):
            offer(page, rng)
        elif is_sly:
            be_sly(page, rng)
        else:
            click(page, rng, "#confirm" if page.is_visible("#confirm") else "#choices button")
        is_sly = False
        box.listen()


def offer(page: Page, rng: Random) -> None:
    if rng.random() < BOLD and page.get_attribute("#offer", "aria-disabled") == "false":
        click(page, rng, "[data-step='5']")
        click(page, rng, "#offer")
    else:
        click(page, rng, "#otherwise")


def be_sly(page: Page, rng: Random) -> None:
    """Cheat, or open what can be said aside."""
    if rng.random() < 1 / 2:
        for button in ("#look", "#armed button", "#look"):
            click(page, rng, button)
    else:
        click(page, rng, "#aside")


def click(page: Page, rng: Random, buttons: str) -> None:
    """Click one of these buttons that can be seen now."""
    there = page.locator(f"{buttons} >> visible=true")
    if count := there.count():
        with suppress(Error):  # it has gone meanwhile
            there.nth(rng.randrange(count)).click(timeout=1000)
