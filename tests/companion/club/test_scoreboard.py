"""The scoreboard in a real browser, and who may open it."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from companion.club.board import LATEST, MOST, Scoreboard, ShownSeason
from companion.club.store import StoredGame
from companion.club.topics import TableState
from companion.club.words import BOARD, board_words
from companion.config import ClubSeason
from companion.locale import LANGUAGES
from companion.match.outcome import PlayerResult
from tests.companion.club.scoreboards import filled, played, served
from tests.companion.web.pages.axe import axe_core

CHROMIUM = shutil.which("chromium")
SIZES = [(1920, 1080), (1280, 720), (768, 1024), (390, 844)]
browsers = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
PICTURES = os.environ.get("COMPANION_PICTURES")
"""If set, a folder in which each tested page is saved as a PNG."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless=new", "--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the games on the board."""
    return tmp_path_factory.mktemp("club")


def look(browser: Browser, address: str, name: str, size: tuple[int, int] = SIZES[0], scheme: str = "light") -> Page:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
    page = context.new_page()
    page.goto(address)
    page.locator("h1", has_text=re.compile(r"\w")).wait_for()
    keep_picture(page, f"{name}-{size[0]}-{scheme}")
    return page


def keep_picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")


# --- who may look ----------------------------------------------------------------------------------------------------


def test_only_this_computer_is_let_in() -> None:
    with served(Scoreboard("en", board_words("en"))) as address:
        with urlopen(f"{address}now") as answer:  # noqa: S310  # it is ours
            assert json.load(answer)["version"] == 1
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        with pytest.raises(HTTPError) as refused:
            urlopen(Request(f"{address}now", headers={"Host": "club.example"}))  # noqa: S310  # it is ours
        assert refused.value.code == 403
        refused.value.close()


def test_the_page_and_all_it_draws_with_are_there() -> None:
    with served(Scoreboard("en", board_words("en"))) as address:
        for name in ("", "club/board.js", "club/board.css", "static/style.css", "static/crest.js", "board/svg.js"):
            with urlopen(address + name) as answer:  # noqa: S310  # it is ours
                assert answer.status == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_in_every_language(language: str) -> None:
    words = board_words(language)
    assert words.keys() == BOARD.keys()
    assert all(words.values())


# --- how many tables -------------------------------------------------------------------------------------------------


def named(*numbers: int) -> list[str]:
    return [f"box-{number}" for number in numbers]


def test_of_too_many_tables_the_longest_silent_of_those_that_have_gone_leaves_first() -> None:
    board = Scoreboard("en", board_words("en"))
    for box in named(*range(MOST)):
        board.hear(box, is_online=True)
    board.hear("box-7", is_online=False)
    board.hear("box-3", is_online=False)
    for box in named(100, 101, 102):
        board.hear(box, is_online=True)
    assert {*board.tables} == {*named(*range(MOST), 100, 101)} - {"box-3", "box-7"}, "all are there, so 102 is not"
    board.hear("box-5", state=TableState("joining"))
    board.hear("box-5", is_online=False)
    board.hear("box-102", state=TableState("playing"))
    assert "box-102" in board.tables
    assert "box-5" not in board.tables
    board.hear("box-103", is_online=True)
    assert board.tables["box-103"].is_online, "in the place of 102, which has not said that it is there"
    assert len(board.tables) == MOST


# --- seasons ---------------------------------------------------------------------------------------------------------

AUTUMN = ClubSeason("Autumn", date(2026, 9, 1), date(2026, 11, 22))
AUTUMN_DAYS = "September 1 \N{EN DASH} November 22, 2026"
WINTER = ClubSeason("Winter", date(2026, 11, 23), date(2027, 2, 28))


def ended(day: str, title: str = "Galopp Royal", winner: str = "Ada") -> StoredGame:
    names = sorted(("Ada", "Bea"), key=lambda name: name != winner)
    came = tuple(PlayerResult(at, name, "red", at, "", is_guest=False) for at, name in enumerate(names, 1))
    return StoredGame("porch", title, f"{day}T12:00:00+00:00", came)


def shown(*games: StoredGame, seasons: tuple[ClubSeason, ...] = ()) -> tuple[ShownSeason, ...]:
    board = Scoreboard("en", board_words("en"), seasons)
    board.count(games, 0)
    return board._shown.seasons


def test_without_seasons_all_games_are_one() -> None:
    (season,) = shown(ended("2025-01-01"), ended("2026-11-22"))
    assert (season.name, season.begins, season.ends, season.games) == ("", "", "", 2)
    assert shown()[0].tables == ()


