"""The seat page in a real browser: phones and keys at one whole box, of both games."""

from __future__ import annotations

import json
import re
import struct
from random import Random

import pytest
from playwright.sync_api import Page, expect

from companion.daemon import demo
from companion.daemon.demo import press
from companion.daemon.pages import CameIn
from companion.games.cat_royal.intents import Play
from companion.kit.question import OneOf
from companion.kit.text import speak
from companion.match.findings import coaching
from companion.table.afar import options
from companion.web.assets import STATIC as TWIN_STATIC
from companion.web.pages.app import STATIC
from companion.web.words import HOME

from .axe import axe_core
from .kept_report import keep_report
from .looking import DEPTH, settle
from .phone_box import Open, PhoneBox

pytestmark = [pytest.mark.slow, pytest.mark.untraced]

OUTSIDE = """() => Array.from(document.querySelectorAll("button, input, .panel, .frame"), (element) => {
  const { left, top, right, bottom, width } = element.getBoundingClientRect();
  const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return width && !isIn && !element.closest("#list") ? element.outerHTML : null;
}).filter(Boolean)"""
"""Finds controls that are out of sight; a long list may be scrolled."""
SMALL = """() => Array.from(document.querySelectorAll("button, input"), (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width && (width < 44 || height < 44) ? element.outerHTML : null;
}).filter(Boolean)"""
"""Finds controls that are too small for a thumb."""
VIOLATIONS = """() => axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))"""


def started(box: PhoneBox, questions: int = 0, until: str | None = None, players: int = 3) -> None:
    """A game has begun, and bots have answered so many questions at the keys."""
    box.box.play(players, Random(3), questions, until)


def asked_pair(box: PhoneBox) -> int:
    """Whose keys answer now."""
    seat = box.box.asked.seat
    assert seat is not None
    return box.box.joined()[seat - 1]


def six_drafted(box: PhoneBox, phone: Open) -> Page:
    """The phone of Hans, who is asked first and has chosen to bid 6."""
    started(box)
    hans = phone(1)
    box.sees(hans, "#amount")
    hans.click("[data-step='5']")
    return hans


def log(box: PhoneBox) -> list[str]:
    return list(json.loads(box.pages.table())["log"])


# --- after the game -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("box", ["galopp-royal"], indirect=True)
def test_a_player_reads_on_the_own_phone_how_well_it_played(box: PhoneBox, phone: Open, scheme: str) -> None:
    hans = phone(1, viewport={"width": 360, "height": 640}, color_scheme=scheme)
    assert not hans.is_visible("#open-report")
    started(box, 10_000)
    found = keep_report(box.box.folder, box.box.journal.running())
    box.sees(hans, "#open-report")
    hans.click("#open-report")
    hans.wait_for_selector(".sentences li")
    own = [speak(sentence, str).replace("\t", " ") for sentence in coaching(found, 1)]
    assert own
    assert hans.locator(".sentences li").all_inner_texts()[: len(own)] == own
    assert hans.evaluate("document.documentElement.scrollWidth") == 360
    hans.evaluate(axe_core())
    assert hans.evaluate(VIOLATIONS) == []
    assert hans.evaluate(SMALL) == []
    hans.click("#open-report")
    assert not hans.is_visible(".sentences")
    box.box.hold("green1")
    box.until(hans, lambda: not hans.is_visible("#open-report"))


# --- a bot -----------------------------------------------------------------------------------------------------------


def test_a_phone_of_a_bots_seat_says_so_and_answers_nothing_until_its_person_takes_over(
    box: PhoneBox, phone: Open
) -> None:
    pia, keys = phone(2), box.box
    keys.tap("green1", "green3")
    box.sees(pia, "#how >> text=You do not play yet.")
    keys.tap("green2")
    box.sees(pia, "#how >> text=You are in.")
    keys.hold("red2")
    box.sees(pia, "#how >> text=You do not play yet.")
    table = phone(None, "/")
    box.sees(table, "#seats small >> text=bot")
    assert table.locator("#seats small").count() == 1
    keys.hold("green1")
    keys.hold("red1")
    box.sees(pia, "#news >> text=A bot plays here.")
    box.sees(table, "#keys >> text=a bot plays")
    assert table.locator("#keys span").count() == 0
    box.until(pia, lambda: pia.inner_text("#who").endswith("Pia"))
    assert not pia.is_visible("#amount")
    keys.box.box.on_page_message(CameIn(2), keys.box.now)
    box.sees(pia, "#amount")
    box.until(pia, lambda: pia.inner_text("#who").endswith("Your turn"))
    pia.click("#otherwise")
    box.until(pia, lambda: asked_pair(box) == 3)
    box.until(table, lambda: table.locator("#seats small >> text=bot").count() == 0)
    assert table.locator("#keys em").count() == 0


