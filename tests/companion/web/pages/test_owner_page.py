"""The owner's page in a real browser, at a whole box of both games."""

from __future__ import annotations

import json
import os
import re
import time
import tomllib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
import zxingcpp
from msgspec.structs import replace
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, WebSocketRoute, expect

from companion.daemon import newer
from companion.daemon.backup import make
from companion.daemon.bgstats import LINK
from companion.daemon.library import NOT_A_BACKUP
from companion.games.galopp_royal import events
from companion.installed import HERE, InstalledGame
from companion.kit.text import speak
from companion.match.findings import coaching, sentences
from companion.match.highlights import highlights
from companion.match.history import NewGame
from companion.table.ports import OWNER, KeepBoard, PutBack
from companion.table.table import Table
from companion.testing.whole_games import SEED
from companion.web.pages.app import STATIC
from companion.web.words import HOME
from tests.companion.cli.told import RULES, game
from tests.companion.daemon.stepped_box import SteppedBox, config
from tests.companion.games.whole_games import sitting

from .axe import axe_core
from .kept_report import ask_in_vain, keep_report
from .looking import CUT
from .phone_box import PhoneBox

PHONE: ViewportSize = {"width": 360, "height": 640}
SECTIONS = ("now", "next", "check", "games")
GAMES = ["galopp-royal", "cat-royal"]
SMALL = """() => Array.from(document.querySelectorAll("button, input, select, nav a, .button"), (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width && (width < 44 || height < 44) ? element.outerHTML : null;
}).filter(Boolean)"""
"""What is too small for a thumb."""
PICTURES = os.environ.get("COMPANION_PICTURES")
"""If set, a folder for pictures of what a test looks at."""
UNNAMED = """() => Array.from(document.querySelectorAll('[data-say]')).filter((each) =>
  !(each.ariaLabel ?? each.textContent).trim() || (each.ariaLabel ?? each.textContent) === 'undefined')
  .map((each) => each.outerHTML)"""
Open: TypeAlias = Callable[..., Page]

pytestmark = pytest.mark.slow


