"""Secret values are found in every way of writing, and little else is left out."""

from __future__ import annotations

import base64
import json
import string
from collections.abc import Callable
from html import escape
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.workshop import confidential
from companion.workshop.confidential import Confidential

WAYS: tuple[Callable[[str], str], ...] = (
    str,
    str.upper,
    quote,
    quote_plus,
    lambda value: quote(value, safe=""),
    lambda value: quote(value, safe="").lower(),
    escape,
    repr,
    ascii,
    json.dumps,
    lambda value: repr(value.encode()),
    lambda value: value.encode().hex(),
    lambda value: value.encode().hex().upper(),
    lambda value: base64.b64encode(value.encode()).decode(),
    lambda value: base64.b64encode(f"x{value}".encode()).decode(),
    lambda value: base64.b64encode(f"of:{value}:more".encode()).decode(),
    lambda value: base64.urlsafe_b64encode(f"a{value}more".encode()).decode(),
    lambda value: quote(base64.b64encode(value.encode()).decode(), safe=""),
)


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=6, max_size=30), st.sampled_from(WAYS))
def test_a_value_is_found_however_it_is_written_down(value: str, way: Callable[[str], str]) -> None:
    told = Confidential([value]).without_values(f"it was {way(value)} at last")
    assert way(value) not in told
    assert value not in told
    assert told.startswith("it was")
    assert told.endswith("at last")


@given(st.text(string.ascii_letters + string.digits, min_size=1, max_size=5))
def test_a_short_value_is_left_out_as_a_word_of_its_own(value: str) -> None:
    told = Confidential([value]).without_values(f"x{value}x =={value}==")
    assert told in (f"x{value}x ==(left out)==", "(left out) ==(left out)==")


@pytest.mark.parametrize(
    "line",
    [
        "password: SECRET",
        "Passwort = SECRET",
        "das Kennwort: SECRET",
        "wachtwoord=SECRET",
        "mot de passe : SECRET",
        "mot_de_passe = 'SECRET'",
        '{"api_key": "SECRET"}',
        "API-KEY=SECRET",
        "club.password = SECRET",
        "/enter?session-key=SECRET",
        "wpa_passphrase: of the SECRET",
        "psk=SECRET",
        "PIN: SECRET",
        "Authorization: Basic SECRET",
        "sent Bearer SECRETSECRET",
        "Set-Cookie: owner=SECRET",
        "calling mqtts://box:SECRET@broker:8883",
        "calling mqtts://SECRET@broker",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nSECRET\n-----END OPENSSH PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nSECRET\n",
        f"came 0123456789abcdef{16 * 'a'}",
        "Dealt(seat=1, cards=('SECRET',))",
    ],
)
def test_what_looks_like_a_secret_is_left_out(line: str) -> None:
    told = Confidential([]).without(line)
    assert "SECRET" not in told
    assert "0123456789abcdef" not in told
    assert "(left out)" in told


@pytest.mark.parametrize(
    "line",
    [
        "club.password_file: expected a file with the password; /etc/companion/club.password: No such file",
        "companion 0.2.0.dev12+g1a2b3c4d",
        "the broker at broker.club.example:8883 cannot be used: Connection refused",
        "http://192.168.178.20:8080/ is open; write to ann@example.org",
        "the display at 0x3C is back; pins 4 and 17",
        "2026-11-20T20:00:00+0100 companion[400]: people join",
    ],
)
def test_what_is_no_secret_stays(line: str) -> None:
    assert Confidential(["swordfish", "1234"]).without(line) == line


def test_lines_of_json_stay_json() -> None:
    lines = '{"n": 1234, "name": "1234"}\n{"n":1,"name":"Ann"}\n'
    told = Confidential(["1234"]).without_values_in_json(lines)
    assert told == '{"n": 1234, "name": "(left out)"}\n{"n":1,"name":"Ann"}\n'


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("# the password is swordfish, since May", {"swordfish,", "swordfish, since May"}),
        ('passwort = "sword fish" # old', {"sword fish"}),
        ("wachtwoord = 'a\"b'", {'a"b'}),
        ("[wifi-security]\npsk=swordfish\n", {"swordfish"}),
        ("# broker = mqtts://box:swordfish@club", {"swordfish"}),
        ('password_file = "/etc/companion/club.password"', set()),
        ("# all goes over the wire in the open, the password too", set()),
    ],
)
def test_values_are_read_out_of_files_that_name_them(text: str, values: set[str]) -> None:
    assert set(confidential.given(text)) == values
