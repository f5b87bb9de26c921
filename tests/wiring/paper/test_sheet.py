import re

import pytest

from wiring.paper.sheet import PrintedSheet


def measured(pdf: bytes) -> tuple[int, float, float]:
    """How many pages it has, and the width and height of them all in millimetres."""
    ((pages,), ((width, height),)) = (
        re.findall(rb"/Count (\d+)", pdf),
        re.findall(rb"/MediaBox \[0 0 (\S+) (\S+)\]", pdf),
    )
    return int(pages), float(width) / 72 * 25.4, float(height) / 72 * 25.4


@pytest.mark.parametrize(("orientation", "size"), [("portrait", (210, 297)), ("landscape", (297, 210))])
def test_a_page_is_a4(orientation: str, size: tuple[int, int]) -> None:
    with PrintedSheet("A page", orientation) as sheet:  # type: ignore[arg-type]  # a literal, said in letters
        assert measured(sheet.pdf()) == pytest.approx((1, *size), abs=0.005)


def test_a_long_line_is_set_smaller_and_a_short_one_is_not() -> None:
    with PrintedSheet("Lines") as sheet:
        sheet.line_of("short", 10, 10, 40, 12)
        assert sheet.font_size_pt == 12
        sheet.line_of("much too long for forty millimetres", 10, 10, 40, 12)
        assert sheet.font_size_pt < 12
        assert sheet.get_string_width("much too long for forty millimetres") == pytest.approx(40)


def test_a_long_sentence_takes_more_lines() -> None:
    with PrintedSheet("Sentences") as sheet:
        one = sheet.lines_of(["short"], 10, 10, 40, 12) - 10
        assert sheet.lines_of(["too long for forty millimetres"], 10, 10, 40, 12) - 10 > 1.5 * one


def test_the_same_page_has_the_same_bytes() -> None:
    made = []
    for _ in range(2):
        with PrintedSheet("●") as sheet:
            sheet.line_of("● ○ äßœ", 10, 10, 90, 12)
            sheet.code("http://companion.local/seat", 10, 30, 30)
            made.append(sheet.pdf())
    assert made[0] == made[1]
