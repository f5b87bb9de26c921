"""The board on the page: a garden with a shell-shaped pond, a flag on START, an arch over each finish, box trees."""

from __future__ import annotations

from math import cos, sin
from typing import Final

from companion.games.galopp_royal.booklet import Board
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.track import POND
from companion.kit.chart import Chart, Label, Ornament, Shape, Spot

LOBES: Final = 7
"""Lobes of the shell."""


def chart(board: Board) -> Chart:
    """The garden around this board; the page itself lays the course."""
    return Chart(
        ground=("lawn", "lattice"),
        ornaments=(
            _shell(),
            _flag(str(board.start)),
            _arch(tuple(map(str, board.finishes))),
            _trees(),
        ),
    )


def charted(state: State) -> Chart:
    """The garden around this game's board."""
    return chart(state.setup.board)


def _shell() -> Ornament:
    """A scallop that opens to the head of the course, with ribs and a deep middle."""
    mouth, reach, half, lip = 0.85, 1.62, 1.0, 0.5
    turns = [half - 2 * half * at / LOBES for at in range(LOBES + 1)]
    rim = [(mouth - reach * cos(turn), reach * sin(turn)) for turn in turns]
    lobe = reach * half / LOBES
    scallop = " ".join(f"A{lobe:.4f} {lobe * 1.1:.4f} 0 0 1 {_at(*point)}" for point in rim[1:])
    near, far = mouth - 0.16, mouth + 0.08
    outline = f"M{_at(far, lip)} L{_at(near, lip)} L{_at(*rim[0])} {scallop} L{_at(near, -lip)} H{far:.4f} Z"
    ribs = " ".join(f"M{_at(mouth, y * 0.28)} L{_at(mouth + (x - mouth) * 0.98, y * 0.98)}" for x, y in rim[1:LOBES])
    return Ornament(
        (Shape(outline, "water"), Shape(ribs, "thread"), Shape(_disc(0, 0, 0.42), "depth")),
        spaces=(POND,),
        opening=1.0,
        label=Label(0.25, 0.645, 0.22),
    )


def _flag(start: str) -> Ornament:
    """A pennant beside the light of START."""
    return Ornament(
        (Shape("M0 -0.12 V-0.98", "brass"), Shape("M0 -0.98 L0.5 -0.81 L0 -0.62 Z", "cloth")),
        spaces=(start,),
        label=Label(0, 0.352, 0.2),
    )


def _arch(finishes: tuple[str, ...]) -> Ornament:
    """A gate with the light in its opening and the prizes on the stone above."""
    gate = "M-0.6 0.44 V-0.44 H0.6 V0.44 H0.396 V-0.02 A0.396 0.3762 0 0 0 -0.396 -0.02 V0.44 Z"
    stone = "M-0.636 -0.6992 H0.636 V-0.3392 H-0.636 Z"
    return Ornament(
        (Shape(gate, "wall"), Shape(stone, "stone")),
        spaces=finishes,
        width=1.2,
        opening=0.84,
        label=Label(0, -0.5192, 0.25, is_carved=True),
    )


def _trees() -> Ornament:
    """Clipped box trees in a row, the tallest in the middle, at the waist of the course above and below."""
    row = [Shape(_disc(at * 0.62, 0, 0.36 - 0.06 * abs(at)), "leaf") for at in range(-2, 3)]
    return Ornament(tuple(row), spots=(Spot(0.53, 0, dy=0.66), Spot(0.53, 1, dy=-0.6)), reach=0.44)


def _disc(x: float, y: float, radius: float) -> str:
    size, across = f"{radius:.4f} {radius:.4f}", f"{2 * radius:.4f}"
    return f"M{_at(x - radius, y)} a{size} 0 1 1 {across} 0 a{size} 0 1 1 -{across} 0 Z"


def _at(x: float, y: float) -> str:
    return f"{x:.4f} {y:.4f}"