# --- an auction ------------------------------------------------------------------------------------------------------


def test_a_phone_offers_by_steps_a_phone_by_digits_and_keys_in_between(box: PhoneBox, phone: Open) -> None:
    started(box)
    hans, pia = phone(1), phone(2)
    box.sees(hans, "#amount")
    assert hans.inner_text("#me").endswith("Hans")
    assert not pia.is_visible("#amount"), "not asked"
    assert pia.inner_text("#who").endswith("Hans")
    hans.click("[data-step='5']")
    hans.click("[data-step='-1']")
    assert hans.inner_text("#offer") == "Bid 5"
    hans.click("#offer")
    box.sees(pia, "#amount")
    box.until(hans, lambda: not hans.is_visible("#amount"))
    pia.click("#open")
    for digit in "12":
        pia.click(f"[data-key='{digit}']")
    pia.click("[data-key='erase']")
    pia.click("[data-key='9']")
    assert pia.inner_text("#offer") == "Bid 19"
    assert pia.evaluate(OUTSIDE) == []
    pia.click("#offer")
    box.until(pia, lambda: asked_pair(box) == 3)
    box.sees(pia, "#board")
    box.box.hold("red3")
    box.sees(hans, "#amount")
    hans.click("#otherwise")
    box.until(hans, lambda: "Hans\tpasses" in log(box))
    assert log(box)[-4:] == ["Hans\tpasses", "Werner\tpasses", "Pia\tbids 19", "Hans\tbids 5"]


def test_what_the_box_refuses_it_says_and_what_was_typed_stays(box: PhoneBox, phone: Open) -> None:
    started(box)
    hans = phone(1)
    box.sees(hans, "#amount")
    hans.fill("#value", "77")
    hans.press("#value", "Enter")
    box.until(hans, lambda: hans.inner_text("#told") == "77 is too much: at most 50.")
    assert hans.input_value("#value") == "77"
    assert asked_pair(box) == 1


def test_the_keys_were_first_and_the_phone_says_so(box: PhoneBox, phone: Open) -> None:
    hans = six_drafted(box, phone)
    box.box.tap("green1")
    box.box.hold("green1")
    box.until(hans, lambda: hans.inner_text("#told") == "Something else came first: look again.")
    assert not hans.is_visible("#amount")


def test_two_phones_for_one_seat_are_equal_and_the_second_is_told(box: PhoneBox, phone: Open) -> None:
    started(box)
    one = phone(1)
    other = one.context.new_page()
    other.goto(f"{box.address}/seat")
    for page in (one, other):
        box.sees(page, "#amount")
        page.click("[data-step='5']")
    one.click("#offer")
    other.click("#offer")
    box.until(other, lambda: other.inner_text("#told") == "Something else came first: look again.")
    assert one.inner_text("#told") == ""
    assert asked_pair(box) == 2


def test_what_is_typed_outlives_a_time_without_a_network(box: PhoneBox, phone: Open) -> None:
    hans = six_drafted(box, phone)
    box.switch_off()
    box.sees(hans, "text=box not reachable")
    hans.click("[data-step='1']")
    hans.click("#offer")
    assert hans.inner_text("#told") == "box not reachable"
    box.switch_on()
    box.until(hans, lambda: hans.inner_text("#state") == "")
    assert hans.inner_text("#offer") == "Bid 7"
    hans.click("#offer")
    box.until(hans, lambda: asked_pair(box) == 2)
    hans.reload()
    box.until(hans, lambda: hans.locator("#who").is_visible() and hans.inner_text("#who").endswith("Pia"))


def test_an_answer_that_did_not_arrive_is_told_and_offered_again(box: PhoneBox, phone: Open) -> None:
    hans = six_drafted(box, phone)
    hans.click("#offer")
    box.lose_what_was_said()
    box.sees(hans, "text=box not reachable")
    box.switch_on()
    box.until(hans, lambda: hans.inner_text("#told") == "It did not arrive: press again.")
    assert hans.inner_text("#offer") == "Bid 6"
    hans.click("#offer")
    box.until(hans, lambda: asked_pair(box) == 2 and hans.inner_text("#told") == "")


