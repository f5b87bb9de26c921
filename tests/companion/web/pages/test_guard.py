"""Who may come in from the home network."""

from __future__ import annotations

from typing import Any

import pytest

from companion.web.pages import guard
from companion.web.pages.guard import led_home, refusal
from companion.web.port import OWN_ADDRESS

HERE = "192.168.178.123"


@pytest.fixture(autouse=True)
def _its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "NAMES", ("companion.local", "kitchen-3.local"))


def asked(
    host: str, origin: str | None = None, method: str = "GET", port: int = 8080, kind: str = "http"
) -> dict[str, Any]:
    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin is not None else [])
    return {"type": kind, "method": method, "headers": headers, "server": (HERE, port)}


@pytest.mark.parametrize(
    "name", [HERE, "companion.local", "companion-2.local", "kitchen-3.local", "kitchen-4.local", "Companion.LOCAL"]
)
def test_the_address_it_was_reached_at_and_its_own_names_are_let_in_with_their_port(name: str) -> None:
    assert refusal(asked(f"{name}:8080")) == ""
    assert refusal(asked(f"{name}:80", port=80)) == refusal(asked(name, port=80)) == ""


@pytest.mark.parametrize(
    "host",
    [
        "",
        HERE,
        f"{HERE}:80",
        f"{HERE}:08080",
        f"{HERE}:8080 ",
        f"{HERE}.:8080",
        "192.168.178.124:8080",
        "127.0.0.1:8080",
        "localhost:8080",
        "kitchen:8080",
        "kitchen.fritz.box:8080",
        "evil.example:8080",
        "companion.local.evil.example:8080",
        "companion-2.local.evil.example:8080",
        "companion-2.evil.local:8080",
        "companion-evil.local:8080",
        f"evil.example#{HERE}:8080",
        f"{HERE}:8080@evil.example",
        "3232281211:8080",
        "[::ffff:192.168.178.123]:8080",
    ],
)
def test_any_other_name_is_refused_with_a_sentence_as_after_dns_rebinding(host: str) -> None:
    for origin in (None, f"http://{host}"):
        reason = refusal(asked(host, origin))
        assert reason == f"Only the box itself is here: expected the address http://{HERE}:8080/, got {host!r}."


ODD = ["", "null", "https://192.168.178.123:8080", f"http://{HERE}", f"http://{HERE}:8081", f"http://{HERE}:8080/"]


@pytest.mark.parametrize("origin", [*ODD, "http://companion.local:8080", "http://evil.example", "file://"])
@pytest.mark.parametrize(("method", "kind"), [("GET", "http"), ("POST", "http"), ("GET", "websocket")])
def test_a_page_from_elsewhere_is_refused_whatever_it_asks(origin: str, method: str, kind: str) -> None:
    reason = refusal(asked(f"{HERE}:8080", origin, method, kind=kind))
    assert reason.startswith(f"Only the box's own page may do this: expected a page from http://{HERE}:8080, got ")


def test_only_looking_needs_no_page() -> None:
    host, its_page = f"{HERE}:8080", f"http://{HERE}:8080"
    assert refusal(asked(host)) == refusal(asked(host, method="HEAD")) == ""
    for method, kind in (("POST", "http"), ("PUT", "http"), ("OPTIONS", "http"), ("GET", "websocket")):
        assert refusal(asked(host, method=method, kind=kind)).endswith("got 'none'.")
        assert refusal(asked(host, its_page, method, kind=kind)) == ""


def in_the_own_wifi(host: str, method: str = "GET", kind: str = "http") -> dict[str, Any]:
    return {**asked(host, method=method, port=80, kind=kind), "server": (OWN_ADDRESS, 80)}


@pytest.mark.parametrize(
    "host", ["captive.apple.com", "connectivitycheck.gstatic.com", "example.org:80", "192.0.2.2", ""]
)
def test_in_the_boxs_own_wifi_every_other_address_leads_to_the_table(host: str) -> None:
    assert led_home(in_the_own_wifi(host)) == f"http://{OWN_ADDRESS}/"


@pytest.mark.parametrize("host", [OWN_ADDRESS, "companion.local", "companion-2.local"])
def test_the_box_itself_leads_nowhere_else(host: str) -> None:
    assert led_home(in_the_own_wifi(host)) == ""


def test_what_changes_something_and_what_comes_by_another_network_is_refused_as_ever() -> None:
    assert led_home(in_the_own_wifi("evil.example", "POST")) == led_home(
        in_the_own_wifi("evil.example", kind="websocket")
    )
    assert led_home(in_the_own_wifi("evil.example", "POST")) == ""
    assert refusal(in_the_own_wifi("evil.example", "POST")) != ""
    assert led_home(asked("evil.example")) == ""
