"""The view of the table for one viewer; every face (display, lights, page) draws it and knows no game.

Law: a view holds nothing that its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, starmap, zip_longest
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from companion.kit.seats import Seat
from companion.kit.table_items import TableItem
from companion.kit.text import Text, Wording, joined, text, verbatim

ALONE: Final = 4
"""How many lines fit if no keys stand below them."""
MOST_LINES: Final = 100
"""A view keeps no more lines, nor more words on its table, whatever a game gives: a page or the display would take too
long over them."""

Key: TypeAlias = Literal["green", "red", "table"]
"""One of a seat's two keys, or the table key."""

MARKS: Final[Mapping[str, str]] = {"green": "●", "red": "○"}
"""The marks printed on a seat's keys. Texts name keys as ● and ○, never by colour: a colour is a player's name."""
MARKS_ALOUD: Final[Mapping[str, Text]] = {"green": text("dot ●"), "red": text("ring ○")}
"""The same for a voice that may pass over a mark."""


class SeatView(msgspec.Struct, frozen=True):
    """What everybody sees of one seat."""

    seat: Seat
    """Counted from 1, clockwise."""
    name: Wording
    """The player's name; a colour's name is translated."""
    colour: str
    """One of `companion.kit.seats.COLOURS`."""
    has: str = ""
    """How the seat stands, in one short fact that the game chooses: coins, pieces at home. Empty: it is hidden."""
    pair: int = 0
    """Which of the box's six pairs of keys (1 … 6) is this seat's."""
    is_in: bool = True
    """The seat takes part in the present phase (it has not passed, it is still on the track)."""
    sits_out: bool = False
    """While others make offers for something: this seat cannot get it any more."""
    is_bot: bool = False
    """A bot presses its keys: nobody sits there."""
    short: str = ""
    """A short form of the name, which its player has chosen for large print; empty: there is none."""


Role: TypeAlias = Literal["trap", "start", "space", "goal", "podium", "home", "hole"]
"""What a space is for: `home` is where pieces wait to come on, a `hole` swallows them."""


class Space(msgspec.Struct, frozen=True):
    """A space of the track where tokens can stand."""

    id: str
    """Its name for machines, unlike that of any other space."""
    role: Role = "space"
    """What it is for."""
    label: str = ""
    """What is printed on it: `I`, `20`."""
    after: tuple[str, ...] = ()
    """The `Space.id` of each space that can come next, the one on the main way first."""
    colour: str = ""
    """Its printed colour, one of `companion.kit.seats.COLOURS`, whoever plays it; empty: it is for everybody."""


class Token(msgspec.Struct, frozen=True):
    """A piece, the space it stands on, and the way it came there."""

    seat: Seat
    """The seat it belongs to."""
    space: str
    """A `Space.id`."""
    piece: str = ""
    """Which of the seat's pieces: a letter or a word to print; empty if the seat has only one."""
    way: tuple[str, ...] = ()
    """Each `Space.id` of the piece's last move, from the old to the new one; empty: it did not walk there, it fades in.

    The way stays until the piece moves again; if the piece is taken back to a space on it, it walks back."""
    mark: Literal["drafted", "able", "dimmed", "steady"] | None = None
    """While a piece is being chosen: `drafted` is chosen now, `able` could be, `dimmed` cannot be. `steady`: nothing
    can happen to the piece, so its light keeps still.
    """
    aim: str = ""
    """The `Space.id` to which the drafted piece would go; empty: none is chosen yet."""


class Track(msgspec.Struct, frozen=True):
    """All spaces in the order of the lights, and what stands where."""

    spaces: tuple[Space, ...] = ()
    """All spaces, in the order of the lights."""
    tokens: tuple[Token, ...] = ()
    """No two have the same seat and piece."""
    goals: tuple[str, ...] = ()
    """Each `Space.id` that is a goal in this part of the game."""
    step_s: float = 0.18
    """Seconds that a token takes from one space to the next; it is seen on each."""

    def run_s(self, before: Track) -> float:
        """Seconds until every token of `before` has walked to where it is now."""
        old = {(token.seat, token.piece): token for token in before.tokens}
        seen = [(old[token.seat, token.piece], token) for token in self.tokens if (token.seat, token.piece) in old]
        return self.step_s * max((_steps(was, token) for was, token in seen), default=0)


def _steps(was: Token, token: Token) -> int:
    """How many steps a token walks on its way, from where it was."""
    if was.way == token.way or was.space not in token.way:
        return 0
    return len(token.way) - 1 - token.way.index(was.space)