def test_who_cannot_know_whether_an_answer_arrived_is_told_to_look(box: PhoneBox, phone: Open) -> None:
    hans = six_drafted(box, phone)
    hans.click("#offer")
    box.lose_what_was_said()
    box.sees(hans, "text=box not reachable")
    box.box.tap("green1")
    box.box.hold("green1")
    box.switch_on()
    box.until(hans, lambda: hans.inner_text("#told") == "Look whether your answer arrived.")
    assert not hans.is_visible("#amount")


def test_a_reload_keeps_what_is_chosen_until_something_else_is_asked(box: PhoneBox, phone: Open) -> None:
    hans = six_drafted(box, phone)
    hans.reload()
    box.until(hans, lambda: hans.inner_text("#offer") == "Bid 6")
    hans.click("#offer")
    box.until(hans, lambda: asked_pair(box) == 2)
    hans.reload()
    box.until(hans, lambda: hans.inner_text("#who").endswith("Pia"))
    assert (hans.is_visible("#amount"), hans.inner_text("#told")) == (False, "")


def test_a_phone_out_of_the_network_comes_back_to_what_is_asked(box: PhoneBox, phone: Open) -> None:
    started(box)
    pia = phone(2)
    box.sees(pia, "#who")
    box.cut(pia)
    box.switch_off()
    box.sees(pia, "text=box not reachable")
    box.box.tap("green1")
    box.box.hold("green1")
    box.switch_on()
    pia.wait_for_timeout(1000)
    assert not pia.is_visible("#amount"), "without a network"
    pia.context.set_offline(False)
    box.sees(pia, "#amount")
    pia.click("#offer")
    box.until(pia, lambda: asked_pair(box) == 3)


def test_by_the_keyboard_alone_and_the_focus_stays(box: PhoneBox, phone: Open) -> None:
    started(box)
    hans = phone(1)
    box.sees(hans, "#amount")
    hans.focus("#value")
    for key in ("ArrowUp", "PageUp", "ArrowDown"):
        hans.keyboard.press(key)
    assert hans.inner_text("#offer") == "Bid 5"
    box.box.tap("green1")
    box.until(hans, lambda: json.loads(box.pages.table())["page"]["is_draft"])
    hans.wait_for_timeout(200)  # what the keys draft comes to the page
    assert hans.evaluate("document.activeElement.id") == "value"
    hans.keyboard.press("Enter")
    box.until(hans, lambda: asked_pair(box) == 2)
    box.until(hans, lambda: hans.evaluate("document.activeElement.id") == "asked")


# --- races -----------------------------------------------------------------------------------------------------------


def test_a_phone_rolls(box: PhoneBox, phone: Open) -> None:
    started(box, 10, "Rolling")
    page = phone(asked_pair(box))
    box.sees(page, "#confirm")
    assert page.inner_text("#confirm") == "Roll"
    before = len(box.box.session.history.done)
    page.click("#confirm")
    box.until(page, lambda: len(box.box.session.history.done) > before)


def test_a_schemer_taps_chairs_sees_where_they_would_go_and_says_it(box: PhoneBox, phone: Open) -> None:
    started(box, 10, "Scheming")
    page = phone(asked_pair(box))
    box.sees(page, "#choices button")
    all_of_them = page.locator("#choices button").count()
    chair = page.locator("#pieces .piece.able").last.bounding_box()
    assert chair is not None
    page.mouse.click(chair["x"] + chair["width"] / 2, chair["y"] + chair["height"] / 2)
    box.sees(page, "#all")
    assert 0 < page.locator("#choices button").count() < all_of_them
    page.locator("#choices button").first.click()
    box.sees(page, "#confirm")
    assert page.locator("#pieces .aim").count() > 0, "a preview"
    before = len(box.box.session.history.done)
    page.locator("#choices button").nth(1).click()
    box.sees(page, "#choices li:nth-child(2) [aria-pressed='true']")
    page.click("#confirm")
    box.until(page, lambda: len(box.box.session.history.done) > before)


def test_an_exchange_by_tapping_cards(box: PhoneBox, phone: Open) -> None:
    started(box, 10, "Removing")
    page = phone(asked_pair(box))
    box.sees(page, "#choices button")
    page.locator("#choices button").nth(2).click()
    box.sees(page, "#confirm")
    before = len(box.box.session.history.done)
    page.click("#confirm")
    box.until(page, lambda: len(box.box.session.history.done) > before)


