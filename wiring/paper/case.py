"""Where everything is on the case: from the keys of the pin map and the lengths of `case.toml`.

1. Each key of the pin map has one hole; a pair of keys that is not wired has none.
2. Millimetres from the near left corner, seen from above. Seats run clockwise from the far left one.
3. As each player sits, ● is on the left and ○ on the right, as on the display.
4. Nothing touches anything else or the edge: lengths that do not fit are refused with what is in the way.
"""

from collections.abc import Iterator
from itertools import combinations
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

import msgspec

from hardware.pins import PinMap

SIZES: Final = Path(__file__).with_name("case.toml")
MARKS: Final = {"green": "●", "red": "○"}
"""The mark of a key in sentences for people, by the colour in its name."""
Points: TypeAlias = list[tuple[float, float]]
"""A closed outline, counterclockwise."""
_Length: TypeAlias = Annotated[float, msgspec.Meta(gt=0)]
_Lengths: TypeAlias = tuple[_Length, _Length]
ROUND: Final = 0.5
"""The least radius of a corner inside."""
_ARC: Final = 12
"""How many straight pieces make a rounded corner."""


class CableOutlet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A notch in the upper edge of a side, for a cable."""

    name: str
    side: Literal["left", "right"]
    at: float
    """The place of its middle, counted from the middle of the side towards the far side."""
    width: _Length
    height: _Length


class CaseSizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every length of the case in millimetres; `case.toml` says what each is."""

    width: _Length
    depth: _Length
    corner: _Length
    height: _Length
    sheet: _Length
    key_hole: _Length
    key_rim: _Length
    key_pitch: _Length
    pair_pitch: _Length
    key_edge: _Length
    mark: _Length
    mark_on_key: _Length
    ring: Annotated[float, msgspec.Meta(gt=0, lt=1)]
    raised: _Length
    mark_gap: _Length
    lamp: _Length
    window: _Lengths
    screw: _Length
    screw_edge: _Length
    post: _Length
    pilot: _Length
    side_inset: _Length
    tab: _Length
    pi: _Lengths
    pi_holes: _Lengths
    pi_post: _Length
    pi_lift: _Length
    pi_screw: _Length
    pi_pilot: _Length
    outlets: Annotated[tuple[CableOutlet, ...], msgspec.Meta(min_length=1)]

    @property
    def long(self) -> float:
        """The length of the far and the near side of the cut case."""
        return self.width - 2 * self.side_inset

    @property
    def short(self) -> float:
        """The length of its left and right side, which stand between those."""
        return self.depth - 2 * (self.side_inset + self.sheet)


class Footprint(NamedTuple):
    """A circle, a rectangle, or a rectangle with a rounded rim round it: all points up to `radius` from a rectangle."""

    name: str
    x: float
    y: float
    radius: float = 0
    half_width: float = 0
    half_height: float = 0

    def gap(self, other: "Footprint") -> float:
        """The distance to another one; below 0: they overlap."""
        beside = abs(self.x - other.x) - self.half_width - other.half_width
        above = abs(self.y - other.y) - self.half_height - other.half_height
        apart = hypot(max(beside, 0), max(above, 0)) + min(max(beside, above), 0)
        return apart - self.radius - other.radius

    def outline(self) -> Points:
        """Its edge; a circle is a regular polygon, a rectangle with a rim has round corners."""
        corners = [(1, -1), (1, 1), (-1, 1), (-1, -1)]
        return [
            (
                self.x + right * self.half_width + self.radius * cos(turn),
                self.y + up * self.half_height + self.radius * sin(turn),
            )
            for quarter, (right, up) in enumerate(corners, -1)
            for step in range(_ARC if not self.half_width else _ARC + 1 if self.radius else 1)
            for turn in [(quarter + step / _ARC) * pi / 2]
        ]


class Front(NamedTuple):
    """What is on the lid."""

    edge: Footprint
    keys: tuple[Footprint, ...]
    """The keys, by their names in the pin map."""
    marks: tuple[Footprint, ...]
    """The marks ● and ○, by the names of their keys."""
    lamps: tuple[Footprint, ...]
    screws: tuple[Footprint, ...]
    window: Footprint


def read_sizes(text: str | None = None) -> CaseSizes:
    """Read lengths from TOML, else from the `case.toml` here. Raises msgspec.DecodeError."""
    return msgspec.toml.decode(SIZES.read_text("utf-8") if text is None else text, type=CaseSizes)


