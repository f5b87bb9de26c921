"""The board on the page: a ring with four lanes to its middle, and beside each lane the four cats of its colour.

Laws: everything is symmetrical, left to right and top to bottom; the light of a start area is the bell on its cat's
collar.
"""

from __future__ import annotations

from math import copysign, cos, pi, sin
from typing import Final

from companion.games.cat_royal.booklet import FIGURES, GOALS, LOOP, START, STARTS, Figure
from companion.games.cat_royal.cats import PAW, cat
from companion.games.cat_royal.state import State
from companion.games.cat_royal.track import space_id
from companion.kit.chart import Chart, Ornament, Spot

HALF: Final = (12.0, 5.5)
"""The distance from the middle to the ring, across and down, in fields."""
BEND: Final = 3.5
"""The radius of the ring's corners: with it all 64 fields are about one apart."""
QUARTER: Final = LOOP // 4
CATS: Final = (6.1, 4.4, 2.7, 1.0)
"""How far across from the middle king, knight, citizen and jester sit; the king sits beside the lane."""
BENCHES: Final = (-2.2, 2.85)
"""How far down from the middle their bells are; the title has room between them."""


def chart(*, start_areas: bool = True) -> Chart:
    """The board; the cats sit in the start areas even if these have no lights."""
    return Chart(
        spots=_fields() | (_benches() if start_areas else {}),
        aspect=(2 * HALF[0] + 1) / (2 * HALF[1] + 1),
        ornaments=(*(_cat(figure, start_areas=start_areas) for figure in FIGURES), _prints()),
    )


def charted(state: State) -> Chart:  # noqa: ARG001  # all games are played on the same ring
    """The ring and its cats."""
    return chart()


def _cat(figure: Figure, *, start_areas: bool) -> Ornament:
    ids = [space_id(colour, figure, START) for colour in STARTS]
    if start_areas:
        return Ornament(cat(figure), spaces=tuple(ids))
    benches = _benches()
    return Ornament(cat(figure), spots=tuple(benches[each] for each in ids), reach=0.0)


def _prints() -> Ornament:
    """Paw prints that walk beside, above and below the ring, if there is room."""
    up = [(side * (14.6 + 0.35 * (-1) ** at), 4.5 - 1.5 * at) for side in (-1, 1) for at in range(7)]
    along = [(1.5 * at - 9, side * (8 + 0.35 * (-1) ** at)) for side in (-1, 1) for at in range(13)]
    return Ornament(PAW, spots=tuple(_spot(*step) for step in up + along), reach=0.6)


def _fields() -> dict[str, Spot]:
    """The loop, and the lanes that lead off it at right angles."""
    spots = {str(field): _spot(*_on_ring(field)) for field in range(1, LOOP + 1)}
    for colour, field in STARTS.items():
        x, y = _on_ring(field)
        inwards = -1 if y > 0 else 1
        spots |= {f"{colour} {goal}": _spot(x, y + inwards * at) for at, goal in enumerate(GOALS, 1)}
    return spots


def _benches() -> dict[str, Spot]:
    """Where the cats sit."""
    spots = {}
    for colour, field in STARTS.items():
        x, y = _on_ring(field)
        for figure, across in zip(FIGURES, CATS, strict=True):
            spots[space_id(colour, figure, START)] = _spot(copysign(across, x), BENCHES[y > 0])
    return spots


def _spot(x: float, y: float) -> Spot:
    """The spot that is `x` fields right of the middle and `y` below it."""
    return Spot((x + HALF[0] + 0.5) / (2 * HALF[0] + 1), (y + HALF[1] + 0.5) / (2 * HALF[1] + 1))


def _on_ring(field: int) -> tuple[float, float]:
    """Where a field of the loop lies, clockwise; red starts half a quarter left of the middle of the top."""
    quarter, along = divmod((field - STARTS["red"] - QUARTER // 2) % LOOP, QUARTER)
    x, y = _on_first_quarter(along if quarter % 2 == 0 else QUARTER - along)
    return (x if quarter < 2 else -x), (y if quarter in (0, 3) else -y)


def _on_first_quarter(way: float) -> tuple[float, float]:
    """The way from the middle of the top along the top, round the corner and down to the middle of the right side."""
    straight, tall = HALF[0] - BEND, HALF[1] - BEND
    if way <= straight:
        return way, -HALF[1]
    turned = (way - straight) / BEND
    if turned <= pi / 2:
        return straight + BEND * sin(turned), -tall - BEND * cos(turned)
    return HALF[0], way - straight - BEND * pi / 2 - tall
