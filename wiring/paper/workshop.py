"""Sheets for the bench: a drilling template at full size, and labels for keys, plugs and outlets.

1. Each key of the pin map has one hole in the template and one label; each wire has one label, with both its numbers.
2. A ruler on each template shows whether the printer kept the size.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from companion.kit.seats import COLOURS
from companion.match.report_svg import INKS
from hardware.pins import PinMap, physical
from wiring.harness import HEADER, parts, seats_first
from wiring.paper.case import MARKS, CaseSizes, Footprint, Points, lay_out
from wiring.paper.cutting import parts as flat_parts
from wiring.paper.sheet import INK, LONG, PALE, SHORT, PrintedSheet

_MARGIN: Final = 8.0
_RULER: Final = 100
ADVICE: Final = "Print at 100 %, not “fit to page”. The ruler must be 100 mm long."

NOTES: Final = "Grey: glue ● and ○ on there. Beside them: the hole for a seat's light. Near the edge: screws."


class StickyLabel(NamedTuple):
    """Words on a label, and the colour of its seat."""

    said: str
    colour: str = ""


def key_name(key: str) -> str:
    """A key's name for people: `seat 1 ●`."""
    colour = key.rstrip("0123456789")
    return f"seat {key.removeprefix(colour)} {MARKS[colour]}" if colour in MARKS else f"{key} key"


def key_labels(pins: PinMap) -> dict[str, StickyLabel]:
    """One for each key, by its name in the pin map."""
    return {key: StickyLabel(key_name(key), _colour(key)) for key in pins.keys}


def _colour(key: str) -> str:
    number = key.lstrip("abcdefghijklmnopqrstuvwxyz")
    return COLOURS[int(number) - 1] if number else ""


def plug_labels(pins: PinMap) -> dict[int, StickyLabel]:
    """One for each wire on the header, by its physical pin."""
    made = {}
    for part in seats_first(parts(pins)):
        for wire, pin in part.wires.items():
            mark = MARKS.get(wire.removesuffix(" key"), wire)
            name = f"{part.name.lower()} {mark}".replace("table table", "table")
            made[pin] = StickyLabel(f"{pin} · {HEADER[pin]} · {name}".replace("ground · ", ""), part.colour)
    plus = physical(pins.buzzer)
    return made | {plus: StickyLabel(f"{plus} · {HEADER[plus]} · buzzer plus")}


def labels(pins: PinMap, sizes: CaseSizes) -> bytes:
    """One sheet: keys; wires and cables, folded round them so that both halves show the same."""
    with PrintedSheet("Labels") as sheet:
        y = sheet.line_of("Keys: glue each between its key and the edge of the case", 10, 10, SHORT - 20, 11) + 1
        y = _grid(sheet, [*key_labels(pins).values()], y, (27.0, 8.0), 9, 1) + 8
        y = sheet.line_of("Wires and plugs: fold each at its middle, round the wire", 10, y, SHORT - 20, 11) + 1
        outlets = [StickyLabel(outlet.name) for outlet in sizes.outlets]
        _grid(sheet, [*plug_labels(pins).values(), *outlets], y, (95.0, 9.5), 9, 2)
        return sheet.pdf()