class Legend(msgspec.Struct, frozen=True):
    """What the keys do now: those of the seat that must answer, or of every seat if all may press; and the table key.

    `None`: nothing. One key's words for tap and hold have at most ten letters together, in any language.
    """

    green_tap: Text | None = None
    """What a tap of green does."""
    green_hold: Text | None = None
    """What a hold of green does."""
    red_tap: Text | None = None
    """What a tap of red does."""
    red_hold: Text | None = None
    """What a hold of red does."""
    table_tap: Text | None = None
    """Shown in the place of red's words, without a mark: the words name the table key."""
    instead: Text | None = None
    """What holds for all keys, or why none does anything: at most sixteen letters in place of all other words."""


CueMoment: TypeAlias = Literal[
    "deal", "offer", "out", "sold", "run", "trap", "caught", "hole", "place", "last", "finish", "paid", "verdict", "win"
]
"""The moments for lights and sound: cards are dealt; an offer stands, a player drops out, an offer is taken; a piece
walks, is trapped, is thrown back, falls through a hole, reaches its place or home; the last player is known; a
part of the game is won; coins are paid; a claim is decided; the end."""


class Cue(msgspec.Struct, frozen=True):
    """Something that has just happened: lights and sound show it once."""

    moment: CueMoment
    """What happened."""
    seat: Seat | None = None
    """The seat it concerns; `None`: everybody."""
    nth: int = 0
    """A number counted by the sender, so that a face knows which cues it has shown."""


class Ahead(NamedTuple):
    """Who was ahead at one moment of a game."""

    seat: Seat
    """The seat with the best chance to win."""
    by: float
    """Its chance to win less that of the next one, 0 … 1."""


class Wish(msgspec.Struct, frozen=True):
    """Somebody who listens wants to hear something."""

    what: Literal["again", "board"]
    """What is shown now, or how everybody stands."""
    nth: int
    """A number counted by the sender, so that a face knows which wishes it has met."""


class Sand(NamedTuple):
    """Sand that runs while people are asked, for lights and sound; it is no rule."""

    until: float
    """When it is through, in seconds of the table's clock."""
    lasts_s: int
    """How long a whole glass lasts."""

    def left(self, t: float) -> float:
        """The share that has not run through at `t`, 0 … 1."""
        return min(max((self.until - t) / self.lasts_s, 0.0), 1.0)


def won(winners: tuple[Seat, ...]) -> Cue:
    """The cue of the end: for everybody if several have won."""
    return Cue("win", winners[0] if len(winners) == 1 else None)


Loudness: TypeAlias = Literal["off", "soft", "full"]
"""How loud the sound is."""


Speech: TypeAlias = Literal["off", "turns", "all"]
"""What the box says aloud: nothing, whose turn it is, or all that is new."""


Lettering: TypeAlias = Literal["letters", "large", "pictures"]
"""How the display is written: in words, with one name and one number in large print, or with signs for words."""


Palette: TypeAlias = Literal["bright", "distinct"]
"""The colours of the seats: pure ones, as named, or others for people who mix up colours."""


Sign: TypeAlias = Literal[
    "dice",
    "hammer",
    "cards",
    "hand",
    "pointing",
    "eye",
    "coin",
    "piece",
    "arrow",
    "horns",
    "swap",
    "spiral",
    "magnet",
    "flag",
    "cup",
    "people",
    "undo",
    "pause",
    "tick",
    "cross",
    "next",
    "back",
    "more",
    "less",
    "bot",
    "ask",
    "smile",
    "mask",
    "house",
    "bin",
    "water",
    "fallen",
]
"""A small picture for a question or for what a key does; `companion.faces.signs` draws it."""


class Bar(msgspec.Struct, frozen=True):
    """A hold under way."""

    key: Key
    """The key that is held."""
    share: float
    """How far it has come, 0 … 1."""


class HandCard(msgspec.Struct, frozen=True):
    """A card in its owner's hand, drawn in a frame with its slot above."""

    slot: int
    """Counted from 1."""
    shown: Text
    """Its number or name."""
    is_able: bool = False
    """It can be played now: a ✓ stands beside its slot."""


