"""The curve of a report as a drawing that stands alone: a line for each seat, from the first card to the end.

Law: it says in words what it draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from companion.kit.text import speak
from companion.match.report import Report, within

WIDTH: Final = 960
HEIGHT: Final = 400
LEFT: Final = 50
RIGHT: Final = 820
TOP: Final = 20
BOTTOM: Final = 360
PITCH: Final = 20
"""The distance between two names, one below the other."""
COLOURS: Final = {  # as on the pages: static/board.css
    "red": "#b3262f",
    "blue": "#2450a8",
    "green": "#1f7d4a",
    "yellow": "#e0b02b",
    "white": "#efe8d8",
    "violet": "#6d3a9c",
}
STYLE: Final = """\
svg { background: #fffaf0; font: 14px sans-serif; fill: #2b1a0e; }
.rule { stroke: #2b1a0e44; } .casing, .line { fill: none; stroke-linejoin: round; }
.casing { stroke: #2b1a0e; stroke-width: 4.4; } .sign { stroke: #2b1a0e; } .line { stroke-width: 3; }
@media (prefers-color-scheme: dark) {
  svg { background: #2a201b; fill: #f3e6d0; } .rule { stroke: #f3e6d044; } .casing, .sign { stroke: #f3e6d0; }
}"""


def svg(report: Report) -> str:
    """The drawing."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n'
        f"<title>{_title(report)}</title>\n<style>\n{STYLE}\n</style>\n"
        + "".join(f"{row}\n" for row in (*_rules(), *_stages(report), *_lines(report), *_ends(report)))
        + "</svg>\n"
    )


def _title(report: Report) -> str:
    names = (_name(report, nth) for nth in range(len(report.names)))
    ends = zip(names, report.curve[0].chances, report.curve[-1].chances, strict=True)
    each = (f"{name} from {_percent(first)} to {_percent(last)}" for name, first, last in ends)
    return f"{within('Chance to win', 100 * report.error)}: {', '.join(each)}"


def _percent(chance: float) -> str:
    return f"{round(100 * chance)} %"


def _rules() -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        yield f'<path class="rule" d="M{LEFT} {y:.1f}H{RIGHT}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{percent}</text>'


def _stages(report: Report) -> Iterator[str]:
    for at, point in enumerate(report.curve):
        if point.stage:
            x = _x(at, report)
            yield f'<path class="rule" d="M{x:.1f} {TOP}V{BOTTOM}"/>'
            yield f'<text x="{x:.1f}" y="{BOTTOM + 20}" text-anchor="middle">{escape(point.stage)}</text>'


def _lines(report: Report) -> Iterator[str]:
    for nth, colour in enumerate(report.colours):
        spots = [f"{_x(at, report):.1f} {_y(point.chances[nth]):.1f}" for at, point in enumerate(report.curve)]
        way = f"M{'L'.join(spots)}"
        yield f'<path class="casing" d="{way}"/>'
        yield f'<path class="line" stroke="{COLOURS[colour]}" d="{way}"/>'


def _ends(report: Report) -> Iterator[str]:
    """Each player's name at the end of the line; no two names overlap."""
    last = report.curve[-1].chances
    for nth, y in _spread([_y(chance) for chance in last]).items():
        yield f'<circle cx="{RIGHT + 14}" cy="{y:.1f}" r="6" class="sign" fill="{COLOURS[report.colours[nth]]}"/>'
        yield f'<text x="{RIGHT + 26}" y="{y + 5:.1f}">{_name(report, nth)}</text>'


def _spread(wanted: list[float]) -> dict[int, float]:
    """Places from top to bottom, each as near to the wanted one as there is room."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    spread = dict[int, float]()
    for place, nth in enumerate(order):
        lowest = BOTTOM - PITCH * (len(order) - 1 - place)
        highest = spread[order[place - 1]] + PITCH if place else TOP
        spread[nth] = max(highest, min(wanted[nth], lowest))
    return spread


def _name(report: Report, nth: int) -> str:
    name = speak(report.names[nth], str)
    return escape("".join(letter for letter in name if letter.isprintable()))


def _x(at: int, report: Report) -> float:
    return LEFT + (RIGHT - LEFT) * at / (len(report.curve) - 1)


def _y(chance: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * chance