def lay_out(pins: PinMap, sizes: CaseSizes) -> Front:
    """The lid. Raises ValueError with all that overlaps."""
    keys = tuple(_key(name, sizes) for name in pins.keys)
    seated = [key for key in keys if key.name != "table"]
    marks = tuple(
        key._replace(
            y=key.y + _inward(key, sizes) * (sizes.key_rim / 2 + sizes.mark_gap + sizes.mark / 2), radius=sizes.mark / 2
        )
        for key in seated
    )
    pairs = zip(marks[::2], marks[1::2], strict=True)
    lamps = tuple(
        green._replace(name=f"lamp {green.name.removeprefix('green')}", x=(green.x + red.x) / 2, radius=sizes.lamp / 2)
        for green, red in pairs
    )
    screws = tuple(
        Footprint(f"screw {number}", sizes.width / 2 + right * sizes.pair_pitch / 2, y, sizes.screw / 2)
        for number, (right, y) in enumerate(
            ((x, y) for y in (sizes.screw_edge, sizes.depth - sizes.screw_edge) for x in (-1, 1)), 1
        )
    )
    across, high = sizes.window
    window = Footprint("display", sizes.width / 2, sizes.depth / 2, 0, across / 2, high / 2)
    made = Front(_edge(sizes), keys, marks, lamps, screws, window)
    if faults := [*objections(made, sizes)]:
        raise ValueError("case.toml: " + "; ".join(faults))
    return made


def _edge(sizes: CaseSizes) -> Footprint:
    x, y = sizes.width / 2, sizes.depth / 2
    return Footprint("edge", x, y, sizes.corner, x - sizes.corner, y - sizes.corner)


def _key(name: str, sizes: CaseSizes) -> Footprint:
    if name == "table":
        return Footprint(name, sizes.width / 2 + sizes.pair_pitch, sizes.depth / 2, sizes.key_hole / 2)
    colour = name.rstrip("0123456789")
    pair = int(name.removeprefix(colour))
    far = pair <= 3
    middle = sizes.width / 2 + sizes.pair_pitch * (pair - 2 if far else 5 - pair)
    right = 1 if (colour == "green") == far else -1
    y = sizes.depth - sizes.key_edge if far else sizes.key_edge
    return Footprint(name, middle + right * sizes.key_pitch / 2, y, sizes.key_hole / 2)


def _inward(key: Footprint, sizes: CaseSizes) -> int:
    return 1 if key.y < sizes.depth / 2 else -1


def pi_holes(sizes: CaseSizes) -> tuple[Footprint, ...]:
    """The four screws of the Pi, in the floor."""
    (x, y), (across, up) = sizes.pi, sizes.pi_holes
    corners = [(right, high) for high in (-1, 1) for right in (-1, 1)]
    return tuple(
        Footprint(f"Pi screw {number}", x + right * across / 2, y + high * up / 2, sizes.pi_screw / 2)
        for number, (right, high) in enumerate(corners, 1)
    )


def objections(front: Front, sizes: CaseSizes) -> Iterator[str]:
    """A sentence for all that overlaps on the lid, on the floor or along a side, or is too near to an edge."""
    wide = [key._replace(radius=sizes.key_rim / 2) for key in front.keys]
    posts = [screw._replace(radius=max(sizes.post, sizes.screw) / 2) for screw in front.screws]
    feet = [hole._replace(radius=max(sizes.pi_post, sizes.pi_screw) / 2) for hole in pi_holes(sizes)]
    lid, floor = [*wide, *front.marks, *front.lamps, *posts, front.window], [*posts, *feet]
    sides = [[*_tabs(sizes), *_outlets(sizes, side)] for side in ("left", "right")]
    pairs = {pair for things in (lid, floor, *sides) for pair in combinations(things, 2)}
    yield from sorted(f"{a.name} and {b.name} overlap by {-gap:.1f} mm" for a, b in pairs if (gap := a.gap(b)) < 0)
    walls = sizes.side_inset + sizes.sheet
    for each in (*lid, *feet):
        right, up = each.radius + each.half_width, each.radius + each.half_height
        nearest = min(each.x - right, each.y - up, sizes.width - each.x - right, sizes.depth - each.y - up)
        if nearest < walls:
            yield f"{each.name} is {nearest:.1f} mm from the edge, expected {walls:.1f} at least, for a side below it"
    straight = min(sizes.short / 2, sizes.depth / 2 - max(sizes.corner, sizes.sheet + ROUND))
    for outlet in sizes.outlets:
        if abs(outlet.at) + outlet.width / 2 >= straight or outlet.height >= sizes.height:
            yield f"{outlet.name} is not inside its side"


def _tabs(sizes: CaseSizes) -> list[Footprint]:
    """The places of the tabs along the left or right side, counted from its middle."""
    return [Footprint("tab", at * sizes.short / 4, 0, 0, sizes.tab / 2, sizes.sheet / 2) for at in (-1, 1)]


def _outlets(sizes: CaseSizes, side: str) -> list[Footprint]:
    return [
        Footprint(each.name, each.at, 0, 0, each.width / 2, sizes.sheet / 2)
        for each in sizes.outlets
        if each.side == side
    ]
