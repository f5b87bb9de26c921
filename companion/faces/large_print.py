"""Large print: one name and one number, or one word, in letters at least 24 pixels high.

Laws: who is asked stands above, the number or the answer chosen now below, a number beside the sign of what it is, if
it has one; what does not fit at once takes turns and is
whole, with a hyphen where a word goes on. A name that does not fit is never cut: its player's short form stands for it,
or the colour of its keys. What else is on the screen is shown on request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple
from unicodedata import normalize

from msgspec.structs import replace

from companion.faces.letters import dejavu, legible
from companion.faces.sheet import HEIGHT, WIDTH, Dots, Panel, Rectangle, SheetItem, TallWord, ink
from companion.faces.signs import SIDE, picture, sign_of
from companion.kit.seats import COLOUR_NAMES
from companion.kit.text import Wording, speak
from companion.kit.view import MARKS, Legend, SeatView, Sign, View

SIZES: Final = (40, 36, 33)
"""Sizes of DejaVu Sans Bold, the best first: at 33 pixels a capital is 24 high."""
NARROWEST: Final = 0.52
"""The least share of its own width that a word keeps."""
BAND: Final = HEIGHT // 2
"""The height of a row."""
ROOM: Final = WIDTH - 2
"""The width of a row, with a pixel beside it at each end."""
GAP: Final = 6
"""Pixels beside a sign."""
CURVE: Final = dict.fromkeys(range(0x2581, 0x2589))
"""The small columns of a curve are no words."""
PAGE_S: Final = 1.4
"""Seconds that a page stays before the next one takes its turn."""


class LargePage(NamedTuple):
    """What stands on the display at once."""

    above: str
    below: str
    is_draft: bool = False
    """What stands below is being chosen: it is dark on light."""
    sign: Sign | None = None
    """What the number below is."""


def fits(words: str) -> bool:
    """Whether the words fit in one row."""
    return _width(_plain(words), SIZES[-1]) * NARROWEST <= ROOM


def called(seat: SeatView, say: Callable[[Wording], str]) -> str:
    """How a seat is called where a long name does not fit: by the short form of its name, else by its colour."""
    name = say(seat.name)
    short = next(each for each in (name, legible(seat.short), "") if fits(each))
    return short or say(next(said for colour, said in COLOUR_NAMES.items() if colour == seat.colour))


def pages(view: View, translate: Callable[[str], str]) -> tuple[LargePage, ...]:
    """All pages of a view, in the order in which they take turns; at least one."""
    return _pages(replace(view, bar=None), translate)


@lru_cache(maxsize=4)
def _pages(view: View, translate: Callable[[str], str]) -> tuple[LargePage, ...]:
    def say(said: Wording | None) -> str:
        return legible(speak(said, translate)).replace("\t", " ") if said is not None else ""

    names = {say(seat.name): called(seat, say) for seat in view.seats}
    asked = [names[say(seat.name)] for seat in view.seats if seat.seat in view.asked]
    title = _in_rows(say(view.title)) or [""]
    number = names.get(say(view.number), say(view.number))
    lines = [_in_rows(say(line)) for line in view.lines]
    chosen = [_in_rows(number)] if number else lines if view.is_draft else [title] if asked else []
    if view.legend is not None and not view.keys and view.legend == Legend(green_tap=view.legend.green_tap):
        chosen = [_in_rows(f"{MARKS['green']} {say(view.legend.green_tap)}")]  # the answer that a single switch takes
    below = [row for rows in chosen for row in rows] or title
    if view.notice is not None:
        found = _paired([_in_rows(say(view.notice))])
    elif asked:
        found = [LargePage(asked[n % len(asked)], below[n % len(below)]) for n in range(max(len(asked), len(below)))]
    elif chosen:
        found = [*(LargePage(above, below[0]) for above in title), *(LargePage(title[-1], row) for row in below[1:])]
        found += [] if view.is_draft else _paired(lines)
    else:
        hand = [[f"{card.slot}: {say(card.shown)}"] for card in view.hand]
        found = _paired([title, *hand, *lines, _in_rows(say(view.sentence))])
    is_draft = view.is_draft and view.notice is None
    mark = "" if view.is_saved else "! "
    sign = sign_of(view.title, view) if number.strip("+-±?").isdigit() else None
    return tuple(
        LargePage(mark + page.above, page.below, is_draft, sign if page.below == number else None)
        for page in found or [LargePage("", "")]
    )


def arrange_large(view: View, translate: Callable[[str], str], turn: int = 0) -> list[SheetItem]:
    """The page whose turn it is, counted from 0, in painting order."""
    all_pages = pages(view, translate)
    page = all_pages[turn % len(all_pages)]
    above, below = Rectangle(0, 0, WIDTH, BAND), Rectangle(0, BAND, WIDTH, HEIGHT)
    pieces, ink_of = _row(page.above, above), 1 - page.is_draft
    if page.is_draft:
        pieces.append(Panel(below, radius=3))
    if page.sign is not None:
        left, below = Rectangle(GAP, BAND, GAP + BAND, HEIGHT), below._replace(left=2 * GAP + BAND)
        pieces.append(Dots(left, picture(page.sign, BAND // SIDE), ink_of))
    return [*pieces, *_row(page.below, below, ink_of)]


class PageTurner:
    """Lets the pages of a screen take turns."""

    def __init__(self) -> None:
        self._pages: tuple[LargePage, ...] = ()
        self._since = 0.0
        """Since when they take turns."""

    def turn(self, view: View, translate: Callable[[str], str], t: float) -> int:
        """The page whose turn it is at `t`; other pages begin with their first one."""
        if (now := pages(view, translate)) != self._pages:
            self._pages, self._since = now, t
        return int((t - self._since) // PAGE_S) % len(now)

    def next_deadline(self, t: float) -> float | None:
        """When the next page takes its turn; `None`: all stands on one."""
        done = (t - self._since) // PAGE_S
        return self._since + (done + 1) * PAGE_S if len(self._pages) > 1 else None

    def rest(self) -> None:
        """Nobody sees them now."""
        self._pages = ()


def _paired(lines: Iterable[Sequence[str]]) -> list[LargePage]:
    """Two rows at once; a line of several rows begins above."""
    rows: list[str] = []
    for line in lines:
        rows += ["", *line] if len(rows) % 2 and len(line) > 1 else line
    return [LargePage(above, below) for above, below in zip_longest(rows[::2], rows[1::2], fillvalue="")]


def _in_rows(words: str) -> list[str]:
    """The words in rows that fit; a word that does not fit goes on after a hyphen."""
    rows: list[str] = []
    for word in words.translate(CURVE).split():
        if rows and fits(f"{rows[-1]} {word}"):
            rows[-1] += f" {word}"
        else:
            rows += _parted(word)
    return rows


def _parted(word: str) -> list[str]:
    parts = []
    while len(word) > 1 and not fits(word):
        most = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or fits(f"{word[:n]}-"))
        parts.append(f"{word[:most]}-")
        word = word[most:]
    return [*parts, word]


def _row(words: str, band: Rectangle, ink_of: int = 1) -> list[SheetItem]:
    """Words in the middle of a band, in the largest size that does not make them narrow."""
    words, room = _plain(words), band.width - (WIDTH - ROOM)
    if not words.strip():
        return []
    size = next((size for size in SIZES if _width(words, size) <= room and _is_low(words, size)), SIZES[-1])
    covered = ink(words, dejavu(size))
    wide, high = min(covered.width, room), min(covered.height, BAND)
    left, top = band.left + (band.width - wide) // 2, band.top + (band.height - high) // 2
    return [TallWord(Rectangle(left, top, left + wide, top + high), words, size, ink_of)]


def _is_low(words: str, size: int) -> bool:
    """Whether the words are no higher than a row."""
    return ink(words, dejavu(size)).height <= BAND


def _width(words: str, size: int) -> int:
    return ink(words, dejavu(size)).width


@lru_cache(maxsize=256)
def _plain(words: str) -> str:
    """The words without the accents of capitals, if they are too high with them."""
    if _is_low(words, SIZES[-1]):
        return words
    return "".join(normalize("NFD", each)[0] if each.isupper() else each for each in words)