def test_a_game_counts_in_the_season_of_its_day_from_the_first_to_the_last() -> None:
    days = ("2026-08-31", "2026-09-01", "2026-11-22", "2026-11-23", "2027-02-28", "2027-03-01")
    autumn, winter = shown(*map(ended, days), seasons=(AUTUMN, WINTER))
    assert (autumn.name, autumn.begins, autumn.ends) == ("Autumn", "2026-09-01", "2026-11-22")
    assert (autumn.games, winter.games) == (2, 2)
    assert [row.games for row in winter.tables[0].rows] == [2, 2], "each season begins anew"


def test_each_game_has_a_table_and_all_together_if_there_are_several() -> None:
    (season,) = shown(ended("2026-01-01"), ended("2026-01-02", "Cat Royal", "Bea"), ended("2026-01-03"))
    assert [table.game for table in season.tables] == ["", "Cat Royal", "Galopp Royal"]
    assert [table.rows[0].name for table in season.tables] == ["Ada", "Bea", "Ada"]
    assert [table.rows[0].games for table in season.tables] == [3, 1, 2]
    (season,) = shown(ended("2026-01-01"))
    assert [table.game for table in season.tables] == ["Galopp Royal"]


def test_a_game_whose_date_is_doubtful_counts_when_it_arrived() -> None:
    (autumn,) = shown(ended("1970-01-01")._replace(sorted_by="2026-10-01T12:00:00+00:00"), seasons=(AUTUMN,))
    assert autumn.games == 1


# --- in a browser ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@browsers
def test_tables_season_and_latest_games_stand_there(browser: Browser, folder: Path) -> None:
    board = filled(folder)
    with served(board) as address:
        page = look(browser, address, "filled")
        page.wait_for_selector("#season tr")
        assert page.locator("#tables > li").count() == 8
        assert page.locator("#tables > .gone h3").all_inner_texts()[0].startswith("porch")
        first = page.locator("#season tbody tr").first.locator("td").all_inner_texts()
        best = board._shown.seasons[0].tables[0].rows[0]
        assert first == ["1", best.name, str(best.games), str(best.wins), f"{best.rating:.1f}"]
        assert page.locator("#latest li").count() == LATEST
        assert page.locator(".on-turn").count() == len([1 for here in board.tables.values() if here.state.turn_seat])
        assert page.locator("#refused").inner_text() == "Records refused: 1"
        board.hear("porch", is_online=True)
        board.show("the broker is away")
        page.locator("#state", has_text="The broker is not there.").wait_for()
        assert page.locator("#tables > .gone").count() == 0
        strong = PlayerResult(3, "Red", "green", 1, "", is_guest=True, level="strong")
        people = tuple(
            PlayerResult(seat, name, "red", 2, "", is_guest=False) for seat, name in ((1, "Ada"), (2, "Bea"))
        )
        board.count([StoredGame("porch", "Galopp Royal", "2026-11-22T20:15:00+00:00", (*people, strong))], 0)
        board.show("")
        page.locator("#season td", has_text="Strong bot").wait_for()


@pytest.mark.slow
@browsers
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_nothing_overflows_at_any_size(browser: Browser, folder: Path, size: tuple[int, int]) -> None:
    with served(filled(folder, "de")) as address:
        page = look(browser, address, "de", size)
        page.wait_for_selector("#season tr")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        if size[0] >= 900:
            assert page.evaluate("document.documentElement.scrollHeight") <= size[1]


@pytest.mark.slow
@browsers
def test_what_does_not_fit_is_turned_over_unless_somebody_is_at_it(browser: Browser, folder: Path) -> None:
    with served(filled(folder)) as address:
        page = look(browser, address, "turned", SIZES[1])
        season = page.locator("#standings")
        page.wait_for_selector("#season tr")
        page.clock.install()
        page.reload()
        page.wait_for_selector("#season tr")

        def pages() -> list[int]:
            """Where each page of the season begins, until the first page comes again."""
            seen = [0]
            while len(seen) < 2 or (seen[-1] > 0 and len(seen) < 20):
                page.clock.run_for(12_000)
                seen.append(int(season.evaluate("list => list.scrollTop")))
            return seen

        *turned, last = pages()
        assert last == 0
        assert turned == sorted(set(turned))
        assert len(turned) > 1
        season.hover()
        assert pages() == [0, 0]


@pytest.mark.slow
@browsers
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_axe_finds_nothing(browser: Browser, folder: Path, scheme: str, language: str) -> None:
    source = axe_core()
    with served(filled(folder, language)) as address:
        page = look(browser, address, language, SIZES[1], scheme)
        page.wait_for_selector("#season tr")
        page.evaluate(source)
        found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []


