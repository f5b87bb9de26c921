"""The table page in a real browser, of a whole box whose keys are pressed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from companion.daemon import demo
from companion.faces.signs import outline
from companion.kit.text import speak
from companion.match.findings import sentences
from companion.match.highlights import headline, highlights
from companion.web.words import HOME
from tests.companion.daemon.stepped_box import SteppedBox, config

from .axe import axe_core
from .kept_report import ask_in_vain, keep_report
from .watched_box import WatchedBox

NAMES = ("Hans", "Pia", "Werner", "Claudia", "Bob", "Maximiliane")
SIZES = [(1920, 1080), (1280, 800), (1024, 768), (768, 1024), (360, 640)]
GAMES = ["galopp-royal", "cat-royal"]
WRITTEN = """() => Array.from(document.querySelectorAll("body *"), (element) => {
  const box = element.getBoundingClientRect(), style = getComputedStyle(element);
  const says = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
  const isSeen = box.width > 1 && box.height > 1 && style.visibility === "visible" && !element.closest(".aloud, svg");
  return says && isSeen ? [element.textContent, parseFloat(style.fontSize)] : null;
}).filter(Boolean)"""
"""What stands on the page outside its drawings, and how large, in pixels."""
PANELS = """() => Array.from(document.querySelectorAll(".panel, .frame"), (panel) => {
  const { left, top, right, bottom } = panel.getBoundingClientRect();
  return [panel.className, left, top, right, bottom];
}).filter(([, left, , right]) => right > left)"""
UNREADABLE = """() => {
  const signs = Array.from(document.querySelectorAll("#board g:has(> g):has(> text.carved)"), (sign) => ({
    says: sign.textContent,
    words: sign.querySelector("text").getBoundingClientRect(),
    stones: Array.from(sign.querySelectorAll("path"), (stone) => stone.getBoundingClientRect()),
  }));
  const covers = (stone, { left, right, top, bottom }) =>
    stone.left < right - 1 && left < stone.right - 1 && stone.top < bottom - 1 && top < stone.bottom - 1;
  const isWithin = (stones, { left, right }) =>
    Math.min(...stones.map((stone) => stone.left)) <= left && right <= Math.max(...stones.map((stone) => stone.right));
  const isBehind = (words, others) => others.some(({ stones }) => stones.some((stone) => covers(stone, words)));
  return signs.filter(({ words, stones }, i) => !isWithin(stones, words) || isBehind(words, signs.slice(i + 1)))
    .map(({ says }) => says);
}"""
"""What stands on ornaments of the board and is wider than they are, or behind another one."""
TRANSFORMS = "() => Array.from(document.querySelectorAll('.piece'), (piece) => piece.style.transform)"
MOTIONS = """() => document.getAnimations().filter(({ effect }) => effect.target.matches(".piece"))
  .map(({ effect }) => [effect.getKeyframes().length, effect.getTiming().duration])"""
WATCHING = f"""() => {{
  window.moved = [];
  (function look() {{ window.moved.push(...({MOTIONS})()); requestAnimationFrame(look); }})();
}}"""
"""Keeps all motions, as each picture has them."""
Panel: TypeAlias = tuple[str, float, float, float, float]
Open: TypeAlias = Callable[..., Page]

pytestmark = pytest.mark.slow


@pytest.fixture
def box(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[WatchedBox]:
    game = getattr(request, "param", "galopp-royal")
    short = {"last_deal": 3} if game == "cat-royal" else {}
    watched = WatchedBox(SteppedBox(tmp_path, config(game, NAMES, **short)))
    yield watched
    watched.close()


@pytest.fixture
def open_page(browser: Browser, box: WatchedBox) -> Iterator[Open]:
    """Open the table page, as large and in such colours; in the end no error has been on any."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def note(message: Any) -> None:
        if message.type == "error" and not re.search("WebSocket|404|503", message.text):
            errors.append(message.text)

    def open_page(width: int = 1280, height: int = 800, *, clock: bool = False, **settings: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", note)
        if clock:  # it stands still but for what the test does
            page.clock.install(time=0)
            page.clock.pause_at(1)
        page.goto(box.address)
        page.wait_for_selector("#asked:not(:empty)")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def spoken(page: Page, words: str) -> None:
    page.wait_for_function("words => document.getElementById('aloud').textContent.includes(words)", arg=words)


# --- a game ----------------------------------------------------------------------------------------------------------


def test_from_joining_to_the_first_race_all_is_seen_and_said(box: WatchedBox, open_page: Open) -> None:
    page = open_page()
    assert page.inner_text("#title") == "Galopp Royal"
    spoken(page, "Who plays? 0 joined. 3 or more: each taps dot.")
    box.box.start(3)
    demo.read(box.box.box)
    page.wait_for_selector("#seats .on-turn >> text=Hans")
    assert page.title() == "Hans: face-up 2 · Galopp Royal"
    assert page.locator("#seats .has").all_inner_texts() == ["50", "50", "50"]
    box.box.tap("green1")
    page.wait_for_selector("#number.draft")
    box.box.hold("green1")
    page.wait_for_selector("#log >> text=Hans bids 1")
    page.wait_for_selector("#number >> text=1")
    box.box.hold("red2")
    page.wait_for_selector("#seats .waits >> text=Pia")
    spoken(page, "Werner: open card 2. High bid 1, by Hans.")


def test_a_piece_moves_space_by_space_and_stands_still_on_a_page_that_opens_later(
    box: WatchedBox, open_page: Open
) -> None:
    box.play(30, "Rolling")
    page = open_page()
    assert page.evaluate(MOTIONS) == [], "nothing moves on a page just opened"
    page.evaluate(WATCHING)
    ways = {token.way for token in box.seen.track.tokens}
    while not (new := [token for token in box.seen.track.tokens if token.way not in ways and len(token.way) > 2]):
        box.play(1)
    (token,) = new
    moves = "motion => window.moved.some((each) => each.join() === motion.join())"
    page.wait_for_function(moves, arg=[len(token.way), (len(token.way) - 1) * 180])
    page.wait_for_function(f"() => ({MOTIONS})().length === 0")
    later = f"stand => ({TRANSFORMS})().sort().join() === stand.sort().join()"
    open_page().wait_for_function(later, arg=page.evaluate(TRANSFORMS))


def test_at_the_end_of_a_race_the_last_move_is_seen_once_more_and_slowly(box: WatchedBox, open_page: Open) -> None:
    page, still = open_page(), open_page(reduced_motion="reduce")
    page.evaluate(WATCHING)
    ways: list[tuple[str, ...]] = []

    def look() -> None:
        if not ways and box.seen.again:
            ways.extend(token.way for token in box.seen.again)
            for seen in (page, still):
                seen.wait_for_selector("#asked >> text=Race 1 won by")

    box.box.box.watch = look
    while not ways:
        box.play(1)
    moves = "motion => window.moved.some((each) => each.join() === motion.join())"
    for way in ways:
        page.wait_for_function(moves, arg=[len(way), min(2600, 4 * 180 * (len(way) - 1))])
    assert still.evaluate("() => document.getAnimations().length") == 0


def test_the_coins_of_each_seat_are_a_line_from_the_first_race_on(box: WatchedBox, open_page: Open) -> None:
    page = open_page()
    box.play(30, "Rolling")
    assert not page.is_visible("#curve")
    box.play(0, "Removing")
    page.wait_for_selector("#curve .line")
    coins = [seat.has for seat in box.seen.seats]
    counts = "Array.from(document.querySelectorAll('#curve .count'), (each) => each.textContent)"
    page.wait_for_function(f"coins => {counts}.sort().join() === coins", arg=",".join(sorted(coins)))
    assert page.locator("#curve .line").count() == 3
    assert page.locator("#curve .stage").all_text_contents() == ["0", "1"]
    assert f"Hans: 50, {coins[0]}" in (page.locator("#curve title").text_content() or "")


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_game_that_is_over_says_who_has_won_and_how_it_went(box: WatchedBox, open_page: Open) -> None:
    box.play(10_000, players=2)
    page = open_page()
    assert page.locator("body").get_attribute("data-stage") == "over"
    winner = next(seat for seat in box.seen.seats if seat.is_in)
    assert page.locator("#who .crest").first.get_attribute("data-colour") == winner.colour
    best = page.locator("#lines .named").first
    assert best.inner_text().split()[-1] == winner.name
    assert best.locator(".crest").get_attribute("data-colour") == winner.colour
    assert page.locator("#papers h3").first.inner_text() == "The game"


@pytest.mark.parametrize("box", GAMES, indirect=True)
def test_who_wants_odds_sees_them_beside_each_player(box: WatchedBox, open_page: Open) -> None:
    page = open_page()
    box.play(30, players=3)
    assert page.locator("#seats .odds").count() == 0
    table = box.box.box.box.table
    table.menu.odds.value = True
    box.play(8, players=3)
    page.wait_for_selector("#seats .odds")
    said = page.locator("#seats .odds").all_inner_texts()
    assert page.locator("#seats .odds").first.get_attribute("title") == "Odds"
    assert sum(int(line.split()[-2]) for line in said) == pytest.approx(100, abs=2)


@pytest.mark.parametrize("box", GAMES, indirect=True)
def test_how_the_game_went_that_has_just_ended_is_told_until_the_next_one(
    box: WatchedBox, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        type(box.rules), "outlook", lambda _self, _state, chance: (drawn := chance(), (1 - drawn) / 2, (1 - drawn) / 2)
    )
    page = open_page()
    assert not page.is_visible("#open-report")
    box.play(10_000, players=3)
    found = keep_report(box.box.folder, box.box.journal.running())
    page.click("#open-report")
    page.wait_for_selector("#report .line")
    assert page.evaluate("document.activeElement.id") == "report-title"
    assert page.get_attribute("#open-report", "aria-expanded") == "true"
    assert speak(headline(found), str) in (page.locator("#report .picture title").text_content() or "")
    assert page.locator(".sentences li").all_inner_texts() == [
        speak(sentence, str).replace("\t", " ") for sentence in sentences(found)
    ]
    assert page.locator(".marks li").count() == len(highlights(found))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        panels = [tuple(panel) for panel in page.evaluate(PANELS)]
        assert [pair for pair in combinations(panels, 2) if overlap(*pair)] == []
    page.click("#close-report")
    assert page.evaluate("document.activeElement.id") == "open-report"
    page.keyboard.press("Enter")
    page.wait_for_selector("#report .line")
    box.box.hold("green1")
    page.wait_for_selector("#report", state="hidden")
    assert not page.is_visible("#open-report")
    assert page.evaluate("fetch('/report').then(({ status }) => status)") == 404


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_report_does_not_stay_under_the_end_of_a_game_that_the_page_has_slept_through(
    box: WatchedBox, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(box.rules), "outlook", lambda _self, _state, chance: (drawn := chance(), 1 - drawn))
    box.play(10_000, players=2)
    keep_report(box.box.folder, box.box.journal.running())
    page = open_page()
    page.click("#open-report")
    page.wait_for_selector("#report .line")
    box.switch_off()
    page.wait_for_selector("#state >> text=box not reachable")
    assert page.is_visible("#report")
    first = page.locator("#log li").all_inner_texts()
    box.box.hold("green1")
    box.play(10_000, players=2)
    box.switch_on()
    page.wait_for_function("first => document.querySelector('#log li').innerText !== first", arg=first[0])
    assert page.get_attribute("body", "data-stage") == "over"
    assert not page.is_visible("#report")


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_report_that_is_being_reckoned_says_so_and_why_there_is_none(box: WatchedBox, open_page: Open) -> None:
    box.play(10_000, players=2)
    page = open_page()
    ask_in_vain(page, "#open-report")
    assert page.inner_text("#notice") == HOME["failed"].id


# --- the box goes and comes -------------------------------------------------------------------------------------------


def test_the_signs_of_all_who_share_a_victory_have_room_on_a_phone(box: WatchedBox, open_page: Open) -> None:
    page = open_page(360, 640)
    box.box.start(3)
    demo.read(box.box.box)
    page.wait_for_selector("#who .emblem")
    page.evaluate("() => { document.body.dataset.stage = 'over'; }")
    page.evaluate("() => { for (let i = 0; i < 5; i++) who.append(who.firstElementChild.cloneNode(true)); }")
    assert page.evaluate("() => document.body.scrollWidth <= document.body.clientWidth")


def test_a_box_that_is_gone_is_said_and_what_happened_meanwhile_is_there_when_it_comes_back(
    box: WatchedBox, open_page: Open
) -> None:
    box.play(3)
    page = open_page()
    box.switch_off()
    page.wait_for_selector("#state >> text=box not reachable")
    assert "away" in (page.locator("body").get_attribute("class") or "")
    box.play(20, "Rolling")
    box.switch_on()
    page.wait_for_selector("#asked >> text=Race 1", timeout=10_000)
    assert page.inner_text("#state") == ""


def test_who_hears_nothing_for_long_asks_again(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.pages.wire.BEAT_S", 1e9)
    page = open_page(clock=True)
    wires: list[str] = []
    page.on("websocket", lambda wire: wires.append(wire.url))
    page.clock.fast_forward(9_000)
    page.wait_for_timeout(200)
    assert wires == []
    page.clock.fast_forward(2_000)
    page.wait_for_function("() => !document.body.classList.contains('away')")
    page.wait_for_timeout(200)
    assert len(wires) == 1


def test_a_page_that_wakes_up_after_long_asks_at_once(open_page: Open) -> None:
    page = open_page(clock=True)
    wires: list[str] = []
    page.on("websocket", lambda wire: wires.append(wire.url))
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(200)
    assert wires == [], "it was not away"
    page.clock.set_system_time("2040-01-01")
    with page.expect_websocket():
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(200)
    assert len(wires) == 1


def test_a_box_that_sleeps_is_said_to(box: WatchedBox, open_page: Open) -> None:
    page = open_page()
    box.box.box.wait(700)
    page.wait_for_selector("#state >> text=any key wakes it")
    box.box.tap("green1")
    page.wait_for_function("() => document.getElementById('state').textContent === ''")


# --- for every eye, ear and hand -------------------------------------------------------------------------------------


def overlap(one: Panel, other: Panel) -> bool:
    return one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]


@pytest.mark.parametrize("box", GAMES, indirect=True)
def test_it_fits_every_screen_and_can_be_read_there(box: WatchedBox, open_page: Open) -> None:
    page = open_page()
    for questions in (30, 60):
        box.play(questions, players=len(box.rules.pairs))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(300)
            scroll = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            assert scroll[0] == width
            assert scroll[1] == height or width < height, "beside the board everything is in sight at once"
            panels = [tuple(panel) for panel in page.evaluate(PANELS)]
            assert [pair for pair in combinations(panels, 2) if overlap(*pair)] == []
            assert [panel for panel in panels if width > height and panel[4] > height] == []
            assert page.evaluate(UNREADABLE) == []
            least = min(page.evaluate(WRITTEN), key=lambda written: written[1])
            assert least[1] >= (20 if height >= 1080 else 12), least


@pytest.mark.parametrize("box", GAMES, indirect=True)
def test_axe_finds_nothing_wrong(box: WatchedBox, open_page: Open) -> None:
    source = axe_core()
    page = open_page()
    page.evaluate(source)
    for questions in (0, 5, 60):
        if questions:
            box.play(questions)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(300)
            found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
            assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
    assert box.seen.who is None or len(box.rules.pairs) > 4, "the short game has come to its end"


def test_without_motion_pieces_do_not_move(box: WatchedBox, open_page: Open) -> None:
    box.play(30, "Rolling")
    page = open_page(reduced_motion="reduce")
    before = page.evaluate(TRANSFORMS)
    box.play(6)
    page.wait_for_function(f"before => ({TRANSFORMS})().join() !== before.join()", arg=before)
    assert page.evaluate("() => document.getAnimations().length") == 0
    assert page.get_attribute("#pause", "aria-pressed") == "true"


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_the_papers_are_leafed_through_by_keyboard(box: WatchedBox, open_page: Open) -> None:
    box.play(5)
    page = open_page()
    first = page.locator("#papers h3").first
    titles = page.locator("#papers h3").all_inner_texts()
    page.focus("#next")
    page.keyboard.press("Enter")
    assert first.inner_text() == titles[1]
    assert page.get_attribute("#pause", "aria-pressed") == "true", "it stays where it was turned to"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    assert page.get_attribute("#pause", "aria-pressed") == "false"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert first.inner_text() == titles[0]


def test_each_seat_has_a_shape_of_its_own(box: WatchedBox, open_page: Open) -> None:
    box.box.start(6)
    page = open_page()
    page.wait_for_selector("#seats li:nth-child(6)")
    drawn = "all => all.map((path) => path.getAttribute('d'))"
    shapes = page.locator("#seats .crest path").evaluate_all(drawn)
    assert len(set(shapes)) == 6
    assert set(page.locator(".piece .crest path").evaluate_all(drawn)) == set(shapes)


def test_a_picture_stands_beside_the_question(box: WatchedBox, open_page: Open) -> None:
    page = open_page()
    drawn = "path => document.querySelector('#asked .sign path')?.getAttribute('d') === path"
    page.wait_for_function(drawn, arg=outline("people"))
    box.play(0, "Rolling")
    page.wait_for_function(drawn, arg=outline("dice"))
    assert page.eval_on_selector("#asked .sign", "sign => sign.getBoundingClientRect().height") >= 24


def test_the_owner_s_colours_are_those_of_the_seats(box: WatchedBox, open_page: Open) -> None:
    page, painted = open_page(), "() => getComputedStyle(document.querySelector('#seats .crest path')).fill"
    box.box.start(3)
    page.wait_for_selector("#seats .crest")
    assert page.evaluate(painted) == "rgb(179, 38, 47)"
    box._pages._palette = "distinct"
    box._pages._hello.clear()
    page.reload()
    page.wait_for_selector("#seats .crest")
    page.wait_for_function(f"({painted})() === 'rgb(152, 88, 3)'")


def test_it_speaks_the_language_of_the_table_if_the_box_lacks_its_browser_s(tmp_path: Path, browser: Browser) -> None:
    settings = msgspec.structs.replace(config(names=NAMES), language="nl")
    box = WatchedBox(SteppedBox(tmp_path, settings))
    box.play(3)
    page = browser.new_page(locale="es-ES")
    page.goto(box.address)
    page.wait_for_selector("#log-title >> text=Wat er gebeurde")
    assert page.get_attribute("html", "lang") == "nl"
    unsaid = page.evaluate(
        "() => Array.from(document.querySelectorAll('[data-say]')).filter((each) =>"
        " !(each.ariaLabel ?? each.textContent).trim() || (each.ariaLabel ?? each.textContent) === 'undefined').length"
    )
    assert unsaid == 0
    page.close()
    box.close()
