"""What people see, touch and hear of the pages in a real browser, on any screen and whatever happens to it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import Page

from companion.daemon import demo
from companion.table.afar import options

from .axe import axe_core
from .looking import DEPTH, look, settle
from .phone_box import Open, PhoneBox

RING = "() => getComputedStyle(document.activeElement).outlineStyle"

pytestmark = pytest.mark.slow


def asked_pair(box: PhoneBox) -> int:
    """Whose keys answer now."""
    seat = box.box.asked.seat
    assert seat is not None
    return box.box.joined()[seat - 1]


# --- phones come and go ----------------------------------------------------------------------------------------------


def test_a_newer_phone_takes_the_seat_and_the_older_one_is_told_and_led_back(box: PhoneBox, phone: Open) -> None:
    box.box.start(3)
    old = phone(1)
    box.sees(old, "#amount")
    new = phone(1)
    box.sees(old, "#gate >> text=Another phone has this seat.")
    assert old.evaluate("document.activeElement.id") == "taken"
    assert not old.is_visible("#amount")
    old.click("#gate a")
    old.wait_for_url(f"{box.address}/s")
    old.goto(f"{box.address}/seat")
    old.wait_for_url(f"{box.address}/s")
    box.sees(new, "#amount")
    new.click("#offer")
    box.until(new, lambda: asked_pair(box) == 2)


def test_the_table_page_leads_to_the_way_in(box: PhoneBox, phone: Open) -> None:
    page = phone(None, "/")
    page.click("text=Play with this phone")
    page.wait_for_url(f"{box.address}/s")


def test_a_page_loaded_again_in_an_auction_keeps_what_was_typed_and_one_that_was_frozen_catches_up(
    box: PhoneBox, phone: Open
) -> None:
    box.box.start(3)
    hans = phone(1)
    box.sees(hans, "#amount")
    hans.click("[data-step='5']")
    hans.reload()
    box.sees(hans, "#amount")
    assert (asked_pair(box), hans.inner_text("#offer")) == (1, "Bid 6")
    hans.click("[data-step='5']")
    cdp = hans.context.new_cdp_session(hans)
    cdp.send("Page.setWebLifecycleState", {"state": "frozen"})
    for key in ("green1", "green2"):
        box.box.tap(key)
        box.box.hold(key)
    box.box.hold("red3")
    cdp.send("Page.setWebLifecycleState", {"state": "active"})
    box.sees(hans, "#offer >> text=Bid 3")
    assert hans.inner_text("#told") == "Something else came first: look again."
    hans.click("#offer")
    box.until(hans, lambda: asked_pair(box) == 2)


# --- fingers ---------------------------------------------------------------------------------------------------------


def test_fast_taps_all_count_and_an_answer_counts_once(box: PhoneBox, phone: Open) -> None:
    box.box.start(3)
    hans = phone(1)
    box.sees(hans, "#amount")
    hans.evaluate("() => { for (let i = 0; i < 7; i += 1) document.querySelector('[data-step=\"1\"]').click(); }")
    assert hans.inner_text("#offer") == "Bid 7"
    hans.dblclick("#offer")
    box.until(hans, lambda: asked_pair(box) == 2)
    settle(box, hans)
    assert hans.inner_text("#told") == ""


@pytest.mark.parametrize("box", [{"cards": "table"}], indirect=True)
def test_cards_may_be_typed_and_confirmed_faster_than_the_box_shows_them(box: PhoneBox, phone: Open) -> None:
    box.box.play(3, Random(3), 10, "Laying")
    page = phone(asked_pair(box))
    box.sees(page, "#choices button")
    path: tuple[int, ...] = ()
    while further := options(box.box.asked, path):
        path = (*path, min(further))
    page.evaluate("path => path.forEach((at) => document.querySelectorAll('#choices button')[at].click())", path)
    box.sees(page, "#confirm")
    before = box.box.session
    page.click("#up")
    page.locator("#choices button").nth(path[-1]).click()
    page.evaluate("document.getElementById('confirm').click()")
    box.until(page, lambda: box.box.session is not before)


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_look_at_what_can_be_said_aside_keeps_what_is_chosen(box: PhoneBox, phone: Open) -> None:
    box.box.play(4, Random(3), 10, "Turn")
    page = phone(asked_pair(box))
    box.sees(page, "#choices button")
    for nth, button in enumerate(page.locator("#choices button").all(), 1):
        button.click()
        box.until(page, lambda: has_chosen(page, nth))  # noqa: B023  # waited for at once
        if page.locator("#choices [aria-pressed='true']").count() == 0:
            break
    chosen = page.evaluate(DEPTH), page.locator("#choices button").all_inner_texts()
    page.click("#aside")
    box.sees(page, "#choices svg")
    page.click("#aside")
    box.until(page, lambda: (page.evaluate(DEPTH), page.locator("#choices button").all_inner_texts()) == chosen)


def has_chosen(page: Page, nth: int) -> bool:
    """Whether the page shows that this answer of a list is chosen: what comes after it, or its button pressed."""
    pressed = page.locator("#choices [aria-pressed='true']")
    return page.evaluate(DEPTH) == 1 and (
        pressed.count() == 0 or page.locator(f"#choices li:nth-child({nth}) [aria-pressed='true']").count() == 1
    )


# --- the keyboard ----------------------------------------------------------------------------------------------------


def press(box: PhoneBox, page: Page, selector: str) -> None:
    """Tab there, see where one is, and press Enter."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            break
    assert page.evaluate(RING) != "none", "the focus can be seen"
    page.keyboard.press("Enter")
    settle(box, page)
    assert page.evaluate("document.activeElement !== document.body"), "the focus has not got lost"


