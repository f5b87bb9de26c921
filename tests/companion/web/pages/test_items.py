"""What lies on the table, in a real browser: drawn alike on the table's page, on a seat's, and among its secrets."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.event import Intent
from companion.kit.seats import Seat
from companion.kit.table_items import Dice, Pile, Scores, SeatCards, TableItem
from companion.kit.text import text, verbatim
from companion.kit.view import View
from tests.companion.games.nim import Nim, State
from tests.companion.games.offered import offer

from .axe import axe_core
from .looking import AXE, CUT, one_over_another, settle
from .phone_box import Open, PhoneBox

SIZES = [(360, 640), (640, 360), (820, 1180), (1280, 800), (1920, 1080)]
LETTERS = "(share) => { document.documentElement.style.fontSize = share; }"
ITEMS: tuple[TableItem, ...] = (
    SeatCards(1, verbatim("won"), ("7", text("Red"), "10"), 4),
    Pile(verbatim("stock"), 31),
    Pile(verbatim("discarded"), 9, "K"),
    Dice(verbatim("rolled"), (1, 2, 3, 4, 5, 6, 20)),
    Dice(verbatim("under the cup"), covered=2),
    Scores(verbatim("Round 3"), (verbatim("points"), verbatim("tricks")), (("120", "11"), ("-7", "2"))),
)
SECRET = (Dice(verbatim("only you"), (6, 5)),)
CARDS = [
    ["Hans won", "7", "Red", "10", "4 covered"],
    ["stock", "31"],
    ["discarded 9", "K"],
    ["rolled", "1", "2", "3", "4", "5", "6", "20"],
    ["under the cup", "2 covered"],
]
HIGH = "(all) => all.every((each) => each.getBoundingClientRect().height > 20)"
TO_THE_END = "() => document.querySelector('main').scrollTo(0, 10_000)"
"""On a small phone the answers lie over what is above them, until one scrolls."""
FIGURES = """(room) => Array.from(room.querySelectorAll("figure"), (figure) => {
  const things = Array.from(figure.querySelectorAll("li"),
    (each) => each.querySelector("[role=img]")?.getAttribute("aria-label") ?? each.textContent);
  const name = figure.querySelector("figcaption").cloneNode(true);
  for (const sign of name.querySelectorAll("svg")) sign.remove();
  return [name.textContent, ...things];
})"""
"""Gives the name of each group of things, and of each thing."""
PIPS = "(room) => Array.from(room.querySelectorAll('.die'), (die) => die.querySelectorAll('circle').length)"
TABLE = """(room) => Array.from(room.querySelectorAll("table"), (table) => [table.caption.textContent,
  ...Array.from(table.rows, (row) => Array.from(row.cells, (cell) => {
    const sign = cell.querySelector("svg")?.textContent ?? "";
    return `${cell.scope} ${cell.textContent.slice(sign.length)}`.trim();
  }))])"""
"""Gives each table's name and rows; before a heading stands what it is the heading of."""


class LaidOut(Nim):
    """Nim with one thing of each kind on its table, and dice that a seat alone may see."""

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        return replace(super().view(state, viewer, draft), table=ITEMS)

    def secret(self, state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:  # noqa: ARG002  # always the same
        return (View(verbatim("only you look"), number="65", table=SECRET),)


LAID_OUT = LaidOut()

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("_laid_out")]


@pytest.fixture
def _laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, GALOPP_ROYAL, LAID_OUT)


def check(box: PhoneBox, page: Page) -> None:
    """All is drawn and named, nothing is cut or covered in any size, and axe-core finds no fault."""
    room = page.locator("#items")
    assert room.evaluate(FIGURES) == CARDS
    assert room.evaluate(PIPS) == [1, 2, 3, 4, 5, 6, 0]
    rows = [["col Player", "col points", "col tricks"], ["row Hans", "120", "11"], ["row Pia", "-7", "2"]]
    assert room.evaluate(TABLE) == [["Round 3", *rows]]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for share in ("200%", ""):
            page.evaluate(LETTERS, share)
            settle(box, page)
            where = page.url, width, height, share
            assert page.locator("#items > .items > *").evaluate_all(HIGH), where
            if not share or page.url.endswith("/seat"):
                assert page.evaluate(CUT) == [], where
        page.evaluate(TO_THE_END)
        assert one_over_another(page) == [], where
    page.evaluate(axe_core())
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(AXE) == [], scheme


@pytest.mark.parametrize("box", ["nim"], indirect=True)
@pytest.mark.parametrize(("pair", "path"), [(None, "/"), (1, "/seat")])
def test_all_that_lies_on_the_table_is_drawn_and_can_be_read(
    box: PhoneBox, phone: Open, pair: int | None, path: str
) -> None:
    page = phone(pair, path)
    assert page.locator("#items > *").count() == 0
    box.box.start(2)
    box.sees(page, "#items table")
    check(box, page)


@pytest.mark.parametrize("box", ["nim"], indirect=True)
def test_what_only_a_seat_may_see_is_drawn_when_it_looks(box: PhoneBox, phone: Open) -> None:
    page = phone(1)
    box.box.start(2)
    box.sees(page, "#look")
    assert not page.is_visible("#secrets .die")
    page.click("#look")
    box.sees(page, "#secrets .die")
    assert page.locator("#secrets").evaluate(FIGURES) == [["only you", "6", "5"]]
    assert page.evaluate(CUT) == []