@pytest.mark.parametrize("box", [{"cards": "table"}], indirect=True)
def test_real_cards_are_typed_in_their_places_one_back_and_all_confirmed(box: PhoneBox, phone: Open) -> None:
    started(box, 10, "Laying")
    page = phone(asked_pair(box))
    box.sees(page, "#choices button")
    keys = page.locator("#choices button").all_inner_texts()
    path: tuple[int, ...] = ()
    while further := options(box.box.asked, path):
        path = (*path, min(further))
        page.locator("#choices button").nth(path[-1]).click()
        box.until(page, lambda: typed(page) == len(path))  # noqa: B023  # waited for at once
        assert page.locator("#choices button").all_inner_texts() == keys, "each has kept its place"
    assert page.is_visible("#confirm")
    page.click("#up")
    box.until(page, lambda: typed(page) == len(path) - 1)
    assert not page.is_visible("#confirm")


def typed(page: Page) -> int:
    """Wait until so many cards are shown as typed."""
    return sum(each != "_" for each in page.inner_text("#lines").split())


# --- hands, cheats and accusations -----------------------------------------------------------------------------------


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_hand_is_covered_until_it_is_touched_and_covered_again_when_nobody_looks(box: PhoneBox, phone: Open) -> None:
    started(box, 12, "Turn", players=4)
    page = phone(asked_pair(box))
    box.sees(page, "#choices button")
    slots = [str(at + 1) for at in range(page.locator("#choices button").count())]
    assert page.locator("#choices button").all_inner_texts() == slots
    place = page.locator("#look").bounding_box()
    assert place is not None
    page.mouse.move(place["x"] + 20, place["y"] + 20)
    page.mouse.down()
    page.wait_for_selector("#secrets:visible")
    assert page.locator("#choices button").all_inner_texts() != slots
    page.wait_for_timeout(400)
    page.mouse.up()
    page.wait_for_selector("#secrets", state="hidden")
    page.click("#look")
    page.wait_for_selector("#secrets:visible")
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    page.wait_for_selector("#secrets", state="hidden")
    page.focus("#look")
    page.keyboard.press("Enter")
    page.wait_for_selector("#secrets:visible")


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_card_a_figure_a_field_and_back_again(box: PhoneBox, phone: Open) -> None:
    started(box, 12, "Turn", players=4)
    page = phone(asked_pair(box))
    box.sees(page, "#choices button")
    page.locator("#choices button").first.click()
    box.sees(page, "#up")
    page.click("#up")
    box.until(page, lambda: not page.is_visible("#up"))
    depth = 0
    while not page.is_visible("#confirm"):
        page.locator("#choices button").first.click()
        depth += 1
        box.until(page, lambda: page.evaluate(DEPTH) == depth)  # noqa: B023  # waited for at once
    before = len(box.box.session.history.done)
    page.click("#confirm")
    box.until(page, lambda: len(box.box.session.history.done) > before)


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_cheat_is_meant_in_the_private_hand_and_nothing_else_shows_it(box: PhoneBox, phone: Open) -> None:
    started(box, 12, "Turn", players=4)
    page = phone(asked_pair(box))
    box.sees(page, "#look")
    assert not page.is_visible("#armed")
    honest = page.inner_text("main")
    page.focus("#look")
    page.keyboard.press("Enter")  # no finger that stays too long
    page.click("#armed button:first-child")
    box.sees(page, "#armed [aria-pressed='true']")
    page.click("#look")
    assert page.inner_text("main") == honest
    session = box.box.session
    page.locator("#choices button").first.click()
    box.sees(page, "#up")
    while not page.is_visible("#confirm"):
        shown = page.inner_text("#choices")
        page.locator("#choices button").first.click()
        box.until(page, lambda: page.is_visible("#confirm") or page.inner_text("#choices") != shown)  # noqa: B023
    page.click("#confirm")
    box.until(page, lambda: box.box.session is not session)
    assert any(getattr(event, "cheat", 0) for past in box.box.session.history.done[-2:] for event in past.step.events)


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_what_is_meant_in_secret_stays_over_another_s_aside_and_is_not_lost_without_a_word(
    box: PhoneBox, phone: Open
) -> None:
    started(box, 12, "Turn", players=4)
    mine = asked_pair(box)
    page, other = phone(mine), phone(mine % 4 + 1)
    box.sees(page, "#look")
    page.focus("#look")
    page.keyboard.press("Enter")  # no finger that stays too long
    page.click("#armed button:first-child")
    page.locator("#choices button").first.click()
    box.sees(page, "#up")
    before = box.box.session
    box.sees(other, "#aside")
    other.click("#aside")
    box.sees(other, "#confirm")
    other.click("#confirm")
    box.until(page, lambda: box.box.session is not before)
    settle(box, page)
    assert page.is_visible("#armed [aria-pressed='true']")
    assert (page.is_visible("#up"), page.inner_text("#told")) == (True, "")
    page.click("#up")
    box.until(page, lambda: not page.is_visible("#up"))
    press(box.box.box, "table", 2.2)
    box.until(page, lambda: page.inner_text("#told") == HOME["meanwhile"].id)
    before = box.box.session
    assert (page.inner_text("#confirm"), page.inner_text("#aside")) == ("Agree", "No")
    page.click("#confirm")
    box.until(page, lambda: box.box.session is not before and page.is_visible("#look"))
    assert page.locator("#armed [aria-pressed='true']").count() == 0


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_a_card_that_leads_nowhere_says_what_to_do(box: PhoneBox, phone: Open) -> None:
    games = demo.play(box.box.box, 4, Random(3))
    forms = (box.box.asked.form for _ in games)
    useless = next(form.barred[0] for form in forms if isinstance(form, OneOf) and form.barred)
    assert isinstance(useless, Play)
    page = phone(asked_pair(box))
    page.click(f"#choices li:nth-child({useless.slot}) button")
    box.until(page, lambda: page.inner_text("#news") == "It has no move: take another.")
    assert not page.is_visible("#confirm")
    page.click("#up")
    box.until(page, lambda: page.inner_text("#news") == "")


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_what_happens_is_told_to_whoever_has_a_question_open(box: PhoneBox, phone: Open) -> None:
    started(box, 12, "Turn", players=4)
    mine = asked_pair(box)
    page, other = phone(mine), phone(mine % 4 + 1)
    box.sees(other, "#aside")
    other.click("#aside")
    box.sees(other, "#confirm")
    other.click("#confirm")
    box.until(page, lambda: "wormholes" in page.inner_text("#news"))
    assert page.is_visible("#choices button"), "its question stays"


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_what_is_said_aside_takes_two_taps_on_turn_and_off_turn(box: PhoneBox, phone: Open) -> None:
    started(box, 12, "Turn", players=4)
    mine = asked_pair(box)
    page, other = phone(mine), phone(mine % 4 + 1)
    box.sees(other, "#aside")
    assert other.inner_text("#aside") == "Move holes"
    before = box.box.session
    other.click("#aside")
    box.sees(other, "#confirm")
    assert box.box.session is before
    other.click("#confirm")
    box.until(other, lambda: box.box.session is not before)
    box.until(page, lambda: "wormholes" in page.inner_text("#news"))  # it comes to the other phone, too
    assert page.inner_text("#aside") == "Accuse"
    page.click("#aside")
    box.sees(page, "#choices button:has(svg)")
    page.locator("#choices button").first.click()
    box.sees(page, "#confirm")
    assert page.inner_text("#confirm") == "Accuse"
    before = box.box.session
    page.click("#confirm")
    box.until(page, lambda: box.box.session is not before)


