"""A page reads in the language of its reader: which one that is, what it is told, and what that costs."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from companion.locale import translator
from companion.table.afar import MEANWHILE, Reply
from companion.table.ports import OWNER
from companion.web.pages.keys import OWNER_KEY, at_port
from companion.web.pages.languages import CHOSEN, language_of, preferred
from tests.companion.daemon.stepped_box import SteppedBox, config

from .at_home import Home, told
from .phone_box import PATIENCE_S, Open, PhoneBox
from .test_voice import HEARD, said, spoken, switch

SAYS = b'{"moment": 0, "path": [1], "is_said": true}'


@pytest.mark.parametrize(
    ("accepted", "read"),
    [
        ("de", "de"),
        ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"),
        ("es-ES,es;q=0.9,nl;q=0.8", "nl"),
        ("en;q=0.4, DE-at;q=0.6", "de"),
        ("nl;q=0, en", "en"),
        ("es", ""),
        ("*", ""),
        ("", ""),
        ("de;q=much, ;;,=", ""),
        ("de;q=nan", ""),
        ("es," * 5000 + "de", ""),
    ],
)
def test_of_the_languages_that_a_browser_accepts_the_one_it_likes_best_is_read(accepted: str, read: str) -> None:
    assert preferred(accepted) == read


@pytest.mark.parametrize(
    ("chosen", "read"), [("fr", "fr"), ("table", ""), ("es", "de"), ("", "de"), ("deen", "de"), ("tablefr", "de")]
)
def test_what_was_chosen_on_a_page_counts_more(chosen: str, read: str) -> None:
    headers = [(b"accept-language", b"de"), (b"cookie", f"{CHOSEN}={chosen}".encode())]
    assert language_of(HTTPConnection({"type": "http", "headers": headers})) == read


# --- on the wire -----------------------------------------------------------------------------------------------------


def accepts(language: str) -> dict[str, Any]:
    """A browser that asks for this language."""
    return {"additional_headers": {"Accept-Language": language}}


def test_a_language_costs_one_table_however_many_read_it_and_nothing_if_nobody_does(home: Home) -> None:
    with home.wire() as table, home.wire(**accepts("de-AT")) as one, home.wire(**accepts("de")) as other:
        languages = [told(wire, "hello", "table")[0]["language"] for wire in (table, one, other)]
        assert languages == ["de", "de", "de"], "the table speaks German itself"
        assert sorted(home.box.read) == ["", "de"]
        other.close()
        one.close()
        home.box.read.clear()
        home.box.number += 1
        told(table, "table")
        assert home.box.read == [""]


def test_the_sentence_of_a_refusal_is_in_the_language_of_who_asked(home: Home) -> None:
    with home.wire("?as=seat", home.key(4), **accepts("nl")) as phone:
        assert told(phone, "hello", "table", "own")[2]["language"] == "nl"
        phone.send(SAYS.decode())
        assert told(phone, "told") == [{"kind": "told", "sentence": "Nonl."}]
        home.key(4)
        assert told(phone, "told")[0]["sentence"] == "takennl."
    assert home.box.said == [(4, Reply(0, (1,), is_said=True))]


def test_the_owner_and_whoever_asks_for_a_report_read_their_own(home: Home) -> None:
    cookie = f"{at_port(OWNER_KEY, home.port)}={home.key(OWNER)}"
    for path in ("games", "games/1", "games/1/report", "games/1/qr"):
        home.ask("GET", f"/owner/{path}", Cookie=cookie, Accept_Language="fr")
    assert home.shelf.read == ["fr"] * 4
    assert home.ask("GET", "/owner/board", Cookie=f"{cookie}; {CHOSEN}=nl")[1] == "No game fits such a boardnl."
    home.shelf.read.clear()
    for language in ("fr", "de", "fr", "de"):
        home.ask("GET", "/report", Accept_Language=language)
    assert home.shelf.read == ["fr", "de"], "each language is looked up once"
    headers, origin = {"Cookie": cookie, "Accept-Language": "fr"}, Origin(home.origin)
    with connect(f"ws://{home.host}/owner/live", origin=origin, additional_headers=headers) as page:
        assert told(page, "hello", "table", "owner")[2]["language"] == "fr"


# --- two phones at one table ------------------------------------------------------------------------------------------


def wire_of(box: PhoneBox, pair: int, language: str) -> ClientConnection:
    """The phone of a pair of keys in this language."""
    headers = {"Cookie": "=".join(box.key(pair)), "Accept-Language": language}
    host = box.address.removeprefix("http://")
    return connect(f"ws://{host}/live?as=seat", origin=Origin(box.address), additional_headers=headers)


def newest(box: PhoneBox, wire: ClientConnection, kind: str) -> dict[str, Any]:
    """The last message of this kind, once no more of it comes."""
    found: dict[str, Any] = {}
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        box.listen()
        try:
            came = json.loads(wire.recv(timeout=0.3))
        except TimeoutError:
            if found:
                return found
        else:
            found = came if came["kind"] == kind else found
    raise AssertionError(f"no {kind} came")


def test_two_phones_at_one_table_are_told_the_same_each_in_its_own_language(tmp_path: Path) -> None:
    box, (german, french) = PhoneBox(SteppedBox(tmp_path, config())), (translator(each) for each in ("de", "fr"))
    try:
        box.box.start(3)
        with wire_of(box, 1, "de-DE") as hans, wire_of(box, 2, "fr-FR") as pia:
            hello, greeting = told(hans, "hello")[0], told(pia, "hello")[0]
            titles = {told(wire, "table")[0]["page"]["title"] for wire in (hans, pia)}
            assert len(titles) == 2, titles
            assert (hello["language"], greeting["language"]) == ("de", "fr")
            assert (hello["words"]["you"], greeting["words"]["you"]) == (german("Your turn"), french("Your turn"))
            assert hello["board"] == greeting["board"]
            asked = newest(box, hans, "own")["papers"][0]
            assert (asked["says"], asked["otherwise"]) == (german("Bid {amount}"), german("Pass"))
            box.box.hold("red1")
            hans.send('{"moment": 0, "path": [0], "is_said": true}')
            box.listen()
            assert newest(box, hans, "told")["sentence"] == german(MEANWHILE.why.id)
            (asked,) = (paper for paper in newest(box, pia, "own")["papers"] if paper["means"] == "answer")
            assert (asked["says"], asked["otherwise"]) == (french("Bid {amount}"), french("Pass"))
    finally:
        box.switch_off()
        box.box.pull_the_plug()


# --- in a browser ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_in_a_browser_two_phones_read_and_speak_two_languages_and_one_changes_its_own(
    box: PhoneBox, phone: Open
) -> None:
    hans, pia = phone(1, locale="de-DE"), phone(2, locale="fr-FR")
    german, french, dutch = map(translator, ("de", "fr", "nl"))
    assert [page.get_attribute("html", "lang") for page in (hans, pia)] == ["de", "fr"]
    box.box.tap("green1", "green3")
    pia.click("#join")
    box.until(pia, lambda: box.box.joined() == (1, 2, 3))
    for page in (hans, pia):
        page.evaluate(HEARD)
        switch(page, "turns")
        said(page)
    box.box.hold("green1")
    box.sees(hans, "#amount")
    assert spoken(hans)[0].startswith(german("Your turn"))
    assert hans.inner_text("#otherwise") == german("Pass")
    assert hans.title() == f"{hans.text_content('#asked')} · Hans"
    box.box.hold("red1")
    box.sees(pia, "#amount")
    assert spoken(pia)[0].startswith(french("Your turn"))
    pia.click("#otherwise")
    box.sees(pia, "#reads")
    pia.select_option("#reads", "nl")
    pia.wait_for_selector("html[lang=nl]")
    box.until(pia, lambda: dutch("Language of this page") == pia.get_attribute("#reads", "aria-label"))
    pia.goto(box.address)
    pia.wait_for_selector("html[lang=nl]")
    assert pia.inner_text("#log-title") == dutch("What has happened")
    pia.select_option("#reads", "table")
    pia.wait_for_selector("html[lang=en]")