def _grid(
    sheet: PrintedSheet, made: list[StickyLabel], y: float, size: tuple[float, float], points: float, halves: int
) -> float:
    """Draw rows of labels with a strip in the seat's colour; returns where the next thing may begin."""
    (width, height), in_a_row = size, int((SHORT - 20) / size[0])
    for at, label in enumerate(made):
        x, top = 10 + at % in_a_row * width, y + at // in_a_row * height
        for half in range(halves):
            left, wide = x + half * width / halves, width / halves
            if label.colour:
                sheet.set_fill_color(INKS[label.colour][0])
                sheet.rect(left, top, 3, height, "F")
            high = points * 0.3528 * 1.15
            sheet.line_of(label.said, left + 4.5, top + (height - high) / 2, wide - 6, points)
        sheet.set_draw_color(PALE)
        sheet.set_line_width(0.15)
        sheet.rect(x, top, width, height)
    return y + -(-len(made) // in_a_row) * height


def template(pins: PinMap, sizes: CaseSizes) -> bytes:
    """The lid, then the sides with outlets, at full size. Raises ValueError if it is too large for the paper."""
    if sizes.width > LONG - 2 * _MARGIN or sizes.depth > SHORT - 5 * _MARGIN:
        raise ValueError(f"case.toml: {sizes.width:g} by {sizes.depth:g} mm is too large for a template on A4")
    with PrintedSheet("Drilling template 1:1", "landscape") as sheet:
        front = lay_out(pins, sizes)
        left, top = (LONG - sizes.width) / 2, (SHORT - sizes.depth) / 2
        on_paper = _placed(left, top + sizes.depth)
        _ruler(sheet, "Drilling template 1:1, the lid from above. ")
        _trace(sheet, front.edge.outline(), on_paper)
        _trace(sheet, front.window.outline(), on_paper)
        x, y = on_paper(front.window.x, front.window.y)
        sheet.line_of("display", x - 15, y - 6, 30, 9, "C")
        sheet.line_of(f"{sizes.window[0]:g} by {sizes.window[1]:g}", x - 15, y, 30, 9, "C", PALE)
        for hole in (*front.keys, *front.lamps, *front.screws):
            _drill(sheet, hole, on_paper)
        for key in front.keys:
            x, y = on_paper(key.x, key.y)
            sheet.line_of(key_name(key.name), x - 10, y - 7.5, 20, 9, "C")
        for mark in front.marks:
            x, y = on_paper(mark.x, mark.y)
            sheet.set_draw_color(PALE)
            sheet.disc(x, y, mark.radius)
            sheet.line_of(MARKS[mark.name.rstrip("0123456789")], x - 4, y - 3.4, 8, 16, "C", PALE)
        y = top + sizes.depth + _MARGIN / 2
        sheet.line_of(NOTES, left, y, sizes.width, 9)
        _sides(sheet, pins, sizes)
        return sheet.pdf()


def _sides(sheet: PrintedSheet, pins: PinMap, sizes: CaseSizes) -> None:
    sheet.add_page()
    _ruler(sheet, "Drilling template 1:1, the sides with outlets. ")
    y = 3 * _MARGIN
    sides = {f"{outlet.side} side" for outlet in sizes.outlets}
    for part in (part for part in flat_parts(pins, sizes) if part.name in sides):
        width, height = part.size
        on_paper = _placed((LONG - width) / 2, y + height)
        _trace(sheet, part.outline, on_paper)
        seen = "from inside" if part.name.startswith("left") else "from outside"
        sheet.line_of(f"{part.name}, seen {seen}", (LONG - width) / 2 + 4, y + height - 14, width / 2, 9)
        for outlet in (each for each in sizes.outlets if part.name.startswith(each.side)):
            x, at = on_paper(width / 2 + outlet.at, height - sizes.sheet - outlet.height)
            sheet.line_of(outlet.name, x - 12, at + 1.5, 24, 9, "C")
        y += height + 2 * _MARGIN


def _placed(left: float, bottom: float) -> Callable[[float, float], tuple[float, float]]:
    """Convert a point of the case, where y grows upwards, into one of the paper, where y grows downwards."""
    return lambda x, y: (left + x, bottom - y)


def _trace(sheet: PrintedSheet, points: Points, on_paper: Callable[[float, float], tuple[float, float]]) -> None:
    sheet.set_draw_color(INK)
    sheet.set_line_width(0.25)
    sheet.polygon([on_paper(*point) for point in points])


def _drill(sheet: PrintedSheet, hole: Footprint, on_paper: Callable[[float, float], tuple[float, float]]) -> None:
    """A hole, the cross at its middle, and its diameter."""
    x, y = on_paper(hole.x, hole.y)
    sheet.set_draw_color(INK)
    sheet.disc(x, y, hole.radius, width=0.25)
    arm = max(hole.radius / 3, 2.5)
    sheet.line(x - arm, y, x + arm, y)
    sheet.line(x, y - arm, x, y + arm)
    below = y + (max(arm, hole.radius) + 0.7 if hole.radius < 8 else arm + 1)
    sheet.line_of(f"⌀ {2 * hole.radius:g}", x - 8, below, 16, 7, "C", PALE)


def _ruler(sheet: PrintedSheet, said: str) -> None:
    y = 1.5 * _MARGIN
    sheet.line_of(said + ADVICE, 2 * _MARGIN, _MARGIN / 2, LONG - 4 * _MARGIN, 10)
    left = (LONG - _RULER) / 2
    sheet.set_draw_color(INK)
    sheet.set_line_width(0.25)
    sheet.line(left, y, left + _RULER, y)
    for at in range(0, _RULER + 1, 10):
        sheet.line(left + at, y, left + at, y + (3 if at % 50 == 0 else 1.5))
    for at in (0, 50, 100):
        sheet.line_of(str(at), left + at - 6, y + 3.2, 12, 7, "C")