@pytest.mark.parametrize("box", ["cat-royal"], indirect=True)
def test_who_asks_what_to_do_reads_the_rule_of_what_is_asked_and_of_an_aside(box: PhoneBox, phone: Open) -> None:
    started(box, 12, "Turn", players=4)
    mine = asked_pair(box)
    pages = phone(mine), phone(mine % 4 + 1)
    for page in pages:
        assert not page.locator("#rule").is_visible()
        page.get_by_text("What may I do?").click()
        expect(page.locator("#rule")).to_contain_text("Play one card with one figure")
    box.sees(pages[1], "#aside")
    pages[1].click("#aside")
    box.sees(pages[1], "#confirm")
    expect(pages[1].locator("#rule")).to_contain_text("move the wormholes")


# --- before a game ---------------------------------------------------------------------------------------------------


def test_a_name_is_given_refused_and_told_at_the_table(box: PhoneBox, phone: Open) -> None:
    box.box.tap("green1", "green2")
    hans = phone(1)
    box.sees(hans, "#name")
    for name, why in (
        ("名字", "No 名 on the display."),
        ("pia", "That name is taken."),
    ):
        hans.fill("#name", name)
        hans.press("#name", "Enter")
        box.until(hans, lambda: hans.inner_text("#told") == why)  # noqa: B023  # waited for at once
        assert hans.input_value("#name") == name
    hans.fill("#name", "Zoë")
    hans.click("#naming button")
    box.until(hans, lambda: hans.inner_text("#me").endswith("Zoë"))
    assert box.box.journal.names[0] == {1: "Zoë"}
    box.until(hans, lambda: hans.inner_text("#told") == "")
    box.box.hold("green1")
    box.box.tap("green3")
    box.box.hold("green1")
    box.sees(hans, "#amount")
    assert not hans.is_visible("#name")


