"""The case for a laser: flat parts of one sheet, as DXF and as SVG, in millimetres.

1. Both files are drawn from the same parts, so they show the same.
2. Lid and floor are held together by four spacers; the tabs of the four sides stand in slots of both.
3. A laser burns 0.1 to 0.2 mm away; these drawings do not allow for that.
"""

from io import StringIO
from typing import NamedTuple

import ezdxf
from ezdxf import units

from hardware.pins import PinMap
from wiring.paper.case import CableOutlet, CaseSizes, Footprint, Points, lay_out, pi_holes

GAP = 5.0
"""The distance between two parts on the sheet."""


class FlatPart(NamedTuple):
    """One piece that is cut out."""

    name: str
    outline: Points
    rounds: tuple[Footprint, ...] = ()
    """Round holes."""
    cutouts: tuple[Points, ...] = ()
    """Other holes."""
    engraved: tuple[Footprint, ...] = ()
    """Outlines that are burnt in lightly, to show where marks are glued on."""

    def moved(self, x: float, y: float) -> "FlatPart":
        """The same piece elsewhere."""

        def there(points: Points) -> Points:
            return [(left + x, up + y) for left, up in points]

        def those(circles: tuple[Footprint, ...]) -> tuple[Footprint, ...]:
            return tuple(each._replace(x=each.x + x, y=each.y + y) for each in circles)

        outline, cutouts = there(self.outline), tuple(map(there, self.cutouts))
        return FlatPart(self.name, outline, those(self.rounds), cutouts, those(self.engraved))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        across, up = zip(*self.outline, strict=True)
        return max(across) - min(across), max(up) - min(up)


def parts(pins: PinMap, sizes: CaseSizes) -> list[FlatPart]:
    """Lid, floor, four sides, then the marks: one beside each key and one onto it. The near left corner is at 0, 0."""
    front = lay_out(pins, sizes)
    slots = tuple(slot.outline() for slot in slots_of(sizes))
    edge = front.edge.outline()
    rounds = (*front.keys, *front.lamps, *front.screws)
    lid = FlatPart("lid", edge, rounds, (front.window.outline(), *slots), front.marks)
    floor = FlatPart("floor", edge, (*front.screws, *pi_holes(sizes)), slots)
    sides = [FlatPart(name, _side(sizes.long, sizes, ())) for name in ("far side", "near side")]
    for name in ("left", "right"):
        outlets = tuple(outlet for outlet in sizes.outlets if outlet.side == name)
        sides.append(FlatPart(f"{name} side", _side(sizes.short, sizes, outlets)))
    marks = [
        _mark(mark._replace(x=radius, y=radius, radius=radius), sizes)
        for radius in (sizes.mark / 2, sizes.mark_on_key / 2)
        for mark in front.marks
    ]
    return [lid, floor, *sides, *marks]


def _mark(mark: Footprint, sizes: CaseSizes) -> FlatPart:
    hole = (mark._replace(radius=mark.radius * sizes.ring),) if mark.name.startswith("red") else ()
    return FlatPart(f"mark {mark.name}", mark.outline(), hole)


def slots_of(sizes: CaseSizes) -> list[Footprint]:
    """Where the tabs of the sides go through lid and floor."""
    x, y = sizes.width / 2, sizes.depth / 2
    in_from_edge, half = sizes.side_inset + sizes.sheet / 2, sizes.sheet / 2
    tab = sizes.tab / 2
    corners = [(right, up) for right in (-1, 1) for up in (-1, 1)]
    level = [
        Footprint("slot", x + sizes.long / 4 * right, y + (y - in_from_edge) * up, 0, tab, half)
        for right, up in corners
    ]
    upright = [
        Footprint("slot", x + (x - in_from_edge) * right, y + sizes.short / 4 * up, 0, half, tab)
        for right, up in corners
    ]
    return [*level, *upright]


def _side(length: float, sizes: CaseSizes, outlets: tuple[CableOutlet, ...]) -> Points:
    """A side, seen from outside on the right and from inside on the left, so that `at` counts in the same direction."""
    middle, half = length / 2, sizes.tab / 2
    tabs = [(at - half, at + half, sizes.sheet) for at in (middle - length / 4, middle + length / 4)]
    notches = [(middle + each.at - each.width / 2, middle + each.at + each.width / 2, -each.height) for each in outlets]
    low, high = sizes.sheet, sizes.sheet + sizes.height
    below = [(x, low - up) for x, up in _steps(length, tabs)]
    above = [(x, high + up) for x, up in _steps(length, [*tabs, *notches])]
    return below + above[::-1]


def _steps(length: float, steps: list[tuple[float, float, float]]) -> Points:
    corners = [((left, 0.0), (left, up), (right, up), (right, 0.0)) for left, right, up in sorted(steps)]
    return [(0.0, 0.0), *(point for four in corners for point in four), (length, 0.0)]


def spread(made: list[FlatPart]) -> list[FlatPart]:
    """All parts on one sheet: two in a row, and the marks in a row of their own."""
    large = [part for part in made if not part.name.startswith("mark")]
    rows = [large[at : at + 2] for at in range(0, len(large), 2)] + [made[len(large) :]]
    laid, y = [], GAP
    for each in rows:
        x = GAP
        for part in each:
            laid.append(part.moved(x, y))
            x += part.size[0] + GAP
        y += max((part.size[1] for part in each), default=0) + GAP
    return laid


def dxf(laid: list[FlatPart]) -> str:
    """A drawing for a laser: layer `cut` is cut through, layer `engrave` is not."""
    ezdxf.options.write_fixed_meta_data_for_testing = True  # otherwise the file contains the time and a random number
    document = ezdxf.new("R2010", units=units.MM)
    document.layers.add("cut", color=1)
    document.layers.add("engrave", color=5)
    space, cut, engrave = document.modelspace(), {"layer": "cut"}, {"layer": "engrave"}
    for part in laid:
        for outline in (part.outline, *part.cutouts):
            space.add_lwpolyline(outline, close=True, dxfattribs=cut)
        for hole in part.rounds:
            space.add_circle((hole.x, hole.y), hole.radius, dxfattribs=cut)
        for mark in part.engraved:
            space.add_circle((mark.x, mark.y), mark.radius, dxfattribs=engrave)
    document.classes.add_required_classes(document.dxfversion)
    document.classes.classes = dict(sorted(document.classes.classes.items()))  # else each run has its own order
    written = StringIO()
    document.write(written)
    return written.getvalue()


def svg(laid: list[FlatPart]) -> str:
    """The same for software that reads SVG: red is cut, blue is engraved, a unit is a millimetre."""
    width = max(x for part in laid for x, _ in part.outline) + GAP
    height = max(y for part in laid for _, y in part.outline) + GAP
    drawn = []
    for part in laid:
        shapes = [_path(points, height) for points in (part.outline, *part.cutouts)]
        shapes += [_circle(hole, height, "") for hole in part.rounds]
        shapes += [_circle(mark, height, ' stroke="#00f"') for mark in part.engraved]
        drawn.append(f"<g><title>{part.name}</title>{''.join(shapes)}</g>")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" fill="none" stroke="#f00" stroke-width="0.1">\n'
        + "\n".join(drawn)
        + "\n</svg>\n"
    )


def _path(points: Points, height: float) -> str:
    corners = " ".join(f"{round(x, 3):g},{round(height - y, 3):g}" for x, y in points)
    return f'<polygon points="{corners}"/>'


def _circle(circle: Footprint, height: float, colour: str) -> str:
    x, y, radius = (round(number, 3) for number in (circle.x, height - circle.y, circle.radius))
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{colour}/>'