@pytest.fixture
def owners(browser: Browser, box: PhoneBox) -> Iterator[Open]:
    """Open a part of the owner's page; in the end no error has been on any."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def note(message: Any) -> None:
        if message.type == "error" and not re.search("WebSocket|ERR_|404|503", message.text):
            errors.append(message.text)

    def open_page(part: str = "now", *, has_key: bool = True, **settings: Any) -> Page:
        context = browser.new_context(**{"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce", **settings})
        contexts.append(context)
        if has_key:
            box.let_in(context, OWNER)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", note)
        page.goto(f"{box.address}/owner#{part}")
        if has_key:
            page.wait_for_selector("#title:not(:empty)")
            box.until(page, lambda: page.locator("#rules select").count() > 0)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def table(box: PhoneBox) -> Table[Any]:
    return box.box.box.box.table


def over(box: PhoneBox) -> None:
    """A short game has come to its end, and is left."""
    box.box.play(2, Random(3), 10_000)
    box.box.hold("green1")


# --- the door --------------------------------------------------------------------------------------------------------


def test_without_a_key_the_page_leads_to_the_way_in(owners: Open) -> None:
    page = owners(has_key=False)
    assert page.url.endswith("/s")


def test_a_code_from_the_display_leads_to_it_and_who_had_the_page_is_told(
    box: PhoneBox, owners: Open, browser: Browser
) -> None:
    page = owners()
    other = browser.new_context()
    entering = other.new_page()
    entering.goto(f"{box.address}/s#{box._doors.code(OWNER, time.monotonic())}")
    entering.wait_for_url("**/owner")
    page.wait_for_selector("#gate:visible")
    assert page.inner_text("#taken") == "Another browser has the owner's page."
    assert not page.is_visible("nav, #now")
    page.reload()
    page.wait_for_url("**/s")
    other.close()


# --- the next game ---------------------------------------------------------------------------------------------------


def test_a_rulebook_takes_its_rules_along_and_what_is_agreed_on_holds_for_the_next_game(
    box: PhoneBox, owners: Open
) -> None:
    page = owners("next")
    assert page.inner_text("#printed") == "as printed"
    page.select_option("#rule-0", label="French")
    assert page.input_value("#rule-1") == str(table(box).joining.rules.options({})[0].presets[3][0])
    page.select_option("#rule-2", "0")
    assert page.inner_text("#printed") == "with changes"
    assert "rulebook" not in table(box).joining.choices or table(box).joining.choices["rulebook"] == "de"
    page.click("#agreement button")
    box.until(page, lambda: page.inner_text("#told") == "Agreed for the next game.")
    assert table(box).joining.choices["rulebook"] == "fr"
    assert table(box).joining.choices["options"] == {"schemer": "both"}


def test_who_does_what_and_the_language_are_settled_by_choosing(box: PhoneBox, owners: Open) -> None:
    page = owners("next")
    page.select_option("#duty-die", "table")
    box.until(page, lambda: table(box).joining.duties["die"] == "table")
    page.select_option("#language", "de")
    box.until(page, lambda: table(box).language == page.input_value("#language") == "de")
    assert page.get_attribute("html", "lang") == "en", "the owner reads it"
    page.select_option("#reads", "table")
    box.until(page, lambda: page.get_attribute("html", "lang") == "de")
    page.select_option("#language", "nl")
    box.until(page, lambda: page.inner_text("label[for='duty-die']") == "Dobbelsteen")
    box.until(page, lambda: page.get_attribute("html", "lang") == "nl")
    box.until(page, lambda: page.inner_text("nav a[aria-current]") == "Volgend spel")
    assert page.input_value("#duty-die") == "table"
    assert page.evaluate(UNNAMED) == []


def test_names_are_given_before_a_game_and_what_is_refused_is_said(box: PhoneBox, owners: Open) -> None:
    page = owners("next")
    first, second, third = (page.locator(f"#names li:nth-child({nth}) input") for nth in (1, 2, 3))
    first.fill("Anna")
    before = second.element_handle()
    second.fill("Zoë ")
    second.press("Enter")
    box.until(page, lambda: not before.evaluate("each => each.isConnected"))
    assert (box.box.journal.names[0], second.input_value()) == ({2: "Zoë"}, "Zoë")
    assert first.input_value() == "Anna", "what is half written stays"
    expect(second).to_be_focused()
    third.fill("zoë")
    third.press("Enter")
    box.until(page, lambda: page.inner_text("#told") == "That name is taken.")
    assert [each.input_value() for each in (first, second, third)] == ["Anna", "Zoë", "zoë"], "it can be put right"
    box.box.start(3)
    box.until(page, lambda: page.is_visible("#not-now"))
    assert page.is_disabled("#names li:nth-child(2) button")


def test_games_from_others_are_named_and_why_one_cannot_be_played(
    box: PhoneBox, owners: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = owners("next")
    assert not page.is_visible("#from-others")
    why = f"{'otters/' * 20}rules.py, line 1: a game may not use os"
    mia = InstalledGame("mia-game", "2.1", "/x", title="Mia", licence="MIT", languages=("en", "de"))
    monkeypatch.setitem(HERE, "mia", mia)
    monkeypatch.setitem(HERE, "otters", InstalledGame("otters-game", "1.0", "/x", why))
    box.box.tap("green1")
    box.sees(page, "#from-others")
    assert page.locator("#others li").all_inner_texts() == [
        "Mia\n\nmia-game 2.1 · MIT · English, Deutsch",
        f"otters\n\notters-game 1.0\n\nCannot be played: {why}.",
    ]
    assert page.evaluate(CUT) == []


def test_a_newer_version_is_looked_for_and_installed_but_not_in_a_game(
    box: PhoneBox, owners: Open, tmp_path: Path
) -> None:
    page = owners("games")
    assert not page.is_visible("#update")
    menu, wish = table(box).menu, tmp_path / newer.WISH
    menu._settings = replace(menu._settings, updates=newer.UpdatesByUnit(tmp_path, tmp_path / "answer"))
    box.box.box.wait(newer.EVERY_S)
    box.sees(page, "#update")
    page.click("#look")
    box.until(page, lambda: page.is_disabled("#look"))
    assert page.inner_text("#update-says") == "Looking for a newer version: one moment"
    told = json.loads(wish.read_bytes())
    (tmp_path / "answer").write_text(json.dumps({"number": told["number"], "state": "newer", "version": "0.4.0"}))
    box.box.box.wait(newer.EVERY_S)
    box.sees(page, "#install")
    assert page.inner_text("#update-says") == "0.4.0 is there."
    assert page.evaluate(CUT) == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate(UNNAMED) == []

    box.box.start(3)
    page.click("#install")
    box.until(page, lambda: page.inner_text("#told") == "Not while a game is on.")
    assert json.loads(wish.read_bytes()) == told

    assert menu.updates is not None
    menu.updates.ask("backup", 1e9)
    box.box.box.wait(newer.EVERY_S)
    box.until(page, lambda: page.inner_text("#update-says") == "")
    assert page.is_disabled("#look"), "until the backup that the menu has asked for is written"


# --- the board -------------------------------------------------------------------------------------------------------


def test_what_is_counted_shines_on_the_board_as_it_would_be_and_it_is_kept(box: PhoneBox, owners: Open) -> None:
    page = owners("check")
    assert page.inner_text("#measure") == "START"
    page.wait_for_selector("#marks .ring")
    assert page.locator("#marks .dot text").all_text_contents() == [str(n) for n in range(6)]
    page.click("#numbers [data-step='1']")
    expect(page.locator("#marks .dot")).to_have_count(7)
    page.fill("#number", "90")
    box.until(page, lambda: page.inner_text("#unfit") == "No game fits such a board.")
    page.fill("#number", "6")
    box.until(page, lambda: page.inner_text("#unfit") == "")
    while page.inner_text("#position") != "7/31":
        page.click("#following")
    page.fill("#number", "28")
    expect(page.locator("#marks .dot:last-child text")).to_have_text("28")
    expect(page.locator("#marks .ring"), "a longer board is drawn").to_have_count(1)
    box.switch_off()
    box.sees(page, "#state >> text=box not reachable")
    box.switch_on()
    box.until(page, lambda: page.inner_text("#state") == "")
    expect(page.locator("#marks .dot:last-child text"), "what is tried stays").to_have_text("28")
    page.click("#following")
    expect(page.locator("#marks .ring"), "a prize: its arch and its place").to_have_count(2)
    while page.inner_text("#position") != "26/31":
        page.click("#following")
    expect(page.locator("#marks .cards text")).to_have_text("bearer 1")
    page.click("#keep-board")
    expect(page.locator("#sure-of")).to_be_focused()
    assert page.inner_text("#looked-at") == "Looked at: 26/31"
    assert page.locator("#differences li").all_inner_texts() == ["START: 5 → 6", "arch 6: 25 → 28"]
    page.click("#not-yet")
    assert not page.is_visible("#sure")
    assert table(box).request is None
    while not page.is_disabled("#following"):
        page.click("#following")
    page.click("#keep-board")
    box.until(page, lambda: isinstance(table(box).request, KeepBoard))
    request = table(box).request
    assert isinstance(request, KeepBoard)
    board = tomllib.loads(request.file)
    assert (board["confirmed"], board["board"]["start"], board["board"]["finishes"][-1]) == (True, 6, 28)


def test_a_board_kept_in_the_middle_of_a_game_is_asked_about_even_if_all_was_looked_at(
    box: PhoneBox, owners: Open
) -> None:
    box.box.play(3, Random(3), 12, "Rolling")
    page = owners("check")
    while not page.is_disabled("#following"):
        page.click("#following")
    page.click("#keep-board")
    page.wait_for_selector("#own-board:visible")
    assert [page.inner_text(each) for each in ("#sure-of", "#looked-at")] == ["Nothing changes", ""]
    page.click("#keep-anyway")
    box.until(page, lambda: isinstance(table(box).request, KeepBoard))


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_game_without_numbers_says_so(owners: Open) -> None:
    page = owners("check")
    assert page.is_visible("#no-numbers")
    assert not page.is_visible("#numbers")


# --- the game that is on ---------------------------------------------------------------------------------------------


def test_the_last_decision_is_taken_back_and_again_if_it_is_still_the_last(box: PhoneBox, owners: Open) -> None:
    box.box.start(3)
    page = owners()
    assert page.inner_text("#latest") == "There is nothing to undo."
    box.box.tap("green1")
    box.box.hold("green1")
    box.until(page, lambda: page.inner_text("#latest") == "Hans bids 1")
    page.click("#undo")
    undone = ["There is nothing to undo.", "Undone."]
    box.until(page, lambda: [page.inner_text(each) for each in ("#latest", "#told")] == undone)
    page.click("#redo")
    box.until(page, lambda: page.inner_text("#latest") == "Hans bids 1")
    saved = box.box.journal.running()
    assert saved is not None
    assert [json.loads(entry)["kind"] for entry in saved.entries[-2:]] == ["undo", "redo"]


def test_it_shows_the_table_while_a_game_is_on_and_what_an_undo_takes_back(box: PhoneBox, owners: Open) -> None:
    page = owners()
    assert not page.is_visible("#live")
    box.box.play(3, Random(3), 16)
    box.until(page, lambda: page.locator("#live-pieces .piece").count() == 3)
    box.until(page, lambda: page.inner_text("#latest") == "Hans passes")
    asked = box.box.asked.seat
    assert asked is not None
    seats = table(box).seen(box.box.box.now).seats
    expect(page.locator("#live-says")).to_contain_text(speak(seats[asked - 1].name, str))
    box.until(page, lambda: page.locator("#live-seats b").all_inner_texts() == [seat.has for seat in seats])
    assert page.locator("#more-back li").all_inner_texts() == ["Werner pays 14", "Werner lays team"]
    assert page.inner_text("#asks") == "Pia must agree."


def test_there_is_no_empty_sheet_while_anything_is_on_its_way(box: PhoneBox, owners: Open, browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE)
    box.let_in(context, OWNER)
    page = context.new_page()
    held: list[Any] = []
    page.route_web_socket("**/owner/live", lambda wire: held.append(wire))  # noqa: PLW0108  # a built-in function is refused
    page.goto(f"{box.address}/owner#games")
    assert [page.is_visible(part) for part in ("#loading", "nav", "main")] == [True, False, False]
    context.close()
    page = owners("now")
    asked: list[Route] = []
    page.route("**/owner/games", lambda route: asked.append(route))  # noqa: PLW0108  # as above
    page.evaluate("location.hash = 'games'")
    page.wait_for_selector("#listing:visible")
    assert not page.is_visible("#no-games")
    box.until(page, lambda: asked != [])
    asked[0].continue_()
    page.wait_for_selector("#no-games:visible")
    assert not page.is_visible("#listing")


def test_coins_are_put_right_with_a_reason_that_the_record_has(box: PhoneBox, owners: Open) -> None:
    box.box.play(3, Random(3), 12, "Rolling")
    page = owners()
    before = box.box.session.state.money.purse(2)
    page.select_option("#purse", "2")
    for _ in range(2):
        page.click("#coins [data-step='1']")
    page.fill("#words", "fell under the table")
    page.dblclick("#coins button[type='submit']")
    box.until(page, lambda: box.box.session.state.money.purse(2) == before + 3)
    assert events.Corrected(2, 3, "fell under the table") in box.box.session.history.done[-1].step.events
    box.until(page, lambda: page.input_value("#words") == "")
    box.until(page, lambda: f"Pia ({before + 3})" in page.inner_text("#purse"))
    purse = box.box.session.state.money.purse(1)
    page.select_option("#purse", "1")
    page.fill("#amount", "-99")
    page.fill("#words", "we agreed")
    page.click("#coins button[type='submit']")
    box.until(page, lambda: "cannot be taken" in page.inner_text("#told"))
    assert page.input_value("#words") == "we agreed"
    assert box.box.session.state.money.purse(1) == purse
    page.fill("#amount", "-1")
    page.click("#coins button[type='submit']")
    box.until(page, lambda: box.box.session.state.money.purse(1) == purse - 1)


def test_a_reason_goes_when_the_box_has_taken_it_even_if_the_new_coins_are_shown_first(
    box: PhoneBox, owners: Open
) -> None:
    late: list[tuple[WebSocketRoute, str | bytes]] = []

    def hold_up(wire: WebSocketRoute) -> None:
        """What was made of an order comes last."""
        server = wire.connect_to_server()
        server.on_message(lambda said: late.append((wire, said)) if '"kind":"told"' in str(said) else wire.send(said))

    box.box.play(3, Random(3), 12, "Rolling")
    page = owners()
    page.route_web_socket("**/owner/live", hold_up)
    page.reload()
    page.fill("#words", "fell under the table")
    before = page.inner_text("#purse")
    page.click("#coins button[type='submit']")
    box.until(page, lambda: late != [] and page.inner_text("#purse") != before)
    assert page.input_value("#words") == "fell under the table", "nobody knows yet whether it was taken"
    for wire, said in late:
        wire.send(said)
    box.until(page, lambda: page.input_value("#words") == "")


def test_that_coins_wait_for_the_end_of_an_auction_is_said_before_anything_is_filled_in(
    box: PhoneBox, owners: Open
) -> None:
    box.box.play(3, Random(3), 3, "Bidding")
    page = owners()
    box.until(page, lambda: page.inner_text("#too-early") == "Correct coins after this auction.")
    assert page.get_attribute("#correct", "aria-disabled") == "true"
    page.click("#correct", force=True)
    page.wait_for_timeout(300)
    box.listen()
    assert page.inner_text("#told") == "", "it has not been asked"


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_game_without_coins_has_none_to_put_right(box: PhoneBox, owners: Open) -> None:
    box.box.play(2, Random(3), 3)
    page = owners()
    assert page.is_visible("#undo")
    assert not page.is_visible("#coins")


# --- past games ------------------------------------------------------------------------------------------------------


def open_replay(page: Page) -> None:
    page.wait_for_selector("#list li")
    page.locator("#list li").last.get_by_role("button", name="Step through").click()
    page.wait_for_selector("#past-pieces .piece, #past-seats li")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_stepped_through_forwards_backwards_and_by_the_slider(
    game: str, tmp_path: Path, browser: Browser
) -> None:
    settings = config(game, last_deal=1) if game == "cat-royal" else config(game)
    box = PhoneBox(SteppedBox(tmp_path, settings))
    if game == "cat-royal":
        over(box)
    else:
        box.box.play(3, Random(3), 40, "Rolling")
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    box.let_in(context, OWNER)
    page = context.new_page()
    page.goto(f"{box.address}/owner#games")
    open_replay(page)
    events = int(page.get_attribute("#step", "max") or 0)
    assert page.is_disabled("#one-back")
    page.click("#one-on")
    page.click("#one-on")
    assert page.inner_text("#line").startswith(f"2/{events}")
    page.click("#one-back")
    assert page.input_value("#step") == "1"
    page.click("#last")
    assert page.is_disabled("#one-on")
    shown = page.locator("#past-seats b").all_inner_texts()
    if game == "cat-royal":
        assert page.locator("#list .winner").count() >= 1
    else:
        assert shown == [seat.has for seat in table(box).seen(box.box.box.now).seats]
    page.focus("#step")
    for key, at in (("Home", 0), ("ArrowRight", 1), ("PageUp", None), ("End", events)):
        page.keyboard.press(key)
        assert at is None or page.input_value("#step") == str(at)
    stand = {(token.seat, token.piece) for token in table(box).seen(box.box.box.now).track.tokens}
    assert page.locator("#past-pieces .piece").count() == len(stand) or game == "cat-royal", "its table is left"
    with page.expect_download() as coming:
        page.locator("#list a").last.click()
    record = Path(coming.value.path()).read_text(encoding="utf-8")
    assert json.loads(record.splitlines()[0])["game"] == game
    assert coming.value.suggested_filename == "companion-1.jsonl"
    page.click("#close")
    assert not page.is_visible("#replay")
    context.close()
    box.switch_off()
    box.box.box.close()
    box.box.journal.shut()


def test_a_chapter_of_a_replay_is_chosen_and_follows_the_steps(box: PhoneBox, owners: Open) -> None:
    play_one(box)
    page = owners("games")
    open_replay(page)
    chapters = page.locator("#chapter option").all_text_contents()
    assert chapters == [f"Race {n}" for n in range(1, 7)]
    page.select_option("#chapter", label="Race 3")
    at = int(page.input_value("#step"))
    assert page.input_value("#chapter") == str(at)
    page.click("#one-back")
    assert page.locator("#chapter option:checked").text_content() == "Race 2"
    page.click("#last")
    assert page.locator("#chapter option:checked").text_content() == "Race 6"


def play_one(box: PhoneBox) -> None:
    """A game that is over, and not at the table any more."""
    journal = box.box.journal
    journal.begin(NewGame(RULES.name, RULES.header(RULES.begin(sitting(3), {})), SEED, (1, 2, 3)))
    for entry in game(3).entries:
        journal.append(entry)


LETTERS = """() => {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const picture = document.querySelector(".picture");
  const sizes = [...picture.querySelectorAll("text")].map((each) => parseFloat(each.getAttribute("font-size")));
  return [Math.min(...sizes) * picture.getScreenCTM().a / rem];
}"""
"""The smallest letters of the picture, in rem."""


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_a_finished_game_is_shared_by_a_code_and_by_the_same_link(
    box: PhoneBox, owners: Open, size: tuple[int, int]
) -> None:
    play_one(box)
    for scheme in ("light", "dark"):
        page = owners("games", viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        page.get_by_role("button", name="Share 1").click()
        page.locator("#share-code").evaluate("code => code.decode()")
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/share-{size[0]}-{scheme}.png")
        seen = Image.open(BytesIO(page.locator("#share-code").screenshot(scale="device")))
        (code,) = zxingcpp.read_barcodes(seen.convert("L"))
        assert code.text == page.get_attribute("#share-link", "href")
        assert code.text.startswith(LINK)
        page.evaluate(axe_core())
        assert page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"] == []
        assert page.evaluate(SMALL) == page.evaluate(CUT) == page.evaluate(UNNAMED) == []
        page.click("#close-share")
        assert not page.is_visible("#share")
        assert page.evaluate("document.activeElement.ariaLabel") == "Share 1"


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_how_a_game_went_is_told_and_drawn(box: PhoneBox, owners: Open, size: tuple[int, int]) -> None:
    play_one(box)
    report = keep_report(box.box.folder, box.box.journal.load(1))
    for scheme in ("light", "dark"):
        page = owners("games", viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        page.evaluate(axe_core())
        page.click("#list button:nth-of-type(2)")
        page.wait_for_selector(".sentences li")
        own = [sentence for seat in (1, 2, 3) for sentence in coaching(report, seat)]
        assert page.locator(".sentences li").all_inner_texts() == [
            speak(sentence, str).replace("\t", " ") for sentence in (*own, *sentences(report))
        ]
        assert len(own) >= 3
        page.wait_for_selector("#hindsight .line")
        assert page.locator("#hindsight .line").count() == 3
        assert page.locator("#hindsight .marks li").all_inner_texts() == [
            speak(highlight.says, str).replace("\t", " ") for highlight in highlights(report)
        ]
        assert page.locator("#hindsight .badge").count() == len(highlights(report))
        (letters,) = page.evaluate(LETTERS)
        assert letters >= 0.8
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        assert page.evaluate(SMALL) == []
        assert page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"] == []
        page.click("#close-report")
        assert not page.is_visible("#report")


def test_a_report_that_is_being_reckoned_says_so_and_why_there_is_none(box: PhoneBox, owners: Open) -> None:
    play_one(box)
    page = owners("games")
    ask_in_vain(page, "#list button:nth-of-type(2)")
    assert page.inner_text("#told") == HOME["failed_help"].id


@pytest.mark.parametrize(("what", "name"), [("bundle", "companion-support.zip"), ("backup", "companion-backup.zip")])
def test_the_support_bundle_and_a_backup_are_downloaded(box: PhoneBox, owners: Open, what: str, name: str) -> None:
    page, asked = owners("games"), list[Route]()
    page.route(f"**/owner/{what}", lambda route: asked.append(route))  # noqa: PLW0108  # a built-in function is refused
    with page.expect_download(timeout=60_000) as coming:
        page.click(f"#{what}")
        assert page.inner_text("#told").startswith("Being made")
        box.until(page, lambda: asked != [])
        asked[0].continue_()
    assert coming.value.suggested_filename == name
    assert Path(coming.value.path()).read_bytes()[:2] == b"PK"


def test_a_backup_is_put_back_when_the_owner_has_read_what_it_holds(
    box: PhoneBox, owners: Open, tmp_path: Path
) -> None:
    box.box.play(3, Random(3), 8)
    made, other = tmp_path / "box.zip", tmp_path / "other.zip"
    make(made, box.box.folder, None)
    other.write_bytes(b"PK" + bytes(60_000))
    page = owners("games")
    page.set_input_files("#backup-file", other)
    box.until(page, lambda: page.inner_text("#told") == NOT_A_BACKUP.id)
    assert not page.is_visible("#restore-sure")
    page.set_input_files("#backup-file", made)
    box.sees(page, "#restore-sure")
    assert page.inner_text("#restore-what").endswith(" · Games in it: 1")
    assert page.locator("#restore-left-out li").all_inner_texts() == ["The settings stay as they are here"]
    assert page.inner_text("#restore-game") == HOME["restore_game"].id
    page.click("#restore-not")
    assert not page.is_visible("#restore-sure")
    page.set_input_files("#backup-file", made)
    box.sees(page, "#restore-sure")
    page.evaluate(axe_core())
    assert page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"] == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert table(box).request is None
    page.click("#restore-now")
    box.until(page, lambda: table(box).request == PutBack())
    box.until(page, lambda: page.inner_text("#told") == HOME["restore_goes"].id)
    assert not page.is_visible("#restore-sure")


# --- for everybody ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("box", GAMES, indirect=True)
def test_nothing_bars_anybody_from_any_part(box: PhoneBox, owners: Open) -> None:
    source = axe_core()
    box.box.play(3, Random(3), 8)
    found = []
    for scheme in ("light", "dark"):
        page = owners(color_scheme=scheme)
        page.evaluate(source)
        for part in SECTIONS:
            page.evaluate("part => { location.hash = part; }", part)
            page.wait_for_selector(f"#{part}:visible")
            if part == "games":
                open_replay(page)
            page.wait_for_timeout(300)
            told = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
            found += [(scheme, part, each["id"], [node["html"] for node in each["nodes"]][:2]) for each in told]
    assert found == []


@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1280, 800)])
@pytest.mark.parametrize("box", GAMES, indirect=True)
def test_it_fits_every_screen_and_every_thumb(box: PhoneBox, owners: Open, size: tuple[int, int]) -> None:
    box.box.play(3, Random(3), 8)
    page = owners(viewport={"width": size[0], "height": size[1]})
    for part in SECTIONS:
        page.evaluate("part => { location.hash = part; }", part)
        page.wait_for_selector(f"#{part}:visible")
        if part == "games":
            open_replay(page)
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0], part
        assert page.evaluate(SMALL) == [], part


def test_the_parts_are_reached_by_the_keyboard(owners: Open) -> None:
    page = owners()
    page.focus("nav a")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#next:visible")
    assert page.get_attribute("nav a:nth-child(2)", "aria-current") == "page"


def test_a_box_that_is_away_is_said_to_be_and_comes_back(box: PhoneBox, owners: Open) -> None:
    page = owners("next")
    box.switch_off()
    box.sees(page, "#state >> text=box not reachable")
    page.click("#agreement button")
    assert page.inner_text("#told") == "box not reachable"
    box.switch_on()
    box.until(page, lambda: page.inner_text("#state") == "")


@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_it_speaks_the_language_of_its_browser(language: str, tmp_path: Path, browser: Browser) -> None:
    box = PhoneBox(SteppedBox(tmp_path, config()))
    context = browser.new_context(viewport=PHONE, locale=language)
    box.let_in(context, OWNER)
    page = context.new_page()
    page.goto(f"{box.address}/owner")
    page.wait_for_selector("#title:not(:empty)")
    assert page.evaluate(UNNAMED) == []
    assert page.get_attribute("html", "lang") == language
    context.close()
    box.switch_off()
    box.box.box.close()
    box.box.journal.shut()


def test_whatever_it_says_somewhere_is_told() -> None:
    asked = re.findall(r'data-say="(\w+)"', (STATIC / "owner.html").read_text(encoding="utf-8"))
    assert {*asked} <= {*HOME}