def test_a_round_of_an_auction_by_the_keyboard_alone(box: PhoneBox, phone: Open) -> None:
    box.box.start(3)
    pages = {pair: phone(pair, reduced_motion="reduce") for pair in (1, 2, 3)}
    box.sees(pages[1], "#amount")
    press(box, pages[1], "#value")
    box.until(pages[1], lambda: asked_pair(box) == 2)  # Enter bids
    box.sees(pages[2], "#amount")
    press(box, pages[2], "[data-step='5']")
    press(box, pages[2], "#offer")
    for pair in (3, 1):
        box.sees(pages[pair], "#amount")
        press(box, pages[pair], "#otherwise")
    assert not any(page.is_visible("#told:not(:empty)") for page in pages.values())


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_card_is_played_by_the_keyboard_alone(box: PhoneBox, phone: Open) -> None:
    box.box.play(4, Random(3), 10, "Turn")
    page, before = phone(asked_pair(box)), box.box.session
    box.sees(page, "#choices button")
    slots = page.locator("#choices button").count()
    for nth in range(1, slots + 1):
        press(box, page, f"#choices li:nth-child({nth}) button")
        box.until(page, lambda: has_chosen(page, nth))  # noqa: B023  # waited for at once
        if not page.locator("#choices [aria-pressed='true']").count() or page.is_visible("#confirm"):
            break
    depth = 1
    while not page.is_visible("#confirm"):
        press(box, page, "#choices li:first-child button")
        depth += 1
        box.until(page, lambda: page.evaluate(DEPTH) == depth)  # noqa: B023  # as above
    press(box, page, "#confirm")
    box.until(page, lambda: box.box.session is not before)
    box.until(page, lambda: page.evaluate("document.activeElement.id") == "asked")


# --- ears ------------------------------------------------------------------------------------------------------------


def test_who_does_not_see_is_told_whose_turn_it_is_once(box: PhoneBox, phone: Open) -> None:
    box.box.start(3)
    page = phone(2)
    box.until(page, lambda: page.inner_text("#aloud").startswith("Hans: "))
    page.evaluate("""() => {
      window.told = [];
      new MutationObserver(() => told.push(document.getElementById("aloud").textContent))
        .observe(document.getElementById("aloud"), { childList: true, characterData: true, subtree: true });
    }""")
    for _ in range(4):
        box.box.tap("green1")
        page.wait_for_timeout(900)  # longer than what is told waits
    assert page.evaluate("told") == []
    box.box.hold("green1")
    box.until(page, lambda: len(page.evaluate("told")) == 1)
    assert page.evaluate("told")[0].startswith("Your turn. Pia: ")
    levels = page.evaluate("Array.from(document.querySelectorAll('h1, h2, h3'), ({ tagName }) => Number(tagName[1]))")
    assert levels[0] == 1
    assert all(below - above <= 1 for above, below in pairwise(levels))


# --- eyes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("box", "phases"),
    [("galopp-royal", ("Bidding", "Scheming", "Removing")), ("cat-royal", ("Turn",))],
    indirect=["box"],
)
def test_every_question_fits_every_screen_and_bars_nobody(box: PhoneBox, phone: Open, phases: tuple[str, ...]) -> None:
    axe = axe_core()

    def opened(pair: int | None, path: str = "/seat") -> Page:
        page = phone(pair, path, reduced_motion="reduce")
        page.evaluate(axe)
        return page

    table, way_in = opened(None, "/"), opened(None, "/s")
    way_in.fill("#code", "123")
    way_in.keyboard.press("Enter")
    box.box.tap("green1", "green2")
    look(box, table, opened(1), way_in)
    playing = demo.play(box.box.box, 4, Random(3))
    for phase in phases:
        while type(next(playing).state.phase).__name__ != phase:
            pass
        seat = opened(asked_pair(box))
        look(box, table, seat)
    box.switch_off()
    for page in (table, seat):
        page.wait_for_selector("#state >> text=box not reachable")
    look(box, table, seat)
