"""The picture of a finished game: what it names, where it draws, and for whose eyes."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from companion.kit.seats import COLOURS
from companion.kit.text import Wording, text
from companion.locale import translator
from companion.match.report import Point, Report
from companion.match.report_svg import INKS, NARROW, SIGNS, STYLE, WIDE, picture, svg
from companion.web.pages.app import STATIC

from .test_report import LINE, REPORT

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Path(STATIC).parents[1] / "static" / "board.css"
STAGES: tuple[tuple[float, str, Wording], ...] = (
    (0.5, "", ""),
    (0.3, "1", text("Race {n}", n=1)),
    (0.35, "", ""),
    (0.68, "2", text("Race {n}", n=2)),
    (0.79, "3", text("Race {n}", n=3)),
    (1.0, "", ""),
)
GAME = replace(
    REPORT,
    names=("Hans", "Pia"),
    curve=tuple(
        Point(n, stage, LINE, (1 - chance, chance), (0.02, 0.02), name)
        for n, (chance, stage, name) in enumerate(STAGES)
    ),
)


def parsed(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)  # noqa: S314  # drawn here


def those(drawing: str, kind: str) -> list[ElementTree.Element]:
    """The elements of a class."""
    return [each for each in parsed(drawing).iter() if each.get("class") == kind]


def words(drawing: str) -> list[str]:
    return [each.text or "" for each in parsed(drawing).iter(f"{SVG}text")]


def spots(line: ElementTree.Element) -> list[tuple[float, float]]:
    pairs = re.findall(r"([0-9.]+) ([0-9.]+)", line.get("d", ""))
    return [(float(x), float(y)) for x, y in pairs]


def test_it_says_who_has_won_what_is_drawn_and_what_each_stage_is() -> None:
    told = words(picture(GAME, str, WIDE))
    assert told[0] == "Pia wins"
    assert told[1] == "Chance to win, % ± 10"
    assert {"Race 1", "Race 2", "Hans", "Pia", "100"} <= {*told}
    german = words(picture(GAME, translator("de"), WIDE))
    assert german[:2] == ["Pia gewinnt", "Gewinnchance, % ± 10"]
    assert "Rennen 1" in german


def test_it_is_read_aloud() -> None:
    (title,) = parsed(picture(GAME, str, WIDE)).iter(f"{SVG}title")
    assert title.text == "Pia wins. Chance to win, %. Hans went from 50 % to 0 %. Pia went from 50 % to 100 %"


def test_the_more_a_step_changed_the_wider_it_is() -> None:
    (hans, _) = those(picture(GAME, str, WIDE), "line")
    places = [x for x, _ in spots(hans)]
    wide = [after - before for before, after in pairwise(places)]
    moved = [abs(after[0] - before[0]) for before, after in pairwise(STAGES)]
    assert sorted(range(5), key=wide.__getitem__) == sorted(range(5), key=moved.__getitem__)
    assert min(wide) > 0
    still = replace(GAME, curve=tuple(replace(point, chances=(0.5, 0.5)) for point in GAME.curve))
    even = [x for x, _ in spots(those(picture(still, str, WIDE), "line")[0])]
    assert {round(after - before) for before, after in pairwise(even)} == {round((even[-1] - even[0]) / 5)}
    assert even[-1] > 0.75 * WIDE


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_the_line_of_the_winner_ends_on_top_and_nothing_lies_outside(width: int) -> None:
    drawing = picture(GAME, str, width)
    lines = those(drawing, "line")
    ends = {line.get("stroke"): spots(line)[-1] for line in lines}
    assert ends[INKS["red"][0]][1] < ends[INKS["blue"][0]][1]
    assert [line.get("stroke") for line in lines][-1] == INKS["red"][0], "the winner is drawn over the others"
    height = float((parsed(drawing).get("viewBox") or "").split()[-1])
    for line in lines:
        assert all(0 <= x <= width and 0 <= y <= height for x, y in spots(line))


def test_a_stage_has_as_much_of_its_name_as_there_is_room_for() -> None:
    names = [each.text for each in those(picture(GAME, str, NARROW), "stage")]
    assert names == ["Race 1", "2", "Race 3"]
    assert [each.text for each in those(picture(GAME, str, WIDE), "stage")] == ["Race 1", "Race 2", "Race 3"]
    short = replace(GAME, curve=tuple(replace(point, name="") for point in GAME.curve))
    assert [each.text for each in those(picture(short, str, WIDE), "stage")] == ["1", "2", "3"]


def test_of_stages_close_together_only_the_first_is_marked() -> None:
    many = tuple(Point(n, str(n), None, (n % 2, 1 - n % 2), (0.0, 0.0), text("Round {n}", n=n)) for n in range(1, 100))
    drawing = picture(replace(GAME, curve=many), str, NARROW)
    starts = [float(each.get("x", "")) for each in those(drawing, "stage")]
    assert 5 < len(starts) < 15
    assert min(after - before for before, after in pairwise(starts)) >= 20


# --- highlights ------------------------------------------------------------------------------------------------------


def test_each_highlight_has_its_number_on_the_curve_and_its_sentence_beneath() -> None:
    drawing = svg(GAME, str)
    assert len(those(picture(GAME, str, WIDE), "badge")) == 3
    assert len(those(drawing, "badge")) == 6
    assert [each for each in words(drawing) if "went from" in each] == [
        "Pia went from 50 ± 4 % to 30 ± 4 % (Pia bids 3)",
        "Pia went from 35 ± 4 % to 68 ± 4 % (Pia bids 3)",
        "Pia went from 79 ± 4 % to 100 ± 4 % (Pia bids 3)",
    ]
    *_, height = (float(part) for part in (parsed(drawing).get("viewBox") or "").split())
    assert max(float(each.get("cy", "")) for each in those(drawing, "badge")) < height


def test_no_number_covers_another_one() -> None:
    jumps = tuple(Point(n, "", None, (n % 2, 1 - n % 2), (0.0, 0.0)) for n in range(200))
    badges = those(picture(replace(GAME, curve=jumps), str, NARROW), "badge")
    middles = [(float(each.get("cx", "")), float(each.get("cy", ""))) for each in badges]
    apart = [max(abs(x - to_x), abs(y - to_y)) for x, y in middles for to_x, to_y in middles if (x, y) != (to_x, to_y)]
    assert len(middles) == 3
    assert min(apart) > 18


def test_a_long_sentence_goes_on_in_the_next_line() -> None:
    event = text("{name}\t{words}", name="Pia", words="and then " * 30)
    long = replace(GAME, curve=tuple(replace(point, line=event) for point in GAME.curve))
    assert sum("and then" in each for each in words(svg(long, str))) > 3


# --- names and eyes --------------------------------------------------------------------------------------------------


def six(*chances: float) -> Report:
    names = ("<Pia>", "Bad\x00", "Otto", "A name with 20 signs", "Emil", "Ida")
    start = Point(0, "", None, (1 / 6,) * 6, (0.02,) * 6)
    return replace(GAME, names=names, colours=COLOURS, curve=(start, Point(1, "", None, chances, (0.0,) * 6)), luck=())


def test_names_are_harmless_apart_and_joined_to_their_lines() -> None:
    drawing = picture(six(0.5, 0.0, 0.0, 0.0, 0.0, 0.5), str, NARROW)
    names = those(drawing, "name")
    assert {each.text for each in names} == {"<Pia>", "Bad", "Otto", "A name w…", "Emil", "Ida"}
    assert {each.text for each in names if each.get("font-weight") == "bold"} == {"<Pia>", "Ida"}
    heights = sorted(float(each.get("y", "")) for each in names)
    assert min(after - before for before, after in pairwise(heights)) >= 20
    leaders = [each.get("d", "") for each in those(drawing, "rule") if "L" in each.get("d", "")]
    assert len(leaders) == 6


def test_a_long_title_has_smaller_letters() -> None:
    longest = replace(six(*(1 / 6,) * 6), names=("A name with 20 signs",) * 6)
    sizes = [parsed(picture(each, str, NARROW)).find(f"{SVG}text") for each in (GAME, longest)]
    usual, small = (int(size.get("font-size", "")) for size in sizes if size is not None)
    assert (usual, small) == (20, 14)


def test_each_seat_has_the_sign_and_the_colour_that_it_has_on_the_pages() -> None:
    crest = (STATIC / "crest.js").read_text(encoding="utf-8")
    assert re.findall(r'^  "(M.*)",$', crest, re.MULTILINE) == [*SIGNS]
    board = BOARD.read_text(encoding="utf-8")
    for colour, (ground, ink) in INKS.items():
        (rule,) = re.findall(rf'\[data-colour="{colour}"\] {{(.*)}}', board)
        assert f"--seat: {ground};" in rule
        assert ink == "#fff8e6" or f"--on-seat: {ink};" in rule
    shown = [each.get("d") for each in those(picture(six(1.0, 0, 0, 0, 0, 0), str, WIDE), "sign")]
    assert {*shown} == {*SIGNS}


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_words_digits_and_edges_can_be_seen_in_light_and_dark() -> None:
    """Words 4.5 : 1 (WCAG 1.4.3); each line has an edge of the words' colour, so it is seen on any ground (1.4.11)."""
    grounds = re.findall(r"background: (#\w+); color: (#\w+)", STYLE)
    assert len(grounds) == 2
    assert all(contrast(ground, ink) >= 7 for ground, ink in grounds)
    assert all(contrast(ground, ink) >= 4.5 for ground, ink in INKS.values())
    drawing = picture(GAME, str, WIDE)
    wide = [float(each.get("stroke-width", "")) for kind in ("line", "casing") for each in those(drawing, kind)]
    assert wide == [2.8, 2.8, 4.4, 4.4]
    assert [each.get("stroke") for each in those(drawing, "casing")] == ["currentColor"] * 2


def test_it_brings_no_style_that_a_page_forbids() -> None:
    assert "style" not in picture(GAME, str, WIDE)
    assert "<style>" in svg(GAME, str)


def test_others_may_go_first_while_it_is_drawn() -> None:
    pauses: list[int] = []
    assert picture(GAME, str, WIDE, lambda: pauses.append(1)) == picture(GAME, str, WIDE)
    assert len(pauses) > 20