@pytest.mark.slow
@browsers
def test_before_anything_has_happened_it_says_so_and_a_club_that_goes_away_is_told(browser: Browser) -> None:
    with served(Scoreboard("nl", board_words("nl"))) as address:
        page = look(browser, address, "empty", scheme="dark")
        assert page.locator("#no-tables").is_visible()
        assert page.locator("#no-games").inner_text() == "Er is nog geen partij afgelopen."
        assert page.locator("html").get_attribute("lang") == "nl"
    page.locator("#state", has_text="club is er niet").wait_for()


# --- more tables than room, seasons, paper ---------------------------------------------------------------------------


@pytest.mark.slow
@browsers
def test_more_tables_than_room_turn_over_so_that_each_is_once_seen_whole(browser: Browser, folder: Path) -> None:
    board = filled(folder)
    for at in range(40):
        board.tables[f"box-{at:02}"] = board.tables["attic"]
    board.show("")
    with served(board) as address:
        page = look(browser, address, "many", SIZES[1])
        page.clock.install()
        page.reload()
        page.wait_for_selector("#tables > li")
        room = page.locator("#tables").bounding_box()
        assert room is not None
        seen: set[str] = set()
        for _ in range(30):
            for card in page.locator("#tables > li").all():
                box = card.bounding_box()
                if box and box["y"] >= room["y"] - 1 and box["y"] + box["height"] <= room["y"] + room["height"] + 1:
                    seen.add(card.locator("h3").inner_text())
            assert re.fullmatch(r"\d+\S\d+ / 48", page.locator("#part").inner_text())
            page.clock.run_for(12_000)
            if page.locator("#tables").evaluate("list => list.scrollTop") == 0:
                break
        assert len(seen) == 48


@pytest.mark.slow
@browsers
def test_a_finished_table_shrinks_to_its_winner(browser: Browser, folder: Path) -> None:
    with served(filled(folder)) as address:
        page = look(browser, address, "shrunk")
        over = page.locator("#tables > .over").filter(has_text="hall")
        assert over.locator(".sitters li").count() == over.locator(".winner").count() == 1
        running = page.locator("#tables > .playing").first
        heights = [each.evaluate("card => card.offsetHeight") for each in (over, running)]
        assert heights[0] < 0.75 * heights[1]


@pytest.mark.slow
@browsers
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_season_of_today_is_shown_and_another_one_can_be_chosen(
    browser: Browser, folder: Path, scheme: str
) -> None:
    board = Scoreboard("en", board_words("en"), (AUTUMN, WINTER))
    board.count([*played(folder).games, ended("2026-12-01", winner="Bea")], 0)
    board.show("")
    with served(board) as address:
        page = look(browser, address, "seasons", SIZES[1], scheme)
        page.clock.set_fixed_time("2026-11-22T23:00:00")
        page.reload()
        page.locator("#season-title", has_text="Autumn").wait_for()
        assert page.locator("#days").inner_text() == AUTUMN_DAYS
        assert page.locator(".rating h3").all_inner_texts() == ["All games", "Cat Royal", "Galopp Royal"]
        page.clock.set_fixed_time("2027-06-01T12:00:00")
        page.reload()
        page.locator("#season-title", has_text="Winter").wait_for()
        assert page.locator(".rating h3").all_inner_texts() == ["Galopp Royal"]
        keep_picture(page, f"winter-{scheme}")
        page.get_by_role("link", name="Autumn").click()
        page.locator("#season-title", has_text="Autumn").wait_for()
        assert page.locator("[aria-current]").inner_text() == "Autumn"
        keep_picture(page, f"autumn-{scheme}")


@pytest.mark.slow
@browsers
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_paper_stands_the_whole_season_black_on_white(browser: Browser, folder: Path, scheme: str) -> None:
    board = Scoreboard("en", board_words("en"), (AUTUMN, WINTER))
    board.count(played(folder).games, 0)
    board.show("")
    with served(board) as address:
        page = look(browser, f"{address}?season=Autumn", "sheet", SIZES[1], scheme)
        page.locator("#season-title", has_text="Autumn").wait_for()
        page.emulate_media(media="print", color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
        assert not page.is_visible("#tables, #print, #seasons")
        assert page.locator("#standings").evaluate("list => list.scrollHeight <= list.clientHeight")
        assert page.locator("#days").inner_text().startswith(f"{AUTUMN_DAYS}As of ")
        assert page.locator("td").first.evaluate("cell => getComputedStyle(cell).color") == "rgb(0, 0, 0)"
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/paper-{scheme}.png", full_page=True)
        page.pdf(path=folder / "sheet.pdf", format="A4", print_background=False)
        assert (folder / "sheet.pdf").read_bytes().count(b"/Type /Page\n") in (1, 2)
