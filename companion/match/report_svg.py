"""The picture of a finished game: who has won, and the chances of each seat from the first card to the end.

Laws: it suits any ground: whoever shows it sets `color`, and inks of its own have an edge of that colour; a seat is
known by its sign as well as by its ink; the more a step changed the chances, the wider it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from textwrap import wrap
from typing import Final

from companion.kit.seats import COLOURS, Seat
from companion.kit.text import Wording, speak, text
from companion.match.highlights import Highlight, changed, headline, highlights, winners
from companion.match.report import CHANCES, Report, within

WIDE: Final = 640
NARROW: Final = 320
"""The widths of the picture on a screen and on a phone."""
INKS: Final = {  # as on the pages: static/board.css; each with the ink of a digit on it
    "red": ("#b3262f", "#fff8e6"),
    "blue": ("#2450a8", "#fff8e6"),
    "green": ("#1f7d4a", "#fff8e6"),
    "yellow": ("#e0b02b", "#3a2a06"),
    "white": ("#efe8d8", "#3a2a1a"),
    "violet": ("#6d3a9c", "#fff8e6"),
}
SIGNS: Final = (  # as on the pages: static/crest.js
    "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1Z",
    "M-.9-.9H.9V.9H-.9Z",
    "M0-1.25L1.2.85H-1.2Z",
    "M0-1.25L1.25 0L0 1.25L-1.25 0Z",
    "M-.62-1.06H.62L1.22 0L.62 1.06H-.62L-1.22 0Z",
    "M-.5-1.1H.5V-.5H1.1V.5H.5V1.1H-.5V.5H-1.1V-.5H-.5Z",
)
STYLE: Final = """\
svg { background: #fffaf0; color: #2b1a0e; font-family: sans-serif; }
@media (prefers-color-scheme: dark) { svg { background: #2a201b; color: #f3e6d0; } }"""

QUIET: Final = 0.4
"""The share of the width that all steps have alike; the rest goes to what changed the chances."""
SIZE: Final = 14
LETTER: Final = 0.56 * SIZE
"""The height of letters, and their mean width."""
PITCH: Final = 20
"""From a line of text to the next."""
LEFT: Final = 30
TOP: Final = 64
ENDS: Final = 38
"""From the end of a line to its name."""
MARGIN: Final = 16
"""Around the picture in a file."""
BADGE: Final = 9
"""The radius of the mark of a highlight."""
SIGN: Final = 4.5
"""About the radius of a sign on a line."""

XY = tuple[float, float]
"""From the left, from the top."""


def svg(report: Report, translate: Callable[[str], str]) -> str:
    """The picture with its highlights in words, for a file."""
    drawn = GamePicture(report, translate, WIDE)
    said, y = list[str](), drawn.height + SIZE
    for nth, highlight in enumerate(drawn.highlights, 1):
        said.append(drawn.badge(nth, highlight, (LEFT, y)))
        for line in wrap(drawn.spoken(highlight.says), int((WIDE - 2 * LEFT) / LETTER)):
            said.append(_words((LEFT + 2 * BADGE, y + 5), line))
            y += PITCH
    return drawn.whole([f"<style>\n{STYLE}\n</style>", *drawn.rows(), *said], int(y), MARGIN)


def picture(
    report: Report, translate: Callable[[str], str], width: int, pause: Callable[[], object] = lambda: None
) -> str:
    """The picture alone, for a page that has the words beside it; `pause` is called after each row."""
    drawn, rows = GamePicture(report, translate, width), list[str]()
    for row in drawn.rows():
        rows.append(row)
        pause()
    return drawn.whole(rows, drawn.height)


class GamePicture:
    """The picture at one width."""

    def __init__(self, report: Report, translate: Callable[[str], str], width: int) -> None:
        self._report = report
        self._translate = translate
        self._width = width
        self._stroke = 2.8 if width >= WIDE else 2.2
        self.highlights = highlights(report)
        most = int((0.34 * width - ENDS) / LETTER)
        self._names = [_cut(self.spoken(name), most) for name in report.names]
        self._right = width - ENDS - 1.1 * LETTER * max(map(len, self._names))
        self._bottom = TOP + 200 + width // 8
        self._x = self._places()
        self._begun = self._beginnings()
        self.height = self._bottom + 48

    def whole(self, rows: Sequence[str], height: int, margin: int = 0) -> str:
        """An SVG of these rows."""
        box = f"{-margin} {-margin} {self._width + 2 * margin} {height + 2 * margin}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" viewBox="{box}" role="img" fill="currentColor" '
            f'preserveAspectRatio="xMinYMin">\n'
            + "".join(f"{row}\n" for row in (f"<title>{escape(self._aloud())}</title>", *rows))
            + "</svg>\n"
        )

    def spoken(self, said: Wording) -> str:
        """In the reader's language, on one line."""
        letters = speak(said, self._translate).replace("\t", " ")
        return "".join(letter for letter in letters if letter.isprintable())

    def rows(self) -> Iterator[str]:
        """From bottom to top."""
        title = _cut(self.spoken(headline(self._report)), int(self._width / LETTER))
        yield _words((0, 20), title, size=min(20, int(self._width / len(title) * SIZE / LETTER)), font_weight="bold")
        yield _words((0, TOP - SIZE), within(self.spoken(CHANCES), 100 * self._report.error))
        yield from self._rules()
        yield from self._stages()
        for seat in sorted(self._seats(), key=lambda seat: self._report.curve[-1].chances[seat - 1]):
            yield from self._line(seat)
        yield from self._signs()
        yield from self._ends()
        yield from self._badges()

    def _aloud(self) -> str:
        first, last = self._report.curve[0].chances, self._report.curve[-1].chances
        ways = [
            text("{name} went from {n} % to {m} %", name=name, n=round(100 * now), m=round(100 * then))
            for name, now, then in zip(self._report.names, first, last, strict=True)
        ]
        return ". ".join(map(self.spoken, (headline(self._report), CHANCES, *ways)))

    # --- where ---

    def _places(self) -> list[float]:
        """Where each point of the curve stands, from the left."""
        moves = [max(changed(*step)) for step in pairwise(self._report.curve)]
        mean, places = sum(moves) / len(moves), [float(LEFT)]
        for move in moves:
            share = QUIET + (1 - QUIET) * move / mean if mean else 1.0
            places.append(places[-1] + (self._right - LEFT) * share / len(moves))
        return places

    def _beginnings(self) -> list[int]:
        """The points where a stage begins; of those close together, the first."""
        begun = list[int]()
        for at, point in enumerate(self._report.curve):
            if point.stage and (not begun or self._x[at] - self._x[begun[-1]] >= PITCH):
                begun.append(at)
        return begun

    def _y(self, chance: float) -> float:
        return self._bottom - (self._bottom - TOP) * chance

    def _spot(self, at: int, seat: Seat) -> XY:
        return self._x[at], self._y(self._report.curve[at].chances[seat - 1])

    def _seats(self) -> range:
        return range(1, len(self._names) + 1)

    # --- the ground ---

    def _rules(self) -> Iterator[str]:
        for percent in (0, 25, 50, 75, 100):
            y = self._y(percent / 100)
            yield _path(f"M{LEFT} {y:.1f}H{self._right:.1f}", opacity=0.3)
            yield _words((LEFT - 6, y + 5), str(percent), text_anchor="end")

    def _stages(self) -> Iterator[str]:
        """Where each stage begins, with as much of its name as there is room for."""
        ends = [*(self._x[at] for at in self._begun), float(self._width)][1:]
        for at, end in zip(self._begun, ends, strict=True):
            x, point = self._x[at], self._report.curve[at]
            yield _path(f"M{x:.1f} {TOP}V{self._bottom + 8}", opacity=0.3)
            names = [name for name in (self.spoken(point.name), point.stage) if 0 < LETTER * len(name) < end - x - 4]
            for name in names[:1]:
                yield _words((x + 3, self._bottom + SIZE + 4), name, "stage")
        yield _words((LEFT, self._bottom + 40), self.spoken(text("Wide where the chances changed most")))

    # --- the seats ---

    def _ink(self, seat: Seat) -> str:
        return INKS[self._report.colours[seat - 1]][0]

    def _line(self, seat: Seat) -> Iterator[str]:
        spots = [self._spot(at, seat) for at in range(len(self._x))]
        seen = [*(spot for spot, after in pairwise(spots) if after[0] - spot[0] >= 0.5), spots[-1]]
        way = "M" + "L".join([f"{x:.1f} {y:.1f}" for x, y in seen])
        yield _path(way, wide=self._stroke + 1.6, kind="casing")
        yield _path(way, stroke=self._ink(seat), wide=self._stroke, kind="line")

    def _sign(self, seat: Seat, spot: XY, size: float) -> str:
        drawn = SIGNS[[*COLOURS].index(self._report.colours[seat - 1])]  # type: ignore[arg-type]
        x, y = spot
        return (
            f'<path d="{drawn}" transform="translate({x:.1f} {y:.1f}) scale({size})" fill="{self._ink(seat)}" '
            f'stroke="currentColor" stroke-width="{1.3 / size:.2f}" stroke-linejoin="round" class="sign"/>'
        )

    def _signs(self) -> Iterator[str]:
        """The signs of all seats on their lines where a stage begins, unless one would cover another."""
        for at in (0, *self._begun):
            free: list[XY] = []
            for seat in self._seats():
                spot = self._spot(at, seat)
                if _is_clear(spot, free, 2.6 * SIGN):
                    free.append(spot)
                    yield self._sign(seat, spot, SIGN)

    def _ends(self) -> Iterator[str]:
        """Each player's name, with a thin line from the end of the curve; no two names overlap."""
        won = winners(self._report)
        wanted = [self._spot(-1, seat)[1] for seat in self._seats()]
        for seat, y in _spread(wanted, self._bottom).items():
            x = self._right
            yield _path(f"M{x:.1f} {wanted[seat - 1]:.1f}L{x + 14:.1f} {y:.1f}", opacity=0.8)
            yield self._sign(seat, (x + 22, y), 6)
            weight = "bold" if seat in won else "normal"
            yield _words((x + ENDS - 4, y + 5), self._names[seat - 1], "name", font_weight=weight)

    # --- the highlights ---

    def _badges(self) -> Iterator[str]:
        """The number of each highlight on its step of the curve; no two overlap."""
        taken: list[XY] = []
        for nth, highlight in enumerate(self.highlights, 1):
            (x, y), (to_x, to_y) = (self._spot(at, highlight.seat) for at in (highlight.at - 1, highlight.at))
            spots = [(x + (to_x - x) * share, y + (to_y - y) * share) for share in (0.5, 0.25, 0.75, 0, 1)]
            spot = next((each for each in spots if _is_clear(each, taken, 2 * BADGE + 3)), spots[0])
            taken.append(spot)
            yield self.badge(nth, highlight, spot)

    def badge(self, nth: int, highlight: Highlight, spot: XY) -> str:
        """The number of a highlight, in the ink of its seat."""
        ground, ink = INKS[self._report.colours[highlight.seat - 1]]
        (x, y), look = spot, f'fill="{ground}" stroke="currentColor" stroke-width="1.3"'
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{BADGE}" {look} class="badge"/>' + _words(
            (x, y + 5), str(nth), "nth", text_anchor="middle", fill=ink, font_weight="bold"
        )


def _path(way: str, *, stroke: str = "currentColor", wide: float = 1, opacity: float = 1, kind: str = "rule") -> str:
    look = f'stroke="{stroke}" stroke-width="{wide}" stroke-opacity="{opacity}" stroke-linejoin="round"'
    return f'<path d="{way}" fill="none" {look} class="{kind}"/>'


def _words(spot: XY, words: str, kind: str = "said", *, size: int = SIZE, **look: str) -> str:
    """A line of text; `look`: more attributes."""
    more = "".join([f' {name.replace("_", "-")}="{value}"' for name, value in look.items()])
    return f'<text x="{spot[0]:.1f}" y="{spot[1]:.1f}" font-size="{size}" class="{kind}"{more}>{escape(words)}</text>'


def _is_clear(spot: XY, taken: Sequence[XY], distance: float) -> bool:
    return all(max(abs(spot[0] - x), abs(spot[1] - y)) >= distance for x, y in taken)


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _spread(wanted: Sequence[float], bottom: int) -> dict[Seat, float]:
    """Places from top to bottom, each as near to the wanted one as there is room."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    spread = dict[Seat, float]()
    highest = float(TOP)
    for place, nth in enumerate(order):
        lowest = bottom - PITCH * (len(order) - 1 - place)
        spread[nth + 1] = max(highest, min(wanted[nth], lowest))
        highest = spread[nth + 1] + PITCH
    return spread
