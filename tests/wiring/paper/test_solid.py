import functools
from collections import Counter
from collections.abc import Callable, Sequence
from struct import unpack_from
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from hardware.pins import PinMap, SeatPins, read_pins
from wiring.paper import case, solid
from wiring.paper.solid import Terrace, Triangle

PINS, SIZES = read_pins(), case.read_sizes()

pytestmark = pytest.mark.untraced

FEW = PinMap((SeatPins(17, 27),), table=26, buzzer=18, i2c_bus=1, pairs=(4,))
ELSEWHERE = replace(
    SIZES,
    corner=2.0,
    pi_holes=(58.0, 49.0),
    ring=0.4,
    outlets=(case.CableOutlet("a", "left", 20.0, 8.0, 41.0), case.CableOutlet("b", "left", -5.0, 9.0, 9.0)),
)
MADE = [
    (pins, sizes, made)
    for pins, sizes in ((PINS, SIZES), (FEW, ELSEWHERE))
    for made in (solid.lid, solid.body, solid.marks)
]


Made: TypeAlias = Callable[[PinMap, case.CaseSizes], list[Terrace]]


@functools.cache
def faces_of(made: Made, pins: PinMap, sizes: case.CaseSizes) -> tuple[Triangle, ...]:
    """The triangles of a solid; the larger ones take half a second."""
    return tuple(solid.triangles(made(pins, sizes)))


def extent(faces: Sequence[Triangle]) -> list[float]:
    x, y, z = zip(*(corner for face in faces for corner in face), strict=True)
    return [max(x) - min(x), max(y) - min(y), max(z) - min(z)]


@pytest.mark.parametrize(("pins", "sizes", "made"), MADE)
def test_it_is_watertight(pins: PinMap, sizes: case.CaseSizes, made: Made) -> None:
    """Each edge belongs to two triangles, which run along it in opposite directions; none is flat."""
    faces = faces_of(made, pins, sizes)
    edges = Counter(edge for a, b, c in faces for edge in ((a, b), (b, c), (c, a)))
    assert {edge for edge, count in edges.items() if count != 1 or (edge[1], edge[0]) not in edges} == set()
    assert volume(faces) > 0


def volume(faces: Sequence[Triangle]) -> float:
    return sum(
        (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]))
        / 6
        for a, b, c in faces
    )


def test_it_has_the_size_of_the_parameters() -> None:
    body, lid = (faces_of(made, PINS, SIZES) for made in (solid.body, solid.lid))
    assert extent(body) == [SIZES.width, SIZES.depth, SIZES.sheet + SIZES.height]
    assert extent(lid) == [SIZES.width, SIZES.depth, SIZES.sheet + SIZES.raised]
    assert extent(faces_of(solid.marks, PINS, SIZES))[1:] == pytest.approx([2.5 * SIZES.mark_on_key, SIZES.raised])


def test_a_known_solid_has_its_known_volume() -> None:
    """A tray of 4 by 4, with a hole of 2 by 2 in a floor of 1, and a wall of height 3 along one edge."""
    hole = [(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)]
    floor = Terrace([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], 1, (hole,))
    wall = Terrace([(4.0, 0.0), (5.0, 0.0), (5.0, 4.0), (4.0, 4.0)], 3)
    faces = [*solid.triangles([floor, wall])]
    assert volume(faces) == pytest.approx(16 - 4 + 12)


def test_dots_and_rings_stand_on_the_lid() -> None:
    made = solid.lid(PINS, SIZES)
    raised = [terrace for terrace in made if terrace.height == SIZES.sheet + SIZES.raised]
    assert [len(terrace.holes) for terrace in raised] == [0, 1] * len(PINS.seats)


def test_an_stl_holds_all_triangles() -> None:
    made = solid.marks(FEW, SIZES)
    written, faces = solid.stl(made), [*solid.triangles(made)]
    assert unpack_from("<I", written, 80) == (len(faces),)
    assert len(written) == 84 + 50 * len(faces)
    assert unpack_from("<3f", written, 84 + 12) == pytest.approx(faces[0][0])
