"""The case for a printer, as STL in millimetres: a body, a lid with raised marks, and marks to glue onto the keys.

1. A solid is a map of regions that do not overlap, each with its height above the plate: so it prints without supports.
2. It is watertight: regions that meet share their corners, and each edge belongs to two triangles.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from math import dist
from struct import pack
from typing import NamedTuple, TypeAlias

from ezdxf.math import Vec2
from ezdxf.math.triangulation import mapbox_earcut_2d

from hardware.pins import PinMap
from wiring.paper.case import ROUND, CableOutlet, CaseSizes, Footprint, Points, lay_out, pi_holes

Corner: TypeAlias = tuple[float, float, float]
Triangle: TypeAlias = tuple[Corner, Corner, Corner]
_Point: TypeAlias = tuple[float, float]
_Flat: TypeAlias = tuple[_Point, _Point, _Point]

_FLAT = 1e-9
"""Twice the least area of a triangle, in mm²; a smaller one counts as flat."""


class Terrace(NamedTuple):
    """A region of one height; its holes are where other regions are, or nothing."""

    outline: Points
    height: float
    holes: tuple[Points, ...] = ()


def lid(pins: PinMap, sizes: CaseSizes) -> list[Terrace]:
    """A plate with holes; ● and ○ stand on it."""
    front = lay_out(pins, sizes)
    through = (*front.keys, *front.lamps, *front.screws, front.window, *front.marks)
    plate = Terrace(front.edge.outline(), sizes.sheet, tuple(each.outline() for each in through))
    marks = [terrace for mark in front.marks for terrace in _mark(mark, sizes, sizes.sheet)]
    return [plate, *marks]


def marks(pins: PinMap, sizes: CaseSizes) -> list[Terrace]:
    """The marks for the keys themselves: ● and ○ in two rows."""
    made, pitch, radius = [], 1.5 * sizes.mark_on_key, sizes.mark_on_key / 2
    for number, mark in enumerate(lay_out(pins, sizes).marks):
        x, y = pitch * (number // 2) + radius, pitch * (number % 2) + radius
        made.append(_mark(Footprint(mark.name, x, y, radius), sizes, 0)[0])
    return made


def _mark(mark: Footprint, sizes: CaseSizes, ground: float) -> list[Terrace]:
    """A disc, or a ring with the ground inside it."""
    top = ground + sizes.raised
    if not mark.name.startswith("red"):
        return [Terrace(mark.outline(), top)]
    hole = mark._replace(radius=mark.radius * sizes.ring).outline()
    return [Terrace(mark.outline(), top, (hole,)), Terrace(hole, ground)]


def body(pins: PinMap, sizes: CaseSizes) -> list[Terrace]:
    """Floor, walls with outlets, posts for the lid's screws and the Pi's."""
    front, top = lay_out(pins, sizes), sizes.sheet + sizes.height
    edge = front.edge
    radius = max(sizes.corner - sizes.sheet, ROUND)
    inner = Footprint("inside", edge.x, edge.y, radius, edge.x - sizes.sheet - radius, edge.y - sizes.sheet - radius)
    notches = [_notch(outlet, sizes) for outlet in _counterclockwise(sizes.outlets)]
    outside = _with(edge.outline(), [point for notch in notches for point in notch.outline[:2]])
    inside = _with(inner.outline(), [point for notch in notches for point in notch.outline[2:]])
    walls = []
    for notch, other in zip(notches, [*notches[1:], notches[0]], strict=True):
        _, out_from, in_from, _ = notch.outline
        out_to, _, _, in_to = other.outline
        walls.append(Terrace(_between(outside, out_from, out_to) + _between(inside, in_from, in_to)[::-1], top))
    posts = [_post(screw, sizes.post, sizes.pilot, top, sizes.sheet) for screw in front.screws]
    posts += [
        _post(each, sizes.pi_post, sizes.pi_pilot, sizes.sheet + sizes.pi_lift, sizes.sheet) for each in pi_holes(sizes)
    ]
    floor = Terrace(inside, sizes.sheet, tuple(post[0].outline for post in posts))
    return [floor, *walls, *notches, *(terrace for post in posts for terrace in post)]


def _counterclockwise(outlets: tuple[CableOutlet, ...]) -> list[CableOutlet]:
    """Along the right side upwards, then down the left one."""
    return sorted(outlets, key=lambda each: (each.side == "left", each.at if each.side == "right" else -each.at))


def _notch(outlet: CableOutlet, sizes: CaseSizes) -> Terrace:
    """Its corners: two outside, then two inside, counterclockwise."""
    middle, half = sizes.depth / 2 + outlet.at, outlet.width / 2
    out, into, first = (
        (sizes.width, sizes.width - sizes.sheet, -half) if outlet.side == "right" else (0.0, sizes.sheet, half)
    )
    corners = [(out, middle + first), (out, middle - first), (into, middle - first), (into, middle + first)]
    return Terrace(corners, sizes.sheet + sizes.height - outlet.height)


def _post(at: Footprint, across: float, pilot: float, top: float, bottom: float) -> tuple[Terrace, Terrace]:
    hole = at._replace(radius=pilot / 2).outline()
    return Terrace(at._replace(radius=across / 2).outline(), top, (hole,)), Terrace(hole, bottom)


def _with(outline: Points, extra: Points) -> Points:
    """The outline with more points on its edges."""
    made: Points = []
    for a, b in pairwise([*outline, outline[0]]):
        on_it = [point for point in extra if _is_between(a, point, b)]
        made += [a, *sorted(on_it, key=partial(dist, a))]
    return made


def _between(outline: Points, first: _Point, last: _Point) -> Points:
    """The part of an outline from one of its points to another, both included."""
    start, end = outline.index(first), outline.index(last)
    return outline[start : end + 1] if start < end else outline[start:] + outline[: end + 1]


def _is_between(a: _Point, point: _Point, b: _Point) -> bool:
    across = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
    along = (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])
    return abs(across) < _FLAT and 0 < along < (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2


def triangles(solid: list[Terrace]) -> Iterator[Triangle]:
    """The surface, each triangle counterclockwise as seen from outside."""
    for terrace in solid:
        for a, b, c in _cap(terrace):
            yield (*a, terrace.height), (*b, terrace.height), (*c, terrace.height)
            yield (*c, 0.0), (*b, 0.0), (*a, 0.0)
    levels = sorted({0.0, *(terrace.height for terrace in solid)})
    beside: dict[frozenset[_Point], list[tuple[float, _Point, _Point]]] = defaultdict(list)
    for terrace in solid:
        for outline in (terrace.outline, *(hole[::-1] for hole in terrace.holes)):
            for a, b in pairwise([*outline, outline[0]]):
                beside[frozenset((a, b))].append((terrace.height, a, b))
    for found in beside.values():
        high, a, b = max(found)
        low = min(found)[0] if len(found) > 1 else 0.0
        for bottom, top in pairwise([level for level in levels if low <= level <= high]):
            yield (*a, bottom), (*b, bottom), (*b, top)
            yield (*a, bottom), (*b, top), (*a, top)


def _cap(terrace: Terrace) -> Iterator[_Flat]:
    """The triangles of a region; they keep every corner, even one on a straight edge, which earcut leaves out."""
    corners = [*terrace.outline, *(point for hole in terrace.holes for point in hole)]
    known = {Vec2(point): point for point in corners}
    for found in mapbox_earcut_2d([*map(Vec2, terrace.outline)], [[*map(Vec2, hole)] for hole in terrace.holes]):
        a, b, c = (known[corner] for corner in found)
        turned = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if abs(turned) > _FLAT:
            yield from _split((a, b, c) if turned > 0 else (a, c, b), corners)


def _split(triangle: _Flat, corners: Points) -> Iterator[_Flat]:
    a, b, c = triangle
    for first, second, third in ((a, b, c), (b, c, a), (c, a, b)):
        for point in corners:
            if _is_between(first, point, second):
                yield from _split((first, point, third), corners)
                yield from _split((point, second, third), corners)
                return
    yield triangle


def stl(solid: list[Terrace]) -> bytes:
    """Binary STL; readers work the normals out."""
    faces = [*triangles(solid)]
    head = pack("<80sI", b"Made by python -m wiring.paper, in millimetres", len(faces))
    return head + b"".join(pack("<12fH", 0, 0, 0, *a, *b, *c, 0) for a, b, c in faces)
