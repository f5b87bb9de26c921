"""The owner's page under attack: every route and the wire, with a key, with another's, and with none."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from companion.table.owning import AssignDuty, Back, Speak
from companion.table.ports import OWNER
from companion.web.pages.keys import OWNER_KEY, SEAT_KEY, at_port
from companion.web.pages.owner import NOT_THE_OWNER

from .at_home import Home, told

ROUTES = [
    "/owner/board?values=1,2",
    "/owner/games",
    "/owner/games/1",
    "/owner/games/1/record",
    "/owner/games/1/qr",
    "/owner/games/1/report",
    "/owner/backup",
    "/owner/bundle",
]


def cookie(home: Home) -> str:
    return f"{at_port(OWNER_KEY, home.port)}={home.key(OWNER)}"


def strange(home: Home) -> list[str]:
    """No cookie; one of nobody; a seat's key as the owner's; the owner's key as a seat's, and of another port."""
    seat, owner = home.key(2), home.key(OWNER)
    owners, seats = (at_port(name, home.port) for name in (OWNER_KEY, SEAT_KEY))
    elsewhere = [f"{at_port(OWNER_KEY, port)}={owner}" for port in (80, home.port + 1)]
    return ["", f"{owners}={'0' * 32}", f"{owners}={seat}", f"{seats}={owner}", *elsewhere]


def wire(home: Home, cookies: str, **more: Any) -> ClientConnection:
    headers = {"Cookie": cookies} if cookies else {}
    more = {"origin": home.origin, "additional_headers": headers} | more
    return connect(f"ws://{home.host}/owner/live", **more)


def closed(page: ClientConnection) -> tuple[int, str]:
    """The close code and reason, after any frames."""
    with suppress(ConnectionClosed):
        while True:
            page.recv(timeout=5.0)
    assert page.close_code is not None
    return page.close_code, page.close_reason or ""


# --- the page and what lies below it ---------------------------------------------------------------------------------


def test_the_page_needs_the_key_and_leads_all_others_to_the_way_in(home: Home) -> None:
    for cookies in strange(home):
        answer, said = home.ask("GET", "/owner", Cookie=cookies)
        assert (answer.status, answer.headers["Location"], said) == (303, "/s", "")
    answer, said = home.ask("GET", "/owner", Cookie=cookie(home))
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
    assert "<main" in said


@pytest.mark.parametrize("path", ["/owner", *ROUTES, "/report", "/nothing"])
def test_nobody_keeps_what_the_box_tells(home: Home, path: str) -> None:
    answer, _ = home.ask("GET", path, Cookie=cookie(home))
    assert answer.headers["Cache-Control"] == "no-store"


def test_files_that_stand_in_every_box_may_be_kept_and_are_asked_for_again(home: Home) -> None:
    for path in ("/", "/static/wire.js", "/board/board.js"):
        assert home.ask("GET", path)[0].headers["Cache-Control"] == "no-cache"


def test_cookies_have_the_port_in_their_names_unless_it_is_the_usual_one() -> None:
    """Version 0.1.0 gave cookies such names."""
    assert [at_port(OWNER_KEY, port) for port in (80, 8080)] == ["companion-owner", "companion-owner-8080"]
    assert at_port(SEAT_KEY, 80) == "companion-seat"


@pytest.mark.parametrize("path", ROUTES)
def test_nothing_is_looked_up_without_a_key(home: Home, path: str) -> None:
    for cookies in strange(home):
        answer, said = home.ask("GET", path, Cookie=cookies)
        assert (answer.status, said) == (403, NOT_THE_OWNER)
    assert home.shelf.asked == []
    assert home.box.looked == 0


@pytest.mark.parametrize("path", ["/owner", *ROUTES])
def test_another_page_gets_nothing_even_with_the_key(home: Home, path: str) -> None:
    answer, said = home.ask("GET", path, Cookie=cookie(home), Origin="http://evil.example")
    assert answer.status == 403
    assert said.startswith("Only the box's own page may do this")
    assert home.shelf.asked == []


def test_who_has_the_key_gets_it_and_a_file_has_a_name(home: Home) -> None:
    key = cookie(home)
    assert json.loads(home.ask("GET", ROUTES[0], Cookie=key)[1]) == {"values": [1, 2]}
    assert home.ask("GET", "/owner/games", Cookie=key)[1] == '{"games":[]}'
    answer, said = home.ask("GET", "/owner/games/1/record", Cookie=key)
    assert said == '{"record": 1}\n'
    assert answer.headers["Content-Disposition"] == 'attachment; filename="companion-1.jsonl"'
    answer, said = home.ask("GET", "/owner/games/1/qr", Cookie=key)
    assert (said, answer.headers["Content-Type"]) == ("<svg/>", "image/svg+xml")
    assert home.ask("GET", "/owner/games/1/report", Cookie=key)[1] == '{"curve":null}'
    for what, name in {"bundle": "companion-support.zip", "backup": "companion-backup.zip"}.items():
        answer, said = home.ask("GET", f"/owner/{what}", Cookie=key)
        assert said == "PK"
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
        assert answer.headers["Content-Type"] == "application/zip"


def test_a_long_answer_comes_whole(home: Home) -> None:
    answer, said = home.ask("GET", "/owner/games/1", Cookie=cookie(home))
    assert int(answer.headers["Content-Length"]) == len(said)
    assert len(json.loads(said)) == 20_001


@pytest.mark.parametrize("game", ["0", "2", "-1", "x", "1" * 5000, "%00", "1e3", "%D9%A1"])
def test_what_is_no_game_is_said_in_a_sentence(home: Home, game: str) -> None:
    answer, said = home.ask("GET", f"/owner/games/{game}", Cookie=cookie(home))
    assert answer.status == 404
    assert said.startswith("There is no")


def test_games_that_cannot_be_read_now_are_another_matter(home: Home) -> None:
    answer, said = home.ask("GET", "/owner/games/2/record", Cookie=cookie(home))
    assert (answer.status, said) == (503, "the games cannot be read")


@pytest.mark.parametrize(("asked", "before"), [("17", 17), ("0", None), ("x", None), ("9" * 5000, None), ("", None)])
def test_the_list_goes_on_before_a_number(home: Home, asked: str, before: int | None) -> None:
    assert home.ask("GET", f"/owner/games?before={asked}", Cookie=cookie(home))[0].status == 200
    assert home.shelf.asked == [before]


@pytest.mark.parametrize("values", ["", "x", "1,,2", "-1", "1000", ",".join("1" * 101), "1," * 9000])
def test_what_can_be_no_numbers_of_a_board_fits_no_game(home: Home, values: str) -> None:
    answer, said = home.ask("GET", f"/owner/board?values={values}", Cookie=cookie(home))
    assert (answer.status, said) == (404, "No game fits such a board.")


def test_nothing_below_it_takes_another_method(home: Home) -> None:
    for path in ("/owner", *ROUTES):
        answer, said = home.ask("POST", path, b"", Cookie=cookie(home))
        assert (answer.status, said.startswith("Expected another method")) == (405, True)


# --- the wire --------------------------------------------------------------------------------------------------------


def test_the_wire_tells_what_is_the_owners_and_takes_orders(home: Home) -> None:
    with wire(home, cookie(home)) as page:
        kinds = [json.loads(page.recv(timeout=5.0))["kind"] for _ in range(3)]
        assert sorted(kinds) == ["hello", "owner", "table"]
        page.send('{"order": "assign", "duty": "die", "who": "table"}')
        assert told(page, "told") == [{"kind": "told", "sentence": ""}]
        page.send('{"order": "back", "moment": 1}')
        assert told(page, "told") == [{"kind": "told", "sentence": "No."}]
    assert home.box.orders == [AssignDuty("die", "table"), Back(1)]


def test_without_the_key_the_wire_closes_with_a_sentence(home: Home) -> None:
    for cookies in strange(home):
        with wire(home, cookies) as page:
            assert closed(page) == (4003, NOT_THE_OWNER)


def test_another_page_opens_no_wire(home: Home) -> None:
    for origin in ("http://evil.example", None):
        with pytest.raises(InvalidStatus, match="403"), wire(home, cookie(home), origin=origin):
            pass


@pytest.mark.parametrize(
    "said",
    [
        "",
        "{",
        '{"moment": 1}',
        '{"name": "Bo"}',
        '{"order": "shutdown"}',
        '{"order": "speak", "language": "de", "more": 1}',
        '{"order": "keep", "values": [1000]}',
        '{"order": "assign", "duty": "die", "who": "nobody"}',
        '{"more": ' + "[" * 1000,
        '{"more": ' * 110,
    ],
)
def test_what_is_no_order_ends_the_wire(home: Home, said: str) -> None:
    with wire(home, cookie(home)) as page:
        page.send(said)
        code, why = closed(page)
    assert (code, why[:17]) == (1003, "Expected an order")
    assert home.box.orders == []


def test_a_newer_key_takes_the_page_over(home: Home) -> None:
    with wire(home, cookie(home)) as page:
        told_so_far = [json.loads(page.recv(timeout=5.0))["kind"] for _ in range(3)]
        assert "owner" in told_so_far
        home.key(OWNER)
        assert told(page, "told") == [{"kind": "told", "sentence": "owner_taken."}]
        assert closed(page)[0] == 4001


def test_who_says_too_much_is_hung_up_on(home: Home) -> None:
    with wire(home, cookie(home)) as page:
        with suppress(ConnectionClosed):  # it may be hung up on in the middle of it
            for _ in range(20):
                page.send('{"order": "speak", "language": "de"}')
        assert closed(page)[0] == 1008
    assert set(home.box.orders) == {Speak("de")}
    assert len(home.box.orders) < 20
