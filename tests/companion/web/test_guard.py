from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from companion.web.guard import refusal


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]", "[::1]:8000"])
def test_this_computer_is_let_in(host: str) -> None:
    assert refusal(Headers({"host": host})) == ""
    assert refusal(Headers({"host": host, "origin": f"http://{host}"})) == ""


@pytest.mark.parametrize(
    "host",
    ["", "box.local", "192.168.1.7:8000", "127.0.0.1.evil.example", "evil.example#localhost", "localhost:x", "::1"],
)
def test_any_other_name_is_refused_with_a_sentence(host: str) -> None:
    reason = refusal(Headers({"host": host}))
    assert reason.startswith("Only this computer may open the box")
    assert repr(host) in reason


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "https://evil.example",
        "http://localhost.evil.example",
        "file://localhost",
        "http://localhost",
        "http://localhost:8001",
        "https://localhost:8000",
        "http://127.0.0.1:8000",
        "http://localhost:8000/",
    ],
)
def test_other_pages_are_refused_with_a_sentence_also_those_of_this_computer(origin: str) -> None:
    reason = refusal(Headers({"host": "localhost:8000", "origin": origin}))
    assert reason.startswith("Only the box's own page may touch it: expected a page from http://localhost:8000")
    assert repr(origin) in reason


def test_a_program_of_this_computer_is_of_no_page_and_let_in() -> None:
    assert refusal(Headers({"host": "localhost:8000"})) == ""
