"""The wire's shape: what pages for tablets and phones are told. `.ci/shapes.py` makes the README's tables of it.

Law: all words in it are in the reader's language; a later version may add fields but never changes what these mean.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.faces.page import Page, PagePiece
from companion.kit.chart import Chart
from companion.kit.view import Space


class DrawnBoard(msgspec.Struct, frozen=True):
    """The board as it is drawn."""

    title: str
    """The name of the game."""
    spaces: tuple[Space, ...]
    """All spaces, in the order of the lights; empty: the game has no board, so draw none."""
    chart: Chart
    """How to draw it."""


class Tongue(msgspec.Struct, frozen=True):
    """A language."""

    code: str
    name: str
    """Its name in this language itself."""


class Hello(msgspec.Struct, frozen=True):
    """What a page gets first; it seldom changes."""

    version: int
    """The version of these shapes."""
    language: str
    """The language in which this page reads: en, de, fr or nl."""
    words: dict[str, str]
    """The page's own words, in that language."""
    board: DrawnBoard
    """The board of the game that is played, or comes next."""
    languages: tuple[Tongue, ...]
    """All languages in which a page can read."""
    colours: dict[str, str]
    """For each seat's colour, the one to paint it with, as `#rrggbb`; empty: the page's own."""


Stage: TypeAlias = Literal["joining", "playing", "over"]
"""How far a game is; it is over once its end has been told."""


class CurveLine(msgspec.Struct, frozen=True):
    """How all players have fared so far: one of a game's `Curve`s in words."""

    name: str
    """What is counted, and when."""
    stages: tuple[str, ...]
    """What each stage is called: before the first one, and after each."""
    counts: tuple[tuple[int, ...], ...]
    """For each stage, the counts of seats 1 … n."""


class PublicView(msgspec.Struct, frozen=True):
    """What everybody may see."""

    page: Page
    """What the box's display shows, with the whole board."""
    log: tuple[str, ...]
    """What has happened, the latest first."""
    papers: tuple[Page, ...]
    """The pages behind the table key: standings and rules; after a game, how it went."""
    curves: tuple[CurveLine, ...]
    """How all players have fared, for a drawing; empty before a game."""
    stage: Stage
    """How far the game is: it is over when its end has been told."""
    busy: str
    """Why nobody can play now: a pause, or somebody is busy at the box; empty: they can."""
    is_telling: bool
    """The box is telling what has happened: `log`, `papers` and `curves` are ahead of `page`."""
    rule: str
    """What the rules say about the question of the game, in one sentence; empty: nothing more, or something else is
    shown."""
    is_asleep: bool
    """The box's display is dark, because nobody has pressed a key for a long time."""
    odds: tuple[int, ...]
    """How likely seats 1 … n are to win, in percent, by what all may know; empty: nobody wants to see it, nobody can
    say, or the box is telling what has happened."""
    standing: tuple[str, ...]
    """For a voice, in sentences: what each seat has and where its pieces stand; then what lies on the table."""


class PageChoice(msgspec.Struct, frozen=True):
    """One answer that can be chosen next."""

    at: int
    """Its index: the next step of a `path`."""
    number: str
    """The number or the word that the display would show for it."""
    caption: str
    """What the number is."""
    lines: tuple[tuple[str, ...], ...]
    """What the display would say about it, in columns."""
    pieces: tuple[PagePiece, ...]
    """The pieces that it is about, where they would stand."""
    is_secret: bool
    """Only its seat may see what it says: show only its place in the list until the player wants to look."""


class QuestionForm(msgspec.Struct, frozen=True):
    """A question that a seat may answer, as far as its page has filled it in."""

    means: str
    """What an answer is: `answer`, `secret` (meant in secret instead; the nth of them belongs to the nth page of
    `secret`) or `aside` (said beside the question)."""
    name: str
    """The name of an aside; empty: it is no aside."""
    kind: str
    """How it is answered: `list`, `amount`, `cards` or `lot`."""
    says: str
    """The label of the button that says it; `{amount}` stands where the amount goes."""
    page: Page
    """What the display would show."""
    rule: str = ""
    """What the rules say about it, in one sentence; empty: no more than the question."""
    choices: tuple[PageChoice, ...] = ()
    """What can be chosen next; empty: nothing further."""
    is_whole: bool = False
    """It is complete, so it can be sent."""
    is_secret: bool = False
    """Nobody else may see what is chosen."""
    types: tuple[str, ...] = ()
    """If cards are typed: every kind of card, by `PageChoice.at`, whether one is left or not; empty: use `choices`."""
    least: int = 0
    """The least amount."""
    most: int = 0
    """The largest amount."""
    otherwise: str = ""
    """The label of the button that gives no amount."""
    count: int = 0
    """How many cards are typed."""


class Own(msgspec.Struct, frozen=True):
    """What only one seat may see and say."""

    pair: int
    """Its pair of keys, 1 … 6."""
    name: str
    """The name of its player in the next game; a running game keeps its names."""
    colour: str
    """The colour of its keys."""
    colour_name: str
    """The same in words."""
    sits: bool
    """A person plays here in the next game; false: a bot, or nobody."""
    seat: int | None
    """Its number in the game; `None`: nobody plays here."""
    moment: int = 0
    """When the question was asked: a `reply` repeats it, and counts only if nothing has happened since."""
    sheet: int = 0
    """Which of `papers` the page is filling in."""
    path: tuple[int, ...] = ()
    """How far it has filled that one in."""
    secret: tuple[Page, ...] = ()
    """What only this seat may look at: cover it until it wants to."""
    papers: tuple[QuestionForm, ...] = ()
    """All that it may answer now; empty: it is not asked."""
