"""A link on the display is read by an independent decoder (ZXing), as a phone would."""

from __future__ import annotations

from io import BytesIO
from ipaddress import IPv4Address

import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.faces.drift import WALK, PixelShift, drift
from companion.faces.oled import arrange, draw
from companion.faces.qr import picture
from companion.faces.sheet import HEIGHT, Squares, TextLine
from companion.kit.text import verbatim
from companion.kit.view import View

pytestmark = pytest.mark.untraced

addresses = st.integers(0, 2**32 - 1).map(lambda number: str(IPv4Address(number)))
ports = st.just("") | st.integers(1, 65_535).map(lambda port: f":{port}")
codes = st.integers(0, 999_999).map(lambda number: f"{number:06}")


def same(words: str) -> str:
    return words


def invitation(host: str, code: str, name: str = "Pia") -> View:
    lines = (verbatim("or type"), verbatim(host), verbatim(f"{code[:3]} {code[3:]}"))
    return View(verbatim(name), qr=f"http://{host}/s#{code}", lines=lines)


def read(picture: Image.Image) -> list[str]:
    """The links that a camera reads: near, or so far that a pixel of the display is three pixels of the camera."""
    return [
        found.text
        for scale in (1, 3)
        for found in zxingcpp.read_barcodes(picture.convert("L").resize((128 * scale, 64 * scale)))
    ]


@settings(max_examples=30)
@given(addresses, ports, codes, st.sampled_from(WALK))
def test_any_link_is_read_wherever_the_picture_stands(address: str, port: str, code: str, shift: PixelShift) -> None:
    view = invitation(address + port, code)
    assert read(draw(view, same, shift)) == [view.qr] * 2


def squares(host: str) -> Squares:
    (found,) = (piece for piece in arrange(invitation(host, "123456"), same) if isinstance(piece, Squares))
    return found


@pytest.mark.parametrize(
    ("host", "modules", "quiet"),
    [("192.168.178.123", 25, 7), ("10.0.0.7:8080", 25, 7), ("192.168.178.123:8080", 29, 3)],
)
def test_modules_are_whole_pixels_with_as_much_light_around_as_there_is(host: str, modules: int, quiet: int) -> None:
    code = squares(host)
    xs, ys = zip(*code.corners, strict=True)
    assert code.side == 2
    assert (min(xs), min(ys)) == (code.box.left + quiet, quiet)
    assert (max(xs), max(ys)) == (code.box.left + quiet + 2 * (modules - 1), quiet + 2 * (modules - 1))
    assert code.box.bottom - code.box.top == HEIGHT


def test_it_stands_still_up_and_down_so_that_no_edge_is_lost() -> None:
    pieces = arrange(invitation("192.168.178.123", "123456"), same)
    assert {drift(pieces, shift)[1] for shift in WALK} == {0}


def written(host: str, name: str = "Pia") -> list[tuple[str, int]]:
    pieces = arrange(invitation(host, "123456", name), same)
    return [(piece.words, int(piece.font.size)) for piece in pieces if isinstance(piece, TextLine) and piece.words]


def test_beside_it_address_and_code_are_as_large_as_they_can_be() -> None:
    assert written("192.168.178.123") == [
        ("Pia", 12),
        ("or type", 12),
        ("192.168.", 12),
        ("178.123", 12),
        ("123 456", 16),
    ]
    assert written("10.0.0.7") == [("Pia", 16), ("or type", 16), ("10.0.0.7", 16), ("123 456", 16)]
    assert written("192.168.0.12:8080", "Maximilian") == [
        ("Maximilian", 12),
        ("192.168.", 12),
        ("0.12", 12),
        (":8080", 12),
        ("123 456", 16),
    ]


@given(addresses, ports)
def test_an_address_is_parted_and_never_cut(address: str, port: str) -> None:
    beside = [words for words, _ in written(address + port)[1:-1]]
    assert "".join(beside).removeprefix("or type") == address + port


def test_what_is_not_saved_is_marked_here_too() -> None:
    view = View(verbatim("Pia"), qr="http://10.0.0.7/s#123456", is_saved=False)
    said = [piece.words for piece in arrange(view, same) if isinstance(piece, TextLine) and piece.words]
    assert said == ["! Pia"]


@pytest.mark.parametrize("length", [10, 800, 2900])
def test_a_long_link_is_drawn_alone_for_pages_and_paper(length: int) -> None:
    link = f"https://example.org/{'%22name' * length}"[:length]
    (found,) = zxingcpp.read_barcodes(Image.open(BytesIO(picture(link, "png"))).convert("L"))
    assert found.text == link
    assert picture(link, "svg").startswith(b"<?xml")
