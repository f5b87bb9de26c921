"""The pages of a game without spaces in a real browser: no board is drawn, and the question takes its room."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.table.ports import OWNER
from tests.companion.games.nim import NIM
from tests.companion.games.offered import offer

from .looking import CUT, SMALL, one_over_another
from .phone_box import Open, PhoneBox

SIZES = [(360, 640), (640, 360), (820, 1180), (1280, 800), (1920, 1080)]
OF_A_BOARD = """() => Array.from(document.querySelectorAll(".frame, .frame *"))
  .filter((each) => each.checkVisibility()).map((each) => each.outerHTML)"""
"""Gives what is drawn of a board."""
COVERED = """() => {
  const dock = document.getElementById("dock");
  if (!dock?.checkVisibility()) return null;
  document.querySelector("main").scrollTo(0, 0);
  const [top, over] = [document.querySelector(".turn"), dock].map((each) => each.getBoundingClientRect().top);
  return over - top < 60 ? over - top : null;
}"""
"""Gives how little is seen of the question above the answers, if it is too little to read."""
LETTERS = "(share) => { document.documentElement.style.fontSize = share; }"

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("_nim")]


@pytest.fixture
def _nim(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, GALOPP_ROYAL, NIM)


def play(box: PhoneBox) -> None:
    """The game goes on to its end."""
    while (question := box.box.session.question) is not None:
        box.box.hold(f"green{question.seat}")


def check(page: Page) -> None:
    """Nothing of a board is in sight, and the question has room in all sizes, also in letters twice as large."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for share in ("200%", ""):
            page.evaluate(LETTERS, share)
            page.wait_for_timeout(200)
            where = page.url, width, height, share
            assert page.evaluate(OF_A_BOARD) == [], where
            asked = page.locator(".turn").bounding_box()
            assert asked is not None
            assert asked["width"] >= width / 2, where
            assert page.evaluate(COVERED) is None, where
            if not share or page.url.endswith("/seat"):
                assert page.evaluate(CUT) == [], where
        wrong = [page.evaluate(SMALL), one_over_another(page)]
        assert not any(wrong), (where, wrong)


@pytest.mark.parametrize("box", ["nim"], indirect=True)
@pytest.mark.parametrize(("pair", "path"), [(None, "/"), (1, "/seat")])
def test_nothing_is_drawn_of_a_board_and_the_question_is_at_least_half_as_wide_as_the_window(
    box: PhoneBox, phone: Open, pair: int | None, path: str
) -> None:
    page = phone(pair, path)
    check(page)
    box.box.start(2)
    box.sees(page, "#asked >> text=Matches")
    check(page)
    play(box)
    box.until(page, lambda: page.get_attribute("body", "data-stage") == "over")
    check(page)


@pytest.mark.parametrize("box", ["nim"], indirect=True)
@pytest.mark.parametrize("size", SIZES)
def test_the_owner_sees_the_table_and_past_games_without_a_board(
    box: PhoneBox, phone: Open, size: tuple[int, int]
) -> None:
    page = phone(OWNER, "/owner#now", viewport={"width": size[0], "height": size[1]})
    box.box.start(2)
    box.sees(page, "#live-says >> text=Matches")
    assert page.evaluate(OF_A_BOARD) == []
    play(box)
    page.click("nav a[href='#games']")
    box.sees(page, "#list button")
    page.click("#list button >> nth=0")
    box.sees(page, "#replay #says >> text=Matches")
    assert page.evaluate(OF_A_BOARD) == []
    panel, words = page.locator("#replay").bounding_box(), page.locator("#replay .words").bounding_box()
    assert panel is not None
    assert words is not None
    assert words["width"] >= panel["width"] / 2
    assert page.evaluate(CUT) == []
