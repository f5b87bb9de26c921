"""One view of the table for one pair of eyes; every face (display, lights, page) draws it and knows no game.

Law: a view holds nothing its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Final, Literal, TypeAlias

import msgspec

from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, joined, text, verbatim

ALONE: Final = 4
"""So many lines have room without keys below them."""

Key: TypeAlias = Literal["green", "red", "table"]
"""One of a seat's two, or the table's."""

MARKS: Final[Mapping[str, str]] = {"green": "●", "red": "○"}
"""What is printed on a seat's keys. People are told of keys by these alone: a colour is always somebody's name."""


class SeatView(msgspec.Struct, frozen=True):
    """What everybody sees of one seat."""

    seat: Seat
    name: Wording
    colour: str
    """One of `companion.kit.seats.COLOURS`."""
    has: str = ""
    """How it stands, in one short fact of the game's choice: coins, pieces at home. Empty: not for these eyes."""
    pair: int = 0
    """Which of the box's six pairs of keys (1 … 6) is this seat's."""
    is_in: bool = True
    """Takes part in what is going on (has not passed, is still on the track)."""
    sits_out: bool = False
    """While others make offers for something: cannot get it any more."""
    is_bot: bool = False
    """A bot presses its keys: nobody sits there."""


Role: TypeAlias = Literal["trap", "start", "space", "goal", "podium", "home", "hole"]
"""What a space is for: `home` is where pieces wait to come on, a `hole` swallows them."""


class Space(msgspec.Struct, frozen=True):
    """A space of the track where tokens can stand."""

    id: str
    role: Role = "space"
    label: str = ""
    """What is printed there: `I`, `20`."""
    after: tuple[str, ...] = ()
    """The `Space.id` of those that can come next, the one on the main way first."""
    colour: str = ""
    """In which it is printed: one of `companion.kit.seats.COLOURS`, whoever plays it; empty: it is everybody's."""


class Token(msgspec.Struct, frozen=True):
    """A piece, the space it stands on, and how it has come there."""

    seat: Seat
    space: str
    """A `Space.id`."""
    piece: str = ""
    """Which of the seat's pieces: a letter or a word to print; empty if it has one."""
    way: tuple[str, ...] = ()
    """The `Space.id` it went through when it last moved, the old and the new one included; empty: it did not go there,
    it fades. It stays until the piece moves again; a piece taken back to a space it came through goes back on it."""
    mark: Literal["drafted", "able", "dimmed", "steady"] | None = None
    """While a piece is being chosen: this one, it could be this one, it cannot be. Else: nothing can happen to it, so
    that it keeps still; or `None`."""
    aim: str = ""
    """The `Space.id` to which the drafted piece would go; empty: none is chosen yet."""


class Track(msgspec.Struct, frozen=True):
    """All spaces in the order of the lights, and what stands where."""

    spaces: tuple[Space, ...] = ()
    tokens: tuple[Token, ...] = ()
    """Of no two seat and piece are the same."""
    goals: tuple[str, ...] = ()
    """Each `Space.id` to be reached this time."""
    step_s: float = 0.18
    """Seconds a token takes from one space to the next: it is seen at each."""

    def run_s(self, before: Track) -> float:
        """Seconds until every token that was seen on `before` has gone its way to where it is now."""
        old = {(token.seat, token.piece): token for token in before.tokens}
        seen = [(old[token.seat, token.piece], token) for token in self.tokens if (token.seat, token.piece) in old]
        return self.step_s * max((_steps(was, token) for was, token in seen), default=0)


def _steps(was: Token, token: Token) -> int:
    """How far it goes on its way, from where it was."""
    if was.way == token.way or was.space not in token.way:
        return 0
    return len(token.way) - 1 - token.way.index(was.space)