class View(msgspec.Struct, frozen=True):
    """The table as one viewer may see it."""

    title: Text
    """What the view is about: at most ten letters, which leaves five for the name of `who`; sixteen without `who`."""
    who: Seat | None = None
    """Who must act; `None`: nobody, or several."""
    number: Wording = ""
    """The one large number, up to three characters, or a name alone; empty: the lines have all the room."""
    caption: Text | None = None
    """What the number is, in at most eight letters; `None`: the lines beside it say it."""
    is_draft: bool = False
    """The number with its caption (without a number, all lines) is being chosen and not yet committed."""
    position: tuple[int, int] | None = None
    """Which draft (counted from 1) of how many; `None`: they are not counted."""
    lines: tuple[Text, ...] = ()
    """Two short lines beside the number; without a number, three lines above the keys, or four without keys.

    A tab divides a line into columns: `left⇥right`, or two such pairs. Above keys, a draft has room for two lines.
    """
    hand: tuple[HandCard, ...] = ()
    """Cards in one row, above the lines; empty: none."""
    sentence: Text | None = None
    """A sentence in place of the lines, on at most four rows of 21 letters, with no keys below."""
    said: tuple[Text, ...] = ()
    """Whole sentences for a voice in place of title, number, position, hand, lines and sentence: first who, and what is
    asked or has happened. Each stands alone, since of a screen that changes only the new ones are said. They name
    people and never "you", since all hear them, and have no full stop. Empty: a voice reads the display's words."""
    page_lines: tuple[Text, ...] = ()
    """The lines on pages, where "you" is somebody else and cards have no frames; empty: the same lines."""
    table: tuple[TableItem, ...] = ()
    """What lies on the table, for pages alone: they draw it below the lines, and among what a seat sees in secret. The
    display has no room for it, so the other fields must say what is needed to play."""
    seats: tuple[SeatView, ...] = ()
    """All seats, clockwise."""
    track: Track = Track()
    """The board."""
    again: tuple[Token, ...] = ()
    """A photo finish: pages show once more, slowly, how these pieces of the track have just gone their way."""
    legend: Legend | None = None
    """What the keys do; `None`: nothing, and the lines have their room."""
    is_held: bool = False
    """Green is down; its words in the legend say what happens when it is let go."""
    keys: tuple[Text, ...] = ()
    """What the green keys type now, from pair 1 on, in at most three letters each; empty: nothing."""
    notice: Text | None = None
    """A sentence that takes the place of the keys for a while."""
    bar: Bar | None = None
    """`None`: nobody holds a key."""
    missing: tuple[Seat, ...] = ()
    """The seats that must still answer, if several are asked at once: the table sets it, and says their names."""
    signs: tuple[tuple[str, Sign], ...] = ()
    """The signs of titles and of what keys do, each after the id of its message; the table takes them from the game."""
    qr: str = ""
    """A link, drawn as a QR code beside title and lines; empty: none. Anyone who sees the display may follow it."""
    is_saved: bool = True
    """Whether what is shown would survive a power cut."""

    def __post_init__(self) -> None:
        for name in ("lines", "page_lines"):
            if len(lines := getattr(self, name)) > MOST_LINES:
                msgspec.structs.force_setattr(self, name, lines[:MOST_LINES])
        if self.table:
            words = accumulate(item.words for item in self.table)
            kept = tuple(item for item, so_far in zip(self.table, words, strict=True) if so_far <= MOST_LINES)
            msgspec.structs.force_setattr(self, "table", kept)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that must act."""
        return self.missing or (() if self.who is None else (self.who,))


def leaves(title: Text, lines: Sequence[Text]) -> Iterator[View]:
    """Views with as many pages as the lines need; none if there are no lines."""
    size = ALONE if len(lines) <= ALONE else (len(lines) + 1) // 2
    for first in range(0, len(lines), size):
        yield View(title, lines=tuple(lines[first : first + size]))


def won_by(winners: Sequence[Wording]) -> Text:
    """Who has won, as a title."""
    return text("{name} wins", name=winners[0]) if len(winners) == 1 else text("Shared victory")


def victory(winners: Sequence[Wording]) -> View:
    """The screen of the end: the winner's name, large; several winners one a line.

    From four on two stand in a line, since a notice below leaves room for three lines.
    """
    if len(winners) == 1:
        return View(text("The winner"), number=winners[0])
    names = tuple(verbatim(name) for name in winners)
    return View(text("Shared victory"), lines=names if len(names) < ALONE else two_a_line(names))


def two_a_line(lines: Sequence[Text]) -> tuple[Text, ...]:
    """Half as many lines, each with two of these side by side; the last one may have an empty place."""
    return tuple(starmap(joined, zip_longest(lines[::2], lines[1::2], fillvalue=verbatim(""))))
