"""The way in, in a real browser: by a link that was scanned or by six digits, keys alone, in its reader's words."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from companion.web.pages.app import STATIC
from companion.web.pages.doors import TRIES
from companion.web.pages.keys import SEAT_KEY, at_port
from companion.web.words import HOME, home_words

from .at_home import Home

WORDS = home_words("de")


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_whatever_the_page_says_is_told(language: str) -> None:
    page = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("enter.html", "enter.js"))
    asked = {*re.findall(r'data-say="(\w+)"', page), *re.findall(r'\d: "(\w+)"', page), "away", "digits", "come_in"}
    assert asked <= set(home_words(language))


@pytest.fixture
def phone(browser: Browser, home: Home) -> Iterator[Page]:
    """A phone's page, which must not have had an error at the end."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="de-DE")
    page = context.new_page()
    page.route(f"{home.origin}/seat", lambda asked: asked.fulfill(body="in", content_type="text/html"))
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if "Content Security" in said.text else None)
    page.on("request", lambda asked: None if asked.url.startswith(home.origin) else wrong.append(asked.url))
    yield page
    context.close()
    assert [each for each in wrong if not each.startswith(f"ws://{home.host}/")] == []


def code(home: Home, door: int) -> str:
    return home.doors.code(door, time.monotonic())


def is_in(phone: Page, home: Home, door: int) -> bool:
    keys = [each["value"] for each in phone.context.cookies() if each["name"] == at_port(SEAT_KEY, home.port)]
    return [home.doors.opened_by(key) for key in keys] == [door]


@pytest.mark.slow
def test_a_link_that_was_scanned_leads_to_the_seat_and_is_left_nowhere(phone: Page, home: Home) -> None:
    phone.goto(f"{home.origin}/s#{code(home, 3)}")
    phone.wait_for_url(f"{home.origin}/seat")
    assert is_in(phone, home, 3)
    assert home.came == [3]
    (cookie,) = phone.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/")
    assert phone.evaluate("document.cookie") == ""
    assert phone.evaluate("history.length") <= 2


@pytest.mark.slow
def test_six_digits_are_typed_with_keys_alone(phone: Page, home: Home) -> None:
    digits = code(home, 2)
    phone.goto(f"{home.origin}/s")
    expect(phone.get_by_role("heading")).to_have_text(WORDS["come_in"])
    expect(phone.get_by_label(WORDS["code"])).to_be_focused()
    phone.keyboard.type(f"{digits[:3]} {digits[3:]}")
    phone.keyboard.press("Enter")
    phone.wait_for_url(f"{home.origin}/seat")
    assert is_in(phone, home, 2)


@pytest.mark.slow
def test_what_is_wrong_is_said_in_the_words_of_its_reader_and_may_be_put_right(phone: Page, home: Home) -> None:
    digits = code(home, 2)
    wrong = f"{(int(digits) + 1) % 1_000_000:06}"
    phone.goto(f"{home.origin}/s#{wrong}")
    alert, field = phone.get_by_role("alert"), phone.get_by_label(WORDS["code"])
    expect(alert).to_have_text(WORDS["wrong"])
    assert phone.url == f"{home.origin}/s", "a code is not left in the address"
    expect(field).to_be_focused()
    assert field.get_attribute("aria-invalid") == "true"
    field.fill("12345")
    phone.get_by_role("button").click()
    expect(alert).to_have_text(WORDS["digits"])
    field.fill(digits)
    phone.get_by_role("button").click()
    phone.wait_for_url(f"{home.origin}/seat")


@pytest.mark.slow
def test_what_is_wrong_is_said_before_the_words_of_the_table_have_come_and_then_in_them(
    phone: Page, home: Home
) -> None:
    wires: list[WebSocketRoute] = []

    def refuse_twice(wire: WebSocketRoute) -> None:
        wires.append(wire)
        if len(wires) <= 2:
            wire.close()
        else:
            wire.connect_to_server()

    phone.route_web_socket("**/live", refuse_twice)
    phone.goto(f"{home.origin}/s#000000")
    alert = phone.get_by_role("alert")
    expect(alert).to_have_text(HOME["wrong"].id)
    phone.keyboard.press("Control+A")
    phone.keyboard.type("12345")
    phone.keyboard.press("Enter")
    expect(alert).to_have_text(HOME["digits"].id)
    expect(alert).to_have_text(WORDS["digits"], timeout=10_000)
    assert len(wires) == 3, "nobody is asked again who has told"


def test_the_sentences_that_stand_before_the_words_have_come_are_the_table_s_in_english() -> None:
    script = (STATIC / "enter.js").read_text(encoding="utf-8")
    stand = dict(re.findall(r'^  (\w+): "(.+)",$', script, re.MULTILINE))
    assert stand == {name: HOME[name].id for name in ("away", "digits", "wrong", "too_many")}


@pytest.mark.slow
def test_who_guesses_is_told_to_wait(phone: Page, home: Home) -> None:
    phone.goto(f"{home.origin}/s")
    expect(phone.get_by_role("heading")).to_have_text(WORDS["come_in"])
    for _ in range(TRIES):
        home.enter("000000")
    phone.get_by_label(WORDS["code"]).fill("000000")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("alert")).to_have_text(WORDS["too_many"])