def test_a_phone_without_a_seat_is_told_the_way_in(box: PhoneBox, phone: Open) -> None:
    page = phone(None)
    page.wait_for_url(f"{box.address}/s")
    page.wait_for_selector("text=While people join, tap")


# --- for everybody ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("box", "phase"),
    [
        ("galopp-royal", "Bidding"),
        ("galopp-royal", "Rolling"),
        ("galopp-royal", "Scheming"),
        ("cat-royal", "Turn"),
    ],
    indirect=["box"],
)
def test_nothing_bars_anybody_from_it(box: PhoneBox, phone: Open, phase: str, scheme: str) -> None:
    source = axe_core()
    started(box, 10, phase, players=4)
    page = phone(asked_pair(box), color_scheme=scheme, reduced_motion="reduce")
    box.sees(page, "#dock button:visible")
    page.wait_for_timeout(200)
    page.evaluate(source)
    seen = []
    for opens in ("#look", "#open", "#choices button"):
        if page.is_visible(opens):
            page.locator(opens).first.click()
            page.wait_for_timeout(300)
        found = page.evaluate(
            "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))"
        )
        seen += found
    assert seen == []


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (768, 1024), (1024, 768)])
@pytest.mark.parametrize(
    ("box", "phase"),
    [("galopp-royal", "Bidding"), ("galopp-royal", "Scheming"), ("cat-royal", "Turn")],
    indirect=["box"],
)
def test_all_that_can_be_touched_is_in_sight_and_large_enough_for_a_thumb(
    box: PhoneBox, phone: Open, phase: str, size: tuple[int, int]
) -> None:
    started(box, 10, phase, players=4)
    page = phone(asked_pair(box), viewport={"width": size[0], "height": size[1]})
    box.sees(page, "#dock button:visible")
    for opens in ("", "#look"):
        if opens and page.is_visible(opens):
            page.click(opens)
        page.wait_for_timeout(200)
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(SMALL) == []


@pytest.mark.parametrize(
    ("size", "letters"), [((640, 360), 100), ((360, 640), 200), ((390, 664), 200), ((320, 568), 100)]
)
def test_pass_and_bid_are_in_sight_on_a_flat_phone_and_with_letters_twice_as_large(
    box: PhoneBox, phone: Open, size: tuple[int, int], letters: int
) -> None:
    started(box)
    hans = phone(1, viewport={"width": size[0], "height": size[1]})
    box.sees(hans, "#amount")
    hans.evaluate("(share) => document.documentElement.style.fontSize = `${share}%`", letters)
    hans.wait_for_timeout(200)
    for button in ("#otherwise", "#offer", "#value"):
        room = hans.locator(button).bounding_box()
        assert room is not None
        assert room["y"] >= 0, button
        assert room["y"] + room["height"] <= size[1], button
        assert room["x"] + room["width"] <= size[0], button
    hans.click("#open")
    for button in ("#otherwise", "#offer"):
        room = hans.locator(button).bounding_box()
        assert room is not None
        assert room["y"] + room["height"] <= size[1], f"{button} below the keypad"


def test_a_screen_reader_tells_what_is_asked(box: PhoneBox, phone: Open) -> None:
    started(box)
    hans = phone(1)
    told = "Your turn. Hans: team 1 of 3, open card 2. No bid yet. Hans has 50 coins."
    box.until(hans, lambda: hans.inner_text("#aloud") == told)


def test_whatever_the_page_says_somewhere_is_told() -> None:
    asked = re.findall(r'data-say="(\w+)"', (STATIC / "seat.html").read_text(encoding="utf-8"))
    scripts = "".join(each.read_text(encoding="utf-8") for each in sorted(STATIC.glob("*.js")))
    assert {*asked, *re.findall(r"\bwords\.(?!js\b)(\w+)", scripts)} <= {*HOME}


def test_it_can_be_installed() -> None:
    manifest = json.loads((STATIC / "seat.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/seat")
    for icon in manifest["icons"]:
        folder, name = icon["src"].removeprefix("/").split("/")
        picture = ({"static": STATIC, "board": TWIN_STATIC}[folder] / name).read_bytes()
        if icon["type"] == "image/png":
            assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", picture[16:24]))
