"""The wire's shape: what pages for tablets and phones are told. `companion/README.md` has it, too.

Law: all words in it are in the table's language; a later one may have more fields, and no other meaning of these.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.faces.page import Page, Piece
from companion.kit.chart import Chart
from companion.kit.view import Space


class Board(msgspec.Struct, frozen=True):
    """The board as it is drawn."""

    title: str
    spaces: tuple[Space, ...]
    chart: Chart


class Hello(msgspec.Struct, frozen=True):
    """What seldom changes."""

    version: int
    language: str
    words: dict[str, str]
    board: Board


Stage: TypeAlias = Literal["joining", "playing", "over"]
"""How far a game is; it is over once its end has been told."""


class Line(msgspec.Struct, frozen=True):
    """How all have fared so far: one of a game's `Curve`s in words."""

    name: str
    stages: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    """At each stage: of seats 1 … n."""


class Shown(msgspec.Struct, frozen=True):
    """What everybody may see."""

    page: Page
    log: tuple[str, ...]
    """What has happened, the latest first."""
    papers: tuple[Page, ...]
    """What the table key leafs through: standings, rules; after a game how it went."""
    curves: tuple[Line, ...]
    stage: Stage
    is_telling: bool
    """What has happened is being told: `log`, `papers` and `curves` are ahead of `page`."""
    is_asleep: bool
    """The box's display is dark, since nobody has pressed a key for long."""


class Choice(msgspec.Struct, frozen=True):
    """One step further."""

    at: int
    number: str
    caption: str
    lines: tuple[tuple[str, ...], ...]
    """What the display would say of it."""
    pieces: tuple[Piece, ...]
    """Those that it is about, as they would stand."""
    is_secret: bool
    """Nobody else may see what it says: show no more of it than its place, unless its seat wants to look."""


class Paper(msgspec.Struct, frozen=True):
    """Something a seat may answer, as far as its page has filled it in."""

    means: str
    """`answer`, `secret` or `aside`; of the secret ones the nth stands on the page `secret[n]`."""
    name: str
    """Of an aside."""
    kind: str
    """`list`, `amount`, `cards` or `lot`."""
    says: str
    """What the button is called that says it; `{amount}` stands where the amount goes."""
    page: Page
    choices: tuple[Choice, ...] = ()
    is_whole: bool = False
    """It can be said."""
    is_secret: bool = False
    """As of a `Choice`."""
    types: tuple[str, ...] = ()
    """Of cards: what can be typed, by `Choice.at`, there now or not; none: only `choices` tell."""
    least: int = 0
    most: int = 0
    otherwise: str = ""
    """What it is called to give no amount."""
    count: int = 0
    """Of cards: so many."""


class Own(msgspec.Struct, frozen=True):
    """What only one seat may see and say."""

    pair: int
    name: str
    """What is played under here next; a game that runs has names of its own."""
    colour: str
    """Of the pair's keys."""
    seat: int | None
    """`None`: nobody plays here."""
    moment: int = 0
    sheet: int = 0
    path: tuple[int, ...] = ()
    secret: tuple[Page, ...] = ()
    papers: tuple[Paper, ...] = ()