class Legend(msgspec.Struct, frozen=True):
    """What the keys of the seat that must answer do now, or where all may press anybody's and the table's; `None`:
    nothing.

    One key's words for tap and hold have at most ten letters together, in any language.
    """

    green_tap: Text | None = None
    green_hold: Text | None = None
    red_tap: Text | None = None
    red_hold: Text | None = None
    table_tap: Text | None = None
    """Stands in the place of red's words, without a mark: it names its key."""
    instead: Text | None = None
    """Why no key does anything, in at most sixteen letters, in the place of all words."""


Moment: TypeAlias = Literal[
    "deal", "offer", "out", "sold", "run", "trap", "caught", "hole", "place", "last", "paid", "verdict", "win"
]
"""What lights and sound make something of: cards are dealt; an offer stands, somebody wants no more, it is taken; a
piece goes its way, is out, is thrown back, falls through a hole, comes to its place or home; who is last; coins
are paid; who was right; the end."""


class Cue(msgspec.Struct, frozen=True):
    """Something has just happened, for lights and sound to make something of it, once."""

    moment: Moment
    seat: Seat | None = None
    """Whose it is; `None`: it is everybody's."""
    nth: int = 0
    """Counted by whoever gives it, so that a face knows which it has had."""


def won(winners: tuple[Seat, ...]) -> Cue:
    """The cue of the end: everybody's if several have won."""
    return Cue("win", winners[0] if len(winners) == 1 else None)


Loudness: TypeAlias = Literal["off", "soft", "full"]
"""Of the sound."""


class Bar(msgspec.Struct, frozen=True):
    """A hold under way."""

    key: Key
    """What is held."""
    share: float
    """How far it has come, 0 … 1."""


class View(msgspec.Struct, frozen=True):
    """The table as one pair of eyes may see it."""

    title: Text
    """What it is about: at most ten letters, so that five are left for the name of `who`; sixteen without one."""
    who: Seat | None = None
    """Who must act."""
    number: Wording = ""
    """The one number, up to three characters, or a name that stands alone; empty: the lines have all the room."""
    caption: Text | None = None
    """What the number is, in at most eight letters; `None`: the lines beside it say so."""
    is_draft: bool = False
    """The number with its caption (or else all lines) is being chosen and not yet said."""
    position: tuple[int, int] | None = None
    """Which draft of how many there are to leaf through, counted from 1; `None`: they are not counted."""
    lines: tuple[Text, ...] = ()
    """Beside the number two short ones, else up to three with keys below them, four without.

    A tab parts a line into columns: `left⇥right`, or two such pairs. Above keys, a draft has room for two in its frame.
    """
    seats: tuple[SeatView, ...] = ()
    track: Track = Track()
    legend: Legend | None = None
    keys: tuple[Text, ...] = ()
    """What the green keys type now, from pair 1 on, in at most three letters each; none: nothing."""
    notice: Text | None = None
    """A sentence that takes the place of the keys for a while."""
    bar: Bar | None = None
    qr: str = ""
    """A link, drawn as a QR code beside title and lines; empty: none. Whoever looks at the display may follow it."""
    is_saved: bool = True
    """Whether what is shown would outlast a power cut."""


def leaves(title: Text, lines: Sequence[Text]) -> Iterator[View]:
    """Lines on as many pages as they need, none if there are no lines."""
    size = ALONE if len(lines) <= ALONE else (len(lines) + 1) // 2
    for first in range(0, len(lines), size):
        yield View(title, lines=tuple(lines[first : first + size]))


def won_by(winners: Sequence[Wording]) -> Text:
    """Who has won, as a title."""
    return text("{name} wins", name=winners[0]) if len(winners) == 1 else text("Shared victory")


def victory(winners: Sequence[Wording]) -> View:
    """The end as it is told: the winner's name, large; of several each on a line, or two where there are many."""
    if len(winners) == 1:
        return View(text("The winner"), number=winners[0])
    names = [verbatim(name) for name in winners]
    beside = 1 if len(names) <= ALONE else 2
    rows = (names[at : at + beside] for at in range(0, len(names), beside))
    return View(text("Shared victory"), lines=tuple(reduce(joined, row) for row in rows))
